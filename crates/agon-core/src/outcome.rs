//! How a game ended: who stands where, with what score, and why.

use crate::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// The result of a finished game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Outcome {
    /// One entry per seat, in seat order.
    pub standings: Vec<Standing>,
    /// What decided it.
    pub reason: Reason,
}

/// Where one seat ended up.
#[derive(Copy, Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Standing {
    /// 1 is best; seats that tie share the better rank.
    pub rank: u8,
    /// The number people compare (tiles, systems, points); for showing, never for ranking.
    pub score: f64,
}

/// What decided a game, for programs and for people.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Reason {
    /// A short stable word, such as `tiles` or `timeout`.
    pub code: Cow<'static, str>,
    /// A full sentence.
    pub sentence: String,
}

impl Outcome {
    /// Whether this is the same result as another. Nouns in the sentences may differ in number: earlier
    /// versions wrote "1 robots" into replays.
    pub fn is_same_as(&self, other: &Outcome) -> bool {
        let singular = |outcome: &Outcome| {
            let sentence = format!("{} ", outcome.reason.sentence);
            sentence.replace("s ", " ").replace("s,", ",").replace("s;", ";")
        };
        self.standings == other.standings
            && self.reason.code == other.reason.code
            && singular(self) == singular(other)
    }

    /// A game of two that has a winner.
    pub fn won_by(winner: Seat, scores: [f64; 2], code: &'static str, sentence: String) -> Outcome {
        let standings = [0u8, 1]
            .map(|s| Standing {
                rank: if Seat(s) == winner { 1 } else { 2 },
                score: scores[usize::from(s)],
            })
            .to_vec();
        Outcome { standings, reason: Reason { code: Cow::Borrowed(code), sentence } }
    }

    /// A game without a winner: every seat has rank 1.
    pub fn drawn(
        scores: impl IntoIterator<Item = f64>,
        code: &'static str,
        sentence: String,
    ) -> Outcome {
        let standings = scores.into_iter().map(|score| Standing { rank: 1, score }).collect();
        Outcome { standings, reason: Reason { code: Cow::Borrowed(code), sentence } }
    }

    /// The only seat of rank 1, or `None` when the first place is shared.
    pub fn winner(&self) -> Option<Seat> {
        let mut firsts = self.standings.iter().enumerate().filter(|(_, s)| s.rank == 1);
        let first = firsts.next()?;
        firsts.next().is_none().then_some(Seat(first.0 as u8))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_the_same_up_to_the_number_of_nouns() {
        let ended = |sentence: &str| Outcome::won_by(Seat(0), [1.0, 0.0], "tiles", sentence.into());
        let result = ended("1 tile each; blue has 1 robot, red 0");
        for (other, is_same) in [
            ("1 tile each; blue has 1 robot, red 0", true),
            ("1 tiles each; blue has 1 robots, red 0", true),
            ("1 tile each; red has 1 robot, blue 0", false),
            ("1 tile each; blue has 2 robots, red 0", false),
            ("1 tile each; blue has 1 robot, red 0 s", false),
            ("", false),
        ] {
            assert_eq!(result.is_same_as(&ended(other)), is_same, "{other}");
        }
        let sentence = result.reason.sentence.clone();
        let other_code = Outcome::won_by(Seat(0), [1.0, 0.0], "robots", sentence.clone());
        let other_winner = Outcome::won_by(Seat(1), [1.0, 0.0], "tiles", sentence);
        assert!(!result.is_same_as(&other_code) && !result.is_same_as(&other_winner));
    }
}
