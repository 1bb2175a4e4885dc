//! `agon bench bots`: the cost of a bot in another process, and whether an overloaded machine makes bots
//! lose time.

use crate::args::BenchArgs;
use crate::files::with_game;
use crate::report::{count, figure, grouped, table};
use crate::{Done, usage};
use agon_bench::{CrowdFigures, EXCHANGE_GOAL, ExchangeFigures, measure_crowd, measure_exchange};
use agon_bots::Options;
use agon_core::Contest;
use agon_games::{GAMES, Visitor};
use agon_sandbox::{Choice, Sandbox};
use anyhow::{Context, anyhow};
use serde_json::json;
use std::io::Write;
use std::path::{Path, PathBuf};

pub fn run(args: &BenchArgs, games: &[String], out: &mut dyn Write) -> anyhow::Result<Done> {
    let crowd_game = match games {
        [] => GAMES[0].id,
        [game] => with_game(game, Id)?,
        _ => return Err(usage("`agon bench bots` takes one game")),
    };
    let program = std::env::current_exe().context("cannot find the path of this program")?;
    let options = Options::new(Sandbox::choose(Choice::Auto));
    let mut exchanges = Vec::new();
    for info in GAMES {
        eprintln!("measuring turns of {} ...", info.id);
        exchanges.push(with_game(info.id, Exchange(&program, &options))??);
    }
    eprintln!("measuring parallel matches of {crowd_game} ...");
    let matches = if args.quick { 16 } else { 64 };
    let crowd = with_game(crowd_game, Crowd(program.clone(), &options, matches))??;
    if args.json {
        writeln!(out, "{}", json!({"exchanges": exchanges, "crowd": crowd}))?;
    } else {
        show(&exchanges, crowd_game, &crowd, out)?;
    }
    Ok(if crowd.time_losses == 0 { Done::Well } else { Done::Badly })
}

/// The id of a game as the registry has it.
struct Id;

impl Visitor for Id {
    type Out = &'static str;
    fn visit<G: Contest>(self) -> &'static str {
        G::INFO.id
    }
}

struct Exchange<'a>(&'a Path, &'a Options);

impl Visitor for Exchange<'_> {
    type Out = anyhow::Result<ExchangeFigures>;
    fn visit<G: Contest>(self) -> anyhow::Result<ExchangeFigures> {
        measure_exchange::<G>(self.0, self.1).map_err(|fault| anyhow!(fault))
    }
}

struct Crowd<'a>(PathBuf, &'a Options, usize);

impl Visitor for Crowd<'_> {
    type Out = anyhow::Result<CrowdFigures>;
    fn visit<G: Contest>(self) -> anyhow::Result<CrowdFigures> {
        measure_crowd::<G>(&self.0, self.1, self.2).map_err(|fault| anyhow!(fault))
    }
}

fn show(
    exchanges: &[ExchangeFigures],
    crowd_game: &str,
    crowd: &CrowdFigures,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    writeln!(
        out,
        "Time between a bot's answer and its next turn (wall time in us, medians of nine matches). The ratio \
         is that of a match to the bare pipe on one core; the goal is at most {EXCHANGE_GOAL:.1}.\n"
    )?;
    let head = [
        "game",
        "bytes of a turn",
        "bare pipe, one core",
        "in a match",
        "ratio",
        "bare pipe, two cores",
        "in a match, two cores",
    ];
    let mut rows = vec![head.map(String::from).to_vec()];
    for e in exchanges {
        let apart = |time: Option<f64>| time.map_or("-".into(), figure);
        let mut cells = vec![e.game.to_owned(), grouped(e.bytes as u64)];
        cells.extend([e.bare_us, e.match_us, e.ratio].map(figure));
        cells.extend([e.bare_apart_us, e.match_apart_us].map(apart));
        rows.push(cells);
    }
    write!(out, "{}", table(&rows))?;
    writeln!(
        out,
        "\n{} of {crowd_game} between such bots, {} in parallel: {}, {} lost on time, longest turn {} s.",
        count(crowd.matches as u64, "match"),
        crowd.at_once,
        count(crowd.turns, "turn"),
        crowd.time_losses,
        figure(crowd.longest_s)
    )?;
    Ok(())
}
