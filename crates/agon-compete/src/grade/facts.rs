//! What a run's log tells conditions about a game.

use crate::Played;
use agon_expect::{Condition, Facts, GameResult, Measure};

/// A game of a log, for one of its seats.
#[derive(Copy, Clone, Debug)]
pub struct SeatFacts<'a> {
    /// The game.
    pub game: &'a Played,
    /// The seat.
    pub seat: usize,
}

impl Facts for SeatFacts<'_> {
    fn value(&self, measure: Measure) -> Option<f64> {
        let SeatFacts { game, seat } = *self;
        match measure {
            Measure::Rounds => Some(game.rounds.into()),
            Measure::Faults => Some(f64::from(u8::from(game.faults.get(seat)?.is_some()))),
            _ => {
                let result =
                    GameResult { ranks: &game.ranks, scores: &game.scores, most: game.most };
                result.value(measure, seat)
            }
        }
    }
}

/// Why a condition cannot be checked with a log: it reads something that logs do not contain.
pub(super) fn unknown_to_logs(condition: &Condition) -> Option<String> {
    let is_known = |measure: Measure| {
        measure.needs_result() || matches!(measure, Measure::Rounds | Measure::Faults)
    };
    let known = || {
        let words: Vec<&str> = Measure::all().filter(|m| is_known(*m)).map(Measure::word).collect();
        words.join(", ")
    };
    let measure = condition.measures().find(|measure| !is_known(*measure)).map(Measure::word);
    let word = measure.or_else(|| condition.calls().next().map(|_| "calls"))?;
    Some(format!("grading does not record `{word}`; use one of {}", known()))
}
