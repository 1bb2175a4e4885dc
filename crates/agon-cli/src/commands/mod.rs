//! The commands, one file each.

pub mod bench;
pub mod bot;
pub mod conformance;
pub mod games;
pub mod maps;
pub mod play;
pub mod replay;
