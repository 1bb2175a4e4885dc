//! The level `expert`: captures every system, in the order that costs the least.
//!
//! It keeps an atlas of all systems it has seen, makes one strong scan, and then compares two plans: each
//! begins with one of the two cheapest captures and goes on with the cheapest from there, three captures in
//! all. What is cheap counts in actions; energy counts as actions, too, because radiation turns one into the
//! other. When nothing is left to capture it searches for systems that it has lost.

use super::atlas::{Atlas, Growth, Index, Page, Way};
use crate::command::Call;
use crate::constants::{ACTIONS_PER_TURN, RADIATION};
use crate::observe::View;
use crate::state::GalaxyCommander;
use crate::types::{Colour, Side};
use agon_core::{Bot, Stopped, Turn};
use arrayvec::ArrayVec;

/// Captures planned ahead.
const AHEAD: usize = 3;
/// The systems that a plan considers: those that are the least effort to capture first.
const CANDIDATES: usize = 4;
/// How many of them are tried as the first capture. After it the plan goes on with what is the least effort.
const BREADTH: usize = 2;
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

/// The ways from where the bot is are searched again after this many actions.
const WAYS_LAST: u32 = 24;

/// The bot.
#[derive(Default)]
pub struct Expert {
    atlas: Atlas,
    has_looked: bool,
    /// The system to capture next; kept until it is captured.
    target: Option<Index>,
    /// The captures that a plan may begin with.
    first: Vec<Step>,
}

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
        self.atlas.here = Some(outlook.at);
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
        let link = way.and_then(|way| self.atlas.link(outlook.at, way.first()));
        match link {
            Some(link) if link.cost <= outlook.energy => {
                outlook.energy -= link.cost;
                outlook.at = link.to;
                Call::Move(Some(self.atlas.pages[link.to].name.as_str().to_owned()))
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
        let edges = (0..self.atlas.pages.len()).filter(|&i| self.atlas.pages[i].is_edge());
        let edges: Vec<Index> = edges.collect();
        let distances =
            edges.into_iter().filter_map(|i| Some((self.atlas.way(from, i)?.length(), i)));
        distances.min().map(|(_, i)| i)
    }

    /// The first system of the best series of captures.
    fn best_target(&mut self, outlook: &Outlook) -> Option<Index> {
        if let Some(target) = self.target
            && self.atlas.pages[target].owner != outlook.me
        {
            return self.target;
        }
        self.find_first_captures(outlook);
        self.first.sort_unstable_by_key(|step| (step.effort, step.goal));
        self.first.truncate(CANDIDATES);
        let goal = |step: &Step| Goal::new(step.goal, &self.atlas.pages[step.goal], outlook.action);
        let goals: Goals = self.first.iter().map(goal).collect();
        let mut best: Option<(i32, Index)> = None;
        for place in 0..goals.len().min(BREADTH) {
            let Step { goal, after, .. } = self.first[place];
            let mut open = goals.clone();
            open.remove(place);
            let effort = self.effort_of_series(goal, after, open);
            if best.is_none_or(|(least, _)| effort < least) {
                best = Some((effort, goal));
            }
        }
        self.target = best.map(|(_, target)| target);
        self.target
    }

    /// Finds all captures that a plan may begin with.
    fn find_first_captures(&mut self, outlook: &Outlook) {
        self.first.clear();
        let is_foreign = |page: &Page| page.owner != outlook.me;
        if !self.atlas.pages.iter().any(is_foreign) {
            return;
        }
        self.atlas.prepare_ways(outlook.at);
        let start = Line { energy: outlook.energy, actions: 0 };
        let ways = self.atlas.ways_from(outlook.at);
        for (goal, (page, &way)) in self.atlas.pages.iter().zip(ways).enumerate() {
            if is_foreign(page) && way.is_known() {
                let after = start.fly(way).capture(&Goal::new(goal, page, outlook.action));
                self.first.push(Step { effort: after.effort(), goal, after });
            }
        }
    }

    /// The effort of a series of captures that has come to a system: the next one is always that of the least
    /// effort. Shorter if there are not enough goals.
    fn effort_of_series(&mut self, mut at: Index, mut line: Line, mut open: Goals) -> i32 {
        for _ in 1..AHEAD {
            let Some((place, after)) = self.next_capture(at, line, &open) else {
                break;
            };
            at = open.swap_remove(place).at;
            line = after;
        }
        line.effort()
    }

    /// The capture of the least effort: the place of the goal in the list, and the series after it.
    fn next_capture(&mut self, at: Index, line: Line, open: &Goals) -> Option<(usize, Line)> {
        // Without another system there is no need to search ways.
        if open.is_empty() {
            return None;
        }
        // An old estimate does for what may come later.
        self.atlas.prepare_old_ways(at);
        let ways = self.atlas.ways_from(at);
        let known = open.iter().enumerate().filter(|(_, goal)| ways[goal.at].is_known());
        let captures = known.map(|(place, goal)| (place, line.fly(ways[goal.at]).capture(goal)));
        captures.min_by_key(|(_, after)| after.effort())
    }
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
type Goals = ArrayVec<Goal, CANDIDATES>;

impl Goal {
    #[inline]
    fn new(at: Index, page: &Page, action: u32) -> Goal {
        let cost = page.capture_cost.min(PLAN_NUMBER_MAX) - 1;
        Goal { at, cost, growth: page.growth(action, PLAN_NUMBER_MAX) }
    }
}

/// What a planned series of captures costs.
#[derive(Copy, Clone)]
struct Line {
    /// The energy after it.
    energy: i32,
    actions: i32,
}

impl Line {
    /// The series after flying to another system.
    #[inline]
    fn fly(mut self, way: Way) -> Line {
        self.actions += way.hops();
        self.energy += way.hops() * RADIATION - way.cost().min(PLAN_NUMBER_MAX);
        // Waits where the energy does not suffice.
        let missing = (-self.energy).max(0);
        self.actions += missing;
        self.energy += missing;
        self
    }

    /// The series after capturing the system where it is and emptying its store.
    #[inline]
    fn capture(mut self, goal: &Goal) -> Line {
        let paid = (self.energy + RADIATION).min(goal.cost).max(0);
        let waits = goal.cost - paid;
        self.energy += RADIATION - paid + waits;
        self.actions += 1 + waits;
        let store = goal.growth.store_after(self.actions);
        if store >= REFUEL_STORE_MIN {
            self.actions += 1;
            self.energy += store + RADIATION;
        }
        self
    }

    /// The cost of the series: its actions, less what its energy can save of them.
    #[inline]
    fn effort(&self) -> i32 {
        10 * self.actions - ENERGY_IN_TENTHS_OF_ACTION * self.energy.min(REFUEL_BELOW_ENERGY)
    }
}

/// A capture that a plan may begin with.
#[derive(Copy, Clone)]
struct Step {
    /// The system.
    goal: Index,
    /// The series after its capture, and the effort of that series.
    after: Line,
    effort: i32,
}
