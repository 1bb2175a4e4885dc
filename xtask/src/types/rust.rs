//! Types for Rust: structs that are read from a view with `agon_bot::FromJson`.

use super::{Choice, Field, Game, Kind, Payload, Type, comment};

/// Words that Rust does not allow as names.
const KEYWORDS: [&str; 5] = ["type", "move", "ref", "in", "where"];

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
    text.push_str(
        "\n/// The calls, for `turn.make`, `turn.calls` and `turn.draft`.\npub mod calls {\n",
    );
    text.push_str("    use agon_bot::{Json, call, json};\n\n");
    text.push_str("    fn or_null<T: Into<Json>>(value: impl Into<Option<T>>) -> Json {\n");
    text.push_str("        value.into().into()\n    }\n");
    for call in &game.calls {
        text.push_str(&function(game, call));
    }
    text.push_str("}\n");
    text
}

/// A function that prepares a call.
fn function(game: &Game, call: &Choice) -> String {
    let arguments = call.arguments();
    let list: Vec<String> = arguments
        .iter()
        .map(|one| format!("{}: {}", named(&one.name), argument(game, &one.what)))
        .collect();
    let lifetime = if list.iter().any(|one| one.contains("'a")) { "<'a>" } else { "" };
    let json = |one: &Field| match one.what {
        Type::Nullable(_) => {
            format!("or_null({})", named(&one.name))
        }
        _ => named(&one.name),
    };
    let value = match &call.brings {
        Payload::Nothing => "()".to_owned(),
        Payload::One(_) => json(&arguments[0]),
        Payload::Values(_) => {
            let names: Vec<String> = arguments.iter().map(json).collect();
            format!("json!([{}])", names.join(", "))
        }
        Payload::Fields(_) => {
            let pairs: Vec<String> =
                arguments.iter().map(|one| format!("\"{}\": {}", one.name, json(one))).collect();
            format!("json!({{{}}})", pairs.join(", "))
        }
    };
    let about = comment(&call.about, "    /// ");
    let (own, name) = (named(&call.name), &call.name);
    let body = format!("        call(\"{name}\", {value})\n    }}\n");
    let head = format!("    pub fn {own}{lifetime}({}) -> Json {{\n", list.join(", "));
    if head.len() <= 100 {
        return format!("\n{about}{head}{body}");
    }
    let list: String = list.iter().map(|one| format!("        {one},\n")).collect();
    format!("\n{about}    pub fn {own}{lifetime}(\n{list}    ) -> Json {{\n{body}")
}

/// The type of an argument.
fn argument(game: &Game, what: &Type) -> String {
    match game.resolved(what) {
        Type::Text => "&str".to_owned(),
        // `None`, or a value as it is.
        Type::Nullable(what) => match argument(game, &what).as_str() {
            "&str" => "impl Into<Option<&'a str>>".to_owned(),
            plain => format!("impl Into<Option<{plain}>>"),
        },
        Type::List(item) => match game.resolved(&item) {
            Type::Nullable(what) => format!("Vec<{}>", argument(game, &what)),
            item => format!("Vec<{}>", argument(game, &item)),
        },
        other => rust(&other),
    }
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
        Type::Any => "Json".to_owned(),
    }
}
