//! Pathfinding: the distance of every tile to the nearest of some goals.

use crate::constants::*;
use crate::observe::{BuildingRecord, View};
use crate::types::Cell;
use std::ops::RangeInclusive;

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

/// A set of tiles of all periods.
pub(super) type Board = [Rows; PERIODS];

/// The tiles, all of one period, as a set.
pub(super) fn rows_of(cells: impl IntoIterator<Item = Cell>) -> Rows {
    let mut rows = [0; SIDE];
    for cell in cells {
        let (row, column) = row_and_column(cell);
        rows[row] |= 1 << column;
    }
    rows
}

/// The tiles as a set.
pub(super) fn board_of(cells: impl IntoIterator<Item = Cell>) -> Board {
    let mut board = [[0; SIDE]; PERIODS];
    for cell in cells {
        let (x, y, z) = cell.place();
        board[usize::from(z)][(y + RADIUS) as usize] |= 1 << (x + RADIUS);
    }
    board
}

/// Whether a set of tiles contains a tile of its period.
pub(super) fn has(rows: &Rows, cell: Cell) -> bool {
    let (row, column) = row_and_column(cell);
    rows[row] >> column & 1 != 0
}

/// Whether a set of tiles contains a tile of the building with this corner.
pub(super) fn touches(rows: &Rows, corner: Cell) -> bool {
    let (row, column) = row_and_column(corner);
    rows[row..].iter().take(2).any(|row| row & 3 << column != 0)
}

/// The first neighbour of a tile that is in a set.
fn neighbour_in(rows: &Rows, cell: Cell) -> Option<Cell> {
    let (row, column) = row_and_column(cell);
    let above = if row > 0 { rows[row - 1] } else { 0 };
    let below = rows.get(row + 1).copied().unwrap_or(0);
    let is_beside = (rows[row] << 1 | rows[row] >> 1 | above | below) >> column & 1 != 0;
    if is_beside { neighbours(cell).find(|&near| has(rows, near)) } else { None }
}

fn is_empty(rows: &Rows) -> bool {
    rows.iter().fold(0, |all, row| all | row) == 0
}

fn and(rows: &mut Rows, mask: &Rows) {
    rows.iter_mut().zip(mask).for_each(|(row, mask)| *row &= mask);
}

/// The neighbours of a ring among the tiles that were not visited yet. Takes the ring out of these.
fn next_ring(ring: &Rows, fresh: &mut Rows) -> Rows {
    let padded = padded::<1, { SIDE + 2 }>(ring);
    let mut next = [0; SIDE];
    for row in 0..SIDE {
        let [above, here, below] = [padded[row], padded[row + 1], padded[row + 2]];
        fresh[row] &= !here;
        next[row] = (here << 1 | here >> 1 | above | below) & fresh[row];
    }
    next
}

/// A set of tiles with empty rows before and behind, `BEFORE` of them before: a loop over neighbouring rows
/// needs no tests for the edge, so the compiler can work on several rows at once.
pub(super) fn padded<const BEFORE: usize, const LENGTH: usize>(rows: &Rows) -> [u32; LENGTH] {
    let mut padded = [0; LENGTH];
    padded[BEFORE..BEFORE + SIDE].copy_from_slice(rows);
    padded
}

/// The tiles whose distance to one of these tiles is within the range of a weapon.
pub(super) fn in_range(tiles: &Rows, range: RangeInclusive<i32>) -> Rows {
    let (least, most) = (*range.start(), *range.end());
    let mut reached = [0; SIDE];
    if is_empty(tiles) {
        return reached;
    }
    for up in 0..=most {
        let across = (least - up).max(0)..=most - up;
        let widen = |row: u32| across.clone().fold(0, |wide, dx| wide | row << dx | row >> dx);
        let wide = tiles.map(|row| widen(row) & FULL);
        let up = up as usize;
        for row in 0..SIDE - up {
            reached[row + up] |= wide[row];
            reached[row] |= wide[row + up];
        }
    }
    reached
}

