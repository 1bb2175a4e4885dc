//! One match: a progress bar while it runs, then the result.

use super::{ENGINE, MatchPlan, people, programs, remote};
use crate::Done;
use crate::commands::watch;
use crate::files;
use crate::patience::PatienceTeller;
use crate::report::{count, me, score_in, shell_word, size, table as lay_out, time};
use crate::turns::{SharedOut, TurnFilter, print_turns};
use agon_core::{Actor, Chance, Contest, End, MatchInfo, Outcome, Scribe};
use agon_replay::{EXTENSION, TurnLogger};
use agon_runner::{Match, Played, play_match_along};
use agon_watch::{LiveFilm, Server};
use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

pub fn run<G: Contest>(plan: &MatchPlan<G>, out: &mut dyn Write) -> anyhow::Result<Done> {
    let (spec, _) = plan.match_spec(0)?;
    let filter = turn_filter::<G>(plan)?;
    if !plan.desks.is_empty() {
        return people::run(plan, &spec, out);
    }
    if plan.args.text {
        let _teller = tell_patience(plan, &spec, ProgressBar::hidden());
        return print_text(&spec, filter.as_ref(), out);
    }
    let path = replay_path::<G>(plan, &spec);
    let start = Instant::now();
    let first = G::new(&spec.setup, Chance::seeded(spec.seed));
    // The log shows the progress too.
    let bar =
        if filter.is_some() { ProgressBar::hidden() } else { progress_bar(first.last_round()) };
    let mut watch = |game: &G| bar.set_position(game.round().into());
    let stage = if plan.args.watch { Some(start_live_view(plan, &spec, out)?) } else { None };
    let teller = tell_patience(plan, &spec, bar.clone());
    let played = {
        let shared = SharedOut::new(out);
        let mut print = print_turns(filter.as_ref(), &shared);
        let mut logger = TurnLogger::new(first.round(), &mut print);
        let scribe: &mut dyn Scribe<G> = if filter.is_some() { &mut logger } else { &mut () };
        let played = match (&stage, &plan.remote) {
            (Some((_, film)), _) => film.play(&spec, path.is_some(), &mut watch),
            (None, Some(seats)) => {
                remote::play(&**seats, &spec, path.is_some(), scribe, &mut watch)
            }
            (None, None) => play_match_along(&spec, path.is_some(), scribe, &mut watch),
        };
        shared.finish()?;
        played
    };
    drop(teller);
    bar.finish_and_clear();
    let played = played?;
    if filter.is_some() {
        writeln!(out)?;
    }
    let spent = start.elapsed();
    // Write the replay before reporting the match.
    let written = write_replay(path.as_deref(), &played)?;
    if plan.args.json {
        writeln!(out, "{}", line(&spec, 0, &played, written.map(|(path, _)| path)))?;
    } else {
        report(&spec, &played, spent, written, filter.as_ref(), out)?;
    }
    if stage.is_some() {
        out.flush()?;
        return watch::wait_for_interrupt();
    }
    Ok(Done::Well)
}

/// Writes the replay; returns its path and size.
pub fn write_replay<G>(
    path: Option<&Path>,
    played: &Played<G>,
) -> anyhow::Result<Option<(String, usize)>> {
    let (Some(path), Some(replay)) = (path, &played.replay) else { return Ok(None) };
    let bytes = replay.to_bytes();
    files::write(path, &bytes).context(
        "the replay is not written (--replay names another place, --no-replay writes none)",
    )?;
    Ok(Some((path.display().to_string(), bytes.len())))
}

/// Tells about bots that think for long, above the progress bar; programs that read `--json` are not told.
pub fn tell_patience<G: Contest>(
    plan: &MatchPlan<G>,
    spec: &Match<'_, G>,
    bar: ProgressBar,
) -> Option<PatienceTeller> {
    let names = spec.players.iter().map(|player| player.name.clone()).collect();
    let say = move |sentence: &str| bar.suspend(|| eprintln!("{sentence}"));
    (!plan.args.json).then(|| PatienceTeller::start::<G>(&plan.waiting, names, say))
}

/// Starts the viewer's server for a match in progress and prints its address.
fn start_live_view<G: Contest>(
    plan: &MatchPlan<G>,
    spec: &Match<'_, G>,
    out: &mut dyn Write,
) -> anyhow::Result<(Server, LiveFilm)> {
    let bots: Vec<String> = spec.players.iter().map(|player| player.name.clone()).collect();
    let film = LiveFilm::new::<G>(&spec.map, spec.seed, spec.rules, &bots);
    let server = watch::serve(&plan.args.serving)?;
    watch::announce(&server.show(film.film()), &plan.args.serving, out)?;
    Ok((server, film))
}

/// The replay's path: the requested one, or a name in `replays/` that identifies the match.
pub fn replay_path<G: Contest>(plan: &MatchPlan<G>, spec: &Match<'_, G>) -> Option<PathBuf> {
    if plan.args.no_replay {
        return None;
    }
    let name = file_name(spec, 0);
    Some(match &plan.args.replay {
        Some(path) if path.is_dir() => path.join(name),
        Some(path) => path.clone(),
        None => PathBuf::from("replays").join(name),
    })
}

/// A replay's file name: game, map, seed and bots by seat.
pub fn file_name<G: Contest>(spec: &Match<'_, G>, index: usize) -> String {
    let bots: Vec<String> = spec
        .players
        .iter()
        .map(|player| {
            player.name.trim_start_matches("builtin:").replace(|c: char| !c.is_alphanumeric(), "_")
        })
        .collect();
    let game = if index > 0 { format!("-{index}") } else { String::new() };
    format!("{}-{}-{}-{}{game}.{EXTENSION}", G::INFO.id, spec.map, spec.seed, bots.join("-"))
}

