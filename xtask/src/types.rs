//! `cargo xtask types`: the views, calls and replies of every game as types of the languages that bots are
//! written in.
//!
//! The types come from `games/GAME/schema.json`, which a test keeps equal to the rules. They are checked in,
//! because `agon new` copies them beside the starter; `--check` (and a test) compares them with the schemas.

mod cpp;
mod go;
mod javascript;
mod python;
mod rust;

use crate::root;
use anyhow::{Context, bail};
use serde_json::Value;
use std::fs;
use std::path::PathBuf;

/// Writes the types of all games.
pub fn write() -> anyhow::Result<()> {
    for (path, text) in all()? {
        fs::create_dir_all(path.parent().context("a file has a folder")?)?;
        fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

/// Compares the types of all games with the files.
pub fn check() -> anyhow::Result<()> {
    let is_old =
        |(path, text): &(PathBuf, String)| fs::read_to_string(path).ok().as_ref() != Some(text);
    let old: Vec<String> =
        all()?.iter().filter(|file| is_old(file)).map(|(p, _)| p.display().to_string()).collect();
    if old.is_empty() {
        return Ok(());
    }
    bail!("run `cargo xtask types`; these differ from the schemas:\n  {}", old.join("\n  "));
}

/// The files and what they should contain.
fn all() -> anyhow::Result<Vec<(PathBuf, String)>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(root().join("games"))? {
        let folder = entry?.path();
        let Ok(schema) = fs::read_to_string(folder.join("schema.json")) else { continue };
        let id = folder.file_name().context("a game has a name")?.to_string_lossy().into_owned();
        let game = Game::of(&id, &serde_json::from_str(&schema)?).with_context(|| {
            format!("the schema of {id} has a type that bots' languages do not")
        })?;
        let texts = [
            ("py", python::text(&game)),
            ("d.ts", javascript::text(&game)),
            ("hpp", cpp::text(&game)),
            ("rs", rust::text(&game)),
            ("go", go::text(&game)),
        ];
        let path = |ending: &str| folder.join(format!("types/{id}_types.{ending}"));
        files.extend(texts.map(|(ending, text)| (path(ending), text)));
    }
    files.sort();
    Ok(files)
}

/// The types of one game, each after those that it uses.
struct Game {
    id: String,
    title: String,
    /// The view, what replies bring, and everything that they and the calls use.
    definitions: Vec<Definition>,
    /// What a bot may call.
    calls: Vec<Choice>,
    /// What the game may reply, without refusals, which the kits tell as sentences.
    replies: Vec<Choice>,
}

/// One of the calls or replies.
struct Choice {
    name: String,
    about: String,
    brings: Payload,
}

/// What comes with the name of a call or reply.
enum Payload {
    Nothing,
    Fields(Vec<Field>),
    /// One value.
    One(Type),
    /// A list of values with a type each.
    Values(Vec<Type>),
}

/// A type with a name.
struct Definition {
    name: String,
    about: String,
    kind: Kind,
}

/// What a type with a name is.
enum Kind {
    Fields(Vec<Field>),
    /// One of these texts.
    Names(Vec<String>),
    /// Another name for a type.
    Alias(Type),
}

/// A field of an object, or an argument.
#[derive(Clone)]
struct Field {
    name: String,
    about: String,
    what: Type,
    /// Whether it may be left out.
    is_optional: bool,
}

/// What a value is.
#[derive(Clone)]
enum Type {
    Integer,
    Number,
    Boolean,
    Text,
    Named(String),
    List(Box<Type>),
    Nullable(Box<Type>),
    /// The reason of a refusal, which has many shapes.
    Any,
}

impl Game {
    fn of(id: &str, schema: &Value) -> anyhow::Result<Game> {
        let title = schema["title"].as_str().unwrap_or_default().trim_start_matches("Messages of ");
        let mut game = Game {
            id: id.to_owned(),
            title: title.to_owned(),
            definitions: Vec::new(),
            calls: Vec::new(),
            replies: Vec::new(),
        };
        let all = &schema["$defs"];
        game.define("View", all)?;
        game.calls = game.choices(&all["Call"], all)?;
        game.replies = game.choices(&all["Reply"], all)?;
        game.replies.retain(|reply| reply.name != "refused");
        for reply in &game.replies {
            if let Payload::Fields(fields) = &reply.brings {
                let name = format!("{}Reply", camel(&reply.name));
                let kind = Kind::Fields(fields.clone());
                game.definitions.push(Definition { name, about: reply.about.clone(), kind });
            }
        }
        Ok(game)
    }

    /// The calls or replies of a schema: names, and objects with the name as their only key.
    fn choices(&mut self, schema: &Value, all: &Value) -> anyhow::Result<Vec<Choice>> {
        let mut choices = Vec::new();
        for choice in schema["oneOf"].as_array().into_iter().flatten() {
            let about = about(choice);
            if let Some(name) = choice["const"].as_str() {
                let brings = Payload::Nothing;
                choices.push(Choice { name: name.to_owned(), about, brings });
                continue;
            }
            let (name, payload) = choice["properties"]
                .as_object()
                .and_then(|properties| properties.iter().next())
                .with_context(|| format!("neither a name nor an object: {choice}"))?;
            let brings = if payload["properties"].is_object() {
                Payload::Fields(self.fields(payload, all)?)
            } else if let Some(parts) = payload["prefixItems"].as_array() {
                let parts = parts.iter().map(|part| self.what(part, all));
                Payload::Values(parts.collect::<Result<_, _>>()?)
            } else {
                Payload::One(self.what(payload, all)?)
            };
            choices.push(Choice { name: name.clone(), about, brings });
        }
        Ok(choices)
    }

    fn fields(&mut self, schema: &Value, all: &Value) -> anyhow::Result<Vec<Field>> {
        let mut fields = Vec::new();
        for (name, property) in schema["properties"].as_object().into_iter().flatten() {
            let what = self.what(property, all)?;
            // Null is a mistake of bots of the original interface, unless it is the default.
            let is_optional = property.get("default").is_some_and(Value::is_null);
            fields.push(Field { name: name.clone(), about: about(property), what, is_optional });
        }
        // Languages want optional arguments last.
        fields.sort_by_key(|field| field.is_optional);
        Ok(fields)
    }

    /// Adds a definition after those that it uses.
    fn define(&mut self, name: &str, all: &Value) -> anyhow::Result<()> {
        if self.definitions.iter().any(|definition| definition.name == name) {
            return Ok(());
        }
        let schema = &all[name];
        let names = constants(schema);
        let kind = if schema["properties"].is_object() {
            Kind::Fields(self.fields(schema, all)?)
        } else if names.is_empty() {
            Kind::Alias(self.what(schema, all)?)
        } else {
            Kind::Names(names)
        };
        self.definitions.push(Definition { name: name.to_owned(), about: about(schema), kind });
        Ok(())
    }

    fn what(&mut self, schema: &Value, all: &Value) -> anyhow::Result<Type> {
        if let Some(name) = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
            if is_mixed(&all[name]) {
                return Ok(Type::Any);
            }
            self.define(name, all)?;
            return Ok(Type::Named(name.to_owned()));
        }
        if let Some([one, null]) = schema["anyOf"].as_array().map(Vec::as_slice)
            && null["type"] == "null"
        {
            return Ok(Type::Nullable(Box::new(self.what(one, all)?)));
        }
        if let Some([kind, null]) = schema["type"].as_array().map(Vec::as_slice)
            && null == "null"
        {
            return Ok(Type::Nullable(Box::new(self.simple(kind, schema, all)?)));
        }
        self.simple(&schema["type"], schema, all)
    }

    fn simple(&mut self, kind: &Value, schema: &Value, all: &Value) -> anyhow::Result<Type> {
        Ok(match kind.as_str() {
            Some("integer") => Type::Integer,
            Some("number") => Type::Number,
            Some("boolean") => Type::Boolean,
            Some("string") => Type::Text,
            Some("array") => {
                // The parts of a tuple have one type in all games: coordinates.
                let item = schema.get("items").unwrap_or(&schema["prefixItems"][0]);
                Type::List(Box::new(self.what(item, all)?))
            }
            _ => bail!("{schema}"),
        })
    }

    /// The first line of every file.
    fn headline(&self) -> String {
        let title = &self.title;
        format!(
            "What a bot sees and says in {title}. Generated by `cargo xtask types`; do not edit."
        )
    }

    /// The type behind a name, unless it is a struct.
    fn resolved(&self, what: &Type) -> Type {
        let Type::Named(name) = what else { return what.clone() };
        let is_it = |definition: &&Definition| definition.name == *name;
        match self.definitions.iter().find(is_it).map(|definition| &definition.kind) {
            Some(Kind::Names(_)) => Type::Text,
            Some(Kind::Alias(what)) => self.resolved(what),
            _ => what.clone(),
        }
    }
}

