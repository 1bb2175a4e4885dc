//! `agon bench`: measures this machine and the games.

mod bots;
mod java;
mod serve;

use crate::args::BenchArgs;
use crate::files::{no_game, with_game};
use crate::report::{count, figure, table};
use crate::{Done, usage};
use agon_bench::{Calibration, Effort, GameFigures, calibrate, measure, signature};
use agon_core::{StateHash, TestSupport};
use agon_games::{GAMES, Visitor};
use serde_json::json;
use std::io::Write;

pub fn run(args: BenchArgs, out: &mut dyn Write) -> anyhow::Result<Done> {
    if let Some(("bots", rest)) =
        args.games.split_first().map(|(first, rest)| (first.as_str(), rest))
    {
        return bots::run(&args, rest, out);
    }
    if args.games == ["java"] {
        return java::run(&args, out);
    }
    if args.games == ["serve"] {
        return serve::run(&args, out);
    }
    if args.matches.is_some() || args.teams.is_some() || args.database.is_some() {
        return Err(usage("--matches, --teams and --database belong to `agon bench serve`"));
    }
    let games: Vec<&str> = match args.games.as_slice() {
        [] => GAMES.iter().map(|info| info.id).collect(),
        named => named.iter().map(String::as_str).collect(),
    };
    for game in &games {
        if !GAMES.iter().any(|info| info.id == *game) {
            return Err(no_game(game));
        }
    }
    let effort = if args.quick { Effort::QUICK } else { Effort::FULL };
    if args.signature {
        return print_signatures(&games, effort, args.json, out);
    }
    let calibration = calibrate(effort);
    if !args.json {
        write!(out, "{}", show_calibration(&calibration))?;
        out.flush()?;
    }
    let mut figures = Vec::new();
    for game in games {
        eprintln!("measuring {game} ...");
        let measured = with_game(game, Measure(effort))?;
        if !args.json {
            write!(out, "\n{}", show_game(&measured))?;
            out.flush()?;
        }
        figures.push(measured);
    }
    if args.json {
        let object = json!({"machine": calibration, "quick": args.quick, "games": figures});
        writeln!(out, "{object}")?;
    }
    Ok(Done::Well)
}

struct Measure(Effort);

impl Visitor for Measure {
    type Out = GameFigures;
    fn visit<G: TestSupport>(self) -> GameFigures {
        measure::<G>(self.0)
    }
}

struct Signature(u64);

impl Visitor for Signature {
    type Out = (StateHash, u32);
    fn visit<G: TestSupport>(self) -> (StateHash, u32) {
        (signature::<G>(self.0), G::INFO.version)
    }
}

fn print_signatures(
    games: &[&str],
    effort: Effort,
    as_json: bool,
    out: &mut dyn Write,
) -> anyhow::Result<Done> {
    let number = effort.signature_games;
    for game in games {
        let (hash, version) = with_game(game, Signature(number))?;
        if as_json {
            let line =
                json!({"game": game, "version": version, "games": number, "signature": hash});
            writeln!(out, "{line}")?;
        } else {
            writeln!(out, "{game} version {version}, {}: {hash}", count(number, "game"))?;
        }
    }
    Ok(Done::Well)
}

fn show_calibration(c: &Calibration) -> String {
    format!(
        "This machine: {} cores; memcpy {} GB/s (16 kB), {} (512 kB), {} (64 MB); random number {} \
         ns; pipe round trip {} us\n",
        c.cores,
        figure(c.memcpy_16k_gb_s),
        figure(c.memcpy_512k_gb_s),
        figure(c.memcpy_64m_gb_s),
        figure(c.rng_ns),
        figure(c.pipe_round_trip_us)
    )
}

fn show_game(game: &GameFigures) -> String {
    let mut rows = vec![vec![game.game.to_owned()]];
    rows[0].extend(game.maps.iter().map(|map| map.map.to_owned()));
    let mut row = |name: &str, of: &dyn Fn(&agon_bench::MapFigures) -> String| {
        let mut cells = vec![name.to_owned()];
        cells.extend(game.maps.iter().map(of));
        rows.push(cells);
    };
    row("idle games per CPU second, rules only", &|m| figure(m.games_per_s));
    row("idle turns per CPU second, rules only", &|m| figure(m.turns_per_s));
    row("idle games per CPU second, with views", &|m| figure(m.games_with_views_per_s));
    row("idle turns per CPU second, with views", &|m| figure(m.turns_with_views_per_s));
    row("ns per order of lively bots", &|m| figure(m.order_ns));
    row("lively turns per CPU second, with views", &|m| figure(m.lively_turns_per_s));
    let levels = game.maps.first().map_or(&[][..], |map| map.thinking_games_per_s.as_slice());
    for (i, (level, _)) in levels.iter().enumerate() {
        let name = format!("whole games per CPU second, {level} thinking");
        row(&name, &|m| {
            m.thinking_games_per_s.get(i).map_or("-".into(), |(_, rate)| figure(*rate))
        });
    }
    row("allocations per idle turn", &|m| figure(m.allocations_per_idle_turn));
    row("allocations per lively turn", &|m| figure(m.allocations_per_lively_turn));
    row("bytes of a lively position", &|m| figure(m.state_bytes as f64));
    row("ns to copy it", &|m| figure(m.clone_ns));
    row("  as a multiple of memcpy", &|m| figure(m.clone_per_memcpy));
    row("replay bytes per order", &|m| figure(m.replay_bytes_per_order));
    row("ms to verify a lively replay", &|m| figure(m.verify_ms));
    row("scaling over all cores", &|m| figure(m.scaling));
    let signature = format!(
        "  signature of version {} over {}: {}\n",
        game.version,
        count(game.signature_games, "game"),
        game.signature
    );
    table(&rows) + &signature
}