/// Whether two sets of tiles have one in common.
pub(super) fn overlap(a: &Rows, b: &Rows) -> bool {
    a.iter().zip(b).fold(0, |all, (a, b)| all | a & b) != 0
}

/// The first tile that two sets have in common: row and column.
pub(super) fn first_common(a: &Rows, b: &Rows) -> Option<(usize, usize)> {
    let row = a.iter().zip(b).position(|(a, b)| a & b != 0)?;
    Some((row, (a[row] & b[row]).trailing_zeros() as usize))
}

/// All columns of a row.
pub(super) const FULL: u32 = (1 << SIDE) - 1;

/// The obstacles and portals of the board for one player's units.
#[derive(Default)]
pub(super) struct Ground {
    /// Tiles open to own units, and tiles free for new buildings.
    tiles: Tiles,
    /// The same on the board without units and buildings. It never changes, so it is read from the first
    /// view.
    empty: Option<Tiles>,
    /// Tiles with a portal, and where it leads.
    portals: Vec<(Cell, Cell)>,
    doors: Doors,
    /// Tiles from which no site for a building can be reached on foot, as far as that was found out.
    barren: [Rows; PERIODS],
}

/// Tiles open to a player's units, and tiles free for new buildings, by period.
#[derive(Copy, Clone)]
struct Tiles {
    open: [Rows; PERIODS],
    free: [Rows; PERIODS],
}

impl Default for Tiles {
    fn default() -> Tiles {
        Tiles { open: [[FULL; SIDE]; PERIODS], free: [[FULL; SIDE]; PERIODS] }
    }
}

/// Tiles with a portal to the next and to the previous period. It leads to the same place there.
#[derive(Copy, Clone, Default)]
struct Doors {
    later: Board,
    earlier: Board,
}

impl Doors {
    fn of(portals: &[(Cell, Cell)]) -> Doors {
        let leading = |later: bool| {
            let there = portals.iter().filter(move |(at, to)| (at < to) == later);
            board_of(there.map(|&(at, _)| at))
        };
        Doors { later: leading(true), earlier: leading(false) }
    }
}

/// The distance of every tile to the nearest goal, searched as far as it was asked for.
pub(super) struct Field {
    /// The tiles of all periods at distance 0, 1, 2, ... from the nearest goal, as far as they are known.
    rings: Vec<Board>,
    /// Tiles that are in none of the rings, or only in the last.
    fresh: Board,
    doors: Doors,
}

/// The tiles of one period at distance 0, 1, 2, ... from the nearest goal.
pub(super) struct Rings(Vec<Rows>);

impl Ground {
    /// Reads the board from a view.
    pub(super) fn read(&mut self, view: &View) {
        self.tiles = match self.empty {
            Some(empty) => empty,
            None => self.read_map(view),
        };
        self.barren = [[0; SIDE]; PERIODS];
        for b in &view.position.buildings {
            self.cover(b, b.owner != view.you);
        }
        for u in view.position.units.iter().filter(|u| u.owner != view.you) {
            if let Some(cell) = Cell::new(u.x, u.y, u.z) {
                let ((row, column), period) = (row_and_column(cell), usize::from(u.z));
                self.tiles.open[period][row] &= !(1 << column);
                self.tiles.free[period][row] &= !(1 << column);
            }
        }
    }

    /// Reads terrain and portals.
    fn read_map(&mut self, view: &View) -> Tiles {
        let mut tiles = Tiles::default();
        for t in view.position.terrain.iter() {
            if let Some(cell) = Cell::new(t.x, t.y, t.z) {
                if t.blocks_move {
                    tiles.close(cell);
                }
                if t.blocks_build {
                    tiles.take(cell);
                }
            }
        }
        for p in &view.position.portals {
            if let Some(cell) = Cell::new(p.x, p.y, p.z) {
                let to = if p.direction > 0 { cell.later() } else { cell.earlier() };
                // Of two portals on a tile only the first is used.
                if self.portal(cell).is_none() {
                    self.portals.extend(to.map(|to| (cell, to)));
                }
                tiles.take(cell);
            }
        }
        self.doors = Doors::of(&self.portals);
        self.empty = Some(tiles);
        tiles
    }

