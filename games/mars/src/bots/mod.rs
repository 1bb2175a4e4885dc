//! The built-in bots. They play through the same contract as all other bots.

mod bits;
mod champion;
mod crew;
mod expert;
mod ground;
mod novice;
mod random;
mod search;
mod solid;
mod window;

pub use champion::Champion;
pub use expert::Expert;
pub use novice::Novice;
pub use random::Random;
pub(crate) use random::wild_call;
pub use solid::Solid;

use crate::observe::View;
use crate::state::Mars;
use agon_core::{Bot, BuiltIn, Stopped, Turn};

/// All built-in bots, the weakest first.
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
        name: "novice",
        aliases: &[],
        about: "builds one explorer and then terraformers, which take the nearest land",
        make: |_, _| Box::new(Novice::default()),
    },
    BuiltIn {
        name: "solid",
        aliases: &["greedy"],
        about: "explores, mines what it finds and terraforms outwards from its base",
        make: |_, _| Box::new(Solid::default()),
    },
    BuiltIn {
        name: "expert",
        aliases: &[],
        about: "builds what pays: miners in shifts beside own land, explorers, then terraformers",
        make: |_, _| Box::new(Expert::default()),
    },
    BuiltIn {
        name: "champion",
        aliases: &[],
        about: "grows as fast as it pays, fights for the border and rams",
        make: |_, _| Box::new(Champion::default()),
    },
];

/// Ends every turn at once.
pub struct Nothing;

impl Bot<Mars> for Nothing {
    fn turn(&mut self, _view: &View, _turn: &mut Turn<'_, Mars>) -> Result<(), Stopped> {
        Ok(())
    }
}
