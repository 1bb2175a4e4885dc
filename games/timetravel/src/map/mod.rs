//! Maps: the players' starts, portals and terrain; the file format (`format`), the checks (`check`), the
//! generator (`generate`) and drawings (`draw`).

mod check;
pub(crate) mod draw;
mod format;
mod generate;

pub use generate::{Draw, WISHES, generate_with};

use crate::constants::*;
use crate::types::{Cell, Id};
use agon_core::{GameMap, Lasting, MapFault, Wishes};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// R10 A portal: takes a unit on its tile to the next or the previous period.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Portal {
    /// Its number.
    pub id: Id,
    /// Where it is.
    pub cell: Cell,
    /// +1 or -1, added to the period.
    pub direction: i8,
}

impl Portal {
    /// The tile it leads to; `None` if there is no such period.
    pub fn leads_to(&self) -> Option<Cell> {
        match self.direction {
            1 => self.cell.later(),
            -1 => self.cell.earlier(),
            _ => None,
        }
    }
}

/// R2 A piece of terrain: closes its tile to steps, to buildings or to both.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Terrain {
    /// Its number.
    pub id: Id,
    /// Where it is.
    pub cell: Cell,
    /// Whether it closes the tile to steps.
    pub blocks_move: bool,
    /// Whether it closes the tile to buildings.
    pub blocks_build: bool,
}

/// A piece of terrain.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the fields are named as in the rulebook, section 2")]
pub struct TerrainRecord {
    pub id: Id,
    pub x: i32,
    pub y: i32,
    pub z: u8,
    pub blocks_move: bool,
    pub blocks_build: bool,
}

impl TerrainRecord {
    /// The facts about a piece of terrain.
    pub fn new(terrain: &Terrain) -> TerrainRecord {
        let Terrain { id, cell, blocks_move, blocks_build } = *terrain;
        TerrainRecord { id, x: cell.x(), y: cell.y(), z: cell.z(), blocks_move, blocks_build }
    }
}

const BLOCKS_MOVE: u8 = 1;
const BLOCKS_BUILD: u8 = 2;
const NO_PORTAL: u16 = u16::MAX;

/// A map: the objects that never change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "format::MapFile", into = "format::MapFile")]
pub struct Map {
    start: (i32, i32),
    portals: Vec<Portal>,
    terrain: Vec<Terrain>,
    /// The terrain as every view of a match has it.
    terrain_records: Lasting<Vec<TerrainRecord>>,
    /// What the terrain closes, by tile.
    blocks: Vec<u8>,
    /// The portal on each tile; of two the one created first.
    portal_on: Vec<u16>,
    next_id: Id,
}

impl Map {
    /// Makes a map from objects with ids. Checks no rule, because recorded games can have two portals on one
    /// tile.
    pub(crate) fn of_objects(
        start: (i32, i32),
        portals: Vec<Portal>,
        terrain: Vec<Terrain>,
    ) -> Map {
        let mut blocks = vec![0; CELLS];
        for object in &terrain {
            let blocked = &mut blocks[object.cell.index()];
            *blocked |= if object.blocks_move { BLOCKS_MOVE } else { 0 };
            *blocked |= if object.blocks_build { BLOCKS_BUILD } else { 0 };
        }
        let mut portal_on = vec![NO_PORTAL; CELLS];
        for (index, portal) in portals.iter().enumerate() {
            let on = &mut portal_on[portal.cell.index()];
            if *on == NO_PORTAL {
                *on = index as u16;
            }
        }
        let ids = portals.iter().map(|p| p.id).chain(terrain.iter().map(|t| t.id));
        let next_id = ids.max().map_or(FIRST_MAP_ID, |last| last + 1);
        let terrain_records = terrain.iter().map(TerrainRecord::new).collect::<Vec<_>>().into();
        Map { start, portals, terrain, terrain_records, blocks, portal_on, next_id }
    }

    /// Makes a map from portals (x, y, z, direction) and terrain (x, y, z, blocks move, blocks build), and
    /// assigns the ids.
    pub(crate) fn of_places(
        start: (i32, i32),
        portals: impl IntoIterator<Item = (Cell, i8)>,
        terrain: impl IntoIterator<Item = (Cell, bool, bool)>,
    ) -> Map {
        let mut portals: Vec<Portal> = portals
            .into_iter()
            .map(|(cell, direction)| Portal { id: 0, cell, direction })
            .collect();
        let mut terrain: Vec<Terrain> = terrain
            .into_iter()
            .map(|(cell, blocks_move, blocks_build)| Terrain {
                id: 0,
                cell,
                blocks_move,
                blocks_build,
            })
            .collect();
        number(&mut portals, &mut terrain);
        Map::of_objects(start, portals, terrain)
    }

