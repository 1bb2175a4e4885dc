//! A relay: a line of batters that passes balls from the own headquarters to the other one.
//!
//! The headquarters builds a ball for 1 reputation, and each batter bats it to the next. With the turns
//! scheduled in the order of the line a ball arrives in the round in which it was built: 100 points.
//! A ball kills batters in its way, so no batter may stand on a leg: each leg has another direction than
//! the one before, and the batter waits beside the line.

use super::chart::{Chart, Spot, Tiles};
use super::effort::{Effort, Step};
use crate::constants::{MAP_SIDE_MAX, STRENGTH_MAX};
use crate::types::Direction;

/// The most batters of a relay.
pub(super) const POSTS_MAX: usize = 14;
/// Coordinates modulo this tell the tiles of a map apart.
const WRAP: usize = MAP_SIDE_MAX.next_power_of_two();
const TILES: usize = WRAP * WRAP;
const STATES: usize = TILES * 9;
/// A state that was not reached, and one at the own headquarters.
const UNREACHED: u8 = u8::MAX;
const START: u8 = u8::MAX - 1;

/// One post: where the batter stands, and how it bats the ball in front of it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Post {
    pub stand: Spot,
    pub direction: Direction,
    pub strength: i32,
}

impl Post {
    /// Where the ball is when it is this post's turn.
    pub fn ball(self) -> Spot {
        self.stand.step(self.direction)
    }

    pub fn pack(self) -> i32 {
        i32::from(self.stand.0) | (self.direction as i32) << 14 | self.strength << 18
    }

    pub fn unpack(code: i32) -> Post {
        Post {
            stand: Spot((code & 0x3fff) as u16),
            direction: Direction::ALL[(code >> 14 & 7) as usize],
            strength: code >> 18 & 3,
        }
    }
}

/// The search for the shortest relay between the headquarters over known land. It takes several turns.
#[derive(Default)]
pub(super) struct Plan {
    goal: Option<Spot>,
    /// Tiles that are not used.
    blocked: Vec<Spot>,
    /// States are the tile of the ball and the direction it came from. For each: the direction of the leg
    /// before it times 4, plus the strength of the leg that led to it. [`place`] says where.
    came_from: Vec<u8>,
    /// For each tile the directions in which legs from there were tried, one bit each.
    tried: Vec<u8>,
    /// The states after this many legs, those that are done, and the states after one leg more.
    legs: usize,
    layer: Vec<u32>,
    done: usize,
    next: Vec<u32>,
}

impl Plan {
    /// Begins a new search.
    pub fn start(&mut self, chart: &Chart, goal: Spot, blocked: Vec<Spot>) {
        (self.goal, self.blocked) = (Some(goal), blocked);
        self.came_from.clear();
        self.came_from.resize(STATES, UNREACHED);
        self.tried.clear();
        self.tried.resize(TILES, 0);
        (self.legs, self.done) = (0, 0);
        self.layer.clear();
        self.next.clear();
        let open = self.open(chart, goal);
        for &direction in Direction::neighbours() {
            let ball = chart.home.step(direction);
            if open.contains(ball) {
                let state = state(ball, Direction::Zero);
                self.came_from[place(ball, Direction::Zero)] = START;
                self.layer.push(state);
            }
        }
    }

    pub fn is_running(&self) -> bool {
        self.goal.is_some()
    }

    /// Goes on with the search as far as the effort allows; returns the relay when it is found.
    pub fn go_on(&mut self, chart: &Chart, effort: &mut Effort) -> Option<Vec<Post>> {
        let goal = self.goal?;
        let open = self.open(chart, goal);
        while effort.spend_spare(Step::State) {
            while self.done == self.layer.len() {
                std::mem::swap(&mut self.layer, &mut self.next);
                self.next.clear();
                self.done = 0;
                self.legs += 1;
                if self.legs == POSTS_MAX || self.layer.is_empty() {
                    self.goal = None;
                    return None;
                }
            }
            let from = self.layer[self.done];
            self.done += 1;
            if let Some(posts) = self.follow(&open, goal, from, effort) {
                self.goal = None;
                return Some(posts);
            }
        }
        None
    }

    /// All legs that go on from a state; returns the relay if one of them hits the goal.
    fn follow(
        &mut self,
        open: &Tiles,
        goal: Spot,
        from: u32,
        effort: &mut Effort,
    ) -> Option<Vec<Post>> {
        let (ball, last) = ball_and_direction(from);
        // What was tried from the same tile leads to nothing new, except that a ball which came another way
        // may hit the goal.
        let tried = &mut self.tried[tile(ball)];
        let can_hit = ball.distance(goal) <= STRENGTH_MAX;
        let old = if can_hit { 0 } else { *tried };
        let legs = !(old | (1 << last as u32) as u8);
        *tried |= legs;
        effort.charge(Step::Leg, legs.count_ones() as usize);
        for &direction in Direction::neighbours() {
            let stand = ball.step(direction.opposite());
            if legs >> direction as u32 & 1 == 0 || !open.contains(stand) {
                continue;
            }
            let mut at = ball;
            for strength in 1..=3 {
                at = at.step(direction);
                if at == goal {
                    effort.charge(Step::Relay, 1);
                    let posts = self.posts(from, Post { stand, direction, strength });
                    if is_sound(&posts) {
                        return Some(posts);
                    }
                    break;
                }
                if !open.contains(at) {
                    break;
                }
                let came_from = &mut self.came_from[place(at, direction)];
                if *came_from == UNREACHED {
                    *came_from = (last as u8) << 2 | strength as u8;
                    self.next.push(state(at, direction));
                }
            }
        }
        None
    }

