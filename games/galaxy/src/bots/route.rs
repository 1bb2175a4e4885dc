//! The champion's search: which systems to capture, and in which of its own to refuel, in which order.
//!
//! A *route* is a series of stops. The search keeps the best few routes of each length (a beam), makes each
//! of them one stop longer, and so on. Only the bot's own actions are simulated; the opponent stands still.

use super::atlas::{Atlas, Index};
use crate::constants::RADIATION;
use crate::types::Colour;

/// Stops of the longest route.
const STOPS: usize = 8;
/// Routes kept of each length.
const BEAM: usize = 24;
/// Captures and refuels tried as the next stop of a route.
const CAPTURES: usize = 6;
const REFUELS: usize = 2;
/// A store of at least this much energy is worth the action that empties it.
const STORE_MIN: i32 = 3;
/// Larger numbers are cut to this.
const NUMBER_MAX: i32 = 10_000;

/// What the search maximises. All values are hundredths of a system at the end of the game.
#[derive(Copy, Clone, Debug)]
pub(super) struct Values {
    /// A system without an owner.
    pub gray: i32,
    /// A system of the opponent.
    pub rival: i32,
    /// A unit of energy that is left at the end of the route, up to `energy_max`.
    pub energy: i32,
    pub energy_max: i32,
    /// An action that is left.
    pub action: i32,
}

/// Where the bot is when the route begins.
#[derive(Copy, Clone, Debug)]
pub(super) struct Start {
    pub at: Index,
    /// Energy after the radiation of the next action.
    pub energy: i32,
    /// Actions played, the next one included.
    pub action: u32,
    /// Actions that are left, the next one included.
    pub left: i32,
    pub me: Colour,
}

/// What is done at a stop.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    Capture(Index),
    Refuel(Index),
}

/// The last stop of a route; the stops before it are found through `before`.
#[derive(Copy, Clone, Debug)]
struct Node {
    at: Index,
    energy: i32,
    /// Actions used.
    used: i32,
    gain: i32,
    stop: Stop,
    before: Option<u32>,
}

/// The search, with its buffers.
#[derive(Clone, Debug, Default)]
pub(super) struct Search {
    nodes: Vec<Node>,
    next: Vec<(i32, Node)>,
    /// Systems that can be captured, and own systems with a store, by their distance from each system; filled
    /// when a route first gets there.
    near: Vec<Option<Near>>,
}

#[derive(Clone, Debug, Default)]
struct Near {
    captures: Vec<Index>,
    refuels: Vec<Index>,
}

impl Search {
    /// The first stop of the best route.
    pub fn best(&mut self, atlas: &mut Atlas, start: &Start, values: &Values) -> Option<Stop> {
        self.nodes.clear();
        self.next.clear();
        self.near.clear();
        self.near.resize(atlas.pages.len(), None);
        let root = Node {
            at: start.at,
            energy: start.energy,
            used: 0,
            gain: 0,
            stop: Stop::Refuel(start.at),
            before: None,
        };
        self.extend(atlas, start, values, root, None);
        let mut best: Option<(i32, u32)> = None;
        for stops in 1..=STOPS {
            self.next.sort_by_key(|&(score, _)| std::cmp::Reverse(score));
            self.next.truncate(BEAM);
            let layer = self.nodes.len()..self.nodes.len() + self.next.len();
            self.nodes.extend(self.next.drain(..).map(|(_, node)| node));
            for i in layer {
                let node = self.nodes[i];
                let before = self.next.len();
                if stops < STOPS {
                    self.extend(atlas, start, values, node, Some(i as u32));
                }
                // Only routes that cannot go on are compared: shorter ones have more actions left.
                let score = score(&node, start, values);
                if self.next.len() == before && best.is_none_or(|(most, _)| score > most) {
                    best = Some((score, i as u32));
                }
            }
        }
        let (_, mut i) = best?;
        while let Some(before) = self.nodes[i as usize].before {
            i = before;
        }
        Some(self.nodes[i as usize].stop)
    }

