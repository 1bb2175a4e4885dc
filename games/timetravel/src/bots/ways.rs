//! Pathfinding: the distance of every tile to the nearest of some goals.

use crate::constants::*;
use crate::observe::View;
use crate::types::{Cell, footprint};

/// The distance of an unreachable tile.
const FAR: u16 = u16::MAX;

/// The obstacles and portals of the board for one player's units.
pub(super) struct Ground {
    /// Tiles closed to own units.
    closed: Vec<bool>,
    /// Tiles closed to new buildings.
    taken: Vec<bool>,
    /// Where a portal leads.
    portals: Vec<Option<Cell>>,
}

/// The distance of every tile to the nearest goal.
pub(super) struct Field(Vec<u16>);

impl Ground {
    pub(super) fn of(view: &View) -> Ground {
        let mut ground = Ground {
            closed: vec![false; CELLS],
            taken: vec![false; CELLS],
            portals: vec![None; CELLS],
        };
        let position = &view.position;
        for t in &position.terrain {
            if let Some(cell) = Cell::new(t.x, t.y, t.z) {
                ground.closed[cell.index()] |= t.blocks_move;
                ground.taken[cell.index()] |= t.blocks_build;
            }
        }
        for p in &position.portals {
            if let Some(cell) = Cell::new(p.x, p.y, p.z) {
                let to = if p.direction > 0 { cell.later() } else { cell.earlier() };
                ground.portals[cell.index()] = to;
                ground.taken[cell.index()] = true;
            }
        }
        for b in &position.buildings {
            for cell in footprint(b.x, b.y, b.z).into_iter().flatten() {
                ground.closed[cell.index()] |= b.owner != view.you;
                ground.taken[cell.index()] = true;
            }
        }
        for u in position.units.iter().filter(|u| u.owner != view.you) {
            if let Some(cell) = Cell::new(u.x, u.y, u.z) {
                ground.closed[cell.index()] = true;
                ground.taken[cell.index()] = true;
            }
        }
        ground
    }

    pub(super) fn is_open(&self, cell: Cell) -> bool {
        !self.closed[cell.index()]
    }

    /// Whether all tiles of a footprint are free to build on.
    pub(super) fn is_site(&self, x: i32, y: i32, z: u8) -> bool {
        footprint(x, y, z).is_some_and(|cells| cells.iter().all(|cell| !self.taken[cell.index()]))
    }

    /// Where the portal on a tile leads.
    pub(super) fn portal(&self, cell: Cell) -> Option<Cell> {
        self.portals[cell.index()]
    }

    /// Distances to the nearest goal, on foot or (if wanted) through portals as well.
    pub(super) fn field(&self, goals: impl IntoIterator<Item = Cell>, warping: bool) -> Field {
        let mut distance = vec![FAR; CELLS];
        let mut queue: Vec<Cell> = Vec::new();
        for goal in goals {
            if self.is_open(goal) && distance[goal.index()] == FAR {
                distance[goal.index()] = 0;
                queue.push(goal);
            }
        }
        let mut next = 0;
        while let Some(&cell) = queue.get(next) {
            next += 1;
            let step = distance[cell.index()] + 1;
            // Every portal has a portal back, so the search can run from the goals.
            let through = if warping { self.portal(cell) } else { None };
            for near in neighbours(cell).chain(through) {
                if self.is_open(near) && distance[near.index()] == FAR {
                    distance[near.index()] = step;
                    queue.push(near);
                }
            }
        }
        Field(distance)
    }
}

impl Field {
    /// The distance of a tile to the nearest goal.
    pub(super) fn at(&self, cell: Cell) -> Option<u16> {
        Some(self.0[cell.index()]).filter(|&distance| distance != FAR)
    }

    /// The neighbour that is one step nearer to the nearest goal.
    pub(super) fn next_step(&self, from: Cell) -> Option<Cell> {
        let here = self.0[from.index()];
        neighbours(from)
            .filter(|near| self.0[near.index()] < here)
            .min_by_key(|near| self.0[near.index()])
    }
}

/// The neighbours of a tile.
pub(super) fn neighbours(cell: Cell) -> impl Iterator<Item = Cell> {
    let (x, y, z) = cell.place();
    [(1, 0), (-1, 0), (0, 1), (0, -1)]
        .into_iter()
        .filter_map(move |(dx, dy)| Cell::new(x + dx, y + dy, z))
}
