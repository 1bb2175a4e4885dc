//! R3.2 Random galaxies, and R3.3 the capture cost function.

use super::{Galaxy, SystemSpec};
use crate::constants::{
    CAPTURE_COST_SPREAD, CROWDED_ONE_IN, GENERATED_COST_BELOW, GENERATED_GENERATORS_BELOW,
    MAX_GENERATED_SYSTEMS, MIN_CAPTURE_COST, MIN_TRAVEL_COST,
};
use agon_core::Rng;

/// The options of the generator.
pub const WISHES: &[(&str, &str)] = &[("systems", "number of systems, 1 to 500; default 20")];

/// R3.2.5, conflict 9: whether a generated wormhole can cost 0 before the first fluctuation.
#[derive(Copy, Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ZeroCosts {
    /// It costs at least 1 (handbook).
    Never,
    /// It costs 0 to 9 (original).
    Possible,
}

/// R3.3 The "unknown" function: the generators plus or minus up to 5, but at least 1.
pub fn capture_cost(generators: i32, rng: &mut Rng) -> i32 {
    let fluctuation = rng.range(-CAPTURE_COST_SPREAD, CAPTURE_COST_SPREAD);
    generators.saturating_add(fluctuation).max(MIN_CAPTURE_COST)
}

/// R3.2 A random galaxy of `n` systems (1 to 500; other numbers are brought into that range).
///
/// Wormholes that are drawn with cost 0 cost 1; the galaxy keeps a list of them for rules under which
/// they cost 0.
pub fn random_galaxy(n: u32, rng: &mut Rng) -> Galaxy {
    let n = n.clamp(1, MAX_GENERATED_SYSTEMS) as usize;
    let mut graph = Graph::new(n);
    if n > 1 {
        graph.grow(rng);
        graph.shuffle(rng);
        graph.repair(rng);
    }
    let specs: Vec<SystemSpec> = (0..n).map(|i| system(&graph, i, rng)).collect();
    let mut galaxy = Galaxy::try_from(specs).expect("the repaired graph is strongly connected");
    for (wormhole, cost) in galaxy.costs.iter_mut().enumerate() {
        if *cost < MIN_TRAVEL_COST {
            *cost = MIN_TRAVEL_COST;
            galaxy.drawn_free.push(wormhole as u32);
        }
    }
    galaxy
}

/// R3.2.5 The numbers of one system.
fn system(graph: &Graph, i: usize, rng: &mut Rng) -> SystemSpec {
    let mut wormholes = Vec::new();
    for to in graph.ends(i) {
        let cost = rng.below(GENERATED_COST_BELOW) as i32;
        wormholes.push((format!("S{to}"), cost));
    }
    let max_generators = rng.below(GENERATED_GENERATORS_BELOW) as i32;
    let generators = loop {
        let generators = rng.below(GENERATED_GENERATORS_BELOW) as i32;
        if generators <= max_generators {
            break generators;
        }
    };
    SystemSpec {
        name: format!("S{i}"),
        generators,
        max_generators,
        capture_cost: capture_cost(generators, rng),
        wormholes,
    }
}

/// The wormholes of a galaxy under construction, as a matrix.
struct Graph {
    n: usize,
    edges: Vec<bool>,
    degrees: Vec<usize>,
}

impl Graph {
    fn new(n: usize) -> Graph {
        Graph { n, edges: vec![false; n * n], degrees: vec![0; n] }
    }

    fn has(&self, from: usize, to: usize) -> bool {
        self.edges[from * self.n + to]
    }

    fn add(&mut self, from: usize, to: usize) {
        if !std::mem::replace(&mut self.edges[from * self.n + to], true) {
            self.degrees[from] += 1;
        }
    }

    fn remove(&mut self, from: usize, to: usize) {
        if std::mem::replace(&mut self.edges[from * self.n + to], false) {
            self.degrees[from] -= 1;
        }
    }

    /// R3.2.4 The destinations from a system, in ascending order.
    fn ends(&self, from: usize) -> impl Iterator<Item = usize> {
        (0..self.n).filter(move |&to| self.has(from, to))
    }

    fn has_room(&self, from: usize) -> bool {
        self.degrees[from] * CROWDED_ONE_IN <= self.n
    }

    /// R3.2.1 Grows a tree in which every system can be reached from the first one drawn.
    fn grow(&mut self, rng: &mut Rng) {
        let mut pool: Vec<usize> = (0..self.n).collect();
        let mut frontier = Vec::new();
        let mut current = take_random(&mut pool, rng);
        while !pool.is_empty() {
            let branches = match pool.len() {
                1 => 1,
                more => 1 + rng.below(more as u32 - 1) / CROWDED_ONE_IN as u32,
            };
            for _ in 0..branches {
                let to = take_random(&mut pool, rng);
                self.add(current, to);
                frontier.push(to);
            }
            current = take_random(&mut frontier, rng);
        }
    }

    /// R3.2.2 Adds, turns and removes wormholes at random.
    fn shuffle(&mut self, rng: &mut Rng) {
        for _ in 0..2 * self.n {
            let a = rng.below(self.n as u32) as usize;
            let b = loop {
                let b = rng.below(self.n as u32) as usize;
                if b != a {
                    break b;
                }
            };
            if !self.has(a, b) {
                if self.has_room(a) {
                    self.add(a, b);
                }
                continue;
            }
            self.remove(a, b);
            if self.is_connected() {
                continue;
            }
            let turned = self.has_room(b);
            if turned {
                self.add(b, a);
            }
            if !turned || !self.is_connected() {
                self.add(a, b);
            }
        }
    }

    /// R3.2.3 Adds wormholes until every system can be reached from every other, starting at the lowest
    /// system that does not reach all others. One pass in ascending order is enough: once system 0
    /// reaches all systems, every system that reaches 0 reaches all, and added wormholes keep that true.
    fn repair(&mut self, rng: &mut Rng) {
        let mut is_whole = vec![false; self.n];
        for from in 0..self.n {
            if is_whole[from] {
                continue;
            }
            loop {
                let seen = self.reach(from, Graph::has);
                let lost: Vec<usize> = (0..self.n).filter(|&to| !seen[to]).collect();
                if lost.is_empty() {
                    break;
                }
                self.add(from, *rng.pick(&lost));
            }
            is_whole = self.reach(0, |graph, to, from| graph.has(from, to));
        }
    }

    fn is_connected(&self) -> bool {
        let all = |seen: Vec<bool>| seen.into_iter().all(|seen| seen);
        all(self.reach(0, Graph::has)) && all(self.reach(0, |g, to, from| g.has(from, to)))
    }

    fn reach(&self, start: usize, leads: fn(&Graph, usize, usize) -> bool) -> Vec<bool> {
        let mut seen = vec![false; self.n];
        let mut open = vec![start];
        seen[start] = true;
        while let Some(from) = open.pop() {
            for (to, seen) in seen.iter_mut().enumerate() {
                if !*seen && leads(self, from, to) {
                    *seen = true;
                    open.push(to);
                }
            }
        }
        seen
    }
}

fn take_random(pool: &mut Vec<usize>, rng: &mut Rng) -> usize {
    let at = rng.below(pool.len() as u32) as usize;
    pool.remove(at)
}
