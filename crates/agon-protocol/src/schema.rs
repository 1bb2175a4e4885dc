//! The messages of a game as a JSON Schema, for bot authors and their tools.
//!
//! It is generated from the Rust types and their documentation, so it always matches what is written and
//! read. `agon schema GAME` prints it; a test keeps `games/GAME/schema.json` equal to it.

use crate::{FromBot, ToBot, VERSION};
use agon_core::Contest;
use schemars::generate::SchemaSettings;
use schemars::transform::{RecursiveTransform, Transform};
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value, json};

/// The JSON Schema of all messages of a game. `ToBot` and `FromBot` are among the definitions.
pub fn schema<G: Contest>() -> Value {
    let settings = SchemaSettings::draft2020_12();
    let meta_schema = settings.meta_schema.clone();
    let mut definitions = Map::new();
    // Agon writes every field and a bot may omit some, so the two directions are generated separately.
    define::<ToBot<G::View, G::Reply>>(settings.clone().for_serialize(), &mut definitions);
    define::<FromBot<G::Call>>(settings.for_deserialize(), &mut definitions);
    let about = format!(
        "The messages between Agon and a bot in {}, in version {VERSION} of the protocol that \
         docs/protocol.md describes. References such as R7.1 are to games/{}/manual.md.",
        G::INFO.title,
        G::INFO.id
    );
    json!({
        "$schema": meta_schema,
        "title": format!("Messages of {}", G::INFO.title),
        "description": about,
        "oneOf": [{"$ref": "#/$defs/ToBot"}, {"$ref": "#/$defs/FromBot"}],
        "$defs": definitions,
    })
}

/// Adds a type and the types it uses. A type used in both directions must have one definition.
fn define<T: JsonSchema>(settings: SchemaSettings, definitions: &mut Map<String, Value>) {
    let mut generator = settings.into_generator();
    generator.subschema_for::<T>();
    for (name, mut definition) in generator.take_definitions(false) {
        let schema: Result<&mut Schema, _> = (&mut definition).try_into();
        RecursiveTransform(plain).transform(schema.expect("definitions are schemas"));
        if let Some(other) = definitions.get(&name) {
            assert!(
                *other == definition,
                "the schemas of {name} for writing and for reading differ"
            );
        }
        definitions.insert(name, definition);
    }
}

/// Turns rustdoc into plain text: removes links, and line breaks inside paragraphs.
fn plain(schema: &mut Schema) {
    let Some(Value::String(text)) = schema.get_mut("description") else { return };
    let paragraphs = text.split("\n\n").map(|paragraph| {
        let words: Vec<&str> = paragraph.split_whitespace().collect();
        without_links(&words.join(" "))
    });
    *text = paragraphs.collect::<Vec<_>>().join("\n\n");
}

/// [`Call`] and [`Call`](crate::Call) become `Call`.
fn without_links(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, link)) = rest.split_once("[`") {
        let Some((name, after)) = link.split_once("`]") else { break };
        plain.extend([before, "`", name, "`"]);
        rest = match after.strip_prefix('(').and_then(|target| target.split_once(')')) {
            Some((_, after)) => after,
            None => after,
        };
    }
    plain + rest
}

#[cfg(test)]
mod tests {
    use super::without_links;

    #[test]
    fn rustdoc_links_become_plain_text() {
        assert_eq!(without_links("see [`Call`]."), "see `Call`.");
        assert_eq!(
            without_links("a [`Field`](crate::Field)'s [`x`] and [y]"),
            "a `Field`'s `x` and [y]"
        );
        assert_eq!(without_links("[`open"), "[`open");
        assert_eq!(without_links("`[x, y]` (so)"), "`[x, y]` (so)");
    }
}