impl Choice {
    /// The arguments of a function that makes this call: names and types.
    fn arguments(&self) -> Vec<Field> {
        let argument = |name: String, what: &Type| Field {
            name,
            about: String::new(),
            what: what.clone(),
            is_optional: false,
        };
        match &self.brings {
            Payload::Nothing => Vec::new(),
            Payload::Fields(fields) => fields.clone(),
            Payload::One(what) => vec![argument(argument_name(what), what)],
            Payload::Values(parts) => {
                let names: Vec<String> = parts.iter().map(argument_name).collect();
                let named = |(at, what): (usize, &Type)| {
                    let count = names.iter().filter(|name| **name == names[at]).count();
                    let number = if count > 1 { (at + 1).to_string() } else { String::new() };
                    argument(format!("{}{number}", names[at]), what)
                };
                parts.iter().enumerate().map(named).collect()
            }
        }
    }
}

/// What a value without a name is called.
fn argument_name(what: &Type) -> String {
    match what {
        Type::Named(name) => snake(name),
        Type::Nullable(what) => argument_name(what),
        Type::List(_) => "colour".to_owned(),
        Type::Boolean => "flag".to_owned(),
        Type::Text => "text".to_owned(),
        Type::Integer | Type::Number | Type::Any => "number".to_owned(),
    }
}

