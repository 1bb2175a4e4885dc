//! The original's game log (R11), written and read.

mod read;
mod write;

pub(crate) use read::read;
pub(crate) use write::Log;
