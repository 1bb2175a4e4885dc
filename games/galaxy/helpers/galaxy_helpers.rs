//! Helpers for bots of Galaxy Commander: systems by name, distances, neighbours, ways.

#![allow(dead_code, reason = "a bot uses what it needs")]

use crate::galaxy_types::{SeenSystem, View};

/// The systems within the scan by name.
pub fn places(view: &View) -> Vec<(&str, &SeenSystem)> {
    view.systems.iter().map(|system| (system.name.as_str(), system)).collect()
}

/// The systems at the ends of a system's wormholes with their costs, for `agon_bot::path`.
pub fn neighbours(view: &View, name: &str) -> Vec<(String, u64)> {
    let system = view.systems.iter().find(|system| system.name == name);
    let holes = system.into_iter().flat_map(|system| &system.wormholes);
    holes.filter_map(|hole| Some((hole.to.clone()?, hole.cost.unsigned_abs()))).collect()
}

/// The cheapest way through the wormholes in sight, both ends included; `None` if there is none.
pub fn way(view: &View, start: &str, goal: &str) -> Option<Vec<String>> {
    agon_bot::path(start.to_owned(), |name| name == goal, |name| neighbours(view, name))
}

/// What the cheapest way costs; `None` if there is no way in sight.
pub fn distance(view: &View, start: &str, goal: &str) -> Option<u64> {
    let found = way(view, start, goal)?;
    let cost = |step: &[String]| {
        let there = neighbours(view, &step[0]).into_iter().filter(|(to, _)| *to == step[1]);
        there.map(|(_, cost)| cost).min().unwrap_or(0)
    };
    Some(found.windows(2).map(cost).sum())
}
