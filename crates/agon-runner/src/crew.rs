//! Bots as Rust values: one instance for each actor of a seat, all in this process.

use crate::Player;
use crate::program::{Ended, IncidentKind, Program, Report, Seating, Trouble};
use agon_core::{Actor, Bot, Game, Outcome, Turn, Why, split_seed};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Rounds between two searches for bots whose actors are gone. They only take memory.
const CLOSE_EVERY: u32 = 8;

/// Makes a bot instance for an actor; all its randomness comes from the seed.
pub type Make<G> = dyn Fn(Actor, u64) -> Box<dyn Bot<G>> + Send + Sync;

impl<G: Game> Player<G> {
    /// A player whose bots are Rust values, one for each actor.
    pub fn of_bots(
        name: impl Into<String>,
        make: impl Fn(Actor, u64) -> Box<dyn Bot<G>> + Send + Sync + 'static,
    ) -> Player<G> {
        let make: std::sync::Arc<Make<G>> = std::sync::Arc::new(make);
        let sit = move |seating: &Seating<'_>| {
            let crew = Crew {
                make: make.clone(),
                seed: seating.seed,
                bots: Bots::new(),
                report: Report::default(),
            };
            Ok(Box::new(crew) as Box<dyn Program<G>>)
        };
        Player { name: name.into(), hash: None, sit: Box::new(sit) }
    }
}

struct Crew<G: Game> {
    make: std::sync::Arc<Make<G>>,
    seed: u64,
    bots: Bots<dyn Bot<G>>,
    report: Report,
}

/// The bots of a seat in the order in which they had their turns. Most games ask the actors of a seat in
/// the same order round by round, so a bot is nearly always found at the first try.
struct Bots<B: ?Sized> {
    bots: Vec<(Actor, Box<B>)>,
    /// Where the actor is expected that is asked next.
    next: usize,
}

impl<B: ?Sized> Bots<B> {
    fn new() -> Bots<B> {
        Bots { bots: Vec::new(), next: 0 }
    }

    /// The bot of an actor, made now if there is none.
    fn get_or_make(&mut self, actor: Actor, make: impl FnOnce() -> Box<B>) -> &mut B {
        let is_expected = self.bots.get(self.next).is_some_and(|(other, _)| *other == actor);
        if !is_expected {
            self.search(actor, make);
        }
        let bot = &mut self.bots[self.next].1;
        self.next += 1;
        bot
    }

    /// Expects an actor where it is. A new one gets its place before the actor that was expected, as in the
    /// order of the turns.
    fn search(&mut self, actor: Actor, make: impl FnOnce() -> Box<B>) {
        match self.bots.iter().position(|(other, _)| *other == actor) {
            Some(place) => self.next = place,
            None => self.bots.insert(self.next, (actor, make())),
        }
    }

    fn retain(&mut self, is_kept: impl Fn(Actor) -> bool) {
        self.bots.retain(|(actor, _)| is_kept(*actor));
    }

    /// Expects the actor first that had the first turn.
    fn begin_round(&mut self) {
        self.next = 0;
    }
}

impl<G: Game> Program<G> for Crew<G> {
    /// These bots are not on the clock: a match between them must come out the same on every
    /// machine.
    fn turn(&mut self, view: &G::View, turn: &mut Turn<'_, G>) -> Result<Ended, Trouble> {
        let actor = turn.actor();
        let make = || (self.make)(actor, split_seed(self.seed, actor.0.into()));
        let bot = self.bots.get_or_make(actor, make);
        self.report.turns += 1;
        let why = match catch_unwind(AssertUnwindSafe(|| bot.turn(view, turn))) {
            Ok(Ok(())) => {
                turn.play_draft(); // it returned without ending its turn: its draft counts
                Why::Done
            }
            Ok(Err(_)) => Why::Paused,
            Err(_) => {
                let round = turn.round();
                let sentence = format!("its code panicked in round {round}");
                self.report.add(round, IncidentKind::Exception, sentence);
                Why::Failed
            }
        };
        Ok(Ended { why, seconds: 0.0 })
    }

    fn close_gone(&mut self, game: &G) {
        if game.round().is_multiple_of(CLOSE_EVERY) {
            self.bots.retain(|actor| !game.is_gone(actor));
        }
        self.bots.begin_round();
    }

    fn over(self: Box<Self>, _outcome: &Outcome) -> Report {
        self.report
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(bots: &mut Bots<u32>, actors: &[u32]) -> Vec<u32> {
        bots.begin_round();
        let made = |&actor: &u32| *bots.get_or_make(Actor(actor), || Box::new(actor));
        actors.iter().map(made).collect()
    }

    fn order(bots: &Bots<u32>) -> Vec<u32> {
        bots.bots.iter().map(|(actor, _)| actor.0).collect()
    }

    #[test]
    fn each_actor_has_its_own_bot_in_any_order_of_turns() {
        let mut bots = Bots::new();
        for round in [&[3, 1][..], &[3, 5, 1], &[1, 5, 3], &[5, 5, 1], &[3, 5, 7, 1]] {
            assert_eq!(asked(&mut bots, round), round);
        }
        assert_eq!(order(&bots), [3, 5, 7, 1]);
        bots.retain(|actor| actor != Actor(5));
        assert_eq!(asked(&mut bots, &[3, 7, 1]), [3, 7, 1]);
        assert_eq!(order(&bots), [3, 7, 1]);
    }
}
