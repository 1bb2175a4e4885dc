//! What a team knows about the map: each unit has a chart of its own, and all units share what they see
//! through the shared array.
//!
//! The array holds a log of tiles, in the order in which the team saw them. A unit reads what is new in
//! the log and appends what it sees for the first time. Once the symmetry of the map is known, every
//! tile tells its mirror image, too, and with it the place of the other headquarters.

mod symmetry;

use self::symmetry::{Mirror, Trial};
use super::effort::{Effort, Step};
use super::melee::Thing;
use super::{read, write};
use crate::constants::{BORDER, UNIT_VISIONS};
use crate::map::AROUND;
use crate::observe::View;
use crate::state::HomeRun;
use crate::types::{Direction, Location, Terrain, UnitType};
use agon_core::{Stopped, Turn};
use std::ops::{Range, RangeInclusive};

/// Charts are squares of this side with the own headquarters in the middle, so every map fits.
pub(super) const SIDE: i32 = 128;
pub(super) const AREA: usize = (SIDE * SIDE) as usize;
const MIDDLE: i32 = SIDE / 2;
/// What a step in each direction adds to the index of a tile, modulo 65,536.
const DELTAS: [u16; 9] = [128, 127, 65_535, 65_407, 65_408, 65_409, 1, 129, 0];

// Where things are in the array. A 0 means "nothing written yet" everywhere.
const HOME: i32 = 1; // known, x, y
const NEWS: i32 = 4; // the length of the log, and the flags below
const EDGES: i32 = 5; // west, east, south, north: the last column or row of the map, plus 1
const SYMMETRY: i32 = 9; // its kind, plus 1, and the sums of mirrored coordinates
const ENEMY_HOME: i32 = 10;
const LOG: i32 = 1_000; // two entries in each number

// The lowest bits of the news are the length of the log.
const LENGTH_MASK: i32 = 0xffff;
const HAS_ENEMY_HOME: i32 = 1 << 16;
const HAS_SYMMETRY: i32 = 1 << 17;
const HAS_INTRUDERS: i32 = 1 << 18;

/// Entries of the log that a unit reads in one turn. A new unit reads a long log in several turns.
const LOG_PER_TURN: i32 = 200;

/// A value for each tile of a chart.
pub(super) type Plane<T> = Box<[T; AREA]>;

/// A plane with the same value everywhere. It is filled in pieces: writing it value by value takes ten times
/// as long, and every new unit needs three planes.
pub(super) fn plane<T: Copy>(value: T) -> Plane<T> {
    let piece = [value; AREA / 16];
    let mut values = Vec::with_capacity(AREA);
    (0..16).for_each(|_| values.extend_from_slice(&piece));
    values.into_boxed_slice().try_into().unwrap_or_else(|_| unreachable!("16 pieces fill a plane"))
}

/// The kinds of tiles that the log names.
const KINDS: [Terrain; 4] = [Terrain::Grass, Terrain::Water, Terrain::Base, Terrain::Stadium];

/// An entry of the log.
fn pack(spot: Spot, terrain: Terrain) -> u16 {
    let kind = KINDS.iter().position(|&kind| kind == terrain).unwrap_or(0);
    (kind as u16) << 14 | spot.0
}

fn unpack(entry: u16) -> (Spot, Terrain) {
    (Spot(entry & 0x3fff), KINDS[usize::from(entry >> 14)])
}

/// How far the longest sight reaches in each direction.
const REACH: i32 = BORDER as i32;
const ROWS: usize = 2 * BORDER + 1;

/// For each type of unit the tiles that it sees, row by row; bit [`REACH`] is its own column.
const SIGHTS: [[u32; ROWS]; 4] = [
    sight(UNIT_VISIONS[0]),
    sight(UNIT_VISIONS[1]),
    sight(UNIT_VISIONS[2]),
    sight(UNIT_VISIONS[3]),
];

const fn sight(vision: i32) -> [u32; ROWS] {
    let mut rows = [0; ROWS];
    let mut place = 0;
    while place < ROWS * ROWS {
        let (row, column) = (place / ROWS, place % ROWS);
        let (dx, dy) = (column as i32 - REACH, row as i32 - REACH);
        if dx * dx + dy * dy <= vision {
            rows[row] |= 1 << column;
        }
        place += 1;
    }
    rows
}

