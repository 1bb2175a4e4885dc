//! The vocabulary of the game: farmers, places, directions.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

agon_core::two_sides! {
    /// One of the two farmers.
    #[derive(Serialize, Deserialize, JsonSchema)]
    #[serde(rename_all = "snake_case")]
    pub enum Farmer {
        /// The farmer on seat 0.
        North = "north",
        /// The farmer on seat 1.
        South = "south",
    }
}

/// A tile as (row, column), counted from 0 at the top left.
pub type Place = (u8, u8);

/// A direction of a step.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// One row up.
    Up,
    /// One row down.
    Down,
    /// One column left.
    Left,
    /// One column right.
    Right,
}

impl Direction {
    /// All four.
    pub const ALL: [Direction; 4] =
        [Direction::Up, Direction::Down, Direction::Left, Direction::Right];

    /// The place one step away; `None` beyond the first row or column.
    pub fn from(self, (row, column): Place) -> Option<Place> {
        Some(match self {
            Direction::Up => (row.checked_sub(1)?, column),
            Direction::Down => (row + 1, column),
            Direction::Left => (row, column.checked_sub(1)?),
            Direction::Right => (row, column + 1),
        })
    }
}
