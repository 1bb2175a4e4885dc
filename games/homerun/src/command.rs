//! The calls of a unit ([`Call`]), the replies ([`Reply`]), and every reason for a refusal
//! ([`Invalid`]).
//!
//! Arguments that Java bots can leave `null` are `Option`s here: a missing argument costs a penalty of its
//! own, which the recorded games contain.

use crate::constants::{
    ARRAY_LENGTH, NUMBER_PRICE, ORDER_PRICE, PENALTY_ENERGY, SENSE_ALL_PRICE, SENSE_TILE_PRICE,
    STRENGTH_MAX,
};
use crate::types::{Direction, Location, MapObject, Team, UnitInfo, UnitType};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};
use std::fmt;

/// One call of a unit: an order or a question (R6, R7).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Call {
    /// Moves one step; `ZERO` only costs cooldown.
    Move(Option<Direction>),
    /// The headquarters buys a unit and puts it on a neighbouring tile.
    Recruit(Option<UnitType>, Option<Direction>),
    /// The headquarters buys a ball and puts it on a neighbouring tile.
    ConstructBall(Option<Direction>),
    /// A pitcher grabs a ball, or drops the one it carries.
    MoveBall(Option<Direction>),
    /// A batter bats what is on a neighbouring tile, 1 to 3 tiles far.
    Bat(Option<Direction>, i32),
    /// Has a unit of the own team, which has not had its turn this round, act next.
    Schedule(i32),
    /// Dies.
    KillSelf,
    /// Stores a number (second) in the team's shared array at an index (first).
    Write(i32, i32),
    /// The next draw of the game's generator.
    Random,
    /// Prints a line; a missing text is a mistake in verbose games.
    Print(Option<String>),
    /// Marks a tile for spectators, in a colour (red, green, blue).
    DrawPoint(Option<Location>, [i32; 3]),
    /// Draws a line for spectators, in a colour (red, green, blue).
    DrawLine(Option<Location>, Option<Location>, [i32; 3]),

    /// Would [`Call::Move`] with a free tile be carried out?
    IsReadyToMove,
    /// Does the action cooldown let this unit act?
    IsReadyToAct,
    /// Would this [`Call::Move`] be carried out?
    CanMove(Option<Direction>),
    /// Would this [`Call::Recruit`] be carried out?
    CanRecruit(Option<UnitType>, Option<Direction>),
    /// Would this [`Call::ConstructBall`] be carried out?
    CanConstructBall(Option<Direction>),
    /// Would this [`Call::MoveBall`] be carried out?
    CanMoveBall(Option<Direction>),
    /// Would this [`Call::Bat`] be carried out?
    CanBat(Option<Direction>, i32),
    /// Would this [`Call::Schedule`] be carried out?
    CanSchedule(i32),
    /// Is this tile in sight and on the map?
    CanSense(Option<Location>),
    /// Is this tile, which must be in sight, off the map?
    IsOutOfMap(Option<Location>),
    /// The unit on a tile in sight.
    SenseUnitAt(Option<Location>),
    /// What a tile in sight is, or with `true` the ball on it.
    SenseObjectAt(Option<Location>, bool),
    /// Other units within a squared radius, of one team or of both.
    SenseUnits(f32, Option<Team>),
    /// Tiles with an object within a squared radius.
    SenseObjects(Option<MapObject>, f32),
    /// The number at an index of the team's shared array.
    Read(i32),
    /// The next draws of the game's generator, at most 32, without taking them.
    Draws(u8),
    /// A snapshot of the unit itself.
    Info,
    /// The unit's place.
    Where,
    /// The own team.
    Team,
    /// The other team.
    Opponent,
    /// The unit's type.
    Type,
    /// The round being played.
    Round,
    /// The own team's reputation.
    Reputation,
    /// The own team's points.
    Points,
}

