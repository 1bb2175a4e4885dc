//! `agon bench java`: how fast Java bots play, and what a turn of theirs costs besides their thinking.

use crate::Done;
use crate::args::BenchArgs;
use crate::files::with_game;
use crate::report::{figure, grouped};
use agon_bench::{JavaBench, JavaFigures, java_benches};
use agon_bots::Options;
use agon_core::{Contest, Info};
use agon_games::Visitor;
use agon_sandbox::{Choice, Sandbox};
use anyhow::anyhow;
use serde_json::{Map, Value};
use std::io::Write;

pub fn run(args: &BenchArgs, out: &mut dyn Write) -> anyhow::Result<Done> {
    let options = Options::new(Sandbox::choose(Choice::Auto));
    let mut all = Map::new();
    let (mut incidents, mut is_good) = (0, true);
    for bench in &java_benches().map_err(|fault| anyhow!(fault))? {
        eprintln!("measuring {} of {} ...", bench.title, bench.game);
        let (info, figures) = with_game(&bench.game, Run { bench, options: &options })??;
        incidents += figures.incidents();
        is_good &= figures.is_good();
        if args.json {
            let of_game =
                all.entry(bench.game.clone()).or_insert_with(|| Value::Object(Map::new()));
            of_game[&bench.name] = serde_json::to_value(&figures)?;
        } else {
            let sentence = sentence(&figures);
            writeln!(out, "{}, {}: {sentence}", info.title, bench.title)?;
        }
    }
    if args.json {
        writeln!(out, "{}", Value::Object(all))?;
    } else if incidents > 0 {
        writeln!(
            out,
            "The bots were late or failed {incidents} times: these figures are worthless."
        )?;
    }
    Ok(if is_good && incidents == 0 { Done::Well } else { Done::Badly })
}

struct Run<'a> {
    bench: &'a JavaBench,
    options: &'a Options,
}

impl Visitor for Run<'_> {
    type Out = anyhow::Result<(Info, JavaFigures)>;
    fn visit<G: Contest>(self) -> Self::Out {
        let figures = self.bench.measure::<G>(self.options).map_err(|fault| anyhow!(fault))?;
        Ok((G::INFO, figures))
    }
}

fn sentence(figures: &JavaFigures) -> String {
    match figures {
        JavaFigures::Throughput(came) => format!(
            "{} turns of units in {} s, {} per second; {} per second while there were {} units on the \
             board (wanted: {}).",
            grouped(came.turns),
            figure(came.seconds),
            figure(came.turns_per_s),
            figure(came.crowd_turns_per_s),
            figure(came.units),
            figure(came.min_turns_per_s),
        ),
        JavaFigures::Overhead(came) => format!(
            "{} turns in {} s, of which the bots thought {} s; {} ms of a turn are ours (wanted: {} at \
             most).",
            grouped(came.turns),
            figure(came.seconds),
            figure(came.own_s),
            figure(came.overhead_ms),
            figure(came.max_overhead_ms),
        ),
        JavaFigures::Load(came) => format!(
            "{} turns for {} s of processor time, {} us per turn; Agon waited {} times per turn (wanted: {} \
             at most).",
            grouped(came.turns),
            figure(came.cpu_s),
            figure(came.cpu_us_per_turn),
            figure(came.exchanges_per_turn),
            figure(came.max_exchanges_per_turn),
        ),
    }
}
