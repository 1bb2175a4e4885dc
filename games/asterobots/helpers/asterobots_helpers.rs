//! Helpers for bots of Asterobots: vertices of the field, distances, neighbours, ways.

#![allow(dead_code, reason = "a bot uses what it needs")]

use crate::asterobots_types::View;
use std::ops::RangeInclusive;

/// The coordinates of a vertex.
pub type Place = (i64, i64);

/// All vertices of the field by y, then x.
pub fn places(view: &View) -> Vec<Place> {
    let size = view.setting.map_size;
    (1 - size..=size).flat_map(|y| columns(size, y).map(move |x| (x, y))).collect()
}

/// The edges between two vertices.
pub fn distance(a: Place, b: Place) -> i64 {
    let (upper, lower) = if a.1 <= b.1 { (a, b) } else { (b, a) };
    let (wide, high) = ((a.0 - b.0).abs(), lower.1 - upper.1);
    if high == 0 {
        return wide;
    }
    let is_upward = (upper.0 + upper.1) % 2 == 0;
    let stairs = wide.max(high - i64::from(is_upward));
    high + stairs + (stairs - wide) % 2
}

/// The vertices beside `at`, each with its cost, 1, for `agon_bot::path`.
pub fn neighbours(view: &View, (x, y): Place) -> Vec<(Place, u64)> {
    let size = view.setting.map_size;
    let vertical = if (x + y) % 2 == 0 { y + 1 } else { y - 1 };
    let beside = [(x - 1, y), (x + 1, y), (x, vertical)].into_iter();
    let is_inside = |&(x, y): &Place| (1 - size..=size).contains(&y) && columns(size, y).contains(&x);
    beside.filter(is_inside).map(|place| (place, 1)).collect()
}

/// A shortest way, both ends included. The question `path` tells which one a plain launch takes.
pub fn way(view: &View, start: Place, goal: Place) -> Option<Vec<Place>> {
    agon_bot::path(start, |at| *at == goal, |at| neighbours(view, *at))
}

fn columns(size: i64, y: i64) -> RangeInclusive<i64> {
    let cut = if y >= 1 { y - 1 } else { -y };
    2 - 2 * size + cut..=2 * size - cut
}
