//! The level `solid`: looks two wormholes far and flies to the system that costs the least to reach and to
//! capture. It keeps no map; it only counts how often it was in each system, to leave a region that is all
//! its own.

use crate::command::Call;
use crate::constants::ACTIONS_PER_TURN;
use crate::map::Name;
use crate::observe::{SeenSystem, View};
use crate::state::GalaxyCommander;
use crate::types::{Colour, Side};
use agon_core::{Bot, Stopped, Turn};
use std::collections::BTreeMap;

/// A scan of this energy shows the neighbours of the neighbours, too.
const SCAN_ENERGY: i32 = 1;
/// A store of at least this much energy is worth the action that empties it.
const REFUEL_STORE_MIN: i32 = 3;

/// The bot.
#[derive(Default)]
pub struct Solid {
    /// How often a turn began in each system.
    visits: BTreeMap<Name, u32>,
}

impl Bot<GalaxyCommander> for Solid {
    fn turn(&mut self, view: &View, turn: &mut Turn<'_, GalaxyCommander>) -> Result<(), Stopped> {
        let (Some(here), Some(side)) = (view.here(), view.colour) else {
            return Ok(());
        };
        *self.visits.entry(here.name).or_default() += 1;
        if let Some(left) = view.capture_actions_left {
            return continue_capture(left as usize, turn);
        }
        let mut actions_left = ACTIONS_PER_TURN;
        if view.scan_energy < SCAN_ENERGY && view.energy > SCAN_ENERGY {
            turn.call(&Call::SetScan(SCAN_ENERGY.into()))?;
            actions_left -= 1;
        }
        if here.owner != Side::colour(side) {
            return capture(view.energy, here, actions_left, turn);
        }
        let mut energy = view.energy;
        if here.energy >= REFUEL_STORE_MIN {
            turn.call(&Call::Refuel)?;
            energy += here.energy;
            actions_left -= 1;
        }
        let Some((next, cost)) = self.next_system(view, here, Side::colour(side)) else {
            return Ok(());
        };
        if actions_left > 0 && cost <= energy {
            turn.call(&Call::Move(Some(next.name.to_string())))?;
            actions_left -= 1;
            if actions_left > 0 && next.owner != Side::colour(side) {
                return capture(energy - cost, next, actions_left, turn);
            }
        }
        Ok(())
    }
}

/// Captures a system: as much with energy as possible, the rest with the actions of this turn.
fn capture(
    energy: i32,
    system: &SeenSystem,
    actions: usize,
    turn: &mut Turn<'_, GalaxyCommander>,
) -> Result<(), Stopped> {
    let paid = energy.min(system.capture_cost - 1).max(0);
    turn.call(&Call::Capture(paid.into()))?;
    let left = system.capture_cost - 1 - paid;
    continue_capture((left as usize).min(actions - 1), turn)
}

fn continue_capture(actions: usize, turn: &mut Turn<'_, GalaxyCommander>) -> Result<(), Stopped> {
    for _ in 0..actions.min(ACTIONS_PER_TURN) {
        turn.call(&Call::ContinueCapture)?;
    }
    Ok(())
}

impl Solid {
    /// The neighbour to fly to, and the cost of the wormhole: towards the cheapest system within two
    /// wormholes that is not ours; without one, the neighbour that was visited least.
    fn next_system<'a>(
        &self,
        view: &'a View,
        here: &'a SeenSystem,
        me: Colour,
    ) -> Option<(&'a SeenSystem, i32)> {
        let price = |system: &SeenSystem| (system.owner != me).then_some(system.capture_cost);
        let mut best: Option<(i32, &'a SeenSystem, i32)> = None;
        for (first, cost) in view.neighbours(here) {
            let near = price(first).map(|price| cost + 1 + price);
            let far = view
                .neighbours(first)
                .filter_map(|(second, more)| Some(cost + more + 2 + price(second)?))
                .min();
            let total = [near, far].into_iter().flatten().min();
            if let Some(total) = total
                && best.is_none_or(|(least, ..)| total < least)
            {
                best = Some((total, first, cost));
            }
        }
        let visits = |system: &SeenSystem| self.visits.get(&system.name).copied().unwrap_or(0);
        best.map(|(_, first, cost)| (first, cost))
            .or_else(|| view.neighbours(here).min_by_key(|&(system, cost)| (visits(system), cost)))
    }
}
