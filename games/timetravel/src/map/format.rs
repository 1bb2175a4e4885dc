//! The map file: JSON with the size, the start, the portals and the terrain (R4).
//!
//! ```json
//! {"size": 10, "start": {"x": 4, "y": 3},
//!  "portals": [[3, 4, 1, -1], ...], "terrain": [[-6, 2, 0, true, true], ...]}
//! ```
//! A portal is `[x, y, z, direction]`, a piece of terrain `[x, y, z, blocks moving, blocks
//! building]`. A tile holds one object; only on (0, 0) may two equal ones lie, as the contest's generator put
//! them there.

use super::{Map, check};
use crate::constants::{CELLS, RADIUS};
use crate::types::Cell;
use agon_core::MapFault;
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;

/// The contents of a map file.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MapFile {
    size: i32,
    start: Start,
    portals: Vec<(i32, i32, u8, i8)>,
    terrain: Vec<(i32, i32, u8, bool, bool)>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Start {
    x: i32,
    y: i32,
}

impl TryFrom<MapFile> for Map {
    type Error = MapFault;

    fn try_from(file: MapFile) -> Result<Map, MapFault> {
        if file.size != RADIUS {
            return Err(MapFault::new(format!(
                "the size is {}, but Time Travel is played on maps of size 10 only",
                file.size
            )));
        }
        let objects = file.portals.len() + file.terrain.len();
        if objects > CELLS {
            return Err(MapFault::new(format!(
                "there are {objects} portals and pieces of terrain on {CELLS} tiles"
            )));
        }
        let place = |what: &str, number: usize, x, y, z| {
            Cell::new(x, y, z).ok_or_else(|| {
                MapFault::new(format!(
                    "{what} number {} at ({x}, {y}, {z}) is outside the map: x and y run from -10 \
                     to 10, z from 0 to 2",
                    number + 1
                ))
            })
        };
        let mut portals = Vec::with_capacity(file.portals.len());
        for (i, &(x, y, z, direction)) in file.portals.iter().enumerate() {
            portals.push((place("portal", i, x, y, z)?, direction));
        }
        let mut terrain = Vec::with_capacity(file.terrain.len());
        for (i, &(x, y, z, blocks_move, blocks_build)) in file.terrain.iter().enumerate() {
            terrain.push((place("terrain", i, x, y, z)?, blocks_move, blocks_build));
        }
        let map = Map::of_places((file.start.x, file.start.y), portals, terrain);
        check::check(&map)?;
        Ok(map)
    }
}

impl From<Map> for MapFile {
    fn from(map: Map) -> MapFile {
        let at = |cell: Cell| (cell.x(), cell.y(), cell.z());
        let portal = |p: &super::Portal| {
            let (x, y, z) = at(p.cell);
            (x, y, z, p.direction)
        };
        let terrain = |t: &super::Terrain| {
            let (x, y, z) = at(t.cell);
            (x, y, z, t.blocks_move, t.blocks_build)
        };
        MapFile {
            size: RADIUS,
            start: Start { x: map.start.0, y: map.start.1 },
            portals: map.portals.iter().map(portal).collect(),
            terrain: map.terrain.iter().map(terrain).collect(),
        }
    }
}

/// Reads a map file and checks it.
pub(super) fn parse(text: &str) -> Result<Map, MapFault> {
    serde_json::from_str(text).map_err(|e| MapFault::new(format!("this is not a map: {e}")))
}

/// Writes a map file with a few objects per line.
pub(super) fn write(map: &Map) -> String {
    let file = MapFile::from(map.clone());
    let mut text = String::new();
    let Start { x, y } = file.start;
    let _ =
        write!(text, "{{\n  \"size\": {},\n  \"start\": {{\"x\": {x}, \"y\": {y}}},", file.size);
    let portals = file.portals.iter().map(|&(x, y, z, d)| format!("[{x}, {y}, {z}, {d}]"));
    write_list(&mut text, "portals", portals.collect(), 4);
    text.push(',');
    let terrain = file.terrain.iter();
    let terrain = terrain.map(|&(x, y, z, m, b)| format!("[{x}, {y}, {z}, {m}, {b}]"));
    write_list(&mut text, "terrain", terrain.collect(), 2);
    text.push_str("\n}\n");
    text
}

fn write_list(text: &mut String, name: &str, items: Vec<String>, per_line: usize) {
    let lines: Vec<String> =
        items.chunks(per_line).map(|line| format!("    {}", line.join(", "))).collect();
    let _ = write!(text, "\n  \"{name}\": [\n{}\n  ]", lines.join(",\n"));
}
