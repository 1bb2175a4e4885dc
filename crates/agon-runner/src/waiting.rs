//! Which programs a match is waiting for, and since when: for messages about progress.

use crate::Player;
use crate::program::{Ended, Program, Report, Seating, Trouble};
use agon_core::{Game, Outcome, Seat, Turn};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// A program that a match is waiting for.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Wait {
    /// Its seat.
    pub seat: Seat,
    /// The round of the turn that it plays; `None` while it starts.
    pub round: Option<u32>,
    /// When the turn or the start began.
    pub since: Instant,
}

/// The programs that one match is waiting for. Clones share the list.
#[derive(Clone, Debug, Default)]
pub struct Waiting(Arc<Mutex<Vec<Wait>>>);

impl Waiting {
    /// The programs that the match waits for at this moment.
    pub fn now(&self) -> Vec<Wait> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Lists a wait while `act` runs.
    fn during<T>(&self, seat: Seat, round: Option<u32>, act: impl FnOnce() -> T) -> T {
        let wait = Wait { seat, round, since: Instant::now() };
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(wait);
        let result = act();
        self.0.lock().unwrap_or_else(PoisonError::into_inner).retain(|other| *other != wait);
        result
    }
}

impl<G: Game> Player<G> {
    /// The same player, whose starts and turns are listed in `waiting`.
    pub fn listed_in(self, waiting: &Waiting) -> Player<G> {
        let Player { name, hash, sit } = self;
        let waiting = waiting.clone();
        let sit = move |seating: &Seating<'_>| {
            let program = waiting.during(seating.seat, None, || sit(seating))?;
            let listed = Listed { program, seat: seating.seat, waiting: waiting.clone() };
            Ok(Box::new(listed) as Box<dyn Program<G>>)
        };
        Player { name, hash, sit: Box::new(sit) }
    }
}

/// A program whose turns are listed.
struct Listed<G: Game> {
    program: Box<dyn Program<G>>,
    seat: Seat,
    waiting: Waiting,
}

impl<G: Game> Program<G> for Listed<G> {
    fn turn(&mut self, view: &G::View, turn: &mut Turn<'_, G>) -> Result<Ended, Trouble> {
        let Listed { program, seat, waiting } = self;
        waiting.during(*seat, Some(turn.round()), || program.turn(view, turn))
    }

    fn thinks_apart(&self) -> bool {
        self.program.thinks_apart()
    }

    fn close_gone(&mut self, game: &G) {
        self.program.close_gone(game);
    }

    fn over(self: Box<Self>, outcome: &Outcome) -> Report {
        self.program.over(outcome)
    }
}
