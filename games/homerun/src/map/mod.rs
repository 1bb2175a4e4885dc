//! Maps: the type, the checks, and the lookup tables of the rules.
//!
//! The file format is in `format`, the generator in [`generate`]. Every [`Map`] is checked,
//! so it can be played.

mod draw;
mod format;
mod generate;
mod plan;
mod sight;

pub(crate) use draw::{Look, look_of, unit_look, write_board};
pub(crate) use generate::WISHES;
pub use plan::{Hqs, Listed, Plan};
pub(crate) use sight::{AROUND, PLACES, place_of, sight_rows};

use crate::constants::*;
use crate::types::{Direction, Location, Team, Terrain};
use agon_core::{GameMap, MapFault, Wishes};
use plan::{Flaw, Part, check_header, check_size, flaw};
use serde::{Deserialize, Serialize};
use std::sync::OnceLock;

/// The index of a tile in planes that have a border of outside tiles around the map.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Cell(pub u16);

impl Cell {
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The tile that lies `delta` further in the planes.
    pub fn shifted(self, delta: i32) -> Cell {
        Cell((i32::from(self.0) + delta) as u16)
    }
}

/// One tile in sight, relative to the unit that looks.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Glance {
    pub delta: i32,
    pub dx: i8,
    pub dy: i8,
    pub distance_squared: u8,
}

/// A checked map with its lookup tables; never changes during play.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(try_from = "Plan", into = "Plan")]
pub struct Map {
    plan: Plan,
    stride: usize,
    /// Terrain of every tile, border included.
    terrain: Vec<Terrain>,
    /// Where the bases are, in ascending order.
    bases: Vec<Cell>,
    hqs: [Cell; 2],
    /// The tiles within the farthest vision in sensing order (R7).
    glances: Vec<Glance>,
    /// The terrain in the farthest sight from each tile, in sensing order. Computed for the first view; a map
    /// on which no bot looks around does without.
    sights: OnceLock<Vec<Terrain>>,
}

impl PartialEq for Map {
    fn eq(&self, other: &Map) -> bool {
        self.plan == other.plan
    }
}

impl TryFrom<Plan> for Map {
    type Error = MapFault;
    fn try_from(plan: Plan) -> Result<Map, MapFault> {
        Ok(Map::checked(plan)?)
    }
}

impl From<Map> for Plan {
    fn from(map: Map) -> Plan {
        map.plan
    }
}

impl GameMap for Map {
    fn parse(text: &str) -> Result<Map, MapFault> {
        format::parse(text)
    }

    fn to_text(&self) -> String {
        format::write(self)
    }

    fn generate(wishes: &Wishes, seed: u64) -> Result<Map, MapFault> {
        generate::generate(wishes, seed)
    }

    fn draw(&self, colour: bool) -> String {
        draw::draw_map(self, colour)
    }

    fn describe(&self) -> String {
        let Plan { width, height, offset: [ox, oy], symmetry, hq: Hqs { a, b }, .. } = self.plan();
        format!(
            "{width} columns x {height} rows; symmetry {symmetry}; {} bases, {} stadiums, {} water; \
             headquarters: A ({}, {}), B ({}, {}); offset {ox}, {oy}",
            self.count(Terrain::Base),
            self.count(Terrain::Stadium),
            self.count(Terrain::Water),
            a[0],
            a[1],
            b[0],
            b[1],
        )
    }
}

impl Map {
    /// A map that is playable and fair: symmetric, of the handbook's size.
    pub(crate) fn checked(plan: Plan) -> Result<Map, Flaw> {
        check_size(&plan, MAP_SIDE_MIN..=MAP_SIDE_MAX)?;
        let map = Map::lenient(plan)?;
        map.check_symmetry()?;
        Ok(map)
    }

