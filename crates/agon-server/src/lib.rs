//! The contest server behind `agon serve`: accounts, events, submissions and matches over HTTP, and the
//! dispatcher that hands jobs to workers and commits their results.
//!
//! The server knows no games: a [`Workshop`](play::Workshop) builds bots and plays. The truth is in the
//! [`Store`](agon_store::Store); everything else can be lost at any moment.

mod admin;
mod api;
mod app;
mod authorise;
pub mod bench;
mod blobs;
mod config;
mod erasures;
mod events;
mod identity;
pub mod play;
mod problem;
mod runs;
mod secrets;
mod serve;

pub use admin::{Admin, Person, TeamUpload};
pub use api::openapi;
pub use authorise::matrix;
pub use config::{Config, ConfigFault, SignUp};
pub use runs::Runs;
pub use serve::{ServeFault, Serving};
