//! Runs an untrusted program in a jail and talks to it through pipes.
//!
//! The crate depends on no game and no protocol: it sends and receives bytes, each time with a deadline. A
//! program has access to what its [`Job`] lists and to nothing else. [`Sandbox::choose`] finds out once which
//! kinds of jail the machine supports, and refuses a machine that supports none.
//!
//! Everything in this folder is the same on all systems. `linux`, `macos` and `windows` have one back end
//! each, and `unix` what two of them share; `system` says what a back end provides.

mod archive;
mod debug;
mod fault;
mod finding;
mod jailed;
mod job;
pub mod log;
mod paths;
mod private_dir;
mod sandbox;
mod system;
mod waits;
pub mod wire;

#[cfg(not(target_os = "linux"))]
mod elsewhere;
#[cfg(target_os = "linux")]
mod linux;
#[cfg(target_os = "macos")]
mod macos;
#[cfg(not(target_os = "linux"))]
mod no_cores;
#[cfg(any(windows, test))]
mod thread_pipes;
#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(target_os = "linux")]
use linux as back_end;
#[cfg(target_os = "macos")]
use macos as back_end;
#[cfg(windows)]
use windows as back_end;

pub use archive::{ArchiveFault, ArchiveLimits, inspect, unpack, zip_names, zip_text};
pub use back_end::{MatchCore, MatchCores, process_cpu_time, remove_tree, thread_cpu_time};
pub use debug::{DebugAccess, DebugFault, DebugPort, TERMINAL_VARIABLE, Terminal};
pub use fault::{Refusal, SpawnFault};
pub use finding::{Finding, Health, doctor};
pub use jailed::{Excess, Exit, How, Jailed};
pub use job::{DEFAULT_MEMORY_BYTES, Job, Limits};
pub use log::Log;
pub use paths::{canonical, plain_path};
pub use sandbox::{Choice, Sandbox};
pub use waits::{EngineTime, ThreadTimes, Waits};
pub use wire::{Wire, WireFault};

/// Runs the example in the README as a test.
#[cfg(all(doctest, target_os = "linux"))]
#[doc = include_str!("../README.md")]
struct Readme;
