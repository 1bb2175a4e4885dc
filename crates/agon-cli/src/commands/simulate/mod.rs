//! `agon simulate`: many games between the same bots, on this machine or on the workers of a NATS server.
//! The lines depend on the arguments only, not on where the games are played.

mod local;
mod output;
mod plan;
mod remote;

use crate::args::SimulateArgs;
use crate::interrupt::{self, STOP};
use crate::report::{count, grouped, time};
use crate::{Done, files};
use indicatif::{ProgressBar, ProgressStyle};
use output::Output;
use std::io::Write;
use std::time::Instant;

pub fn run(args: &SimulateArgs, out: &mut dyn Write) -> anyhow::Result<Done> {
    let prepared = files::with_game(&args.game, plan::Prepare(args))??;
    let mut output = Output::open(args.output.as_deref(), &prepared.plan, out)?;
    let first = output.next();
    if first > 0 {
        eprintln!("{} are there already.", count(first, "game"));
    }
    if first >= args.games {
        return Ok(Done::Well);
    }
    interrupt::listen_while_playing();
    let style = ProgressStyle::with_template("{pos} of {len} {wide_bar}  {per_sec}  {eta} left");
    let bar = ProgressBar::new(args.games).with_style(style.expect("the template is valid"));
    bar.set_position(first);
    bar.reset_eta();
    let start = Instant::now();
    let mut sink = |from: u64, lines: Vec<String>| -> anyhow::Result<()> {
        output.add(from, lines)?;
        bar.set_position(output.next());
        Ok(())
    };
    let games = first..args.games;
    match &args.on {
        Some(url) => remote::run(args, url, prepared, games, &mut sink)?,
        None => local::run(args, &prepared, games, &mut sink)?,
    }
    bar.finish_and_clear();
    let (played, spent) = (output.next() - first, start.elapsed());
    let rate = played as f64 / spent.as_secs_f64().max(1e-9);
    eprintln!("{} in {} ({rate:.1} per second).", count(played, "game"), time(spent));
    if output.next() == args.games {
        return Ok(Done::Well);
    }
    if args.output.is_some() && STOP.is_asked() {
        let (there, games) = (grouped(output.next()), grouped(args.games));
        eprintln!("Stopped after {there} of {games} games; the same command goes on.");
    }
    Ok(Done::Interrupted)
}