    /// All routes that are one stop longer.
    fn extend(
        &mut self,
        atlas: &mut Atlas,
        start: &Start,
        values: &Values,
        node: Node,
        number: Option<u32>,
    ) {
        let near = self.near[node.at].take().unwrap_or_else(|| Near::of(atlas, start, node.at));
        let mut tried = 0;
        for &to in &near.captures {
            if tried == CAPTURES {
                break;
            }
            if self.has(number, Stop::Capture(to)) {
                continue;
            }
            tried += 1;
            if let Some(after) = capture(atlas, start, values, node, to) {
                let after = Node { before: number, ..after };
                self.next.push((score(&after, start, values), after));
            }
        }
        let is_captured = self.has(number, Stop::Capture(node.at));
        let here = is_captured.then_some(node.at);
        for &to in here.iter().chain(near.refuels.iter().take(REFUELS)) {
            if self.has(number, Stop::Refuel(to)) {
                continue;
            }
            if let Some(after) = refuel(atlas, start, node, to) {
                let after = Node { before: number, ..after };
                self.next.push((score(&after, start, values), after));
            }
        }
        self.near[node.at] = Some(near);
    }

    /// Whether a route has a stop.
    fn has(&self, mut number: Option<u32>, stop: Stop) -> bool {
        while let Some(i) = number {
            let node = &self.nodes[i as usize];
            if node.stop == stop {
                return true;
            }
            number = node.before;
        }
        false
    }
}

impl Near {
    fn of(atlas: &mut Atlas, start: &Start, at: Index) -> Near {
        let mut captures = Vec::new();
        let mut refuels = Vec::new();
        for to in 0..atlas.pages.len() {
            let length = match to == at {
                true => 0,
                false => match atlas.way(at, to) {
                    Some(way) => way.length(),
                    None => continue,
                },
            };
            let page = &atlas.pages[to];
            if page.owner != start.me {
                let store = page.store_at(start.action);
                captures.push((2 * length + 2 * page.capture_cost - store, to));
            } else {
                let store = page.store_at(start.action);
                if store >= STORE_MIN && store > length {
                    refuels.push((length - store, to));
                }
            }
        }
        captures.sort_unstable();
        refuels.sort_unstable();
        // Routes capture some of the nearest systems on their way, so a few more are kept.
        captures.truncate(CAPTURES + STOPS);
        refuels.truncate(REFUELS + STOPS);
        let only = |list: Vec<(i32, Index)>| list.into_iter().map(|(_, to)| to).collect();
        Near { captures: only(captures), refuels: only(refuels) }
    }
}

/// Flies to a system; waits for radiation where the energy does not suffice.
fn fly(atlas: &mut Atlas, node: &mut Node, to: Index) -> Option<()> {
    if to != node.at {
        let way = atlas.way(node.at, to)?;
        node.at = to;
        node.used += way.hops();
        node.energy += way.hops() * RADIATION - way.cost().min(NUMBER_MAX);
        if node.energy < 0 {
            node.used -= node.energy;
            node.energy = 0;
        }
    }
    Some(())
}

/// The route after a capture; none if the game is over before.
fn capture(
    atlas: &mut Atlas,
    start: &Start,
    values: &Values,
    mut node: Node,
    to: Index,
) -> Option<Node> {
    fly(atlas, &mut node, to)?;
    let page = &atlas.pages[to];
    let cost = page.capture_cost.min(NUMBER_MAX) - 1;
    let paid = node.energy.min(cost).max(0);
    let waits = cost - paid;
    node.energy += RADIATION - paid + waits;
    node.used += 1 + waits;
    if node.used > start.left {
        return None;
    }
    node.gain += match page.owner {
        Colour::Gray => values.gray,
        _ => values.rival,
    };
    node.stop = Stop::Capture(to);
    Some(node)
}

/// The route after a refuel.
fn refuel(atlas: &mut Atlas, start: &Start, mut node: Node, to: Index) -> Option<Node> {
    fly(atlas, &mut node, to)?;
    let store = atlas.pages[to].store_at(start.action.saturating_add_signed(node.used));
    node.energy += store.min(NUMBER_MAX) + RADIATION;
    node.used += 1;
    node.stop = Stop::Refuel(to);
    (store >= STORE_MIN && node.used <= start.left).then_some(node)
}

/// The worth of a route.
fn score(node: &Node, start: &Start, values: &Values) -> i32 {
    let left = start.left - node.used;
    // Energy is worthless if there are no actions left to spend it in.
    let energy = node.energy.min(values.energy_max).min(6 * left);
    node.gain + values.energy * energy - values.action * node.used
}
