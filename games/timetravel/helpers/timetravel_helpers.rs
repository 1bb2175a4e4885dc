//! Helpers for bots of Time Travel: tiles that units can enter, distances, neighbours, ways.

#![allow(dead_code, reason = "a bot uses what it needs")]

use crate::timetravel_types::View;
use std::collections::BTreeSet;

/// The coordinates of a tile and its period: x, y, z.
pub type Place = (i64, i64, i64);

/// The greatest x and y; the least are -10.
pub const EDGE: i64 = 10;

/// The tiles that own units can enter by z, y, then x.
pub fn places(view: &View) -> Vec<Place> {
    let closed = closed_tiles(view);
    let rows = (0..3).flat_map(|z| (-EDGE..=EDGE).map(move |y| (y, z)));
    let all = rows.flat_map(|(y, z)| (-EDGE..=EDGE).map(move |x| (x, y, z)));
    all.filter(|place| !closed.contains(place)).collect()
}

/// The steps between two tiles of one period if nothing is in the way; attacks measure in the same way.
pub fn distance(a: Place, b: Place) -> i64 {
    (a.0 - b.0).abs() + (a.1 - b.1).abs()
}

/// The tiles that an own unit can step to from `at`, each with its cost, 1, for `agon_bot::path`.
pub fn neighbours(view: &View, at: Place) -> Vec<(Place, u64)> {
    beside(&closed_tiles(view), at)
}

/// A shortest way within one period, both ends included; `None` if there is none.
pub fn way(view: &View, start: Place, goal: Place) -> Option<Vec<Place>> {
    let closed = closed_tiles(view);
    agon_bot::path(start, |at| *at == goal, |at| beside(&closed, *at))
}

fn beside(closed: &BTreeSet<Place>, (x, y, z): Place) -> Vec<(Place, u64)> {
    let steps = [(x + 1, y, z), (x - 1, y, z), (x, y + 1, z), (x, y - 1, z)].into_iter();
    let is_open = |to: &Place| to.0.abs() <= EDGE && to.1.abs() <= EDGE && !closed.contains(to);
    steps.filter(is_open).map(|to| (to, 1)).collect()
}

/// The tiles with terrain that blocks steps, with enemies, and if the rules say so with portals.
fn closed_tiles(view: &View) -> BTreeSet<Place> {
    let terrain = view.terrain.iter().filter(|one| one.blocks_move);
    let mut closed: BTreeSet<Place> = terrain.map(|one| (one.x, one.y, one.z)).collect();
    let enemies = view.units.iter().filter(|unit| unit.owner != view.you);
    closed.extend(enemies.map(|unit| (unit.x, unit.y, unit.z)));
    for house in view.buildings.iter().filter(|house| house.owner != view.you) {
        let corners = [(0, 0), (0, 1), (1, 0), (1, 1)];
        closed.extend(corners.map(|(dx, dy)| (house.x + dx, house.y + dy, house.z)));
    }
    if !view.rules.units_on_portals {
        closed.extend(view.portals.iter().map(|portal| (portal.x, portal.y, portal.z)));
    }
    closed
}
