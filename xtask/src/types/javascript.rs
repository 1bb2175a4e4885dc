//! Types for JavaScript and TypeScript: declarations, which an editor checks.

use super::{Game, Kind, Type, comment};

pub fn text(game: &Game) -> String {
    let mut text = format!("// {}\n", game.headline());
    for definition in &game.definitions {
        let name = &definition.name;
        text.push('\n');
        text.push_str(&block(&definition.about, ""));
        match &definition.kind {
            Kind::Names(names) => {
                let names: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
                text.push_str(&format!("export type {name} = {};\n", names.join(" | ")));
            }
            Kind::Alias(what) => {
                text.push_str(&format!("export type {name} = {};\n", script(what)));
            }
            Kind::Fields(fields) => {
                text.push_str(&format!("export interface {name} {{\n"));
                for field in fields {
                    text.push_str(&block(&field.about, "  "));
                    text.push_str(&format!("  {}: {};\n", field.name, script(&field.what)));
                }
                text.push_str("}\n");
            }
        }
    }
    text
}

fn block(about: &str, indent: &str) -> String {
    match comment(about, &format!("{indent} * ")) {
        lines if lines.is_empty() => lines,
        lines if lines.lines().count() == 1 => {
            format!("{indent}/** {} */\n", lines.trim().trim_start_matches("* "))
        }
        lines => format!("{indent}/**\n{lines}{indent} */\n"),
    }
}

fn script(what: &Type) -> String {
    match what {
        Type::Integer | Type::Number => "number".to_owned(),
        Type::Boolean => "boolean".to_owned(),
        Type::Text => "string".to_owned(),
        Type::Named(name) => name.clone(),
        Type::List(item) => match **item {
            Type::Nullable(_) => format!("({})[]", script(item)),
            _ => format!("{}[]", script(item)),
        },
        Type::Nullable(what) => format!("{} | null", script(what)),
    }
}
