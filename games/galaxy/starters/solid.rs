//! A solid bot for Galaxy Commander: plays like `builtin:solid`.
//!
//! It looks two wormholes far and flies to the system that costs the least to reach and to capture. It
//! keeps no map; it only counts how often it was in each system, to leave a region that is all its own.

mod galaxy_types;

use agon_bot::{Bot, Turn, TurnOver};
use galaxy_types::{SeenSystem, View};
use std::collections::BTreeMap;

const ACTIONS_PER_TURN: i64 = 3;
/// A scan of this energy shows the neighbours of the neighbours, too.
const SCAN_ENERGY: i64 = 1;
/// A store of at least this much energy is worth the action that empties it.
const REFUEL_STORE_MIN: i64 = 3;

#[derive(Default)]
struct Solid {
    /// How often a turn began in each system.
    visits: BTreeMap<String, u32>,
}

impl Bot for Solid {
    fn turn(&mut self, turn: &mut Turn) -> Result<(), TurnOver> {
        let view: View = turn.view.read();
        let (Some(here), Some(me)) = (find(&view, &view.current), view.colour.as_deref()) else {
            return Ok(());
        };
        *self.visits.entry(here.name.clone()).or_default() += 1;
        if let Some(left) = view.capture_actions_left {
            return continue_capture(left, turn);
        }

        let mut actions_left = ACTIONS_PER_TURN;
        if view.scan_energy < SCAN_ENERGY && view.energy > SCAN_ENERGY {
            turn.call("set_scan", SCAN_ENERGY)?;
            actions_left -= 1;
        }
        if here.owner != me {
            return capture(view.energy, here, actions_left, turn);
        }

        // The system is ours: take its energy, fly on, and begin to capture the next one at once.
        let mut energy = view.energy;
        if here.energy >= REFUEL_STORE_MIN {
            turn.call("refuel", ())?;
            energy += here.energy;
            actions_left -= 1;
        }
        let Some((next, cost)) = self.next_system(&view, here, me) else { return Ok(()) };
        if actions_left > 0 && cost <= energy {
            turn.line(here.name.as_str(), next.name.as_str(), [255, 220, 0])?;
            turn.call("move", next.name.as_str())?;
            actions_left -= 1;
            if actions_left > 0 && next.owner != me {
                return capture(energy - cost, next, actions_left, turn);
            }
        }
        Ok(())
    }
}

impl Solid {
    /// The neighbour to fly to, and the cost of the wormhole: towards the cheapest system within two
    /// wormholes that is not ours; without one, the neighbour that was visited least.
    fn next_system<'a>(
        &self,
        view: &'a View,
        here: &SeenSystem,
        me: &str,
    ) -> Option<(&'a SeenSystem, i64)> {
        let price = |system: &SeenSystem| (system.owner != me).then_some(system.capture_cost);
        let mut best: Option<(i64, &SeenSystem, i64)> = None;
        for (first, cost) in ends(view, here) {
            // Every wormhole also costs one action.
            let near = price(first).map(|price| cost + 1 + price);
            let far = ends(view, first)
                .into_iter()
                .filter_map(|(second, more)| Some(cost + more + 2 + price(second)?))
                .min();
            let Some(total) = [near, far].into_iter().flatten().min() else { continue };
            if best.map_or(true, |(least, ..)| total < least) {
                best = Some((total, first, cost));
            }
        }
        let visits = |system: &SeenSystem| self.visits.get(&system.name).copied().unwrap_or(0);
        let rank = |&(system, cost): &(&SeenSystem, i64)| (visits(system), cost);
        best.map(|(_, first, cost)| (first, cost))
            .or_else(|| ends(view, here).into_iter().min_by_key(rank))
    }
}

fn find<'a>(view: &'a View, name: &str) -> Option<&'a SeenSystem> {
    view.systems.iter().find(|system| system.name == name)
}

/// The systems at the ends of a system's wormholes, as far as they are in sight, and the costs.
fn ends<'a>(view: &'a View, of: &SeenSystem) -> Vec<(&'a SeenSystem, i64)> {
    let end = |w: &galaxy_types::SeenWormhole| Some((find(view, w.to.as_deref()?)?, w.cost));
    of.wormholes.iter().filter_map(end).collect()
}

/// Captures a system: as much with energy as possible, the rest with the actions of this turn.
fn capture(energy: i64, system: &SeenSystem, actions: i64, turn: &Turn) -> Result<(), TurnOver> {
    let paid = energy.min(system.capture_cost - 1).max(0);
    turn.call("capture", paid)?;
    let left = system.capture_cost - 1 - paid;
    continue_capture(left.min(actions - 1), turn)
}

fn continue_capture(actions: i64, turn: &Turn) -> Result<(), TurnOver> {
    for _ in 0..actions.min(ACTIONS_PER_TURN) {
        turn.call("continue_capture", ())?;
    }
    Ok(())
}

fn main() {
    agon_bot::run_each::<Solid>()
}
