//! The bots that come with the game, playing through the same contract as everybody's.

mod random;

pub use random::Random;
pub(crate) use random::wild_call;

use crate::observe::View;
use crate::state::GalaxyCommander;
use agon_core::{Bot, BuiltIn, Stopped, Turn};

/// All of them, `nothing` first.
pub(crate) const ALL: &[BuiltIn<GalaxyCommander>] = &[
    BuiltIn {
        name: "nothing",
        about: "ends every turn at once",
        make: |_, _| Box::new(Nothing),
    },
    BuiltIn {
        name: "random",
        about: "does anything that may be possible where it is",
        make: |_, seed| Box::new(Random::new(seed)),
    },
];

/// Ends every turn at once.
pub struct Nothing;

impl Bot<GalaxyCommander> for Nothing {
    fn turn(&mut self, _view: &View, _turn: &mut Turn<'_, GalaxyCommander>) -> Result<(), Stopped> {
        Ok(())
    }
}
