//! Competitions as logs: comparisons, leagues, tournaments, grading.
//!
//! A run is a log of [`Entry`]s. [`History`] folds the log and refuses entries that do not fit it;
//! [`next`] is a pure function of plan and history that says what to append and which games to play.
//! This crate opens no file, starts no thread and reads no clock: `agon-runs` plays runs on one machine,
//! and a server can keep the same entries in a database. Statistics and pairings are in `agon-ladder`.

pub mod compare;
mod conduct;
mod entry;
pub mod format1;
pub mod grade;
mod history;
pub mod league;
mod names;
mod next;
mod record;
mod ruling;
mod shown;
pub mod table;
mod tally;
pub mod tournament;

pub use conduct::{InactiveBot, Inspected, Reading, Remark, verdict};
pub use entry::{Begin, Draw, DrawnGame, Entered, EntrantId, Entry, Meeting, Played, Record, Role};
pub use history::{
    Aside, DrawnMeeting, DrawnRound, Entrant, Game, History, Left, Refusal, Standing,
};
pub use names::{base_name, file_name_part, short_name, unique_names, versioned};
pub use next::{Job, MAX_ATTEMPTS, Next, Plan, Report, next, only_plays, report, settle};
pub use record::{Versus, interval};
pub use ruling::{Action, Ruling};
pub use shown::shown;
pub use tally::{Rated, Tallied, Tally};

/// Version of the log's format.
pub const FORMAT: u32 = 2;

/// Compiles the README's example as a doctest.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
