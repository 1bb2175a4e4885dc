//! `agon replay`: shows, verifies and converts replays.

mod feed;
mod fork;

use crate::args::{ReplayAction, ReplayArgs};
use crate::commands::watch;
use crate::files::{self, with_game};
use crate::report::{count, figure, score_in, size};
use crate::turns::TurnFilter;
use crate::{Done, usage};
use agon_core::{Actor, Contest, End, Info, MatchInfo, Note, Scribe, Seat, safe_line};
use agon_games::{GAMES, Visitor};
use agon_replay::{Playback, Replay, TurnLog, TurnLogger, delta, foreign_frame, frames};
use anyhow::{Context, bail};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

pub fn run(args: ReplayArgs, out: &mut dyn Write) -> anyhow::Result<Done> {
    match args.action {
        ReplayAction::Show { file, at, log } => show(&file, at, log.as_ref(), out),
        ReplayAction::Feed(args) => feed::run(&args, out),
        ReplayAction::Fork(args) => fork::run(&args, out),
        ReplayAction::Verify { files } => verify(&files, out),
        ReplayAction::Frames { file, whole } => print_frames(&file, whole, out),
        ReplayAction::Log { file, json } => print_log(&file, json, out),
        ReplayAction::Export { file, output, html: true, .. } => export_page(&file, output, out),
        ReplayAction::Export { file, output, .. } => export(&file, output, out),
    }
}

/// The game whose original program writes replays with this file's extension.
fn original_game(path: &Path) -> Option<&'static Info> {
    let extension = path.extension()?.to_str()?;
    GAMES.iter().copied().find(|info| info.original_extension == Some(extension))
}

fn open(path: &Path) -> anyhow::Result<Replay> {
    if let Some(info) = original_game(path) {
        bail!(
            "{} is a replay of the original {} program: it contains no orders, so it can only be drawn \
             (agon replay frames, agon watch)",
            path.display(),
            info.title
        );
    }
    files::read_replay(path)
}

fn show(
    path: &Path,
    at: Option<u32>,
    log: Option<&Option<String>>,
    out: &mut dyn Write,
) -> anyhow::Result<Done> {
    let replay = open(path)?;
    let colour = std::io::stdout().is_terminal();
    let draw = Draw { replay: &replay, at, log, colour };
    let text = with_game(&replay.header.game, draw)?.with_context(|| path.display().to_string())?;
    summarise(&replay, out)?;
    write!(out, "\n{text}")?;
    Ok(Done::Well)
}

/// Prints what a replay's header says: game, bots, result, and what it was forked from.
fn summarise(replay: &Replay, out: &mut dyn Write) -> anyhow::Result<()> {
    let header = &replay.header;
    let (body, file) = replay.sizes();
    let info = GAMES.iter().find(|info| info.id == header.game);
    writeln!(
        out,
        "{} on {}, seed {}, {} rules",
        safe_line(info.map_or(header.game.as_str(), |i| i.title)),
        safe_line(&header.map),
        header.seed,
        header.rules
    )?;
    if let Some(date) = &header.date {
        writeln!(out, "played {} by {}", safe_line(date), safe_line(&header.engine))?;
    }
    let mut places: Vec<_> = header.seats.iter().zip(&header.result.standings).collect();
    places.sort_by_key(|(_, standing)| standing.rank);
    for (seat, standing) in places {
        let points = score_in(standing.score, info.map_or("points", |info| info.score));
        let rank = standing.rank;
        let (seat, bot) = (safe_line(&seat.seat), safe_line(&seat.bot));
        writeln!(out, "  {rank}.  {seat:6} {bot}  {points}")?;
    }
    writeln!(out, "{}.", safe_line(&header.result.reason.sentence))?;
    writeln!(
        out,
        "{}, {}; {} ({} unpacked)",
        count(header.rounds.into(), "round"),
        count(header.orders, "order"),
        size(file),
        size(body)
    )?;
    if let Some(fork) = &header.fork {
        let bots = fork
            .seats
            .iter()
            .map(|seat| format!("{} {}", safe_line(&seat.seat), safe_line(&seat.bot)));
        let bots = bots.collect::<Vec<_>>().join(", ");
        let seat = fork.seat.iter().map(|seat| format!(", {}'s turn,", safe_line(seat)));
        let turn = format!("round {}{}", fork.round, seat.collect::<String>());
        writeln!(out, "Forked in {turn} from the match {} of {bots}.", fork.from)?;
    }
    Ok(())
}

struct Draw<'a> {
    replay: &'a Replay,
    at: Option<u32>,
    log: Option<&'a Option<String>>,
    colour: bool,
}

