//! Pinning a match to one processor core is an optimisation of the Linux back end; here there is none.

use std::convert::Infallible;
use std::sync::Arc;

/// The cores of a match; on this system programs use all cores.
#[derive(Debug)]
pub enum MatchCores {}

impl MatchCores {
    /// Cores for the match that this thread plays: none.
    pub fn reserve(_: usize) -> Option<MatchCores> {
        None
    }
}

/// The core of a match; there is never one on this system.
#[derive(Clone, Debug)]
pub struct MatchCore(Arc<Infallible>);

impl MatchCore {
    /// The core for the match that this thread plays: none.
    pub fn of_this_match() -> Option<MatchCore> {
        None
    }

    /// The numbers of the cores that a thread can be pinned to: none.
    pub fn usable() -> Vec<usize> {
        Vec::new()
    }

    /// This core, for measurements that choose where programs run.
    pub fn on(number: usize) -> MatchCore {
        unreachable!("`usable` lists no core, so that {number} was not chosen from it")
    }

    /// The number of the core.
    pub fn number(&self) -> usize {
        match *self.0 {}
    }

    /// Pins this thread to the core until the match is over.
    pub fn pin_this_thread(&self) {
        match *self.0 {}
    }

    /// Whether this thread plays the match.
    pub fn is_of_this_thread(&self) -> bool {
        match *self.0 {}
    }

    /// Lets this thread use all cores again.
    pub fn unpin_this_thread(&self) {
        match *self.0 {}
    }
}
