//! Orders as a person types them: the name of the call and its values, separated by spaces. The legal calls
//! say which words may come next.

use serde_json::{Map, Value};

/// One word of an order.
enum Slot<'a> {
    /// Exactly this word.
    Word(String),
    /// The value of an open field: its JSON pointer, and its values as legal calls describe them.
    Open(String, &'a Value),
}

/// The words that an entry of the legal calls stands for, and its call.
struct Template<'a> {
    slots: Vec<Slot<'a>>,
    call: &'a Value,
}

impl<'a> Template<'a> {
    fn of(entry: &'a Value) -> Template<'a> {
        let call = &entry["call"];
        let mut template = Template { slots: Vec::new(), call };
        let open: Vec<(&str, &Value)> = entry["open"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|field| Some((field["path"].as_str()?, &field["values"])))
            .collect();
        match call {
            Value::Object(fields) => {
                for (name, value) in fields {
                    template.slots.push(Slot::Word(name.clone()));
                    template.add(value, &format!("/{name}"), &open);
                }
            }
            other => template.slots.push(Slot::Word(word(other))),
        }
        template
    }

    fn add(&mut self, value: &'a Value, path: &str, open: &[(&str, &'a Value)]) {
        if let Some((_, values)) = open.iter().find(|(there, _)| *there == path) {
            self.slots.push(Slot::Open(path.to_owned(), values));
            return;
        }
        match value {
            Value::Object(fields) => {
                for (name, value) in fields {
                    self.add(value, &format!("{path}/{name}"), open);
                }
            }
            Value::Array(list) if !is_point(list) => {
                for (i, value) in list.iter().enumerate() {
                    self.add(value, &format!("{path}/{i}"), open);
                }
            }
            value => self.slots.push(Slot::Word(word(value))),
        }
    }

    /// Whether these words are the beginning of the order.
    fn begins_with(&self, words: &[&str]) -> bool {
        words.len() <= self.slots.len()
            && self.slots.iter().zip(words).all(|(slot, given)| match slot {
                Slot::Word(word) => word.eq_ignore_ascii_case(given),
                Slot::Open(..) => true,
            })
    }
}

fn is_point(list: &[Value]) -> bool {
    (2..=3).contains(&list.len()) && list.iter().all(Value::is_number)
}

/// A value as one word.
fn word(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => "none".into(),
        Value::Array(list) => list.iter().map(word).collect::<Vec<_>>().join(","),
        other => other.to_string(),
    }
}

/// The first kind of values of an open field.
fn sensible(values: &Value) -> &Value {
    match values.get("any_of").and_then(|kinds| kinds.get(0)) {
        Some(first) => sensible(first),
        None => values,
    }
}

/// The values of an open field that can be listed.
fn suggestions(values: &Value) -> Vec<String> {
    let kind = sensible(values);
    let listed = kind.get("one_of").or_else(|| kind.pointer("/text/suggestions"));
    listed.and_then(Value::as_array).into_iter().flatten().map(word).collect()
}

/// What may stand in an open field, in a few words.
fn describe(path: &str, values: &Value) -> String {
    let name = path.rsplit('/').next().unwrap_or_default();
    let kind = sensible(values);
    if let Some(range) = kind.get("number") {
        return format!("<{name}: {} to {}>", range["min"], range["max"]);
    }
    if let Some(affordable) = kind.get("affordable") {
        return format!("<{name}: a number, {} in all>", affordable["funds"]);
    }
    if kind.get("walk").is_some() {
        return format!("<{name}: points such as 0,0;1,0;1,1>");
    }
    format!("<{name}>")
}

/// Reads a typed value for an open field.
fn value_of(given: &str, values: &Value, own: Option<&Value>) -> Result<Value, String> {
    if let Ok(json) = serde_json::from_str::<Value>(given)
        && (json.is_array() || json.is_number())
    {
        return Ok(json);
    }
    if given.eq_ignore_ascii_case("none") {
        return Ok(Value::Null);
    }
    let kinds: Vec<&Value> = match values.get("any_of").and_then(Value::as_array) {
        Some(kinds) => kinds.iter().collect(),
        None => vec![values],
    };
    let listed = kinds.iter().filter_map(|kind| kind.get("one_of")?.as_array()).flatten();
    if let Some(value) = listed.into_iter().find(|value| word(value).eq_ignore_ascii_case(given)) {
        return Ok(value.clone());
    }
    let number = |text: &str| -> Value {
        text.parse::<i64>().map_or_else(|_| Value::from(text), Value::from)
    };
    let point = |text: &str| text.split(',').map(number).collect::<Vec<Value>>();
    if given.contains(';') {
        return Ok(given.split(';').map(|text| Value::from(point(text))).collect());
    }
    let is_list =
        own.is_some_and(Value::is_array) || kinds.iter().any(|kind| kind.get("list").is_some());
    if given.contains(',') || is_list {
        return Ok(Value::from(point(given)));
    }
    if sensible(values).get("number").is_some() || sensible(values).get("affordable").is_some() {
        return Err(format!("`{given}` is not a number"));
    }
    Ok(Value::from(given))
}

