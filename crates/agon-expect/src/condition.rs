//! Conditions on a finished game: `share >= 1`, `won and no refusals`, `calls spawn within 3 turns`.

use crate::words::Words;
use crate::{Facts, Measure};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

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

impl Relation {
    fn holds(self, value: f64, number: f64) -> bool {
        // Shares are quotients: tolerate rounding errors.
        let near = (value - number).abs() < 1e-9;
        match self {
            Relation::AtLeast => near || value > number,
            Relation::AtMost => near || value < number,
            Relation::Above => !near && value > number,
            Relation::Below => !near && value < number,
            Relation::Equal => near,
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
enum Clause {
    /// A measure compared with a number.
    Compare { measure: Measure, relation: Relation, number: f64 },
    /// The bot makes this call, in one of its first turns if a number is given.
    Calls { call: String, within: Option<u64> },
    /// The bot never makes this call.
    NeverCalls { call: String },
}

impl Clause {
    const WON: Clause =
        Clause::Compare { measure: Measure::Won, relation: Relation::Equal, number: 1.0 };

    fn check(&self, facts: &dyn Facts) -> Result<(), String> {
        match self {
            Clause::Compare { measure, relation, number } => {
                let Some(value) = facts.value(*measure) else {
                    return Err(format!("this game does not report `{}`", measure.word()));
                };
                if relation.holds(value, *number) {
                    return Ok(());
                }
                if *self == Clause::WON {
                    return Err("it did not win".to_owned());
                }
                let unit = Unit(*measure);
                let value = (value * 1000.0).round() / 1000.0;
                Err(format!("{} is {value}{unit}, wanted {self}", measure.word()))
            }
            Clause::Calls { call, within } => match (observed(facts, call)?, within) {
                (None, _) => Err(format!("it never calls `{call}`")),
                (Some(turn), Some(last)) if turn > *last => {
                    Err(format!("it first calls `{call}` in turn {turn}, wanted {self}"))
                }
                _ => Ok(()),
            },
            Clause::NeverCalls { call } => match observed(facts, call)? {
                None => Ok(()),
                Some(turn) => Err(format!("it calls `{call}` in turn {turn}")),
            },
        }
    }
}

/// The turn in which a call was first made; an error if calls were not observed.
fn observed(facts: &dyn Facts, call: &str) -> Result<Option<u64>, String> {
    facts.first_call(call).ok_or_else(|| "the calls of this game are not known".to_owned())
}

/// The unit of a measure after a number: a blank and its name, or nothing.
struct Unit(Measure);

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.units().first().map_or(Ok(()), |(name, _)| write!(f, " {name}"))
    }
}

impl fmt::Display for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            clause if *clause == Clause::WON => f.write_str("won"),
            Clause::Compare { measure, relation, number } => {
                let sign = RELATIONS.iter().find(|(_, r)| r == relation).map_or("", |(s, _)| s);
                write!(f, "{} {sign} {number}{}", measure.word(), Unit(*measure))
            }
            Clause::Calls { call, within: None } => write!(f, "calls {call}"),
            Clause::Calls { call, within: Some(1) } => write!(f, "calls {call} within 1 turn"),
            Clause::Calls { call, within: Some(n) } => write!(f, "calls {call} within {n} turns"),
            Clause::NeverCalls { call } => write!(f, "never calls {call}"),
        }
    }
}

/// A condition on one game: clauses joined by `and`.
#[derive(Clone, Debug, PartialEq)]
pub struct Condition(Vec<Clause>);

impl Condition {
    /// Checks a game; the error is a phrase ("share is 0.5, wanted share >= 1").
    pub fn check(&self, facts: &dyn Facts) -> Result<(), String> {
        self.0.iter().try_for_each(|clause| clause.check(facts))
    }

    /// Value of the first clause, negated where less is better; used to find the worst game.
    pub fn merit(&self, facts: &dyn Facts) -> f64 {
        let Some(Clause::Compare { measure, relation, .. }) = self.0.first() else { return 0.0 };
        let value = facts.value(*measure).unwrap_or(f64::NEG_INFINITY);
        match relation {
            Relation::AtMost | Relation::Below => -value,
            _ => value,
        }
    }

    /// The measures that the condition reads.
    pub fn measures(&self) -> impl Iterator<Item = Measure> + '_ {
        self.0.iter().filter_map(|clause| match clause {
            Clause::Compare { measure, .. } => Some(*measure),
            _ => None,
        })
    }

    /// The calls that the condition names.
    pub fn calls(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter_map(|clause| match clause {
            Clause::Compare { .. } => None,
            Clause::Calls { call, .. } | Clause::NeverCalls { call } => Some(call.as_str()),
        })
    }

    /// Reads clauses up to the first word that does not continue the condition.
    pub(crate) fn read(words: &mut Words<'_>) -> Result<Condition, String> {
        let mut clauses = vec![read_clause(words)?];
        while words.skip(&["and"]) {
            clauses.push(read_clause(words)?);
        }
        Ok(Condition(clauses))
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
        let mut words = Words::of(text)?;
        let condition = Condition::read(&mut words)?;
        match words.peek() {
            None => Ok(condition),
            Some(word) => {
                Err(format!("`{word}` in `{text}` is unexpected; join conditions by `and`"))
            }
        }
    }
}

