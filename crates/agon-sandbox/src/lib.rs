//! Runs an untrusted program in a jail and talks to it through pipes.
//!
//! The crate depends on no game and no protocol: it sends and receives bytes, each time with a deadline. A
//! program has access to what its [`Job`] lists and to nothing else. [`Sandbox::choose`] finds out once which
//! kinds of jail the machine supports, and refuses a machine that supports none.

mod affinity;
mod archive;
mod bubblewrap;
mod cgroup;
mod confine;
mod debug;
mod delegate;
mod doctor;
mod files;
mod handle;
mod inside;
mod jailed;
mod job;
pub mod log;
mod runtime;
mod sandbox;
mod scratch;
mod seccomp;
mod spawn;
mod start;
mod tree;
mod waits;
mod watchdog;
pub mod wire;

pub use affinity::MatchCore;
pub use archive::{ArchiveFault, ArchiveLimits, inspect, unpack, zip_text};
pub use debug::{DebugAccess, DebugFault, DebugPort, TERMINAL_VARIABLE, Terminal};
pub use doctor::{Finding, Health, doctor};
pub use files::remove_tree;
pub use jailed::{Exit, How, Jailed};
pub use job::{DEFAULT_MEMORY_BYTES, Job, Limits};
pub use log::Log;
pub use sandbox::{Choice, Refusal, Sandbox};
pub use spawn::SpawnFault;
pub use waits::{ThreadTimes, Waits};
pub use watchdog::Excess;
pub use wire::{Wire, WireFault};

/// Runs the example in the README as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