    /// R4 The corner of the first player's school.
    pub fn start(&self) -> (i32, i32) {
        self.start
    }

    /// The portals in the order of the file, which is the order of their ids.
    pub fn portals(&self) -> &[Portal] {
        &self.portals
    }

    /// The terrain in the order of the file.
    pub fn terrain(&self) -> &[Terrain] {
        &self.terrain
    }

    /// The same as plain records.
    pub(crate) fn terrain_records(&self) -> &Lasting<Vec<TerrainRecord>> {
        &self.terrain_records
    }

    /// Whether terrain keeps units off a tile.
    #[inline]
    pub fn blocks_move(&self, cell: Cell) -> bool {
        self.blocks[cell.index()] & BLOCKS_MOVE != 0
    }

    /// Whether terrain keeps buildings off a tile.
    #[inline]
    pub fn blocks_build(&self, cell: Cell) -> bool {
        self.blocks[cell.index()] & BLOCKS_BUILD != 0
    }

    /// The portal on a tile, as a place in [`Map::portals`].
    #[inline]
    pub fn portal_at(&self, cell: Cell) -> Option<usize> {
        match self.portal_on[cell.index()] {
            NO_PORTAL => None,
            index => Some(usize::from(index)),
        }
    }

    /// Whether a portal or a piece of terrain has this number.
    pub(crate) fn has_object(&self, id: Id) -> bool {
        self.portals.iter().any(|p| p.id == id) || self.terrain.iter().any(|t| t.id == id)
    }

    /// The first id after those of the map's objects.
    pub(crate) fn next_id(&self) -> Id {
        self.next_id
    }

    /// R4 The buildings of the start: kind and corner, in the order in which they are created.
    pub fn start_buildings(&self, player: crate::types::Player) -> [(BuildingKind, (i32, i32)); 3] {
        use BuildingKind::{Farm, Gallery, School};
        let (x, y) = self.start;
        match player {
            crate::types::Player::First => {
                [(School, (x, y)), (Gallery, (x, y + 2)), (Farm, (x, y + 4))]
            }
            crate::types::Player::Second => {
                let (x, y) = (-x - 1, -y - 5);
                [(Farm, (x, y)), (Gallery, (x, y + 2)), (School, (x, y + 4))]
            }
        }
    }
}

/// Assigns ids in the order in which the generator creates the objects (R4): the portals in file
/// order, and right after each run of portals in the present the far past's terrain on the same
/// tiles; then the remaining terrain.
fn number(portals: &mut [Portal], terrain: &mut [Terrain]) {
    let present = |portal: &Portal| portal.cell.z() == 2;
    let mut next = FIRST_MAP_ID;
    let mut run = 0;
    for i in 0..portals.len() {
        portals[i].id = next;
        next += 1;
        if !present(&portals[i]) {
            run = i + 1;
        } else if i + 1 == portals.len() || !present(&portals[i + 1]) {
            for portal in &portals[run..=i] {
                let below = portal.cell.earlier().and_then(Cell::earlier);
                let rocks = terrain.iter_mut().filter(|t| t.id == 0 && Some(t.cell) == below);
                for rock in rocks {
                    rock.id = next;
                    next += 1;
                }
            }
            run = i + 1;
        }
    }
    for rock in terrain.iter_mut().filter(|t| t.id == 0) {
        rock.id = next;
        next += 1;
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
        draw::draw(self, colour)
    }

    fn describe(&self) -> String {
        let (x, y) = self.start;
        let passages = |z: u8| {
            let starts = |p: &&Portal| p.cell.z() == z && p.direction == 1;
            self.portals.iter().filter(starts).count()
        };
        let closed = [0, 1, 2].map(|z| self.terrain.iter().filter(|t| t.cell.z() == z).count());
        let [far_past, past, present] = closed;
        format!(
            "starts at ({x}, {y}) and ({}, {}); {} passages between far past and past, {} between past \
             and present; {far_past} / {past} / {present} tiles of terrain",
            -x - 1,
            -y - 5,
            passages(0),
            passages(1),
        )
    }
}
