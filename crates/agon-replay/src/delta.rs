//! What changed from one JSON value to the next; how frames are stored and sent.
//!
//! A patch that is not an object replaces the value. A patch that is an object changes parts:
//! `{"=": v}` replaces the value by v (needed when v is an object or a list); otherwise each key
//! names a member, or the index of a list's item, and holds its patch; `"-"` lists members that are
//! gone, `"#"` is the new length of a list that shrank or grew. Frames have no members called `=`,
//! `-` or `#`.

use serde_json::{Map, Value};

/// The patch that turns `old` into `new`; `None` if they are equal. Every part is looked at once.
pub fn diff(old: &Value, new: &Value) -> Option<Value> {
    match (old, new) {
        (Value::Object(old), Value::Object(new)) => members(old, new),
        (Value::Array(old), Value::Array(new)) => items(old, new),
        _ => (old != new).then(|| whole(new)),
    }
}

fn members(old: &Map<String, Value>, new: &Map<String, Value>) -> Option<Value> {
    let mut patch = Map::new();
    let gone: Vec<Value> = old
        .keys()
        .filter(|key| !new.contains_key(*key))
        .map(|key| Value::String(key.clone()))
        .collect();
    if !gone.is_empty() {
        patch.insert("-".into(), Value::Array(gone));
    }
    for (key, value) in new {
        let change = match old.get(key) {
            Some(before) => diff(before, value),
            None => Some(whole(value)),
        };
        if let Some(change) = change {
            patch.insert(key.clone(), change);
        }
    }
    (!patch.is_empty()).then_some(Value::Object(patch))
}

fn items(old: &[Value], new: &[Value]) -> Option<Value> {
    // A list of events has nothing in common with the list before it.
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
            None => Some(whole(value)),
        };
        if let Some(change) = change {
            patch.insert(i.to_string(), change);
        }
    }
    (!patch.is_empty()).then_some(Value::Object(patch))
}

/// A patch that replaces whatever was there.
fn whole(value: &Value) -> Value {
    match value {
        Value::Object(_) | Value::Array(_) => serde_json::json!({ "=": value }),
        plain => plain.clone(),
    }
}

/// Applies a patch. What does not fit (a patch of another value) leaves its part unchanged.
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
        ];
        for (old, new) in cases {
            let mut value = old.clone();
            apply(&mut value, &diff(&old, &new).unwrap());
            assert_eq!(value, new);
            assert_eq!(diff(&new, &new), None);
        }
    }

    #[test]
    fn small_changes_make_small_patches() {
        let patch = diff(&json!({"board": [[0, 0], [0, 0]]}), &json!({"board": [[0, 0], [7, 0]]}));
        assert_eq!(patch.unwrap().to_string(), r#"{"board":{"1":{"0":7}}}"#);
    }

    #[test]
    fn foreign_patches_do_no_harm() {
        for patch in [json!({"5": 1, "#": 99999999999u64, "-": 3}), json!({"-": ["x", 1]})] {
            for mut value in [json!([1]), json!({"x": 1}), json!(3)] {
                apply(&mut value, &patch);
                assert!(value.to_string().len() < 100);
            }
        }
    }
}
