//! The replay file: the setup, the orders, and a position hash per round.
//!
//! The setup, the seed and the orders determine a match, so a replay contains only these. Playing it again
//! ([`Playback`]) restores every position and verifies the file against its hashes.
//! `docs/replay-format.md` describes the format byte by byte.
//!
//! Files are untrusted input: reading one never panics and uses bounded memory.

pub mod delta;
mod file;
mod fingerprint;
mod frames;
mod notes;
mod playback;
mod record;
mod turn_log;

pub use file::{EXTENSION, Fork, Header, MAGIC, MAGIC_WITH_NOTES, Replay, ReplayFault, SeatEntry};
pub use fingerprint::Fingerprint;
pub use frames::{Beat, FrameMaker, foreign_frame, frames};
pub use notes::NotesOf;
pub use playback::{Playback, Verified, failed_turns, has_setup};
pub use record::{Record, Recorder, Tap, brief};
pub use turn_log::{TurnLog, TurnLogger, plain_words};

/// Runs the example in the README as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
