//! What conditions can read about a finished game.

/// A quantity of a finished game for one seat.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Measure {
    /// The score.
    Score,
    /// The score divided by the map's maximum, for games that report a maximum.
    Share,
    /// The score minus that of the best other seat.
    Margin,
    /// The rank, 1 is best.
    Rank,
    /// 1 for an unshared first place, else 0.
    Won,
    /// The last round played.
    Rounds,
    /// How often the bot broke the protocol, crashed or was late. Gradings record only whether it did: 0
    /// or 1.
    Faults,
    /// Turns of the bot.
    Turns,
    /// Calls of the bot, questions included.
    Calls,
    /// Calls of the bot that the game refused.
    Refusals,
    /// Milliseconds of the longest turn.
    Longest,
    /// Milliseconds of a turn on average.
    Mean,
    /// The most memory that the bot had at once, in MB.
    Memory,
}

/// Names of the measures.
const MEASURES: [(&str, Measure); 13] = [
    ("score", Measure::Score),
    ("share", Measure::Share),
    ("margin", Measure::Margin),
    ("rank", Measure::Rank),
    ("won", Measure::Won),
    ("rounds", Measure::Rounds),
    ("faults", Measure::Faults),
    ("turns", Measure::Turns),
    ("calls", Measure::Calls),
    ("refusals", Measure::Refusals),
    ("longest", Measure::Longest),
    ("mean", Measure::Mean),
    ("memory", Measure::Memory),
];

impl Measure {
    /// All measures.
    pub fn all() -> impl Iterator<Item = Measure> {
        MEASURES.iter().map(|(_, measure)| *measure)
    }

    /// The measure with this name.
    pub fn from_word(word: &str) -> Option<Measure> {
        MEASURES.iter().find(|(known, _)| *known == word).map(|(_, measure)| *measure)
    }

    /// The name.
    pub fn word(self) -> &'static str {
        MEASURES.iter().find(|(_, measure)| *measure == self).map_or("", |(word, _)| word)
    }

    /// Whether only a match that was played to its end has it.
    pub fn needs_result(self) -> bool {
        use Measure::{Margin, Rank, Score, Share, Won};
        matches!(self, Score | Share | Margin | Rank | Won)
    }

    /// The units that a number may and must have, each with its value; the first one is used for printing.
    pub(crate) fn units(self) -> &'static [(&'static str, f64)] {
        match self {
            Measure::Longest | Measure::Mean => &[("ms", 1.0), ("s", 1000.0)],
            Measure::Memory => {
                &[("MB", 1.0), ("GB", 1000.0), ("MiB", 1.048576), ("GiB", 1073.741824)]
            }
            _ => &[],
        }
    }
}

/// What is known about a finished game for one seat.
pub trait Facts {
    /// The value of a measure; `None` if it is not known.
    fn value(&self, measure: Measure) -> Option<f64>;

    /// The turn in which the bot first made this call, counted from 1; `None` if it never did. The outer
    /// `None` says that calls were not observed.
    fn first_call(&self, _call: &str) -> Option<Option<u64>> {
        None
    }
}

/// The result of a game.
#[derive(Clone, Debug)]
pub struct GameResult<'a> {
    /// Ranks by seat, 1 is best.
    pub ranks: &'a [u8],
    /// Scores by seat.
    pub scores: &'a [f64],
    /// The highest possible score, if the game reports it.
    pub most: Option<f64>,
}

impl GameResult<'_> {
    /// The value of a measure that [needs a result](Measure::needs_result); `None` for the others and for
    /// what the game does not report.
    pub fn value(&self, measure: Measure, seat: usize) -> Option<f64> {
        let score = *self.scores.get(seat)?;
        let rank = *self.ranks.get(seat)?;
        Some(match measure {
            Measure::Score => score,
            Measure::Share => score / self.most.filter(|most| *most > 0.0)?,
            Measure::Margin => {
                let others = self.scores.iter().enumerate().filter(|(other, _)| *other != seat);
                let best = others.map(|(_, score)| *score).fold(f64::NEG_INFINITY, f64::max);
                if best.is_finite() { score - best } else { score }
            }
            Measure::Rank => rank.into(),
            Measure::Won => {
                let firsts = self.ranks.iter().filter(|rank| **rank == 1).count();
                f64::from(u8::from(rank == 1 && firsts == 1))
            }
            _ => return None,
        })
    }
}
