//! Where a viewer draws the systems: a picture of the galaxy in the plane.
//!
//! Systems few wormholes apart are drawn close together (stress majorisation over the numbers of
//! wormholes between them); from several fixed starts the picture with the fewest crossings is
//! kept and improved system by system. It uses no randomness and only the four arithmetic operations
//! and the square root, so the same wormholes give the same picture everywhere. No rule depends on it.

use super::{Galaxy, SystemId};
use serde::{Deserialize, Serialize};

/// A place in the picture, 0 to 1000 in both directions.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Point {
    /// To the right.
    pub x: u16,
    /// Down.
    pub y: u16,
}

/// The width and height of the picture.
const SIZE: f64 = 1000.0;
/// Number of starts that are tried for small galaxies.
const STARTS: usize = 12;
/// Above this many pairs of lines a single start is tried and not improved.
const ALL_STARTS_MAX_PAIRS: usize = 40_000;
/// All starts of a galaxy with at most this many pairs of lines are improved; of a larger one only the best
/// start.
const IMPROVED_MAX_PAIRS: usize = 15_000;
/// Sweeps of the majorisation.
const SWEEPS: usize = 80;
/// Rounds of improvement.
const IMPROVEMENT_ROUNDS: usize = 12;
/// The penalty for a crossing; the other penalties are scaled to it.
const CROSSING_PENALTY: f64 = 2.0;
/// A system closer to a foreign wormhole than this (in wormhole lengths) hides it.
const HIDES_BELOW_DISTANCE: f64 = 0.22;
/// Two systems closer than this overlap.
const OVERLAPS_BELOW_DISTANCE: f64 = 0.45;

/// A vector in the plane; one wormhole is about 1 long.
#[derive(Copy, Clone, Debug, PartialEq)]
struct Vector {
    x: f64,
    y: f64,
}

impl Vector {
    fn minus(self, other: Vector) -> Vector {
        Vector { x: self.x - other.x, y: self.y - other.y }
    }

    fn plus(self, other: Vector) -> Vector {
        Vector { x: self.x + other.x, y: self.y + other.y }
    }

    fn times(self, factor: f64) -> Vector {
        Vector { x: self.x * factor, y: self.y * factor }
    }

    fn dot(self, other: Vector) -> f64 {
        self.x * other.x + self.y * other.y
    }

    fn cross(self, other: Vector) -> f64 {
        self.x * other.y - self.y * other.x
    }

    fn length(self) -> f64 {
        self.dot(self).sqrt()
    }
}

/// The galaxy as an undirected graph: its lines, and how many lie between two systems.
struct Net {
    n: usize,
    lines: Vec<(usize, usize)>,
    lines_of: Vec<Vec<usize>>,
    distances: Vec<f64>,
}

/// The picture of a galaxy.
pub(super) fn lay_out(galaxy: &Galaxy) -> Vec<Point> {
    let net = Net::of(galaxy);
    let pairs = net.lines.len() * net.lines.len();
    let relaxed = |start| {
        let mut places = spiral(net.n, start);
        for _ in 0..SWEEPS {
            net.relax(&mut places);
        }
        places
    };
    if pairs > ALL_STARTS_MAX_PAIRS {
        return fit(&relaxed(0));
    }
    let judged = |places: Vec<Vector>| (net.penalty(&places), places);
    let by_penalty = |a: &(f64, _), b: &(f64, _)| a.0.total_cmp(&b.0);
    let mut pictures: Vec<(f64, Vec<Vector>)> = (0..STARTS).map(|s| judged(relaxed(s))).collect();
    pictures.sort_by(by_penalty);
    pictures.truncate((IMPROVED_MAX_PAIRS / pairs.max(1)).max(1));
    let improved = pictures.into_iter().map(|(_, mut places)| {
        net.improve(&mut places);
        judged(places)
    });
    fit(&improved.min_by(by_penalty).map_or_else(Vec::new, |best| best.1))
}

