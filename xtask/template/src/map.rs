//! The field: its file, what makes it valid, the generator.

use crate::constants::{CROPS_MAX, SIDE_MAX, SIDE_MIN};
use crate::types::Place;
use agon_core::{GameMap, Grid, MapFault, Rng, Symmetry, Wishes};
use serde::{Deserialize, Serialize};

/// The options of the generator.
pub(crate) const WISHES: &[(&str, &str)] = &[("size", "rows and columns, 3 to 24")];

/// R1, R2 A field: what grows on each tile, and where the farmers start.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Map {
    /// What grows on each tile.
    pub crops: Grid<u8>,
    /// Where the farmers start, by seat.
    pub starts: [Place; 2],
}

impl GameMap for Map {
    /// One line per row: a digit for what grows on a tile, `N` and `S` for the starts of the farmers.
    fn parse(text: &str) -> Result<Map, MapFault> {
        let mut starts = [None; 2];
        let mut rows = Vec::new();
        for (r, line) in text.lines().enumerate() {
            let mut row = Vec::new();
            for (c, sign) in line.trim_end().chars().enumerate() {
                let seat = match sign {
                    '0'..='9' => {
                        row.push(sign as u8 - b'0');
                        continue;
                    }
                    'N' => 0,
                    'S' => 1,
                    _ => {
                        return Err(MapFault::new(format!(
                            "`{sign}` in row {r}, column {c} is not a tile: use a digit, N or S"
                        )));
                    }
                };
                if starts[seat].replace((r as u8, c as u8)).is_some() {
                    return Err(MapFault::new(format!(
                        "`{sign}` in row {r}, column {c} is the second one: each farmer has one start"
                    )));
                }
                row.push(0);
            }
            rows.push(row);
        }
        let sides = [rows.len(), rows.first().map_or(0, Vec::len)];
        if sides.iter().any(|side| !(SIDE_MIN..=SIDE_MAX).contains(side)) {
            return Err(MapFault::new(format!(
                "the field has {} rows and {} columns: both are {SIDE_MIN} to {SIDE_MAX}",
                sides[0], sides[1]
            )));
        }
        let crops = Grid::from_rows(rows)
            .ok_or_else(|| MapFault::new("the rows of the field differ in length"))?;
        match starts {
            [Some(north), Some(south)] => Ok(Map { crops, starts: [north, south] }),
            _ => Err(MapFault::new("the field needs one N and one S: the starts of the farmers")),
        }
    }

    fn to_text(&self) -> String {
        let mut text = String::new();
        for row in 0..self.crops.height() {
            for column in 0..self.crops.width() {
                let place = (row as u8, column as u8);
                text.push(match self.starts.iter().position(|&start| start == place) {
                    Some(seat) => ['N', 'S'][seat],
                    None => char::from(b'0' + self.crops[(row, column)]),
                });
            }
            text.push('\n');
        }
        text
    }

    fn generate(wishes: &Wishes, seed: u64) -> Result<Map, MapFault> {
        let side = wishes.number("size", SIDE_MIN as u32..=SIDE_MAX as u32, 9)? as usize;
        let mut rng = Rng::new(seed);
        let mut crops = Grid::new(side, side);
        for row in 0..side {
            for column in 0..side {
                let image = Symmetry::Rotational.image(side, side, (row, column));
                let grown = rng.below(u32::from(CROPS_MAX) + 1) as u8;
                crops[(row, column)] = grown;
                crops[image] = grown;
            }
        }
        let start = (0, side / 2);
        let image = Symmetry::Rotational.image(side, side, start);
        for place in [start, image] {
            crops[place] = 0;
        }
        let starts = [start, image].map(|(row, column)| (row as u8, column as u8));
        Ok(Map { crops, starts })
    }

    fn draw(&self, colour: bool) -> String {
        if colour { format!("\x1b[32m{}\x1b[0m", self.to_text()) } else { self.to_text() }
    }

    fn describe(&self) -> String {
        let (rows, columns) = (self.crops.height(), self.crops.width());
        let crops: u32 = self.crops.cells().iter().map(|&grown| u32::from(grown)).sum();
        format!("{rows} rows x {columns} columns; {crops} crops")
    }
}

impl TryFrom<String> for Map {
    type Error = MapFault;
    fn try_from(text: String) -> Result<Map, MapFault> {
        Map::parse(&text)
    }
}

impl From<Map> for String {
    fn from(map: Map) -> String {
        map.to_text()
    }
}
