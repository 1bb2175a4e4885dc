//! Pathfinding: the distance of every tile to the nearest of some goals.

use crate::constants::*;
use crate::observe::{BuildingRecord, View};
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

/// A set of tiles of one period: bit `column` of word `row`.
pub(super) type Rows = [u32; SIDE];

/// All columns of a row.
const FULL: u32 = (1 << SIDE) - 1;

/// The obstacles and portals of the board for one player's units.
pub(super) struct Ground {
    /// Tiles closed to own units.
    closed: [bool; CELLS],
    /// Tiles open to own units, and tiles free for new buildings, by period.
    open: [Rows; PERIODS],
    free: [Rows; PERIODS],
    /// Tiles with a portal, and where it leads.
    portals: Vec<(Cell, Cell)>,
}

/// The distance of every tile to the nearest goal.
pub(super) struct Field([u16; CELLS]);

impl Ground {
    pub(super) fn of(view: &View) -> Ground {
        let mut ground = Ground {
            closed: [false; CELLS],
            open: [[FULL; SIDE]; PERIODS],
            free: [[FULL; SIDE]; PERIODS],
            portals: Vec::with_capacity(view.position.portals.len()),
        };
        let position = &view.position;
        for t in &position.terrain {
            if let Some(cell) = Cell::new(t.x, t.y, t.z) {
                if t.blocks_move {
                    ground.close(cell);
                }
                if t.blocks_build {
                    ground.take(cell);
                }
            }
        }
        for p in &position.portals {
            if let Some(cell) = Cell::new(p.x, p.y, p.z) {
                let to = if p.direction > 0 { cell.later() } else { cell.earlier() };
                // Of two portals on a tile only the first is used.
                if ground.portal(cell).is_none() {
                    ground.portals.extend(to.map(|to| (cell, to)));
                }
                ground.take(cell);
            }
        }
        for b in &position.buildings {
            ground.cover(b, b.owner != view.you);
        }
        for u in position.units.iter().filter(|u| u.owner != view.you) {
            if let Some(cell) = Cell::new(u.x, u.y, u.z) {
                ground.close(cell);
                ground.take(cell);
            }
        }
        ground
    }

    /// Takes the tiles of a building, and closes them if it is the enemy's.
    fn cover(&mut self, building: &BuildingRecord, is_closed: bool) {
        let Some(corner) = Cell::new(building.x, building.y, building.z) else {
            return;
        };
        let (row, column) = row_and_column(corner);
        for free in self.free[corner.period()].iter_mut().skip(row).take(2) {
            *free &= !(3 << column);
        }
        if is_closed {
            let cells = footprint(building.x, building.y, building.z);
            cells.into_iter().flatten().for_each(|cell| self.close(cell));
        }
    }

    fn close(&mut self, cell: Cell) {
        self.closed[cell.index()] = true;
        let (row, column) = row_and_column(cell);
        self.open[cell.period()][row] &= !(1 << column);
    }

    fn take(&mut self, cell: Cell) {
        let (row, column) = row_and_column(cell);
        self.free[cell.period()][row] &= !(1 << column);
    }

    pub(super) fn is_open(&self, cell: Cell) -> bool {
        !self.closed[cell.index()]
    }

    /// The corners of all buildings for which a period has room.
    pub(super) fn sites(&self, period: usize) -> Rows {
        let free = &self.free[period];
        let mut sites = [0; SIDE];
        for row in 0..SIDE - 1 {
            let both = free[row] & free[row + 1];
            sites[row] = both & both >> 1;
        }
        sites
    }

    /// Visits the tiles at distance 0, 1, 2, ... from a tile on foot, as sets, until `visit` returns false.
    pub(super) fn rings(&self, start: Cell, mut visit: impl FnMut(u16, &Rows) -> bool) {
        let open = &self.open[start.period()];
        let (row, column) = row_and_column(start);
        let mut ring = [0; SIDE];
        ring[row] = 1 << column & open[row];
        let mut fresh = *open;
        let mut distance = 0;
        while ring.iter().any(|&row| row != 0) && visit(distance, &ring) {
            let mut next = [0; SIDE];
            for row in 0..SIDE {
                fresh[row] &= !ring[row];
                let above = if row > 0 { ring[row - 1] } else { 0 };
                let below = ring.get(row + 1).copied().unwrap_or(0);
                next[row] = (ring[row] << 1 | ring[row] >> 1 | above | below) & fresh[row];
            }
            ring = next;
            distance += 1;
        }
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
fn neighbours(cell: Cell) -> impl Iterator<Item = Cell> {
    let (x, y, z) = cell.place();
    [(1, 0), (-1, 0), (0, 1), (0, -1)]
        .into_iter()
        .filter_map(move |(dx, dy)| Cell::new(x + dx, y + dy, z))
}

/// The numbers of a tile's neighbours and its own; at the edge of the board its own several times.
pub(super) fn around(cell: Cell) -> impl Iterator<Item = usize> {
    NEIGHBOURS[cell.index()].into_iter().map(usize::from).chain([cell.index()])
}

fn row_and_column(cell: Cell) -> (usize, usize) {
    (cell.index() % AREA / SIDE, cell.index() % SIDE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rings_are_the_distances_of_a_field() {
        let mut ground = Ground::of(&View::default());
        let wall = (-8..=8).filter_map(|x| Cell::new(x, 1, 1));
        wall.for_each(|cell| ground.close(cell));
        let start = Cell::new(0, 0, 1).unwrap();
        let field = ground.field([start], false, &[]);
        let mut seen = 0;
        ground.rings(start, |distance, ring| {
            for cell in Cell::all().filter(|cell| cell.z() == 1) {
                let (row, column) = row_and_column(cell);
                let is_here = ring[row] >> column & 1 != 0;
                assert_eq!(field.at(cell) == Some(distance), is_here, "{cell} at {distance}");
                seen += usize::from(is_here);
            }
            true
        });
        assert_eq!(seen, AREA - 17);
    }

    #[test]
    fn a_building_takes_the_sites_that_overlap_it() {
        let mut ground = Ground::of(&View::default());
        let count = |rows: Rows| rows.iter().map(|row| row.count_ones() as usize).sum::<usize>();
        let before = count(ground.sites(0));
        assert_eq!(before, (SIDE - 1) * (SIDE - 1));
        for cell in footprint(3, -4, 0).into_iter().flatten() {
            ground.take(cell);
        }
        assert_eq!(count(ground.sites(0)), before - 9);
    }
}