/// The tiles that need no second look: those that are known, and those off the map that were in sight. A bit
/// for each column of each row. Sights that reach beyond the border of the chart go on at the other border,
/// where there is no map.
struct Seen([u128; SIDE as usize]);

impl Seen {
    fn insert(&mut self, spot: Spot) {
        self.0[spot.y() as usize] |= 1 << spot.x();
    }

    /// The rows of a unit's sight, and for each the tiles that it sees.
    fn rows(centre: Spot, unit_type: UnitType) -> impl Iterator<Item = (usize, u128)> {
        let first = centre.y() - REACH;
        let shift = (centre.x() - REACH).rem_euclid(SIDE) as u32;
        let rows = (first..).zip(SIGHTS[unit_type as usize]).filter(|&(_, tiles)| tiles != 0);
        rows.map(move |(y, tiles)| {
            (y.rem_euclid(SIDE) as usize, u128::from(tiles).rotate_left(shift))
        })
    }

    fn contains_sight(&self, centre: Spot, unit_type: UnitType) -> bool {
        Seen::rows(centre, unit_type).all(|(y, tiles)| self.0[y] & tiles == tiles)
    }

    fn insert_sight(&mut self, centre: Spot, unit_type: UnitType) {
        Seen::rows(centre, unit_type).for_each(|(y, tiles)| self.0[y] |= tiles);
    }
}

/// A set of tiles: one bit for each.
#[derive(Clone)]
pub(super) struct Tiles([u64; AREA / 64]);

impl Tiles {
    fn insert(&mut self, spot: Spot) {
        self.0[spot.index() / 64] |= 1 << (spot.index() % 64);
    }

    /// The set without some tiles.
    pub fn without<'a>(&self, spots: impl IntoIterator<Item = &'a Spot>) -> Tiles {
        let mut rest = self.clone();
        for spot in spots {
            rest.0[spot.index() / 64] &= !(1 << (spot.index() % 64));
        }
        rest
    }

    pub fn contains(&self, spot: Spot) -> bool {
        self.0[spot.index() / 64] >> (spot.index() % 64) & 1 != 0
    }
}

/// A tile of a chart.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Spot(pub u16);

impl Spot {
    /// Not a tile.
    pub const NOWHERE: Spot = Spot(u16::MAX);

    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    pub fn x(self) -> i32 {
        i32::from(self.0) % SIDE
    }

    pub fn y(self) -> i32 {
        i32::from(self.0) / SIDE
    }

    pub fn at(x: i32, y: i32) -> Option<Spot> {
        let is_inside = (0..SIDE).contains(&x) && (0..SIDE).contains(&y);
        is_inside.then(|| Spot((y * SIDE + x) as u16))
    }

    /// The neighbour in a direction. Maps never reach the border of a chart.
    pub fn step(self, direction: Direction) -> Spot {
        Spot(self.0.wrapping_add(DELTAS[direction as usize]) % AREA as u16)
    }

    pub fn steps(self, direction: Direction, count: i32) -> Spot {
        self.shifted(direction.dx() * count, direction.dy() * count)
    }

    pub fn shifted(self, dx: i32, dy: i32) -> Spot {
        Spot(self.0.wrapping_add((dy * SIDE + dx) as u16) % AREA as u16)
    }

    /// Steps between two tiles if nothing is in the way.
    pub fn distance(self, other: Spot) -> i32 {
        (self.x() - other.x()).abs().max((self.y() - other.y()).abs())
    }
}

/// The outermost columns and rows of the map: west, east, south, north.
type Edges = [Option<i32>; 4];

/// A base or a stadium.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Site {
    pub spot: Spot,
    pub is_base: bool,
}

