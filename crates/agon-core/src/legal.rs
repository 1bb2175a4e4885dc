//! Legal calls: what an actor may do now, as data that a person, a random bot or a researcher can choose
//! from.
//!
//! A game lists single calls where it can. Where a number, a text or a list is the caller's choice, one
//! entry stands for all of them: it names the open fields of the call by JSON pointer and says which values
//! they take. The same description works in Rust and, as JSON, in a browser.

use crate::{Rng, Spot, Walk};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;
use std::borrow::Cow;

/// One legal call, or all calls that differ from it only in the open fields.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LegalCall<C> {
    /// A call that is accepted as it stands.
    pub call: C,
    /// The fields whose value is the caller's choice; empty for a single call.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub open: Vec<OpenField>,
}

/// A field of a call whose value is the caller's choice.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OpenField {
    /// Where the field is: a JSON pointer into the call.
    pub path: &'static str,
    /// The values that it takes.
    pub values: Values,
}

/// The values of an open field.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Values {
    /// A whole number.
    Number {
        /// The smallest.
        min: i64,
        /// The largest.
        max: i64,
    },
    /// One of these.
    OneOf(Vec<Value>),
    /// Any text.
    Text {
        /// Texts that make sense now.
        suggestions: Vec<String>,
    },
    /// A list.
    List {
        /// The fewest entries.
        min: usize,
        /// The most entries.
        max: usize,
        /// The values of each entry.
        entries: Box<Values>,
    },
    /// Values of several kinds. The first kind is the one that makes sense now; the others are accepted too,
    /// such as a null in place of a name, or more energy than there is.
    AnyOf(Vec<Values>),
    /// A whole number of pieces, at least 1, that can be paid for: times the price in another field, which is
    /// opened before this one, it is at most `funds`.
    Affordable {
        /// Where the price per piece is: a JSON pointer into the call.
        price: &'static str,
        /// What can be paid in all.
        funds: i64,
    },
    /// A path, as a list of points.
    Walk(Walk),
}

/// Where on the board an order belongs, for people who point at units and places instead of naming them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Aim {
    /// What carries the order out: a unit, or a place such as a building; `None` for orders of the whole
    /// seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<Spot>,
    /// The place or unit that the order is aimed at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<Spot>,
}

impl Aim {
    /// An order of the whole seat.
    pub const NONE: Aim = Aim { by: None, at: None };

    /// An order of this unit or place.
    pub fn by(spot: Spot) -> Aim {
        Aim { by: Some(spot), at: None }
    }

    /// Names the place or unit that the order is aimed at.
    pub fn at(self, spot: Spot) -> Aim {
        Aim { at: Some(spot), ..self }
    }
}

impl<C> LegalCall<C> {
    /// A single call.
    pub fn one(call: C) -> LegalCall<C> {
        LegalCall { call, open: Vec::new() }
    }

    /// Opens one more field. `path` is a JSON pointer into the call, such as `/capture` or `/shoot/energy`.
    pub fn open(mut self, path: &'static str, values: Values) -> LegalCall<C> {
        self.open.push(OpenField { path, values });
        self
    }
}

impl<C: Clone + PartialEq + Serialize + DeserializeOwned> LegalCall<C> {
    /// Whether `call` is this call, or differs from it only by allowed values of the open fields.
    pub fn covers(&self, call: &C) -> bool {
        if self.open.is_empty() {
            return self.call == *call;
        }
        let mut given = json_of(call);
        let own = json_of(&self.call);
        let is_admitted = |field: &OpenField| {
            let value = given.pointer(field.path);
            value.is_some_and(|value| field.values.within(&given).admit(value))
        };
        if !self.open.iter().all(is_admitted) {
            return false;
        }
        for field in &self.open {
            if let (Some(value), Some(own)) =
                (given.pointer_mut(field.path), own.pointer(field.path))
            {
                value.clone_from(own);
            }
        }
        given == own
    }

    /// One of the calls, with every open field drawn at random.
    pub fn sample(&self, rng: &mut Rng) -> C {
        if self.open.is_empty() {
            return self.call.clone();
        }
        let mut json = json_of(&self.call);
        for field in &self.open {
            let value = field.values.within(&json).sample(rng);
            let slot = json.pointer_mut(field.path);
            *slot.expect("a game's pointers lead into its own calls") = value;
        }
        serde_json::from_value(json).expect("a game's values fit its own calls")
    }
}

impl Values {
    /// A whole number of at least 0. Those up to `sensible` make sense now; larger ones are accepted too.
    pub fn amount(sensible: i64) -> Values {
        let sensible = sensible.max(0);
        Values::AnyOf(vec![
            Values::Number { min: 0, max: sensible },
            Values::Number { min: sensible, max: i64::MAX },
        ])
    }

    /// These values, or a null.
    pub fn or_null(self) -> Values {
        Values::AnyOf(vec![self, Values::OneOf(vec![Value::Null])])
    }