/// Whether a schema has choices that are not names.
fn is_mixed(schema: &Value) -> bool {
    let mut choices = schema["oneOf"].as_array().into_iter().flatten();
    choices.any(|choice| choice.get("const").or(choice.get("enum")).is_none())
}

/// `MapSize` as `map_size`.
fn snake(name: &str) -> String {
    let mut text = String::new();
    for letter in name.chars() {
        if letter.is_ascii_uppercase() && !text.is_empty() {
            text.push('_');
        }
        text.push(letter.to_ascii_lowercase());
    }
    text
}

fn about(schema: &Value) -> String {
    let text = schema["description"].as_str().unwrap_or_default();
    text.split("\n\n").next().unwrap_or_default().to_owned()
}

/// The texts that a schema allows, if it lists them.
fn constants(schema: &Value) -> Vec<String> {
    let choices = schema["oneOf"].as_array().into_iter().flatten();
    let listed = |choice: &Value| -> Vec<Value> {
        let several = choice["enum"].as_array().cloned().unwrap_or_default();
        several.into_iter().chain([choice["const"].clone()]).collect()
    };
    let all = choices.flat_map(listed).chain(listed(schema));
    all.filter_map(|name| name.as_str().map(str::to_owned)).collect()
}

/// A text in lines of at most `width` characters.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + word.chars().count() < width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// The lines of a comment, each with its indentation and prefix.
fn comment(text: &str, prefix: &str) -> String {
    let lines = wrapped(text, 100 - prefix.len());
    lines.iter().map(|line| format!("{prefix}{line}\n")).collect()
}

