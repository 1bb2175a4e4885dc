//! Waiting for a program's answer: here by `poll`, as for everything else.

use rustix::fd::OwnedFd;
use rustix::io::Errno;
use std::time::Duration;

#[derive(Debug)]
pub(crate) struct Listening;

impl Listening {
    pub fn to(_output: &OwnedFd, _log: &OwnedFd) -> Result<Listening, Errno> {
        Ok(Listening)
    }

    /// `None`, which means that this must be asked in another way.
    pub fn wait(&self, _left: Option<Duration>) -> Result<Option<(bool, bool)>, Errno> {
        Ok(None)
    }

    pub fn leave(&self, _end: &OwnedFd) {}
}
