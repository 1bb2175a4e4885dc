//! The cheapest way between places, whatever a game's places are.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

/// The cheapest way from `start` to a goal, both included; `None` if there is none.
///
/// `neighbours` gives the places beside a place, each with the cost of going there. Of equally cheap ways,
/// the one through the places that were found first is taken; it is the same in all kits.
pub fn path<P: Clone + Ord>(
    start: P,
    is_goal: impl Fn(&P) -> bool,
    neighbours: impl Fn(&P) -> Vec<(P, u64)>,
) -> Option<Vec<P>> {
    let mut best: BTreeMap<P, (u64, Option<P>)> = BTreeMap::new();
    best.insert(start.clone(), (0, None));
    let mut queue = BinaryHeap::from([Reverse((0, 0u64, start))]);
    let mut found = 0;
    while let Some(Reverse((cost, _, place))) = queue.pop() {
        if cost > best[&place].0 {
            continue; // a cheaper way was found since
        }
        if is_goal(&place) {
            let mut way = vec![place];
            while let Some((_, Some(before))) = best.get(&way[way.len() - 1]) {
                way.push(before.clone());
            }
            way.reverse();
            return Some(way);
        }
        for (beside, step) in neighbours(&place) {
            let total = cost + step;
            if best.get(&beside).is_some_and(|(known, _)| *known <= total) {
                continue;
            }
            found += 1;
            best.insert(beside.clone(), (total, Some(place.clone())));
            queue.push(Reverse((total, found, beside)));
        }
    }
    None
}
