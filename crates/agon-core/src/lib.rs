//! The contract between a game and the world, and the few tools every game needs.
//!
//! A game is a pure state machine ([`Game`]): it names the actors that must speak, shows each of them
//! exactly what it may know, answers calls, and is told when a turn has ended. Around the rules people need
//! maps, built-in bots, legal calls, frames and events ([`Contest`]); tests and benchmarks need wild calls,
//! invariants and recorded games ([`TestSupport`]).
//!
//! This crate names no game and does no I/O: no files, no clock, no threads, no global randomness. Every
//! player (a process, a person, a built-in bot, a replay) plays through [`Turn`] or directly through
//! [`Game`].

mod bot;
mod chance;
mod contest;
mod copy;
mod event;
mod game;
mod grid;
mod hash;
mod lasting;
mod legal;
mod map;
mod note;
mod original;
mod outcome;
mod regulations;
mod setting;
mod sides;
mod simultaneous;
mod summary;
mod support;
mod text;
pub mod trace;
mod tutorial;
mod walk;
mod words;

pub use bot::{Bot, Draft, Scribe, Stopped, Turn};
pub use chance::{Chance, Rng, split_seed};
pub use contest::{
    BuiltIn, Contest, Deed, Exporter, FramePer, Gauge, ImportFault, Imported, Info, LEVELS,
    MatchInfo,
};
pub use event::{Event, EventKind};
pub use game::{Actor, Actors, Allowance, End, Game, MAX_SEATS, Now, Profile, Seat, Spent, Why};
pub use grid::{Grid, GridCell};
pub use hash::{StateHash, StateHasher};
pub use lasting::{LASTING, Lasting, lasting_number};
pub use legal::{Aim, LegalCall, OpenField, Values};
pub use map::{GameMap, MapFault, OwnMap, Wishes};
pub use note::{Note, Spot};
pub use original::{
    EngineFolder, EngineSettings, NativeModule, OriginalApi, OriginalHost, StarterFile,
};
pub use outcome::{Outcome, Reason, Standing};
pub use regulations::{
    Ban, ClockRule, Conduct, ConductSettings, Enforcement, LOOSE_FACTOR, Occasion, Regulation,
    Regulations, Ruling, Violation, Waiver,
};
pub use setting::{Admit, Setting};
pub use sides::Symmetry;
pub use simultaneous::{Ends, Simultaneous};
pub use summary::{SUMMARISED, serialize_summarised, with_summary};
pub use support::TestSupport;
pub use text::{safe_line, safe_text};
pub use tutorial::{Tutorial, TutorialTurn};
pub use walk::Walk;
pub use words::{count, grouped, numbered, plain_count};

/// The example of the crate's README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
