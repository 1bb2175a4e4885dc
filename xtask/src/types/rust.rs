//! Types for Rust: structs that are read from a view with `agon_bot::FromJson`.

use super::{Game, Kind, Type, comment};

/// Words that Rust does not allow as names.
const KEYWORDS: [&str; 4] = ["type", "move", "ref", "in"];

pub fn text(game: &Game) -> String {
    let mut text = format!("//! {}\n//!\n", game.headline());
    text.push_str("//! `let view: View = turn.view.read();`\n\n");
    text.push_str("#![allow(dead_code, reason = \"a bot reads what it needs\")]\n\n");
    text.push_str("use agon_bot::{FromJson, Json};\n");
    for definition in &game.definitions {
        let name = &definition.name;
        text.push('\n');
        text.push_str(&comment(&definition.about, "/// "));
        match &definition.kind {
            Kind::Names(names) => {
                text.push_str(&comment(&format!("One of {}.", names.join(", ")), "/// "));
                text.push_str(&format!("pub type {name} = String;\n"));
            }
            Kind::Alias(what) => text.push_str(&format!("pub type {name} = {};\n", rust(what))),
            Kind::Fields(fields) => {
                text.push_str(&format!(
                    "#[derive(Clone, Debug, PartialEq)]\npub struct {name} {{\n"
                ));
                for field in fields {
                    text.push_str(&comment(&field.about, "    /// "));
                    text.push_str(&format!(
                        "    pub {}: {},\n",
                        named(&field.name),
                        rust(&field.what)
                    ));
                }
                text.push_str(&format!("}}\n\nimpl FromJson for {name} {{\n"));
                text.push_str(&format!(
                    "    fn from_json(json: &Json) -> {name} {{\n        {name} {{\n"
                ));
                for field in fields {
                    let (own, key) = (named(&field.name), &field.name);
                    text.push_str(&format!("            {own}: json[\"{key}\"].read(),\n"));
                }
                text.push_str("        }\n    }\n}\n");
            }
        }
    }
    text
}

fn named(name: &str) -> String {
    if KEYWORDS.contains(&name) { format!("r#{name}") } else { name.to_owned() }
}

fn rust(what: &Type) -> String {
    match what {
        Type::Integer => "i64".to_owned(),
        Type::Number => "f64".to_owned(),
        Type::Boolean => "bool".to_owned(),
        Type::Text => "String".to_owned(),
        Type::Named(name) => name.clone(),
        Type::List(item) => format!("Vec<{}>", rust(item)),
        Type::Nullable(what) => format!("Option<{}>", rust(what)),
    }
}
