//! Types for C++: structs that are made of a view with `agon::as`.

use super::{Choice, Game, Kind, Payload, Type, comment};

/// Words that C++ does not allow as names get an underscore.
const KEYWORDS: [&str; 4] = ["class", "default", "new", "operator"];

pub fn text(game: &Game) -> String {
    let mut text = format!("// {}\n//\n", game.headline());
    text.push_str(&format!(
        "//     {0}::View view = agon::as<{0}::View>(turn.view);\n#pragma once\n\n",
        game.id
    ));
    text.push_str("#include \"agon.hpp\"\n\n");
    text.push_str(&format!("namespace {} {{\n", game.id));
    for definition in &game.definitions {
        let name = &definition.name;
        text.push('\n');
        text.push_str(&comment(&definition.about, "/// "));
        match &definition.kind {
            Kind::Names(names) => {
                text.push_str(&comment(&format!("One of {}.", names.join(", ")), "/// "));
                text.push_str(&format!("using {name} = std::string;\n"));
            }
            Kind::Alias(what) => text.push_str(&format!("using {name} = {};\n", cpp(what))),
            Kind::Fields(fields) => {
                text.push_str(&format!("struct {name} {{\n"));
                for field in fields {
                    text.push_str(&comment(&field.about, "    /// "));
                    text.push_str(&format!("    {} {};\n", cpp(&field.what), named(&field.name)));
                }
                text.push_str(&format!("\n    explicit {name}(const agon::Json& json)"));
                for (at, field) in fields.iter().enumerate() {
                    let before = if at == 0 { "\n        : " } else { ",\n          " };
                    let (own, key) = (named(&field.name), &field.name);
                    let value = format!("agon::as<decltype({own})>(json[\"{key}\"])");
                    let space = if own.len() + value.len() > 95 { "\n              " } else { "" };
                    text.push_str(&format!("{before}{own}({space}{value})"));
                }
                text.push_str(" {}\n};\n");
            }
        }
    }
    text.push_str(
        "\n/// The calls, for `turn.call`, `turn.calls` and `turn.draft`.\nnamespace calls {\n",
    );
    for call in &game.calls {
        text.push_str(&function(call));
    }
    text.push_str(&format!("\n}}  // namespace calls\n\n}}  // namespace {}\n", game.id));
    text
}

/// A function that prepares a call.
fn function(call: &Choice) -> String {
    let arguments = call.arguments();
    let list: Vec<String> = arguments
        .iter()
        .map(|argument| {
            let default = if argument.is_optional { " = std::nullopt" } else { "" };
            format!("const {}& {}{default}", cpp(&argument.what), named(&argument.name))
        })
        .collect();
    let json = |name: &str| format!("agon::to_json({})", named(name));
    let value = match &call.brings {
        Payload::Nothing => String::new(),
        Payload::One(_) => format!(", {}", json(&arguments[0].name)),
        Payload::Values(_) => {
            let values: Vec<String> = arguments.iter().map(|one| json(&one.name)).collect();
            format!(", agon::list({})", values.join(", "))
        }
        Payload::Fields(_) => {
            let pairs: Vec<String> = arguments
                .iter()
                .map(|one| format!("{{\"{}\", {}}}", one.name, json(&one.name)))
                .collect();
            format!(",\n                      {{{}}}", pairs.join(",\n                       "))
        }
    };
    let about = comment(&call.about, "/// ");
    let (own, name) = (named(&call.name), &call.name);
    format!(
        "\n{about}inline agon::Json {own}({}) {{\n    return agon::call(\"{name}\"{value});\n}}\n",
        list.join(", ")
    )
}

fn named(name: &str) -> String {
    if KEYWORDS.contains(&name) { format!("{name}_") } else { name.to_owned() }
}

fn cpp(what: &Type) -> String {
    match what {
        Type::Integer => "std::int64_t".to_owned(),
        Type::Number => "double".to_owned(),
        Type::Boolean => "bool".to_owned(),
        Type::Text => "std::string".to_owned(),
        Type::Named(name) => name.clone(),
        Type::List(item) => format!("std::vector<{}>", cpp(item)),
        Type::Nullable(what) => format!("std::optional<{}>", cpp(what)),
        Type::Any => "agon::Json".to_owned(),
    }
}
