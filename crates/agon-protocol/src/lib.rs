//! What Agon and a bot in any language say to each other.
//!
//! The messages ([`ToBot`], [`FromBot`]) are the same for all games; only views, calls and replies
//! are a game's own. They are written as lines of JSON, or as MessagePack if the bot asks for it
//! ([`Format`]). `docs/protocol.md` describes all of it with a transcript for each game.
//!
//! This crate reads and writes bytes in memory. It starts no process and knows no clock.

mod inside;
mod message;
mod never;
mod pack;
mod pen;
mod schema;
mod wire;

pub use message::{Answer, Format, FromBot, Hello, How, Stop, ToBot, VERSION};
pub use pen::Pen;
pub use schema::schema;
pub use wire::{MESSAGE_LIMIT, WireFault};

/// The example of the crate's README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
