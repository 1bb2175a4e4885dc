//! Ways over the chart: for one goal, how far every tile is from it.
//!
//! The distances spread from the goal until they reach the walker, and are kept until the goal
//! changes or the way turns out to be blocked. Units in the way are walked around on the spot.

use super::chart::{Chart, SIDE, Spot};
use crate::observe::View;
use crate::types::Direction;

/// The cost of a straight and of a diagonal step, in proportion to their cooldowns.
const STRAIGHT: u16 = 5;
const DIAGONAL: u16 = 7;
/// A tile that was never seen may be water.
const UNSEEN: u16 = 2;
/// Distances beyond the walker's own that are computed as well, for detours.
const MARGIN: u16 = 24;
/// Farther than this, a goal may have moved a little.
const FAR_OFF: u16 = 40;
/// No way known.
pub(super) const FAR: u16 = u16::MAX;
/// Buckets of the queue; more than the highest cost of a step.
const BUCKETS: usize = 16;
/// The last tiles of a walker, which it avoids so that it leaves dead ends.
const MEMORY: usize = 6;

/// Distances to a goal, and the walker's memory.
#[derive(Default)]
pub(super) struct Ways {
    distances: Vec<u16>,
    goal: Option<Spot>,
    version: u32,
    computed: u32,
    buckets: [Vec<Spot>; BUCKETS],
    trail: [Option<Spot>; MEMORY],
    next: usize,
}

impl Ways {
    /// The distance of a tile from the goal, as far as it was computed.
    pub fn distance(&self, spot: Spot) -> u16 {
        self.distances.get(spot.index()).copied().unwrap_or(FAR)
    }

    /// Computes the distances to `goal` unless they are known well enough.
    pub fn aim(&mut self, chart: &Chart, here: Spot, goal: Spot, round: u32) {
        // Far from the goal it does not matter if it has moved a little.
        let is_far = (FAR_OFF..FAR).contains(&self.distance(here));
        let is_same = |old: Spot| old == goal || is_far && old.distance(goal) <= 2;
        let is_fresh = self.goal.is_some_and(is_same)
            && (self.version == chart.version || round < self.computed + 12)
            && self.distance(here) != FAR;
        if !is_fresh {
            self.compute(chart, goal, Some(here));
            self.computed = round;
        }
    }

    /// Computes the distances to `goal`, up to the walker's place or everywhere.
    pub fn compute(&mut self, chart: &Chart, goal: Spot, here: Option<Spot>) {
        self.goal = Some(goal);
        self.version = chart.version;
        self.distances.clear();
        self.distances.resize((SIDE * SIDE) as usize, FAR);
        for bucket in &mut self.buckets {
            bucket.clear();
        }
        self.distances[goal.index()] = 0;
        self.buckets[0].push(goal);
        let mut now: u16 = 0;
        let mut empty = 0;
        let mut limit = FAR - 64;
        while empty < BUCKETS && now < limit {
            let bucket = usize::from(now) % BUCKETS;
            empty += 1;
            while let Some(spot) = self.buckets[bucket].pop() {
                empty = 0;
                if self.distances[spot.index()] != now {
                    continue;
                }
                if Some(spot) == here {
                    limit = now + MARGIN;
                }
                for &direction in Direction::neighbours() {
                    let next = spot.step(direction);
                    let tile = chart.near_tile(next);
                    if tile.is_some_and(|tile| !tile.is_land()) {
                        continue;
                    }
                    let step = if direction.is_diagonal() { DIAGONAL } else { STRAIGHT };
                    let cost = now + step + if tile.is_none() { UNSEEN } else { 0 };
                    if cost < self.distances[next.index()] {
                        self.distances[next.index()] = cost;
                        self.buckets[usize::from(cost) % BUCKETS].push(next);
                    }
                }
            }
            now += 1;
        }
    }

    /// Remembers where the walker is.
    pub fn tread(&mut self, here: Spot) {
        let last = (self.next + MEMORY - 1) % MEMORY;
        if self.trail[last] != Some(here) {
            self.trail[self.next] = Some(here);
            self.next = (self.next + 1) % MEMORY;
        }
    }

    /// How much a step costs besides the rest of the way: its own cost, and that of going in circles.
    pub fn cost_of_step(&self, to: Spot, direction: Direction) -> u16 {
        let visits = self.trail.iter().filter(|&&old| old == Some(to)).count() as u16;
        let step = if direction.is_diagonal() { DIAGONAL } else { STRAIGHT };
        step + visits * 4
    }

    /// The next step towards the goal around what is in sight; `None` to stand still.
    pub fn step(
        &self,
        chart: &Chart,
        view: &View,
        nuisance: impl Fn(Spot) -> u16,
    ) -> Option<Direction> {
        let here = chart.spot(view.me.at);
        let mut best = (self.distance(here).saturating_add(9 + nuisance(here)), None);
        if self.distance(here) == 0 {
            return None;
        }
        for &direction in Direction::neighbours() {
            let to = here.step(direction);
            let rest = self.distance(to);
            if rest == FAR || !view.is_accessible(view.me.at.step(direction)) {
                continue;
            }
            let cost = rest + self.cost_of_step(to, direction) + nuisance(to);
            if cost < best.0 {
                best = (cost, Some(direction));
            }
        }
        best.1
    }
}