    /// A map that can be played on, fair or not: the original's loader enforced nothing, so
    /// recorded games may have any map.
    pub(crate) fn lenient(mut plan: Plan) -> Result<Map, Flaw> {
        check_size(&plan, 1..=MAP_SIDE_MAX)?;
        check_header(&plan)?;
        let stride = plan.width + BORDER;
        let rows = plan.height + 2 * BORDER;
        let mut map = Map {
            stride,
            terrain: vec![Terrain::Outside; rows * stride + 2 * BORDER],
            bases: Vec::new(),
            hqs: [Cell(0); 2],
            glances: glances(stride),
            sights: OnceLock::new(),
            plan: plan.clone(),
        };
        for x in 0..plan.width {
            for y in 0..plan.height {
                let cell = map.cell_at(x, y);
                map.terrain[cell.index()] = Terrain::Grass;
            }
        }
        for (i, &(listed, x, y)) in plan.objects.iter().enumerate() {
            let part = Part::Object(i);
            let there = map.inside(part, listed.word(), x, y)?;
            let tile = &mut map.terrain[there.index()];
            if *tile != Terrain::Grass && *tile != listed.terrain() {
                return Err(flaw(part, format!("tile ({x}, {y}) is listed twice")));
            }
            *tile = listed.terrain();
        }
        for (team, [x, y]) in Team::BOTH.into_iter().zip([plan.hq.a, plan.hq.b]) {
            let part = Part::Hq(team);
            let whose = format!("the headquarters of {team}");
            let there = map.inside(part, &whose, x, y)?;
            if map.terrain(there) == Terrain::Water {
                return Err(flaw(part, format!("{whose} at ({x}, {y}) is in the water")));
            }
            map.hqs[team.index()] = there;
        }
        if map.hqs[0] == map.hqs[1] {
            let sentence = "both headquarters stand on the same tile".to_owned();
            return Err(flaw(Part::Hq(Team::B), sentence));
        }
        // The same tiles listed in another order are the same map.
        plan.objects.sort_by_key(|&(listed, x, y)| (x, y, listed));
        plan.objects.dedup();
        for &(listed, x, y) in &plan.objects {
            if listed == Listed::B {
                map.bases.push(map.cell_at(x, y));
            }
        }
        map.bases.sort_unstable();
        map.plan = plan;
        Ok(map)
    }

    fn inside(&self, part: Part, what: &str, x: usize, y: usize) -> Result<Cell, Flaw> {
        let Plan { width, height, .. } = self.plan;
        if x < width && y < height {
            return Ok(self.cell_at(x, y));
        }
        let sentence = format!("{what} at ({x}, {y}) is outside the map of {width} by {height}");
        Err(flaw(part, sentence))
    }

    fn check_symmetry(&self) -> Result<(), Flaw> {
        let symmetry = self.plan.symmetry;
        for (i, &(listed, x, y)) in self.plan.objects.iter().enumerate() {
            let (mx, my) = self.plan.mirror((x, y));
            if self.terrain(self.cell_at(mx, my)) != listed.terrain() {
                let sentence = format!(
                    "{} at ({x}, {y}) has no mirror image at ({mx}, {my}): the map is not {symmetry}",
                    listed.word()
                );
                return Err(flaw(Part::Object(i), sentence));
            }
        }
        let Hqs { a, b } = self.plan.hq;
        let mirrored = self.plan.mirror((a[0], a[1]));
        if mirrored != (b[0], b[1]) {
            let sentence = format!(
                "the headquarters of B is at ({}, {}), but the mirror image of A's is at ({}, {})",
                b[0], b[1], mirrored.0, mirrored.1
            );
            return Err(flaw(Part::Hq(Team::B), sentence));
        }
        Ok(())
    }

    /// The drawing this map was made from, objects in column order.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Columns.
    pub fn width(&self) -> usize {
        self.plan.width
    }

    /// Rows.
    pub fn height(&self) -> usize {
        self.plan.height
    }

