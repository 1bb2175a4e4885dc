//! The contract between a game and the world, and the few tools every game needs.
//!
//! A game is a pure state machine ([`Game`]): it says who must speak, shows each speaker exactly
//! what it may know, answers calls, and is told when a turn has ended. Around the rules people need
//! maps, built-in bots, frames to draw and recorded games to test against ([`Contest`]).
//!
//! This crate names no game and does no I/O: no files, no clock, no threads, no global randomness.
//! Whoever plays (a process, a human, a built-in bot, a replay) does so through [`Turn`] or
//! directly through [`Game`].

mod bot;
mod chance;
mod contest;
mod game;
mod grid;
mod hash;
mod map;
mod note;
mod outcome;
mod setting;
pub mod trace;

pub use bot::{Bot, Draft, Scribe, Stopped, Turn};
pub use chance::{Chance, Rng, split_seed};
pub use contest::{
    BuiltIn, Contest, Deed, Exporter, FramePer, Gauge, ImportFault, Imported, Info, MatchInfo,
};
pub use game::{Actor, Actors, Allowance, End, Game, MAX_SEATS, Now, Profile, Seat, Spent, Why};
pub use grid::Grid;
pub use hash::{StateHash, StateHasher};
pub use map::{MapFault, OwnMap, Wishes};
pub use note::{Note, Spot};
pub use outcome::{Outcome, Reason, Standing};
pub use setting::{Admit, Setting};

/// The example of the crate's README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