/// A unit's knowledge of the map.
pub(super) struct Chart {
    tiles: Plane<Option<Terrain>>,
    /// The same for fights, in which only the known abyss differs from land.
    ground: Plane<Thing>,
    /// The known tiles of land, and those of grass, on which there is nothing to hold.
    pub land: Tiles,
    pub grass: Tiles,
    /// The tiles on the map that are known, in the order in which they became known.
    known: Vec<Spot>,
    /// Where tile (0, 0) of the chart is on the map.
    origin: Location,
    is_open: bool,
    /// What the team has to tell: one number, so that a turn without news costs one read.
    news: i32,
    /// Entries of the log that were read, and whether these are all.
    done: i32,
    /// The last of them.
    last_entry: u16,
    is_complete: bool,
    edges: Edges,
    mirror: Option<Mirror>,
    /// Known tiles whose mirror images are still to be entered.
    unreflected: Range<usize>,
    /// The kinds of symmetry, as far as they were tried; only the headquarters decides.
    trials: [Trial; 3],
    /// The version of the chart, and whether the other headquarters was known, when that was decided.
    compared: (u32, bool),
    pub sites: Vec<Site>,
    pub home: Spot,
    pub enemy_home: Option<Spot>,
    /// Changes with every new tile.
    pub version: u32,
    looked_from: Option<Location>,
    seen: Seen,
}

impl Chart {
    pub fn new() -> Chart {
        Chart {
            tiles: plane(None),
            ground: plane(Thing::Land),
            land: Tiles([0; AREA / 64]),
            grass: Tiles([0; AREA / 64]),
            known: Vec::with_capacity(AREA / 16),
            origin: Location::default(),
            is_open: false,
            news: 0,
            done: 0,
            last_entry: 0,
            is_complete: false,
            edges: [None; 4],
            mirror: None,
            unreflected: 0..0,
            trials: Default::default(),
            compared: (0, false),
            sites: Vec::new(),
            home: Spot((MIDDLE * SIDE + MIDDLE) as u16),
            enemy_home: None,
            version: 0,
            looked_from: None,
            seen: Seen([0; SIDE as usize]),
        }
    }

    /// A chart with a square of grass around the headquarters, up to `reach` steps away.
    #[cfg(test)]
    pub fn meadow(reach: i32) -> Chart {
        let mut chart = Chart::new();
        for (dx, dy) in (-reach..=reach).flat_map(|dx| (-reach..=reach).map(move |dy| (dx, dy))) {
            chart.enter(chart.home.shifted(dx, dy), Terrain::Grass);
        }
        chart
    }

    /// Surrounds a tile with water.
    #[cfg(test)]
    pub fn wall_in(&mut self, spot: Spot) {
        for &direction in Direction::neighbours() {
            self.enter(spot.step(direction), Terrain::Water);
        }
    }

    pub fn spot(&self, at: Location) -> Spot {
        let (x, y) = (at.x - self.origin.x, at.y - self.origin.y);
        Spot::at(x, y).unwrap_or(self.home)
    }

    pub fn location(&self, spot: Spot) -> Location {
        Location::new(self.origin.x + spot.x(), self.origin.y + spot.y())
    }

    /// What a tile is; `None` if the team has not seen it.
    pub fn tile(&self, spot: Spot) -> Option<Terrain> {
        self.tiles[spot.index()].or_else(|| self.is_beyond(spot).then_some(Terrain::Outside))
    }

    /// What a tile is, as [`Chart::tile`] says, but only next to the edges is what is beyond them known.
    pub fn near_tile(&self, spot: Spot) -> Option<Terrain> {
        self.tiles[spot.index()]
    }

    /// The ground of a tile and of those east of it, as [`Chart::near_tile`] knows them.
    pub fn ground(&self, first: Spot) -> &[Thing] {
        &self.ground[first.index()..]
    }

    /// The columns and the rows in which the map lies, as far as its edges are known.
    pub fn bounds(&self) -> [RangeInclusive<i32>; 2] {
        let [west, east, south, north] = self.edges;
        let between =
            |low: Option<i32>, high: Option<i32>| low.unwrap_or(0)..=high.unwrap_or(SIDE - 1);
        [between(west, east), between(south, north)]
    }

    /// Draws a line of tiles off the map along an edge, so that ways end there.
    fn fence(&mut self, i: usize, edge: i32, effort: &mut Effort) {
        effort.charge(Step::Edge, 1);
        let beyond = if i.is_multiple_of(2) { edge - 1 } else { edge + 1 };
        for along in 0..SIDE {
            let (x, y) = if i < 2 { (beyond, along) } else { (along, beyond) };
            if let Some(spot) = Spot::at(x, y) {
                self.tiles[spot.index()] = Some(Terrain::Outside);
                self.ground[spot.index()] = Thing::Abyss;
            }
        }
        self.version += 1;
    }

