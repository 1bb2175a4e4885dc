//! All integration tests of the game in one binary.

mod bots;
mod golden;
