//! Gives programs the views of a recorded match, and collects what they say.
//!
//! The match goes on as it was recorded, whatever the programs say: each turn is played on a copy of the
//! position. A program that says the same as in the record gets the same answers.

use crate::Player;
use crate::one::{seed_of_seat, stopped};
use crate::program::{Program, Report, Seating, Trouble};
use agon_core::{Actor, Contest, End, Game, Now, Scribe, Seat, Turn, Why};
use agon_replay::{Playback, Replay, ReplayFault, TurnLog, TurnLogger};
use std::cell::Cell;
use std::ops::ControlFlow;
use thiserror::Error;

/// Programs by seat; seats without one are not asked.
pub(crate) type Programs<G> = Vec<Option<Box<dyn Program<G>>>>;

/// One recorded turn, and what a program said in its place.
#[derive(Clone, Debug)]
pub struct FedTurn<G: Game> {
    /// The round.
    pub round: u32,
    /// The seat of the program.
    pub seat: Seat,
    /// The actor.
    pub actor: Actor,
    /// The recorded orders.
    pub recorded: Vec<G::Call>,
    /// Why the recorded turn ended.
    pub recorded_why: Why,
    /// The orders that the program gave now.
    pub said: Vec<G::Call>,
    /// Why its turn ended now.
    pub why: Why,
    /// The program's turn as text, with its output and its questions.
    pub log: TurnLog,
}

impl<G: Game> FedTurn<G> {
    /// The index of the first order that differs; the length of the shorter list if one list is longer.
    pub fn first_difference(&self) -> Option<usize> {
        let equal = self.recorded.iter().zip(&self.said).take_while(|(a, b)| a == b).count();
        (equal < self.recorded.len().max(self.said.len())).then_some(equal)
    }
}

/// Why a recorded match could not be given to a program.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the error texts document the variants")]
pub enum FeedFault {
    #[error(transparent)]
    Replay(#[from] ReplayFault),
    #[error(transparent)]
    Trouble(#[from] Trouble),
    #[error("the replay ends in round {last}, before {wanted}")]
    NoSuchMoment { wanted: String, last: u32 },
    #[error("there is no {wanted}: rounds are counted from {first}")]
    TooEarly { wanted: String, first: u32 },
}

/// Plays the replay and gives `player` every turn of `seat`, until `hear` breaks off. Returns the report on
/// the player's program.
pub fn feed<G: Contest>(
    replay: &Replay,
    seat: Seat,
    player: &Player<G>,
    hear: &mut dyn FnMut(FedTurn<G>) -> ControlFlow<()>,
) -> Result<Report, FeedFault> {
    let mut playback = Playback::<G>::open(replay)?;
    let header = &replay.header;
    let seating = Seating {
        seat,
        seats: header.seats.len(),
        seed: seed_of_seat(header.seed, header.lot, seat),
        rules: header.rules,
        map: &header.map,
        tournament: header.tournament,
    };
    let mut programs: Programs<G> = header.seats.iter().map(|_| None).collect();
    programs[seat.index()] = Some((player.sit)(&seating)?);
    let is_over = Cell::new(false);
    let mut hear = |turn| is_over.set(hear(turn).is_break());
    let mut feeder = Feeder::new(&playback.game, programs, &mut hear);
    let played = playback.run_until(&mut feeder, &mut |_| is_over.get());
    let programs = feeder.finish()?;
    let outcome = match played? {
        Some(verified) => verified.outcome,
        None => stopped(header.seats.len(), "the replay was not played further".into()),
    };
    let mut reports = programs.into_iter().flatten().map(|program| program.over(&outcome));
    Ok(reports.next().unwrap_or_default())
}

/// A scribe that hears a recorded match and asks programs to play its turns again.
pub(crate) struct Feeder<'a, G: Contest> {
    programs: Programs<G>,
    hear: &'a mut dyn FnMut(FedTurn<G>),
    /// The position before the turn that is being recorded.
    before: G,
    /// The orders of that turn so far.
    recorded: Vec<G::Call>,
    view: G::View,
    trouble: Option<Trouble>,
}

impl<'a, G: Contest> Feeder<'a, G> {
    pub fn new(
        game: &G,
        programs: Programs<G>,
        hear: &'a mut dyn FnMut(FedTurn<G>),
    ) -> Feeder<'a, G> {
        let (before, view) = (game.clone(), G::View::default());
        Feeder { programs, hear, before, recorded: Vec::new(), view, trouble: None }
    }

    /// The programs, or the trouble that stopped them.
    pub fn finish(self) -> Result<Programs<G>, Trouble> {
        self.trouble.map_or(Ok(self.programs), Err)
    }

    /// Lets the actor's program play the turn that was just recorded, on a copy of the position before it.
    fn ask(&mut self, actor: Actor, recorded_why: Why) {
        let recorded = std::mem::take(&mut self.recorded);
        let is_on_turn = matches!(self.before.now(), Now::Turn(actors) if actors.contains(&actor));
        let seat = self.before.seat(actor);
        let program = self.programs.get_mut(seat.index()).and_then(Option::as_mut);
        let (Some(program), true, None) = (program, is_on_turn, &self.trouble) else { return };
        let mut copy = self.before.clone();
        copy.view(actor, &mut self.view);
        let (round, mut said, mut log) = (copy.round(), Orders(Vec::new()), None);
        let mut keep = |turn| log = Some(turn);
        let mut logger = TurnLogger::new(round, &mut keep);
        let mut both: (&mut dyn Scribe<G>, &mut dyn Scribe<G>) = (&mut said, &mut logger);
        let mut turn = Turn::open(&mut copy, actor, &mut both);
        let why = match program.turn(&self.view, &mut turn) {
            Ok(ended) => turn.close(ended.why, ended.seconds).why,
            Err(trouble) => {
                self.trouble = Some(trouble);
                return;
            }
        };
        let log = log.expect("the logger hands every turn on that was closed");
        (self.hear)(FedTurn { round, seat, actor, recorded, recorded_why, said: said.0, why, log });
    }
}

impl<G: Contest> Scribe<G> for Feeder<'_, G> {
    fn call(&mut self, _: &G, _: Actor, call: &G::Call, _: &G::Reply) {
        if G::is_order(call) {
            self.recorded.push(call.clone());
        }
    }

    fn end(&mut self, game: &G, actor: Actor, end: &End) {
        self.ask(actor, end.why);
        if game.round() != self.before.round() {
            self.programs.iter_mut().flatten().for_each(|program| program.close_gone(game));
        }
        self.before.clone_from(game);
    }
}

/// Collects the orders of one turn.
struct Orders<C>(Vec<C>);

impl<G: Game> Scribe<G> for Orders<G::Call> {
    fn call(&mut self, _: &G, _: Actor, call: &G::Call, _: &G::Reply) {
        if G::is_order(call) {
            self.0.push(call.clone());
        }
    }

    fn end(&mut self, _: &G, _: Actor, _: &End) {}
}
