//! Says what is wrong with a message or a call that does not fit the game's schema.
//!
//! The reader of a message knows only that it does not fit. The schema knows the names of all calls and
//! fields, so it can name the field, what it should be, and the name that was probably meant.

use crate::nearest::nearest;
use crate::schema::schema;
use crate::wire::quoted;
use agon_core::Contest;
use serde_json::{Map, Value};

/// The most alternatives that a sentence lists.
const MAX_LISTED: usize = 12;

/// Explains the mistakes of one game's bots.
#[derive(Clone, Debug)]
pub struct Explainer {
    title: &'static str,
    definitions: Value,
}

impl Explainer {
    /// An explainer for a game.
    pub fn of<G: Contest>() -> Explainer {
        let definitions = schema::<G>()["$defs"].take();
        Explainer { title: G::INFO.title, definitions }
    }

    /// Why this is not a call of the game, as a sentence without full stop; `None` if the schema allows it.
    pub fn call(&self, call: &Value) -> Option<String> {
        let calls = self.calls();
        let names = || calls.iter().map(|(name, _)| *name);
        let known = |name: &str| calls.iter().find(|(known, _)| *known == name);
        match call {
            Value::String(name) => match known(name) {
                Some((_, None)) => None,
                Some((name, Some(value))) => {
                    Some(format!("the call `{name}` needs a value: {}", self.kind(value)))
                }
                None => Some(self.unknown_call(name, names())),
            },
            Value::Object(fields) if fields.len() == 1 => {
                let (name, value) = fields.iter().next()?;
                match known(name) {
                    Some((name, Some(schema))) => {
                        let fault = self.fault(schema, value, &Place::Value)?;
                        Some(format!("the call `{name}`: {fault}"))
                    }
                    Some((name, None)) => {
                        Some(format!("the call `{name}` has no value: send \"{name}\""))
                    }
                    None => Some(self.unknown_call(name, names())),
                }
            }
            other => Some(format!(
                "a call is a name, or an object with one name and its value, such as {}; this is {}",
                example(&calls),
                described(other)
            )),
        }
    }

    /// Why this is not a message of the protocol, apart from its calls; `None` if nothing is found.
    pub fn message(&self, message: &Value) -> Option<String> {
        let Value::Object(fields) = message else {
            return Some(format!(
                "a message is an object such as {{\"type\":\"done\",\"turn\":1}}; this is {}",
                described(message)
            ));
        };
        let kinds: Vec<(&str, &Value)> = alternatives(&self.definitions["FromBot"])
            .filter_map(|kind| Some((kind["properties"]["type"]["const"].as_str()?, kind)))
            .collect();
        let names = || kinds.iter().map(|(name, _)| *name);
        let Some(Value::String(name)) = fields.get("type") else {
            return Some(format!(
                "a message needs the field `type`, which is one of {}",
                listed(names())
            ));
        };
        match kinds.iter().find(|(known, _)| known == name) {
            None => Some(format!("unknown type of message `{name}`{}", hint(name, names()))),
            Some((_, schema)) => {
                let fault = self.fault_of_fields(schema, fields)?;
                Some(format!("the message `{name}`: {fault}"))
            }
        }
    }

    /// The names of all calls, and the schemas of their values.
    fn calls(&self) -> Vec<(&str, Option<&Value>)> {
        let mut calls = Vec::new();
        for call in alternatives(&self.definitions["Call"]) {
            if let Some(properties) = call["properties"].as_object() {
                calls.extend(properties.iter().map(|(name, value)| (name.as_str(), Some(value))));
            } else {
                calls.extend(constants(call).map(|name| (name, None)));
            }
        }
        calls
    }

    /// Why the game has no call of this name; `None` if it has one.
    pub fn call_name(&self, name: &str) -> Option<String> {
        let calls = self.calls();
        let names = || calls.iter().map(|(name, _)| *name);
        let is_known = names().any(|known| known == name);
        (!is_known).then(|| self.unknown_call(name, names()))
    }

