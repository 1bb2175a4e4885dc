//! A galaxy as text for a terminal.

use super::{Galaxy, SystemId};
use crate::types::Colour;

/// Columns and rows of the picture in a terminal.
const CANVAS: (usize, usize) = (78, 24);

fn ink(colour: Colour) -> u8 {
    match colour {
        Colour::Gray => 250,
        Colour::Blue => 33,
        Colour::Red => 203,
    }
}

/// Text in the colour of an owner, if colours are wanted.
pub(crate) fn painted(text: &str, colour: Colour, is_wanted: bool) -> String {
    match is_wanted {
        true => format!("\x1b[38;5;{}m{text}\x1b[0m", ink(colour)),
        false => text.to_owned(),
    }
}

/// The names of the systems where a viewer would draw them. A name that would overlap another moves down.
pub(crate) fn picture(
    galaxy: &Galaxy,
    colour: bool,
    label: impl Fn(SystemId) -> (String, Colour),
) -> String {
    let (columns, rows) = CANVAS;
    let mut rows: Vec<Vec<(usize, SystemId, usize)>> = vec![Vec::new(); rows];
    for system in galaxy.systems() {
        let place = galaxy.layout()[system.index()];
        let width = label(system).0.chars().count().min(columns);
        let column = usize::from(place.x) * (columns - width) / 1000;
        let wanted = usize::from(place.y) * (rows.len() - 1) / 1000;
        let is_free = |row: &Vec<(usize, SystemId, usize)>| {
            row.iter().all(|&(at, _, taken)| column + width < at || at + taken < column)
        };
        let nearest = (0..rows.len()).filter(|&r| is_free(&rows[r]));
        if let Some(row) = nearest.min_by_key(|r| r.abs_diff(wanted)) {
            rows[row].push((column, system, width));
        }
    }
    let mut text = String::new();
    for mut row in rows {
        row.sort();
        let mut at = 0;
        for (column, system, width) in row {
            let (name, owner) = label(system);
            text.push_str(&" ".repeat(column - at));
            text.push_str(&painted(&name, owner, colour));
            at = column + width;
        }
        text.push('\n');
    }
    text
}
