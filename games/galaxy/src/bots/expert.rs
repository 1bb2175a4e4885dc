//! The level `expert`: captures every system, in the order that costs the least.
//!
//! It keeps an atlas of all systems it has seen, makes one strong scan, and then plans a few captures
//! ahead by the actions they take. Energy counts as actions, because radiation turns one into the
//! other. When nothing is left to capture it searches for systems that it has lost.

use super::atlas::{Atlas, Growth, Index, Page, Way};
use crate::command::Call;
use crate::constants::{ACTIONS_PER_TURN, RADIATION};
use crate::observe::View;
use crate::state::GalaxyCommander;
use crate::types::{Colour, Side};
use agon_core::{Bot, Stopped, Turn};
use arrayvec::ArrayVec;

/// Captures planned ahead, and candidates for each of them.
const DEPTH: usize = 3;
const BREADTH: usize = 3;
/// The systems that a plan considers: those that are the least effort to capture first.
const CANDIDATES: usize = 8;
/// A store of at least this much energy is worth the action that empties it.
const REFUEL_STORE_MIN: i32 = 3;
/// With at least this much energy the bot does not stop to refuel.
const REFUEL_BELOW_ENERGY: i32 = 80;
/// What a unit of energy is worth, in tenths of an action.
const ENERGY_IN_TENTHS_OF_ACTION: i32 = 6;
/// Plans cut larger numbers to this.
const PLAN_NUMBER_MAX: i32 = 10_000;
/// The most energy spent on a scan: on the first one, and when searching for lost systems.
const SCAN_ENERGY_MAX: i32 = 6;

/// Ways are searched again after this many actions.
const WAYS_LAST: u32 = 24;

/// The bot.
#[derive(Default)]
pub struct Expert {
    atlas: Atlas,
    has_looked: bool,
    /// The system to capture next; kept until it is captured.
    target: Option<Index>,
    /// The systems that are not ours.
    foreign: Vec<Goal>,
    /// The [`captures`] that a plan may begin with, those of the least effort first.
    first: Vec<(i32, usize, Line)>,
}

/// A system to capture, with what a plan needs to know of it.
#[derive(Copy, Clone)]
struct Goal {
    at: Index,
    /// The cost of its capture beyond the action that begins it.
    cost: i32,
    /// How its store grows during the plan.
    growth: Growth,
}

/// The systems that a plan may still capture.
type Open = ArrayVec<Goal, CANDIDATES>;

/// The bot's expectation of its own state within a command turn.
struct Outlook {
    at: Index,
    /// Energy after this action's radiation.
    energy: i32,
    /// Actions played, this one included.
    action: u32,
    capture_left: i32,
    scan_energy: i32,
    me: Colour,
}

/// A planned series of captures: where it ends and what it costs.
#[derive(Copy, Clone)]
struct Line {
    at: Index,
    energy: i32,
    actions: i32,
}

impl Bot<GalaxyCommander> for Expert {
    fn turn(&mut self, view: &View, turn: &mut Turn<'_, GalaxyCommander>) -> Result<(), Stopped> {
        self.atlas.ways_last = WAYS_LAST;
        self.atlas.update(view);
        let (Some(at), Some(side)) = (self.atlas.here, view.colour) else {
            return Ok(());
        };
        let mut outlook = Outlook {
            at,
            energy: view.energy,
            action: view.action,
            capture_left: view.capture_actions_left.unwrap_or(0),
            scan_energy: view.scan_energy,
            me: Side::colour(side),
        };
        for slot in 0..ACTIONS_PER_TURN {
            outlook.energy = outlook.energy.saturating_add(RADIATION);
            outlook.action += 1;
            let call = self.decide(&mut outlook, slot);
            turn.call(&call)?;
        }
        Ok(())
    }
}

impl Expert {
    fn decide(&mut self, outlook: &mut Outlook, slot: usize) -> Call {
        if outlook.capture_left > 0 {
            outlook.capture_left -= 1;
            if outlook.capture_left == 0 {
                self.atlas.pages[outlook.at].owner = outlook.me;
            }
            return Call::ContinueCapture;
        }
        let target = self.best_target(outlook);
        if let Some(energy) = self.scan_wanted(outlook, slot, target.is_some()) {
            outlook.scan_energy = energy;
            return Call::SetScan(energy.into());
        }
        if self.atlas.pages[outlook.at].owner != outlook.me {
            return self.capture(outlook);
        }
        let store = self.atlas.pages[outlook.at].store_at(outlook.action);
        if store >= REFUEL_STORE_MIN && outlook.energy < REFUEL_BELOW_ENERGY {
            return self.refuel(outlook, store);
        }
        match target {
            Some(target) => self.go(outlook, target, store),
            None => self.idle(outlook, store),
        }
    }

