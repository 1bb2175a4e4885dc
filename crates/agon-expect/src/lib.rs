//! The language for conditions on a finished game, which rubrics and scenes share.
//!
//! A [`Condition`] is checked against the [`Facts`] of one game for one seat. An [`Expectation`] adds the
//! opponent and the number of games. A [`Scene`] is a file with expectations about one bot. The crate plays
//! no games and opens no files.

mod condition;
mod expectation;
mod facts;
mod scene;
mod words;

pub use condition::Condition;
pub use expectation::{Expectation, MAX_GAMES};
pub use facts::{Facts, GameResult, Measure};
pub use scene::{EXTENSION, Position, RECORDED, Scene, THE_BOT};

/// Runs the example in the README as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