fn read_clause(words: &mut Words<'_>) -> Result<Clause, String> {
    if words.skip(&["never", "more", "than"]) {
        let number = read_number(words, Measure::Longest)?;
        return Ok(compare(Measure::Longest, Relation::AtMost, number));
    }
    if words.skip(&["never", "calls"]) {
        return Ok(Clause::NeverCalls { call: read_call(words)? });
    }
    let Some(word) = words.take() else { return Err(not_a_condition(words.text())) };
    match word {
        "won" | "wins" if words.peek().is_none_or(|next| !is_sign(next)) => return Ok(Clause::WON),
        "no" => {
            let counted = [Measure::Faults, Measure::Refusals, Measure::Calls];
            let word = words.take().unwrap_or("");
            return match Measure::from_word(word).filter(|measure| counted.contains(measure)) {
                Some(measure) => Ok(compare(measure, Relation::Equal, 0.0)),
                None => Err(format!(
                    "`no {word}` is not a condition; write `no faults`, `no refusals` or `no calls`"
                )),
            };
        }
        "calls" if words.peek().is_none_or(|next| !is_sign(next)) => {
            let call = read_call(words)?;
            let within = if words.skip(&["within"]) {
                let turns = words.take_count()?;
                if !words.skip(&["turns"]) && !words.skip(&["turn"]) {
                    return Err(format!("`within {turns}` needs the word `turns` after it"));
                }
                Some(turns)
            } else {
                None
            };
            return Ok(Clause::Calls { call, within });
        }
        _ => {}
    }
    let Some(sign) = words.take_sign() else { return Err(not_a_condition(words.text())) };
    let Some(measure) = Measure::from_word(word) else {
        return Err(format!("unknown measure `{word}`; use one of {}", known_measures()));
    };
    let relation = RELATIONS.iter().find(|(known, _)| *known == sign).map(|(_, r)| *r);
    let relation = relation.ok_or_else(|| not_a_condition(words.text()))?;
    let number = read_number(words, measure)?;
    Ok(compare(measure, relation, number))
}

fn compare(measure: Measure, relation: Relation, number: f64) -> Clause {
    Clause::Compare { measure, relation, number }
}

fn is_sign(word: &str) -> bool {
    RELATIONS.iter().any(|(sign, _)| *sign == word)
}

fn known_measures() -> String {
    Measure::all().map(Measure::word).collect::<Vec<_>>().join(", ")
}

fn not_a_condition(text: &str) -> String {
    format!(
        "`{text}` is not a condition; write `won`, `no refusals`, `calls NAME within N turns` or \
         MEASURE >= NUMBER, with one of {}",
        known_measures()
    )
}

/// Words that continue a condition and therefore name no call.
const RESERVED: [&str; 4] = ["and", "against", "in", "within"];

/// A call's name, such as `spawn`.
fn read_call(words: &mut Words<'_>) -> Result<String, String> {
    let word = words.take().unwrap_or("");
    let is_name = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    if word.is_empty() || RESERVED.contains(&word) || !word.chars().all(is_name) {
        let text = words.text();
        return Err(format!("`calls` in `{text}` needs the name of a call, such as `calls move`"));
    }
    Ok(word.to_owned())
}

/// A number, with a unit if the measure has units. The unit may follow without a blank.
fn read_number(words: &mut Words<'_>, measure: Measure) -> Result<f64, String> {
    let text = words.text();
    let word = words.take().unwrap_or("");
    let units = measure.units();
    let glued = units.iter().find_map(|(unit, _)| word.strip_suffix(unit).map(|n| (n, *unit)));
    let (digits, unit) = match glued {
        Some((digits, unit)) => (digits, Some(unit)),
        None if units.is_empty() => (word, None),
        None => (word, words.take()),
    };
    let number: Option<f64> = digits.parse().ok().filter(|number: &f64| number.is_finite());
    let number = number.ok_or_else(|| format!("`{word}` in `{text}` is not a number"))?;
    if units.is_empty() {
        return Ok(number);
    }
    let factor = units.iter().find(|(known, _)| Some(*known) == unit).map(|(_, factor)| *factor);
    let Some(factor) = factor else {
        let known: Vec<&str> = units.iter().map(|(unit, _)| *unit).collect();
        return Err(format!("the number in `{text}` needs a unit: {}", known.join(" or ")));
    };
    Some(number * factor)
        .filter(|number| number.is_finite())
        .ok_or_else(|| format!("`{word}` in `{text}` is too large"))
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
