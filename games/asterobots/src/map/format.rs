//! The map file: JSON `{"name": ..., "size": 10, "veins": [{"location": [x, y], "material": "gas",
//! "robots": 70, "material_productivity": 7, "robot_productivity": 6}, ...]}`.

use super::{Deposit, Map};
use agon_core::MapFault;
use serde::{Deserialize, Serialize};

/// Reads a map file.
pub(super) fn parse(text: &str) -> Result<Map, MapFault> {
    let map: Map = serde_json::from_str(text).map_err(|e| MapFault(format!("not a map: {e}")))?;
    map.check_spacing()?;
    Ok(map)
}

/// Writes a map file, one vein per line.
pub(super) fn write(map: &Map) -> String {
    let name = serde_json::to_string(&map.name).expect("strings can be written");
    let mut text = format!("{{\"name\": {name}, \"size\": {}, \"veins\": [\n", map.field.size());
    for (i, vein) in map.veins.iter().enumerate() {
        let comma = if i + 1 < map.veins.len() { "," } else { "" };
        text += &format!(
            "  {{\"location\": [{}, {}], \"material\": \"{}\", \"robots\": {}, \
             \"material_productivity\": {}, \"robot_productivity\": {}}}{comma}\n",
            vein.location.x,
            vein.location.y,
            vein.material,
            vein.robots,
            vein.material_productivity,
            vein.robot_productivity
        );
    }
    text + "]}\n"
}

/// The contents of a map file.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct MapFile {
    #[serde(default)]
    name: String,
    size: u32,
    veins: Vec<Deposit>,
}

impl TryFrom<MapFile> for Map {
    type Error = MapFault;
    fn try_from(file: MapFile) -> Result<Map, MapFault> {
        Map::new(&file.name, file.size, file.veins)
    }
}

impl From<Map> for MapFile {
    fn from(map: Map) -> MapFile {
        MapFile { name: map.name, size: map.field.size(), veins: map.veins }
    }
}
