//! Every test runs on both databases.

mod accounts;
mod events;
mod groups;
mod jobs;
mod questions;
mod runs;
mod scrimmages;
mod support;
