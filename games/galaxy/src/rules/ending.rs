//! R11 The end of the game: the winner and the sentence.

use crate::state::GalaxyCommander;
use crate::types::Side;
use agon_core::Outcome;
use std::cmp::Ordering;

impl GalaxyCommander {
    /// R11 The agent with more systems wins; the same number is a draw.
    pub(crate) fn outcome(&self) -> Outcome {
        let owned = Side::BOTH.map(|side| self.planes().count(side.colour()));
        let scores = owned.map(|n| n as f64);
        let total = self.galaxy().len();
        let winner = match owned[0].cmp(&owned[1]) {
            Ordering::Greater => Side::Blue,
            Ordering::Less => Side::Red,
            Ordering::Equal => {
                let sentence = format!("both own {} of {total} systems", owned[0]);
                return Outcome::drawn(scores, "draw", sentence);
            }
        };
        let loser = winner.other();
        let sentence = format!(
            "{winner} owns {} of {total} systems, {loser} {}",
            owned[winner.index()],
            owned[loser.index()],
        );
        Outcome::won_by(winner.seat(), scores, "systems", sentence)
    }
}