    fn unknown_call<'a>(&self, name: &str, known: impl Iterator<Item = &'a str> + Clone) -> String {
        match nearest(name, known.clone()) {
            Some(meant) => format!("unknown call `{name}`; did you mean `{meant}`?"),
            None => format!(
                "unknown call `{name}`; the calls of {} are {}",
                self.title,
                known.map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
            ),
        }
    }

    /// A definition instead of a reference to it.
    fn resolved<'a>(&'a self, schema: &'a Value) -> &'a Value {
        let name = schema["$ref"].as_str().and_then(|path| path.strip_prefix("#/$defs/"));
        name.map_or(schema, |name| &self.definitions[name])
    }

    /// What is wrong with a value, with its place in the call.
    fn fault(&self, schema: &Value, value: &Value, place: &Place<'_>) -> Option<String> {
        let schema = self.resolved(schema);
        let choices: Vec<&Value> = alternatives(schema).collect();
        if !choices.is_empty() {
            let faults: Vec<String> =
                choices.iter().map_while(|choice| self.fault(choice, value, place)).collect();
            if faults.len() < choices.len() {
                return None;
            }
            // The choice that is not null says most, if there is only one.
            let mut solid =
                choices.iter().zip(faults).filter(|(choice, _)| choice["type"] != "null");
            return match (solid.next(), solid.next()) {
                (Some((_, fault)), None) => Some(fault),
                _ => Some(self.mismatch(schema, value, place)),
            };
        }
        if !self.fits_type(schema, value) {
            return Some(self.mismatch(schema, value, place));
        }
        match value {
            Value::Object(fields) => self.fault_of_fields(schema, fields),
            Value::Array(items) => self.fault_of_items(schema, items, place),
            _ => None,
        }
    }

    fn fault_of_fields(&self, schema: &Value, fields: &Map<String, Value>) -> Option<String> {
        let properties = schema["properties"].as_object()?;
        let required = schema["required"].as_array().into_iter().flatten();
        let missing: Vec<&str> =
            required.filter_map(Value::as_str).filter(|name| !fields.contains_key(*name)).collect();
        let is_closed = schema["additionalProperties"] == false;
        let extra: Vec<&String> =
            fields.keys().filter(|field| !properties.contains_key(*field)).collect();
        // Missing fields are better guesses than those that may be left out.
        let optional = properties.keys().map(String::as_str);
        let optional = optional.filter(|name| is_closed && !fields.contains_key(*name));
        // One wrong name in place of one missing field is meant to be that field.
        let only = missing.first().copied().filter(|_| missing.len() == 1 && extra.len() == 1);
        let meant = |extra: &str| {
            let missing = nearest(extra, missing.iter().copied());
            missing.or_else(|| nearest(extra, optional.clone())).or(only)
        };
        let no_field = |extra: &str| format!("there is no field {}", quoted(extra.as_bytes()));
        if let Some((extra, meant)) = extra.iter().find_map(|extra| Some((extra, meant(extra)?))) {
            return Some(format!("{}; did you mean `{meant}`?", no_field(extra)));
        }
        if let Some(name) = missing.first() {
            return Some(format!("the field `{name}` is missing"));
        }
        if let Some(extra) = extra.first().filter(|_| is_closed) {
            let known = listed(properties.keys().map(String::as_str));
            return Some(format!("{}; the fields are {known}", no_field(extra)));
        }
        properties
            .iter()
            .find_map(|(name, schema)| self.fault(schema, fields.get(name)?, &Place::Field(name)))
    }

    fn fault_of_items(&self, schema: &Value, items: &[Value], place: &Place<'_>) -> Option<String> {
        let fixed = schema["prefixItems"].as_array().map_or(&[][..], Vec::as_slice);
        if !fixed.is_empty() && items.len() != fixed.len() {
            return Some(format!(
                "{} has {} items, but must be {}",
                place.text(),
                items.len(),
                self.kind(schema)
            ));
        }
        items.iter().enumerate().find_map(|(at, item)| {
            let schema = fixed.get(at).or_else(|| schema.get("items"))?;
            self.fault(schema, item, &Place::Item(at + 1))
        })
    }

    fn fits_type(&self, schema: &Value, value: &Value) -> bool {
        let names = constants(schema).collect::<Vec<_>>();
        if !names.is_empty() {
            return value.as_str().is_some_and(|text| names.contains(&text));
        }
        let fits = |kind: &Value| match kind.as_str() {
            Some("integer") => match value.as_i64() {
                Some(number) => is_in_range(schema, number),
                None => value.is_u64() && schema["format"] == "uint64",
            },
            Some("number") => value.is_number(),
            Some("string") => value.is_string(),
            Some("boolean") => value.is_boolean(),
            Some("array") => value.is_array(),
            Some("object") => value.is_object(),
            Some("null") => value.is_null(),
            _ => true,
        };
        match &schema["type"] {
            Value::Array(kinds) => kinds.iter().any(fits),
            kind => fits(kind),
        }
    }

    fn mismatch(&self, schema: &Value, value: &Value, place: &Place<'_>) -> String {
        let names = self.names(schema);
        let meant = value.as_str().and_then(|text| nearest(text, names.iter().copied()));
        let meant = meant.map_or(String::new(), |meant| format!("; did you mean `{meant}`?"));
        format!(
            "{} is {}, but must be {}{meant}",
            place.text(),
            described(value),
            self.kind(schema)
        )
    }

    /// The names that a value may have, if it is one of several names.
    fn names<'a>(&'a self, schema: &'a Value) -> Vec<&'a str> {
        let schema = self.resolved(schema);
        let nested = alternatives(schema).flat_map(|choice| self.names(choice));
        constants(schema).chain(nested).collect()
    }

    /// What a value must be: "a whole number", "one of `explorer`, `miner`".
    fn kind(&self, schema: &Value) -> String {
        let schema = self.resolved(schema);
        let names = self.names(schema);
        if !names.is_empty() {
            return match &names[..] {
                [one] => format!("`{one}`"),
                _ => format!("one of {}", listed(names.into_iter())),
            };
        }
        let choices: Vec<String> = alternatives(schema).map(|choice| self.kind(choice)).collect();
        if !choices.is_empty() {
            return choices.join(" or ");
        }
        let word = |kind: &Value| match kind.as_str() {
            Some("integer") => whole_number(schema),
            Some("number") => "a number".to_owned(),
            Some("string") => "a text".to_owned(),
            Some("boolean") => "true or false".to_owned(),
            Some("array") => self.list(schema),
            Some("object") => fields(schema),
            Some("null") => "null".to_owned(),
            _ => "a value".to_owned(),
        };
        match &schema["type"] {
            Value::Array(kinds) => kinds.iter().map(word).collect::<Vec<_>>().join(" or "),
            kind => word(kind),
        }
    }

    fn list(&self, schema: &Value) -> String {
        match schema["prefixItems"].as_array() {
            Some(items) => {
                let kinds: Vec<String> = items.iter().map(|item| self.kind(item)).collect();
                format!("a list of {}: {}", items.len(), kinds.join("; "))
            }
            None => "a list".to_owned(),
        }
    }
}

