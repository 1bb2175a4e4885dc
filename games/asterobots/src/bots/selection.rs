//! Which vein to select before the game: shared by the stronger levels.

use super::board::Chart;
use crate::command::Call;
use crate::observe::View;
use crate::state::Asterobots;
use crate::types::{Material, Owner, VeinView};
use agon_core::{Stopped, Turn};

/// What counts, in robots.
pub(super) struct Weights {
    /// What the vein yields.
    pub own_yield: f64,
    /// What free veins around it yield: the nearer and weaker, the more.
    pub neighbours: f64,
    /// An own vein next to it.
    pub company: f64,
    /// A rival's vein next to it, which counts against it.
    pub rivals: f64,
    /// A material for robot upgrades that the player does not have yet.
    pub variety: f64,
}

impl Weights {
    pub const USUAL: Weights =
        Weights { own_yield: 4.0, neighbours: 15.0, company: 100.0, rivals: 300.0, variety: 25.0 };
}

/// Selects a strong vein with weak neighbours, far from rivals; the second one near the first.
pub(super) fn select(
    weights: &Weights,
    view: &View,
    chart: &mut Chart,
    turn: &mut Turn<'_, Asterobots>,
) -> Result<(), Stopped> {
    chart.update(view);
    let free = view.veins.iter().enumerate().filter(|(_, vein)| vein.owner == Owner::ALIENS);
    let worths = free.map(|(at, vein)| (worth(weights, view, chart, at), vein));
    match worths.max_by(|(a, _), (b, _)| a.total_cmp(b)) {
        Some((_, vein)) => turn.call(&Call::Select(vein.location)).map(|_| ()),
        None => Ok(()),
    }
}

fn worth(weights: &Weights, view: &View, chart: &Chart, at: usize) -> f64 {
    let me = Owner::player(view.me);
    let vein = &view.veins[at];
    let mut worth = f64::from(vein.robots) + weights.own_yield * yield_of(vein);
    for (other, &distance) in view.veins.iter().zip(chart.distances(at)) {
        if distance == 0 {
            continue;
        }
        let distance = f64::from(distance);
        worth += match other.owner {
            Owner::ALIENS => {
                let cost = f64::from(other.robots) + 6.0 * distance;
                weights.neighbours * yield_of(other) / (cost * cost / 100.0)
            }
            owner if owner == me => weights.company / distance,
            _ => -weights.rivals / distance,
        };
    }
    // Robots are upgraded with gas and metal: better one vein of each.
    let is_new = view.my_veins().all(|own| own.material != vein.material);
    if is_new && vein.material != Material::Stone {
        worth += weights.variety;
    }
    worth
}

/// The value of a vein; robots count more than material.
fn yield_of(vein: &VeinView) -> f64 {
    f64::from(3 * vein.initial_robot_productivity + vein.initial_material_productivity)
}
