//! Types for Python: classes with annotations, as `agon.Record` has them at run time.

use super::{Choice, Game, Kind, Payload, Type, comment};

pub fn text(game: &Game) -> String {
    let mut text =
        format!("\"\"\"{}\"\"\"\n\nfrom __future__ import annotations\n\n", game.headline());
    text.push_str("from typing import Any, List, Literal, Optional\n\nimport agon\n");
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
                    if named(&field.name) != field.name {
                        let line =
                            format!("    # value[\"{}\"]: {}\n", field.name, python(&field.what));
                        text.push_str(&line);
                        continue;
                    }
                    text.push_str(&format!("    {}: {}\n", field.name, python(&field.what)));
                    text.push_str(&docstring(&field.about, "    "));
                }
                text.push('\n');
            }
        }
    }
    let names: Vec<String> =
        game.replies.iter().map(|reply| format!("    \"{}\",\n", reply.name)).collect();
    text = format!("{}\n\n\nReplyKind = Literal[\n{}]\n", text.trim_end(), names.concat());
    text.push_str("\"\"\"What `reply.kind` can be.\"\"\"\n\n\nclass calls:\n");
    text.push_str("    \"\"\"The calls, for `turn.call`, `turn.calls` and `turn.draft`.\"\"\"\n");
    for call in &game.calls {
        text.push_str(&function(call));
    }
    format!("{}\n", text.trim_end())
}

/// A function that prepares a call.
fn function(call: &Choice) -> String {
    let arguments = call.arguments();
    let is_named = matches!(call.brings, Payload::Fields(_));
    let mut list: Vec<String> = arguments
        .iter()
        .map(|argument| {
            let default = if argument.is_optional { " = None" } else { "" };
            format!("{}: {}{default}", named(&argument.name), python(&argument.what))
        })
        .collect();
    if is_named {
        list.insert(0, "*".to_owned());
    }
    let names: Vec<String> = arguments.iter().map(|argument| named(&argument.name)).collect();
    let value = match call.brings {
        Payload::Nothing => format!("\"{}\"", call.name),
        Payload::One(_) => format!("{{\"{}\": {}}}", call.name, names[0]),
        Payload::Values(_) => format!("{{\"{}\": [{}]}}", call.name, names.join(", ")),
        Payload::Fields(_) => {
            let pairs: Vec<String> = arguments
                .iter()
                .map(|argument| format!("\"{}\": {}", argument.name, named(&argument.name)))
                .collect();
            format!("{{\"{}\": {{{}}}}}", call.name, pairs.join(", "))
        }
    };
    let head = format!("    def {}({}) -> agon.Call:", named(&call.name), list.join(", "));
    let head = if head.len() <= 100 {
        head
    } else {
        format!("    def {}(\n        {},\n    ) -> agon.Call:", named(&call.name), list.join(", "))
    };
    let about = docstring(&call.about, "        ");
    format!("\n    @staticmethod\n{head}\n{about}        return {value}\n")
}

/// Words that Python does not allow as names get an underscore.
fn named(name: &str) -> String {
    if name == "from" { format!("{name}_") } else { name.to_owned() }
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
        Type::Any => "Any".to_owned(),
    }
}