    /// Takes the tiles of a building, and closes them if it is the enemy's.
    pub(super) fn cover(&mut self, building: &BuildingRecord, is_closed: bool) {
        // Without a test for the edge: a building stands on the board.
        let (row, column) = ((building.y + RADIUS) as usize, building.x + RADIUS);
        let period = usize::from(building.z);
        let take = |rows: &mut Rows| {
            for tiles in rows[row..].iter_mut().take(2) {
                *tiles &= !(3 << column);
            }
        };
        take(&mut self.tiles.free[period]);
        if is_closed {
            take(&mut self.tiles.open[period]);
        }
    }

    /// Whether it is known that no site can be reached from a tile.
    pub(super) fn is_barren(&self, cell: Cell) -> bool {
        has(&self.barren[cell.period()], cell)
    }

    /// Notes that no site can be reached from these tiles. New buildings only make it truer.
    pub(super) fn note_barren(&mut self, period: usize, tiles: &Rows) {
        self.barren[period].iter_mut().zip(tiles).for_each(|(row, tiles)| *row |= tiles);
    }

    /// The corners of all buildings for which a period has room.
    pub(super) fn sites(&self, period: usize) -> Rows {
        let free = &self.tiles.free[period];
        let mut sites = [0; SIDE];
        for row in 0..SIDE - 1 {
            let both = free[row] & free[row + 1];
            sites[row] = both & both >> 1;
        }
        sites
    }

    /// Visits the tiles at distance 0, 1, 2, ... from a tile on foot, as sets, until `visit` returns false.
    /// Returns all tiles before the last set.
    pub(super) fn rings(&self, start: Cell, mut visit: impl FnMut(u16, &Rows) -> bool) -> Rows {
        let mut fresh = self.tiles.open[start.period()];
        let mut ring = rows_of([start]);
        and(&mut ring, &fresh);
        let mut distance = 0;
        while !is_empty(&ring) && visit(distance, &ring) {
            ring = next_ring(&ring, &mut fresh);
            distance += 1;
        }
        let mut visited = self.tiles.open[start.period()];
        visited.iter_mut().zip(fresh).for_each(|(row, fresh)| *row &= !fresh);
        visited
    }

    /// The tiles of a period at distance 0, 1, 2, ... from the nearest of some goals on foot.
    pub(super) fn rings_to(&self, goals: &Rows, period: usize) -> Rings {
        let mut fresh = self.tiles.open[period];
        let mut ring = *goals;
        and(&mut ring, &fresh);
        let mut rings = Vec::new();
        while !is_empty(&ring) {
            rings.push(ring);
            ring = next_ring(&ring, &mut fresh);
        }
        Rings(rings)
    }

    /// The first step on the shortest way from a tile to the nearest of some goals of its period.
    pub(super) fn step_towards(&self, here: Cell, goals: &Rows) -> Option<Cell> {
        let mut fresh = self.tiles.open[here.period()];
        let mut ring = *goals;
        and(&mut ring, &fresh);
        while !is_empty(&ring) && !has(&ring, here) {
            if let Some(near) = neighbour_in(&ring, here) {
                return Some(near);
            }
            ring = next_ring(&ring, &mut fresh);
        }
        None
    }

    /// Where the portal on a tile leads.
    pub(super) fn portal(&self, cell: Cell) -> Option<Cell> {
        self.portals.iter().find(|(at, _)| *at == cell).map(|(_, to)| *to)
    }

    /// The way to the nearest of some goals, on foot or through portals.
    pub(super) fn field(&self, goals: &Board) -> Field {
        let fresh = self.tiles.open;
        let mut ring = *goals;
        ring.iter_mut().zip(&fresh).for_each(|(rows, open)| and(rows, open));
        Field { rings: vec![ring], fresh, doors: self.doors }
    }
}

