//! Plays matches: bots and a game in, a result and a replay out.
//!
//! The runner knows bots, turns and drafts; the game knows none of them. A bot on its seat is a
//! [`Program`]; those made of Rust values are here, every other kind joins as one more way to make a
//! [`Player`].

mod batch;
mod crew;
mod feed;
mod fork;
mod names;
mod one;
mod program;
mod remote;
mod repeat;
mod room;
mod together;
mod waiting;

pub use batch::{Batch, BatchJob, Stop, play_batch};
pub use crew::Make;
pub use feed::{FedTurn, FeedFault, feed};
pub use fork::{Moment, play_fork, position_at, try_fork};
pub use names::{NoSuchBuiltIn, built_in, built_in_names, find_built_in};
pub use one::{
    Ending, Match, Played, Player, STOPPED, Sit, play, play_match, play_match_along, play_match_of,
    play_match_tapped, try_out,
};
pub use program::{Ended, Incident, IncidentKind, Program, Report, Seating, Trouble};
pub use remote::{ClientLimits, ListenFault, Listening, RemoteSeats};
pub use repeat::recorded_player;
pub use room::{ATTEMPTS, Room};
pub use waiting::{Wait, Waiting};

/// The example of the crate's README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
