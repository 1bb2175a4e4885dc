//! The replay file: what was set up, what was said, and a fingerprint per round.
//!
//! A match is its setup, its seed and the orders given; everything else follows. So a replay holds
//! exactly these, and playing it again ([`Playback`]) gives every position back and proves that
//! the file tells the truth. The format is described byte by byte in `docs/replay-format.md`.
//!
//! Files are untrusted input: reading one never panics and never takes unbounded memory.

pub mod delta;
mod file;
mod frames;
mod playback;
mod record;

pub use file::{EXTENSION, Header, MAGIC, MAGIC_WITH_NOTES, Replay, ReplayFault, SeatEntry};
pub use frames::{Beat, FrameMaker, foreign_frame, frames};
pub use playback::{Playback, Verified};
pub use record::{Record, Recorder, brief};

/// The example of the crate's README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
