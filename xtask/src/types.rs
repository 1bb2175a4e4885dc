//! `cargo xtask types`: the views of every game as types of the languages that bots are written in.
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

/// The types of one game's view, each after those that it uses.
struct Game {
    id: String,
    title: String,
    definitions: Vec<Definition>,
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

/// A field of an object.
struct Field {
    name: String,
    about: String,
    what: Type,
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
}

impl Game {
    fn of(id: &str, schema: &Value) -> anyhow::Result<Game> {
        let title = schema["title"].as_str().unwrap_or_default().trim_start_matches("Messages of ");
        let mut game = Game { id: id.to_owned(), title: title.to_owned(), definitions: Vec::new() };
        game.define("View", &schema["$defs"])?;
        Ok(game)
    }

    /// Adds a definition after those that it uses.
    fn define(&mut self, name: &str, all: &Value) -> anyhow::Result<()> {
        if self.definitions.iter().any(|definition| definition.name == name) {
            return Ok(());
        }
        let schema = &all[name];
        let names = constants(schema);
        let kind = if let Some(properties) = schema["properties"].as_object() {
            let mut fields = Vec::new();
            for (name, schema) in properties {
                let what = self.what(schema, all)?;
                fields.push(Field { name: name.clone(), about: about(schema), what });
            }
            Kind::Fields(fields)
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
        format!("What a bot sees in {}. Generated by `cargo xtask types`; do not edit.", self.title)
    }
}

fn about(schema: &Value) -> String {
    let text = schema["description"].as_str().unwrap_or_default();
    text.split("\n\n").next().unwrap_or_default().to_owned()
}

/// The texts that a schema allows, if it lists them.
fn constants(schema: &Value) -> Vec<String> {
    let choices = schema["oneOf"].as_array().into_iter().flatten().map(|choice| &choice["const"]);
    let listed = schema["enum"].as_array().into_iter().flatten();
    choices.chain(listed).filter_map(Value::as_str).map(str::to_owned).collect()
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
