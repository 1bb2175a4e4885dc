//! Plays matches: bots and a game in, a result and a replay out.
//!
//! The runner knows bots, turns and drafts; the game knows none of them. Bots are Rust values here;
//! every other kind of bot joins as one more way to make a [`Player`].

mod batch;
mod names;
mod one;

pub use batch::{Batch, BatchJob, Stop, play_batch};
pub use names::{BotFault, player};
pub use one::{Make, Match, Played, Player, play, play_match};

/// The example of the crate's README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
