//! Helpers for bots of Mars Makeover: tiles with their coordinates, distances, neighbours, ways.

#![allow(dead_code, reason = "a bot uses what it needs")]

use crate::mars_types::View;

/// The row and the column of a tile.
pub type Place = (i64, i64);

/// What each direction adds to row and column.
pub const STEPS: [(&str, Place); 8] = [
    ("UP", (-1, 0)),
    ("UP_RIGHT", (-1, 1)),
    ("RIGHT", (0, 1)),
    ("DOWN_RIGHT", (1, 1)),
    ("DOWN", (1, 0)),
    ("DOWN_LEFT", (1, -1)),
    ("LEFT", (0, -1)),
    ("UP_LEFT", (-1, -1)),
];

/// The tiles that the team has seen with their coordinates.
pub fn places(view: &View) -> Vec<(Place, char)> {
    let rows = (0..).zip(&view.tiles);
    let all = rows.flat_map(|(row, tiles)| {
        (0..).zip(tiles.chars()).map(move |(col, tile)| ((row, col), tile))
    });
    all.filter(|&(_, tile)| tile != '#').collect()
}

/// The steps between two tiles if nothing is in the way.
pub fn distance(a: Place, b: Place) -> i64 {
    (a.0 - b.0).abs().max((a.1 - b.1).abs())
}

/// The tile beside `at` in a direction such as `UP`.
pub fn neighbour(at: Place, direction: &str) -> Place {
    let step = STEPS.iter().find(|(name, _)| *name == direction);
    let &(_, (row, col)) = step.unwrap_or_else(|| panic!("there is no direction {direction}"));
    (at.0 + row, at.1 + col)
}

/// The direction from a tile to one beside it; `None` for all other tiles.
pub fn direction(a: Place, b: Place) -> Option<&'static str> {
    STEPS.iter().map(|(name, _)| *name).find(|name| neighbour(a, name) == b)
}

/// The seen tiles beside `at` that are not rock, each with its cost, 1, for `agon_bot::path`.
pub fn neighbours(view: &View, at: Place) -> Vec<(Place, u64)> {
    let is_open = |&(row, col): &Place| {
        let tiles = usize::try_from(row).ok().and_then(|row| view.tiles.get(row));
        let tile = tiles.and_then(|tiles| tiles.as_bytes().get(usize::try_from(col).ok()?));
        tile.is_some_and(|tile| b"TM".contains(tile))
    };
    let beside = STEPS.iter().map(|(name, _)| neighbour(at, name));
    beside.filter(is_open).map(|place| (place, 1)).collect()
}

/// A shortest way through seen land, both ends included, past any robots; `None` if there is none.
pub fn way(view: &View, start: Place, goal: Place) -> Option<Vec<Place>> {
    agon_bot::path(start, |at| *at == goal, |at| neighbours(view, *at))
}
