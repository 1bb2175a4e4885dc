//! Pathfinding through the periods: the distance of every tile to the nearest of some goals.

use super::ways::{Board, neighbour_in, row_and_column};
use crate::constants::*;
use crate::types::Cell;
use std::ops::Range;

/// A set of tiles of all periods as one list of rows. Each period ends with an empty row, and there is an
/// empty period before the first and behind the last. So every row has its neighbours, and the rows to which
/// portals lead, at the same distances in the list: a search needs no tests for the edge, and the compiler
/// works on several rows at once.
type Stack = [u32; STACKED];
const STRIDE: usize = SIDE + 1;
const STACKED: usize = (PERIODS + 2) * STRIDE;

/// The rows of a period in a [`Stack`].
fn rows_in(period: usize) -> Range<usize> {
    let first = (period + 1) * STRIDE;
    first..first + SIDE
}

fn stacked(board: &Board) -> Stack {
    let mut stack = [0; STACKED];
    for (period, rows) in board.iter().enumerate() {
        stack[rows_in(period)].copy_from_slice(rows);
    }
    stack
}

fn is_in(stack: &Stack, cell: Cell) -> bool {
    let (row, column) = row_and_column(cell);
    stack[rows_in(cell.period())][row] >> column & 1 != 0
}

/// Tiles with a portal to the next and to the previous period. It leads to the same place there.
#[derive(Copy, Clone)]
pub(super) struct Doors {
    later: Stack,
    earlier: Stack,
}

impl Default for Doors {
    fn default() -> Doors {
        Doors { later: [0; STACKED], earlier: [0; STACKED] }
    }
}

impl Doors {
    /// Notes where the portal on a tile leads. Of two portals on a tile only the first is used.
    pub(super) fn add(&mut self, from: Cell, to: Cell) {
        if self.through(from).is_none() {
            let doors = if from < to { &mut self.later } else { &mut self.earlier };
            let (row, column) = row_and_column(from);
            doors[rows_in(from.period())][row] |= 1 << column;
        }
    }

    /// Where the portal on a tile leads.
    pub(super) fn through(&self, from: Cell) -> Option<Cell> {
        if is_in(&self.later, from) {
            from.later()
        } else if is_in(&self.earlier, from) {
            from.earlier()
        } else {
            None
        }
    }
}

/// More distances than most searches find, so that they allocate once.
const RINGS: usize = 16;

/// The distance of every tile to the nearest goal, on foot or through portals, searched as far as it was
/// asked for.
pub(super) struct Field {
    /// The tiles at distance 0, 1, 2, ... from the nearest goal, as far as they are known.
    rings: Vec<Stack>,
    /// Tiles that are in none of the rings, or only in the last.
    fresh: Stack,
    doors: Doors,
    /// The distance that was found last.
    last: usize,
}

impl Field {
    pub(super) fn new(goals: &Board, open: &Board, doors: &Doors) -> Field {
        let fresh = stacked(open);
        let mut ring = stacked(goals);
        ring.iter_mut().zip(&fresh).for_each(|(row, open)| *row &= open);
        let mut rings = Vec::with_capacity(RINGS);
        rings.push(ring);
        Field { rings, fresh, doors: *doors, last: 0 }
    }

    /// Where the portal on a tile leads.
    pub(super) fn portal(&self, cell: Cell) -> Option<Cell> {
        self.doors.through(cell)
    }

    /// The distance of a tile to the nearest goal.
    pub(super) fn distance(&mut self, cell: Cell) -> Option<usize> {
        // A tile is in one ring at most, so the search may begin anywhere: a unit that walks asks next for a
        // tile one step nearer.
        let (near, known) = (self.last.saturating_sub(1), self.rings.len());
        let mut found = (near..known).chain(0..near).find(|&at| is_in(&self.rings[at], cell));
        while found.is_none() && self.search_on() {
            found =
                self.rings.last().filter(|ring| is_in(ring, cell)).map(|_| self.rings.len() - 1);
        }
        self.last = found.unwrap_or(self.last);
        found
    }

    /// Finds the tiles at the next distance; returns whether there are any.
    fn search_on(&mut self) -> bool {
        self.rings.push([0; STACKED]);
        let [.., ring, next] = self.rings.as_mut_slice() else {
            return false;
        };
        let is_any = find_next_ring(ring, next, &mut self.fresh, &self.doors);
        if !is_any {
            self.rings.pop();
        }
        is_any
    }

    /// The neighbour of a tile at this distance that is one step nearer to the nearest goal.
    pub(super) fn next_step(&self, from: Cell, distance: Option<usize>) -> Option<Cell> {
        // A tile that can be reached has its nearer neighbours in the ring before.
        let nearer = match distance {
            None => &self.rings[..],
            Some(distance) => &self.rings[distance.saturating_sub(1)..distance],
        };
        nearer.iter().find_map(|ring| neighbour_in(&ring[rows_in(from.period())], from))
    }
}

/// Finds the tiles next to a ring, on foot or through portals, that were not visited yet; returns whether
/// there are any. Takes the ring out of the tiles not visited.
fn find_next_ring(ring: &Stack, next: &mut Stack, fresh: &mut Stack, doors: &Doors) -> bool {
    let Doors { later, earlier } = doors;
    let mut any = 0;
    for row in STRIDE..STACKED - STRIDE {
        let here = ring[row];
        let beside = here << 1 | here >> 1 | ring[row - 1] | ring[row + 1];
        // Every portal has a portal back, so the search can run from the goals.
        let (before, behind) = (row - STRIDE, row + STRIDE);
        let through = ring[before] & later[before] | ring[behind] & earlier[behind];
        fresh[row] &= !here;
        next[row] = (beside | through) & fresh[row];
        any |= next[row];
    }
    any != 0
}
