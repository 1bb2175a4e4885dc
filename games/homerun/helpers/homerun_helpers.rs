//! Helpers for bots of Home Run: tiles with their coordinates, distances, neighbours, ways.

#![allow(dead_code, reason = "a bot uses what it needs")]

use crate::homerun_types::View;
use std::collections::BTreeSet;

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

/// The eight directions.
pub const DIRECTIONS: [&str; 8] =
    ["NORTH", "NORTHWEST", "WEST", "SOUTHWEST", "SOUTH", "SOUTHEAST", "EAST", "NORTHEAST"];

/// The steps between two tiles if nothing is in the way.
pub fn distance(a: Place, b: Place) -> i64 {
    (a.0 - b.0).abs().max((a.1 - b.1).abs())
}

/// The direction from a tile to one beside it; `None` for all other tiles.
pub fn direction(a: Place, b: Place) -> Option<&'static str> {
    DIRECTIONS.into_iter().find(|name| neighbour(a, name) == b)
}

/// The accessible tiles in sight beside `at`, each with its cost in cooldown, for `agon_bot::path`: a
/// straight step costs 10000, a diagonal one 14142.
pub fn neighbours(view: &View, at: Place) -> Vec<(Place, u64)> {
    beside(&open_tiles(view), at)
}

/// The quickest way over the tiles in sight, both ends included; `None` if there is none.
pub fn way(view: &View, start: Place, goal: Place) -> Option<Vec<Place>> {
    let open = open_tiles(view);
    agon_bot::path(start, |at| *at == goal, |at| beside(&open, *at))
}

fn beside(open: &BTreeSet<Place>, at: Place) -> Vec<(Place, u64)> {
    let cost = |to: Place| if to.0 != at.0 && to.1 != at.1 { 14142 } else { 10000 };
    let steps = DIRECTIONS.iter().map(|name| neighbour(at, name));
    steps.filter(|to| open.contains(to)).map(|to| (to, cost(to))).collect()
}

/// The tiles in sight that are accessible: no water, and without a unit or a ball.
fn open_tiles(view: &View) -> BTreeSet<Place> {
    let units = view.units.iter().map(|unit| &unit.at);
    let taken = units.chain(&view.balls).chain([&view.me.at]);
    let taken: BTreeSet<Place> = taken.map(|at| (at[0], at[1])).collect();
    let open = places(view).into_iter().filter(|(_, tile)| ".bs".contains(*tile));
    open.map(|(at, _)| at).filter(|at| !taken.contains(at)).collect()
}
