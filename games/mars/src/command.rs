//! The calls of a team, the replies, and every reason for a refusal.

use crate::types::{Direction, RobotId, RobotType, Team};
use arrayvec::ArrayVec;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Something a team says during its turn. Orders take effect at once; questions are free.
///
/// Rows and columns may be any 32-bit number: what lies outside the map is the same as hidden.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[allow(missing_docs, reason = "the fields are named as in the handbook's own calls")]
pub enum Call {
    /// R7.1 Build a robot on an own tile.
    Spawn {
        #[serde(rename = "type")]
        kind: Option<RobotType>,
        row: i32,
        col: i32,
    },
    /// R7.2 Move a robot one step; ram whatever stands there.
    Move { robot: RobotId, direction: Option<Direction> },
    /// R7.3 Let a robot do what it is built for.
    Act { robot: RobotId },
    /// R7.4 Rebuild a robot as another type.
    Transform {
        robot: RobotId,
        #[serde(rename = "type")]
        kind: Option<RobotType>,
    },
    /// Would `Spawn` be carried out?
    CanSpawn {
        #[serde(rename = "type")]
        kind: Option<RobotType>,
        row: i32,
        col: i32,
    },
    /// Would `Move` be carried out?
    CanMove { robot: RobotId, direction: Option<Direction> },
    /// Would `Act` be carried out?
    CanAct { robot: RobotId },
    /// Would `Transform` be carried out?
    CanTransform {
        robot: RobotId,
        #[serde(rename = "type")]
        kind: Option<RobotType>,
    },
    /// R7.5 The first step and the length of a shortest way between two tiles.
    Path { from: (i32, i32), to: (i32, i32), avoid_robots: bool },
    /// R7.5 The first step and the length of a shortest way to an own tile.
    PathToBase { robot: RobotId, avoid_robots: bool },
    /// R7.5 The robot on a visible tile.
    RobotAt { row: i32, col: i32 },
}

/// The answer to a [`Call`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the variants are documented")]
pub enum Reply {
    /// The new robot.
    Spawned(RobotInfo),
    /// The robot stands on a new tile.
    Moved { row: u8, col: u8 },
    /// R7.2 step 6: the robot has moved already this turn. Nothing changed; this is not a refusal.
    AlreadyMoved,
    /// Both robots are destroyed; this one stood in the way.
    Rammed { victim: RobotInfo },
    /// These tiles have become visible.
    Explored { tiles: ArrayVec<(u8, u8), 9> },
    /// The team has gained this much.
    Mined { metal: i32 },
    /// The tile and its new value, from the caller's side.
    Terraformed { row: u8, col: u8, value: i8 },
    /// The robot in its new shape (and, under the original rules, with its new name).
    Transformed(RobotInfo),
    /// The answer to a can-question.
    Can(bool),
    /// First step and number of steps; no direction and 0 when already there, -1 without a way.
    Way { direction: Option<Direction>, steps: i32 },
    /// The robot on the tile, if there is one and the team can see it.
    Robot(Option<RobotInfo>),
    /// Nothing happened, for this reason.
    Refused(Invalid),
}

/// Everything about a robot, as its own team sees it, or an enemy on a visible tile.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[allow(missing_docs, reason = "the fields are named as in the handbook")]
pub struct RobotInfo {
    pub name: RobotId,
    pub team: Team,
    #[serde(rename = "type")]
    pub kind: RobotType,
    pub row: u8,
    pub col: u8,
    pub battery: u8,
    pub moved: bool,
    pub acted: bool,
    pub action_cost: u8,
}

/// Why a call was refused. Each reads as a full sentence.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Error, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the sentences say it")]
pub enum Invalid {
    #[error("it is not this team's turn")]
    NotYourTurn,
    #[error("no type of robot was named: choose explorer, miner or terraformer")]
    NoType,
    #[error("no direction was named for {robot}")]
    NoDirection { robot: RobotId },
    #[error("{robot} is not one of your living robots")]
    UnknownRobot { robot: RobotId },
    #[error("{robot} cannot move to ({row}, {col}): the tile is hidden or outside the map")]
    TargetHidden { robot: RobotId, row: i32, col: i32 },
    #[error("{robot} cannot move to ({row}, {col}): the tile is impassable")]
    TargetImpassable { robot: RobotId, row: i32, col: i32 },
    #[error("no robot can be built at ({row}, {col}): hidden, outside the map or impassable")]
    TileClosed { row: i32, col: i32 },
    #[error("no robot can be built at ({row}, {col}): the tile is not yours")]
    TileNotOwn { row: i32, col: i32 },
    #[error("no robot can be built at ({row}, {col}): a robot stands there")]
    TileOccupied { row: i32, col: i32 },
    #[error("no robot can be built at ({row}, {col}): the tile has served for one this turn")]
    TileUsed { row: i32, col: i32 },
    #[error("metal is {has}, this needs {needs}")]
    NotEnoughMetal { has: i32, needs: i32 },
    #[error("{robot} cannot act: it has acted already this turn")]
    AlreadyActed { robot: RobotId },
    #[error("{robot} cannot act: battery is {has}, a {} needs {needs}", .kind.word())]
    BatteryTooLow { robot: RobotId, kind: RobotType, has: u8, needs: u8 },
    #[error("{robot} cannot explore at ({row}, {col}): every tile round it is visible")]
    NothingToExplore { robot: RobotId, row: u8, col: u8 },
    #[error("{robot} cannot mine at ({row}, {col}): there is no deposit")]
    NotOnDeposit { robot: RobotId, row: u8, col: u8 },
    #[error("{robot} cannot terraform at ({row}, {col}): the tile is a deposit")]
    NotTerraformable { robot: RobotId, row: u8, col: u8 },
    #[error("{robot} cannot terraform at ({row}, {col}): the tile is at your maximum")]
    TerraformAtMax { robot: RobotId, row: u8, col: u8 },
}
