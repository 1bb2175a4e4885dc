//! Pathfinding: the distance of every tile to the nearest of some goals.

use crate::constants::*;
use crate::observe::View;
use crate::types::{Cell, footprint};

/// The distance of an unreachable tile.
const FAR: u16 = u16::MAX;

/// The numbers of the four neighbours of every tile: east, west, and the two along y. At the edge of the
/// board a tile stands for its missing neighbours, so that a search needs no test for the edge.
static NEIGHBOURS: [[u16; 4]; CELLS] = neighbour_table();

const fn neighbour_table() -> [[u16; 4]; CELLS] {
    let mut table = [[0; 4]; CELLS];
    let mut i = 0;
    while i < CELLS {
        let (col, row) = (i % SIDE, i % AREA / SIDE);
        table[i] = [
            if col + 1 < SIDE { i + 1 } else { i } as u16,
            if col > 0 { i - 1 } else { i } as u16,
            if row + 1 < SIDE { i + SIDE } else { i } as u16,
            if row > 0 { i - SIDE } else { i } as u16,
        ];
        i += 1;
    }
    table
}

/// The obstacles and portals of the board for one player's units.
pub(super) struct Ground {
    /// Tiles closed to own units.
    closed: [bool; CELLS],
    /// Tiles closed to new buildings.
    taken: [bool; CELLS],
    /// Tiles with a portal, and where it leads.
    portals: Vec<(Cell, Cell)>,
}

/// The distance of every tile to the nearest goal.
pub(super) struct Field([u16; CELLS]);

impl Ground {
    pub(super) fn of(view: &View) -> Ground {
        let mut ground = Ground {
            closed: [false; CELLS],
            taken: [false; CELLS],
            portals: Vec::with_capacity(view.position.portals.len()),
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
                // Of two portals on a tile only the first is used.
                if ground.portal(cell).is_none() {
                    ground.portals.extend(to.map(|to| (cell, to)));
                }
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
        self.portals.iter().find(|(at, _)| *at == cell).map(|(_, to)| *to)
    }

    /// Distances to the nearest goal, on foot or (if wanted) through portals as well. The search stops
    /// when it has reached all tiles of `until`; with an empty list it reaches every tile it can.
    pub(super) fn field(
        &self,
        goals: impl IntoIterator<Item = Cell>,
        warping: bool,
        until: &[Cell],
    ) -> Field {
        let mut distance = [FAR; CELLS];
        let mut queue = [0u16; CELLS];
        let (mut head, mut tail, mut ring) = (0, 0, 0);
        for goal in goals {
            if self.is_open(goal) && distance[goal.index()] == FAR {
                distance[goal.index()] = 0;
                queue[tail] = goal.number();
                tail += 1;
            }
        }
        // Every portal has a portal back, so the search can run from the goals.
        let portals: &[(Cell, Cell)] = if warping { &self.portals } else { &[] };
        while head < tail {
            let cell = usize::from(queue[head]);
            head += 1;
            let step = distance[cell] + 1;
            if step > ring {
                ring = step;
                if !until.is_empty() && until.iter().all(|cell| distance[cell.index()] != FAR) {
                    break;
                }
            }
            let through =
                portals.iter().filter(|(at, _)| at.index() == cell).map(|(_, to)| to.number());
            for near in NEIGHBOURS[cell].into_iter().chain(through) {
                let i = usize::from(near);
                if distance[i] == FAR && !self.closed[i] {
                    distance[i] = step;
                    queue[tail] = near;
                    tail += 1;
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
