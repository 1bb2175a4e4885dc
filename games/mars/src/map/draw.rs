//! Boards as text for a terminal.

use super::{Map, Tile, TileKind};
use crate::types::Cell;

/// One tile in a terminal: two characters, a foreground and a background colour.
pub(crate) struct Look {
    pub text: String,
    pub ink: u8,
    pub paper: Option<u8>,
}

pub(crate) const BLUE_INK: u8 = 33;
pub(crate) const RED_INK: u8 = 203;

/// The text and colours of a tile with a terraform value.
pub(crate) fn look_of(tile: Tile, terraform: i8) -> Look {
    let owned = |text: &str, ink, paper| Look { text: text.into(), ink, paper: Some(paper) };
    match tile.kind {
        TileKind::Impassable => Look { text: "##".into(), ink: 240, paper: None },
        TileKind::Mining => Look { text: format!("{:2}", tile.mining), ink: 220, paper: None },
        TileKind::Terraformable if terraform > 0 => owned(" +", BLUE_INK, 17),
        TileKind::Terraformable if terraform < 0 => owned(" -", RED_INK, 52),
        TileKind::Terraformable => Look { text: " .".into(), ink: 244, paper: None },
    }
}

/// A board as text, tile by tile, with the numbers of rows and columns.
pub(crate) fn write_board(map: &Map, colour: bool, look: impl Fn(Cell) -> Look) -> String {
    let mut out = String::from("    ");
    for col in 0..map.width() {
        out.push_str(&if col % 5 == 0 { format!("{col:2}") } else { "  ".into() });
    }
    for row in 0..map.height() {
        out.push_str(&format!("\n{row:3} "));
        for col in 0..map.width() {
            let Look { text, ink, paper } = look((row * map.width() + col) as Cell);
            match (colour, paper) {
                (false, _) => out.push_str(&text),
                (true, None) => out.push_str(&format!("\x1b[38;5;{ink}m{text}\x1b[0m")),
                (true, Some(paper)) => {
                    out.push_str(&format!("\x1b[38;5;{ink};48;5;{paper}m{text}\x1b[0m"));
                }
            }
        }
    }
    out.push('\n');
    out
}

/// A map as text: ` .` land, `##` rock, a number for a deposit, ` +` blue's and ` -` red's bases.
pub(super) fn draw(map: &Map, colour: bool) -> String {
    write_board(map, colour, |cell| look_of(map.tile(cell), map.tile(cell).terraform))
}