    /// Scans far once, early, and again whenever nothing is left to do; with a target in sight
    /// the scan is switched off.
    fn scan_wanted(&mut self, outlook: &Outlook, slot: usize, is_busy: bool) -> Option<i32> {
        let affordable = (outlook.energy / 2).min(SCAN_ENERGY_MAX);
        if !self.has_looked {
            let is_last = slot == ACTIONS_PER_TURN - 1;
            self.has_looked = is_last && affordable > 0;
            return self.has_looked.then_some(affordable);
        }
        match is_busy || self.nearest_edge(outlook.at).is_some() {
            true => (slot == 0 && outlook.scan_energy > 0).then_some(0),
            false => (outlook.scan_energy == 0 && affordable > 0).then_some(affordable),
        }
    }

    fn capture(&mut self, outlook: &mut Outlook) -> Call {
        let page = &mut self.atlas.pages[outlook.at];
        let energy = outlook.energy.min(page.capture_cost - 1).max(0);
        outlook.energy -= energy;
        outlook.capture_left = page.capture_cost - 1 - energy;
        if outlook.capture_left == 0 {
            page.owner = outlook.me;
        }
        Call::Capture(energy.into())
    }

    fn refuel(&mut self, outlook: &mut Outlook, store: i32) -> Call {
        let page = &mut self.atlas.pages[outlook.at];
        page.store = 0;
        page.seen_at = outlook.action;
        outlook.energy = outlook.energy.saturating_add(store);
        Call::Refuel
    }

    /// One step towards a target, or what makes it possible.
    fn go(&mut self, outlook: &mut Outlook, target: Index, store: i32) -> Call {
        let way = self.atlas.way(outlook.at, target);
        let link = way.and_then(|way| self.atlas.link(outlook.at, way.first));
        match link {
            Some(link) if link.cost <= outlook.energy => {
                outlook.energy -= link.cost;
                outlook.at = link.to;
                Call::Move(Some(self.atlas.pages[link.to].name.to_string()))
            }
            _ if store > 0 => self.refuel(outlook, store),
            _ => Call::NoAction,
        }
    }

    /// Nothing to capture: flies to a system with a wormhole whose end was never seen; if there is none,
    /// fortifies with the energy it does not need.
    fn idle(&mut self, outlook: &mut Outlook, store: i32) -> Call {
        if let Some(edge) = self.nearest_edge(outlook.at) {
            if outlook.scan_energy > 0 {
                outlook.scan_energy = 0;
                return Call::SetScan(0);
            }
            return match edge == outlook.at {
                true => Call::NoAction,
                false => self.go(outlook, edge, store),
            };
        }
        if outlook.energy < REFUEL_BELOW_ENERGY {
            return Call::NoAction;
        }
        let energy = outlook.energy / 2;
        outlook.energy -= energy;
        Call::Fortify(energy.into())
    }

    /// The nearest system with a wormhole whose end was never seen.
    fn nearest_edge(&mut self, from: Index) -> Option<Index> {
        let distances = (0..self.atlas.pages.len()).filter_map(|i| {
            let is_edge = self.atlas.pages[i].links.iter().any(Option::is_none);
            match i == from {
                _ if !is_edge => None,
                true => Some((0, i)),
                false => self.atlas.way(from, i).map(|way| (way.length(), i)),
            }
        });
        distances.min().map(|(_, i)| i)
    }

