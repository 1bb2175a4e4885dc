//! Differences between JSON values; frames are stored and sent as such patches.
//!
//! A patch that is not an object replaces the value. A patch that is an object changes parts:
//! `{"=": v}` replaces the value by v (needed if v is an object or a list); otherwise each key is a member's
//! name or an item's index, and its value is the patch for it; `"-"` lists removed members, `"#"` is the new
//! length of a list. Frames have no members named `=`, `-` or `#`.

use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// The patch that turns `old` into `new`; `None` if they are equal. Visits every part once.
pub fn diff(old: &Value, new: &Value) -> Option<Value> {
    match (old, new) {
        (Value::Object(old), Value::Object(new)) => diff_objects(old, new),
        (Value::Array(old), Value::Array(new)) => diff_lists(old, new),
        _ => (old != new).then(|| replace_by(new)),
    }
}

/// The same for two values as compact JSON text. Parts whose text is equal are not parsed, so that two large
/// values with few differences are compared quickly.
pub(crate) fn diff_texts(old: &str, new: &str) -> Option<Value> {
    if old == new {
        return None;
    }
    let (Some(old_members), Some(new_members)) = (members(old), members(new)) else {
        return diff(&parsed(old), &parsed(new));
    };
    let name = |key: &str| parsed(key).as_str().unwrap_or_default().to_owned();
    let gone = old_members.keys().filter(|key| !new_members.contains_key(*key));
    let changes = new_members.iter().filter_map(|(key, value)| {
        let change = match old_members.get(key) {
            Some(before) => diff_texts(before, value),
            None => Some(replace_by(&parsed(value))),
        };
        Some((name(key), change?))
    });
    object_patch(gone.map(|key| name(key)), changes)
}

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).expect("the text was written as JSON")
}

/// The members of an object as compact JSON text: quoted names and values. `None` for other values.
fn members(text: &str) -> Option<BTreeMap<&str, &str>> {
    let inside = text.strip_prefix('{')?.strip_suffix('}')?;
    let mut found = BTreeMap::new();
    let (mut start, mut colon, mut depth) = (0, 0, 0_usize);
    let (mut is_quoted, mut is_escaped) = (false, false);
    for (i, byte) in inside.bytes().enumerate() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'"' => is_quoted = !is_quoted,
            _ if is_quoted => {}
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth -= 1,
            b':' if depth == 0 => colon = i,
            b',' if depth == 0 => {
                found.insert(&inside[start..colon], &inside[colon + 1..i]);
                start = i + 1;
            }
            _ => {}
        }
    }
    if start < inside.len() {
        found.insert(&inside[start..colon], &inside[colon + 1..]);
    }
    Some(found)
}

fn diff_objects(old: &Map<String, Value>, new: &Map<String, Value>) -> Option<Value> {
    let gone = old.keys().filter(|key| !new.contains_key(*key));
    let changes = new.iter().filter_map(|(key, value)| {
        let change = match old.get(key) {
            Some(before) => diff(before, value),
            None => Some(replace_by(value)),
        };
        Some((key.clone(), change?))
    });
    object_patch(gone.cloned(), changes)
}

/// The patch of an object: the names of the members that are gone, and what has changed in the others.
fn object_patch(
    gone: impl Iterator<Item = String>,
    changes: impl Iterator<Item = (String, Value)>,
) -> Option<Value> {
    let mut patch = Map::new();
    let gone: Vec<Value> = gone.map(Value::String).collect();
    if !gone.is_empty() {
        patch.insert("-".into(), Value::Array(gone));
    }
    patch.extend(changes);
    (!patch.is_empty()).then_some(Value::Object(patch))
}

fn diff_lists(old: &[Value], new: &[Value]) -> Option<Value> {
    // Lists of events share no items with the list before; a patch per item would be longer.
    if old.len() != new.len() && old.first() != new.first() {
        return Some(serde_json::json!({ "=": new }));
    }
    let mut patch = Map::new();
    if old.len() != new.len() {
        patch.insert("#".into(), new.len().into());
    }
    for (i, value) in new.iter().enumerate() {
        let change = match old.get(i) {
            Some(before) => diff(before, value),
            None => Some(replace_by(value)),
        };
        if let Some(change) = change {
            patch.insert(i.to_string(), change);
        }
    }
    (!patch.is_empty()).then_some(Value::Object(patch))
}

/// A patch that replaces the old value completely.
fn replace_by(value: &Value) -> Value {
    match value {
        Value::Object(_) | Value::Array(_) => serde_json::json!({ "=": value }),
        plain => plain.clone(),
    }
}

/// Applies a patch. Parts of a patch that do not match the value are ignored.
pub fn apply(value: &mut Value, patch: &Value) {
    let Value::Object(changes) = patch else {
        *value = patch.clone();
        return;
    };
    if let Some(whole) = changes.get("=") {
        *value = whole.clone();
        return;
    }
    match value {
        Value::Object(members) => {
            for key in changes.get("-").and_then(Value::as_array).into_iter().flatten() {
                if let Some(key) = key.as_str() {
                    members.shift_remove(key);
                }
            }
            for (key, change) in changes.iter().filter(|(key, _)| *key != "-") {
                apply(members.entry(key.clone()).or_insert(Value::Null), change);
            }
        }
        Value::Array(items) => {
            if let Some(length) = changes.get("#").and_then(Value::as_u64) {
                items.resize((length as usize).min(items.len() + changes.len()), Value::Null);
            }
            for (key, change) in changes {
                if let Some(item) = key.parse().ok().and_then(|i: usize| items.get_mut(i)) {
                    apply(item, change);
                }
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn patches_turn_old_into_new() {
        let cases = [
            (json!({"a": 1, "b": [1, 2, 3]}), json!({"a": 1, "b": [1, 5, 3]})),
            (json!({"a": 1, "gone": {}}), json!({"a": {"deep": [1]}, "new": []})),
            (json!([1, 2, 3]), json!([1])),
            (json!([1]), json!([2, {"x": [null]}, "t"])),
            (json!([]), json!({})),
            (json!(null), json!([{}])),
            (json!({"a": [1]}), json!(7)),
            (json!({"a\",:{": "x}\\\"", "b": {}}), json!({"a\",:{": "x]", "b": {"{": 1}})),
        ];
        for (old, new) in cases {
            let mut value = old.clone();
            apply(&mut value, &diff(&old, &new).unwrap());
            assert_eq!(value, new);
            assert_eq!(diff(&new, &new), None);
            assert_eq!(diff_texts(&old.to_string(), &new.to_string()), diff(&old, &new));
            assert_eq!(diff_texts(&new.to_string(), &new.to_string()), None);
        }
    }

    #[test]
    fn a_small_change_makes_a_small_patch() {
        let patch = diff(&json!({"board": [[0, 0], [0, 0]]}), &json!({"board": [[0, 0], [7, 0]]}));
        assert_eq!(patch.unwrap().to_string(), r#"{"board":{"1":{"0":7}}}"#);
    }

    #[test]
    fn patches_that_do_not_match_are_harmless() {
        for patch in [json!({"5": 1, "#": 99999999999u64, "-": 3}), json!({"-": ["x", 1]})] {
            for mut value in [json!([1]), json!({"x": 1}), json!(3)] {
                apply(&mut value, &patch);
                assert!(value.to_string().len() < 100);
            }
        }
    }
}
