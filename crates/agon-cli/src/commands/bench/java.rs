//! `agon bench java`: how fast Java bots play, and what a turn of theirs costs besides their thinking.

use crate::Done;
use crate::args::BenchArgs;
use crate::files::with_game;
use crate::report::{figure, grouped};
use agon_bench::{OverheadFigures, UnitFigures, measure_overhead, measure_units};
use agon_bots::Options;
use agon_core::Contest;
use agon_games::Visitor;
use agon_sandbox::{Choice, Sandbox};
use anyhow::anyhow;
use serde_json::json;
use std::io::Write;

/// Turns of units per second that we want on two cores.
const TURNS_PER_S: f64 = 20_000.0;
/// Milliseconds of a turn that may be ours.
const OVERHEAD_MS: f64 = 1.0;

pub fn run(args: &BenchArgs, out: &mut dyn Write) -> anyhow::Result<Done> {
    let options = Options::new(Sandbox::choose(Choice::Auto));
    eprintln!("measuring two hundred units of homerun ...");
    let units = with_game("homerun", Units(&options))??;
    eprintln!("measuring six bots of asterobots ...");
    let overhead = with_game("asterobots", Overhead(&options))??;
    if args.json {
        writeln!(out, "{}", json!({"homerun": units, "asterobots": overhead}))?;
    } else {
        show(&units, &overhead, out)?;
    }
    let is_well = units.incidents + overhead.incidents == 0
        && units.crowd_turns_per_s >= TURNS_PER_S
        && overhead.overhead_ms <= OVERHEAD_MS;
    Ok(if is_well { Done::Well } else { Done::Badly })
}

struct Units<'a>(&'a Options);

impl Visitor for Units<'_> {
    type Out = anyhow::Result<UnitFigures>;
    fn visit<G: Contest>(self) -> anyhow::Result<UnitFigures> {
        measure_units::<G>(self.0).map_err(|fault| anyhow!(fault))
    }
}

struct Overhead<'a>(&'a Options);

impl Visitor for Overhead<'_> {
    type Out = anyhow::Result<OverheadFigures>;
    fn visit<G: Contest>(self) -> anyhow::Result<OverheadFigures> {
        measure_overhead::<G>(self.0).map_err(|fault| anyhow!(fault))
    }
}

fn show(
    units: &UnitFigures,
    overhead: &OverheadFigures,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    writeln!(
        out,
        "Home Run, two Java bots: {} turns of units in {} s, {} per second; {} per second while there \
         were {} units on the board (wanted: {}).",
        grouped(units.turns),
        figure(units.seconds),
        figure(units.turns_per_s),
        figure(units.crowd_turns_per_s),
        figure(units.units),
        figure(TURNS_PER_S),
    )?;
    writeln!(
        out,
        "Asterobots, {} Java bots: {} turns in {} s, of which the bots thought {} s; {} ms of a turn are \
         ours (wanted: {} at most).",
        overhead.seats,
        grouped(overhead.turns),
        figure(overhead.seconds),
        figure(overhead.own_s),
        figure(overhead.overhead_ms),
        figure(OVERHEAD_MS),
    )?;
    match units.incidents + overhead.incidents {
        0 => {}
        count => writeln!(
            out,
            "The bots were late or failed {count} times, which makes this worthless."
        )?,
    }
    Ok(())
}
