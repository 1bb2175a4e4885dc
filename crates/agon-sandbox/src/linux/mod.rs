//! Linux: bubblewrap or Landlock, seccomp, control groups or resource limits and a watchdog thread.

mod affinity;
mod backend;
mod body;
mod bubblewrap;
mod cgroup;
mod confine;
mod copy;
mod debug;
mod delegate;
mod doctor;
mod handle;
mod inside;
mod listening;
mod runtime;
mod scratch;
mod seccomp;
mod spawn;
mod start;
mod tree;
mod watchdog;

pub use crate::unix::clock::{process_cpu_time, thread_cpu_time};
pub use crate::unix::files::remove_tree;
pub use affinity::{MatchCore, MatchCores};

pub(crate) use crate::unix::pipes::Pipes;
pub(crate) use crate::unix::signals::signal_meaning;
pub(crate) use backend::Backend;
pub(crate) use body::Body;
pub(crate) use doctor::doctor;
pub(crate) use listening::Listening;
