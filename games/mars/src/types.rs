//! The vocabulary of the game: teams, kinds of robots, directions, names.

use crate::constants::*;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

agon_core::two_sides! {
    /// One of the two teams; blue moves first in every round.
    #[derive(Serialize, Deserialize, JsonSchema)]
    #[serde(rename_all = "snake_case")]
    pub enum Team {
        /// Positive terraform values are blue's.
        Blue = "blue",
        /// Negative terraform values are red's.
        Red = "red",
    }
}

impl Team {
    /// The sign of this team's tiles.
    pub fn sign(self) -> i8 {
        match self {
            Team::Blue => 1,
            Team::Red => -1,
        }
    }
}

/// What a robot is built for.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RobotType {
    /// Makes the 3x3 square round it visible.
    Explorer,
    /// Takes metal out of a deposit.
    Miner,
    /// Moves its tile one step towards its team.
    Terraformer,
}

impl RobotType {
    /// All types.
    pub const ALL: [RobotType; 3] = [RobotType::Explorer, RobotType::Miner, RobotType::Terraformer];

    /// Battery one action takes.
    pub fn action_cost(self) -> u8 {
        match self {
            RobotType::Explorer => EXPLORER_ACTION_COST,
            RobotType::Miner => MINER_ACTION_COST,
            RobotType::Terraformer => TERRAFORMER_ACTION_COST,
        }
    }

    /// The word used in files and sentences.
    pub fn word(self) -> &'static str {
        match self {
            RobotType::Explorer => "explorer",
            RobotType::Miner => "miner",
            RobotType::Terraformer => "terraformer",
        }
    }
}

/// A step to one of the eight neighbours. The order of the variants decides ties between paths.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[allow(missing_docs, reason = "the names say it")]
pub enum Direction {
    Up,
    UpRight,
    Right,
    DownRight,
    Down,
    DownLeft,
    Left,
    UpLeft,
}

impl Direction {
    /// All directions in the order of the rulebook: clockwise from up.
    pub const ALL: [Direction; 8] = [
        Direction::Up,
        Direction::UpRight,
        Direction::Right,
        Direction::DownRight,
        Direction::Down,
        Direction::DownLeft,
        Direction::Left,
        Direction::UpLeft,
    ];

    /// Change of row and column.
    pub fn step(self) -> (i32, i32) {
        const STEPS: [(i32, i32); 8] =
            [(-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)];
        STEPS[self as usize]
    }
}

/// A tile's number, counted row by row.
pub type Cell = u16;

/// A robot's number: `robot_7` has the id 7. Numbers count up from 1 over both teams.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, JsonSchema)]
#[schemars(with = "String", extend("pattern" = "^robot_[0-9]+$"))]
pub struct RobotId(pub u32);

impl fmt::Display for RobotId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "robot_{}", self.0)
    }
}

impl Serialize for RobotId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.collect_str(self)
        } else {
            self.0.serialize(serializer)
        }
    }
}

impl<'de> Deserialize<'de> for RobotId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<RobotId, D::Error> {
        if deserializer.is_human_readable() {
            Ok(RobotId::from_name(&String::deserialize(deserializer)?))
        } else {
            u32::deserialize(deserializer).map(RobotId)
        }
    }
}

impl RobotId {
    /// Parses a name such as `robot_7`. An invalid name gives the id 0, which no robot has, so that the
    /// rules answer that the robot is unknown.
    pub fn from_name(name: &str) -> RobotId {
        let number = name.strip_prefix("robot_").filter(|n| !n.starts_with(['0', '+']));
        RobotId(number.and_then(|n| n.parse().ok()).unwrap_or(0))
    }
}