impl Call {
    /// Whether the call is an order; the rest are questions.
    ///
    /// A draw advances the game's generator, so it is an order. Prints and drawings change nothing, but
    /// spectators see them, so they are recorded like orders.
    pub fn is_order(&self) -> bool {
        use Call::*;
        matches!(
            self,
            Move(_)
                | Recruit(..)
                | ConstructBall(_)
                | MoveBall(_)
                | Bat(..)
                | Schedule(_)
                | KillSelf
                | Write(..)
                | Random
                | Print(_)
                | DrawPoint(..)
                | DrawLine(..)
        )
    }

    /// Energy charged before the call is carried out: the contest's own price list.
    #[inline]
    pub fn price(&self) -> u64 {
        use Call::*;
        match self {
            SenseUnits(..) | SenseObjects(..) => SENSE_ALL_PRICE,
            Move(_) | Recruit(..) | ConstructBall(_) | MoveBall(_) | Bat(..) | Schedule(_)
            | Print(_) | DrawPoint(..) | DrawLine(..) | IsReadyToMove | IsReadyToAct
            | CanMove(_) | CanRecruit(..) | CanConstructBall(_) | CanMoveBall(_) | CanBat(..)
            | CanSchedule(_) => ORDER_PRICE,
            CanSense(_) | IsOutOfMap(_) | SenseUnitAt(_) | SenseObjectAt(..) => SENSE_TILE_PRICE,
            KillSelf | Write(..) | Random | Read(_) | Draws(_) | Info | Where | Team | Opponent
            | Type | Round | Reputation | Points => NUMBER_PRICE,
        }
    }
}

/// The answer to a call.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Reply {
    /// The order was carried out.
    Done,
    /// A unit was recruited; its ID.
    Recruited(u16),
    /// Yes or no.
    Is(bool),
    /// A whole number.
    Number(i32),
    /// Reputation or points.
    Amount(f32),
    /// A draw.
    Draw(f64),
    /// Draws to come.
    Draws(Vec<f64>),
    /// A team.
    Team(Team),
    /// What a unit is.
    Type(UnitType),
    /// A tile.
    At(Location),
    /// What a tile is.
    Object(MapObject),
    /// A unit, or none.
    Unit(Option<UnitInfo>),
    /// Units, nearest first.
    Units(Vec<UnitInfo>),
    /// Tiles, nearest first.
    Places(Vec<Location>),
    /// Nothing was done, for this reason.
    Refused(Invalid),
}

/// An argument that was left out.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Argument {
    Direction,
    TypeOrDirection,
    Location,
    Object,
    Text,
}

/// What occupies a tile.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Obstacle {
    Water,
    Unit,
    Ball,
}

