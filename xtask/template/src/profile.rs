//! What a match starts from: a map and rules. A game without an original has the same rules in both profiles.

use crate::constants::ROUNDS;
use crate::map::Map;
use agon_core::{Admit, MapFault, Profile};
use serde::{Deserialize, Serialize};

/// The numbers of the rulebook that tests and events may change.
#[derive(Copy, Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// R6 Rounds of a game.
    pub rounds: u32,
}

impl Rules {
    /// The rules of a profile.
    pub const fn of(_profile: Profile) -> Rules {
        Rules { rounds: ROUNDS }
    }
}

/// What a match starts from.
pub type Setup = agon_core::Setting<Map, Rules>;

impl Admit<Map> for Rules {
    fn admit(&self, map: Map) -> Result<Map, MapFault> {
        match self.rounds {
            1..=10_000 => Ok(map),
            rounds => Err(MapFault::new(format!("a game has 1 to 10000 rounds, not {rounds}"))),
        }
    }
}
