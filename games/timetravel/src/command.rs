//! The orders of a player, the answers to them, and every reason for a refusal.

use crate::constants::{BuildingKind, PERIODS, UnitKind, period_name};
use crate::types::Id;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// An order a player gives during his turn. It takes effect at once; later orders see its effects.
///
/// Coordinates and ids may be any number: what does not exist is refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[allow(missing_docs, reason = "the fields are named as in the contest's own calls")]
pub enum Call {
    /// R6 Lets a unit take one step.
    Move { unit: Id, x: i32, y: i32 },
    /// R6 Lets a unit attack a tile.
    Attack { unit: Id, x: i32, y: i32 },
    /// R6 Lets an artist paint the gallery on a tile.
    Paint { unit: Id, x: i32, y: i32 },
    /// R6 Lets an engineer go on with or repair the own building on a tile, or start a new one
    /// there; only a new one needs a type.
    Build {
        unit: Id,
        x: i32,
        y: i32,
        #[serde(rename = "type", default)]
        kind: Option<BuildingKind>,
    },
    /// R6 Sends a unit through the portal it stands on.
    Warp { unit: Id },
    /// R7 Lets a building train a unit.
    Train {
        building: Id,
        #[serde(rename = "type")]
        kind: UnitKind,
    },
    /// R7 Stops a building's training, or takes an unfinished building down, for a full refund.
    Cancel { building: Id },
}

/// The answer to a [`Call`].
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the variants are documented")]
pub enum Reply {
    /// The unit stands on its new tile.
    Moved,
    /// The unit at `from` attacked the tile: `hit` objects lost hit points, `destroyed` of them were
    /// destroyed.
    Attacked { from: (i32, i32, u8), hit: u32, destroyed: u32 },
    /// The unit at `from` painted; `gold` is the income of the three purses.
    Painted { from: (i32, i32, u8), gold: [i64; PERIODS] },
    /// The building's new hit points, and whether it is finished.
    Built { building: Id, z: u8, hp: i64, complete: bool },
    /// The unit paid `fee` and stands in period `z`; `destroyed` enemies were destroyed there.
    Warped { z: u8, fee: i64, destroyed: u32 },
    /// The training has begun and is paid.
    Training { price: i64 },
    /// The training or the building was cancelled and refunded.
    Cancelled { refund: i64 },
    /// Nothing happened, for this reason.
    Refused(Invalid),
}

/// Why an order was refused. Each reads as a full sentence.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Error, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the sentences say it")]
pub enum Invalid {
    #[error("it is not your turn")]
    NotYourTurn,
    #[error("there is no object {id}")]
    NoSuchObject { id: Id },
    #[error("object {id} is not a unit")]
    NotAUnit { id: Id },
    #[error("object {id} is not a building")]
    NotABuilding { id: Id },
    #[error("object {id} is not yours")]
    NotYours { id: Id },
    #[error("unit {unit} has {has} moves left, this needs {needs}")]
    NoMoves { unit: Id, has: u8, needs: u8 },
    #[error("unit {unit} has no action left")]
    NoActions { unit: Id },
    #[error("unit {unit} cannot step to ({x}, {y}): it is {distance} tiles away, not 1")]
    NotOneStep { unit: Id, x: i32, y: i32, distance: u32 },
    #[error("({x}, {y}) is outside the map")]
    OutOfBounds { x: i32, y: i32 },
    #[error("({x}, {y}) is closed: terrain blocks it")]
    BlockedByTerrain { x: i32, y: i32 },
    #[error("({x}, {y}) is closed: an enemy unit or building is there")]
    BlockedByEnemy { x: i32, y: i32 },
    #[error("({x}, {y}) is closed: a portal is there")]
    BlockedByPortal { x: i32, y: i32 },
    #[error("({x}, {y}) is closed: a building is there")]
    BlockedByBuilding { x: i32, y: i32 },
    #[error("unit {unit} cannot reach ({x}, {y}): it is {distance} tiles away, its range is {max}")]
    OutOfRange { unit: Id, x: i32, y: i32, distance: u32, max: i32 },
    #[error(
        "unit {unit} cannot attack ({x}, {y}): it is {distance} tiles away, \
         its range begins at {min}"
    )]
    TooClose { unit: Id, x: i32, y: i32, distance: u32, min: i32 },
    #[error("unit {unit} cannot paint at ({x}, {y}): it is {distance} tiles away, not 0 or 1")]
    TooFarToPaint { unit: Id, x: i32, y: i32, distance: u32 },
    #[error("there is no building at ({x}, {y})")]
    NoBuilding { x: i32, y: i32 },
    #[error("building {building} is a {kind}, which cannot be painted")]
    NotPaintable { building: Id, kind: BuildingKind },
    #[error("unit {unit} is a {kind}, which cannot paint")]
    CannotPaint { unit: Id, kind: UnitKind },
    #[error("building {building} is not complete")]
    Incomplete { building: Id },
    #[error("unit {unit} is not in the adjacent area of a building at ({x}, {y})")]
    NotAdjacent { unit: Id, x: i32, y: i32 },
    #[error("unit {unit} is a {kind}, which cannot build")]
    NotABuilder { unit: Id, kind: UnitKind },
    #[error("nothing of yours stands at ({x}, {y}) and no type of building was named")]
    NoType { x: i32, y: i32 },
    #[error("the match has seen so many objects that no more can be numbered")]
    NoMoreIds,
    #[error("unit {unit} does not stand on a portal")]
    NoPortal { unit: Id },
    #[error("there are {has} gold in the {}, this costs {needs}", period_name(*.z))]
    NoGold { z: u8, has: i64, needs: i64 },
    #[error("building {building} is a {kind}, which does not train a {unit}")]
    WrongTrainer { building: Id, kind: BuildingKind, unit: UnitKind },
    #[error("building {building} is training a {unit} already")]
    Busy { building: Id, unit: UnitKind },
    #[error("building {building} is complete and trains nothing: there is nothing to cancel")]
    NothingToCancel { building: Id },
}
