//! The messages of a game as a JSON Schema, for bot authors and their tools.
//!
//! It is made from the Rust types, their documentation included, so it cannot say anything else than
//! what is written and read. `agon schema GAME` prints it; `games/GAME/schema.json` holds it.

use crate::{FromBot, ToBot, VERSION};
use agon_core::Contest;
use schemars::generate::SchemaSettings;
use schemars::transform::{RecursiveTransform, Transform};
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value, json};

/// Everything that Agon and a bot say to each other in a game. `ToBot` and `FromBot` are among the
/// definitions.
pub fn schema<G: Contest>() -> Value {
    let settings = SchemaSettings::draft2020_12();
    let meta_schema = settings.meta_schema.clone();
    let mut definitions = Map::new();
    // Agon writes every field, and a bot may leave some out: the two directions are described apart.
    define::<ToBot<G::View, G::Reply>>(settings.clone().for_serialize(), &mut definitions);
    define::<FromBot<G::Call>>(settings.for_deserialize(), &mut definitions);
    let about = format!(
        "What Agon and a bot say to each other in {}, in version {VERSION} of the protocol that \
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

/// Adds a type and all it is made of. What both directions share must look the same in both.
fn define<T: JsonSchema>(settings: SchemaSettings, definitions: &mut Map<String, Value>) {
    let mut generator = settings.into_generator();
    generator.subschema_for::<T>();
    for (name, mut definition) in generator.take_definitions(false) {
        let schema: Result<&mut Schema, _> = (&mut definition).try_into();
        RecursiveTransform(plain).transform(schema.expect("definitions are schemas"));
        if let Some(other) = definitions.get(&name) {
            assert!(*other == definition, "{name} is written in another way than it is read");
        }
        definitions.insert(name, definition);
    }
}

/// Turns what was written for rustdoc into plain text: no links, no line ends inside a paragraph.
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
    fn links_of_rustdoc_become_words() {
        assert_eq!(without_links("see [`Call`]."), "see `Call`.");
        assert_eq!(
            without_links("a [`Field`](crate::Field)'s [`x`] and [y]"),
            "a `Field`'s `x` and [y]"
        );
        assert_eq!(without_links("[`open"), "[`open");
        assert_eq!(without_links("`[x, y]` (so)"), "`[x, y]` (so)");
    }
}
