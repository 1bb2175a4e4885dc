//! Types for Go: structs with tags, which `Value.Into` fills.

use super::{Choice, Field, Game, Kind, Payload, Type, camel, comment};

pub fn text(game: &Game) -> String {
    let mut text =
        format!("// {}\n//\n//\tvar view View\n//\tturn.View.Into(&view)\n\n", game.headline());
    text.push_str("package main\n\nimport \"agon\"\n");
    for definition in &game.definitions {
        let name = &definition.name;
        text.push('\n');
        text.push_str(&comment(&format!("{name}: {}", definition.about), "// "));
        match &definition.kind {
            Kind::Names(names) => {
                text.push_str(&comment(&format!("It is one of {}.", names.join(", ")), "// "));
                text.push_str(&format!("type {name} = string\n"));
            }
            Kind::Alias(what) => text.push_str(&format!("type {name} = {}\n", go(what))),
            Kind::Fields(fields) => {
                text.push_str(&format!("type {name} struct {{\n"));
                text.push_str(&aligned(fields));
                text.push_str("}\n");
            }
        }
    }
    text.push_str("\n// Calls makes the calls, for turn.Make, turn.Calls and turn.Draft.\n");
    text.push_str("var Calls calls\n\ntype calls struct{}\n");
    text.push_str("\n// orNull has null for an empty text.\nfunc orNull(text string) any {\n");
    text.push_str("\tif text == \"\" {\n\t\treturn nil\n\t}\n\treturn text\n}\n");
    for call in &game.calls {
        text.push_str(&function(game, call));
    }
    text
}

/// A function that prepares a call.
fn function(game: &Game, call: &Choice) -> String {
    let arguments = call.arguments();
    let list: Vec<String> =
        arguments.iter().map(|one| format!("{} {}", named(&one.name), argument(one))).collect();
    let json = |one: &Field| match (game.resolved(&one.what), argument(one)) {
        (Type::Nullable(what), _) if matches!(game.resolved(&what), Type::Text) => {
            format!("orNull({})", named(&one.name))
        }
        _ => named(&one.name),
    };
    let value = match &call.brings {
        Payload::Nothing => String::new(),
        Payload::One(_) => format!(", {}", json(&arguments[0])),
        Payload::Values(_) => {
            let names: Vec<String> = arguments.iter().map(json).collect();
            format!(", []any{{{}}}", names.join(", "))
        }
        Payload::Fields(_) => {
            let pairs: Vec<String> =
                arguments.iter().map(|one| format!("\"{}\": {}", one.name, json(one))).collect();
            format!(", agon.Fields{{{}}}", pairs.join(", "))
        }
    };
    let own = camel(&call.name);
    let about = comment(&format!("{own}: {}", call.about), "// ");
    let body = format!("\treturn agon.Call(\"{}\"{value})\n}}\n", call.name);
    format!("\n{about}func (calls) {own}({}) any {{\n{body}", list.join(", "))
}

/// The type of an argument: null is an empty text or a nil slice.
fn argument(one: &Field) -> String {
    match &one.what {
        Type::Nullable(what) => go(what),
        what => go(what),
    }
}

/// Words that Go does not allow as names get an underscore.
fn named(name: &str) -> String {
    if name == "type" { format!("{name}_") } else { name.to_owned() }
}

/// The fields as gofmt writes them: the names and types of neighbouring lines have the same width.
fn aligned(fields: &[Field]) -> String {
    let mut text = String::new();
    let mut rest = fields;
    while let Some((first, others)) = rest.split_first() {
        let length = 1 + others.iter().take_while(|field| field.about.is_empty()).count();
        let (run, after) = rest.split_at(length);
        let names = run.iter().map(|field| camel(&field.name).len()).max().unwrap_or(0);
        let types = run.iter().map(|field| go(&field.what).len()).max().unwrap_or(0);
        text.push_str(&comment(&first.about, "\t// "));
        for field in run {
            let (own, what, key) = (camel(&field.name), go(&field.what), &field.name);
            text.push_str(&format!("\t{own:names$} {what:types$} `json:\"{key}\"`\n"));
        }
        rest = after;
    }
    text
}

fn go(what: &Type) -> String {
    match what {
        Type::Integer => "int".to_owned(),
        Type::Number => "float64".to_owned(),
        Type::Boolean => "bool".to_owned(),
        Type::Text => "string".to_owned(),
        Type::Named(name) => name.clone(),
        Type::List(item) => format!("[]{}", go(item)),
        Type::Nullable(what) => format!("*{}", go(what)),
        Type::Any => "any".to_owned(),
    }
}
