//! Driving a ball: a batter bats a ball ahead, walks after it, and shoots when it is in line with the other
//! headquarters. Batting costs no time to walk, so a batter brings a ball along nearly for free.

use super::chart::{Chart, SIDE, Spot, Tiles};
use super::effort::{Effort, Step};
use crate::constants::STRENGTH_MAX;
use crate::observe::View;
use crate::types::{Direction, Location};

/// The cost of a flight by tile, as of a walk, and of each bat.
const STRAIGHT: u16 = 5;
const DIAGONAL: u16 = 7;
const BAT: u16 = 2;
const BUCKETS: usize = 32;
pub(super) const FAR: u16 = u16::MAX;

/// For each tile what it costs to drive a ball from there into the other headquarters.
#[derive(Default)]
pub(super) struct Drive {
    costs: Vec<u16>,
    goal: Option<Spot>,
    version: u32,
    computed: u32,
    spread: Spread,
}

/// A computation of costs in progress.
#[derive(Default)]
struct Spread {
    is_running: bool,
    costs: Vec<u16>,
    buckets: [Vec<Spot>; BUCKETS],
    now: u16,
}

impl Spread {
    fn start(&mut self, goal: Spot) {
        self.costs.clear();
        self.costs.resize((SIDE * SIDE) as usize, FAR);
        self.costs[goal.index()] = 0;
        self.buckets.iter_mut().for_each(Vec::clear);
        self.buckets[0].push(goal);
        self.now = 0;
        self.is_running = true;
    }

    /// Spreads as far as the effort allows, from the cheapest tiles first.
    fn go_on(&mut self, chart: &Chart, goal: Spot, effort: &mut Effort) {
        let open = chart.land.without(&[chart.home, goal]);
        let mut empty = 0;
        while empty < BUCKETS {
            let Some(to) = self.buckets[usize::from(self.now) % BUCKETS].pop() else {
                self.now += 1;
                empty += 1;
                continue;
            };
            empty = 0;
            if !effort.spend_spare(Step::Drive) {
                self.buckets[usize::from(self.now) % BUCKETS].push(to);
                return;
            }
            if self.costs[to.index()] != self.now {
                continue;
            }
            for &direction in Direction::neighbours() {
                self.spread_along(to, direction, &open);
            }
        }
        self.is_running = false;
    }

    /// The tiles from which a ball can be batted to a tile in one direction.
    fn spread_along(&mut self, to: Spot, direction: Direction, open: &Tiles) {
        let back = direction.opposite();
        let mut from = to.step(back);
        let mut is_open = open.contains(from);
        for strength in 1..=STRENGTH_MAX as u16 {
            if !is_open {
                return;
            }
            // The batter stands behind the ball.
            let stand = from.step(back);
            is_open = open.contains(stand);
            let cost = self.now + strength * length(direction) + BAT;
            if cost < self.costs[from.index()] && is_open {
                self.costs[from.index()] = cost;
                self.buckets[usize::from(cost) % BUCKETS].push(from);
            }
            from = stand;
        }
    }
}

/// The next bat of a drive: where the batter must stand.
#[derive(Copy, Clone, Debug)]
pub(super) struct Leg {
    pub cost: i32,
    pub ball: Location,
    pub stand: Location,
    pub direction: Direction,
    pub strength: i32,
    /// Where the ball is afterwards; `None` if it hits the headquarters.
    pub lands: Option<Location>,
}

fn length(direction: Direction) -> u16 {
    if direction.is_diagonal() { DIAGONAL } else { STRAIGHT }
}

/// The cost of a walk if nothing is in the way.
pub(super) fn walk(a: Location, b: Location) -> i32 {
    let (dx, dy) = ((a.x - b.x).abs(), (a.y - b.y).abs());
    i32::from(STRAIGHT) * dx.max(dy) + i32::from(DIAGONAL - STRAIGHT) * dx.min(dy)
}

