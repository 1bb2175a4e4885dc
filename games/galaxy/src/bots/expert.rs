//! The level `expert`: captures every system, in the order that costs the least.
//!
//! It keeps an atlas of all systems it has seen and makes one strong scan. Of the nearest systems that it
//! does not own it captures the one that costs the least, together with the best capture next to it. What is
//! cheap counts in actions; energy counts as actions, too, because radiation turns one into the other. When
//! nothing is left to capture it searches for systems that it has lost.

use super::atlas::{Atlas, Index, Page};
use crate::command::Call;
use crate::constants::{ACTIONS_PER_TURN, RADIATION};
use crate::observe::View;
use crate::state::GalaxyCommander;
use crate::types::{Colour, Side};
use agon_core::{Bot, Stopped, Turn};

/// The systems that are considered as the next capture: the nearest ones that it does not own.
const CANDIDATES: usize = 3;
/// The effort of the capture after the next one if no system in the neighbourhood can be captured.
const FAR_EFFORT: i32 = 100;
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
/// The energy of scans where they are free.
const FREE_SCAN: i32 = 3;

/// The bot.
#[derive(Default)]
pub struct Expert {
    atlas: Atlas,
    has_looked: bool,
    /// The system to capture next; kept until it is captured.
    target: Option<Index>,
    /// The way to it: the systems that are still to be passed, the last one first.
    way: Vec<Index>,
    /// The neighbour of the target to capture after it.
    next: Option<Index>,
    /// The energy expected at the beginning of this turn if scans were free.
    expected_energy: Option<i32>,
    /// Whether a scan costs energy: it does in the handbook's rules, not in the original's.
    is_scan_free: bool,
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
        let expected = self.atlas.here;
        self.atlas.update(view);
        if self.atlas.here != expected {
            // A move was lost: the way does not begin here.
            (self.target, self.next) = (None, None);
        }
        let (Some(at), Some(side)) = (self.atlas.here, view.colour) else {
            return Ok(());
        };
        // Moves may have cost a little more or less than expected; a scan of this energy tells.
        if let Some(expected) = self.expected_energy.take() {
            self.is_scan_free = view.energy > expected - view.scan_energy / 2;
        }
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
        if view.scan_energy == 0 && outlook.scan_energy >= FREE_SCAN {
            self.expected_energy = Some(outlook.energy);
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
            Some(_) => self.go(outlook, store),
            None => self.idle(outlook, store),
        }
    }

    /// Scans far once, early, and again whenever nothing is left to do; with a target in sight
    /// the scan is switched off. Where scans are free it stays on.
    fn scan_wanted(&mut self, outlook: &Outlook, slot: usize, is_busy: bool) -> Option<i32> {
        let affordable = (outlook.energy / 2).min(SCAN_ENERGY_MAX);
        if !self.has_looked {
            let is_last = slot == ACTIONS_PER_TURN - 1;
            self.has_looked = is_last && affordable > 0;
            return self.has_looked.then_some(affordable);
        }
        if self.is_scan_free {
            let is_wanted = outlook.scan_energy == 0 && outlook.energy > 2 * FREE_SCAN;
            return is_wanted.then_some(FREE_SCAN);
        }
        match is_busy || self.find_edge(outlook.at) {
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

    /// One step towards the target, or what makes it possible.
    fn go(&mut self, outlook: &mut Outlook, store: i32) -> Call {
        let next = self.way.last().copied();
        let link = next.and_then(|next| self.atlas.link(outlook.at, next));
        match link {
            Some(link) if link.cost <= outlook.energy => {
                outlook.energy -= link.cost;
                outlook.at = link.to;
                self.way.pop();
                Call::Move(Some(self.atlas.pages[link.to].name.as_str().to_owned()))
            }
            _ if store > 0 => self.refuel(outlook, store),
            _ => Call::NoAction,
        }
    }

    /// Nothing to capture: flies to a system with a wormhole whose end was never seen; if there is none,
    /// fortifies with the energy it does not need.
    fn idle(&mut self, outlook: &mut Outlook, store: i32) -> Call {
        if self.find_edge(outlook.at) {
            if outlook.scan_energy > 0 && !self.is_scan_free {
                outlook.scan_energy = 0;
                return Call::SetScan(0);
            }
            return self.go(outlook, store);
        }
        if outlook.energy < REFUEL_BELOW_ENERGY {
            return Call::NoAction;
        }
        let energy = outlook.energy / 2;
        outlook.energy -= energy;
        Call::Fortify(energy.into())
    }

    /// Finds the way to the nearest system with a wormhole whose end was never seen; whether there is one.
    fn find_edge(&mut self, from: Index) -> bool {
        let mut edge = None;
        self.atlas.search_near(from, |at, page, _| {
            edge = page.is_edge().then_some(at);
            edge.is_none()
        });
        if let Some(edge) = edge {
            self.atlas.near_path(from, edge, &mut self.way);
        }
        edge.is_some()
    }

    /// The system to capture next.
    fn best_target(&mut self, outlook: &Outlook) -> Option<Index> {
        if let Some(target) = self.target
            && self.atlas.pages[target].owner != outlook.me
        {
            return self.target;
        }
        if let Some(next) = self.next.take()
            && self.atlas.pages[next].owner != outlook.me
        {
            self.target = Some(next);
            self.way.clear();
            self.way.push(next);
            return self.target;
        }
        (self.target, self.next) = match self.cheapest_captures(outlook) {
            Some((target, next)) => (Some(target), next),
            None => (None, None),
        };
        if let Some(target) = self.target {
            self.atlas.near_path(outlook.at, target, &mut self.way);
        }
        self.target
    }

    /// The capture that costs the least together with the best capture of a neighbour after it, if any.
    fn cheapest_captures(&mut self, outlook: &Outlook) -> Option<(Index, Option<Index>)> {
        let is_foreign = |page: &Page| page.owner != outlook.me;
        if !self.atlas.pages.iter().any(is_foreign) {
            return None;
        }
        let start = Line { energy: outlook.energy, actions: 0 };
        let mut first = [(0, start); CANDIDATES];
        let mut count = 0;
        self.atlas.search_near(outlook.at, |at, page, way| {
            if is_foreign(page) {
                let line = start.fly(way.hops(), way.cost());
                first[count] = (at, line.capture(page, outlook.action));
                count += 1;
            }
            count < CANDIDATES
        });
        let mut best: Option<(i32, Index, Option<Index>)> = None;
        for &(at, line) in &first[..count] {
            let mut effort = line.effort() + FAR_EFFORT;
            let mut next = None;
            for link in &self.atlas.pages[at].links {
                let page = &self.atlas.pages[link.to];
                if link.is_known() && link.to != at && is_foreign(page) {
                    let line = line.fly(1, link.cost).capture(page, outlook.action);
                    let sum = line.effort();
                    if sum < effort {
                        (effort, next) = (sum, Some(link.to));
                    }
                }
            }
            if best.is_none_or(|(least, ..)| effort < least) {
                best = Some((effort, at, next));
            }
        }
        best.map(|(_, at, next)| (at, next))
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
    /// The series after flying through some wormholes.
    #[inline]
    fn fly(mut self, hops: i32, cost: i32) -> Line {
        self.actions += hops;
        self.energy += hops * RADIATION - cost.min(PLAN_NUMBER_MAX);
        // Waits where the energy does not suffice.
        let missing = (-self.energy).max(0);
        self.actions += missing;
        self.energy += missing;
        self
    }

    /// The series after capturing the system where it is and emptying its store.
    #[inline]
    fn capture(mut self, page: &Page, action: u32) -> Line {
        let cost = page.capture_cost.min(PLAN_NUMBER_MAX) - 1;
        let paid = (self.energy + RADIATION).min(cost).max(0);
        let waits = cost - paid;
        self.energy += RADIATION - paid + waits;
        self.actions += 1 + waits;
        let store = page.growth(action, PLAN_NUMBER_MAX).store_after(self.actions);
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
