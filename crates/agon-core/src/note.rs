//! What a bot says to its author instead of to the game: log lines, and drawings on the board.
//!
//! Notes never change a position. They are written into the replay, so that a viewer can show them
//! beside the turn in which they were made.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A log line or a drawing of a bot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Note {
    /// A line of text for the bot's log.
    Log(String),
    /// A dot.
    Dot {
        /// Where.
        at: Spot,
        /// Red, green, blue.
        colour: [u8; 3],
    },
    /// A straight line.
    Line {
        /// Where it begins.
        from: Spot,
        /// Where it ends.
        to: Spot,
        /// Red, green, blue.
        colour: [u8; 3],
    },
    /// A few words on the board.
    Text {
        /// Where.
        at: Spot,
        /// The words.
        text: String,
        /// Red, green, blue.
        colour: [u8; 3],
    },
}

/// A place on the board, named as the game names places.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Spot {
    /// A tile or vertex by its coordinates, in the order in which the game's calls name them.
    Tile(Vec<i32>),
    /// The thing with this name or number: a robot, a unit, a star system.
    Unit(String),
}