impl Visitor for Draw<'_> {
    type Out = anyhow::Result<String>;
    fn visit<G: Contest>(self) -> anyhow::Result<String> {
        let mut playback = Playback::<G>::open(self.replay)?;
        let seats = self.replay.header.seats.len();
        let filter =
            self.log.map(|seat| TurnFilter::new::<G>(seat.as_deref(), seats)).transpose()?;
        let first = playback.game.round();
        if let Some(at) = self.at.filter(|&at| at < first) {
            return Err(usage(format!("there is no round {at}: rounds are counted from {first}")));
        }
        let mut turns = String::new();
        let mut dead = BTreeSet::new();
        let mut keep = |turn: TurnLog| {
            // Of a dead program only the first turn is printed, or the one that is asked for.
            let is_known = turn.is_gone && !dead.insert(turn.seat);
            let is_shown = self.at.map_or(!is_known, |at| at == turn.round);
            if is_shown && filter.as_ref().is_some_and(|filter| filter.admits(&turn)) {
                turns.push_str(&turn.to_string());
            }
        };
        let mut logger = TurnLogger::new(playback.game.round(), &mut keep);
        let mut finder = RoundFinder { at: self.at, found: None };
        finder.check(&playback.game);
        let mut both: (&mut dyn Scribe<G>, &mut dyn Scribe<G>) = (&mut finder, &mut logger);
        playback.run(&mut both)?;
        let found = finder.found.unwrap_or(playback.game);
        if let Some(at) = self.at.filter(|&at| at > found.round()) {
            return Err(usage(format!(
                "there is no round {at}: the match ended in round {}",
                found.round()
            )));
        }
        // What is drawn at a round is the position before its turns; the last position comes after all turns.
        let drawing = found.draw(self.colour);
        Ok(if self.at.is_some() { drawing + &turns } else { turns + &drawing })
    }
}

/// Keeps the first position of round `at`.
struct RoundFinder<G> {
    at: Option<u32>,
    found: Option<G>,
}

impl<G: Contest> RoundFinder<G> {
    fn check(&mut self, game: &G) {
        if self.found.is_none() && self.at.is_some_and(|at| game.round() >= at) {
            self.found = Some(game.clone());
        }
    }
}

impl<G: Contest> Scribe<G> for RoundFinder<G> {
    fn call(&mut self, _: &G, _: Actor, _: &G::Call, _: &G::Reply) {}
    fn end(&mut self, game: &G, _: Actor, _: &End) {
        self.check(game);
    }
}

fn verify(paths: &[PathBuf], out: &mut dyn Write) -> anyhow::Result<Done> {
    let mut done = Done::Well;
    for path in paths {
        let start = Instant::now();
        let verdict =
            open(path).and_then(|replay| with_game(&replay.header.game, Verify(&replay))?);
        match verdict {
            Ok(what) => {
                let ms = figure(start.elapsed().as_secs_f64() * 1e3);
                writeln!(out, "{}: verified, {what}, {ms} ms", path.display())?;
            }
            Err(fault) => {
                let fault = format!("{fault:#}");
                let name = path.display().to_string();
                let message =
                    if fault.contains(&name) { fault } else { format!("{name}: {fault}") };
                writeln!(out, "{}", safe_line(&message))?;
                done = Done::Badly;
            }
        }
    }
    Ok(done)
}

struct Verify<'a>(&'a Replay);

impl Visitor for Verify<'_> {
    type Out = anyhow::Result<String>;
    fn visit<G: Contest>(self) -> anyhow::Result<String> {
        let verified = Playback::<G>::open(self.0)?.run(&mut ())?;
        let rounds = count(verified.rounds.into(), "round");
        let orders = count(verified.orders, "order");
        let states = count(verified.hashes, "state");
        Ok(format!("{rounds}, {orders}, {states} compared"))
    }
}

fn print_log(path: &Path, json: bool, out: &mut dyn Write) -> anyhow::Result<Done> {
    let replay = open(path)?;
    let lines = with_game(&replay.header.game, Logs(&replay))?;
    for LogLine { round, seat, text } in lines.with_context(|| path.display().to_string())? {
        if json {
            writeln!(out, "{}", json!({"round": round, "seat": seat.0, "text": text}))?;
        } else {
            let name = replay.header.seats.get(seat.index()).map_or("", |seat| &seat.seat);
            writeln!(out, "round {round}, {name}: {text}")?;
        }
    }
    Ok(Done::Well)
}

struct Logs<'a>(&'a Replay);

impl Visitor for Logs<'_> {
    type Out = anyhow::Result<Vec<LogLine>>;
    fn visit<G: Contest>(self) -> anyhow::Result<Vec<LogLine>> {
        let mut lines = Vec::new();
        Playback::<G>::open(self.0)?.run(&mut LogReader(&mut lines))?;
        Ok(lines)
    }
}

/// A line that a bot printed.
struct LogLine {
    round: u32,
    seat: Seat,
    text: String,
}

/// Collects the lines of all bots in their order.
struct LogReader<'a>(&'a mut Vec<LogLine>);

