//! The commands, one file each.

pub mod bench;
pub mod conformance;
pub mod games;
pub mod maps;
pub mod play;
pub mod replay;
pub mod watch;
