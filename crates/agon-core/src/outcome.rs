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
