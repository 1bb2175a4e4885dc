//! The contest server's database: accounts, events, jobs, runs and results, on SQLite or PostgreSQL.
//!
//! Reading goes through [`Store::rows`]. Every write is a [`Change`]: a value with its parameters whose
//! `apply` runs in one transaction, all of it or nothing. The files beside this one hold the changes by
//! subject. The store knows no games, no HTTP and no clock: callers pass the time.

mod about;
pub mod accounts;
pub mod archive;
mod connections;
pub mod console;
mod copy;
pub mod events;
mod fault;
pub mod feed;
pub mod grading;
pub mod jobs;
pub mod ladder;
mod lead;
mod list;
pub mod matches;
mod names;
pub mod questions;
pub mod runs;
mod schema;
mod sql;
mod store;
pub mod submissions;
pub mod tally;
pub mod teams;
mod turn;
pub mod versions;
pub mod work;

pub use copy::TABLES;
pub use fault::{Fault, Refusal};
pub use lead::Lead;
pub use schema::MIGRATIONS;
pub use sql::{Column, Dialect, Row, Value};
pub use store::{Change, Location, Store, Tx};
pub use turn::Turn;

/// Milliseconds since 1970-01-01 UTC.
pub type Millis = i64;
