//! A tutorial: guided turns of one match, as data in the game's folder.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The first turns of a match against a built-in bot, each with an explanation and orders that work if the
/// earlier ones were given. The player has the first seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tutorial {
    /// A map that comes with the game.
    pub map: String,
    /// The seed of the match.
    pub seed: u64,
    /// The bots on the other seats, as they are named on command lines.
    pub opponents: Vec<String>,
    /// The guided turns.
    pub turns: Vec<TutorialTurn>,
}

/// One guided turn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TutorialTurn {
    /// A few words.
    pub title: String,
    /// What the player should know and do now.
    pub text: String,
    /// The orders to give before ending the turn; may be empty.
    #[serde(default)]
    pub orders: Vec<Value>,
}

impl Tutorial {
    /// Reads a tutorial; the error is a sentence.
    pub fn parse(json: &str) -> Result<Tutorial, String> {
        serde_json::from_str(json).map_err(|fault| format!("the tutorial cannot be read: {fault}"))
    }
}