    /// The values once the fields before this one are chosen, as they are in `call`.
    fn within(&self, call: &Value) -> Cow<'_, Values> {
        match self {
            Values::Affordable { price, funds } => {
                let price = call.pointer(price).and_then(Value::as_i64).unwrap_or(1).max(1);
                Cow::Owned(Values::Number { min: 1, max: funds / price })
            }
            _ => Cow::Borrowed(self),
        }
    }

    /// Whether this value is one of them. What can be paid for is judged by the lowest price, 1.
    pub fn admit(&self, value: &Value) -> bool {
        match self {
            Values::Number { min, max } => {
                value.as_i64().is_some_and(|number| (*min..=*max).contains(&number))
            }
            Values::OneOf(values) => values.contains(value),
            Values::Text { .. } => value.is_string(),
            Values::List { min, max, entries } => value.as_array().is_some_and(|list| {
                (*min..=*max).contains(&list.len()) && list.iter().all(|entry| entries.admit(entry))
            }),
            Values::AnyOf(kinds) => kinds.iter().any(|kind| kind.admit(value)),
            Values::Affordable { funds, .. } => Values::Number { min: 1, max: *funds }.admit(value),
            Values::Walk(walk) => walk.admits(value),
        }
    }

    /// One of them, drawn at random; of texts, a suggestion; of several kinds, one of the first kind; of what
    /// can be paid for, a single piece.
    pub fn sample(&self, rng: &mut Rng) -> Value {
        match self {
            Values::Number { min, max } => {
                // Spans wider than 32 bits are drawn from their low end: no rulebook has such numbers.
                let span = u32::try_from(max.saturating_sub(*min)).unwrap_or(u32::MAX - 1);
                Value::from(min + i64::from(rng.below(span.min(u32::MAX - 1) + 1)))
            }
            Values::OneOf(values) => rng.pick(values).clone(),
            Values::Text { suggestions } if suggestions.is_empty() => Value::from(""),
            Values::Text { suggestions } => Value::from(rng.pick(suggestions).as_str()),
            Values::List { min, max, entries } => {
                let count = rng.range(*min as i32, *max as i32);
                (0..count).map(|_| entries.sample(rng)).collect()
            }
            Values::AnyOf(kinds) => kinds.first().map_or(Value::Null, |kind| kind.sample(rng)),
            Values::Affordable { .. } => Value::from(1),
            Values::Walk(walk) => walk.sample(rng),
        }
    }
}

fn json_of<C: Serialize>(call: &C) -> Value {
    serde_json::to_value(call).expect("calls are plain data with text keys")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    enum Call {
        Wait,
        Shoot { path: Vec<String>, energy: i64 },
    }

    fn shoot(path: &[&str], energy: i64) -> Call {
        Call::Shoot { path: path.iter().map(|&hop| hop.to_owned()).collect(), energy }
    }

    fn volley() -> LegalCall<Call> {
        let hop = Values::OneOf(vec!["A".into(), "B".into()]);
        LegalCall::one(shoot(&["A"], 1))
            .open("/shoot/energy", Values::Number { min: 1, max: 9 })
            .open("/shoot/path", Values::List { min: 1, max: 3, entries: Box::new(hop) })
    }

    #[test]
    fn a_single_call_covers_itself_only() {
        let wait = LegalCall::one(Call::Wait);
        assert!(wait.covers(&Call::Wait));
        assert!(!wait.covers(&shoot(&[], 1)));
        assert_eq!(wait.sample(&mut Rng::new(1)), Call::Wait);
    }

    #[test]
    fn open_fields_are_checked_one_by_one() {
        assert!(volley().covers(&shoot(&["B", "A", "A"], 9)));
        for call in [
            shoot(&[], 1),
            shoot(&["A"], 10),
            shoot(&["C"], 1),
            shoot(&["A", "A", "A", "A"], 1),
            Call::Wait,
        ] {
            assert!(!volley().covers(&call), "{call:?}");
        }
    }

    #[test]
    fn every_sample_is_covered() {
        let mut rng = Rng::new(7);
        let samples: Vec<Call> = (0..200).map(|_| volley().sample(&mut rng)).collect();
        assert!(samples.iter().all(|call| volley().covers(call)));
        assert!(samples.iter().any(|call| *call != samples[0]));
    }

    #[test]
    fn numbers_reach_both_bounds() {
        let mut rng = Rng::new(1);
        let values = Values::Number { min: -1, max: 1 };
        let drawn: Vec<i64> = (0..60).filter_map(|_| values.sample(&mut rng).as_i64()).collect();
        assert_eq!((drawn.iter().min(), drawn.iter().max()), (Some(&-1), Some(&1)));
        let endless = Values::Number { min: 0, max: i64::MAX };
        assert!(endless.admit(&endless.sample(&mut rng)));
    }

    #[test]
    fn of_several_kinds_all_are_admitted_and_the_first_is_drawn() {
        let mut rng = Rng::new(3);
        let energy = Values::amount(5);
        for (number, is_admitted) in [(-1, false), (0, true), (5, true), (i64::MAX, true)] {
            assert_eq!(energy.admit(&Value::from(number)), is_admitted, "{number}");
        }
        let drawn = (0..60).filter_map(|_| energy.sample(&mut rng).as_i64());
        assert_eq!(drawn.max(), Some(5));
        let name = Values::Text { suggestions: vec!["A".into()] }.or_null();
        assert!(name.admit(&Value::Null) && name.admit(&"B".into()) && !name.admit(&1.into()));
        assert_eq!(name.sample(&mut rng), Value::from("A"));
    }

    #[test]
    fn what_can_be_paid_for_depends_on_the_price() {
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        struct Buy {
            amount: i64,
            price: i64,
        }
        let buy = LegalCall::one(Buy { amount: 1, price: 1 })
            .open("/price", Values::Number { min: 1, max: 100 })
            .open("/amount", Values::Affordable { price: "/price", funds: 100 });
        for (amount, price, is_covered) in
            [(1, 100, true), (100, 1, true), (33, 3, true), (34, 3, false), (0, 5, false)]
        {
            assert_eq!(buy.covers(&Buy { amount, price }), is_covered, "{amount} at {price}");
        }
        let mut rng = Rng::new(2);
        let drawn: Vec<Buy> = (0..200).map(|_| buy.sample(&mut rng)).collect();
        assert!(drawn.iter().all(|buy| buy.amount * buy.price <= 100));
        assert!(drawn.iter().any(|buy| buy.amount > 1 && buy.price > 1));
    }
}