    /// The tiles on which batters may stand and balls lie. Pitchers stand on bases and stadiums.
    fn open(&self, chart: &Chart, goal: Spot) -> Tiles {
        chart.grass.without([chart.home, goal].iter().chain(&self.blocked))
    }

    /// The posts of the way that led to a state, and the last one.
    fn posts(&self, from: u32, end: Post) -> Vec<Post> {
        let mut posts = vec![end];
        let (mut ball, mut direction) = ball_and_direction(from);
        for _ in 0..self.legs {
            let leg = self.came_from[place(ball, direction)];
            let strength = i32::from(leg & 3);
            ball = ball.steps(direction, -strength);
            posts.push(Post { stand: ball.step(direction.opposite()), direction, strength });
            direction = Direction::ALL[usize::from(leg >> 2)];
        }
        posts.reverse();
        posts
    }
}

fn state(ball: Spot, direction: Direction) -> u32 {
    u32::from(ball.0) * 9 + direction as u32
}

/// Where a plan keeps what it knows of a tile.
fn tile(ball: Spot) -> usize {
    ball.y() as usize % WRAP * WRAP + ball.x() as usize % WRAP
}

/// Where a plan keeps what it knows of a state.
fn place(ball: Spot, direction: Direction) -> usize {
    tile(ball) * 9 + direction as usize
}

fn ball_and_direction(state: u32) -> (Spot, Direction) {
    (Spot((state / 9) as u16), Direction::ALL[state as usize % 9])
}

/// The tiles that must be free of other units: where batters stand and balls fly.
pub(super) fn corridor(posts: &[Post]) -> Vec<Spot> {
    let tiles = posts
        .iter()
        .flat_map(|post| (0..=post.strength + 1).map(|n| post.stand.steps(post.direction, n)));
    tiles.collect()
}

/// No batter stands in the way of a ball or on the place of another.
fn is_sound(posts: &[Post]) -> bool {
    let flights = posts.iter().flat_map(|post| {
        let start = post.ball();
        (0..=post.strength).map(move |count| start.steps(post.direction, count))
    });
    let tiles: Vec<Spot> = flights.collect();
    let is_in_way = |post: &Post| tiles.contains(&post.stand);
    let is_twice = |i: usize| posts[..i].iter().any(|other| other.stand == posts[i].stand);
    !posts.iter().any(is_in_way) && !(0..posts.len()).any(is_twice)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plan_that_takes_several_turns_ends_at_the_goal() {
        let chart = Chart::meadow(20);
        let goal = chart.home.shifted(17, 11);
        let mut plan = Plan::default();
        plan.start(&chart, goal, vec![chart.home.shifted(1, 1)]);
        let (mut turns, mut found) = (0, None);
        while plan.is_running() {
            found = plan.go_on(&chart, &mut Effort::of_turn());
            turns += 1;
        }
        let posts = found.expect("there is a way over the meadow");
        assert!(turns > 1, "the search ended in its first turn");
        let mut ball = posts[0].ball();
        assert_eq!(ball.distance(chart.home), 1);
        for post in &posts {
            assert_eq!(post.ball(), ball);
            ball = ball.steps(post.direction, post.strength);
        }
        assert_eq!(ball, goal);
    }

    #[test]
    fn a_plan_in_small_parts_is_the_same() {
        let chart = Chart::meadow(20);
        let goal = chart.home.shifted(17, 11);
        let (mut parts, mut whole) = (Plan::default(), Plan::default());
        parts.start(&chart, goal, Vec::new());
        whole.start(&chart, goal, Vec::new());
        let posts = whole.go_on(&chart, &mut Effort::without_limit());
        assert!(posts.is_some() && !whole.is_running());
        let (mut turns, mut found) = (0, None);
        while parts.is_running() {
            // What a state needs beyond its own price is at most eight legs and the check of a hit on each.
            let mut effort = Effort::spare_of(Step::State, 40);
            let before = effort.left();
            found = parts.go_on(&chart, &mut effort);
            assert!(before - effort.left() <= 40 * 3 + 8 * (Step::Leg as i32 + Step::Relay as i32));
            turns += 1;
        }
        assert!(turns > 100, "the search took only {turns} turns");
        assert!(found == posts, "parts lead to another plan");
    }

    #[test]
    fn a_plan_without_a_way_tries_each_leg_once_and_ends() {
        let chart = Chart::meadow(5);
        let mut plan = Plan::default();
        plan.start(&chart, chart.home.shifted(30, 0), Vec::new());
        let mut effort = Effort::without_limit();
        let before = effort.left();
        assert_eq!(plan.go_on(&chart, &mut effort), None);
        assert!(!plan.is_running());
        // From each of 121 tiles eight legs, and as many states as directions.
        let work = 121 * 8 * (Step::Leg as i32 + Step::State as i32);
        assert!(before - effort.left() <= work + Step::State as i32);
    }
}
