//! Ways over the chart: for one goal, how far every tile is from it.
//!
//! The distances spread from the goal towards the walker until they reach it, and are kept until the goal
//! changes or the way turns out to be blocked. A search for which the turn's effort is not enough goes on in
//! the next turn. Units in the way are walked around on the spot.

use super::chart::{Chart, Plane, Spot, plane};
use super::effort::{Effort, Step};
use crate::observe::View;
use crate::types::{Direction, Terrain};

/// The cost of a straight and of a diagonal step, in proportion to their cooldowns.
const STRAIGHT: u16 = 5;
const DIAGONAL: u16 = 7;
/// A tile that was never seen may be water.
const UNSEEN: u16 = 2;
/// Distances beyond the walker's own that are computed as well, for detours.
const MARGIN: u16 = 16;
/// Farther than this, a goal may have moved a little.
const FAR_OFF: u16 = 40;
/// No way known.
pub(super) const FAR: u16 = u16::MAX;
/// More than the longest way; distances beyond it could overflow.
const FAR_AWAY: u16 = FAR - 64;
/// Buckets of the queue; more than a step can add to the length of a way: its cost, and what it leads away.
const BUCKETS: usize = 32;
/// The most tiles of the last search that are cleared one by one.
const CLEARED_ONE_BY_ONE: usize = 1_000;
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

/// The cost of a step.
pub(super) fn length(direction: Direction) -> u16 {
    STEPS[direction as usize].1
}

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

/// The tiles from which a search goes on, in the order of the length of the ways over them. Of those with
/// equal length the latest comes first.
#[derive(Default)]
struct Front {
    /// All tiles that were ever put in, some of them twice, each with the place of the one before it in its
    /// bucket. Places are counted from 1; 0 is none.
    entries: Vec<(Spot, u32)>,
    /// For each bucket the place of its latest tile.
    latest: [u32; BUCKETS],
    /// The length whose bucket is being emptied, and how many buckets before it were empty.
    now: u16,
    empty: usize,
}

impl Front {
    fn start(&mut self, now: u16) {
        self.entries.clear();
        self.latest = [0; BUCKETS];
        (self.now, self.empty) = (now, 0);
    }

    fn push(&mut self, spot: Spot, length: u16) {
        let latest = &mut self.latest[usize::from(length) % BUCKETS];
        self.entries.push((spot, *latest));
        *latest = self.entries.len() as u32;
    }

    /// The next tile; [`Front::now`] is the length of the ways over it, unless a shorter one was found since.
    fn pop(&mut self) -> Option<Spot> {
        while self.empty < BUCKETS && self.now < FAR_AWAY {
            let latest = &mut self.latest[usize::from(self.now) % BUCKETS];
            if *latest != 0 {
                let (spot, before) = self.entries[*latest as usize - 1];
                *latest = before;
                self.empty = 0;
                return Some(spot);
            }
            self.empty += 1;
            self.now += 1;
        }
        None
    }
}

/// A search that goes on in the next turn.
#[derive(Copy, Clone)]
struct Unfinished {
    /// Where the walker is.
    here: Spot,
    /// The length from which on ways do not matter; known when the walker is reached.
    limit: u16,
}

/// Distances to a goal, and the walker's memory.
pub(super) struct Ways {
    distances: Plane<u16>,
    goal: Option<Spot>,
    version: u32,
    computed: u32,
    front: Front,
    unfinished: Option<Unfinished>,
    trail: [Spot; MEMORY],
    next: usize,
}

impl Ways {
    pub fn new() -> Ways {
        Ways {
            distances: plane(FAR),
            goal: None,
            version: 0,
            computed: 0,
            front: Front::default(),
            unfinished: None,
            trail: [Spot::NOWHERE; MEMORY],
            next: 0,
        }
    }

    /// The distance of a tile from the goal, as far as it was computed.
    pub fn distance(&self, spot: Spot) -> u16 {
        self.distances[spot.index()]
    }

    /// Whether no way leads to the goal. Until a search has ended that is not known.
    pub fn is_cut_off(&self, here: Spot) -> bool {
        self.distance(here) == FAR && self.unfinished.is_none()
    }

    /// Computes the distances to `goal` unless they are known well enough, as far as the effort allows.
    pub fn aim(&mut self, chart: &Chart, here: Spot, goal: Spot, round: u32, effort: &mut Effort) {
        let unfinished = self.unfinished.take().filter(|old| old.here == here);
        if let Some(unfinished) = unfinished.filter(|_| self.goal == Some(goal)) {
            return self.compute(chart, unfinished, effort);
        }
        // Far from the goal it does not matter if it has moved a little.
        let is_far = (FAR_OFF..FAR).contains(&self.distance(here));
        let is_same = |old: Spot| old == goal || is_far && old.distance(goal) <= 2;
        let is_fresh = self.goal.is_some_and(is_same)
            && (self.version == chart.version || round < self.computed + 12)
            && self.distance(here) != FAR;
        if !is_fresh {
            self.start(chart, goal, straight_way(here)(goal));
            self.computed = round;
            self.compute(chart, Unfinished { here, limit: FAR }, effort);
        }
    }

    /// Computes the distances to the goal of the tiles on short ways from the walker's place.
    fn compute(&mut self, chart: &Chart, search: Unfinished, effort: &mut Effort) {
        let Unfinished { here, mut limit } = search;
        let is_done = self.spread(chart, straight_way(here), effort, |spot, length| {
            if spot == here {
                limit = length + MARGIN;
            }
            length < limit
        });
        self.unfinished = (!is_done).then_some(Unfinished { here, limit });
    }