impl<G: Contest> Scribe<G> for LogReader<'_> {
    fn call(&mut self, _: &G, _: Actor, _: &G::Call, _: &G::Reply) {}

    fn end(&mut self, _: &G, _: Actor, _: &End) {}

    fn note(&mut self, game: &G, actor: Actor, note: &Note) {
        if let Note::Log(text) = note {
            let (round, seat) = (game.round(), game.seat(actor));
            self.0.push(LogLine { round, seat, text: text.clone() });
        }
    }
}

fn print_frames(path: &Path, whole: bool, out: &mut dyn Write) -> anyhow::Result<Done> {
    let mut printer = Printer { out, whole, last: None, number: 0, failed: None };
    match original_game(path) {
        Some(info) => {
            let bytes = files::read(path)?;
            let frames = with_game(info.id, Import(&bytes))?;
            for frame in frames.with_context(|| path.display().to_string())? {
                printer.print(foreign_frame(frame, &[]));
            }
        }
        None => {
            let replay = open(path)?;
            let made = with_game(&replay.header.game, Frames(&replay, &mut |f| printer.print(f)))?;
            made.with_context(|| path.display().to_string())?;
        }
    }
    match printer.failed {
        Some(error) => Err(error.into()),
        None => Ok(Done::Well),
    }
}

struct Printer<'a> {
    out: &'a mut dyn Write,
    whole: bool,
    last: Option<Value>,
    number: u64,
    failed: Option<std::io::Error>,
}

impl Printer<'_> {
    fn print(&mut self, frame: Value) {
        if self.failed.is_some() {
            return;
        }
        let line = match &self.last {
            Some(last) if !self.whole => {
                let delta = delta::diff(last, &frame).unwrap_or_else(|| json!({}));
                json!({"frame": self.number, "delta": delta})
            }
            _ => json!({"frame": self.number, "whole": frame}),
        };
        self.failed = writeln!(self.out, "{line}").err();
        self.number += 1;
        self.last = Some(frame);
    }
}

struct Import<'a>(&'a [u8]);

impl Visitor for Import<'_> {
    type Out = anyhow::Result<Vec<Value>>;
    fn visit<G: Contest>(self) -> anyhow::Result<Vec<Value>> {
        Ok(G::import_original(self.0)?.frames)
    }
}

struct Frames<'a, 'b>(&'a Replay, &'b mut dyn FnMut(Value));

impl Visitor for Frames<'_, '_> {
    type Out = anyhow::Result<()>;
    fn visit<G: Contest>(self) -> anyhow::Result<()> {
        Ok(frames(&mut Playback::<G>::open(self.0)?, self.1)?)
    }
}

fn export(path: &Path, output: Option<PathBuf>, out: &mut dyn Write) -> anyhow::Result<Done> {
    let replay = open(path)?;
    let made = with_game(&replay.header.game, Export(&replay))?;
    let (bytes, extension) = made.with_context(|| path.display().to_string())?;
    write_export(path, output, extension, &bytes, out)
}

/// Writes a page that shows the match, from an Agon replay or one of the original program.
fn export_page(path: &Path, output: Option<PathBuf>, out: &mut dyn Write) -> anyhow::Result<Done> {
    let film = watch::film(path)?;
    watch::wait(&film)?;
    let page = agon_watch::page::standalone(&film);
    write_export(path, output, "html", page.as_bytes(), out)
}

/// Writes what was made of the replay at `path`, beside it unless the caller names a file. The replay itself
/// is never overwritten.
fn write_export(
    path: &Path,
    output: Option<PathBuf>,
    extension: &str,
    bytes: &[u8],
    out: &mut dyn Write,
) -> anyhow::Result<Done> {
    let output = output.unwrap_or_else(|| path.with_extension(extension));
    let is_replay = fs::canonicalize(&output)
        .is_ok_and(|output| fs::canonicalize(path).is_ok_and(|path| path == output));
    if is_replay {
        let output = output.display();
        return Err(usage(format!("{output} is the replay itself: name another file with -o")));
    }
    files::write(&output, bytes)?;
    writeln!(out, "{} ({})", output.display(), size(bytes.len()))?;
    Ok(Done::Well)
}

struct Export<'a>(&'a Replay);

impl Visitor for Export<'_> {
    type Out = anyhow::Result<(Vec<u8>, &'static str)>;
    fn visit<G: Contest>(self) -> Self::Out {
        let mut playback = Playback::<G>::open(self.0)?;
        let header = &self.0.header;
        let bots = header.seats.iter().map(|seat| seat.bot.clone()).collect();
        let info = MatchInfo { map: header.map.clone(), bots };
        let (exporter, extension) =
            playback
                .game
                .exporter(&info)
                .zip(G::INFO.original_extension)
                .with_context(|| format!("{} has no original replay format", G::INFO.title))?;
        let mut exporter = exporter;
        let verified = playback.run(&mut *exporter)?;
        Ok((exporter.finish(&playback.game, &verified.outcome), extension))
    }
}
