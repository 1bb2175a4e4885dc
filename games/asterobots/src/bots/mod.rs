//! The bots that come with the game. They play through the same contract as all other bots.

mod greedy;
mod random;
mod sample;

pub use greedy::Greedy;
pub use random::Random;
pub(crate) use random::wild_call;
pub use sample::Sample;

use crate::observe::View;
use crate::state::Asterobots;
use agon_core::{Bot, BuiltIn, Stopped, Turn};

/// All of them, `nothing` first.
pub(crate) const ALL: &[BuiltIn<Asterobots>] = &[
    BuiltIn {
        name: "nothing",
        aliases: &[],
        about: "selects nothing and ends every turn at once",
        make: |_, _| Box::new(Nothing),
    },
    BuiltIn {
        name: "random",
        aliases: &[],
        about: "gives random commands, but only what is allowed",
        make: |_, seed| Box::new(Random::new(seed)),
    },
    BuiltIn {
        name: "sample",
        aliases: &[],
        about: "plays like the second tutorial program of the contest's manual",
        make: |_, _| Box::new(Sample),
    },
    BuiltIn {
        name: "greedy",
        aliases: &[],
        about: "conquers what is near and weak, defends, upgrades, and sells what it cannot use",
        make: |_, _| Box::new(Greedy::default()),
    },
];

/// Selects nothing and ends every turn at once.
pub struct Nothing;

impl Bot<Asterobots> for Nothing {
    fn turn(&mut self, _view: &View, _turn: &mut Turn<'_, Asterobots>) -> Result<(), Stopped> {
        Ok(())
    }
}
