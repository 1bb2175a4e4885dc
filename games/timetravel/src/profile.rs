//! The switches in which the handbook and the original program differ: conflicts C1 to C17.

use crate::constants::*;
use crate::map::Map;
use agon_core::{Admit, MapFault, Profile};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What differs between the two profiles (R14), and the one setting that recorded games vary.
#[derive(Copy, Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// R12.2 Turns of a match, both players together.
    pub turn_limit: u32,
    /// C1, R3 Gold a painting brings for each level between artist and gallery. Both profiles pay
    /// 5; the last state of the original's sources had 1.
    pub paint_slope: i64,
    /// C2, R6 paint: which purses a painting fills.
    pub paint_income: PaintIncome,
    /// C3, R6 build: what a build action takes from the engineer.
    pub build_cost: BuildCost,
    /// C4, R6 build: what a new building costs.
    pub building_price: Price,
    /// C5, R7 train: the price a purse must hold (the price at the building's level is charged).
    pub training_check: Price,
    /// C6, R3 How damage at a level is rounded.
    pub damage_rounding: Rounding,
    /// C7, R3 Build actions a school takes in the present.
    pub school_turns_in_present: u8,
    /// C8, R5 Who eats when a turn changes, and with it the order of everything done then.
    pub feeding: Feeding,
    /// C9, R6 build: which tiles of a new building must be free of enemies and buildings.
    pub overlap_check: OverlapCheck,
    /// C10, R8 What a ripple does to whatever is in its way.
    pub ripple: Ripple,
    /// C11, R6 attack: who is hit in a stack.
    pub stack_attack: StackAttack,
    /// C12, R12 What net worth counts.
    pub net_worth: NetWorth,
    /// C13, R13 Seconds a bot may think about a turn.
    pub turn_seconds: f64,
    /// C14, R5 What a portal asks on turn 0.
    pub first_portal_fee: u32,
    /// C15, R12 The winner if neither player has a building, and what counts first on the last turn.
    pub end_conflict: EndConflict,
    /// C16, R6 move: whether units can step on portals. One sentence of the handbook forbids it;
    /// the rest of it, both profiles and common sense need it.
    pub units_on_portals: bool,
    /// C17, R6 paint: whether painting an unfinished gallery pays.
    pub paint_incomplete: bool,
}

/// C2: which purses a painting fills.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PaintIncome {
    /// The purse of every period in which the gallery exists.
    EveryPeriod,
    /// The purse of the artist's own period.
    OwnPeriod,
}

/// C3: what a build action takes.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BuildCost {
    /// One action and one move.
    ActionAndMove,
    /// Nothing, but an action must be left.
    Nothing,
}

/// C4, C5: which price is meant.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Price {
    /// The price at the level.
    AtLevel,
    /// The price at level 0.
    AtLevelZero,
}

/// C6: rounding.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the names say it")]
pub enum Rounding {
    Down,
    Up,
}

/// C8: the order of a turn change.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Feeding {
    /// The player who ends his turn eats; then fees fall, the end is checked, and if the game goes
    /// on the other player's units and trainings go on.
    AfterOwnTurn,
    /// The other player eats, fees fall, his units and trainings go on, and then the end is
    /// checked.
    BeforeOwnTurn,
}

/// C9: which tiles of a new building are checked.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum OverlapCheck {
    /// All four.
    WholeFootprint,
    /// The corner that was named.
    Corner,
}

/// C10: what a ripple does to whatever is in its way.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Ripple {
    /// Enemy units and all buildings are destroyed.
    Destroys,
    /// They lose the hit points of the building that was completed, tile by tile.
    Damages,
}

/// C11: who is hit in a stack.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum StackAttack {
    /// All units and buildings on the tile.
    HitsAll,
    /// An object that arrived right after one that dies is spared.
    SparesNext,
}

/// C12: what net worth counts.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum NetWorth {
    /// Units and buildings.
    Objects,
    /// Units, buildings and the gold of all three purses.
    ObjectsAndGold,
}

/// C15: rare ends.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum EndConflict {
    /// Without any building on either side player 1 wins, and elimination comes before net worth.
    SecondWinsEliminationFirst,
    /// Without any building on either side player 0 wins, and on the last turn only net worth
    /// counts.
    FirstWinsNetWorthLast,
}

