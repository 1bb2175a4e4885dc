//! Every number of the rulebook, in its order (`R3` is section 3 of the rulebook).
//!
//! Differences between the two profiles are in [`Rules`](crate::Rules).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// R1 Number of periods: 0 far past, 1 past, 2 present.
pub const PERIODS: usize = 3;
/// R1 Coordinates run from `-RADIUS` to `RADIUS` in both directions.
pub const RADIUS: i32 = 10;
/// R1 Tiles along one side of a period.
pub const SIDE: usize = 21;
/// R1 Tiles of one period.
pub const AREA: usize = SIDE * SIDE;
/// R1 Tiles of all three periods.
pub const CELLS: usize = PERIODS * AREA;
/// R1 Number of players.
pub const PLAYERS: usize = 2;

/// R2 Every building covers a square of this side.
pub const BUILDING_SIDE: i32 = 2;
/// R2 The first id that is not a type: ids 0..=10 name the unit and building types.
pub const FIRST_OBJECT_ID: u32 = 11;
/// R4 The first id of a portal or a piece of terrain; the ids before it belong to the start.
pub const FIRST_MAP_ID: u32 = 41;

/// R3 Values at a level grow by this factor per level: prices.
pub const PRICE_GROWTH: f64 = 1.05;
/// R3 Values at a level grow by this factor per level: hit points, armor, food and damage.
pub const STRENGTH_GROWTH: f64 = 1.15;
/// The highest level whose values are tabulated. A match of 500 turns stays far below it: each trained
/// engineer adds two levels and takes three of his owner's 250 turns.
pub const LEVEL_MAX: u8 = 200;
const LEVELS: usize = LEVEL_MAX as usize + 1;

/// R3 A portal's fee at the start, in gold.
pub const PORTAL_FEE: u32 = 25;
/// R3 Gold added to a portal's fee by each use.
pub const PORTAL_FEE_STEP: u32 = 10;
/// R3 The share of a portal's fee that remains after each turn: four fifths, rounded down.
pub const PORTAL_FEE_LEFT: (u64, u64) = (4, 5);
/// The same as a decimal number, as the contest's files write it.
pub const PORTAL_FEE_MULTIPLIER: f64 = PORTAL_FEE_LEFT.0 as f64 / PORTAL_FEE_LEFT.1 as f64;
/// R3 Gold for a painting by an artist of the gallery's own level.
pub const PAINT_BASE: i64 = 5;
/// R3 Gold added for each level between artist and gallery.
pub const PAINT_SLOPE: i64 = 5;
/// R3 Hit points every unit of a period loses per missing food.
pub const HUNGER_DAMAGE: i64 = 10;
/// R3 Turns of a match, counting both players.
pub const TURN_LIMIT: u32 = 500;

/// R4 Repetitions of each portal step of the generator; each makes two passages.
pub const PORTAL_DRAWS: u32 = 4;
/// R4 Repetitions of the rock step in each period; each makes two rocks.
pub const ROCK_DRAWS: u32 = 11;
/// R4 Least distance of a past-present portal from every far past-past portal.
pub const PORTAL_DISTANCE: i32 = 3;

/// R13, C13 Seconds per turn in the handbook.
pub const TURN_SECONDS: f64 = 5.0;

/// A value for every level.
type Scaled = [i64; LEVELS];

/// R3 `base * growth^level` in IEEE doubles, rounded down (or up). The power is built by repeated
/// multiplication: the same bits on every machine, and up to level 120 the same integers as `pow`.
const fn scaled(base: i64, growth: f64, up: bool) -> Scaled {
    let mut values = [0; LEVELS];
    let mut power = 1.0;
    let mut level = 0;
    while level < LEVELS {
        let exact = base as f64 * power;
        let floor = exact as i64;
        values[level] = if up && (floor as f64) < exact { floor + 1 } else { floor };
        power *= growth;
        level += 1;
    }
    values
}

/// The value at a level; levels beyond the table have the value of its last entry.
fn at(values: &Scaled, level: u8) -> i64 {
    values[usize::from(level.min(LEVEL_MAX))]
}

/// R2 The unit types in the order of their ids 0..=5.
#[derive(
    Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[repr(u8)]
#[allow(missing_docs)] // `UnitType` documents the values.
pub enum UnitKind {
    Cavalry,
    Artillery,
    Spearman,
    Artist,
    Pig,
    Engineer,
}

/// R2 The building types in the order of their ids 6..=10.
#[derive(
    Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[repr(u8)]
