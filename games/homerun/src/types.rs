//! The small types of the game, in the contest's own words: teams, unit types, directions,
//! locations, and what lies on a tile.

use crate::constants::*;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

// Actors of this game are units: `Team::of` and `Team::actor` are not used.
agon_core::two_sides! {
    /// One of the two teams; A plays first.
    #[derive(Serialize, Deserialize, JsonSchema)]
    pub enum Team {
        /// The team on seat 0.
        A = "A",
        /// The team on seat 1.
        B = "B",
    }
}

/// The four kinds of unit, in the order of the contest's own list.
#[derive(
    Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "UPPERCASE")]
pub enum UnitType {
    /// The headquarters: recruits units and makes balls, never moves.
    Hq,
    /// Earns points on bases and reputation on stadiums; carries balls.
    Pitcher,
    /// Bats balls and units.
    Batter,
    /// Stops balls and flying units.
    Catcher,
}

impl UnitType {
    /// All types in the contest's order.
    pub const ALL: [UnitType; 4] =
        [UnitType::Hq, UnitType::Pitcher, UnitType::Batter, UnitType::Catcher];

    /// Reputation that recruiting one costs; also what it counts in the second tie-break.
    pub fn cost(self) -> f32 {
        UNIT_COSTS[self as usize]
    }

    /// How far it sees, squared.
    pub fn vision(self) -> i32 {
        UNIT_VISIONS[self as usize]
    }

    /// How far it acts, squared; 0 for a type that cannot act.
    pub fn action_range(self) -> i32 {
        UNIT_ACTION_RANGES[self as usize]
    }

    /// How far it moves, squared; 0 for a type that cannot move.
    pub fn movement_range(self) -> i32 {
        UNIT_MOVEMENT_RANGES[self as usize]
    }

    /// Cooldown of one action. The headquarters never pays it, the catcher never acts.
    pub fn action_cooldown(self) -> f32 {
        UNIT_ACTION_COOLDOWNS[self as usize]
    }

    /// Cooldown of one straight step.
    pub fn movement_cooldown(self) -> f32 {
        UNIT_MOVEMENT_COOLDOWNS[self as usize]
    }

    /// Whether the type ever moves.
    pub fn can_move(self) -> bool {
        self.movement_range() > 0
    }

    /// Whether the type ever acts.
    pub fn can_act(self) -> bool {
        self.action_range() > 0
    }

    /// The letter used in the original's game log and in our drawings.
    pub fn letter(self) -> char {
        ['H', 'P', 'B', 'C'][self as usize]
    }

    /// The word used in sentences.
    pub fn word(self) -> &'static str {
        ["headquarters", "pitcher", "batter", "catcher"][self as usize]
    }
}

impl fmt::Display for UnitType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// A neighbouring tile, or none; in the contest's order, counter-clockwise from north (+y).
#[derive(
    Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "UPPERCASE")]
#[allow(missing_docs)]
pub enum Direction {
    North,
    Northwest,
    West,
    Southwest,
    South,
    Southeast,
    East,
    Northeast,
    /// No direction: the own tile.
    Zero,
}

impl Direction {
    /// All nine in the contest's order; [`Direction::Zero`] is the last.
    pub const ALL: [Direction; 9] = [
        Direction::North,
        Direction::Northwest,
        Direction::West,
        Direction::Southwest,
        Direction::South,
        Direction::Southeast,
        Direction::East,
        Direction::Northeast,
        Direction::Zero,
    ];

    /// The eight neighbours.
    pub fn neighbours() -> &'static [Direction] {
        &Direction::ALL[..8]
    }

    /// The step east.
    pub fn dx(self) -> i32 {
        [0, -1, -1, -1, 0, 1, 1, 1, 0][self as usize]
    }

    /// The step north.
    pub fn dy(self) -> i32 {
        [1, 1, 0, -1, -1, -1, 0, 1, 0][self as usize]
    }

    /// The direction with the signs of these differences.
    pub fn of(dx: i32, dy: i32) -> Direction {
        let by_signs = [
            Direction::Southwest,
            Direction::South,
            Direction::Southeast,
            Direction::West,
            Direction::Zero,
            Direction::East,
            Direction::Northwest,
            Direction::North,
            Direction::Northeast,
        ];
        by_signs[((dy.signum() + 1) * 3 + dx.signum() + 1) as usize]
    }

    /// The next direction counter-clockwise.
    pub fn rotate_left(self) -> Direction {
        self.turned(1)
    }

    /// The next direction clockwise.
    pub fn rotate_right(self) -> Direction {
        self.turned(7)
    }

    /// The way back.
    pub fn opposite(self) -> Direction {
        self.turned(4)
    }

    fn turned(self, eighths: usize) -> Direction {
        match self {
            Direction::Zero => self,
            _ => Direction::ALL[(self as usize + eighths) % 8],
        }
    }

    /// Whether both coordinates change.
    pub fn is_diagonal(self) -> bool {
        self.dx() != 0 && self.dy() != 0
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const WORDS: [&str; 9] = [
            "north",
            "northwest",
            "west",
            "southwest",
            "south",
            "southeast",
            "east",
            "northeast",
            "its own tile",
        ];
        f.write_str(WORDS[*self as usize])
    }
}

/// A tile as bots name it: with the map's offset. Written as `[x, y]`.
#[derive(
    Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(from = "[i32; 2]", into = "[i32; 2]")]
#[schemars(with = "[i32; 2]")]
pub struct Location {
    /// Grows to the east.
    pub x: i32,
    /// Grows to the north.
    pub y: i32,
}

