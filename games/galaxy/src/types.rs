//! The vocabulary of the game: agents and colours.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// R1 The owner of a system.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Colour {
    /// Without an owner.
    Gray,
    /// The first agent's.
    Blue,
    /// The second agent's.
    Red,
}

impl Colour {
    /// The word used in files.
    pub fn word(self) -> &'static str {
        match self {
            Colour::Gray => "gray",
            Colour::Blue => "blue",
            Colour::Red => "red",
        }
    }

    pub(crate) fn of_number(number: i32) -> Colour {
        match number {
            1 => Colour::Blue,
            2 => Colour::Red,
            _ => Colour::Gray,
        }
    }
}

/// The word the handout prints.
impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Colour::Gray => "Gray",
            Colour::Blue => "Blue",
            Colour::Red => "Red",
        })
    }
}

agon_core::two_sides! {
    /// R1 One of the two agents.
    #[derive(Serialize, Deserialize, JsonSchema)]
    #[serde(rename_all = "snake_case")]
    pub enum Side {
        /// The first agent.
        Blue = "blue",
        /// The second agent.
        Red = "red",
    }
}

impl Side {
    /// The agent's colour.
    pub fn colour(self) -> Colour {
        match self {
            Side::Blue => Colour::Blue,
            Side::Red => Colour::Red,
        }
    }
}
