//! Types for JavaScript and TypeScript: declarations, which an editor checks.

use super::{Choice, Field, Game, Kind, Payload, Type, camel, comment};

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
    text.push_str(
        "\n/** What `turn.call`, `turn.calls` and `turn.draft` take. */\nexport type Call =\n",
    );
    for call in &game.calls {
        text.push_str(&block(&call.about, "  "));
        let name = &call.name;
        let value = match &call.brings {
            Payload::Nothing => format!("\"{name}\""),
            Payload::One(what) => format!("{{ {name}: {} }}", script(what)),
            Payload::Values(parts) => format!("{{ {name}: [{}] }}", list(parts)),
            Payload::Fields(fields) => format!("{{ {name}: {{ {} }} }}", object(fields)),
        };
        text.push_str(&format!("  | {value}\n"));
    }
    text = format!(
        "{};\n\n/** `reply.kind` and `reply.value`. */\nexport type Reply =\n",
        text.trim_end()
    );
    for reply in &game.replies {
        text.push_str(&block(&reply.about, "  "));
        let Choice { name, brings, .. } = reply;
        let value = match brings {
            Payload::Nothing => "null".to_owned(),
            Payload::One(what) => script(what),
            Payload::Values(parts) => format!("[{}]", list(parts)),
            Payload::Fields(_) => format!("{}Reply", camel(name)),
        };
        text.push_str(&format!("  | {{ kind: \"{name}\"; value: {value} }}\n"));
    }
    format!("{};\n", text.trim_end())
}

fn list(parts: &[Type]) -> String {
    parts.iter().map(script).collect::<Vec<_>>().join(", ")
}

fn object(fields: &[Field]) -> String {
    let field = |field: &Field| {
        let mark = if field.is_optional { "?" } else { "" };
        format!("{}{mark}: {}", field.name, script(&field.what))
    };
    fields.iter().map(field).collect::<Vec<_>>().join("; ")
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
        Type::Any => "unknown".to_owned(),
    }
}
