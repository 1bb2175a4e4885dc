//! The ground that units walk on: sets of tiles, and the distances within a period.

use super::field::{Doors, Field};
use super::sites::Prospects;
use crate::constants::*;
use crate::observe::{BuildingRecord, View};
use crate::types::{Cell, footprint};
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
        add(&mut rows, cell);
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

/// Adds a tile to a set of its period.
pub(super) fn add(rows: &mut Rows, cell: Cell) {
    let (row, column) = row_and_column(cell);
    rows[row] |= 1 << column;
}

/// Adds the tiles of a building. It needs no test for the edge, because buildings stand on the board.
#[inline]
pub(super) fn add_building(board: &mut Board, building: &BuildingRecord) {
    let (row, column) = ((building.y + RADIUS) as usize, building.x + RADIUS);
    let first = usize::from(building.z) * SIDE + row;
    for row in &mut board.as_flattened_mut()[first..first + 2] {
        *row |= 3 << column;
    }
}

/// Whether a set of tiles contains a tile of its period.
pub(super) fn has(rows: &[u32], cell: Cell) -> bool {
    let (row, column) = row_and_column(cell);
    rows[row] >> column & 1 != 0
}

/// Whether a set of tiles contains a tile of the building with this corner.
pub(super) fn touches(rows: &Rows, corner: Cell) -> bool {
    let (row, column) = row_and_column(corner);
    rows[row..].iter().take(2).any(|row| row & 3 << column != 0)
}

/// The first neighbour of a tile that is in a set.
pub(super) fn neighbour_in(rows: &[u32], cell: Cell) -> Option<Cell> {
    let (row, column) = row_and_column(cell);
    let above = if row > 0 { rows[row - 1] } else { 0 };
    let below = rows.get(row + 1).copied().unwrap_or(0);
    let is_beside = (rows[row] << 1 | rows[row] >> 1 | above | below) >> column & 1 != 0;
    if is_beside { neighbours(cell).find(|&near| has(rows, near)) } else { None }
}

pub(super) fn is_empty(rows: &Rows) -> bool {
    rows.iter().fold(0, |all, row| all | row) == 0
}

/// Visits the tiles of a set that are within the range of a weapon on a tile of the same period, in the order
/// of the board.
pub(super) fn visit_in_range(
    rows: &Rows,
    from: Cell,
    range: RangeInclusive<i32>,
    mut visit: impl FnMut(Cell),
) {
    let (row, column) = row_and_column(from);
    let columns_within =
        |reach: i32| if reach < 0 { 0 } else { ((2 << (2 * reach)) - 1) << column >> reach };
    let (least, most) = (*range.start(), *range.end());
    for dy in -most..most + 1 {
        let Some(row) = row.checked_add_signed(dy as isize).filter(|&row| row < SIDE) else {
            continue;
        };
        let mut left =
            rows[row] & columns_within(most - dy.abs()) & !columns_within(least - dy.abs() - 1);
        while left != 0 {
            let column = left.trailing_zeros() as usize;
            visit(Cell::from_index(from.period() * AREA + row * SIDE + column));
            left &= left - 1;
        }
    }
}

/// Takes the tiles that are not in `mask` out of a set.
fn and(rows: &mut Rows, mask: &Rows) {
    rows.iter_mut().zip(mask).for_each(|(row, mask)| *row &= mask);
}

/// Replaces a ring by its neighbours among the tiles that were not visited yet; returns whether there are
/// any. Takes the ring out of the tiles not visited.
fn expand(ring: &mut Rows, fresh: &mut Rows) -> bool {
    let padded = padded::<1, { SIDE + 2 }>(ring);
    let mut any = 0;
    for row in 0..SIDE {
        let [above, here, below] = [padded[row], padded[row + 1], padded[row + 2]];
        fresh[row] &= !here;
        ring[row] = (here << 1 | here >> 1 | above | below) & fresh[row];
        any |= ring[row];
    }
    any != 0
}

/// A set of tiles with empty rows before and behind, `BEFORE` of them before: a loop over neighbouring rows
/// needs no tests for the edge, so the compiler can work on several rows at once.
pub(super) fn padded<const BEFORE: usize, const LENGTH: usize>(rows: &Rows) -> [u32; LENGTH] {
    let mut padded = [0; LENGTH];
    padded[BEFORE..BEFORE + SIDE].copy_from_slice(rows);
    padded
}

