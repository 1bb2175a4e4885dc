//! What the maps of all games have in common: the trait, faults, and the options of generators.

use serde::{Serialize, de::DeserializeOwned};
use std::collections::BTreeMap;
use std::fmt;

/// A map as people draw it: validated, immutable.
pub trait GameMap: Clone + Send + Sync + Serialize + DeserializeOwned + 'static {
    /// Reads a map file.
    fn parse(text: &str) -> Result<Self, MapFault>;

    /// Writes a map file.
    fn to_text(&self) -> String;

    /// Makes a map from a seed.
    fn generate(wishes: &Wishes, seed: u64) -> Result<Self, MapFault>;

    /// The map as text for a terminal, with ANSI colours if `colour` is set.
    fn draw(&self, colour: bool) -> String;

    /// A sentence or two: size, symmetry, what is on it.
    fn describe(&self) -> String;
}

/// A map that comes with Agon.
#[derive(Copy, Clone, Debug)]
pub struct OwnMap {
    /// The name people type.
    pub name: &'static str,
    /// The file's contents.
    pub text: &'static str,
}

/// The maps of a game's `maps/` folder, embedded: the ending of their files, then their names without it.
///
/// `own_maps!("txt": "first", "second")` in the crate of a game embeds `maps/first.txt` and
/// `maps/second.txt`.
#[macro_export]
macro_rules! own_maps {
    ($ending:literal: $($name:literal),+ $(,)?) => {
        &[$($crate::OwnMap {
            name: $name,
            text: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/maps/", $name, ".", $ending)),
        }),+]
    };
}

/// What is wrong with a map: a full sentence that names the place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MapFault(pub String);

impl fmt::Display for MapFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for MapFault {}

impl MapFault {
    /// A fault described by a sentence.
    pub fn new(sentence: impl Into<String>) -> MapFault {
        MapFault(sentence.into())
    }
}

/// Options of a generated map, as `key=value` words; each game lists the keys that it knows.
#[derive(Clone, Debug, Default)]
pub struct Wishes(BTreeMap<String, String>);

impl Wishes {
    /// Reads words like `size=24x20`; `known` lists the keys that the game understands.
    pub fn parse<'a>(
        words: impl IntoIterator<Item = &'a str>,
        known: &[(&str, &str)],
    ) -> Result<Wishes, MapFault> {
        let mut wishes = BTreeMap::new();
        for word in words {
            let keys = || known.iter().map(|(k, _)| *k).collect::<Vec<_>>().join(", ");
            let Some((key, value)) = word.split_once('=') else {
                return Err(MapFault(format!(
                    "`{word}` is not an option: write key=value with one of the keys {}",
                    keys()
                )));
            };
            if !known.iter().any(|(k, _)| *k == key) {
                return Err(MapFault(format!(
                    "the map generator has no option `{key}`: use one of {}",
                    keys()
                )));
            }
            if wishes.insert(key.to_owned(), value.to_owned()).is_some() {
                return Err(MapFault(format!("`{key}` is given twice")));
            }
        }
        Ok(Wishes(wishes))
    }

    /// The value of a key, if it was given.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.0.get(key).map(String::as_str)
    }

    /// A whole number within bounds, or `default`.
    pub fn number(
        &self,
        key: &str,
        bounds: std::ops::RangeInclusive<u32>,
        default: u32,
    ) -> Result<u32, MapFault> {
        let Some(text) = self.get(key) else {
            return Ok(default);
        };
        text.parse().ok().filter(|n| bounds.contains(n)).ok_or_else(|| {
            MapFault(format!(
                "{key}={text} is not possible: {key} is a whole number from {} to {}",
                bounds.start(),
                bounds.end()
            ))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wishes_are_checked() {
        let known = [("size", "rows x columns"), ("seed", "a number")];
        let wishes = Wishes::parse(["size=24"], &known).unwrap();
        assert_eq!(wishes.number("size", 16..=48, 32).unwrap(), 24);
        assert_eq!(wishes.number("seed", 0..=9, 3).unwrap(), 3);
        assert!(wishes.number("size", 1..=9, 3).unwrap_err().0.contains("from 1 to 9"));
        for bad in [vec!["colour=red"], vec!["size"], vec!["size=1", "size=2"]] {
            Wishes::parse(bad, &known).unwrap_err();
        }
    }
}
