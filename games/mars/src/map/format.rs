//! R12.1, R12.2: the file format `*.awap23m`, one JSON list of rows of `[kind, terraform, mining]`.

use super::{Map, Tile, TileKind};
use crate::constants::*;
use agon_core::MapFault;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

/// Reads a map file; a fault names row and column (both counted from 0, as the game counts).
pub(super) fn parse(text: &str) -> Result<Map, MapFault> {
    let value: Value = serde_json::from_str(text).map_err(|e| {
        MapFault(format!("this is not JSON (line {}, column {}): {e}", e.line(), e.column()))
    })?;
    Map::from_value(&value)
}

impl Map {
    /// Reads the contents of a map file.
    pub fn from_value(value: &Value) -> Result<Map, MapFault> {
        let rows = value.as_array().ok_or_else(|| {
            MapFault::new("a map is a list of rows, each a list of tiles [kind, terraform, mining]")
        })?;
        let height = rows.len();
        let width = rows.first().and_then(Value::as_array).map_or(0, Vec::len);
        let mut tiles = Vec::with_capacity(height.min(SIDE_MAX) * width.min(SIDE_MAX));
        // The size comes first: faults of single tiles do not help while the size is wrong.
        for (what, side) in [("rows", height), ("columns", width)] {
            if !(SIDE_MIN..=SIDE_MAX).contains(&side) {
                return Err(MapFault(format!(
                    "the map has {side} {what}; it needs {SIDE_MIN} to {SIDE_MAX}"
                )));
            }
        }
        for (r, row) in rows.iter().enumerate() {
            let row = row.as_array().ok_or_else(|| {
                MapFault(format!("row {r} is not a list of tiles but {}", short(row)))
            })?;
            if row.len() != width {
                return Err(MapFault(format!(
                    "row {r} has {} columns, row 0 has {width}: all rows must be equally long",
                    row.len()
                )));
            }
            for (c, tile) in row.iter().enumerate() {
                let tile = parse_tile(tile)
                    .map_err(|fault| MapFault(format!("row {r}, column {c}: {fault}")))?;
                tiles.push(tile);
            }
        }
        Map::new(height, width, &tiles)
    }

    /// The rows of tiles from the top.
    pub fn rows(&self) -> impl Iterator<Item = impl Iterator<Item = Tile>> {
        (0..self.height).map(move |row| {
            (0..self.width).map(move |col| self.tile((row * self.width + col) as u16))
        })
    }
}

/// Writes a map file, one row per line.
pub(super) fn write(map: &Map) -> String {
    let mut text = String::from("[\n");
    for (r, row) in map.rows().enumerate() {
        let row: Vec<String> = row
            .map(|t| format!("[\"{}\",{},{}]", t.kind.letter(), t.terraform, t.mining))
            .collect();
        let comma = if r + 1 < map.height { "," } else { "" };
        text.push_str(&format!("[{}]{comma}\n", row.join(",")));
    }
    text.push_str("]\n");
    text
}

fn parse_tile(value: &Value) -> Result<Tile, String> {
    let parts = value.as_array().filter(|parts| parts.len() == 3).ok_or_else(|| {
        format!(
            "a tile is [kind, terraform, mining], for example [\"T\",0,0], not {}",
            short(value)
        )
    })?;
    let number = |i: usize, what: &str| {
        parts[i].as_i64().ok_or_else(|| format!("{what} must be a whole number, not {}", parts[i]))
    };
    let (terraform, mining) = (number(1, "terraform")?, number(2, "mining")?);
    let base = i64::from(INITIAL_TERRAFORM);
    match parts[0].as_str() {
        Some("T") if mining != 0 => Err(format!("land has no metal, but mining is {mining}")),
        Some("T") if ![-base, 0, base].contains(&terraform) => {
            Err(format!("land starts with terraform -5, 0 or 5, not {terraform}"))
        }
        Some("T") => Ok(Tile { terraform: terraform as i8, ..Tile::LAND }),
        Some("M") if terraform != 0 => {
            Err(format!("a deposit cannot be terraformed, but terraform is {terraform}"))
        }
        Some("M") if !(i64::from(MINING_MIN)..=i64::from(MINING_MAX)).contains(&mining) => {
            Err(format!("a deposit yields {MINING_MIN} to {MINING_MAX}, not {mining}"))
        }
        Some("M") => Ok(Tile::deposit(mining as u8)),
        Some("I") if terraform != 0 || mining != 0 => {
            Err(format!("rock has terraform 0 and mining 0, not {terraform} and {mining}"))
        }
        Some("I") => Ok(Tile::ROCK),
        _ => Err(format!("the kind must be \"T\", \"M\" or \"I\", not {}", short(&parts[0]))),
    }
}

