//! The level `novice`: it selects the veins with the most robots, and every vein with more than a hundred
//! robots sends half of them to the nearest foreign vein. It does not upgrade or trade.

use crate::command::Call;
use crate::observe::View;
use crate::state::Asterobots;
use crate::types::{Owner, Phase, VeinView};
use agon_core::{Bot, Stopped, Turn};

/// A vein attacks with more robots than this.
const ATTACK_ABOVE: i32 = 100;

/// The bot.
pub struct Novice;

impl Bot<Asterobots> for Novice {
    fn turn(&mut self, view: &View, turn: &mut Turn<'_, Asterobots>) -> Result<(), Stopped> {
        match view.phase {
            Phase::Select => select(view, turn),
            Phase::Main => launch(view, turn),
        }
    }
}

/// The free vein with the most robots; the first of several.
fn select(view: &View, turn: &mut Turn<'_, Asterobots>) -> Result<(), Stopped> {
    let free = view.veins.iter().filter(|v| v.owner == Owner::ALIENS);
    if let Some(vein) = free.rev().max_by_key(|v| v.robots) {
        turn.call(&Call::Select(vein.location))?;
    }
    Ok(())
}

/// Every strong vein attacks the nearest vein of another owner.
fn launch(view: &View, turn: &mut Turn<'_, Asterobots>) -> Result<(), Stopped> {
    for vein in view.my_veins().filter(|v| v.robots > ATTACK_ABOVE) {
        let distance = |v: &&VeinView| vein.location.distance(v.location);
        let foreign = view.veins.iter().filter(|v| v.owner != vein.owner);
        if let Some(target) = foreign.min_by_key(distance) {
            turn.call(&Call::Launch {
                robots: vein.robots / 2,
                from: vein.location,
                to: target.location,
            })?;
        }
    }
    Ok(())
}
