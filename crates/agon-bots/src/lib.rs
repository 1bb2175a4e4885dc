//! Bots in any language: what a name means, how a program is built, started and talked to.
//!
//! [`player`] turns a word of a command line into somebody who can sit on a seat. Behind it, in this
//! order: the word is looked up, the bot's files are copied and fingerprinted, sources are compiled
//! in the sandbox, and for each match a process is started and spoken to in the protocol.

mod cache;
mod compile;
mod host;
mod kits;
mod language;
mod line;
mod link;
mod manifest;
mod notes;
mod options;
mod overload;
mod player;
mod process;
mod reserve;
pub mod runtimes;
mod session;
mod sources;
mod start;
mod starters;
mod turn;
mod word;

pub use cache::{Cache, CacheFault};
pub use compile::{COMPILE_SECONDS, CompileFault};
pub use language::{Api, Language};
pub use line::{Break, Farewell, HangUp, Line};
pub use link::Patience;
pub use manifest::{MANIFEST, Manifest};
pub use notes::{NOTE_BYTES, NOTES_BYTES};
pub use options::{BotFault, MEMORY, Options};
pub use overload::Span;
pub use player::{player, player_of_job};
pub use session::{LATE_TURNS, Session};
pub use sources::{BYTES_MAX, FILES_MAX, SourceFault};
pub use starters::{NewFile, STARTER_LANGUAGES, new_bot, new_original_bot};
pub use turn::{LOG_BYTES, TURN_BYTES};
pub use word::{Found, WordFault, find, game_of};

/// The example of the crate's README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