/// A tile in words, for messages.
pub(super) fn describe(tile: Tile) -> String {
    match tile.kind {
        TileKind::Impassable => "rock".into(),
        TileKind::Mining => format!("a deposit of {}", tile.mining),
        TileKind::Terraformable if tile.terraform > 0 => "a base of blue".into(),
        TileKind::Terraformable if tile.terraform < 0 => "a base of red".into(),
        TileKind::Terraformable => "neutral land".into(),
    }
}

fn short(value: &Value) -> String {
    let text = value.to_string();
    if text.chars().count() <= 40 {
        text
    } else {
        format!("{}...", text.chars().take(40).collect::<String>())
    }
}

impl Serialize for Map {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let rows = self
            .rows()
            .map(|row| row.map(|t| (t.kind.letter(), t.terraform, t.mining)).collect::<Vec<_>>());
        serializer.collect_seq(rows)
    }
}

impl<'de> Deserialize<'de> for Map {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Map, D::Error> {
        let value = Value::deserialize(deserializer)?;
        Map::from_value(&value).map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(change: impl FnOnce(&mut Vec<Vec<Value>>)) -> String {
        let mut rows = vec![vec![serde_json::json!(["T", 0, 0]); 16]; 16];
        change(&mut rows);
        serde_json::to_string(&rows).unwrap()
    }

    #[test]
    fn r12_2_every_fault_names_its_place() {
        let tile = |tile: Value| file(|rows| rows[2][3] = tile);
        let cases = [
            ("{}".to_owned(), "list of rows"),
            ("[".to_owned(), "line 1"),
            ("[]".to_owned(), "0 rows"),
            (file(|rows| rows.truncate(15)), "15 rows"),
            (file(|rows| rows[0].truncate(3)), "3 columns"),
            (file(|rows| rows[5].truncate(15)), "row 5 has 15 columns"),
            (tile(serde_json::json!(7)), "row 2, column 3: a tile is"),
            (tile(serde_json::json!(["T", 0])), "row 2, column 3: a tile is"),
            (tile(serde_json::json!(["X", 0, 0])), "row 2, column 3: the kind"),
            (tile(serde_json::json!(["T", 4, 0])), "row 2, column 3: land starts"),
            (tile(serde_json::json!(["T", 0, 5])), "row 2, column 3: land has no metal"),
            (tile(serde_json::json!(["T", 0.5, 0])), "row 2, column 3: terraform must"),
            (tile(serde_json::json!(["M", 5, 5])), "row 2, column 3: a deposit cannot"),
            (tile(serde_json::json!(["M", 0, 4])), "row 2, column 3: a deposit yields"),
            (tile(serde_json::json!(["M", 0, 26])), "row 2, column 3: a deposit yields"),
            (tile(serde_json::json!(["I", 5, 0])), "row 2, column 3: rock has"),
        ];
        for (text, expected) in cases {
            let fault = parse(&text).unwrap_err().to_string();
            assert!(fault.contains(expected), "{fault}");
        }
    }

    #[test]
    fn r12_1_files_round_trip() {
        let text = file(|rows| {
            rows[0][0] = serde_json::json!(["M", 0, 25]);
            rows[1][1] = serde_json::json!(["I", 0, 0]);
            rows[2][2] = serde_json::json!(["T", -5, 0]);
        });
        let map = parse(&text).unwrap();
        assert_eq!(parse(&write(&map)).unwrap(), map);
        let json = serde_json::to_string(&map).unwrap();
        assert_eq!(serde_json::from_str::<Map>(&json).unwrap(), map);
        assert_eq!(map.tile(0).mining, 25);
    }
}
