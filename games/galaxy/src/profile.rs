//! What a match starts from: a galaxy, and the rules of one of the two profiles. Every place where the
//! handout and the original program differ is a switch.

use crate::constants::{ACTIONS, ACTIONS_LIMIT};
use crate::map::{Galaxy, ZeroCosts};
use agon_core::{Admit, MapFault, Profile};
use serde::{Deserialize, Serialize};

/// The differences between the two profiles. Conflict numbers are those of the rulebook's section 12.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// R1 The number of actions of the game.
    pub actions: u32,
    /// R8, conflict 1: a capture halves the generators and draws a new capture cost.
    pub capture_side_effects: bool,
    /// R4.1, conflict 2: an agent pays its scan energy before every command turn.
    pub scan_charged: bool,
    /// R5, conflict 3: how a scan spreads.
    pub scan_search: ScanSearch,
    /// R9, conflict 4: where a torpedo stops that cannot pay the next wormhole.
    pub dry_torpedo: DryTorpedo,
    /// R9: what a torpedo does in a system that no wormhole leaves.
    pub stranded_torpedo: StrandedTorpedo,
    /// R8, conflict 5: what happens when both agents capture the same system.
    pub simultaneous_capture: SimultaneousCapture,
    /// R8, conflict 6: a Capture meets the cost as raised by a Fortify of the same action.
    pub fortify_before_capture: bool,
    /// R10, conflict 7: the effect of a failed command turn.
    pub failed_turn: FailedTurn,
    /// R7, conflict 8: an agent may fly through a wormhole that ends where it begins.
    pub self_loop_move: bool,
    /// R3.2, conflict 9: whether the generator makes wormholes of cost 0. Galaxies from files are not
    /// changed.
    pub generated_zero_cost: ZeroCosts,
}

/// R5 How a scan spreads.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ScanSearch {
    /// It reaches every system within range.
    Bfs,
    /// Depth first in wormhole order, never again from a system already marked: it can miss some.
    Dfs,
}

/// R9 Where a torpedo stops that cannot pay the next wormhole.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DryTorpedo {
    /// In the last system it reached.
    LastReached,
    /// In the system it could not reach, with all the energy it has left.
    NextSystem,
}

/// R9 What a torpedo does in a system that no wormhole leaves.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StrandedTorpedo {
    /// It goes off there.
    Detonates,
    /// It is lost together with its energy.
    Vanishes,
}

/// R8 Which agent gets a system that both capture in one action, and the effect on the other's capture.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SimultaneousCapture {
    /// Both are judged first; a tie is decided by chance, a loser's progress is lost.
    Handout,
    /// Blue comes first, and only an exactly paid capture wipes out the other's progress.
    Engine,
}

/// R10 The effect of a failed command turn.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FailedTurn {
    /// Three actions are lost. A null among the commands costs its own action only.
    Lose,
    /// The commands of the last good turn are executed again. A null among the commands fails the
    /// whole turn.
    RepeatPrevious,
}

impl Rules {
    /// What the handout says.
    pub fn handbook() -> Rules {
        Rules {
            actions: ACTIONS,
            capture_side_effects: true,
            scan_charged: true,
            scan_search: ScanSearch::Bfs,
            dry_torpedo: DryTorpedo::LastReached,
            stranded_torpedo: StrandedTorpedo::Detonates,
            simultaneous_capture: SimultaneousCapture::Handout,
            fortify_before_capture: true,
            failed_turn: FailedTurn::Lose,
            self_loop_move: true,
            generated_zero_cost: ZeroCosts::Never,
        }
    }

    /// What the original program did.
    pub fn original() -> Rules {
        Rules {
            actions: ACTIONS,
            capture_side_effects: false,
            scan_charged: false,
            scan_search: ScanSearch::Dfs,
            dry_torpedo: DryTorpedo::NextSystem,
            stranded_torpedo: StrandedTorpedo::Vanishes,
            simultaneous_capture: SimultaneousCapture::Engine,
            fortify_before_capture: false,
            failed_turn: FailedTurn::RepeatPrevious,
            self_loop_move: false,
            generated_zero_cost: ZeroCosts::Possible,
        }
    }

    /// The preset of a profile.
    pub fn of(profile: Profile) -> Rules {
        match profile {
            Profile::Handbook => Rules::handbook(),
            Profile::Original => Rules::original(),
        }
    }

    /// Whether a game can be played by these rules.
    pub(crate) fn check(&self) -> Result<(), MapFault> {
        if (1..=ACTIONS_LIMIT).contains(&self.actions) {
            return Ok(());
        }
        Err(MapFault(format!(
            "a game of {} actions is not possible: it has 1 to {ACTIONS_LIMIT}",
            self.actions
        )))
    }
}

/// What a match starts from: a galaxy and the rules.
pub type Setup = agon_core::Setting<Galaxy, Rules>;

impl Admit<Galaxy> for Rules {
    fn admit(&self, galaxy: Galaxy) -> Result<Galaxy, MapFault> {
        self.check()?;
        Ok(galaxy.settle(self.generated_zero_cost))
    }
}