#[allow(missing_docs)] // `BuildingType` documents the values.
pub enum BuildingKind {
    Farm,
    Barracks,
    School,
    Gallery,
    Bunker,
}

/// R3 The values of a type of unit at every level.
#[derive(Debug)]
pub struct UnitType {
    /// The name.
    pub name: &'static str,
    /// Turns of training.
    pub train_turns: u8,
    /// Steps per turn.
    pub moves: u8,
    /// Actions per turn.
    pub actions: u8,
    /// Food needed per turn.
    pub hunger: i64,
    /// The building that trains it.
    pub trained_by: BuildingKind,
    /// Moves an attack costs besides its action.
    pub attack_moves: u8,
    /// Least distance of a target. A unit whose `range_min` exceeds its `range_max` cannot attack.
    pub range_min: i32,
    /// Greatest distance of a target.
    pub range_max: i32,
    cost: Scaled,
    hp: Scaled,
    armor: Scaled,
    damage_down: Scaled,
    damage_up: Scaled,
}

impl UnitType {
    /// Price at a level.
    pub fn cost(&self, level: u8) -> i64 {
        at(&self.cost, level)
    }

    /// Full hit points at a level.
    pub fn hp(&self, level: u8) -> i64 {
        at(&self.hp, level)
    }

    /// Armor at a level.
    pub fn armor(&self, level: u8) -> i64 {
        at(&self.armor, level)
    }

    /// Damage at a level, rounded down or up (C6).
    pub fn damage(&self, level: u8, rounded_up: bool) -> i64 {
        at(if rounded_up { &self.damage_up } else { &self.damage_down }, level)
    }
}

/// R3 The values of a type of building at every level.
#[derive(Debug)]
pub struct BuildingType {
    /// The name.
    pub name: &'static str,
    /// Build actions needed in the far past, the past and the present. (The school's last one is
    /// disputed, C7: use [`Rules::build_turns`](crate::Rules::build_turns).)
    pub build_turns: [i64; PERIODS],
    /// Whether artists earn gold here.
    pub paintable: bool,
    cost: Scaled,
    hp: Scaled,
    armor: Scaled,
    food: Scaled,
}

impl BuildingType {
    /// Price at a level.
    pub fn cost(&self, level: u8) -> i64 {
        at(&self.cost, level)
    }

    /// Full hit points at a level.
    pub fn hp(&self, level: u8) -> i64 {
        at(&self.hp, level)
    }

    /// Armor at a level.
    pub fn armor(&self, level: u8) -> i64 {
        at(&self.armor, level)
    }

    /// Food made per turn at a level.
    pub fn food(&self, level: u8) -> i64 {
        at(&self.food, level)
    }
}

/// One row of the first table of R3, without the columns for attacks.
struct Civil {
    name: &'static str,
    cost: i64,
    hp: i64,
    armor: i64,
    train_turns: u8,
    moves: u8,
    actions: u8,
    hunger: i64,
    trained_by: BuildingKind,
}

/// The last three columns of the first table of R3.
struct Weapon {
    moves: u8,
    damage: i64,
    range: (i32, i32),
}

/// R3 Pigs, engineers and artists cannot attack: their range is empty.
const NO_WEAPON: Weapon = Weapon { moves: 1, damage: 0, range: (1, 0) };

const fn unit_type(row: Civil, weapon: Weapon) -> UnitType {
    UnitType {
        name: row.name,
        train_turns: row.train_turns,
        moves: row.moves,
        actions: row.actions,
        hunger: row.hunger,
        trained_by: row.trained_by,
        attack_moves: weapon.moves,
        range_min: weapon.range.0,
        range_max: weapon.range.1,
        cost: scaled(row.cost, PRICE_GROWTH, false),
        hp: scaled(row.hp, STRENGTH_GROWTH, false),
        armor: scaled(row.armor, STRENGTH_GROWTH, false),
        damage_down: scaled(weapon.damage, STRENGTH_GROWTH, false),
        damage_up: scaled(weapon.damage, STRENGTH_GROWTH, true),
    }
}

