//! What Linux and macOS share: pipes, walking through folders, clocks, the names of signals.

pub(crate) mod clock;
pub(crate) mod files;
pub(crate) mod pipes;
pub(crate) mod signals;
pub(crate) mod terminal;
