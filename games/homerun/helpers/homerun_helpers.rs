//! Helpers for bots of Home Run: tiles with their coordinates, distances, neighbours.

#![allow(dead_code, reason = "a bot uses what it needs")]

use crate::homerun_types::View;

/// The coordinates of a tile: x grows to the east, y to the north.
pub type Place = (i64, i64);

/// The tiles around a unit in the order of `view.tiles`.
pub fn around() -> Vec<Place> {
    let all = (-8..=8).flat_map(|x| (-8..=8).map(move |y| (x, y)));
    let mut near: Vec<Place> = all.filter(|(x, y)| x * x + y * y <= 64).collect();
    near.sort_by_key(|&(x, y)| (x * x + y * y, x, y));
    near
}

/// The tiles in sight with their coordinates, the own one first.
pub fn places(view: &View) -> Vec<(Place, char)> {
    let (x, y) = (view.me.at[0], view.me.at[1]);
    let around = around().into_iter().map(|(dx, dy)| (x + dx, y + dy));
    around.zip(view.tiles.chars()).collect()
}

/// The squared distance of two tiles, as the rules measure sight.
pub fn distance_squared(a: Place, b: Place) -> i64 {
    (a.0 - b.0).pow(2) + (a.1 - b.1).pow(2)
}

/// The tile beside `at` in a direction such as `NORTH`.
pub fn neighbour(at: Place, direction: &str) -> Place {
    let has = |part| i64::from(direction.contains(part));
    (at.0 + has("EAST") - has("WEST"), at.1 + has("NORTH") - has("SOUTH"))
}
