//! Windows: a job object, and a token of low integrity without privileges.
//!
//! A job object limits memory, processes and processor time of a program and of everything it starts, and
//! ends all of it when the engine ends. A program of low integrity can write into its own folders only. Both
//! leave the network and reading files to the program, so strangers' uploads are refused here.

mod backend;
mod body;
mod clock;
mod files;
mod job_object;
mod token;

pub use crate::no_cores::{MatchCore, MatchCores};
pub use clock::{process_cpu_time, thread_cpu_time};
pub use files::remove_tree;

pub(crate) use crate::thread_pipes::ThreadPipes as Pipes;
pub(crate) use backend::{Backend, doctor};
pub(crate) use body::Body;

/// There are no signals on this system.
pub(crate) fn signal_meaning(_: i32) -> Option<&'static str> {
    None
}
