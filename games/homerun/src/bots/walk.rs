//! Pathfinding with only the tiles in sight.
//!
//! Each step goes towards the tile in sight that brings the walker nearest to its goal, counting
//! the way there around obstacles. Tiles visited recently count as farther away, so that a walker
//! leaves a dead end.

use crate::constants::TILES_IN_SIGHT_MAX;
use crate::map::{AROUND, place_of};
use crate::observe::View;
use crate::types::{Direction, Location};
use std::collections::VecDeque;
use std::sync::LazyLock;

/// How many of the last tiles a walker remembers.
const MEMORY: usize = 24;
/// What a tile costs more for each recent visit; a straight step costs 10.
const VISIT_COST: i32 = 25;

/// A walker's memory of where it has been.
#[derive(Default)]
pub(crate) struct Walker {
    trail: VecDeque<Location>,
}

impl Walker {
    /// The direction of the next step towards `goal`; `None` if standing still is as good.
    pub fn step_towards(&mut self, view: &View, goal: Location) -> Option<Direction> {
        let here = view.me.at;
        if here == goal {
            return None;
        }
        if self.trail.back() != Some(&here) {
            self.trail.push_back(here);
            if self.trail.len() > MEMORY {
                self.trail.pop_front();
            }
        }
        let ways = Ways::around(view);
        let visits = self.visits_around(here);
        let mut best = (way_cost(here, goal, 0) + visits[0] * VISIT_COST, None);
        let others = 1..view.tiles.len();
        let ways_there = ways.steps[others.clone()].iter().zip(&visits[others.clone()]);
        for (place, (&steps, &visits)) in others.zip(ways_there) {
            if steps >= UNREACHED {
                continue;
            }
            let at = offset(here, place);
            let cost = way_cost(at, goal, i32::from(steps)) + visits * VISIT_COST;
            if cost < best.0 {
                best = (cost, Some(ways.first[place]));
            }
        }
        best.1
    }

    /// How often the walker has been on each tile of its sight recently, in sensing order.
    fn visits_around(&self, here: Location) -> [i32; TILES_IN_SIGHT_MAX] {
        let mut visits = [0; TILES_IN_SIGHT_MAX];
        for old in &self.trail {
            if let Some(place) = place_of(old.x - here.x, old.y - here.y) {
                visits[place] += 1;
            }
        }
        visits
    }
}

/// The way to a tile, and the straight distance from there to the goal.
fn way_cost(at: Location, goal: Location, steps: i32) -> i32 {
    steps * 10 + straight_steps(at, goal) * 11 / 10
}

/// Ten times the steps between two tiles, diagonal ones counted as 14.
fn straight_steps(a: Location, b: Location) -> i32 {
    let (dx, dy) = (a.x.abs_diff(b.x), a.y.abs_diff(b.y));
    (10 * dx.max(dy) + 4 * dx.min(dy)).min(100_000) as i32
}

fn offset(here: Location, i: usize) -> Location {
    let (dx, dy) = AROUND[i];
    Location::new(here.x + i32::from(dx), here.y + i32::from(dy))
}

/// The places in sensing order of each tile's neighbours; `u8::MAX` beyond the longest sight.
static NEIGHBOURS: LazyLock<[[u8; 8]; TILES_IN_SIGHT_MAX]> = LazyLock::new(|| {
    AROUND.map(|(dx, dy)| {
        let mut places = [u8::MAX; 8];
        for (place, direction) in places.iter_mut().zip(Direction::neighbours()) {
            let near = place_of(i32::from(dx) + direction.dx(), i32::from(dy) + direction.dy());
            *place = near.map_or(u8::MAX, |near| near as u8);
        }
        places
    })
});

/// Instead of a number of steps: no way leads to the tile; no unit can enter it.
const UNREACHED: u8 = u8::MAX - 1;
const BLOCKED: u8 = u8::MAX;

/// For each place in sensing order how many steps away it is, and how the way begins. Every `u8` is an index,
/// so that the search needs no tests of indices.
struct Ways {
    steps: [u8; 256],
    first: [Direction; 256],
}

impl Ways {
    fn around(view: &View) -> Ways {
        let here = view.me.at;
        let mut steps = [BLOCKED; 256];
        for (steps, tile) in steps.iter_mut().zip(&view.tiles) {
            if tile.is_land() {
                *steps = UNREACHED;
            }
        }
        let occupied = view.units.iter().map(|unit| unit.at);
        for at in occupied.chain(view.balls.iter().copied()) {
            if let Some(place) = place_of(at.x - here.x, at.y - here.y) {
                steps[place] = BLOCKED;
            }
        }
        let mut first = [Direction::Zero; 256];
        let neighbours = &*NEIGHBOURS;
        let mut queue = [0u8; 256];
        let (mut head, mut tail) = (0u8, 1u8);
        steps[0] = 0;
        while head < tail {
            let place = usize::from(queue[usize::from(head)]);
            head += 1;
            for (&direction, &near) in Direction::neighbours().iter().zip(&neighbours[place]) {
                if steps[usize::from(near)] == UNREACHED {
                    steps[usize::from(near)] = steps[place] + 1;
                    first[usize::from(near)] = if place == 0 { direction } else { first[place] };
                    queue[usize::from(tail)] = near;
                    tail += 1;
                }
            }
        }
        Ways { steps, first }
    }
}
