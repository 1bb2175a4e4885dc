//! Driving a ball: a batter bats a ball ahead, walks after it, and shoots when it is in line with the other
//! headquarters. Batting costs no time to walk, so a batter brings a ball along nearly for free.

use super::chart::{Chart, SIDE, Spot};
use crate::constants::STRENGTH_MAX;
use crate::observe::View;
use crate::types::{Direction, Location, Terrain};

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

    /// Computes the costs unless they are known well enough.
    pub fn aim(&mut self, chart: &Chart, goal: Spot, round: u32) {
        let is_fresh = self.goal == Some(goal)
            && (self.version == chart.version || round < self.computed + 40);
        if is_fresh {
            return;
        }
        self.goal = Some(goal);
        self.version = chart.version;
        self.computed = round;
        self.costs.clear();
        self.costs.resize((SIDE * SIDE) as usize, FAR);
        let is_land = |spot: Spot| {
            spot != goal && spot != chart.home && chart.tile(spot).is_some_and(Terrain::is_land)
        };
        let mut buckets: [Vec<Spot>; BUCKETS] = Default::default();
        self.costs[goal.index()] = 0;
        buckets[0].push(goal);
        let (mut now, mut empty) = (0u16, 0);
        while empty < BUCKETS {
            empty += 1;
            while let Some(to) = buckets[usize::from(now) % BUCKETS].pop() {
                empty = 0;
                if self.costs[to.index()] != now {
                    continue;
                }
                for &direction in Direction::neighbours() {
                    let mut from = to;
                    for strength in 1..=STRENGTH_MAX as u16 {
                        from = from.step(direction.opposite());
                        if !is_land(from) {
                            break;
                        }
                        let cost = now + strength * length(direction) + BAT;
                        if cost < self.costs[from.index()]
                            && is_land(from.step(direction.opposite()))
                        {
                            self.costs[from.index()] = cost;
                            buckets[usize::from(cost) % BUCKETS].push(from);
                        }
                    }
                }
            }
            now += 1;
        }
        self.costs[goal.index()] = 0;
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
