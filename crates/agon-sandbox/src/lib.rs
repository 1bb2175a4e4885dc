//! Starts a stranger's program so that it can harm nobody, and talks to it.
//!
//! It knows nothing of games and protocols: bytes go in, bytes come out, each with a deadline. What a program
//! gets is written in its [`Job`]; everything else is not there for it. Which walls there are depends on the
//! machine and is found out once by [`Sandbox::choose`]; a machine without good ones is refused.

mod archive;
mod bubblewrap;
mod cgroup;
mod confine;
mod doctor;
mod handle;
mod jailed;
mod job;
pub mod log;
mod place;
mod runtime;
mod sandbox;
mod seccomp;
mod spawn;
mod start;
mod tree;
mod waits;
mod warden;
pub mod wire;

pub use archive::{ArchiveFault, ArchiveLimits, inspect, unpack};
pub use doctor::{Finding, Health, doctor};
pub use jailed::{Exit, How, Jailed};
pub use job::{Job, Limits};
pub use log::Log;
pub use place::Core;
pub use sandbox::{Choice, Refusal, Sandbox};
pub use spawn::SpawnFault;
pub use waits::{ThreadTimes, Waits};
pub use warden::Excess;
pub use wire::{Wire, WireFault};

/// The example of the README is compiled and run like a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
