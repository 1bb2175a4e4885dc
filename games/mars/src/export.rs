//! The original program's replay files `*.awap23r` (R13): written so that its viewer accepts them, and read
//! for viewing.

mod read;
mod write;

pub(crate) use read::read;
pub(crate) use write::Writer;