/// R3 The unit types, by id.
static UNIT_TYPES: [UnitType; 6] = [
    unit_type(
        Civil {
            name: "Cavalry",
            cost: 120,
            hp: 1500,
            armor: 50,
            train_turns: 4,
            moves: 5,
            actions: 2,
            hunger: 5,
            trained_by: BuildingKind::Barracks,
        },
        Weapon { moves: 0, damage: 280, range: (0, 1) },
    ),
    unit_type(
        Civil {
            name: "Artillery",
            cost: 177,
            hp: 1800,
            armor: 25,
            train_turns: 5,
            moves: 3,
            actions: 1,
            hunger: 5,
            trained_by: BuildingKind::Barracks,
        },
        Weapon { moves: 2, damage: 750, range: (3, 4) },
    ),
    unit_type(
        Civil {
            name: "Spearman",
            cost: 181,
            hp: 2000,
            armor: 160,
            train_turns: 3,
            moves: 4,
            actions: 1,
            hunger: 5,
            trained_by: BuildingKind::Barracks,
        },
        Weapon { moves: 1, damage: 450, range: (0, 2) },
    ),
    unit_type(
        Civil {
            name: "Artist",
            cost: 75,
            hp: 500,
            armor: 20,
            train_turns: 3,
            moves: 2,
            actions: 1,
            hunger: 3,
            trained_by: BuildingKind::Gallery,
        },
        NO_WEAPON,
    ),
    unit_type(
        Civil {
            name: "Pig",
            cost: 80,
            hp: 1400,
            armor: 100,
            train_turns: 1,
            moves: 3,
            actions: 0,
            hunger: 1,
            trained_by: BuildingKind::Farm,
        },
        NO_WEAPON,
    ),
    unit_type(
        Civil {
            name: "Engineer",
            cost: 75,
            hp: 500,
            armor: 20,
            train_turns: 3,
            moves: 2,
            actions: 1,
            hunger: 3,
            trained_by: BuildingKind::School,
        },
        NO_WEAPON,
    ),
];

const fn building_type(
    name: &'static str,
    cost: i64,
    hp: i64,
    build_turns: [i64; PERIODS],
    food: i64,
    paintable: bool,
) -> BuildingType {
    BuildingType {
        name,
        build_turns,
        paintable,
        cost: scaled(cost, PRICE_GROWTH, false),
        hp: scaled(hp, STRENGTH_GROWTH, false),
        armor: scaled(100, STRENGTH_GROWTH, false),
        food: scaled(food, STRENGTH_GROWTH, false),
    }
}

/// R3 The building types, by id from 6.
static BUILDING_TYPES: [BuildingType; 5] = [
    building_type("Farm", 300, 3000, [7, 4, 2], 20, false),
    building_type("Barracks", 400, 3500, [12, 8, 5], 0, false),
    building_type("School", 400, 3500, [12, 8, 5], 0, false),
    building_type("Gallery", 400, 3500, [8, 5, 3], 0, true),
    building_type("Bunker", 300, 5000, [14, 8, 4], 0, false),
];

impl UnitKind {
    /// All kinds by id.
    pub const ALL: [UnitKind; 6] = [
        UnitKind::Cavalry,
        UnitKind::Artillery,
        UnitKind::Spearman,
        UnitKind::Artist,
        UnitKind::Pig,
        UnitKind::Engineer,
    ];

    /// The numbers of this kind.
    #[inline]
    pub fn stats(self) -> &'static UnitType {
        &UNIT_TYPES[self as usize]
    }

    /// R2 The type's id.
    pub fn type_id(self) -> u32 {
        self as u32
    }

    /// The kind with a type id.
    pub fn from_type_id(id: u32) -> Option<UnitKind> {
        UnitKind::ALL.get(usize::try_from(id).ok()?).copied()
    }
}

impl BuildingKind {
    /// All kinds by id.
    pub const ALL: [BuildingKind; 5] = [
        BuildingKind::Farm,
        BuildingKind::Barracks,
        BuildingKind::School,
        BuildingKind::Gallery,
        BuildingKind::Bunker,
    ];

    /// The numbers of this kind.
    #[inline]
    pub fn stats(self) -> &'static BuildingType {
        &BUILDING_TYPES[self as usize]
    }

    /// R2 The type's id.
    pub fn type_id(self) -> u32 {
        UnitKind::ALL.len() as u32 + self as u32
    }

    /// The kind with a type id.
    pub fn from_type_id(id: u32) -> Option<BuildingKind> {
        let place = id.checked_sub(UnitKind::ALL.len() as u32)?;
        BuildingKind::ALL.get(usize::try_from(place).ok()?).copied()
    }
}

impl fmt::Display for UnitKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.stats().name)
    }
}

impl fmt::Display for BuildingKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.stats().name)
    }
}

/// The name of a period.
pub fn period_name(z: u8) -> &'static str {
    ["far past", "past", "present"][usize::from(z.min(2))]
}