impl Drive {
    pub fn cost(&self, spot: Spot) -> u16 {
        self.costs.get(spot.index()).copied().unwrap_or(FAR)
    }

    /// Computes the costs, unless they are known well enough. A whole map takes several turns; until then the
    /// former costs count.
    pub fn aim(&mut self, chart: &Chart, goal: Spot, round: u32, effort: &mut Effort) {
        let is_fresh = self.goal == Some(goal)
            && (self.version == chart.version || round < self.computed + 40);
        if !is_fresh {
            self.goal = Some(goal);
            self.version = chart.version;
            self.computed = round;
            self.spread.start(goal);
        }
        if self.spread.is_running {
            self.spread.go_on(chart, goal, effort);
            if !self.spread.is_running {
                std::mem::swap(&mut self.costs, &mut self.spread.costs);
            }
        }
    }

    /// The best next bat for a batter at `here`, over all balls in sight.
    pub fn best_leg(&self, chart: &Chart, view: &View, here: Location) -> Option<Leg> {
        let legs = view.balls.iter().filter_map(|&ball| self.leg(chart, view, here, ball));
        legs.min_by_key(|leg| leg.cost)
    }

    pub fn leg(&self, chart: &Chart, view: &View, here: Location, ball: Location) -> Option<Leg> {
        let mut best: Option<Leg> = None;
        for &direction in Direction::neighbours() {
            let stand = ball.step(direction.opposite());
            let is_open = stand == here || stand == view.me.at || view.is_accessible(stand);
            if !is_open {
                continue;
            }
            let is_round_about = walk(here, stand) > walk(here, ball);
            let way = walk(here, stand) + if is_round_about { 4 } else { 0 };
            let mut at = ball;
            for strength in 1..=STRENGTH_MAX {
                at = at.step(direction);
                let spot = chart.spot(at);
                let is_goal = Some(spot) == self.goal;
                let rest = self.cost(spot);
                let is_free = is_goal
                    || at == view.me.at
                    || view.tile(at).is_none()
                    || view.is_accessible(at);
                if rest == FAR || !is_free {
                    break;
                }
                let cost = way + i32::from(rest) + i32::from(BAT);
                if best.is_none_or(|best| cost < best.cost) {
                    let lands = (!is_goal).then_some(at);
                    best = Some(Leg { cost, ball, stand, direction, strength, lands });
                }
                if is_goal {
                    break;
                }
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_are_there_after_some_turns() {
        let chart = Chart::meadow(20);
        let goal = chart.home.shifted(12, 0);
        let mut drive = Drive::default();
        drive.aim(&chart, goal, 1, &mut Effort::of_turn());
        let near = goal.shifted(-1, 0);
        assert_eq!(drive.cost(near), FAR, "the whole map was computed in one turn");
        (2..20).for_each(|round| drive.aim(&chart, goal, round, &mut Effort::of_turn()));
        assert_eq!(drive.cost(near), STRAIGHT + BAT);
        assert_eq!(drive.cost(goal.shifted(-3, 0)), 3 * STRAIGHT + BAT);
        assert_eq!(drive.cost(goal.shifted(-6, 0)), 2 * (3 * STRAIGHT + BAT));
    }

    #[test]
    fn costs_that_spread_in_small_parts_are_the_same() {
        let chart = Chart::meadow(12);
        let goal = chart.home.shifted(9, 4);
        let (mut parts, mut whole) = (Drive::default(), Drive::default());
        whole.aim(&chart, goal, 1, &mut Effort::without_limit());
        let mut turns = 0;
        while parts.costs.is_empty() {
            let mut effort = Effort::spare_of(Step::Drive, 20);
            parts.aim(&chart, goal, 1, &mut effort);
            assert!(!effort.spend_spare(Step::Drive) || !parts.spread.is_running);
            turns += 1;
        }
        assert!(
            turns >= 23 * 23 / 20,
            "nearly every tile was visited in {turns} turns of 20 tiles"
        );
        assert!(parts.costs == whole.costs, "parts lead to other costs");
    }
}