/// `map_size` as `MapSize`.
fn camel(name: &str) -> String {
    let part = |part: &str| {
        let mut letters = part.chars();
        let first = letters.next().map(|first| first.to_ascii_uppercase());
        first.into_iter().chain(letters).collect::<String>()
    };
    name.split('_').map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_types_of_all_games_are_current() {
        check().unwrap();
    }

    #[test]
    fn calls_become_functions_and_replies_become_types() {
        let schema = serde_json::json!({"title": "Messages of Chess", "$defs": {
            "View": {"properties": {"turn": {"type": "integer"}}},
            "Side": {"oneOf": [{"enum": ["white", "black"]}, {"const": "none"}]},
            "Invalid": {"oneOf": [{"const": "check"}, {"type": "object"}]},
            "Call": {"oneOf": [
                {"const": "resign"},
                {"properties": {"name": {"type": ["string", "null"]}}},
                {"properties": {"move": {"properties": {
                    "side": {"anyOf": [{"$ref": "#/$defs/Side"}, {"type": "null"}], "default": null},
                    "from": {"type": "integer"}, "to": {"type": "integer"},
                }}}},
                {"properties": {"draw": {"prefixItems": [{"type": "integer"}, {"type": "integer"}]}}},
            ]},
            "Reply": {"oneOf": [
                {"const": "done"},
                {"properties": {"moved": {"properties": {"why": {"$ref": "#/$defs/Invalid"}}}}},
                {"properties": {"refused": {"$ref": "#/$defs/Invalid"}}},
            ]},
        }});
        let game = Game::of("chess", &schema).unwrap();
        let has = |text: String, lines: &[&str]| {
            for line in lines {
                assert!(text.contains(line), "no `{line}` in\n{text}");
            }
            assert!(!text.contains("refused"), "the kits tell refusals: {text}");
        };
        has(
            python::text(&game),
            &[
                "    def resign() -> agon.Call:\n        return \"resign\"\n",
                "    def move(*, from_: int, to: int, side: Optional[Side] = None) -> agon.Call:",
                "return {\"move\": {\"from\": from_, \"to\": to, \"side\": side}}",
                "    def draw(number1: int, number2: int) -> agon.Call:",
                "class MovedReply(agon.Record):",
                "    why: Any\n",
                "ReplyKind = Literal[\n    \"done\",\n    \"moved\",\n]",
            ],
        );
        has(
            javascript::text(&game),
            &[
                "  | { move: { from: number; to: number; side?: Side | null } }\n",
                "  | { draw: [number, number] };\n",
                "  | { kind: \"done\"; value: null }\n  | { kind: \"moved\"; value: MovedReply };\n",
                "export type Side = \"white\" | \"black\" | \"none\";",
            ],
        );
        has(
            cpp::text(&game),
            &[
                "inline agon::Json name(const std::optional<std::string>& text) {",
                "const std::optional<Side>& side = std::nullopt) {",
                "agon::call(\"draw\", agon::list(agon::to_json(number1), agon::to_json(number2)));",
            ],
        );
        has(
            rust::text(&game),
            &[
                "    pub fn resign() -> Json {\n        call(\"resign\", ())\n",
                "    pub fn name<'a>(text: impl Into<Option<&'a str>>) -> Json {",
                "call(\"move\", json!({\"from\": from, \"to\": to, \"side\": or_null(side)}))",
            ],
        );
        has(
            go::text(&game),
            &[
                "func (calls) Name(text string) any {\n\treturn agon.Call(\"name\", orNull(text))\n",
                "func (calls) Draw(number1 int, number2 int) any {",
                "type MovedReply struct {\n\tWhy any `json:\"why\"`\n}",
            ],
        );
    }

    #[test]
    fn a_schema_becomes_types_in_the_order_of_their_use() {
        let schema = serde_json::json!({"title": "Messages of Chess", "$defs": {
            "View": {"properties": {
                "side": {"$ref": "#/$defs/Side"},
                "clock": {"type": ["number", "null"]},
                "board": {"type": "array", "items": {"type": "array", "items": {"type": "string"}}},
            }},
            "Side": {"oneOf": [{"const": "white"}, {"const": "black"}]},
        }});
        let game = Game::of("chess", &schema).unwrap();
        let names: Vec<&str> = game.definitions.iter().map(|one| one.name.as_str()).collect();
        assert_eq!(names, ["Side", "View"]);
        let python = python::text(&game);
        for line in [
            "Side = Literal[\"white\", \"black\"]",
            "    clock: Optional[float]",
            "    board: List[List[str]]",
        ] {
            assert!(python.contains(line), "{python}");
        }
        assert!(javascript::text(&game).contains("clock: number | null;"));
        assert!(cpp::text(&game).contains("std::optional<double> clock;"));
        assert!(rust::text(&game).contains("pub clock: Option<f64>,"));
        assert!(go::text(&game).contains("\tClock *float64   `json:\"clock\"`"));
        let odd = serde_json::json!({"$defs": {"View": {"properties": {"x": {"type": "object"}}}}});
        assert!(Game::of("odd", &odd).is_err());
    }
}