impl Tiles {
    fn close(&mut self, cell: Cell) {
        let (row, column) = row_and_column(cell);
        self.open[cell.period()][row] &= !(1 << column);
    }

    fn take(&mut self, cell: Cell) {
        let (row, column) = row_and_column(cell);
        self.free[cell.period()][row] &= !(1 << column);
    }
}

impl Field {
    /// The distance of a tile to the nearest goal.
    pub(super) fn at(&mut self, cell: Cell) -> Option<usize> {
        let mut distance = 0;
        loop {
            if distance == self.rings.len() && !self.search_on() {
                return None;
            }
            if has(&self.rings[distance][cell.period()], cell) {
                return Some(distance);
            }
            distance += 1;
        }
    }

    /// Finds the tiles at the next distance; returns whether there are any.
    fn search_on(&mut self) -> bool {
        let Some(ring) = self.rings.last() else {
            return false;
        };
        let mut next = [[0; SIDE]; PERIODS];
        for (period, next) in next.iter_mut().enumerate() {
            if !is_empty(&ring[period]) {
                *next = next_ring(&ring[period], &mut self.fresh[period]);
            }
        }
        // Every portal has a portal back, so the search can run from the goals.
        for earlier in 0..PERIODS - 1 {
            let later = earlier + 1;
            for row in 0..SIDE {
                let forth = ring[earlier][row] & self.doors.later[earlier][row];
                let back = ring[later][row] & self.doors.earlier[later][row];
                next[later][row] |= forth & self.fresh[later][row];
                next[earlier][row] |= back & self.fresh[earlier][row];
            }
        }
        let found = !next.iter().all(is_empty);
        if found {
            self.rings.push(next);
        }
        found
    }

    /// The neighbour that is one step nearer to the nearest goal.
    pub(super) fn next_step(&mut self, from: Cell) -> Option<Cell> {
        // A tile that can be reached has its nearer neighbours in the ring before.
        let nearer = match self.at(from) {
            None => &self.rings[..],
            Some(distance) => &self.rings[distance.saturating_sub(1)..distance],
        };
        nearer.iter().find_map(|ring| neighbour_in(&ring[from.period()], from))
    }
}

impl Rings {
    /// The neighbour that is one step nearer to the nearest goal.
    pub(super) fn next_step(&self, from: Cell) -> Option<Cell> {
        let mut nearer = self.0.iter().take_while(|ring| !has(ring, from));
        nearer.find_map(|ring| neighbour_in(ring, from))
    }
}

/// The neighbours of a tile.
fn neighbours(cell: Cell) -> impl Iterator<Item = Cell> {
    let (x, y, z) = cell.place();
    [(1, 0), (-1, 0), (0, 1), (0, -1)]
        .into_iter()
        .filter_map(move |(dx, dy)| Cell::new(x + dx, y + dy, z))
}

/// The number of [`spot`]s.
pub(super) const SPOTS: u8 = 5;

/// A tile's neighbours and the tile itself, by number; at the edge of the board the tile several times.
pub(super) fn spot(cell: Cell, number: u8) -> Cell {
    let near = NEIGHBOURS[cell.index()].get(usize::from(number));
    near.map_or(cell, |&near| Cell::from_index(near.into()))
}

