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

use crate::constants::SIDE_MAX;
use crate::observe::View;
use crate::state::Mars;
use agon_core::{Bot, BuiltIn, Stopped, Turn};
use bits::EDGES;

/// A bot whose sets of tiles have as many rows as the map needs. Copying or joining sets of 16 rows takes a
/// third of the time of sets of 48, and the size is known from the first view on.
struct Fitted {
    bot: Option<Box<dyn Bot<Mars>>>,
    /// Makes a bot for maps with this many rows.
    make: fn(usize) -> Box<dyn Bot<Mars>>,
}

impl Bot<Mars> for Fitted {
    fn turn(&mut self, view: &View, turn: &mut Turn<'_, Mars>) -> Result<(), Stopped> {
        let bot = self.bot.get_or_insert_with(|| (self.make)(view.tiles.height()));
        bot.turn(view, turn)
    }
}

/// Makes a level in the size that fits the map.
macro_rules! fitted {
    ($level:ident) => {
        |_, _| {
            let make = |rows| -> Box<dyn Bot<Mars>> {
                match rows {
                    ..=16 => Box::new($level::<{ 16 + EDGES }>::default()),
                    ..=32 => Box::new($level::<{ 32 + EDGES }>::default()),
                    _ => Box::new($level::<{ SIDE_MAX + EDGES }>::default()),
                }
            };
            Box::new(Fitted { bot: None, make })
        }
    };
}

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
        make: fitted!(Novice),
    },
    BuiltIn {
        name: "solid",
        aliases: &["greedy"],
        about: "explores, mines what it finds and terraforms outwards from its base",
        make: fitted!(Solid),
    },
    BuiltIn {
        name: "expert",
        aliases: &[],
        about: "builds what pays: miners in shifts beside own land, explorers, then terraformers",
        make: fitted!(Expert),
    },
    BuiltIn {
        name: "champion",
        aliases: &[],
        about: "grows as fast as it pays, fights for the border and rams",
        make: fitted!(Champion),
    },
];

/// Ends every turn at once.
pub struct Nothing;

impl Bot<Mars> for Nothing {
    fn turn(&mut self, _view: &View, _turn: &mut Turn<'_, Mars>) -> Result<(), Stopped> {
        Ok(())
    }
}
