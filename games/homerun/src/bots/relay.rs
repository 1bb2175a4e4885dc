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
const UNSEEN: u32 = u32::MAX;

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

/// The shortest relay between the headquarters over known land; `blocked` tiles are not used.
pub(super) fn plan(chart: &Chart, goal: Spot, blocked: &[Spot]) -> Option<Vec<Post>> {
    let is_land = |spot: Spot| {
        // Pitchers stand on bases and stadiums.
        chart.tile(spot) == Some(Terrain::Grass)
            && spot != chart.home
            && spot != goal
            && !blocked.contains(&spot)
    };
    // States are the tile of the ball and the direction it came from, by the number of legs.
    let mut came_from = vec![UNSEEN; STATES];
    let mut layer: Vec<u32> = Vec::new();
    for &direction in Direction::neighbours() {
        let ball = chart.home.step(direction);
        if is_land(ball) {
            let state = state(ball, Direction::Zero);
            came_from[state as usize] = state;
            layer.push(state);
        }
    }
    let mut next = Vec::new();
    for _ in 0..POSTS_MAX {
        for &from in &layer {
            let (ball, last) = (Spot((from / 9) as u16), Direction::ALL[from as usize % 9]);
            for &direction in Direction::neighbours() {
                if direction == last || !is_land(ball.step(direction.opposite())) {
                    continue;
                }
                let mut at = ball;
                for strength in 1..=3 {
                    at = at.step(direction);
                    if at == goal {
                        let end =
                            Post { stand: ball.step(direction.opposite()), direction, strength };
                        let posts = posts(&came_from, from, end);
                        if is_sound(&posts) {
                            return Some(posts);
                        }
                        break;
                    }
                    if !is_land(at) {
                        break;
                    }
                    let to = state(at, direction);
                    if came_from[to as usize] == UNSEEN {
                        came_from[to as usize] = from;
                        next.push(to);
                    }
                }
            }
        }
        std::mem::swap(&mut layer, &mut next);
        next.clear();
    }
    None
}

fn state(ball: Spot, direction: Direction) -> u32 {
    u32::from(ball.0) * 9 + direction as u32
}

/// The posts of the way that led to a state, and the last one.
fn posts(came_from: &[u32], mut at: u32, end: Post) -> Vec<Post> {
    let mut posts = vec![end];
    while came_from[at as usize] != at {
        let from = came_from[at as usize];
        let (ball, before) = (Spot((at / 9) as u16), Spot((from / 9) as u16));
        let direction = Direction::ALL[at as usize % 9];
        let stand = before.step(direction.opposite());
        posts.push(Post { stand, direction, strength: before.distance(ball) });
        at = from;
    }
    posts.reverse();
    posts
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
