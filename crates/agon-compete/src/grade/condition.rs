//! Conditions on a finished game: `share >= 1`, `won and faults == 0`.

use crate::Played;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

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
    /// Rounds played.
    Rounds,
    /// 1 if the bot committed a fault, else 0.
    Faults,
}

const MEASURES: [(&str, Measure); 7] = [
    ("score", Measure::Score),
    ("share", Measure::Share),
    ("margin", Measure::Margin),
    ("rank", Measure::Rank),
    ("won", Measure::Won),
    ("rounds", Measure::Rounds),
    ("faults", Measure::Faults),
];

impl Measure {
    fn word(self) -> &'static str {
        MEASURES.iter().find(|(_, measure)| *measure == self).map_or("", |(word, _)| word)
    }

    /// The value for a seat; `None` if the game does not report it.
    pub fn of(self, game: &Played, seat: usize) -> Option<f64> {
        let score = *game.scores.get(seat)?;
        let others = game.scores.iter().enumerate().filter(|(other, _)| *other != seat);
        Some(match self {
            Measure::Score => score,
            Measure::Share => score / game.most.filter(|most| *most > 0.0)?,
            Measure::Margin => {
                let best = others.map(|(_, score)| *score).fold(f64::NEG_INFINITY, f64::max);
                if best.is_finite() { score - best } else { score }
            }
            Measure::Rank => game.ranks[seat].into(),
            Measure::Won => {
                let firsts = game.ranks.iter().filter(|rank| **rank == 1).count();
                f64::from(u8::from(game.ranks[seat] == 1 && firsts == 1))
            }
            Measure::Rounds => game.rounds.into(),
            Measure::Faults => f64::from(u8::from(game.faults[seat].is_some())),
        })
    }
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Relation {
    AtLeast,
    AtMost,
    Above,
    Below,
    Equal,
}

const RELATIONS: [(&str, Relation); 5] = [
    (">=", Relation::AtLeast),
    ("<=", Relation::AtMost),
    ("==", Relation::Equal),
    (">", Relation::Above),
    ("<", Relation::Below),
];

#[derive(Clone, Debug, PartialEq)]
struct Clause {
    measure: Measure,
    relation: Relation,
    number: f64,
}

impl Clause {
    fn holds(&self, value: f64) -> bool {
        // Shares are quotients: tolerate rounding errors.
        let near = (value - self.number).abs() < 1e-9;
        match self.relation {
            Relation::AtLeast => near || value > self.number,
            Relation::AtMost => near || value < self.number,
            Relation::Above => !near && value > self.number,
            Relation::Below => !near && value < self.number,
            Relation::Equal => near,
        }
    }
}

impl fmt::Display for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Clause { measure, relation, number } = self;
        if *measure == Measure::Won && *relation == Relation::Equal && *number == 1.0 {
            return f.write_str("won");
        }
        let sign = RELATIONS.iter().find(|(_, r)| r == relation).map_or("", |(sign, _)| sign);
        write!(f, "{} {sign} {number}", measure.word())
    }
}

/// A condition on one game: clauses joined by `and`.
#[derive(Clone, Debug, PartialEq)]
pub struct Condition(Vec<Clause>);

impl Condition {
    /// Checks a seat of a game; the error is a phrase ("share is 0.5, wanted share >= 1").
    pub fn check(&self, game: &Played, seat: usize) -> Result<(), String> {
        for clause in &self.0 {
            let Some(value) = clause.measure.of(game, seat) else {
                return Err(format!("this game does not report `{}`", clause.measure.word()));
            };
            if !clause.holds(value) {
                let value = (value * 1000.0).round() / 1000.0;
                return Err(match clause.measure {
                    Measure::Won => "it did not win".to_owned(),
                    measure => format!("{} is {value}, wanted {clause}", measure.word()),
                });
            }
        }
        Ok(())
    }

    /// Value of the first clause, negated where less is better; used to find the worst game.
    pub fn merit(&self, game: &Played, seat: usize) -> f64 {
        let Some(clause) = self.0.first() else { return 0.0 };
        let value = clause.measure.of(game, seat).unwrap_or(f64::NEG_INFINITY);
        match clause.relation {
            Relation::AtMost | Relation::Below => -value,
            _ => value,
        }
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, clause) in self.0.iter().enumerate() {
            if i > 0 {
                f.write_str(" and ")?;
            }
            write!(f, "{clause}")?;
        }
        Ok(())
    }
}

impl FromStr for Condition {
    type Err = String;

    fn from_str(text: &str) -> Result<Condition, String> {
        let clauses = text.split(" and ").map(|clause| parse_clause(clause.trim()));
        clauses.collect::<Result<Vec<Clause>, String>>().map(Condition)
    }
}

fn parse_clause(text: &str) -> Result<Clause, String> {
    if text == "won" {
        return Ok(Clause { measure: Measure::Won, relation: Relation::Equal, number: 1.0 });
    }
    let known = || MEASURES.map(|(word, _)| word).join(", ");
    let found = RELATIONS.iter().find_map(|(sign, r)| text.split_once(sign).map(|s| (s, *r)));
    let Some(((word, number), relation)) = found else {
        return Err(format!(
            "`{text}` is not a condition; write `won` or MEASURE >= NUMBER, with one of {}",
            known()
        ));
    };
    let measure = MEASURES.iter().find(|(known, _)| *known == word.trim());
    let Some((_, measure)) = measure else {
        return Err(format!("unknown measure `{}`; use one of {}", word.trim(), known()));
    };
    let number: f64 = number
        .trim()
        .parse()
        .ok()
        .filter(|number: &f64| number.is_finite())
        .ok_or_else(|| format!("`{}` in `{text}` is not a number", number.trim()))?;
    Ok(Clause { measure: *measure, relation, number })
}

impl Serialize for Condition {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Condition {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Condition, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}