    /// The first system of the best series of captures.
    fn best_target(&mut self, outlook: &Outlook) -> Option<Index> {
        if let Some(target) = self.target
            && self.atlas.pages[target].owner != outlook.me
        {
            return self.target;
        }
        let start = Line { at: outlook.at, energy: outlook.energy, actions: 0 };
        let pages = self.atlas.pages.iter().enumerate();
        self.foreign.clear();
        let foreign = pages.filter(|(_, page)| page.owner != outlook.me);
        self.foreign.extend(foreign.map(|(at, page)| Goal::new(at, page, outlook.action)));
        prepare_ways(&mut self.atlas, start, &self.foreign);
        self.first.clear();
        self.first.extend(captures(&self.atlas, start, &self.foreign));
        self.first.sort_unstable_by_key(|(effort, _, after)| (*effort, after.at));
        self.first.truncate(CANDIDATES);
        let mut open: Open = self.first.iter().map(|&(_, place, _)| self.foreign[place]).collect();
        let mut best: Option<(i32, Index)> = None;
        for place in 0..open.len().min(BREADTH) {
            let (effort, _, after) = self.first[place];
            let total = self.least_effort_without(place, after, &mut open, DEPTH - 1);
            let total = total.unwrap_or(effort);
            if best.is_none_or(|(least, _)| total < least) {
                best = Some((total, after.at));
            }
        }
        self.target = best.map(|(_, target)| target);
        self.target
    }

    /// The least effort of a series with this many more captures, after that of the goal at `place`.
    fn least_effort_without(
        &mut self,
        place: usize,
        line: Line,
        open: &mut Open,
        depth: usize,
    ) -> Option<i32> {
        let goal = open.swap_remove(place);
        let effort = self.least_effort(line, open, depth);
        // Restores the order.
        open.push(goal);
        let last = open.len() - 1;
        open.swap(place, last);
        effort
    }

    /// The least effort of a series with this many more captures; fewer if there are not enough goals. `None`
    /// if there is no further capture.
    fn least_effort(&mut self, line: Line, open: &mut Open, depth: usize) -> Option<i32> {
        prepare_ways(&mut self.atlas, line, open);
        if depth <= 1 {
            return captures(&self.atlas, line, open).map(|(effort, ..)| effort).min();
        }
        // Those of the least effort; of equal ones those that come first.
        let mut next: ArrayVec<(i32, usize, Line), BREADTH> = ArrayVec::new();
        for capture in captures(&self.atlas, line, open) {
            let rank = next.iter().take_while(|before| before.0 <= capture.0).count();
            if rank < BREADTH {
                next.truncate(BREADTH - 1);
                next.insert(rank, capture);
            }
        }
        let totals = next.into_iter().map(|(effort, place, after)| {
            let total = self.least_effort_without(place, after, open, depth - 1);
            total.unwrap_or(effort)
        });
        totals.min()
    }
}

/// Finds the ways to the goals.
fn prepare_ways(atlas: &mut Atlas, line: Line, goals: &[Goal]) {
    // Without another system there is no need to search ways.
    if goals.iter().any(|goal| goal.at != line.at) {
        atlas.prepare_ways(line.at);
    }
}

/// The series after each of the captures that may come next: its effort, the place of the goal in the list,
/// and where the series is then.
fn captures(atlas: &Atlas, line: Line, goals: &[Goal]) -> impl Iterator<Item = (i32, usize, Line)> {
    let ways = atlas.ways_from(line.at);
    goals.iter().enumerate().filter_map(move |(place, goal)| {
        let after = line.capture(goal, &ways[goal.at])?;
        Some((after.effort(), place, after))
    })
}

impl Goal {
    fn new(at: Index, page: &Page, action: u32) -> Goal {
        let cost = page.capture_cost.min(PLAN_NUMBER_MAX) - 1;
        Goal { at, cost, growth: page.growth(action) }
    }
}

impl Line {
    /// The series after flying to a system, capturing it and emptying its store.
    #[inline]
    fn capture(mut self, goal: &Goal, way: &Way) -> Option<Line> {
        if goal.at != self.at {
            if way.hops == 0 {
                return None;
            }
            self.at = goal.at;
            self.actions += way.hops;
            self.energy += way.hops * RADIATION - way.cost.min(PLAN_NUMBER_MAX);
            if self.energy < 0 {
                self.actions -= self.energy;
                self.energy = 0;
            }
        }
        let paid = (self.energy + RADIATION).min(goal.cost).max(0);
        let waits = goal.cost - paid;
        self.energy += RADIATION - paid + waits;
        self.actions += 1 + waits;
        let store = goal.growth.store_after(self.actions);
        if store >= REFUEL_STORE_MIN {
            self.actions += 1;
            self.energy += store.min(PLAN_NUMBER_MAX) + RADIATION;
        }
        Some(self)
    }

    /// The cost of the series: its actions, less what its energy can save of them.
    fn effort(&self) -> i32 {
        10 * self.actions - ENERGY_IN_TENTHS_OF_ACTION * self.energy.min(REFUEL_BELOW_ENERGY)
    }
}