    /// The terrain at (x, y) without offset; outside beyond the edges.
    pub fn terrain_at(&self, x: usize, y: usize) -> Terrain {
        if x < self.width() && y < self.height() {
            self.terrain(self.cell_at(x, y))
        } else {
            Terrain::Outside
        }
    }

    /// How many tiles of a terrain the map has.
    pub fn count(&self, terrain: Terrain) -> usize {
        match terrain {
            Terrain::Outside => 0,
            _ => self.terrain.iter().filter(|&&t| t == terrain).count(),
        }
    }

    #[inline]
    pub(crate) fn terrain(&self, cell: Cell) -> Terrain {
        self.terrain[cell.index()]
    }

    pub(crate) fn terrain_plane(&self) -> &[Terrain] {
        &self.terrain
    }

    pub(crate) fn bases(&self) -> &[Cell] {
        &self.bases
    }

    pub(crate) fn hq(&self, team: Team) -> Cell {
        self.hqs[team.index()]
    }

    /// The tile at (x, y), which must be inside.
    pub(crate) fn cell_at(&self, x: usize, y: usize) -> Cell {
        Cell(((y + BORDER) * self.stride + x + BORDER) as u16)
    }

    /// Column and row of a tile of the map, without offset.
    #[inline]
    pub(crate) fn place(&self, cell: Cell) -> (i32, i32) {
        let index = cell.index() - BORDER;
        let (row, column) = (index / self.stride, index % self.stride);
        (column as i32, row as i32 - BORDER as i32)
    }

    /// The tile as bots name it.
    #[inline]
    pub(crate) fn location(&self, cell: Cell) -> Location {
        let (x, y) = self.place(cell);
        let [ox, oy] = self.plan.offset;
        Location::new(x + i32::from(ox), y + i32::from(oy))
    }

    /// The tile with the coordinates that bots use, if it is on the map.
    pub(crate) fn cell_of(&self, location: Location) -> Option<Cell> {
        let [ox, oy] = self.plan.offset;
        let x = usize::try_from(i64::from(location.x) - i64::from(ox)).ok()?;
        let y = usize::try_from(i64::from(location.y) - i64::from(oy)).ok()?;
        (x < self.width() && y < self.height()).then(|| self.cell_at(x, y))
    }

    /// What a step in a direction adds to a tile's index.
    #[inline]
    pub(crate) fn delta(&self, direction: Direction) -> i32 {
        direction.dy() * self.stride as i32 + direction.dx()
    }

    /// The tiles within a squared distance of at most [`VISION_MAX`], in sensing order (R7).
    #[inline]
    pub(crate) fn glances(&self, radius_squared: i32) -> &[Glance] {
        let count = match radius_squared {
            20 => 69,
            32 => 101,
            64.. => TILES_IN_SIGHT_MAX,
            r => {
                let within = |g: &Glance| i32::from(g.distance_squared) <= r;
                self.glances.partition_point(within)
            }
        };
        &self.glances[..count]
    }

    /// Column and row of a tile of the map that bots name so.
    #[inline]
    pub(crate) fn column_and_row(&self, at: Location) -> (usize, usize) {
        let [ox, oy] = self.plan.offset;
        ((at.x - i32::from(ox)) as usize, (at.y - i32::from(oy)) as usize)
    }

    /// The terrain around a tile of the map within a squared distance, in sensing order (R7).
    #[inline]
    pub(crate) fn sight(&self, at: Location, radius_squared: i32) -> &[Terrain] {
        let sights = self.sights.get_or_init(|| self.all_sights());
        let (x, y) = self.column_and_row(at);
        let start = (y * self.width() + x) * TILES_IN_SIGHT_MAX;
        &sights[start..start + self.glances(radius_squared).len()]
    }

