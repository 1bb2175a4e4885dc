//! The bots that come with the game, one file per level. They play through the same contract as all other
//! bots.

mod board;
mod champion;
mod expert;
mod forecast;
mod market;
mod nothing;
mod novice;
mod planner;
mod random;
mod selection;
mod solid;

pub use champion::Champion;
pub use expert::Expert;
pub use nothing::Nothing;
pub use novice::Novice;
pub use random::Random;
pub(crate) use random::wild_call;
pub use solid::Solid;

use crate::state::Asterobots;
use agon_core::BuiltIn;

/// The levels, the weakest first.
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
        name: "novice",
        aliases: &["sample"],
        about: "selects the strongest veins and attacks what is nearest with half of its robots",
        make: |_, _| Box::new(Novice),
    },
    BuiltIn {
        name: "solid",
        aliases: &[],
        about: "conquers the cheapest vein in reach of each of its veins, and raises robot ranks",
        make: |_, _| Box::new(Solid::default()),
    },
    BuiltIn {
        name: "expert",
        aliases: &["greedy"],
        about: "foresees every squad under way, defends, and conquers what pays for itself soonest",
        make: |_, _| Box::new(Expert::default()),
    },
    BuiltIn {
        name: "champion",
        aliases: &[],
        about: "learns from how far rivals attack, joins forces, and buys the best upgrades",
        make: |_, _| Box::new(Champion::default()),
    },
];
