//! Plays matches: bots and a game in, a result and a replay out.
//!
//! The runner knows bots, turns and drafts; the game knows none of them. A bot on its seat is a
//! [`Program`]; those made of Rust values are here, every other kind joins as one more way to make a
//! [`Player`].

mod batch;
mod crew;
mod names;
mod one;
mod program;
mod remote;
mod room;
mod together;

pub use batch::{Batch, BatchJob, Stop, play_batch};
pub use crew::Make;
pub use names::{NoSuchBuiltIn, built_in, built_in_names};
pub use one::{
    Ending, Match, Played, Player, Sit, play, play_match, play_match_along, play_match_of, try_out,
};
pub use program::{Ended, Incident, IncidentKind, Program, Report, Seating, Trouble};
pub use remote::{ListenFault, Listening, RemoteSeats};
pub use room::{ATTEMPTS, Room};

/// The example of the crate's README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
