//! Types for Go: structs with tags, which `Value.Into` fills.

use super::{Field, Game, Kind, Type, camel, comment};

pub fn text(game: &Game) -> String {
    let mut text =
        format!("// {}\n//\n//\tvar view View\n//\tturn.View.Into(&view)\n\n", game.headline());
    text.push_str("package main\n");
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
    text
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
    }
}
