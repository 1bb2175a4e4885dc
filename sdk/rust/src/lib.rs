//! Write bots for the games of Agon.
//!
//! A bot is a function that plays one turn:
//!
//! ```no_run
//! use agon_bot::{json, Turn, TurnOver};
//!
//! fn play(turn: &mut Turn) -> Result<(), TurnOver> {
//!     for robot in turn.view["robots"].list() {
//!         turn.call("move", json!({"robot": &robot["name"], "direction": "UP"}))?;
//!     }
//!     Ok(())
//! }
//!
//! fn main() {
//!     agon_bot::run(play)
//! }
//! ```
//!
//! `turn.view` is what the bot may know, `turn.call` makes a call and returns the game's reply,
//! and the turn ends when the function returns. What a bot prints goes to its log. A bot with a
//! memory implements [`Bot`] and is started by [`run_each`].

mod json;
mod life;
mod parse;
mod path;
mod random;
mod standard;
mod turn;
mod wire;

pub use json::{FromJson, Json};
pub use life::{run, run_each, Bot};
pub use path::path;
pub use random::Random;
pub use turn::{call, Colour, Hello, Reply, Spot, Turn, TurnOver};

/// The version of the protocol that this kit speaks.
pub const PROTOCOL: i64 = 1;

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
