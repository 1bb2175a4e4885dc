//! Bots in any language: finds, builds, starts and talks to them.
//!
//! [`player`] turns a word of a command line into a player, in these steps: find the bot that the word
//! names, copy and fingerprint its files, compile sources in the sandbox, and for each match start a process
//! and talk to it in the protocol. Each [`Language`] is one file in `languages/`.

mod api;
mod beneath;
mod cache;
mod cause;
mod compile;
mod debug;
mod embedded;
mod host;
mod idle_watch;
mod kits;
mod languages;
mod line;
mod link;
mod manifest;
mod notes;
mod options;
mod overload;
mod permissions;
mod placement;
mod player;
mod process;
mod regulations;
mod reserve;
mod runtime;
mod session;
mod sources;
mod start;
mod starters;
mod tools;
mod turn;
mod word;

pub use api::{Api, GameApis};
pub use cache::{Cache, CacheFault};
pub use compile::{COMPILE_SECONDS, CompileFault};
pub use debug::{DebugGuide, DebuggedPlayer, DebuggerTool, Debugging, debugger_tools};
pub use embedded::{Part, java_kit, parts};
pub use kits::manual;
pub use languages::{Language, java_handout};
pub use line::{Break, Farewell, HangUp, Line};
pub use link::Patience;
pub use manifest::{MANIFEST, Manifest};
pub use notes::{NOTE_BYTES, NOTES_BYTES};
pub use options::{Beside, BotFault, DEFAULT_MEMORY_BYTES, Options};
pub use overload::{Span, is_overload};
pub use player::{debugged_player, player, player_of_job};
pub use regulations::{Admission, Inspection, PackagedFile, admit, inspect, java_packages};
pub use runtime::{LibraryReport, Missing, Runtime};
pub use session::{LATE_TURNS, Session};
pub use sources::{BYTES_MAX, FILES_MAX, FolderFile, SourceFault, folder_files};
pub use starters::{
    NewFile, STARTER, example_languages, examples, missing_for_new_bot, new_bot, new_bot_from,
    original_languages,
};
pub use turn::{LOG_BYTES, TURN_BYTES};
pub use word::{Found, WordFault, find, game_of, is_there};

/// The example of the crate's README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
