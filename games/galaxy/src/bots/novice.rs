//! The level `novice`, the weak opponent of grading: captures what it comes across, and wanders.

use super::random::random_end;
use crate::command::Call;
use crate::constants::ACTIONS_PER_TURN;
use crate::observe::View;
use crate::state::GalaxyCommander;
use crate::types::Side;
use agon_core::{Bot, Rng, Stopped, Turn};

/// Captures the system it is in, with as much energy as it can use and the rest by ContinueCapture; in a
/// system of its own it refuels and flies through a random wormhole.
pub struct Novice {
    rng: Rng,
}

impl Novice {
    /// A bot whose random choices follow from the seed.
    pub fn new(seed: u64) -> Novice {
        Novice { rng: Rng::new(seed) }
    }
}

impl Bot<GalaxyCommander> for Novice {
    fn turn(&mut self, view: &View, turn: &mut Turn<'_, GalaxyCommander>) -> Result<(), Stopped> {
        let Some(here) = view.here() else {
            return Ok(());
        };
        if Some(here.owner) == view.colour.map(Side::colour) {
            turn.call(&Call::Refuel)?;
            if let Some(to) = random_end(here, &mut self.rng) {
                turn.call(&Call::Move(Some(to.as_str().to_owned())))?;
            }
            return Ok(());
        }
        let begins = view.capture_actions_left.is_none();
        if begins {
            let energy = view.energy.min(here.capture_cost - 1).max(0);
            turn.call(&Call::Capture(energy.into()))?;
        }
        for _ in usize::from(begins)..ACTIONS_PER_TURN {
            turn.call(&Call::ContinueCapture)?;
        }
        Ok(())
    }
}
