//! What a match starts from: the map, and the named switches on which the two profiles differ.

use crate::constants::*;
use crate::map::Map;
use agon_core::{Admit, MapFault, Profile};
use serde::{Deserialize, Serialize};

/// Which rules are played. The presets are [`Rules::handbook`] and [`Rules::original`].
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// R3.1.2 The first round that pays income: 0 in the handbook, 2 in the original.
    pub first_income_round: u32,
    /// R3.1.4 The last round played: 1499 in the handbook (1500 rounds), 1500 in the original.
    pub last_round: u32,
    /// R5 How long a diagonal step is.
    pub diagonal: Diagonal,
    /// R4.1 How often a base pays a team in one round.
    pub base_pays: BasePays,
    /// R8.4 Whether a unit that is killed while it is paused still makes the call before which it was
    /// stopped.
    pub ghost_calls: bool,
    /// R3.1.5 Whether a win in the last entry of the queue is noticed only after the round number
    /// has gone up and income was paid once more.
    pub late_notice: bool,
    /// Whether prints and drawings are checked, so that a missing argument is a mistake.
    pub verbose: bool,
}

/// R5 The length of a diagonal step.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Diagonal {
    /// 1.4142, as the handbook says.
    FourDigits,
    /// The square root of 2 in 32 bits, as the original computed.
    SquareRoot,
}

impl Diagonal {
    /// The number.
    pub fn length(self) -> f32 {
        match self {
            Diagonal::FourDigits => DIAGONAL_HANDBOOK,
            Diagonal::SquareRoot => DIAGONAL_ORIGINAL,
        }
    }
}

/// R4.1 How often a base pays in one round.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BasePays {
    /// Once for each team, as the handbook says.
    OncePerTeam,
    /// As the original did: a second pitcher of A is paid through B's mark, which is then used up.
    FallsThrough,
}

/// The most rounds a game may be set to, so that no setup makes a game that never ends.
const LAST_ROUND_LIMIT: u32 = 10_000;

impl Rules {
    /// What the contest's handbook says.
    pub const fn handbook() -> Rules {
        Rules {
            first_income_round: 0,
            last_round: MAX_ROUNDS - 1,
            diagonal: Diagonal::FourDigits,
            base_pays: BasePays::OncePerTeam,
            ghost_calls: false,
            late_notice: false,
            verbose: false,
        }
    }

    /// What the contest's program did.
    pub const fn original() -> Rules {
        Rules {
            first_income_round: 2,
            last_round: MAX_ROUNDS,
            diagonal: Diagonal::SquareRoot,
            base_pays: BasePays::FallsThrough,
            ghost_calls: true,
            late_notice: true,
            verbose: false,
        }
    }

    /// The preset of a profile.
    pub const fn of(profile: Profile) -> Rules {
        match profile {
            Profile::Handbook => Rules::handbook(),
            Profile::Original => Rules::original(),
        }
    }
}

/// What a match starts from: a map and the rules.
pub type Setup = agon_core::Setting<Map, Rules>;

impl Admit<Map> for Rules {
    fn admit(&self, map: Map) -> Result<Map, MapFault> {
        if self.last_round > LAST_ROUND_LIMIT {
            return Err(MapFault(format!("a game has at most {LAST_ROUND_LIMIT} rounds")));
        }
        Ok(map)
    }
}
