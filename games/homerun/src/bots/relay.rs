//! A relay: a line of batters that passes balls from the own headquarters to the other one.
//!
//! The headquarters builds a ball for 1 reputation, and each batter bats it to the next. With the turns
//! scheduled in the order of the line a ball arrives in the round in which it was built: 100 points.
//! A ball kills batters in its way, so no batter may stand on a leg: each leg has another direction than
//! the one before, and the batter waits beside the line.

use super::chart::{Chart, SIDE, Spot};
use crate::types::{Direction, Terrain};

/// The most batters of a relay.
pub(super) const POSTS_MAX: usize = 14;
const STATES: usize = (SIDE * SIDE) as usize * 9;
/// States of a plan from which the search goes on in one turn.
const STATES_PER_TURN: usize = 400;
/// A state that was not reached, and one at the own headquarters.
const UNSEEN: u8 = u8::MAX;
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
    /// before it times 4, plus the strength of the leg that led to it.
    came_from: Vec<u8>,
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
        self.came_from.resize(STATES, UNSEEN);
        (self.legs, self.done) = (0, 0);
        self.layer.clear();
        self.next.clear();
        for &direction in Direction::neighbours() {
            let ball = chart.home.step(direction);
            if self.is_land(chart, ball) {
                let state = state(ball, Direction::Zero);
                self.came_from[state as usize] = START;
                self.layer.push(state);
            }
        }
    }

    pub fn is_running(&self) -> bool {
        self.goal.is_some()
    }

    /// Goes on with the search; returns the relay when it is found.
    pub fn go_on(&mut self, chart: &Chart) -> Option<Vec<Post>> {
        for _ in 0..STATES_PER_TURN {
            let goal = self.goal?;
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
            if let Some(posts) = self.follow(chart, goal, from) {
                self.goal = None;
                return Some(posts);
            }
        }
        None
    }

    /// All legs that go on from a state; returns the relay if one of them hits the goal.
    fn follow(&mut self, chart: &Chart, goal: Spot, from: u32) -> Option<Vec<Post>> {
        let (ball, last) = ball_and_direction(from);
        for &direction in Direction::neighbours() {
            let stand = ball.step(direction.opposite());
            if direction == last || !self.is_land(chart, stand) {
                continue;
            }
            let mut at = ball;
            for strength in 1..=3 {
                at = at.step(direction);
                if at == goal {
                    let posts = self.posts(from, Post { stand, direction, strength });
                    if is_sound(&posts) {
                        return Some(posts);
                    }
                    break;
                }
                if !self.is_land(chart, at) {
                    break;
                }
                let to = state(at, direction);
                if self.came_from[to as usize] == UNSEEN {
                    self.came_from[to as usize] = (last as u8) << 2 | strength as u8;
                    self.next.push(to);
                }
            }
        }
        None
    }

    fn is_land(&self, chart: &Chart, spot: Spot) -> bool {
        // Pitchers stand on bases and stadiums.
        chart.near_tile(spot) == Some(Terrain::Grass)
            && spot != chart.home
            && Some(spot) != self.goal
            && !self.blocked.contains(&spot)
    }

    /// The posts of the way that led to a state, and the last one.
    fn posts(&self, mut at: u32, end: Post) -> Vec<Post> {
        let mut posts = vec![end];
        while self.came_from[at as usize] < START {
            let leg = self.came_from[at as usize];
            let strength = i32::from(leg & 3);
            let (ball, direction) = ball_and_direction(at);
            let before = ball.steps(direction, -strength);
            posts.push(Post { stand: before.step(direction.opposite()), direction, strength });
            at = state(before, Direction::ALL[usize::from(leg >> 2)]);
        }
        posts.reverse();
        posts
    }
}

fn state(ball: Spot, direction: Direction) -> u32 {
    u32::from(ball.0) * 9 + direction as u32
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
            found = plan.go_on(&chart);
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
    fn a_plan_without_a_way_ends() {
        let chart = Chart::meadow(5);
        let mut plan = Plan::default();
        plan.start(&chart, chart.home.shifted(30, 0), Vec::new());
        let turns = (0..100).take_while(|_| plan.is_running() && plan.go_on(&chart).is_none());
        assert!(turns.count() < 100);
        assert!(!plan.is_running());
    }
}