impl Rules {
    /// The rules as the handbook states them.
    pub const fn handbook() -> Rules {
        Rules {
            turn_limit: TURN_LIMIT,
            paint_slope: PAINT_SLOPE,
            paint_income: PaintIncome::EveryPeriod,
            build_cost: BuildCost::ActionAndMove,
            building_price: Price::AtLevel,
            training_check: Price::AtLevel,
            damage_rounding: Rounding::Down,
            school_turns_in_present: 5,
            feeding: Feeding::AfterOwnTurn,
            overlap_check: OverlapCheck::WholeFootprint,
            ripple: Ripple::Destroys,
            stack_attack: StackAttack::HitsAll,
            net_worth: NetWorth::Objects,
            turn_seconds: TURN_SECONDS,
            first_portal_fee: PORTAL_FEE,
            end_conflict: EndConflict::SecondWinsEliminationFirst,
            units_on_portals: true,
            paint_incomplete: false,
        }
    }

    /// The rules as the original program played them on the day of the contest.
    pub const fn original() -> Rules {
        Rules {
            turn_limit: TURN_LIMIT,
            paint_slope: PAINT_SLOPE,
            paint_income: PaintIncome::OwnPeriod,
            build_cost: BuildCost::Nothing,
            building_price: Price::AtLevelZero,
            training_check: Price::AtLevelZero,
            damage_rounding: Rounding::Up,
            school_turns_in_present: 4,
            feeding: Feeding::BeforeOwnTurn,
            overlap_check: OverlapCheck::Corner,
            ripple: Ripple::Damages,
            stack_attack: StackAttack::SparesNext,
            net_worth: NetWorth::ObjectsAndGold,
            turn_seconds: 60.0,
            // The original changes the turn once before turn 0, so the fee of 25 has decayed once.
            first_portal_fee: 20,
            end_conflict: EndConflict::FirstWinsNetWorthLast,
            units_on_portals: true,
            paint_incomplete: true,
        }
    }

    /// The rules of a profile.
    pub const fn of(profile: Profile) -> Rules {
        match profile {
            Profile::Handbook => Rules::handbook(),
            Profile::Original => Rules::original(),
        }
    }

    /// R3 Build actions that a building takes in a period.
    pub fn build_turns(&self, kind: BuildingKind, z: u8) -> i64 {
        if kind == BuildingKind::School && usize::from(z) == PERIODS - 1 {
            i64::from(self.school_turns_in_present)
        } else {
            kind.stats().build_turns[usize::from(z)]
        }
    }

    /// R6 What starting a building costs at an engineer's level.
    pub fn building_cost(&self, kind: BuildingKind, level: u8) -> i64 {
        match self.building_price {
            Price::AtLevel => kind.stats().cost(level),
            Price::AtLevelZero => kind.stats().cost(0),
        }
    }

    /// R3 The damage of one attack before armor.
    pub fn damage(&self, kind: UnitKind, level: u8) -> i64 {
        kind.stats().damage(level, self.damage_rounding == Rounding::Up)
    }

    /// Whether two buildings, or objects of both players, can be on one tile.
    pub fn can_overlap(&self) -> bool {
        self.overlap_check == OverlapCheck::Corner || self.ripple == Ripple::Damages
    }

    /// Whether the order of arrival on a tile matters.
    pub(crate) fn order_matters(&self) -> bool {
        self.stack_attack == StackAttack::SparesNext || self.can_overlap()
    }

    /// Refuses numbers outside their valid ranges.
    pub(crate) fn check(&self) -> Result<(), String> {
        let within = |name: &str, value: i64, low: i64, high: i64| {
            (low..=high).contains(&value).then_some(()).ok_or_else(|| {
                format!("{name} is {value}, but must be a number from {low} to {high}")
            })
        };
        within("turn_limit", self.turn_limit.into(), 1, TURN_LIMIT.into())?;
        within("paint_slope", self.paint_slope, 0, 1000)?;
        within("school_turns_in_present", self.school_turns_in_present.into(), 1, 100)?;
        within("first_portal_fee", self.first_portal_fee.into(), 0, 1_000_000)?;
        if !(self.turn_seconds > 0.0 && self.turn_seconds <= 86_400.0) {
            return Err(format!(
                "turn_seconds is {}, but must be a time from 0 to 86400",
                self.turn_seconds
            ));
        }
        Ok(())
    }
}

/// What a match starts from: a map and the rules.
pub type Setup = agon_core::Setting<Map, Rules>;

impl Admit<Map> for Rules {
    fn admit(&self, map: Map) -> Result<Map, MapFault> {
        self.check().map_err(MapFault)?;
        Ok(map)
    }
}
