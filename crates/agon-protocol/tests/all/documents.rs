//! `games/GAME/schema.json` and the tables of `docs/protocol.md` match the types they are generated from.

use agon_core::Contest;
use agon_games::{GAMES, Visitor, visit};
use agon_mars::Mars;
use agon_protocol::{Format, FromBot, schema};
use agon_testkit::{document_holds, part, part_holds};
use serde_json::{Map, Value};
use std::fmt::Write as _;

struct Describe;

impl Visitor for Describe {
    type Out = Value;
    fn visit<G: Contest>(self) -> Value {
        schema::<G>()
    }
}

#[test]
fn schema_files_match_the_types() {
    for game in GAMES {
        let schema = visit(game.id, Describe).unwrap();
        let text = serde_json::to_string_pretty(&schema).unwrap() + "\n";
        document_holds(&format!("games/{}/schema.json", game.id), &text);
    }
}

/// The messages are the same in all games, so one game is enough to generate the tables.
#[test]
fn protocol_tables_match_the_types() {
    let schema = schema::<Mars>();
    for direction in ["ToBot", "FromBot"] {
        let tables = tables(&schema["$defs"], direction);
        let marker = format!("<!-- {direction}: made by `cargo xtask protocol --bless` -->");
        part_holds("docs/protocol.md", &marker, "<!-- end -->", &tables);
    }
}

#[test]
fn the_documented_msgpack_frame_is_what_is_written() {
    let shown = part("docs/protocol.md", "<!-- frame -->", "<!-- end -->");
    let hex = shown.lines().filter_map(|line| Some(line.split_once("   ")?.0));
    let shown: Vec<u8> = hex
        .flat_map(str::split_whitespace)
        .map(|byte| u8::from_str_radix(byte, 16).unwrap())
        .collect();
    let mut written = Vec::new();
    Format::Msgpack.write(&FromBot::<Value>::Look { turn: 1 }, &mut written);
    assert_eq!(shown, written);
}

fn tables(defs: &Value, direction: &str) -> String {
    let mut text = String::new();
    for kind in defs[direction]["oneOf"].as_array().unwrap() {
        let name = kind["properties"]["type"]["const"].as_str().unwrap();
        let about = kind["description"].as_str().unwrap();
        writeln!(text, "\n#### `{name}`\n\n{about}").unwrap();
        let whole = kind["$ref"].as_str().map_or(kind, |to| definition(defs, to));
        let fields: &Map<String, Value> = whole["properties"].as_object().unwrap();
        let mut rows = fields.iter().filter(|(field, _)| *field != "type").peekable();
        if rows.peek().is_some() {
            writeln!(text, "\n| field | is | meaning |\n|---|---|---|").unwrap();
        }
        for (field, value) in rows {
            let about = value["description"].as_str().unwrap().to_owned() + &words(defs, value);
            let mut is = type_of(value);
            if let Some(default) = value.get("default") {
                write!(is, "; `{default}` if left out").unwrap();
            }
            writeln!(text, "| `{field}` | {is} | {about} |").unwrap();
        }
    }
    text + "\n"
}

fn definition<'a>(defs: &'a Value, reference: &str) -> &'a Value {
    &defs[reference.strip_prefix("#/$defs/").unwrap()]
}

/// The type of a field in words.
fn type_of(value: &Value) -> String {
    if let Some(either) = value.get("anyOf").and_then(Value::as_array) {
        return either.iter().map(type_of).collect::<Vec<_>>().join(" or ");
    }
    if let Some(reference) = value.get("$ref").and_then(Value::as_str) {
        let name = reference.trim_start_matches("#/$defs/");
        return match name {
            "View" | "Reply" | "Call" => format!("{} of the game", name.to_lowercase()),
            "Answer" => "object with `reply` and `refused`".to_owned(),
            "Note" => "[note](#notes-and-the-log)".to_owned(),
            "Outcome" => "[result](#the-result)".to_owned(),
            _ => "one of these words".to_owned(),
        };
    }
    let simple = |name: &str| match name {
        "array" => format!("list of: {}", type_of(&value["items"])),
        "boolean" => "true or false".to_owned(),
        other => other.to_owned(),
    };
    match &value["type"] {
        Value::String(name) => simple(name),
        Value::Array(names) => {
            let names = names.iter().filter_map(Value::as_str).map(simple);
            names.collect::<Vec<_>>().join(" or ")
        }
        other => panic!("the field has no type: {other} in {value}"),
    }
}

/// The meaning of each word, if the field is one of several words.
fn words(defs: &Value, value: &Value) -> String {
    let Some(reference) = value.get("$ref").and_then(Value::as_str) else { return String::new() };
    let Some(variants) = definition(defs, reference)["oneOf"].as_array() else {
        return String::new();
    };
    let words = variants.iter().filter_map(|variant| {
        let word = variant.get("const")?.as_str()?;
        Some(format!("<br>`{word}`: {}", variant["description"].as_str()?))
    });
    words.collect()
}