/// Where in a call or message a value is.
enum Place<'a> {
    Value,
    Field(&'a str),
    Item(usize),
}

impl Place<'_> {
    fn text(&self) -> String {
        match self {
            Place::Value => "its value".to_owned(),
            Place::Field(name) => format!("the field `{name}`"),
            Place::Item(number) => format!("item {number} of its list"),
        }
    }
}

/// The choices of a schema that is one of several.
fn alternatives(schema: &Value) -> impl Iterator<Item = &Value> {
    ["oneOf", "anyOf"].into_iter().filter_map(|key| schema[key].as_array()).flatten()
}

/// The texts that a schema allows, if it lists them.
fn constants(schema: &Value) -> impl Iterator<Item = &str> {
    let list = schema["enum"].as_array().into_iter().flatten();
    list.chain(schema.get("const")).filter_map(Value::as_str)
}

fn is_in_range(schema: &Value, number: i64) -> bool {
    let (min, max) = range(schema);
    min.is_none_or(|min| number >= min) && max.is_none_or(|max| number <= max)
}

/// The least and the greatest whole number that a schema allows.
fn range(schema: &Value) -> (Option<i64>, Option<i64>) {
    let (min, max) = match schema["format"].as_str() {
        Some("int8") => (Some(i64::from(i8::MIN)), Some(i64::from(i8::MAX))),
        Some("int16") => (Some(i64::from(i16::MIN)), Some(i64::from(i16::MAX))),
        Some("int32") => (Some(i64::from(i32::MIN)), Some(i64::from(i32::MAX))),
        Some("uint8") => (Some(0), Some(i64::from(u8::MAX))),
        Some("uint16") => (Some(0), Some(i64::from(u16::MAX))),
        Some("uint32") => (Some(0), Some(i64::from(u32::MAX))),
        Some("uint64" | "uint") => (Some(0), None),
        _ => (None, None),
    };
    (schema["minimum"].as_i64().or(min), schema["maximum"].as_i64().or(max))
}

fn whole_number(schema: &Value) -> String {
    match range(schema) {
        (Some(0), None | Some(65_536..)) => "a whole number from 0".to_owned(),
        (Some(min), Some(max)) if max <= i64::from(u16::MAX) => {
            format!("a whole number from {min} to {max}")
        }
        _ => "a whole number".to_owned(),
    }
}

fn fields(schema: &Value) -> String {
    let names = schema["properties"].as_object().into_iter().flat_map(Map::keys);
    let names: Vec<String> = names.map(|name| format!("`{name}`")).collect();
    match names.len() {
        0 => "an object".to_owned(),
        _ => format!("an object with the fields {}", names.join(", ")),
    }
}

/// A value as a sentence shows it: "the text `3`", "null", "a list".
fn described(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(value) => value.to_string(),
        Value::Number(number) => format!("the number {number}"),
        Value::String(text) => format!("the text {}", quoted(text.as_bytes())),
        Value::Array(items) => format!("a list of {}", items.len()),
        Value::Object(fields) if fields.is_empty() => "an empty object".to_owned(),
        Value::Object(fields) => {
            let names: Vec<String> =
                fields.keys().take(MAX_LISTED).map(|name| quoted(name.as_bytes())).collect();
            format!("an object with the fields {}", names.join(", "))
        }
    }
}

fn hint<'a>(name: &str, known: impl Iterator<Item = &'a str> + Clone) -> String {
    match nearest(name, known.clone()) {
        Some(meant) => format!("; did you mean `{meant}`?"),
        None => format!("; the types are {}", listed(known)),
    }
}

fn listed<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let names: Vec<String> = names.map(|name| format!("`{name}`")).collect();
    let rest = names.len().saturating_sub(MAX_LISTED);
    let more = if rest > 0 { format!(" and {rest} more") } else { String::new() };
    format!("{}{more}", names[..names.len() - rest].join(", "))
}

/// A call of the game as it is written in JSON.
fn example(calls: &[(&str, Option<&Value>)]) -> String {
    match calls.iter().find(|(_, value)| value.is_some()) {
        Some((name, _)) => format!("{{\"{name}\": ...}}"),
        None => format!("\"{}\"", calls.first().map_or("", |(name, _)| name)),
    }
}
