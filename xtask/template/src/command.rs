//! What a farmer may say, what it is answered, and every reason for a refusal.

use crate::types::Direction;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// R4 The step that the farmer plans; the last one of a turn counts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Call {
    /// Walk one tile in a direction.
    Step(Direction),
}

/// The answer to a call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Reply {
    /// The farmer will walk when both have ended their turns.
    Planned,
    /// Nothing was planned, for this reason.
    Refused(Invalid),
}

/// Why a call was refused. Each reads as a full sentence.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Error, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the sentences say it")]
pub enum Invalid {
    #[error("it is not this farmer's turn")]
    NotYourTurn,
    #[error("the farmer at ({row}, {column}) cannot step {direction:?}: the field ends there")]
    EndOfField { row: u8, column: u8, direction: Direction },
}
