//! Boards of the three periods as text for a terminal.

use super::Map;
use crate::constants::*;
use crate::types::{Cell, Player, footprint};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The terrain of a tile as a character.
pub(crate) fn ground_letter(map: &Map, cell: Cell) -> u8 {
    match (map.blocks_move(cell), map.blocks_build(cell)) {
        (true, true) => b'#',
        (true, false) => b'~',
        (false, true) => b',',
        (false, false) => b'.',
    }
}

/// One tile in a terminal: two characters and a colour.
pub(crate) type Look = ([char; 2], u8);

pub(crate) const INKS: [u8; PLAYERS] = [33, 203];
const PORTAL_INK: u8 = 141;
const GROUND_INK: u8 = 240;

/// The letter of a type, in capitals for the first player.
pub(crate) fn letter(name: &str, owner: Player) -> char {
    let letter = name.chars().next().unwrap_or('?');
    if owner == Player::First { letter } else { letter.to_ascii_lowercase() }
}

/// The terrain or portal of a tile.
pub(crate) fn ground_look(map: &Map, cell: Cell) -> Look {
    match map.portal_at(cell).map(|index| map.portals()[index].direction) {
        Some(1) => ([' ', '>'], PORTAL_INK),
        Some(_) => ([' ', '<'], PORTAL_INK),
        None => ([' ', char::from(ground_letter(map, cell))], GROUND_INK),
    }
}

/// The three periods side by side, the largest y on top.
pub(crate) fn write_boards(colour: bool, look: impl Fn(Cell) -> Look) -> String {
    let mut out = String::new();
    for z in 0..PERIODS as u8 {
        let _ = write!(out, "      {:<42}", period_name(z));
    }
    for y in (-RADIUS..=RADIUS).rev() {
        out.push('\n');
        for z in 0..PERIODS as u8 {
            let _ = write!(out, "{y:>4} ");
            for x in -RADIUS..=RADIUS {
                let cell = Cell::new(x, y, z).expect("the loops stay on the board");
                let ([a, b], ink) = look(cell);
                if colour {
                    let _ = write!(out, "\x1b[38;5;{ink}m{a}{b}\x1b[0m");
                } else {
                    out.extend([a, b]);
                }
            }
            out.push(' ');
        }
    }
    out.push('\n');
    out
}

/// A map as text: `#` rock, `~` no steps, `,` no buildings, `>` and `<` portals to the next and the
/// previous period, S, G, F the first player's buildings and s, g, f the second's.
pub(super) fn draw(map: &Map, colour: bool) -> String {
    let mut starts = BTreeMap::new();
    for player in Player::BOTH {
        for (kind, (x, y)) in map.start_buildings(player) {
            for z in 0..PERIODS as u8 {
                let cells = footprint(x, y, z).into_iter().flatten();
                starts.extend(cells.map(|cell| (cell, (kind, player))));
            }
        }
    }
    write_boards(colour, |cell| match starts.get(&cell) {
        Some(&(kind, player)) => ([' ', letter(kind.stats().name, player)], INKS[player as usize]),
        None => ground_look(map, cell),
    })
}
