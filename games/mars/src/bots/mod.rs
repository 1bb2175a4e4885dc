//! The built-in bots. They play through the same contract as all other bots.

mod greedy;
mod random;

pub use greedy::Greedy;
pub use random::Random;
pub(crate) use random::wild_call;

use crate::observe::View;
use crate::state::Mars;
use agon_core::{Bot, BuiltIn, Stopped, Turn};

/// All built-in bots, `nothing` first.
pub(crate) const ALL: &[BuiltIn<Mars>] = &[
    BuiltIn {
        name: "nothing",
        aliases: &[],
        about: "ends every turn at once",
        make: |_, _| Box::new(Nothing),
    },
    BuiltIn {
        name: "random",
        aliases: &[],
        about: "builds, moves and acts at random, but only what is allowed",
        make: |_, seed| Box::new(Random::new(seed)),
    },
    BuiltIn {
        name: "greedy",
        aliases: &[],
        about: "explores, mines what it finds and terraforms outwards from its base",
        make: |_, seed| Box::new(Greedy::new(seed)),
    },
];

/// Ends every turn at once.
pub struct Nothing;

impl Bot<Mars> for Nothing {
    fn turn(&mut self, _view: &View, _turn: &mut Turn<'_, Mars>) -> Result<(), Stopped> {
        Ok(())
    }
}
