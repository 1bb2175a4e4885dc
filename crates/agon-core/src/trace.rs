//! Recorded games of other engines: what a difference is, and how JSON values are compared.
//!
//! Every game has its own trace format; each reads it in its own `trace.rs` and reports the first
//! difference in the common shape below. The driver reads the files and counts the steps.

use serde_json::Value;
use sha2::{Digest, Sha256};
use std::fmt;

/// A recorded game being replayed, line by line after its header.
pub trait Recording {
    /// Replays one line; returns the number of steps in it (0 for the closing line).
    fn line(&mut self, line: &Value) -> Result<u64, TraceFault>;

    /// Called after the last line; fails if the recording is incomplete.
    fn finish(&mut self) -> Result<(), TraceFault>;
}

/// Why a replay of a recorded game stopped.
#[derive(Clone, Debug, PartialEq)]
pub enum TraceFault {
    /// The engine and the recording differ.
    Difference(Box<Difference>),
    /// The file breaks its format.
    Broken(String),
}

/// The first place where engine and recording disagree.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// The step as the file numbers it, or words such as `header` and `end`.
    pub step: String,
    /// The path of the field, such as `state.robots.blue[3].battery`.
    pub field: String,
    /// What the recording says.
    pub expected: Value,
    /// What the engine says.
    pub got: Value,
}

impl fmt::Display for TraceFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TraceFault::Difference(d) => write!(
                f,
                "step {}, {}: expected {}, got {}",
                d.step,
                d.field,
                brief(&d.expected),
                brief(&d.got)
            ),
            TraceFault::Broken(sentence) => f.write_str(sentence),
        }
    }
}

impl std::error::Error for TraceFault {}

/// A value in at most about 200 characters.
fn brief(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(200) {
        Some((end, _)) => format!("{}... ({} characters)", &text[..end], text.len()),
        None => text,
    }
}

/// A file that breaks its format.
pub fn broken(sentence: impl Into<String>) -> TraceFault {
    TraceFault::Broken(sentence.into())
}

/// The value under a key, or a fault naming the key.
pub fn field<'a>(object: &'a Value, key: &str) -> Result<&'a Value, TraceFault> {
    object.get(key).ok_or_else(|| broken(format!("the recording has no `{key}` here")))
}

/// Compares what the recording says with what the engine says; `step` and `at` name the place.
pub fn compare(step: &str, at: &str, expected: &Value, got: &Value) -> Result<(), TraceFault> {
    match first_difference(expected, got) {
        None => Ok(()),
        Some((path, expected, got)) => Err(TraceFault::Difference(Box::new(Difference {
            step: step.to_owned(),
            field: format!("{at}{path}"),
            expected,
            got,
        }))),
    }
}

/// The path of the first difference and the two values there. Numbers are equal when their values
/// are: 200 and 200.0 do not differ.
fn first_difference(expected: &Value, got: &Value) -> Option<(String, Value, Value)> {
    match (expected, got) {
        (Value::Object(a), Value::Object(b)) => {
            let absent = Value::String("(absent)".into());
            for (key, left) in a {
                let right = b.get(key).unwrap_or(&absent);
                if let Some((path, l, r)) = first_difference(left, right) {
                    return Some((format!(".{key}{path}"), l, r));
                }
            }
            let extra = b.iter().find(|(key, _)| !a.contains_key(*key))?;
            Some((format!(".{}", extra.0), absent, extra.1.clone()))
        }
        (Value::Array(a), Value::Array(b)) => {
            for (i, (left, right)) in a.iter().zip(b).enumerate() {
                if let Some((path, l, r)) = first_difference(left, right) {
                    return Some((format!("[{i}]{path}"), l, r));
                }
            }
            (a.len() != b.len()).then(|| (".length".into(), a.len().into(), b.len().into()))
        }
        (Value::Number(a), Value::Number(b)) => {
            let same = a == b || a.as_f64().zip(b.as_f64()).is_some_and(|(x, y)| x == y);
            (!same).then(|| (String::new(), expected.clone(), got.clone()))
        }
        _ => (expected != got).then(|| (String::new(), expected.clone(), got.clone())),
    }
}

/// SHA-256 in hex of a value's canonical JSON: keys sorted, no spaces, ASCII.
pub fn canonical_sha256(value: &Value) -> String {
    let mut text = String::new();
    write_canonical(value, &mut text);
    Sha256::digest(text.as_bytes()).iter().map(|b| format!("{b:02x}")).collect()
}

fn write_canonical(value: &Value, out: &mut String) {
    match value {
        Value::Object(map) => {
            let mut keys: Vec<_> = map.iter().collect();
            keys.sort_by_key(|(key, _)| *key);
            out.push('{');
            for (i, (key, item)) in keys.into_iter().enumerate() {
                if i > 0 {
                    out.push(',');
                }
                write_ascii(key, out);
                out.push(':');
                write_canonical(item, out);
            }
            out.push('}');
        }
        Value::Array(items) => {
            out.push('[');
            for (i, item) in items.iter().enumerate() {
                if i > 0 {
                    out.push(',');
                }
                write_canonical(item, out);
            }
            out.push(']');
        }
        Value::String(text) => write_ascii(text, out),
        other => out.push_str(&other.to_string()),
    }
}

/// A JSON string in which everything beyond ASCII is escaped.
fn write_ascii(text: &str, out: &mut String) {
    for c in Value::String(text.to_owned()).to_string().chars() {
        if c.is_ascii() {
            out.push(c);
        } else {
            for unit in c.encode_utf16(&mut [0; 2]) {
                out.push_str(&format!("\\u{unit:04x}"));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_first_difference_names_its_place() {
        let expected = json!({"a": [1, {"b": 2.0}], "c": null});
        assert_eq!(compare("1", "state", &expected, &expected), Ok(()));
        let fault = compare("7", "state", &expected, &json!({"a": [1, {"b": 3}], "c": null}));
        let TraceFault::Difference(d) = fault.unwrap_err() else { panic!("not a difference") };
        assert_eq!((d.step.as_str(), d.field.as_str()), ("7", "state.a[1].b"));
        assert_eq!((d.expected, d.got), (json!(2.0), json!(3)));
        for other in [json!({"a": [1], "c": null}), json!({"a": [1, {"b": 2}], "c": null, "d": 1})]
        {
            compare("1", "", &expected, &other).unwrap_err();
        }
        compare("1", "", &json!(200), &json!(200.0)).unwrap();
    }

    #[test]
    fn canonical_form_is_sorted_and_ascii() {
        let mut text = String::new();
        write_canonical(&json!({"b": [1, null], "a": "é\n"}), &mut text);
        assert_eq!(text, r#"{"a":"\u00e9\n","b":[1,null]}"#);
        assert_eq!(
            canonical_sha256(&json!([])),
            "4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945"
        );
    }
}