/// Why a call was refused.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum Invalid {
    /// The game has ended.
    #[error("the game is over")]
    GameOver,
    /// It is another unit's turn.
    #[error("it is not this unit's turn")]
    NotYourTurn,
    /// The unit is dead.
    #[error("unit {id} is dead and does nothing any more")]
    Dead {
        /// The unit.
        id: u16,
    },
    /// An argument was left out.
    #[error("the call needs {what}")]
    Missing {
        /// The argument.
        what: Argument,
        /// The number of penalties: the test and the order after it both count (R6).
        penalties: u8,
    },
    /// A unit of this type never moves.
    #[error("a {unit_type} never moves")]
    NeverMoves {
        /// The type.
        unit_type: UnitType,
    },
    /// The movement cooldown is too high.
    #[error("the unit cannot move yet: its movement cooldown is {cooldown}, it must be below 1")]
    CannotMoveYet {
        /// The cooldown.
        cooldown: f32,
    },
    /// The action cooldown is too high.
    #[error("the unit cannot act yet: its action cooldown is {cooldown}, it must be below 1")]
    CannotActYet {
        /// The cooldown.
        cooldown: f32,
    },
    /// The order belongs to another type of unit.
    #[error("only a {needed} can do that, this unit is a {unit_type}")]
    WrongType {
        /// The type that can.
        needed: UnitType,
        /// The unit's type.
        unit_type: UnitType,
    },
    /// Headquarters cannot be recruited.
    #[error("a headquarters cannot be recruited")]
    NoSecondHq,
    /// The tile is off the map.
    #[error("{at} is outside the map")]
    OffMap {
        /// The tile.
        at: Location,
    },
    /// Something is on the tile.
    #[error("{at} is not free: {by} is there")]
    NotFree {
        /// The tile.
        at: Location,
        /// What is there.
        by: Obstacle,
    },
    /// The team has too little reputation.
    #[error("the team has {has} reputation, this costs {costs}")]
    TooPoor {
        /// What it has.
        has: f32,
        /// What it costs.
        costs: f32,
    },
    /// There is no ball to grab.
    #[error("no ball lies on {at}")]
    NoBall {
        /// The tile.
        at: Location,
    },
    /// Batting needs a direction.
    #[error("a batter cannot bat its own tile")]
    BatNeedsDirection,
    /// The strength is not possible.
    #[error("the strength {strength} is not possible: it goes from 1 to {STRENGTH_MAX}")]
    BadStrength {
        /// The strength.
        strength: i32,
    },
    /// There is nothing to bat.
    #[error("there is neither a ball nor a unit to bat on {at}")]
    NothingToBat {
        /// The tile.
        at: Location,
    },
    /// A headquarters cannot be batted.
    #[error("the headquarters on {at} cannot be batted")]
    HqStandsFast {
        /// The tile.
        at: Location,
    },
    /// No unit of the own team has that ID.
    #[error("no living unit of the own team has the ID {id}")]
    NoSuchUnit {
        /// The ID.
        id: i32,
    },
    /// The unit is scheduled already.
    #[error("unit {id} is scheduled already")]
    AlreadyScheduled {
        /// The ID.
        id: i32,
    },
    /// The unit has had its turn.
    #[error("unit {id} has had its turn this round")]
    HadItsTurn {
        /// The ID.
        id: i32,
    },
    /// The index is not in the array.
    #[error("the index {index} is not in the shared array: it goes from 0 to {}", ARRAY_LENGTH - 1)]
    BadIndex {
        /// The index.
        index: i32,
    },
    /// The tile is not in sight.
    #[error("{at} is out of sight: this unit sees tiles within a squared distance of {vision}")]
    OutOfSight {
        /// The tile.
        at: Location,
        /// How far the unit sees, squared.
        vision: i32,
    },
    /// The radius is negative or not a number.
    #[error("a squared radius of {radius} is not possible")]
    BadRadius {
        /// The radius; in JSON null if it is not a number.
        #[serde(deserialize_with = "number_or_null")]
        #[schemars(with = "Option<f32>")]
        radius: f32,
    },
}

/// JSON cannot express NaN and writes null.
fn number_or_null<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f32, D::Error> {
    Ok(Option::deserialize(deserializer)?.unwrap_or(f32::NAN))
}

impl Invalid {
    /// The penalty in energy (R6). A call out of turn or of a dead unit costs nothing.
    pub fn penalty(&self) -> u64 {
        match self {
            Invalid::GameOver | Invalid::NotYourTurn | Invalid::Dead { .. } => 0,
            Invalid::Missing { penalties, .. } => u64::from(*penalties) * PENALTY_ENERGY,
            _ => PENALTY_ENERGY,
        }
    }

    /// R6 An order after a test that already cost a penalty costs another one.
    pub(crate) fn doubled(self) -> Invalid {
        match self {
            Invalid::Missing { what, .. } => Invalid::Missing { what, penalties: 2 },
            other => other,
        }
    }
}

pub(crate) fn missing(what: Argument) -> Invalid {
    Invalid::Missing { what, penalties: 1 }
}

impl fmt::Display for Argument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Argument::Direction => "a direction",
            Argument::TypeOrDirection => "a unit type and a direction",
            Argument::Location => "a location",
            Argument::Object => "a map object",
            Argument::Text => "a text",
        })
    }
}

impl fmt::Display for Obstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Obstacle::Water => "water",
            Obstacle::Unit => "a unit",
            Obstacle::Ball => "a ball",
        })
    }
}
