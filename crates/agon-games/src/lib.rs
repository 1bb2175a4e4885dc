//! The registry: the only crate that lists all games. A new game is one more line in its `Cargo.toml`;
//! `build.rs` makes the list from there.

use agon_core::{Contest, Info, TestSupport};
use agon_runner::{Listening, RemoteSeats};
use std::net::SocketAddr;

/// A game in the registry: a contest, and what other crates in its folder add to it.
pub trait Registered: TestSupport {
    /// Listens for clients that speak the wire protocol of the original contest. `seats` has the names of
    /// the other players, and `None` where a client plays. Returns `None` if the contest had no clients.
    fn listen(_address: SocketAddr, _seats: Vec<Option<String>>) -> Option<Listening<Self>> {
        None
    }
}

/// An operation on any game; [`visit`] runs it on the game with a given id.
pub trait Visitor {
    /// The result.
    type Out;
    /// Runs the operation on one game. Implementations may ask for less: `G: Contest`.
    fn visit<G: Registered>(self) -> Self::Out;
}

/// One entry per game: its type and, if clients of the contest can connect, the type that listens for them.
macro_rules! registry {
    ($($game:ty $(=> $server:ty)?),+ $(,)?) => {
        /// All games, in the order in which they are shown to people.
        pub const GAMES: &[&Info] = &[$(&<$game as Contest>::INFO),+];

        $(impl Registered for $game {
            $(fn listen(address: SocketAddr, seats: Vec<Option<String>>) -> Option<Listening<Self>> {
                let listening = <$server>::listen(address, seats);
                Some(listening.map(|server| Box::new(server) as Box<dyn RemoteSeats<Self>>))
            })?
        })+

        /// Visits the game with this id; `None` if there is no such game.
        pub fn visit<V: Visitor>(id: &str, visitor: V) -> Option<V::Out> {
            $(if id == <$game as Contest>::INFO.id {
                return Some(visitor.visit::<$game>());
            })+
            None
        }
    };
}

include!(concat!(env!("OUT_DIR"), "/registry.rs"));

/// The example of the crate's README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
