//! Bots as Rust values: one instance for each actor of a seat, all in this process.

use crate::Player;
use crate::program::{Ended, IncidentKind, Program, Report, Seating, Trouble};
use agon_core::{Actor, Bot, Game, Outcome, Turn, Why, split_seed};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

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
                bots: BTreeMap::new(),
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
    bots: BTreeMap<Actor, Box<dyn Bot<G>>>,
    report: Report,
}

impl<G: Game> Program<G> for Crew<G> {
    /// These bots are not on the clock: a match between them must come out the same on every
    /// machine.
    fn turn(&mut self, view: &G::View, turn: &mut Turn<'_, G>) -> Result<Ended, Trouble> {
        let actor = turn.actor();
        let make = || (self.make)(actor, split_seed(self.seed, actor.0.into()));
        let bot = self.bots.entry(actor).or_insert_with(make);
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
        self.bots.retain(|&actor, _| !game.is_gone(actor));
    }

    fn over(self: Box<Self>, _outcome: &Outcome) -> Report {
        self.report
    }
}
