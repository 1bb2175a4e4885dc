//! The registry: the only crate that lists all games. A new game is one more line here.

use agon_core::{Contest, Info, TestSupport};

/// Something that can be done with any game; [`visit`] does it with the one that has a given id.
pub trait Visitor {
    /// What comes of it.
    type Out;
    /// Does it with one game.
    fn visit<G: TestSupport>(self) -> Self::Out;
}

macro_rules! registry {
    ($($game:ty),+ $(,)?) => {
        /// All games, in the order in which they are listed to people.
        pub const GAMES: &[&Info] = &[$(&<$game as Contest>::INFO),+];

        /// Visits the game with this id; `None` if there is none.
        pub fn visit<V: Visitor>(id: &str, visitor: V) -> Option<V::Out> {
            $(if id == <$game as Contest>::INFO.id {
                return Some(visitor.visit::<$game>());
            })+
            None
        }
    };
}

registry! {
    agon_mars::Mars,
    agon_asterobots::Asterobots,
    agon_galaxy::GalaxyCommander,
    agon_timetravel::TimeTravel,
    agon_homerun::HomeRun,
}

/// The example of the crate's README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
