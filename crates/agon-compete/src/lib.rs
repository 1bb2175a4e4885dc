//! Runs of many games: a journal that survives everything, comparisons, leagues, tournaments, grading.
//!
//! The statistics and the pairings are in `agon-ladder`; here games are planned, played and written
//! down. Nothing here knows a game, or where bots and maps come from: a [`Stage`] plays what it is
//! given by name. Nothing here prints: whoever runs a competition is told what happens and says it in
//! its own way.

pub mod compare;
mod entrants;
pub mod grade;
mod journal;
pub mod league;
mod run;
mod stage;
pub mod table;
pub mod tournament;

pub use entrants::{Named, file_word, short_name, versioned};
pub use journal::{Begin, Contents, Entry, GameRecord, Journal, JournalFault, read_journal};
pub use run::{Control, Job, Keep, Run, RunFault, Wanted};
pub use stage::{Account, Entered, Fixture, NamedMap, Source, Stage, Theatre, Unable};

/// The example of the crate's README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
