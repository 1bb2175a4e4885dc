//! macOS: `sandbox-exec`, resource limits and a process group of its own.
//!
//! The profile of `sandbox-exec` denies the network, writing outside of the program's own folders, and
//! reading the user's home. There are no control groups: a thread checks memory, and the processes of a
//! program are found by its process group, which a hostile program can leave.

mod backend;
mod body;
mod listening;
mod profile;
mod usage;

pub use crate::no_cores::{MatchCore, MatchCores};
pub use crate::unix::clock::{process_cpu_time, thread_cpu_time};
pub use crate::unix::files::remove_tree;

pub(crate) use crate::unix::pipes::Pipes;
pub(crate) use crate::unix::signals::signal_meaning;
pub(crate) use backend::{Backend, doctor};
pub(crate) use body::Body;
pub(crate) use listening::Listening;
