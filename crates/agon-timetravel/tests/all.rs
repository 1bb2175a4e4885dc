//! All integration tests of Time Travel in one binary.
#[path = "all/golden.rs"]
mod golden;
