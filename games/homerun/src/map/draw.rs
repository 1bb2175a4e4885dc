//! A map as text for a terminal, and the pieces from which a position is drawn.

use super::{Cell, Map};
use crate::types::{Team, Terrain, UnitType};
use std::fmt::Write;

/// How one tile looks in a terminal: one character, its colour and that of its background.
pub(crate) struct Look {
    pub symbol: char,
    pub ink: u8,
    pub paper: Option<u8>,
}

const A_INK: u8 = 33;
const B_INK: u8 = 203;

/// How terrain looks.
pub(crate) fn look_of(terrain: Terrain) -> Look {
    let (ink, paper) = match terrain {
        Terrain::Outside => (240, None),
        Terrain::Grass => (65, None),
        Terrain::Water => (75, Some(18)),
        Terrain::Base => (231, Some(94)),
        Terrain::Stadium => (231, Some(58)),
    };
    // A base is `b` in messages; here `b` is a batter of team B.
    let symbol = if terrain == Terrain::Base { '+' } else { terrain.symbol() };
    Look { symbol, ink, paper }
}

/// The north is at the top, the coordinates are those without offset.
pub(crate) fn write_board(map: &Map, colour: bool, look: impl Fn(Cell) -> Look) -> String {
    let mut out = String::new();
    for y in (0..map.height()).rev() {
        write!(out, "{y:3} ").expect("a String takes everything");
        for x in 0..map.width() {
            let Look { symbol, ink, paper } = look(map.cell_at(x, y));
            let paper = paper.map_or(String::new(), |paper| format!(";48;5;{paper}"));
            match colour {
                false => write!(out, " {symbol}"),
                true => write!(out, "\x1b[38;5;{ink}{paper}m {symbol}\x1b[0m"),
            }
            .expect("a String takes everything");
        }
        out.push('\n');
    }
    out.push_str("    ");
    for x in 0..map.width() {
        match x % 5 {
            0 => write!(out, "{x:2}").expect("a String takes everything"),
            _ => out.push_str("  "),
        }
    }
    out.push('\n');
    out
}

/// A map as text: `.` grass, `~` water, `+` base, `s` stadium, `H` and `h` the headquarters.
pub(super) fn draw_map(map: &Map, colour: bool) -> String {
    write_board(map, colour, |cell| {
        let look = look_of(map.terrain(cell));
        let hq = Team::BOTH.into_iter().find(|&team| map.hq(team) == cell);
        match hq {
            None => look,
            Some(team) => unit_look(team, UnitType::Hq, false, look),
        }
    })
}

/// H, P, B and C are A's units, small letters B's; a pitcher that carries a ball is Q or q.
pub(crate) fn unit_look(team: Team, unit_type: UnitType, is_carrying: bool, under: Look) -> Look {
    let letter = match is_carrying {
        true => 'Q',
        false => unit_type.letter(),
    };
    let (symbol, ink) = match team {
        Team::A => (letter, A_INK),
        Team::B => (letter.to_ascii_lowercase(), B_INK),
    };
    Look { symbol, ink, ..under }
}