/// The order that a line of text stands for; the error is a sentence.
pub(super) fn read_order(line: &str, legal: &Value) -> Result<Value, String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let entries = legal.as_array().into_iter().flatten();
    let mut fault = None;
    for template in entries.map(Template::of) {
        if template.slots.len() != words.len() || !template.begins_with(&words) {
            continue;
        }
        match fill(&template, &words) {
            Ok(call) => return Ok(call),
            Err(why) => fault = Some(why),
        }
    }
    let unknown = || match next_words(&words[..words.len().saturating_sub(1)], legal) {
        next if next.is_empty() => {
            format!("`{line}` is not an order that you can give now: `orders` lists them")
        }
        next => format!(
            "`{line}` is not an order that you can give now; the last word can be {}",
            next.into_iter().take(12).collect::<Vec<_>>().join(", ")
        ),
    };
    Err(fault.unwrap_or_else(unknown))
}

fn fill(template: &Template<'_>, words: &[&str]) -> Result<Value, String> {
    let mut call = template.call.clone();
    for (slot, given) in template.slots.iter().zip(words) {
        if let Slot::Open(path, values) = slot {
            let value = value_of(given, values, template.call.pointer(path))?;
            if let Some(place) = call.pointer_mut(path) {
                *place = value;
            }
        }
    }
    Ok(call)
}

/// The words that may follow these ones, without repetition.
pub(super) fn next_words(words: &[&str], legal: &Value) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for template in legal.as_array().into_iter().flatten().map(Template::of) {
        if !template.begins_with(words) {
            continue;
        }
        let next = match template.slots.get(words.len()) {
            Some(Slot::Word(word)) => vec![word.clone()],
            Some(Slot::Open(path, values)) => match suggestions(values) {
                listed if listed.is_empty() => vec![describe(path, values)],
                listed => listed,
            },
            None => Vec::new(),
        };
        for word in next {
            if !found.contains(&word) {
                found.push(word);
            }
        }
    }
    found
}

/// The legal orders that begin with these words, one line each.
pub(super) fn list(words: &[&str], legal: &Value) -> Vec<String> {
    let templates = legal.as_array().into_iter().flatten().map(Template::of);
    let line = |template: Template<'_>| {
        let slots = template.slots.iter().map(|slot| match slot {
            Slot::Word(word) => word.clone(),
            Slot::Open(path, values) => describe(path, values),
        });
        slots.collect::<Vec<_>>().join(" ")
    };
    templates.filter(|template| template.begins_with(words)).map(line).collect()
}

/// An order as a person would type it.
pub(super) fn typed(call: &Value) -> String {
    let entry = Value::Object(Map::from_iter([("call".to_owned(), call.clone())]));
    list(&[], &Value::from(vec![entry])).join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn legal() -> Value {
        json!([
            {"call": "refuel"},
            {"call": {"move": {"robot": "robot_1", "direction": "up_right"}}},
            {"call": {"move": {"robot": "robot_2", "direction": "left"}}},
            {"call": {"launch": {"robots": 1, "from": [0, 1], "to": [2, 2]}}, "open": [
                {"path": "/launch/robots", "values": {"number": {"min": 1, "max": 9}}},
                {"path": "/launch/to", "values": {"one_of": [[2, 2], [3, 3]]}},
            ]},
            {"call": {"shoot": {"path": [], "energy": 0}}, "open": [
                {"path": "/shoot/path", "values": {"any_of": [{"one_of": [[], ["Sol"]]}, {"list":
                    {"min": 0, "max": 9, "entries": {"text": {"suggestions": ["Sol"]}}}}]}},
                {"path": "/shoot/energy", "values": {"number": {"min": 0, "max": 5}}},
            ]},
        ])
    }

    #[test]
    fn a_typed_line_is_an_order() {
        let legal = legal();
        let read = |line: &str| read_order(line, &legal);
        assert_eq!(read("refuel"), Ok(json!("refuel")));
        let step = json!({"move": {"robot": "robot_1", "direction": "up_right"}});
        assert_eq!(read("MOVE robot_1  up_right"), Ok(step));
        let launch = json!({"launch": {"robots": 4, "from": [0, 1], "to": [3, 3]}});
        assert_eq!(read("launch 4 0,1 3,3"), Ok(launch));
        let shot = json!({"shoot": {"path": ["Sol", "Vega"], "energy": 3}});
        assert_eq!(read("shoot Sol,Vega 3"), Ok(shot));
        assert_eq!(read("shoot Sol 3"), Ok(json!({"shoot": {"path": ["Sol"], "energy": 3}})));
    }

    #[test]
    fn wrong_lines_are_refused_with_what_fits() {
        let legal = legal();
        let fault = |line: &str| read_order(line, &legal).unwrap_err();
        assert!(fault("move robot_2 up").contains("can be left"), "{}", fault("move robot_2 up"));
        assert!(fault("dance").contains("refuel"));
        assert!(fault("launch many 0,1 2,2").contains("not a number"));
        assert!(fault("").contains("not an order"));
    }

    #[test]
    fn the_next_word_is_completed() {
        let legal = legal();
        assert_eq!(next_words(&[], &legal), ["refuel", "move", "launch", "shoot"]);
        assert_eq!(next_words(&["move"], &legal), ["robot_1", "robot_2"]);
        assert_eq!(next_words(&["launch", "1", "0,1"], &legal), ["2,2", "3,3"]);
        assert_eq!(next_words(&["launch"], &legal), ["<robots: 1 to 9>"]);
        assert_eq!(list(&["move", "robot_2"], &legal), ["move robot_2 left"]);
    }
}