    /// Computes the distances to `goal` of the nearest tiles, until `visit` returns false for one. Returns
    /// false if the effort was not enough.
    pub fn explore(
        &mut self,
        chart: &Chart,
        goal: Spot,
        effort: &mut Effort,
        visit: impl FnMut(Spot, u16) -> bool,
    ) -> bool {
        self.start(chart, goal, 0);
        self.unfinished = None;
        self.spread(chart, |_| 0, effort, visit)
    }

    /// Begins a search from `goal`; `length` is a lower bound of the way from there.
    fn start(&mut self, chart: &Chart, goal: Spot, length: u16) {
        // Filling the plane is quicker than clearing many tiles one by one.
        if self.front.entries.len() > CLEARED_ONE_BY_ONE {
            self.distances.fill(FAR);
        } else {
            for &(spot, _) in &self.front.entries {
                self.distances[spot.index()] = FAR;
            }
        }
        self.goal = Some(goal);
        self.version = chart.version;
        self.distances[goal.index()] = 0;
        self.front.start(length);
        self.front.push(goal, length);
    }

    /// Computes distances until `visit` returns false for a tile, or none is left. `rest` is a lower bound of
    /// the way that remains beyond a tile; tiles come in the order of their distance plus the rest, which
    /// `visit` gets. Returns false if the effort was not enough: then the search can go on later.
    fn spread(
        &mut self,
        chart: &Chart,
        rest: impl Fn(Spot) -> u16,
        effort: &mut Effort,
        mut visit: impl FnMut(Spot, u16) -> bool,
    ) -> bool {
        while effort.spend(Step::Way) {
            let Some(spot) = self.front.pop() else { return true };
            let now = self.front.now;
            let distance = self.distances[spot.index()];
            if distance + rest(spot) != now {
                continue;
            }
            if !visit(spot, now) {
                return true;
            }
            for &(direction, step) in &STEPS {
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
                    self.front.push(next, there + rest(next));
                }
            }
        }
        false
    }

    /// Remembers where the walker is.
    pub fn tread(&mut self, here: Spot) {
        let last = (self.next + MEMORY - 1) % MEMORY;
        if self.trail[last] != here {
            self.trail[self.next] = here;
            self.next = (self.next + 1) % MEMORY;
        }
    }

    /// How much a step costs besides the rest of the way: its own cost, and that of going in circles.
    pub fn cost_of_step(&self, to: Spot, direction: Direction) -> u16 {
        let visits: u16 = self.trail.iter().map(|&old| u16::from(old == to)).sum();
        length(direction) + visits * 4
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
            // A tile that is too far cannot be better, whatever else the step costs.
            if rest >= best.0 || !free.allow(direction) {
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
    use crate::bots::effort::WORK_PER_TURN;

    fn reached(ways: &Ways) -> usize {
        ways.distances.iter().filter(|&&distance| distance != FAR).count()
    }

    #[test]
    fn distances_towards_a_walker_are_those_of_a_full_search() {
        let chart = Chart::meadow(20);
        let (goal, here) = (chart.home.shifted(-15, 3), chart.home.shifted(14, -2));
        let (mut full, mut directed) = (Ways::new(), Ways::new());
        full.explore(&chart, goal, &mut Effort::without_limit(), |_, distance| distance < 400);
        directed.aim(&chart, here, goal, 0, &mut Effort::of_turn());
        assert_eq!(full.distance(here), 29 * STRAIGHT + 5 * (DIAGONAL - STRAIGHT));
        assert_eq!(directed.distance(here), full.distance(here));
        for &direction in Direction::neighbours() {
            let near = here.step(direction);
            assert_eq!(directed.distance(near), full.distance(near), "{direction:?}");
        }
        assert!(3 * reached(&directed) < 2 * reached(&full), "the search was not directed");
    }

    #[test]
    fn a_search_of_the_whole_chart_takes_several_turns_of_bounded_effort() {
        let mut chart = Chart::meadow(2);
        let here = chart.home.shifted(30, 0);
        chart.wall_in(here); // so that the search visits every other tile
        let (mut parts, mut whole) = (Ways::new(), Ways::new());
        let mut turns = 0;
        let goal = chart.home;
        loop {
            let (mut effort, before) = (Effort::of_turn(), reached(&parts));
            parts.aim(&chart, here, goal, turns, &mut effort);
            turns += 1;
            // A tile that is visited reaches at most its neighbours.
            assert!(reached(&parts) - before <= 8 * (WORK_PER_TURN / Step::Way as i32) as usize);
            if parts.is_cut_off(here) {
                break;
            }
            assert!(!effort.spend(Step::Way), "the search stopped early");
        }
        assert!(turns > 5, "the whole chart was searched in {turns} turns");
        whole.aim(&chart, here, goal, 0, &mut Effort::without_limit());
        assert!(parts.distances == whole.distances, "parts lead to other distances");
    }

    #[test]
    fn a_search_that_goes_on_finds_the_same_way() {
        let chart = Chart::meadow(20);
        let (goal, here) = (chart.home.shifted(-15, 3), chart.home.shifted(14, -2));
        let (mut parts, mut whole) = (Ways::new(), Ways::new());
        whole.aim(&chart, here, goal, 0, &mut Effort::without_limit());
        let mut turns = 0;
        while parts.distance(here) == FAR || parts.unfinished.is_some() {
            parts.aim(&chart, here, goal, turns, &mut Effort::of(Step::Way, 10));
            turns += 1;
        }
        assert!(turns > 5, "the search took only {turns} turns");
        assert!(parts.distances == whole.distances, "parts lead to other distances");
    }
}
