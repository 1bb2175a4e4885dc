//! Maps as text for a terminal.

use super::Map;
use crate::types::{Material, Owner, Point};
use std::fmt::Write;

/// Terminal colours of the players, then of the aliens.
const INKS: [u8; 7] = [203, 39, 77, 220, 171, 208, 244];

/// Appends a text, in the colour of its owner if `colour` is set.
pub(crate) fn paint(out: &mut String, text: &str, owner: Owner, colour: bool) {
    if colour {
        let ink = INKS[owner.id().unwrap_or(6).min(6)];
        let _ = write!(out, "\x1b[38;5;{ink}m{text}\x1b[0m");
    } else {
        out.push_str(text);
    }
}

/// The field row by row, two characters per vertex; `look` names the points that are not plain dots.
pub(crate) fn draw_field(
    map: &Map,
    colour: bool,
    look: impl Fn(Point) -> Option<(String, Owner)>,
) -> String {
    let field = map.field();
    let widest = *field.columns(0).start();
    let mut out = String::new();
    for y in field.rows() {
        let _ = write!(out, "{y:>4} ");
        for _ in widest..*field.columns(y).start() {
            out.push_str("  ");
        }
        for x in field.columns(y) {
            match look(Point::new(x, y)) {
                Some((text, owner)) => paint(&mut out, &text, owner, colour),
                None => out.push_str(" ."),
            }
        }
        out.push('\n');
    }
    out
}

/// The letter of a material on drawings.
pub(crate) fn letter(material: Material) -> char {
    ['G', 'S', 'M'][material.index()]
}

/// The map with its veins.
pub(super) fn draw(map: &Map, colour: bool) -> String {
    let mut out = draw_field(map, colour, |p| {
        let vein = &map.veins()[map.vein_at(p)?.index()];
        Some((format!(" {}", letter(vein.material)), Owner::ALIENS))
    });
    out.push_str("G gas, S stone, M metal\n");
    out
}
