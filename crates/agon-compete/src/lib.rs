//! Runs of many games with a journal: comparisons, leagues, tournaments, grading.
//!
//! Statistics and pairings are in `agon-ladder`; this crate plans games, plays them and records them. It
//! names no game and does not know where bots and maps come from: a [`Stage`] plays what a specifier
//! names. It prints nothing: the caller gets callbacks and reports.

pub mod compare;
mod entrants;
pub mod grade;
mod journal;
pub mod league;
mod run;
mod stage;
pub mod table;
pub mod tournament;

pub use entrants::{NamedBot, file_name_part, short_name, versioned};
pub use journal::{Begin, Contents, Entry, GameRecord, Journal, JournalFault, read_journal};
pub use run::{Control, Job, Keep, Run, RunFault, RunOptions};
pub use stage::{
    EnteredBot, EntryFault, GameSpec, NamedMap, PlayedGame, Source, Stage, TypedStage,
};

/// Compiles the README's example as a doctest.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
