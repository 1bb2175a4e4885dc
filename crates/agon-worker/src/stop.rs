//! Players whose matches can be stopped: a cancelled game ends before the next turn.

use agon_core::{Game, Outcome, Turn};
use agon_runner::{Ended, Player, Program, Report, Seating, Trouble};
use agon_server::play::Progress;

/// A player that plays no further turn once `progress` is stopped. The match then has no result.
pub fn stoppable<G: Game + 'static>(player: Player<G>, progress: &Progress) -> Player<G> {
    let (sit, progress) = (player.sit, progress.clone());
    let sit = move |seating: &Seating<'_>| {
        let program = sit(seating)?;
        let stoppable = Stoppable { program, progress: progress.clone() };
        Ok(Box::new(stoppable) as Box<dyn Program<G>>)
    };
    Player { sit: Box::new(sit), ..player }
}

struct Stoppable<G: Game> {
    program: Box<dyn Program<G>>,
    progress: Progress,
}

impl<G: Game> Program<G> for Stoppable<G> {
    fn turn(&mut self, view: &G::View, turn: &mut Turn<'_, G>) -> Result<Ended, Trouble> {
        if self.progress.is_stopped() {
            return Err(Trouble("the game was stopped: its result is not wanted".into()));
        }
        self.program.turn(view, turn)
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