    fn all_sights(&self) -> Vec<Terrain> {
        let mut sights = Vec::with_capacity(self.width() * self.height() * TILES_IN_SIGHT_MAX);
        for (y, x) in (0..self.height()).flat_map(|y| (0..self.width()).map(move |x| (y, x))) {
            let cell = self.cell_at(x, y);
            sights
                .extend(self.glances.iter().map(|glance| self.terrain(cell.shifted(glance.delta))));
        }
        sights
    }

    /// The tile at a place in sensing order around a tile, and how bots name it if they call that one `here`.
    #[inline]
    pub(crate) fn glance(&self, cell: Cell, here: Location, place: usize) -> (Cell, Location) {
        let Glance { delta, dx, dy, .. } = self.glances[place];
        (cell.shifted(delta), Location::new(here.x + i32::from(dx), here.y + i32::from(dy)))
    }

    /// Tiles in a row of the planes.
    pub(crate) fn stride(&self) -> usize {
        self.stride
    }

    /// All tiles of the map, x outside, y inside.
    pub(crate) fn cells(&self) -> impl Iterator<Item = Cell> {
        let column = move |x| (0..self.height()).map(move |y| self.cell_at(x, y));
        (0..self.width()).flat_map(column)
    }
}

fn glances(stride: usize) -> Vec<Glance> {
    let glance = |&(dx, dy): &(i8, i8)| Glance {
        delta: i32::from(dy) * stride as i32 + i32::from(dx),
        dx,
        dy,
        distance_squared: (i32::from(dx).pow(2) + i32::from(dy).pow(2)) as u8,
    };
    AROUND.iter().map(glance).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::HomeRun;
    use agon_core::{Contest, Symmetry};

    fn own_map(i: usize) -> Map {
        Map::parse(HomeRun::own_maps()[i].text).unwrap()
    }

    #[test]
    fn sight_has_the_sizes_the_table_says() {
        let map = own_map(0);
        for (radius, count) in [(0, 1), (2, 9), (20, 69), (32, 101), (64, 197), (9999, 197)] {
            assert_eq!(map.glances(radius).len(), count, "radius {radius}");
        }
        assert_eq!(map.glances(-1).len(), 0);
        for g in map.glances(20) {
            assert!(g.distance_squared <= 20);
        }
        assert_eq!(map.glances[69].distance_squared, 25);
        assert!(map.glances[101].distance_squared > 32);
    }

    #[test]
    fn places_and_cells_are_inverse_to_each_other() {
        let map = own_map(1);
        for x in 0..map.width() {
            for y in 0..map.height() {
                let cell = map.cell_at(x, y);
                assert_eq!(map.place(cell), (x as i32, y as i32));
                assert_eq!(map.cell_of(map.location(cell)), Some(cell));
            }
        }
        assert_eq!(map.cell_of(Location::new(i32::MIN, i32::MAX)), None);
    }

    #[test]
    fn unfair_and_unplayable_plans_are_refused_with_a_sentence() {
        let good = own_map(0).plan().clone();
        let refused = |change: &dyn Fn(&mut Plan), word: &str| {
            let mut plan = good.clone();
            change(&mut plan);
            let MapFault(sentence) = Map::try_from(plan).unwrap_err();
            assert!(sentence.contains(word), "{sentence}");
        };
        refused(&|p| p.width = 19, "the width is 19, a map has 20 to 60");
        refused(&|p| p.height = 61, "the height is 61");
        refused(&|p| p.offset[1] = 1001, "the offset 1001 is too large");
        refused(&|p| p.objects.push((Listed::B, 0, 0)), "no mirror image");
        refused(&|p| p.objects.push((Listed::B, 0, 99)), "outside the map");
        refused(&|p| p.objects.push((Listed::B, 0, 9)), "listed twice");
        refused(&|p| p.hq.b = [1, 2], "the mirror image of A's is at");
        refused(&|p| p.hq.b = p.hq.a, "same tile");
        refused(&|p| p.hq.a = [0, 9], "in the water");
        refused(&|p| p.symmetry = Symmetry::Rotational, "not rotational");
    }
}
