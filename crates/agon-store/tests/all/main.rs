//! Every test runs on both databases.

mod accounts;
mod archive;
mod console;
mod events;
mod grading;
mod groups;
mod jobs;
mod questions;
mod runs;
mod scrimmages;
mod support;
