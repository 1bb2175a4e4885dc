//! The built-in bots, which play through the same contract as all other bots.

mod army;
mod champion;
mod economy;
mod expert;
mod field;
mod hand;
mod novice;
mod random;
mod sites;
mod solid;
mod ways;

pub use champion::Champion;
pub use expert::Expert;
pub use novice::Novice;
pub use random::Random;
pub(crate) use random::wild_call;
pub use solid::Solid;

use crate::observe::View;
use crate::state::TimeTravel;
use agon_core::{Bot, BuiltIn, Stopped, Turn};

/// All built-in bots, the weakest first.
pub(crate) const ALL: &[BuiltIn<TimeTravel>] = &[
    BuiltIn {
        name: "nothing",
        aliases: &[],
        about: "ends every turn at once",
        make: |_, _| Box::new(Nothing),
    },
    BuiltIn {
        name: "random",
        aliases: &[],
        about: "gives random orders to its units and buildings",
        make: |_, seed| Box::new(Random::new(seed)),
    },
    BuiltIn {
        name: "novice",
        aliases: &[],
        about: "paints and trains artists, as many as its farms feed",
        make: |_, _| Box::new(Novice::default()),
    },
    BuiltIn {
        name: "solid",
        aliases: &["builder"],
        about: "paints, covers its ground with farms and trains pigs in the last turns",
        make: |_, _| Box::new(Solid::default()),
    },
    BuiltIn {
        name: "expert",
        aliases: &["raider"],
        about: "paints for an army and razes the enemy's buildings, those of the far past first",
        make: |_, _| Box::new(Expert::default()),
    },
    BuiltIn {
        name: "champion",
        aliases: &[],
        about: "raids like expert, and shoots at the units that stand in its way",
        make: |_, _| Box::new(Champion::default()),
    },
];

/// Ends every turn at once.
pub struct Nothing;

impl Bot<TimeTravel> for Nothing {
    fn turn(&mut self, _view: &View, _turn: &mut Turn<'_, TimeTravel>) -> Result<(), Stopped> {
        Ok(())
    }
}