/// Points on a sunflower's spiral, in an order that depends on `start`.
fn spiral(n: usize, start: usize) -> Vec<Vector> {
    // One turn by the golden angle, as a complex number.
    let turn = Vector { x: -0.737_368_878_078_319_9, y: 0.675_490_294_261_523_6 };
    let mut direction = Vector { x: 1.0, y: 0.0 };
    let mut points = Vec::with_capacity(n);
    for i in 0..n {
        points.push(direction.times((i as f64 + 0.5).sqrt()));
        direction = Vector {
            x: direction.dot(Vector { x: turn.x, y: -turn.y }),
            y: direction.dot(Vector { x: turn.y, y: turn.x }),
        };
    }
    // A stride through the points makes every start begin with another picture.
    let stride = (1..=n).filter(|&s| gcd(s, n) == 1).nth(start).unwrap_or(1);
    (0..n).map(|i| points[(i * stride + start) % n]).collect()
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

impl Net {
    fn of(galaxy: &Galaxy) -> Net {
        let n = galaxy.len();
        let mut near = vec![Vec::new(); n];
        let mut lines = Vec::new();
        let mut lines_of = vec![Vec::new(); n];
        for from in galaxy.systems() {
            for &to in galaxy.neighbours(from) {
                let (a, b) = (from.index(), to.index());
                let is_drawn = b < a && galaxy.neighbours(to).contains(&from);
                if a != b && !is_drawn {
                    near[a].push(to);
                    near[b].push(from);
                    lines_of[a].push(lines.len());
                    lines_of[b].push(lines.len());
                    lines.push((a, b));
                }
            }
        }
        let distances = galaxy.systems().flat_map(|from| hops(from, &near)).collect();
        Net { n, lines, lines_of, distances }
    }

    /// One sweep of stress majorisation: every system moves to the mean of the places that the others
    /// imply; near systems have more weight.
    fn relax(&self, places: &mut [Vector]) {
        for i in 0..self.n {
            let mut sum = Vector { x: 0.0, y: 0.0 };
            let mut weights = 0.0;
            for j in (0..self.n).filter(|&j| j != i) {
                let wanted = self.distances[i * self.n + j];
                let weight = 1.0 / (wanted * wanted);
                let apart = places[i].minus(places[j]);
                let length = apart.length().max(1e-9);
                let want = places[j].plus(apart.times(wanted / length));
                sum = sum.plus(want.times(weight));
                weights += weight;
            }
            if weights > 0.0 {
                places[i] = sum.times(1.0 / weights);
            }
        }
    }

    /// Tries small steps for every system and keeps those that lower the penalty.
    fn improve(&self, places: &mut [Vector]) {
        for round in 0..IMPROVEMENT_ROUNDS {
            let step = 1.2 - 1.0 * round as f64 / IMPROVEMENT_ROUNDS as f64;
            for i in 0..self.n {
                let home = places[i];
                let mut best = (self.penalty_at(places, i), home);
                for (x, y) in [
                    (1.0, 0.0),
                    (0.7, 0.7),
                    (0.0, 1.0),
                    (-0.7, 0.7),
                    (-1.0, 0.0),
                    (-0.7, -0.7),
                    (0.0, -1.0),
                    (0.7, -0.7),
                ] {
                    for reach in [step, step * 0.4] {
                        places[i] = home.plus(Vector { x, y }.times(reach));
                        let penalty = self.penalty_at(places, i);
                        if penalty < best.0 {
                            best = (penalty, places[i]);
                        }
                    }
                }
                places[i] = best.1;
            }
        }
    }

    fn penalty(&self, places: &[Vector]) -> f64 {
        (0..self.n).map(|i| self.penalty_at(places, i)).sum()
    }

    /// The penalty for the place of one system: crossings of its lines, lines that pass a
    /// system closely, systems that touch, and lengths that do not fit.
    fn penalty_at(&self, places: &[Vector], i: usize) -> f64 {
        let mut sum = 0.0;
        for &line in &self.lines_of[i] {
            let (a, b) = self.lines[line];
            for &(c, d) in &self.lines {
                let shares = a == c || a == d || b == c || b == d;
                if !shares && crosses(places[a], places[b], places[c], places[d]) {
                    sum += CROSSING_PENALTY;
                }
            }
            for k in (0..self.n).filter(|&k| k != a && k != b) {
                sum += 1.5 * closeness(places[k], places[a], places[b]);
            }
        }
        for &(a, b) in &self.lines {
            if a != i && b != i {
                sum += 1.5 * closeness(places[i], places[a], places[b]);
            }
        }
        for j in (0..self.n).filter(|&j| j != i) {
            let length = places[i].minus(places[j]).length();
            let wanted = self.distances[i * self.n + j];
            let misfit = (length - wanted) / wanted;
            sum += 0.25 * misfit * misfit / wanted;
            if length < OVERLAPS_BELOW_DISTANCE {
                sum += 4.0 * (OVERLAPS_BELOW_DISTANCE - length) / OVERLAPS_BELOW_DISTANCE;
            }
        }
        sum
    }
}

/// The number of lines from one system to each other.
fn hops(from: SystemId, near: &[Vec<SystemId>]) -> Vec<f64> {
    let mut distances = vec![f64::INFINITY; near.len()];
    distances[from.index()] = 0.0;
    let mut queue = vec![from];
    let mut at = 0;
    while at < queue.len() {
        let system = queue[at];
        at += 1;
        for &to in &near[system.index()] {
            if distances[to.index()].is_infinite() {
                distances[to.index()] = distances[system.index()] + 1.0;
                queue.push(to);
            }
        }
    }
    distances
}

/// Whether two line segments cross.
fn crosses(a: Vector, b: Vector, c: Vector, d: Vector) -> bool {
    let side = |p: Vector, q: Vector, r: Vector| q.minus(p).cross(r.minus(p)) > 0.0;
    side(a, b, c) != side(a, b, d) && side(c, d, a) != side(c, d, b)
}

/// How much a system hides a line: 0 when far, 1 when on it.
fn closeness(point: Vector, a: Vector, b: Vector) -> f64 {
    let along = b.minus(a);
    let part = point.minus(a).dot(along) / along.dot(along).max(1e-9);
    let foot = a.plus(along.times(part.clamp(0.0, 1.0)));
    let distance = point.minus(foot).length();
    ((HIDES_BELOW_DISTANCE - distance) / HIDES_BELOW_DISTANCE).max(0.0)
}

/// Moves and scales the picture into its frame, wide rather than high.
fn fit(places: &[Vector]) -> Vec<Point> {
    let bounds = |of: fn(&Vector) -> f64| {
        let least = places.iter().map(of).fold(f64::INFINITY, f64::min);
        let most = places.iter().map(of).fold(f64::NEG_INFINITY, f64::max);
        (least, most - least)
    };
    let (left, width) = bounds(|v| v.x);
    let (top, height) = bounds(|v| v.y);
    let scale = SIZE / width.max(height).max(1e-9);
    let lies = height > width;
    let place = |v: &Vector| {
        let across = ((v.x - left - width / 2.0) * scale + SIZE / 2.0).round() as u16;
        let down = ((v.y - top - height / 2.0) * scale + SIZE / 2.0).round() as u16;
        match lies {
            true => Point { x: down, y: across },
            false => Point { x: across, y: down },
        }
    };
    places.iter().map(place).collect()
}
