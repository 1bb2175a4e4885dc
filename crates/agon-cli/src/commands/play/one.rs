//! One match: progress while it runs, then the result as a person wants it.

use super::{ENGINE, Table, programs, remote};
use crate::Done;
use crate::commands::watch;
use crate::files;
use crate::report::{grouped, me, score, size, table as lay_out, time};
use agon_core::{Actor, Contest, End, MatchInfo, Outcome, Scribe};
use agon_replay::EXTENSION;
use agon_runner::{Match, Played, play_match};
use agon_watch::{LiveFilm, Server};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

pub fn run<G: Contest>(table: &Table<G>, out: &mut dyn Write) -> anyhow::Result<Done> {
    let (spec, _) = table.plan(0)?;
    if table.args.text {
        return tell(&spec, out);
    }
    let path = replay_path::<G>(table, &spec);
    let start = Instant::now();
    let bar = progress_bar(G::new(&spec.setup, agon_core::Chance::seeded(0)).last_round());
    let mut watch = |game: &G| bar.set_position(game.round().into());
    let stage = if table.args.watch { Some(raise_curtain(table, &spec, out)?) } else { None };
    let played = match (&stage, &table.server) {
        (Some((_, film)), _) => film.shoot(&spec, path.is_some(), &mut watch),
        (None, Some(server)) => remote::play(server, &spec, path.is_some(), &mut watch),
        (None, None) => play_match(&spec, path.is_some(), &mut watch),
    };
    bar.finish_and_clear();
    let played = played?;
    let spent = start.elapsed();
    // The replay is on disk before anything is said about the match.
    let mut written = None;
    if let (Some(path), Some(replay)) = (&path, &played.replay) {
        let bytes = replay.to_bytes();
        files::write(path, &bytes)?;
        written = Some((path.display().to_string(), bytes.len()));
    }
    if table.args.json {
        writeln!(out, "{}", line(&spec, 0, &played, written.map(|(path, _)| path)))?;
    } else {
        report(&spec, &played, spent, written, out)?;
    }
    if stage.is_some() {
        out.flush()?;
        return watch::wait_for_interrupt();
    }
    Ok(Done::Well)
}

/// Starts the server for a match that is watched while it is played, and says where.
fn raise_curtain<G: Contest>(
    table: &Table<G>,
    spec: &Match<'_, G>,
    out: &mut dyn Write,
) -> anyhow::Result<(Server, LiveFilm)> {
    let bots: Vec<String> = spec.players.iter().map(|player| player.name.clone()).collect();
    let film = LiveFilm::new::<G>(&spec.map, spec.seed, spec.rules, &bots);
    let server = watch::serve(&table.args.serving)?;
    watch::announce(&server.show(film.film()), &table.args.serving, out)?;
    Ok((server, film))
}

/// Where the replay goes: as asked, or into `replays/` under a name that tells the match apart.
fn replay_path<G: Contest>(table: &Table<G>, spec: &Match<'_, G>) -> Option<PathBuf> {
    if table.args.no_replay {
        return None;
    }
    let name = file_name(spec, 0);
    Some(match &table.args.replay {
        Some(path) if path.is_dir() => path.join(name),
        Some(path) => path.clone(),
        None => PathBuf::from("replays").join(name),
    })
}

/// A replay's file name: game, map, seed and who sat where.
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
    // Shown only where somebody watches, and only when the match takes a moment.
    ProgressBar::new(rounds.into()).with_style(style.expect("the template is well formed"))
}

fn report<G: Contest>(
    spec: &Match<'_, G>,
    played: &Played<G>,
    spent: Duration,
    written: Option<(String, usize)>,
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
                format!("{} {}", score(standing.score), info.score),
            ]
        })
        .collect();
    writeln!(out, "{}", lay_out(&rows))?;
    match played.outcome.winner() {
        Some(seat) => {
            let (name, bot) = (info.seat_names[seat.index()], &spec.players[seat.index()].name);
            writeln!(out, "{name} ({bot}) wins: {}.", reason.sentence)?;
        }
        None => writeln!(out, "Nobody wins: {}.", reason.sentence)?,
    }
    let orders = played
        .replay
        .as_ref()
        .map_or(String::new(), |replay| format!(", {} orders", grouped(replay.header.orders)));
    writeln!(out, "{} rounds{orders}, {}.", played.game.round(), time(spent))?;
    programs::tell(spec, &played.reports, out)?;
    if let Some((path, bytes)) = written {
        writeln!(out, "Replay: {path} ({})", size(bytes))?;
        writeln!(out, "Watch:  {} watch {path}", me())?;
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

/// The match as the contest's own text mode tells it, end of turn by end of turn.
fn tell<G: Contest>(spec: &Match<'_, G>, out: &mut dyn Write) -> anyhow::Result<Done> {
    let bots = spec.players.iter().map(|player| player.name.clone()).collect();
    let info = MatchInfo { map: spec.map.clone(), bots };
    let mut game = G::new(&spec.setup, agon_core::Chance::seeded(spec.seed));
    let mut teller = Teller { before: game.clone(), info, out, failed: None };
    let ending = agon_runner::play(spec, &mut game, &mut teller, &mut |_| {})?;
    if let Some(error) = teller.failed {
        return Err(error.into());
    }
    writeln!(teller.out, "{}.", ending.outcome.reason.sentence)?;
    Ok(Done::Well)
}

struct Teller<'a, G: Contest> {
    /// The position after the last call: what the coming end changes.
    before: G,
    info: MatchInfo,
    out: &'a mut dyn Write,
    failed: Option<std::io::Error>,
}

impl<G: Contest> Scribe<G> for Teller<'_, G> {
    fn call(&mut self, game: &G, _: Actor, _: &G::Call, _: &G::Reply) {
        self.before = game.clone();
    }

    fn end(&mut self, game: &G, actor: Actor, end: &End) {
        if self.failed.is_none() {
            let text = self.before.tell(actor, *end, &self.info);
            self.failed = write!(self.out, "{text}").err();
        }
        self.before = game.clone();
    }
}
