//! All integration tests of the game in one binary.

mod golden;
