//! Every test runs on both databases.

mod accounts;
mod events;
mod groups;
mod jobs;
mod runs;
mod support;
