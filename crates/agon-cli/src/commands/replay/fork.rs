//! `agon replay fork`: plays on from a turn of a recorded match with other bots.

use super::{open, summarise};
use crate::args::ForkArgs;
use crate::commands::play::{ENGINE, now, print_programs};
use crate::files::{self, with_game};
use crate::patience::{PatienceTeller, listed};
use crate::report::{me, shell_word, size};
use crate::turns::{SharedOut, TurnFilter, print_turns, seat_named};
use crate::{Done, usage};
use agon_core::{Contest, Scribe, safe_line};
use agon_games::Visitor;
use agon_replay::{EXTENSION, Playback, Replay, TurnLogger};
use agon_runner::{FeedFault, Moment, Waiting, play_fork};
use anyhow::Context;
use std::collections::BTreeSet;
use std::io::Write;
use std::path::PathBuf;

pub fn run(args: &ForkArgs, out: &mut dyn Write) -> anyhow::Result<Done> {
    let replay = open(&args.file)?;
    with_game(&replay.header.game, ForkMatch { args, replay: &replay, out })?
}

struct ForkMatch<'a> {
    args: &'a ForkArgs,
    replay: &'a Replay,
    out: &'a mut dyn Write,
}

impl Visitor for ForkMatch<'_> {
    type Out = anyhow::Result<Done>;
    fn visit<G: Contest>(self) -> anyhow::Result<Done> {
        let ForkMatch { args, replay, out } = self;
        let shown = || args.file.display().to_string();
        Playback::<G>::open(replay).with_context(shown)?;
        let seats = replay.header.seats.len();
        let at = moment::<G>(&args.at, seats)?;
        let words = bots::<G>(args, replay)?;
        let filter = args.log.as_ref().map(|seat| TurnFilter::new::<G>(seat.as_deref(), seats));
        let filter = filter.transpose()?;
        let output = args.output.clone().unwrap_or_else(|| default_output(args));
        // A device or a pipe can be written to; a file is kept.
        if output.is_file() {
            let shown = output.display();
            return Err(usage(format!("{shown} is already there: name another file with -o")));
        }
        let waiting = Waiting::default();
        let players = listed(args.run.players::<G>(&words)?, &waiting);
        let names = players.iter().map(|player| player.name.clone()).collect();
        let teller =
            PatienceTeller::start::<G>(&waiting, names, |sentence| eprintln!("{sentence}"));
        let played = {
            let shared = SharedOut::new(out);
            let mut print = print_turns(filter.as_ref(), &shared);
            let mut logger = TurnLogger::new(at.round, &mut print);
            let scribe: &mut dyn Scribe<G> = if filter.is_some() { &mut logger } else { &mut () };
            let sitting = players.iter().collect();
            let played = play_fork(replay, at, sitting, ENGINE, Some(now()), scribe, &mut |_| {});
            shared.finish()?;
            played
        };
        drop(teller);
        let played = played.map_err(|fault| match fault {
            FeedFault::NoSuchMoment { .. } | FeedFault::TooEarly { .. } => usage(fault.to_string()),
            other => anyhow::Error::new(other).context(shown()),
        })?;
        let forked = played.replay.as_ref().expect("a fork is always recorded");
        let bytes = forked.to_bytes();
        files::write(&output, &bytes)?;
        summarise(forked, out)?;
        let names: Vec<&str> = players.iter().map(|player| player.name.as_str()).collect();
        print_programs::<G>(&names, &played.reports, filter.as_ref(), out)?;
        let path = output.display().to_string();
        writeln!(out, "Replay: {path} ({})", size(bytes.len()))?;
        writeln!(out, "Watch:  {} watch {}", me(), shell_word(&path))?;
        Ok(Done::Well)
    }
}

/// The turn that `ROUND` or `ROUND:SEAT` names.
fn moment<G: Contest>(word: &str, seats: usize) -> anyhow::Result<Moment> {
    let (round, seat) =
        word.split_once(':').map_or((word, None), |(round, seat)| (round, Some(seat)));
    let round = round.parse().map_err(|_| {
        usage(format!(
            "`{word}` is not a turn: write a round such as 40, or a seat's turn such as 40:{}",
            G::INFO.seat_names[0]
        ))
    })?;
    Ok(Moment { round, seat: seat.map(|name| seat_named::<G>(name, seats)).transpose()? })
}

/// The bots by seat: those of `--seat`, and for the other seats the built-in bots of the replay.
fn bots<G: Contest>(args: &ForkArgs, replay: &Replay) -> anyhow::Result<Vec<String>> {
    let seats = &replay.header.seats;
    let mut words: Vec<Option<String>> = seats
        .iter()
        .map(|seat| seat.bot.starts_with("builtin:").then(|| seat.bot.clone()))
        .collect();
    let mut taken = BTreeSet::new();
    for word in &args.seats {
        let Some((seat, bot)) = word.split_once('=').filter(|(_, bot)| !bot.is_empty()) else {
            return Err(usage(format!(
                "`{word}` is not a seat and a bot, such as {}=my_bot",
                G::INFO.seat_names[0]
            )));
        };
        let index = seat_named::<G>(seat, seats.len())?.index();
        if !taken.insert(index) {
            return Err(usage(format!("--seat names {seat} twice: give each seat one bot")));
        }
        words[index] = Some(bot.to_owned());
    }
    let missing =
        words.iter().zip(G::INFO.seat_names.iter().zip(seats)).find(|(word, _)| word.is_none());
    if let Some((_, (name, seat))) = missing {
        let bot = safe_line(&seat.bot);
        return Err(usage(format!(
            "{name} was played by {bot}: name a bot for it with --seat {name}=BOT"
        )));
    }
    Ok(words.into_iter().flatten().collect())
}

/// Beside the replay: its name and the turn.
fn default_output(args: &ForkArgs) -> PathBuf {
    let turn = args.at.replace(':', "-");
    args.file.with_file_name(format!("{}-fork-{turn}.{EXTENSION}", files::stem(&args.file)))
}
