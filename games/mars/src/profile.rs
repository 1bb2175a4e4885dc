//! The setup of a match: a map, and the rules of one of the two profiles. Every difference between the
//! handbook and the original program is a switch.

use crate::constants::*;
use crate::map::Map;
use agon_core::{Admit, MapFault, Profile};
use serde::{Deserialize, Serialize};

/// The differences between the two profiles, and the two settings that recorded games vary.
#[derive(Copy, Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// Rounds to play.
    pub rounds: u16,
    /// The time bank of each team at the start.
    pub time_bank_s: f64,
    /// C1, R7.4 Metal a transformation takes; the team must have 40 in both profiles.
    pub transform_price: i32,
    /// C2, R7.4 What a transformation makes.
    pub transform: Transform,
    /// C3 and C11, R7.2 The effect of a move by a robot that has moved or was built in this turn.
    pub second_move: SecondMove,
    /// C4, R7.3 What the handbook's `robot_action` returns.
    pub action_result: ActionResult,
    /// C7, R9 The winner by time bank.
    pub time_tie: TimeTie,
    /// C12, R12.3 Whether asymmetric maps are allowed.
    pub asymmetric_maps: bool,
    /// C15, R7.1 Whether a tile allows only one spawn per turn.
    pub one_spawn_per_tile: bool,
}

/// C2: what a transformation makes.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Transform {
    /// The same robot changes its type; its flags for moved and acted stay.
    SameRobot,
    /// A new robot with a new name that has moved and acted.
    NewRobot,
}

/// C3, C11: a second move in one turn.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SecondMove {
    /// Has no effect, even if a robot stands on the target.
    Nothing,
    /// Rams a robot on the target; otherwise has no effect.
    Rams,
}

/// C4: what the handbook's `robot_action` returns to a bot.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ActionResult {
    /// `True`.
    True,
    /// `None`.
    Nothing,
}

/// C7: the winner when everything but the time bank is equal.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TimeTie {
    /// The team with more time left.
    MoreLeft,
    /// The team with less time left.
    LessLeft,
}

impl Rules {
    /// The rules as the handbook states them.
    pub const fn handbook() -> Rules {
        Rules {
            rounds: ROUNDS,
            time_bank_s: TIME_BANK_S,
            transform_price: TRANSFORM_COST,
            transform: Transform::SameRobot,
            second_move: SecondMove::Nothing,
            action_result: ActionResult::True,
            time_tie: TimeTie::MoreLeft,
            asymmetric_maps: false,
            one_spawn_per_tile: true,
        }
    }

    /// The rules as the original program played them.
    pub const fn original() -> Rules {
        Rules {
            transform_price: TRANSFORM_TAKEN_BY_ORIGINAL,
            transform: Transform::NewRobot,
            second_move: SecondMove::Rams,
            action_result: ActionResult::Nothing,
            time_tie: TimeTie::LessLeft,
            asymmetric_maps: true,
            one_spawn_per_tile: false,
            ..Rules::handbook()
        }
    }

    /// The rules of a profile.
    pub const fn of(profile: Profile) -> Rules {
        match profile {
            Profile::Handbook => Rules::handbook(),
            Profile::Original => Rules::original(),
        }
    }
}

/// The setup of a match: a map and the rules.
pub type Setup = agon_core::Setting<Map, Rules>;

impl Admit<Map> for Rules {
    fn admit(&self, map: Map) -> Result<Map, MapFault> {
        if self.rounds == 0 {
            return Err(MapFault::new("a game needs at least one round"));
        }
        if !(self.time_bank_s > 0.0 && self.time_bank_s.is_finite()) {
            return Err(MapFault::new("the time bank must be a positive number of seconds"));
        }
        if !(0..=TRANSFORM_TAKEN_BY_ORIGINAL).contains(&self.transform_price) {
            return Err(MapFault::new("a transformation takes 0 to 50 metal"));
        }
        if !self.asymmetric_maps {
            map.check_symmetric()?;
        }
        Ok(map)
    }
}
