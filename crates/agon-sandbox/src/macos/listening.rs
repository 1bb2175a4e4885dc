//! Waiting for a program's answer: here by `poll`, as for everything else.

use rustix::fd::OwnedFd;
use rustix::io::Errno;
use std::time::Duration;

#[derive(Debug)]
pub(crate) struct Listening;

impl Listening {
    pub fn to(
        _output: &OwnedFd,
        _log: &OwnedFd,
        _process: Option<OwnedFd>,
    ) -> Result<Listening, Errno> {
        Ok(Listening)
    }

    /// Only Linux has a handle of the process that can be waited for together with the pipes.
    pub fn process(&self) -> Option<&OwnedFd> {
        None
    }

    pub fn has_ended(&self) -> bool {
        false
    }

    /// `None`, which means that this must be asked in another way.
    pub fn wait(&mut self, _left: Option<Duration>) -> Result<Option<(bool, bool)>, Errno> {
        Ok(None)
    }

    pub fn leave(&self, _end: &OwnedFd) {}
}
