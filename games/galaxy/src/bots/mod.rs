//! The bots that come with the game, one file per level. They play through the same contract as all other
//! bots.

mod atlas;
mod champion;
mod expert;
mod nothing;
mod novice;
mod random;
mod route;
mod solid;

pub use champion::Champion;
pub use expert::Expert;
pub use nothing::Nothing;
pub use novice::Novice;
pub use random::Random;
pub(crate) use random::wild_call;
pub use solid::Solid;

use crate::state::GalaxyCommander;
use agon_core::BuiltIn;

/// The levels, the weakest first.
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
        name: "novice",
        aliases: &["trivial"],
        about: "captures what it comes across and wanders on: the weak opponent of grading",
        make: |_, seed| Box::new(Novice::new(seed)),
    },
    BuiltIn {
        name: "solid",
        aliases: &[],
        about: "looks two wormholes far and takes the cheapest system there that is not its own",
        make: |_, _| Box::new(Solid::default()),
    },
    BuiltIn {
        name: "expert",
        aliases: &["greedy"],
        about: "remembers what it has seen and goes where the next captures cost the least",
        make: |_, _| Box::new(Expert::default()),
    },
    BuiltIn {
        name: "champion",
        aliases: &[],
        about: "searches for the best series of captures and refuels until the end of the game",
        make: |_, _| Box::new(Champion::default()),
    },
];
