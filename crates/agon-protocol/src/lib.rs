//! The protocol between Agon and bots in any language.
//!
//! The messages ([`ToBot`], [`FromBot`]) are the same for all games; only views, calls and replies
//! belong to a game. They are written as lines of JSON, or as MessagePack if the bot asks for it
//! ([`Format`]). `docs/protocol.md` describes the protocol, with a transcript for each game.
//!
//! This crate reads and writes bytes in memory. It starts no processes and measures no time.

mod compound;
mod explain;
mod incremental_json;
mod message;
mod msgpack;
mod nearest;
mod never;
mod schema;
mod wire;

pub use explain::Explainer;
pub use incremental_json::IncrementalJsonWriter;
pub use message::{Answer, Format, FromBot, Hello, How, Stop, ToBot, VERSION};
pub use nearest::nearest;
pub use schema::schema;
pub use wire::{MESSAGE_LIMIT, WireFault, quoted};

/// Runs the example in the README as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
