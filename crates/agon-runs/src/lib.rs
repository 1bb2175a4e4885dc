//! Plays competitions on one machine: the journal file, threads, folders of bots.
//!
//! What to play is decided by `agon-compete`, a pure function of the plan and the log; this crate loops
//! over asking it, appending to the journal, and playing. It names no game and does not know where bots
//! and maps come from: a [`Stage`] plays what a specifier names. It prints nothing.

mod folder;
mod grade;
mod journal;
mod league;
mod maps;
mod run;
mod stage;
mod tournament;
mod workers;

pub use folder::{Config, Found, RUN_FOLDER, scan};
pub use grade::{Submission, enter_grading};
pub use journal::{FILE_NAME, Journal, JournalFault, move_aside, read_journal};
pub use league::League;
pub use maps::MapSource;
pub use run::{Candidate, Keep, Run, RunFault, RunOptions, admit_all, load_all};
pub use stage::{
    EnteredBot, EntryFault, GameSpec, MakeTap, NamedMap, PlayedGame, Source, Stage, TypedStage,
};
pub use tournament::enter_tournament;

/// Compiles the README's example as a doctest.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