impl Location {
    /// The tile at these coordinates.
    pub fn new(x: i32, y: i32) -> Location {
        Location { x, y }
    }

    /// The neighbour in a direction.
    pub fn step(self, direction: Direction) -> Location {
        let x = self.x.saturating_add(direction.dx());
        Location::new(x, self.y.saturating_add(direction.dy()))
    }

    /// The squared distance; exact for all coordinates.
    pub fn distance_squared(self, other: Location) -> i128 {
        // A square fits into 64 bits, the sum of two may not.
        let square = |d: u32| i128::from(u64::from(d) * u64::from(d));
        square(self.x.abs_diff(other.x)) + square(self.y.abs_diff(other.y))
    }

    /// The direction by the signs of the differences: diagonal whenever both differ.
    pub fn direction_to(self, other: Location) -> Direction {
        let sign = |from: i32, to: i32| to.cmp(&from) as i32;
        Direction::of(sign(self.x, other.x), sign(self.y, other.y))
    }
}

impl From<[i32; 2]> for Location {
    fn from([x, y]: [i32; 2]) -> Location {
        Location { x, y }
    }
}

impl From<Location> for [i32; 2] {
    fn from(at: Location) -> [i32; 2] {
        [at.x, at.y]
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{},{}]", self.x, self.y)
    }
}

/// What a tile is made of.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Terrain {
    /// Not on the map.
    #[default]
    Outside,
    /// Grass.
    Grass,
    /// Water: neither units nor balls can be there.
    Water,
    /// A base: points for pitchers.
    Base,
    /// A stadium: reputation for pitchers.
    Stadium,
}

impl Terrain {
    /// All kinds.
    pub const ALL: [Terrain; 5] =
        [Terrain::Outside, Terrain::Grass, Terrain::Water, Terrain::Base, Terrain::Stadium];

    /// The kind with this character.
    pub fn from_symbol(symbol: char) -> Option<Terrain> {
        Terrain::ALL.into_iter().find(|terrain| terrain.symbol() == symbol)
    }

    /// The character used in views and drawings.
    pub fn symbol(self) -> char {
        char::from(self.letter())
    }

    /// The same as a byte of ASCII.
    pub(crate) fn letter(self) -> u8 {
        b"#.~bs"[self as usize]
    }

    /// Whether units and balls can be there.
    pub fn is_land(self) -> bool {
        matches!(self, Terrain::Grass | Terrain::Base | Terrain::Stadium)
    }

    /// The object that sensing names; `None` outside the map.
    pub fn object(self) -> Option<MapObject> {
        match self {
            Terrain::Outside => None,
            Terrain::Grass => Some(MapObject::Grass),
            Terrain::Water => Some(MapObject::Water),
            Terrain::Base => Some(MapObject::Base),
            Terrain::Stadium => Some(MapObject::Stadium),
        }
    }
}

/// What sensing looks for, in the contest's order.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "UPPERCASE")]
#[allow(missing_docs)]
pub enum MapObject {
    /// Any tile of the map.
    Location,
    Base,
    Stadium,
    Water,
    Grass,
    Ball,
}

impl MapObject {
    /// All six in the contest's order.
    pub const ALL: [MapObject; 6] = [
        MapObject::Location,
        MapObject::Base,
        MapObject::Stadium,
        MapObject::Water,
        MapObject::Grass,
        MapObject::Ball,
    ];
}

/// A snapshot of one unit, as sensing returns it.
#[derive(Copy, Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct UnitInfo {
    /// Its ID, 1 to 10,000.
    pub id: u16,
    /// Its team.
    pub team: Team,
    /// Its type.
    #[serde(rename = "type")]
    pub unit_type: UnitType,
    /// Where it stands.
    pub at: Location,
    /// Its movement cooldown; it falls only when the unit's own turn begins.
    pub move_cd: f32,
    /// Its action cooldown.
    pub act_cd: f32,
    /// Whether it carries a ball.
    pub carrying: bool,
}

impl Default for UnitInfo {
    fn default() -> UnitInfo {
        UnitInfo {
            id: 0,
            team: Team::A,
            unit_type: UnitType::Hq,
            at: Location::default(),
            move_cd: 0.0,
            act_cd: 0.0,
            carrying: false,
        }
    }
}

impl UnitInfo {
    /// Whether its cooldown lets it move (R5).
    pub fn can_move(&self) -> bool {
        self.unit_type.can_move() && self.move_cd < READY_BELOW
    }

    /// Whether its cooldown lets it act (R5).
    pub fn can_act(&self) -> bool {
        self.unit_type.can_act() && self.act_cd < READY_BELOW
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directions_agree_with_their_steps() {
        for d in Direction::ALL {
            assert_eq!(Direction::of(d.dx() * 7, d.dy() * 3), d);
            let back = d.opposite();
            assert_eq!((back.dx(), back.dy()), (-d.dx(), -d.dy()));
            assert_eq!(d.rotate_left().rotate_right(), d);
        }
        assert_eq!(Direction::North.rotate_left(), Direction::Northwest);
    }

    #[test]
    fn far_locations_do_not_overflow() {
        let (low, high) = (Location::new(i32::MIN, i32::MIN), Location::new(i32::MAX, i32::MAX));
        assert!(low.distance_squared(high) > i128::from(u64::MAX) / 2);
        assert_eq!(low.direction_to(high), Direction::Northeast);
        assert_eq!(high.step(Direction::Northeast), high);
    }
}