    fn is_beyond(&self, spot: Spot) -> bool {
        let [west, east, south, north] = self.edges;
        west.is_some_and(|edge| spot.x() < edge)
            || east.is_some_and(|edge| spot.x() > edge)
            || south.is_some_and(|edge| spot.y() < edge)
            || north.is_some_and(|edge| spot.y() > edge)
    }

    /// Reads what is new, and adds what this unit sees. Returns whether it has looked around.
    pub fn update(
        &mut self,
        view: &View,
        turn: &mut Turn<'_, HomeRun>,
        effort: &mut Effort,
    ) -> Result<bool, Stopped> {
        if !self.is_open {
            self.open(view, turn)?;
        }
        self.read_log(turn, effort)?;
        self.enter_images(effort);
        // A unit that has not read the whole log cannot append to it.
        let has_looked = self.is_complete && self.looked_from != Some(view.me.at);
        if has_looked {
            self.looked_from = Some(view.me.at);
            self.look(view, turn, effort)?;
        }
        let is_new = self.compared != (self.version, self.enemy_home.is_some());
        if view.me.unit_type == UnitType::Hq && self.mirror.is_none() && is_new {
            self.find_symmetry(turn, effort)?;
            self.enter_images(effort);
        }
        Ok(has_looked)
    }

    /// The headquarters' place fixes the chart; the headquarters is always the first to act.
    fn open(&mut self, view: &View, turn: &mut Turn<'_, HomeRun>) -> Result<(), Stopped> {
        if view.me.unit_type == UnitType::Hq {
            for (i, value) in (HOME..).zip([1, view.me.at.x, view.me.at.y]) {
                write(turn, i, value)?;
            }
        }
        let home = Location::new(read(turn, HOME + 1)?, read(turn, HOME + 2)?);
        self.origin = Location::new(home.x - MIDDLE, home.y - MIDDLE);
        self.is_open = true;
        Ok(())
    }

    fn read_log(
        &mut self,
        turn: &mut Turn<'_, HomeRun>,
        effort: &mut Effort,
    ) -> Result<(), Stopped> {
        self.news = read(turn, NEWS)?;
        if self.enemy_home.is_none() && self.news & HAS_ENEMY_HOME != 0 {
            self.enemy_home = Some(Spot(read(turn, ENEMY_HOME)? as u16));
        }
        let length = self.news & LENGTH_MASK;
        if length > self.done {
            let mut found = arrayvec::ArrayVec::<_, 4>::new();
            for (i, edge) in (EDGES..).zip(&mut self.edges) {
                let place = match edge {
                    None => i,
                    Some(_) => continue,
                };
                let number = read(turn, place)?;
                *edge = (number != 0).then(|| number - 1);
                if edge.is_some() {
                    found.push((i - EDGES, number - 1));
                }
            }
            for (i, edge) in found {
                self.fence(i as usize, edge, effort);
            }
        }
        let last = length.min(self.done + LOG_PER_TURN);
        self.is_complete = last == length;
        effort.charge(Step::Entry, (last - self.done) as usize);
        let mut pair = None;
        while self.done < last {
            let both = match pair {
                Some(both) => both,
                None => read(turn, LOG + self.done / 2)?,
            };
            let is_first = self.done % 2 == 0;
            pair = is_first.then_some(both);
            self.last_entry = if is_first { both as u16 } else { (both >> 16) as u16 };
            self.done += 1;
            let (spot, terrain) = unpack(self.last_entry);
            self.learn(spot, terrain);
        }
        if self.mirror.is_none() && self.news & HAS_SYMMETRY != 0 {
            self.read_symmetry(turn, effort)?;
        }
        Ok(())
    }

    /// Enters a tile and, if the symmetry is known, its mirror image.
    fn learn(&mut self, spot: Spot, terrain: Terrain) {
        self.enter(spot, terrain);
        if let Some(image) = self.mirror.and_then(|mirror| mirror.image(spot)) {
            self.enter(image, terrain);
        }
    }

    fn enter(&mut self, spot: Spot, terrain: Terrain) {
        let tile = &mut self.tiles[spot.index()];
        if tile.is_some() {
            return;
        }
        *tile = Some(terrain);
        self.seen.insert(spot);
        match terrain {
            Terrain::Water | Terrain::Outside => self.ground[spot.index()] = Thing::Abyss,
            Terrain::Grass => self.grass.insert(spot),
            Terrain::Base | Terrain::Stadium => {
                self.sites.push(Site { spot, is_base: terrain == Terrain::Base });
            }
        }
        if terrain.is_land() {
            self.land.insert(spot);
        }
        self.known.push(spot);
        self.version += 1;
    }