fn row_and_column(cell: Cell) -> (usize, usize) {
    let (x, y, _) = cell.place();
    ((y + RADIUS) as usize, (x + RADIUS) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::footprint;

    /// The empty board.
    fn meadow() -> Ground {
        let mut ground = Ground::default();
        ground.read(&View::default());
        ground
    }

    /// The distances of all tiles to the nearest goal, tile by tile.
    fn distances(ground: &Ground, goals: &[Cell]) -> Vec<Option<usize>> {
        let mut distances = vec![None; CELLS];
        let mut queue = Vec::from(goals);
        goals.iter().for_each(|goal| distances[goal.index()] = Some(0));
        let mut next = 0;
        while let Some(&cell) = queue.get(next) {
            next += 1;
            for near in neighbours(cell).chain(ground.portal(cell)) {
                let is_open = has(&ground.tiles.open[near.period()], near);
                if is_open && distances[near.index()].is_none() {
                    distances[near.index()] = distances[cell.index()].map(|way| way + 1);
                    queue.push(near);
                }
            }
        }
        distances
    }

    #[test]
    fn rings_and_fields_are_the_distances_of_a_search_tile_by_tile() {
        let mut ground = meadow();
        let wall = (-8..=8).filter_map(|x| Cell::new(x, 1, 1));
        wall.for_each(|cell| ground.tiles.close(cell));
        let start = Cell::new(0, 0, 1).unwrap();
        let expected = distances(&ground, &[start]);
        let mut seen = 0;
        ground.rings(start, |distance, ring| {
            for cell in Cell::all().filter(|cell| cell.z() == 1) {
                let is_here = expected[cell.index()] == Some(distance.into());
                assert_eq!(has(ring, cell), is_here, "{cell} at {distance}");
                seen += usize::from(is_here);
            }
            true
        });
        assert_eq!(seen, AREA - 17);
        // A way through the portals leads around the wall, and one portal leads forth only.
        let portals = [((2, 0, 1), (2, 0, 0)), ((2, 0, 0), (2, 0, 1)), ((4, 6, 0), (4, 6, 1))];
        let cell = |(x, y, z)| Cell::new(x, y, z).unwrap();
        ground.portals.extend(portals.map(|(at, to)| (cell(at), cell(to))));
        ground.doors = Doors::of(&ground.portals);
        let expected = distances(&ground, &[start]);
        let mut field = ground.field(&board_of([start]));
        for cell in Cell::all() {
            assert_eq!(field.at(cell), expected[cell.index()], "{cell}");
        }
    }

    #[test]
    fn steps_towards_goals_are_those_of_a_field() {
        let mut ground = meadow();
        let wall = (-8..=8).filter_map(|x| Cell::new(x, 1, 2));
        let ring = [(0, 4), (1, 3), (2, 4), (1, 5)];
        let ring = ring.into_iter().filter_map(|(x, y)| Cell::new(x, y, 2));
        wall.chain(ring).for_each(|cell| ground.tiles.close(cell));
        let goals = [(0, 0), (1, 1), (-9, 5)].map(|(x, y)| Cell::new(x, y, 2).unwrap());
        let mut field = ground.field(&board_of(goals));
        let rings = ground.rings_to(&rows_of(goals), 2);
        for cell in Cell::all().filter(|cell| cell.z() == 2) {
            let step = field.next_step(cell);
            assert_eq!(ground.step_towards(cell, &rows_of(goals)), step, "{cell}");
            assert_eq!(rings.next_step(cell), step, "{cell}");
            if let (Some(step), Some(way)) = (step, field.at(cell)) {
                assert_eq!(field.at(step), Some(way - 1), "{cell}");
            }
        }
    }

    #[test]
    fn tiles_in_range_are_those_at_a_distance_within_it() {
        for range in [0..=1, 0..=2, 3..=4] {
            for target in Cell::all().filter(|cell| cell.z() == 0) {
                let reached = in_range(&rows_of([target]), range.clone());
                for cell in Cell::all().filter(|cell| cell.z() == 0) {
                    let distance = cell.distance(target.x(), target.y()) as i32;
                    let is_within = range.contains(&distance);
                    assert_eq!(has(&reached, cell), is_within, "{cell} from {target}");
                }
            }
        }
    }

    #[test]
    fn a_building_takes_the_sites_that_overlap_it() {
        let mut ground = meadow();
        let count = |rows: Rows| rows.iter().map(|row| row.count_ones() as usize).sum::<usize>();
        let before = count(ground.sites(0));
        assert_eq!(before, (SIDE - 1) * (SIDE - 1));
        for cell in footprint(3, -4, 0).into_iter().flatten() {
            ground.tiles.take(cell);
        }
        assert_eq!(count(ground.sites(0)), before - 9);
    }
}