/// The longest range of a weapon.
const REACH: usize = 4;

/// The tiles whose distance to one of these tiles is within the range of a weapon.
pub(super) fn in_range(tiles: &Rows, range: RangeInclusive<i32>) -> Rows {
    let mut reached = [0; SIDE];
    if is_empty(tiles) {
        return reached;
    }
    let (least, most) = (*range.start(), *range.end());
    let padded = padded::<REACH, { SIDE + 2 * REACH }>(tiles);
    for up in 0..most + 1 {
        let (above, below) = (&padded[REACH - up as usize..], &padded[REACH + up as usize..]);
        // Rows in the inner loop, so that the compiler works on several of them at once.
        for dx in (least - up).max(0)..most - up + 1 {
            for ((reached, above), below) in reached.iter_mut().zip(above).zip(below) {
                let row = above | below;
                *reached |= row << dx | row >> dx;
            }
        }
    }
    reached.map(|row| row & FULL)
}

/// Whether two sets of tiles have one in common.
#[inline]
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
    doors: Doors,
    /// Tiles from which no site for a building can be reached on foot, as far as that was found out since
    /// the tiles of the period last changed.
    barren: [Rows; PERIODS],
    /// What is known of the sites of each period since the tiles of this period or a later one last changed.
    prospects: [Option<Prospects>; PERIODS],
}

/// Tiles open to a player's units, and tiles free for new buildings, by period.
#[derive(Copy, Clone, PartialEq)]
struct Tiles {
    open: [Rows; PERIODS],
    free: [Rows; PERIODS],
}

impl Default for Tiles {
    fn default() -> Tiles {
        Tiles { open: [[FULL; SIDE]; PERIODS], free: [[FULL; SIDE]; PERIODS] }
    }
}

/// The tiles of one period at distance 0, 1, 2, ... from the nearest goal.
pub(super) struct Rings(Vec<Rows>);

impl Ground {
    /// Reads the board from a view.
    pub(super) fn read(&mut self, view: &View) {
        let before = self.tiles;
        self.tiles = match self.empty {
            Some(empty) => empty,
            None => self.read_map(view),
        };
        let (mut taken, mut closed) = ([[0; SIDE]; PERIODS], [[0; SIDE]; PERIODS]);
        for b in &view.position.buildings {
            add_building(if b.owner == view.you { &mut taken } else { &mut closed }, b);
        }
        for u in view.position.units.iter().filter(|u| u.owner != view.you) {
            let row = usize::from(u.z) * SIDE + (u.y + RADIUS) as usize;
            closed.as_flattened_mut()[row] |= 1 << (u.x + RADIUS);
        }
        for period in 0..PERIODS {
            for row in 0..SIDE {
                self.tiles.open[period][row] &= !closed[period][row];
                self.tiles.free[period][row] &= !(taken[period][row] | closed[period][row]);
            }
        }
        self.forget_what_changed(&before);
    }

    /// Forgets what was found out about sites for buildings where tiles are not as they were.
    fn forget_what_changed(&mut self, before: &Tiles) {
        let mut is_later_same = true;
        for period in (0..PERIODS).rev() {
            let is_same = self.tiles.open[period] == before.open[period]
                && self.tiles.free[period] == before.free[period];
            if !is_same {
                self.barren[period] = [0; SIDE];
            }
            is_later_same &= is_same;
            if !is_later_same {
                self.prospects[period] = None;
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
                if let Some(to) = to {
                    self.doors.add(cell, to);
                }
                tiles.take(cell);
            }
        }
        self.empty = Some(tiles);
        tiles
    }

    /// Takes the tiles of a new building of this player.
    pub(super) fn cover(&mut self, building: &BuildingRecord) {
        let cells = footprint(building.x, building.y, building.z);
        cells.into_iter().flatten().for_each(|cell| self.tiles.take(cell));
        self.prospects = [None; PERIODS];
    }

