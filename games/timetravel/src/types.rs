//! The basic types of the game: players, ids of objects, tiles and their neighbourhoods.

use crate::constants::*;
use agon_core::Actor;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

agon_core::two_sides! {
    /// One of the two players. The first one created the game and has the even turns.
    pub enum Player {
        /// Player 0, on turn in turns 0, 2, 4 ...
        First = "player 0",
        /// Player 1, on turn in turns 1, 3, 5 ...
        Second = "player 1",
    }
}

impl Player {
    /// The player with a number.
    pub fn from_number(number: u8) -> Option<Player> {
        Player::of(Actor(u32::from(number)))
    }

    /// 0 or 1, as the rulebook numbers the players.
    pub fn number(self) -> u8 {
        self as u8
    }
}

/// The number of an object. One counter serves all kinds; numbers are never used again.
pub type Id = u32;

/// x, y and z of every tile. Looking them up takes half of the instructions of dividing.
static PLACES: [(i8, i8, u8); CELLS] = {
    let mut places = [(0, 0, 0); CELLS];
    let mut i = 0;
    while i < CELLS {
        let (column, row) = (i % SIDE, i % AREA / SIDE);
        places[i] = ((column as i32 - RADIUS) as i8, (row as i32 - RADIUS) as i8, (i / AREA) as u8);
        i += 1;
    }
    places
};

/// One tile of one period.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u16);

impl Cell {
    /// The tile with these coordinates, if it is on the board.
    pub fn new(x: i32, y: i32, z: u8) -> Option<Cell> {
        let inside = |v: i32| (-RADIUS..=RADIUS).contains(&v);
        (inside(x) && inside(y) && usize::from(z) < PERIODS).then(|| {
            let row = (y + RADIUS) as usize;
            let col = (x + RADIUS) as usize;
            Cell((usize::from(z) * AREA + row * SIDE + col) as u16)
        })
    }

    /// All tiles: period by period, row by row from the smallest y.
    pub fn all() -> impl Iterator<Item = Cell> {
        (0..CELLS as u16).map(Cell)
    }

    /// The tile at this place in a plane.
    pub(crate) fn from_index(index: usize) -> Cell {
        debug_assert!(index < CELLS, "there is no tile {index}");
        Cell(index as u16)
    }

    /// The tile's number.
    pub(crate) fn number(self) -> u16 {
        self.0
    }

    /// The tile's place in a plane.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// West to east, -10..=10.
    #[inline]
    pub fn x(self) -> i32 {
        self.place().0
    }

    /// -10..=10.
    #[inline]
    pub fn y(self) -> i32 {
        self.place().1
    }

    /// The period.
    #[inline]
    pub fn z(self) -> u8 {
        (self.index() / AREA) as u8
    }

    /// The period as an index.
    #[inline]
    pub fn period(self) -> usize {
        self.index() / AREA
    }

    /// x, y and z.
    #[inline]
    pub fn place(self) -> (i32, i32, u8) {
        let (x, y, z) = PLACES[self.index()];
        (i32::from(x), i32::from(y), z)
    }

    /// The tile one period later, if there is one.
    pub fn later(self) -> Option<Cell> {
        (self.index() + AREA < CELLS).then(|| Cell(self.0 + AREA as u16))
    }

    /// The tile one period earlier, if there is one.
    pub fn earlier(self) -> Option<Cell> {
        self.0.checked_sub(AREA as u16).map(Cell)
    }

    /// R1 The tile seen from the other player's side: (x, y) -> (-x, -y).
    pub fn image(self) -> Cell {
        let last = self.period() * AREA + AREA - 1;
        Cell((last - self.index() % AREA) as u16)
    }

    /// R1 Manhattan distance to coordinates in the same period; any coordinates are valid.
    pub fn distance(self, x: i32, y: i32) -> u32 {
        self.x().abs_diff(x).saturating_add(self.y().abs_diff(y))
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {}, {})", self.x(), self.y(), self.z())
    }
}

/// R2 The tiles of a building with this corner; `None` if one is outside the board.
pub fn footprint(x: i32, y: i32, z: u8) -> Option<[Cell; 4]> {
    let corner = Cell::new(x, y, z)?;
    Cell::new(x + BUILDING_SIDE - 1, y + BUILDING_SIDE - 1, z)?;
    Some(covered_from(corner))
}

/// The tiles of a building that stands on the board.
#[inline]
pub(crate) fn covered_from(corner: Cell) -> [Cell; 4] {
    let c = corner.0;
    let row = SIDE as u16;
    [Cell(c), Cell(c + 1), Cell(c + row), Cell(c + row + 1)]
}

/// R6 Whether a tile lies in the adjacent area of a building with corner (x, y): its own four tiles
/// and the eight that touch them along an edge.
pub fn in_adjacent_area(cell: Cell, x: i32, y: i32) -> bool {
    let near = |own: i32, corner: i32| -> Option<bool> {
        match own.checked_sub(corner)? {
            0 | 1 => Some(true),
            -1 | 2 => Some(false),
            _ => None,
        }
    };
    matches!((near(cell.x(), x), near(cell.y(), y)), (Some(a), Some(b)) if a || b)
}
/// A unit.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the fields are named as in the rulebook, section 2")]
pub struct UnitRecord {
    pub id: Id,
    pub x: i32,
    pub y: i32,
    pub z: u8,
    pub hp: i64,
    pub level: u8,
    #[serde(rename = "type")]
    pub kind: UnitKind,
    pub owner: u8,
    pub actions: u8,
    pub moves: u8,
}

/// A building; (x, y) is its corner with the smallest coordinates.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the fields are named as in the rulebook, section 2")]
pub struct BuildingRecord {
    pub id: Id,
    pub x: i32,
    pub y: i32,
    pub z: u8,
    pub hp: i64,
    pub level: u8,
    #[serde(rename = "type")]
    pub kind: BuildingKind,
    pub owner: u8,
    pub training: Option<UnitKind>,
    pub progress: u8,
    pub linked: bool,
    pub complete: bool,
}
