//! Pathfinding with only the tiles in sight.
//!
//! Each step goes towards the tile in sight that brings the walker nearest to its goal, counting
//! the way there around obstacles. Tiles visited recently count as farther away, so that a walker
//! leaves a dead end.

use crate::constants::TILES_IN_SIGHT_MAX;
use crate::map::{AROUND, place_of};
use crate::observe::View;
use crate::types::{Direction, Location};
use arrayvec::ArrayVec;
use std::collections::VecDeque;
use std::sync::LazyLock;

/// How many of the last tiles a walker remembers.
const MEMORY: usize = 24;

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
        let mut best = (self.cost(here, goal, 0), None);
        for (i, way) in ways.steps.iter().enumerate() {
            let Some((steps, first)) = *way else { continue };
            let at = offset(here, i);
            if first == Direction::Zero || way_cost(at, goal, i32::from(steps)) >= best.0 {
                continue; // not better, even if it was not visited
            }
            let cost = self.cost(at, goal, i32::from(steps));
            if cost < best.0 {
                best = (cost, Some(first));
            }
        }
        best.1
    }

    /// The cost of a tile: the way to it, the straight distance to the goal, and a penalty for recent visits.
    fn cost(&self, at: Location, goal: Location, steps: i32) -> i32 {
        let visits = self.trail.iter().filter(|&&old| old == at).count() as i32;
        way_cost(at, goal, steps) + visits * 25
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

/// For each tile in sight how many steps away it is, and how the way begins.
struct Ways {
    steps: [Option<(u8, Direction)>; TILES_IN_SIGHT_MAX],
}

impl Ways {
    fn around(view: &View) -> Ways {
        let here = view.me.at;
        let mut is_blocked = [true; TILES_IN_SIGHT_MAX];
        for (i, tile) in view.tiles.iter().enumerate() {
            is_blocked[i] = !tile.is_land();
        }
        let occupied = view.units.iter().map(|unit| unit.at);
        for at in occupied.chain(view.balls.iter().copied()) {
            if let Some(i) = place_of(at.x - here.x, at.y - here.y) {
                is_blocked[i] = true;
            }
        }
        let mut steps = [None; TILES_IN_SIGHT_MAX];
        steps[0] = Some((0, Direction::Zero));
        let neighbours = &*NEIGHBOURS;
        let mut open: ArrayVec<usize, TILES_IN_SIGHT_MAX> = ArrayVec::new();
        open.push(0);
        let mut next = 0;
        while let Some(&i) = open.get(next) {
            next += 1;
            let Some((count, first)) = steps[i] else {
                continue;
            };
            for (&direction, &j) in Direction::neighbours().iter().zip(&neighbours[i]) {
                let j = usize::from(j);
                if j < TILES_IN_SIGHT_MAX && !is_blocked[j] && steps[j].is_none() {
                    let begin = match first {
                        Direction::Zero => direction,
                        first => first,
                    };
                    steps[j] = Some((count + 1, begin));
                    open.push(j);
                }
            }
        }
        Ways { steps }
    }
}
