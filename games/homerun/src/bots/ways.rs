//! Ways over the chart: for one goal, how far every tile is from it.
//!
//! The distances spread from the goal towards the walker until they reach it, and are kept until the goal
//! changes or the way turns out to be blocked. Units in the way are walked around on the spot.

use super::chart::{Chart, SIDE, Spot};
use crate::observe::View;
use crate::types::{Direction, Terrain};

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
/// More than the longest way; distances beyond it could overflow.
const FAR_AWAY: u16 = FAR - 64;
/// Buckets of the queue; more than a step can add to the length of a way: its cost, and what it leads away.
const BUCKETS: usize = 32;
/// The last tiles of a walker, which it avoids so that it leaves dead ends.
const MEMORY: usize = 6;

/// The steps to the neighbours of a tile, and their costs.
const STEPS: [(Direction, u16); 8] = [
    (Direction::North, STRAIGHT),
    (Direction::Northwest, DIAGONAL),
    (Direction::West, STRAIGHT),
    (Direction::Southwest, DIAGONAL),
    (Direction::South, STRAIGHT),
    (Direction::Southeast, DIAGONAL),
    (Direction::East, STRAIGHT),
    (Direction::Northeast, DIAGONAL),
];

/// The length of the way to a tile if nothing is in the way.
fn straight_way(goal: Spot) -> impl Fn(Spot) -> u16 {
    let (x, y) = (goal.x(), goal.y());
    move |spot| {
        let (dx, dy) = (spot.x().abs_diff(x) as u16, spot.y().abs_diff(y) as u16);
        STRAIGHT * dx.max(dy) + (DIAGONAL - STRAIGHT) * dx.min(dy)
    }
}

/// The neighbours of a unit's tile to which it could go, as [`View::is_accessible`] says: found in one pass
/// over all that is in sight, not in one for each neighbour.
pub(super) struct FreeSteps([bool; 9]);

impl FreeSteps {
    pub fn of(view: &View) -> FreeSteps {
        let here = view.me.at;
        let mut free = FreeSteps([false; 9]);
        for &direction in Direction::neighbours() {
            free.0[direction as usize] =
                view.tile(here.step(direction)).is_some_and(Terrain::is_land);
        }
        let units = view.units.iter().map(|unit| unit.at);
        for at in units.chain(view.balls.iter().copied()) {
            if (at.x - here.x).abs() <= 1 && (at.y - here.y).abs() <= 1 {
                free.0[here.direction_to(at) as usize] = false;
            }
        }
        free
    }

    pub fn allow(&self, direction: Direction) -> bool {
        self.0[direction as usize]
    }
}

/// Distances to a goal, and the walker's memory.
#[derive(Default)]
pub(super) struct Ways {
    distances: Vec<u16>,
    goal: Option<Spot>,
    version: u32,
    computed: u32,
    buckets: [Vec<Spot>; BUCKETS],
    /// The tiles that the last search has reached, some of them twice.
    reached: Vec<Spot>,
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
            self.compute(chart, goal, here);
            self.computed = round;
        }
    }

    /// Computes the distances to `goal` of the tiles on short ways from the walker's place.
    fn compute(&mut self, chart: &Chart, goal: Spot, here: Spot) {
        let mut limit = FAR;
        self.spread(chart, goal, straight_way(here), |spot, length| {
            if spot == here {
                limit = length + MARGIN;
            }
            length < limit
        });
    }

    /// Computes the distances to `goal` of the nearest tiles, until `visit` returns false for one.
    pub fn explore(&mut self, chart: &Chart, goal: Spot, visit: impl FnMut(Spot, u16) -> bool) {
        self.spread(chart, goal, |_| 0, visit);
    }

    /// Computes distances to `goal` until `visit` returns false for a tile. `rest` is a lower bound of the
    /// way that remains beyond a tile; tiles come in the order of their distance plus the rest, which
    /// `visit` gets.
    fn spread(
        &mut self,
        chart: &Chart,
        goal: Spot,
        rest: impl Fn(Spot) -> u16,
        mut visit: impl FnMut(Spot, u16) -> bool,
    ) {
        self.forget();
        self.goal = Some(goal);
        self.version = chart.version;
        for bucket in &mut self.buckets {
            bucket.clear();
        }
        self.distances[goal.index()] = 0;
        self.reached.push(goal);
        let mut now = rest(goal);
        self.buckets[usize::from(now) % BUCKETS].push(goal);
        let mut empty = 0;
        while empty < BUCKETS && now < FAR_AWAY {
            let Some(spot) = self.buckets[usize::from(now) % BUCKETS].pop() else {
                empty += 1;
                now += 1;
                continue;
            };
            empty = 0;
            let distance = self.distances[spot.index()];
            if distance + rest(spot) != now {
                continue;
            }
            if !visit(spot, now) {
                return;
            }
            for (direction, step) in STEPS {
                let next = spot.step(direction);
                let there = distance + step;
                // Most neighbours have been reached already.
                let known = &mut self.distances[next.index()];
                if there >= *known {
                    continue;
                }
                let there = match chart.near_tile(next) {
                    None => there + UNSEEN,
                    Some(tile) if tile.is_land() => there,
                    Some(_) => continue,
                };
                if there < *known {
                    *known = there;
                    self.reached.push(next);
                    self.buckets[usize::from(there + rest(next)) % BUCKETS].push(next);
                }
            }
        }
    }

    /// Sets the distances of the last search to [`FAR`].
    fn forget(&mut self) {
        self.distances.resize((SIDE * SIDE) as usize, FAR);
        for spot in self.reached.drain(..) {
            self.distances[spot.index()] = FAR;
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
        here: Spot,
        free: &FreeSteps,
        nuisance: impl Fn(Spot) -> u16,
    ) -> Option<Direction> {
        let mut best = (self.distance(here).saturating_add(9 + nuisance(here)), None);
        if self.distance(here) == 0 {
            return None;
        }
        for &direction in Direction::neighbours() {
            let to = here.step(direction);
            let rest = self.distance(to);
            if rest == FAR || !free.allow(direction) {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_towards_a_walker_are_those_of_a_full_search() {
        let chart = Chart::meadow(20);
        let (goal, here) = (chart.home.shifted(-15, 3), chart.home.shifted(14, -2));
        let (mut full, mut directed) = (Ways::default(), Ways::default());
        full.explore(&chart, goal, |_, distance| distance < 400);
        directed.compute(&chart, goal, here);
        assert_eq!(full.distance(here), 29 * STRAIGHT + 5 * (DIAGONAL - STRAIGHT));
        assert_eq!(directed.distance(here), full.distance(here));
        for &direction in Direction::neighbours() {
            let near = here.step(direction);
            assert_eq!(directed.distance(near), full.distance(near), "{direction:?}");
        }
        let reached = |ways: &Ways| ways.distances.iter().filter(|&&d| d != FAR).count();
        assert!(3 * reached(&directed) < 2 * reached(&full), "the search was not directed");
    }
}
