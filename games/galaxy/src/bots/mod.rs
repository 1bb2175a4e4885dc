//! The bots that come with the game, playing through the same contract as all other bots.

mod atlas;
mod greedy;
mod random;
mod trivial;

pub use greedy::Greedy;
pub use random::Random;
pub(crate) use random::wild_call;
pub use trivial::Trivial;

use crate::observe::View;
use crate::state::GalaxyCommander;
use agon_core::{Bot, BuiltIn, Stopped, Turn};

/// All of them, `nothing` first.
pub(crate) const ALL: &[BuiltIn<GalaxyCommander>] = &[
    BuiltIn {
        name: "nothing",
        aliases: &[],
        about: "ends every turn at once",
        make: |_, _| Box::new(Nothing),
    },
    BuiltIn {
        name: "random",
        aliases: &[],
        about: "gives random commands that may be possible where it is",
        make: |_, seed| Box::new(Random::new(seed)),
    },
    BuiltIn {
        name: "trivial",
        aliases: &[],
        about: "captures what it comes across and wanders on: the weak opponent of grading",
        make: |_, seed| Box::new(Trivial::new(seed)),
    },
    BuiltIn {
        name: "greedy",
        aliases: &[],
        about: "remembers what it has seen and goes where the next captures cost the least",
        make: |_, _| Box::new(Greedy::default()),
    },
];

/// Ends every turn at once.
pub struct Nothing;

impl Bot<GalaxyCommander> for Nothing {
    fn turn(&mut self, _view: &View, _turn: &mut Turn<'_, GalaxyCommander>) -> Result<(), Stopped> {
        Ok(())
    }
}