    /// The number of later periods in which a building appears once it is finished. `None` if anything but
    /// its owner's units stands in its way there.
    pub(super) fn free_copies(&self, building: &BuildingRecord) -> Option<u8> {
        let mut copies = 0;
        for z in building.z + 1..PERIODS as u8 {
            let cells = footprint(building.x, building.y, z)?;
            let are_in = |board: &Board| cells.iter().all(|&cell| has(&board[cell.period()], cell));
            if self.empty.is_some_and(|empty| !are_in(&empty.free)) {
                break;
            }
            if !are_in(&self.tiles.free) {
                return None;
            }
            copies += 1;
        }
        Some(copies)
    }

    /// Whether it is known that no site can be reached from a tile.
    pub(super) fn is_barren(&self, cell: Cell) -> bool {
        has(&self.barren[cell.period()], cell)
    }

    /// Notes that no site can be reached from these tiles. New buildings only make it truer.
    pub(super) fn note_barren(&mut self, period: usize, tiles: &Rows) {
        self.barren[period].iter_mut().zip(tiles).for_each(|(row, tiles)| *row |= tiles);
    }

    /// The sites of a period.
    pub(super) fn prospects(&mut self, period: usize) -> Prospects {
        if self.prospects[period].is_none() {
            self.prospects[period] = Some(Prospects::of(self, period));
        }
        self.prospects[period].unwrap_or_else(|| Prospects::of(self, period))
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
        let mut is_any = has(&fresh, start);
        let mut distance = 0;
        while is_any && visit(distance, &ring) {
            is_any = expand(&mut ring, &mut fresh);
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
        let mut is_any = !is_empty(&ring);
        while is_any {
            rings.push(ring);
            is_any = expand(&mut ring, &mut fresh);
        }
        Rings(rings)
    }

    /// The first step on the shortest way from a tile to the nearest of some goals of its period.
    pub(super) fn step_towards(&self, here: Cell, goals: &Rows) -> Option<Cell> {
        let mut fresh = self.tiles.open[here.period()];
        let mut ring = *goals;
        and(&mut ring, &fresh);
        let mut is_any = !is_empty(&ring);
        while is_any && !has(&ring, here) {
            if let Some(near) = neighbour_in(&ring, here) {
                return Some(near);
            }
            is_any = expand(&mut ring, &mut fresh);
        }
        None
    }

    /// The way to the nearest of some goals, on foot or through portals.
    pub(super) fn field(&self, goals: &Board) -> Field {
        Field::new(goals, &self.tiles.open, &self.doors)
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

impl Rings {
    /// The neighbour that is one step nearer to the nearest goal.
    pub(super) fn next_step(&self, from: Cell) -> Option<Cell> {
        let mut nearer = self.0.iter().take_while(|ring| !has(*ring, from));
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

pub(super) fn row_and_column(cell: Cell) -> (usize, usize) {
    let (x, y, _) = cell.place();
    ((y + RADIUS) as usize, (x + RADIUS) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

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
            for near in neighbours(cell).chain(ground.doors.through(cell)) {
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
        portals.into_iter().for_each(|(at, to)| ground.doors.add(cell(at), cell(to)));
        let expected = distances(&ground, &[start]);
        let mut field = ground.field(&board_of([start]));
        for cell in Cell::all() {
            assert_eq!(field.distance(cell), expected[cell.index()], "{cell}");
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
            let way = field.distance(cell);
            let step = field.next_step(cell, way);
            assert_eq!(ground.step_towards(cell, &rows_of(goals)), step, "{cell}");
            assert_eq!(rings.next_step(cell), step, "{cell}");
            if let (Some(step), Some(way)) = (step, way) {
                assert_eq!(field.distance(step), Some(way - 1), "{cell}");
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
    fn tiles_visited_in_range_are_those_of_the_set_at_a_distance_within_it() {
        let all = rows_of(Cell::all().filter(|cell| cell.z() == 0 && cell.index() % 5 > 0));
        for range in [0..=1, 0..=2, 3..=4] {
            for from in Cell::all().filter(|cell| cell.z() == 0) {
                let mut visited = Vec::new();
                visit_in_range(&all, from, range.clone(), |cell| visited.push(cell));
                let reached = in_range(&rows_of([from]), range.clone());
                let expected = Cell::all().filter(|cell| cell.z() == 0 && has(&reached, *cell));
                let expected: Vec<Cell> = expected.filter(|cell| has(&all, *cell)).collect();
                assert_eq!(visited, expected, "from {from}");
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
