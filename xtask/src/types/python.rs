//! Types for Python: classes with annotations, as `agon.Record` has them at run time.

use super::{Game, Kind, Type, comment};

pub fn text(game: &Game) -> String {
    let mut text =
        format!("\"\"\"{}\"\"\"\n\nfrom __future__ import annotations\n\n", game.headline());
    text.push_str("from typing import List, Literal, Optional\n\nimport agon\n");
    for definition in &game.definitions {
        let name = &definition.name;
        match &definition.kind {
            Kind::Names(names) => {
                let names: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
                text.push_str(&format!("\n{name} = Literal[{}]\n", names.join(", ")));
                text.push_str(&docstring(&definition.about, ""));
            }
            Kind::Alias(what) => {
                text.push_str(&format!("\n{name} = {}\n", python(what)));
                text.push_str(&docstring(&definition.about, ""));
            }
            Kind::Fields(fields) => {
                text = format!("{}\n\n\nclass {name}(agon.Record):\n", text.trim_end());
                text.push_str(&docstring(&definition.about, "    "));
                text.push_str("\n    __slots__ = ()\n\n");
                for field in fields {
                    text.push_str(&format!("    {}: {}\n", field.name, python(&field.what)));
                    text.push_str(&docstring(&field.about, "    "));
                }
                text.push('\n');
            }
        }
    }
    format!("{}\n", text.trim_end())
}

fn docstring(about: &str, indent: &str) -> String {
    if about.is_empty() {
        return String::new();
    }
    let lines = comment(about, indent);
    format!("{indent}\"\"\"{}\"\"\"\n", lines.trim())
}

fn python(what: &Type) -> String {
    match what {
        Type::Integer => "int".to_owned(),
        Type::Number => "float".to_owned(),
        Type::Boolean => "bool".to_owned(),
        Type::Text => "str".to_owned(),
        Type::Named(name) => name.clone(),
        Type::List(item) => format!("List[{}]", python(item)),
        Type::Nullable(what) => format!("Optional[{}]", python(what)),
    }
}
