//! The level `champion`: searches for the best series of captures and refuels ([`route`](super::route)).
//!
//! It keeps an atlas of all systems it has seen, and looks around again from time to time: what it believes
//! to own may have been captured behind its back. Systems of the opponent count more than free ones, since
//! the opponent loses what it wins, and energy counts less and less as the end comes near.

use super::atlas::{Atlas, Index};
use super::route::{Search, Start, Stop, Values};
use crate::command::Call;
use crate::constants::{ACTIONS_PER_TURN, RADIATION};
use crate::observe::View;
use crate::state::GalaxyCommander;
use crate::types::{Colour, Side};
use agon_core::{Bot, Stopped, Turn};

/// Scan energy of the first look, and of the later ones.
const FIRST_SCAN: i32 = 6;
const LATER_SCAN: i32 = 3;
/// Actions between two looks: each costs two actions and its energy.
const SCAN_EVERY: u32 = 60;
/// No look in the last actions of the game: what it shows could not be used.
const LAST_SCAN: i32 = 9;
/// Captures become worth more and more between these numbers of actions left.
const SPRINT_FROM: i32 = 120;
const SPRINT_TO: i32 = 30;
/// In the last actions of the game energy becomes worth less and less.
const ENERGY_FADES: i32 = 60;
/// The energy left in reserve for a wormhole that has become dearer since it was seen.
const FLUCTUATION: i32 = 1;

/// The bot.
#[derive(Default)]
pub struct Champion {
    atlas: Atlas,
    search: Search,
    /// Actions played at the last look.
    looked_at: Option<u32>,
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
    /// Actions of the game.
    actions: u32,
    capture_left: i32,
    scan_energy: i32,
    me: Colour,
}

impl Bot<GalaxyCommander> for Champion {
    fn turn(&mut self, view: &View, turn: &mut Turn<'_, GalaxyCommander>) -> Result<(), Stopped> {
        self.atlas.update(view);
        let (Some(at), Some(side)) = (self.atlas.here, view.colour) else {
            return Ok(());
        };
        // Moves may have cost a little more or less than expected; a scan of this energy tells.
        if let Some(expected) = self.expected_energy.take() {
            self.is_scan_free |= view.energy > expected - view.scan_energy / 2;
        }
        let mut outlook = Outlook {
            at,
            energy: view.energy,
            action: view.action,
            actions: view.actions,
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
        if view.scan_energy == 0 && outlook.scan_energy >= FIRST_SCAN {
            self.expected_energy = Some(outlook.energy);
        }
        Ok(())
    }
}

impl Champion {
    fn decide(&mut self, outlook: &mut Outlook, slot: usize) -> Call {
        if outlook.capture_left > 0 {
            outlook.capture_left -= 1;
            if outlook.capture_left == 0 {
                self.atlas.pages[outlook.at].owner = outlook.me;
            }
            return Call::ContinueCapture;
        }
        if let Some(energy) = self.scan_wanted(outlook, slot) {
            outlook.scan_energy = energy;
            return Call::SetScan(energy.into());
        }
        let start = Start {
            at: outlook.at,
            energy: outlook.energy,
            action: outlook.action,
            left: (outlook.actions + 1).saturating_sub(outlook.action) as i32,
            me: outlook.me,
        };
        let values = values(start.left);
        match self.search.best(&mut self.atlas, &start, &values) {
            Some(Stop::Capture(to)) if to == outlook.at => self.capture(outlook),
            Some(Stop::Refuel(to)) if to == outlook.at => self.refuel(outlook),
            Some(Stop::Capture(to) | Stop::Refuel(to)) => self.go(outlook, to),
            None => self.idle(outlook),
        }
    }

    /// Looks around early, and again from time to time; where scans are free, always.
    fn scan_wanted(&mut self, outlook: &Outlook, slot: usize) -> Option<i32> {
        let affordable = outlook.energy / 2;
        if self.is_scan_free {
            let wanted = LATER_SCAN.min(affordable);
            return (outlook.scan_energy < wanted).then_some(wanted);
        }
        if outlook.scan_energy > 0 {
            return (slot == 0).then_some(0);
        }
        if slot != ACTIONS_PER_TURN - 1 {
            return None;
        }
        let wanted = match self.looked_at {
            None => FIRST_SCAN.min(affordable),
            Some(before) if outlook.action - before >= SCAN_EVERY => LATER_SCAN,
            Some(_) => return None,
        };
        let left = outlook.actions.saturating_sub(outlook.action) as i32;
        if wanted == 0 || wanted > affordable || left < LAST_SCAN {
            return None;
        }
        self.looked_at = Some(outlook.action);
        Some(wanted)
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

    fn refuel(&mut self, outlook: &mut Outlook) -> Call {
        let page = &mut self.atlas.pages[outlook.at];
        let store = page.store_at(outlook.action);
        page.store = 0;
        page.seen_at = outlook.action;
        outlook.energy = outlook.energy.saturating_add(store);
        Call::Refuel
    }

    /// One step towards a system, or what makes it possible.
    fn go(&mut self, outlook: &mut Outlook, target: Index) -> Call {
        let next = self.atlas.first_step(outlook.at, target);
        let link = next.and_then(|next| self.atlas.link(outlook.at, next));
        match link {
            Some(link) if link.cost + FLUCTUATION <= outlook.energy => {
                outlook.energy -= link.cost;
                outlook.at = link.to;
                Call::Move(Some(self.atlas.pages[link.to].name.to_string()))
            }
            _ => {
                let page = &self.atlas.pages[outlook.at];
                match page.owner == outlook.me && page.store_at(outlook.action) > 0 {
                    true => self.refuel(outlook),
                    false => Call::NoAction,
                }
            }
        }
    }

    /// Nothing to capture: flies to a system with a wormhole whose end was never seen; if there is none,
    /// looks around.
    fn idle(&mut self, outlook: &mut Outlook) -> Call {
        let is_edge = |&i: &Index| self.atlas.pages[i].is_edge();
        let edges: Vec<Index> = (0..self.atlas.pages.len()).filter(is_edge).collect();
        let ways = edges.into_iter().filter(|&i| i != outlook.at);
        let nearest = ways.filter_map(|i| Some((self.atlas.way(outlook.at, i)?.length(), i))).min();
        if let Some((_, edge)) = nearest {
            return self.go(outlook, edge);
        }
        if outlook.scan_energy == 0 && outlook.energy > LATER_SCAN {
            outlook.scan_energy = LATER_SCAN;
            self.looked_at = Some(outlook.action);
            return Call::SetScan(LATER_SCAN.into());
        }
        Call::NoAction
    }
}

/// What things are worth with this many actions left. At first it gathers energy: systems that are captured
/// early are captured back. Later it spends that energy on as many captures as possible.
fn values(left: i32) -> Values {
    let part = (SPRINT_FROM - left).clamp(0, SPRINT_FROM - SPRINT_TO);
    let rising = |low: i32, high: i32| low + (high - low) * part / (SPRINT_FROM - SPRINT_TO);
    Values {
        gray: rising(40, 100),
        rival: rising(40, 120),
        energy: 8 * left.min(ENERGY_FADES) / ENERGY_FADES,
        energy_max: 600,
        action: 25,
    }
}