    /// Appends tiles that the team has not seen, edges, and the other headquarters.
    fn look(
        &mut self,
        view: &View,
        turn: &mut Turn<'_, HomeRun>,
        effort: &mut Effort,
    ) -> Result<(), Stopped> {
        let here = self.spot(view.me.at);
        self.find_edges(view, turn, here, effort)?;
        let mut news = self.news;
        if !self.seen.contains_sight(here, view.me.unit_type) {
            let before = self.done;
            self.log_sight(view, turn, here)?;
            self.seen.insert_sight(here, view.me.unit_type);
            news += self.done - before;
            effort.charge(Step::Sighting, (self.done - before) as usize);
        }
        if self.enemy_home.is_none() {
            let other = view.me.team.other();
            let mut others = view.units_of(other);
            if let Some(hq) = others.find(|unit| unit.unit_type == UnitType::Hq) {
                let spot = self.spot(hq.at);
                self.enemy_home = Some(spot);
                write(turn, ENEMY_HOME, spot.0.into())?;
                news |= HAS_ENEMY_HOME;
            }
        }
        self.tell(turn, news)
    }

    /// Appends the tiles in sight that the team has not seen to the log.
    fn log_sight(
        &mut self,
        view: &View,
        turn: &mut Turn<'_, HomeRun>,
        here: Spot,
    ) -> Result<(), Stopped> {
        for (&(dx, dy), &terrain) in AROUND.iter().zip(&view.tiles) {
            let spot = here.shifted(dx.into(), dy.into());
            if terrain != Terrain::Outside && self.tiles[spot.index()].is_none() {
                self.learn(spot, terrain);
                self.append(turn, pack(spot, terrain))?;
            }
        }
        Ok(())
    }

    /// Appends an entry to the log, behind the last one if that is the first of a pair.
    fn append(&mut self, turn: &mut Turn<'_, HomeRun>, entry: u16) -> Result<(), Stopped> {
        let both = match self.done % 2 {
            0 => i32::from(entry),
            _ => i32::from(entry) << 16 | i32::from(self.last_entry),
        };
        write(turn, LOG + self.done / 2, both)?;
        self.last_entry = entry;
        self.done += 1;
        Ok(())
    }

    /// Whether the team has told of enemies on sites.
    pub fn has_intruders(&self) -> bool {
        self.news & HAS_INTRUDERS != 0
    }

    /// Tells the team whether there are enemies on sites.
    pub fn tell_intruders(
        &mut self,
        turn: &mut Turn<'_, HomeRun>,
        has_intruders: bool,
    ) -> Result<(), Stopped> {
        let news = self.news & !HAS_INTRUDERS;
        self.tell(turn, if has_intruders { news | HAS_INTRUDERS } else { news })
    }

    /// Tells the team the length of the log, and what else there is to read.
    fn tell(&mut self, turn: &mut Turn<'_, HomeRun>, news: i32) -> Result<(), Stopped> {
        if news != self.news {
            self.news = news;
            write(turn, NEWS, news)?;
        }
        Ok(())
    }

    /// The map ends where the line of tiles straight ahead does.
    fn find_edges(
        &mut self,
        view: &View,
        turn: &mut Turn<'_, HomeRun>,
        here: Spot,
        effort: &mut Effort,
    ) -> Result<(), Stopped> {
        let ahead = [Direction::West, Direction::East, Direction::South, Direction::North];
        for (i, direction) in ahead.into_iter().enumerate() {
            if self.edges[i].is_some() {
                continue;
            }
            let mut at = view.me.at;
            let mut count = 0;
            while let Some(tile) = view.tile(at.step(direction)) {
                if tile == Terrain::Outside {
                    let last = here.steps(direction, count);
                    let edge = if i < 2 { last.x() } else { last.y() };
                    self.edges[i] = Some(edge);
                    self.fence(i, edge, effort);
                    write(turn, EDGES + i as i32, edge + 1)?;
                    break;
                }
                at = at.step(direction);
                count += 1;
            }
        }
        Ok(())
    }
}
