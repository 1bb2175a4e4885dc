//! Scene files: a position, the bots on its seats, and what is expected of one of them.

use crate::Expectation;
use agon_core::Profile;
use serde::Deserialize;
use serde::de::value::SeqAccessDeserializer;
use serde::de::{Deserializer, Error, SeqAccess, Visitor};

/// The extension of scene files.
pub const EXTENSION: &str = "agonscene";
/// Stands for the tested bot in `seats`.
pub const THE_BOT: &str = "bot";
/// Stands for the orders of the replay in `seats`.
pub const RECORDED: &str = "recorded";

/// A scene.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scene {
    /// Title in reports; default: the file's name.
    #[serde(default)]
    pub name: Option<String>,
    /// The game; a replay names it, too.
    #[serde(default)]
    pub game: Option<String>,
    /// The rule profile; a replay names it, too.
    #[serde(default)]
    pub rules: Option<Profile>,
    /// A map, for a match from its beginning.
    #[serde(default)]
    pub map: Option<String>,
    /// A replay, for a match from one of its positions.
    #[serde(default)]
    pub replay: Option<String>,
    /// The round of the replay at whose beginning the bots take over.
    #[serde(default)]
    pub at: Option<u32>,
    /// The seed of the first game.
    #[serde(default = "first_seed")]
    pub seed: u64,
    /// Stop every game after this many rounds.
    #[serde(default)]
    pub rounds: Option<u32>,
    /// The tested bot; default: the bot in whose folder the scene lies.
    #[serde(default)]
    pub bot: Option<String>,
    /// The bots by seat, with [`THE_BOT`] once. If empty, the tested bot takes each seat in turn.
    #[serde(default)]
    pub seats: Vec<String>,
    /// What is expected.
    #[serde(default, deserialize_with = "one_or_more")]
    pub expect: Vec<Expectation>,
}

fn first_seed() -> u64 {
    1
}

/// Reads a list of expectations, or one without brackets.
fn one_or_more<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Expectation>, D::Error> {
    struct OneOrMore;
    impl<'de> Visitor<'de> for OneOrMore {
        type Value = Vec<Expectation>;

        fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("a list of expectations, such as [\"won\"]")
        }

        fn visit_str<E: Error>(self, text: &str) -> Result<Vec<Expectation>, E> {
            Ok(vec![text.parse().map_err(E::custom)?])
        }

        fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Vec<Expectation>, A::Error> {
            Vec::deserialize(SeqAccessDeserializer::new(list))
        }
    }
    from.deserialize_any(OneOrMore)
}

/// Where a scene begins.
#[derive(Clone, Debug, PartialEq)]
pub enum Position<'a> {
    /// At the beginning of a match of this game on this map, or on the game's first map.
    Start {
        /// The game.
        game: &'a str,
        /// The map.
        map: Option<&'a str>,
    },
    /// At the beginning of a round of a replay.
    Moment {
        /// Path of the replay.
        replay: &'a str,
        /// The round.
        at: u32,
    },
}

impl Scene {
    /// Parses a scene; the error is a sentence.
    pub fn parse(text: &str) -> Result<Scene, String> {
        let scene: Scene = toml::from_str(text).map_err(|error| error.to_string())?;
        scene.check()?;
        Ok(scene)
    }

    /// Where the scene begins.
    pub fn position(&self) -> Result<Position<'_>, String> {
        match (&self.game, &self.map, &self.replay, self.at) {
            (_, None, Some(replay), Some(at)) => Ok(Position::Moment { replay, at }),
            (_, _, Some(_), None) => Err("`replay` needs `at = ROUND` beside it".into()),
            (_, Some(_), Some(_), _) => Err("`replay` names the map; leave out `map`".into()),
            (_, _, None, Some(_)) => Err("`at` needs `replay = FILE` beside it".into()),
            (None, _, None, None) => Err("the scene names neither a `game` nor a `replay`".into()),
            (Some(game), map, None, None) => Ok(Position::Start { game, map: map.as_deref() }),
        }
    }

    fn check(&self) -> Result<(), String> {
        let position = self.position()?;
        if self.expect.is_empty() {
            return Err("the scene expects nothing; add expect = [\"no refusals\"]".into());
        }
        if self.rounds == Some(0) {
            return Err("`rounds` must be at least 1".into());
        }
        let bots = self.seats.iter().filter(|seat| *seat == THE_BOT).count();
        if !self.seats.is_empty() && bots != 1 {
            return Err(format!("`seats` must contain \"{THE_BOT}\" once, for the tested bot"));
        }
        let is_start = matches!(position, Position::Start { .. });
        if is_start && self.seats.iter().any(|seat| seat == RECORDED) {
            return Err(format!("\"{RECORDED}\" in `seats` needs a `replay`"));
        }
        if let Position::Moment { .. } = position
            && self.seats.is_empty()
        {
            return Err(format!("a scene with a `replay` needs `seats`, with \"{THE_BOT}\" once"));
        }
        let cut_off = self.expect.iter().find(|expectation| {
            self.rounds.is_some() && expectation.condition.measures().any(|m| m.needs_result())
        });
        match cut_off {
            Some(expectation) => Err(format!(
                "`{expectation}` needs the result of the match, but `rounds` stops it; leave out one of them"
            )),
            None => Ok(()),
        }
    }
}