fn progress_bar(rounds: u32) -> ProgressBar {
    let style = ProgressStyle::with_template("round {pos} of {len} {wide_bar} {elapsed}");
    // Shown only in a terminal.
    ProgressBar::new(rounds.into()).with_style(style.expect("the template is valid"))
}

pub fn report<G: Contest>(
    spec: &Match<'_, G>,
    played: &Played<G>,
    spent: Duration,
    written: Option<(String, usize)>,
    logged: Option<&TurnFilter>,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let info = G::INFO;
    writeln!(out, "{} on {}, seed {}, {} rules\n", info.title, spec.map, spec.seed, spec.rules)?;
    let Outcome { standings, reason } = &played.outcome;
    let mut order: Vec<usize> = (0..standings.len()).collect();
    order.sort_by_key(|&seat| standings[seat].rank);
    let rows: Vec<Vec<String>> = order
        .iter()
        .map(|&seat| {
            let standing = &standings[seat];
            vec![
                format!(
                    "{}.  {:6}  {}",
                    standing.rank, info.seat_names[seat], spec.players[seat].name
                ),
                score_in(standing.score, info.score),
            ]
        })
        .collect();
    writeln!(out, "{}", lay_out(&rows))?;
    match played.outcome.winner() {
        Some(seat) => {
            let (name, bot) = (info.seat_names[seat.index()], &spec.players[seat.index()].name);
            writeln!(out, "{name} ({bot}) wins: {}.", reason.sentence)?;
        }
        None => writeln!(out, "No winner: {}.", reason.sentence)?,
    }
    let orders = played
        .replay
        .as_ref()
        .map_or(String::new(), |replay| format!(", {}", count(replay.header.orders, "order")));
    let rounds = count(played.game.round().into(), "round");
    writeln!(out, "{rounds}{orders}, {}.", time(spent))?;
    let names: Vec<&str> = spec.players.iter().map(|player| player.name.as_str()).collect();
    programs::print::<G>(&names, &played.reports, logged, out)?;
    if let Some((path, bytes)) = written {
        writeln!(out, "Replay: {path} ({})", size(bytes))?;
        writeln!(out, "Watch:  {} watch {}", me(), shell_word(&path))?;
    }
    Ok(())
}

/// One match as a line of JSON.
pub fn line<G: Contest>(
    spec: &Match<'_, G>,
    index: usize,
    played: &Played<G>,
    replay: Option<String>,
) -> serde_json::Value {
    let Outcome { standings, reason } = &played.outcome;
    json!({
        "game": G::INFO.id,
        "index": index,
        "map": spec.map,
        "seed": spec.seed,
        "rules": spec.rules,
        "bots": spec.players.iter().map(|player| &player.name).collect::<Vec<_>>(),
        "ranks": standings.iter().map(|standing| standing.rank).collect::<Vec<_>>(),
        "scores": standings.iter().map(|standing| standing.score).collect::<Vec<_>>(),
        "winner": played.outcome.winner(),
        "reason": reason.code,
        "sentence": reason.sentence,
        "rounds": played.game.round(),
        "state": played.game.hash(),
        "reports": played.reports,
        "replay": replay,
        "engine": ENGINE,
    })
}

/// The turns that `--log` prints; `None` without it.
fn turn_filter<G: Contest>(plan: &MatchPlan<G>) -> anyhow::Result<Option<TurnFilter>> {
    let seats = plan.players.len();
    let log = plan.args.log.as_ref();
    log.map(|seat| TurnFilter::new::<G>(seat.as_deref(), seats)).transpose()
}

/// Prints the match in the contest's text mode, turn by turn; the log of a turn comes before the position.
fn print_text<G: Contest>(
    spec: &Match<'_, G>,
    filter: Option<&TurnFilter>,
    out: &mut dyn Write,
) -> anyhow::Result<Done> {
    let bots = spec.players.iter().map(|player| player.name.clone()).collect();
    let info = MatchInfo { map: spec.map.clone(), bots };
    let mut game = G::new(&spec.setup, Chance::seeded(spec.seed));
    let shared = SharedOut::new(out);
    let mut print = print_turns(filter, &shared);
    let mut logger = TurnLogger::new(game.round(), &mut print);
    let mut printer = TextPrinter { before: game.clone(), info, out: &shared };
    let mut both: (&mut dyn Scribe<G>, &mut dyn Scribe<G>) = (&mut logger, &mut printer);
    let ending = agon_runner::play(spec, &mut game, &mut both, &mut |_| {})?;
    shared.print(&format!("{}.\n", ending.outcome.reason.sentence));
    shared.finish()?;
    Ok(Done::Well)
}

struct TextPrinter<'a, G: Contest> {
    /// The position after the last call, before the turn ends.
    before: G,
    info: MatchInfo,
    out: &'a SharedOut<'a>,
}

impl<G: Contest> Scribe<G> for TextPrinter<'_, G> {
    fn call(&mut self, game: &G, _: Actor, _: &G::Call, _: &G::Reply) {
        self.before = game.clone();
    }

    fn end(&mut self, game: &G, actor: Actor, end: &End) {
        self.out.print(&self.before.tell(actor, *end, &self.info));
        self.before = game.clone();
    }
}
