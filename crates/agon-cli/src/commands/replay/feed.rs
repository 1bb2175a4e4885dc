//! `agon replay feed`: gives a bot the views of a recorded match and compares its orders with the record.

use super::open;
use crate::args::FeedArgs;
use crate::bots::one_player;
use crate::commands::play::print_incidents;
use crate::files::with_game;
use crate::patience::PatienceTeller;
use crate::report::grouped;
use crate::turns::seat_named;
use crate::{Done, usage};
use agon_core::{Contest, Seat, Why, safe_line};
use agon_games::Visitor;
use agon_replay::{Header, Playback, Replay, plain_words};
use agon_runner::{FedTurn, Player, Waiting, feed};
use anyhow::Context;
use std::io::{self, Write};
use std::ops::ControlFlow;

pub fn run(args: &FeedArgs, out: &mut dyn Write) -> anyhow::Result<Done> {
    let replay = open(&args.file)?;
    with_game(&replay.header.game, Feed { args, replay: &replay, out })?
}

struct Feed<'a> {
    args: &'a FeedArgs,
    replay: &'a Replay,
    out: &'a mut dyn Write,
}

impl Visitor for Feed<'_> {
    type Out = anyhow::Result<Done>;
    fn visit<G: Contest>(self) -> anyhow::Result<Done> {
        let Feed { args, replay, out } = self;
        let shown = || args.file.display().to_string();
        let first = Playback::<G>::open(replay).with_context(shown)?.game.round();
        let mut options = args.run.options_beside(std::slice::from_ref(&args.bot));
        options.patience.clock = false;
        let waiting = Waiting::default();
        let player = one_player::<G>(&args.bot, &options)?.listed_in(&waiting);
        let seat = match &args.seat {
            Some(name) => seat_named::<G>(name, replay.header.seats.len())?,
            None => seat_of(&player, &replay.header)?,
        };
        if let Some(at) = args.at.filter(|&at| at < first) {
            return Err(usage(format!("there is no round {at}: rounds are counted from {first}")));
        }
        if args.at.is_some_and(|at| at > replay.header.rounds) {
            let last = replay.header.rounds;
            return Err(usage(format!("the match ended in round {last}: choose an earlier --at")));
        }
        let name = G::INFO.seat_names[seat.index()];
        writeln!(out, "{} gets the views of {name} in {}", player.name, args.file.display())?;
        let names = vec![player.name.clone(); replay.header.seats.len()];
        let teller =
            PatienceTeller::start::<G>(&waiting, names, |sentence| eprintln!("{sentence}"));
        let mut comparison =
            Comparison { args, out, turns: 0, orders: 0, different: 0, died: None, failed: None };
        let report = feed(replay, seat, &player, &mut |turn: FedTurn<G>| comparison.add(&turn));
        let report = report.with_context(shown)?;
        drop(teller);
        let Comparison { out, turns, orders, different, died, failed, .. } = comparison;
        if let Some(error) = failed {
            return Err(error.into());
        }
        let is_shown = args.log && args.at.is_none();
        print_incidents(&format!("{name} ({})", player.name), &report, is_shown, out)?;
        let (turns, orders) = (grouped(turns), grouped(orders));
        writeln!(
            out,
            "Turns compared: {turns}; orders: {orders}; turns that differ: {}.",
            grouped(different)
        )?;
        if let Some(round) = died {
            writeln!(
                out,
                "Stopped in round {round}: the bot is dead there, and was not in the record."
            )?;
        } else if different > 0 && !args.all {
            writeln!(out, "Stopped at the first difference; --all compares every turn.")?;
        }
        Ok(if different == 0 && died.is_none() { Done::Well } else { Done::Badly })
    }
}

/// The seat that this bot played: by the fingerprint of its files, or else by its name.
fn seat_of<G: Contest>(player: &Player<G>, header: &Header) -> anyhow::Result<Seat> {
    let seats = || header.seats.iter().enumerate();
    let by_hash = seats().filter(|(_, seat)| seat.hash.is_some() && seat.hash == player.hash);
    let by_name = seats().filter(|(_, seat)| seat.bot == player.name);
    for found in [by_hash.collect::<Vec<_>>(), by_name.collect()] {
        if let [(seat, _)] = found[..] {
            return Ok(Seat(seat as u8));
        }
    }
    let seats: Vec<String> = header
        .seats
        .iter()
        .map(|seat| format!("{} ({})", safe_line(&seat.seat), safe_line(&seat.bot)))
        .collect();
    let seats = seats.join(", ");
    Err(usage(format!("cannot tell which seat is meant: choose one with --seat: {seats}")))
}

/// Counts and prints the differences.
struct Comparison<'a> {
    args: &'a FeedArgs,
    out: &'a mut dyn Write,
    turns: u64,
    orders: u64,
    different: u64,
    /// The round in which the bot was dead, unless it was dead in the record, too.
    died: Option<u32>,
    failed: Option<io::Error>,
}

impl Comparison<'_> {
    fn add<G: Contest>(&mut self, turn: &FedTurn<G>) -> ControlFlow<()> {
        if self.args.at.is_some_and(|at| turn.round < at) {
            return ControlFlow::Continue(());
        }
        self.turns += 1;
        self.orders += turn.recorded.len() as u64;
        let is_dead = turn.why == Why::Gone && turn.recorded_why != Why::Gone;
        self.died = is_dead.then_some(turn.round);
        // The cause is told at the end; what a dead bot does not say explains nothing.
        let difference = if is_dead { None } else { difference(turn) };
        let log = self.args.log.then(|| turn.log.to_string());
        let text = [log, difference.clone()].into_iter().flatten().collect::<String>();
        self.failed = self.out.write_all(text.as_bytes()).and_then(|()| self.out.flush()).err();
        self.different += u64::from(difference.is_some());
        let is_enough =
            is_dead || self.failed.is_some() || (difference.is_some() && !self.args.all);
        if is_enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// What differs in a turn, as text; `None` if it is as recorded.
fn difference<G: Contest>(turn: &FedTurn<G>) -> Option<String> {
    let heading = turn.log.heading.trim_end_matches(':');
    if let Some(at) = turn.first_difference() {
        let order =
            |orders: &[G::Call]| orders.get(at).map_or("(no further order)".into(), plain_words);
        let (recorded, now) = (order(&turn.recorded), order(&turn.said));
        let number = at + 1;
        return Some(format!(
            "{heading}: order {number} differs.\n  recorded: {recorded}{}\n  now:      {now}{}\n",
            ending(turn.recorded_why),
            ending(turn.why)
        ));
    }
    // The clock is off here, so a recorded timeout does not repeat.
    let is_other_end = turn.why != turn.recorded_why && turn.recorded_why != Why::OutOfTime;
    is_other_end.then(|| {
        let (recorded, now) = (word(turn.recorded_why), word(turn.why));
        format!(
            "{heading}: the turn ends differently.\n  recorded: {recorded}\n  now:      {now}\n"
        )
    })
}

/// The unusual end of a turn, in brackets.
fn ending(why: Why) -> String {
    if why == Why::Done { String::new() } else { format!(" (turn ended: {})", word(why)) }
}

fn word(why: Why) -> String {
    plain_words(&why).replace('_', " ")
}
