//! What the back end of an operating system provides. Each one is in a folder of its own.
//!
//! A back end also has the types `MatchCore` and `MatchCores` and the functions `doctor`, `remove_tree`,
//! `signal_meaning`, `thread_cpu_time` and `process_cpu_time`.

use crate::archive::{ArchiveFault, ArchiveLimits};
use crate::back_end::MatchCore;
use crate::debug::DebugAccess;
use crate::fault::{Refusal, SpawnFault};
use crate::jailed::{Exit, Jailed};
use crate::job::Job;
use crate::sandbox::Choice;
use crate::waits::{EngineTime, Waits};
use std::time::{Duration, Instant};

/// The jails of this machine; [`Sandbox`](crate::Sandbox) describes the functions.
pub(crate) trait Jails: Sized {
    fn choose(choice: Choice) -> Result<Self, Refusal>;

    /// Whether there is a jail.
    fn is_on(&self) -> bool;

    /// The parts of the jail, for results and reports.
    fn describe(&self) -> String;

    /// What is weaker than with control groups, as a paragraph.
    fn weaker(&self) -> Option<String>;

    /// Whether memory and processes are limited exactly, and all processes counted and frozen.
    fn has_exact_limits(&self) -> bool;

    /// Refuses a machine that is too weak for programs that strangers upload.
    fn check_for_uploads(&self) -> Result<(), Refusal>;

    /// Whether the jail can contain a program that starts other processes.
    fn supports_child_processes(&self) -> bool;

    /// Starts a job.
    fn spawn(&self, job: &Job) -> Result<Jailed, SpawnFault>;

    /// How a debugger in the jail is reached through a port.
    fn port_kind(&self) -> PortKind;

    /// What the jail opens for a debugger, as a sentence.
    fn describe_debug(&self, access: &DebugAccess) -> &'static str;
}

/// How a debugger in a jail is reached through a port.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum PortKind {
    /// The jail has a network of its own; the engine listens outside and forwards.
    #[cfg_attr(not(target_os = "linux"), allow(dead_code, reason = "only Linux has such networks"))]
    Forwarded,
    /// The debugger listens on the machine's own interface.
    Own,
}

/// A running program without its pipes; [`Jailed`] describes the functions.
pub(crate) trait Program {
    fn id(&self) -> u32;

    /// Kills all processes and returns when they are gone; after that, the same result again.
    fn kill(&mut self) -> Exit;

    /// Waits for the end of the first process; `false` after the deadline.
    fn has_ended_by(&mut self, deadline: Instant) -> bool;

    fn collect(&mut self, limits: &ArchiveLimits) -> Result<(), ArchiveFault>;

    fn left_behind(&self) -> Option<&str>;

    fn cpu_time(&self) -> Duration;

    /// By default without waiting times: only Linux tells how long a thread waited for a processor.
    fn waits(&self) -> Waits {
        let (at, cpu) = (Instant::now(), self.cpu_time());
        Waits { at, cpu, threads: Vec::new(), engine: EngineTime::now() }
    }

    fn memory_peak(&self) -> Option<u64>;

    fn freeze(&mut self);

    /// By default not at all: the caller sees what the processes compute, and freezes them then.
    fn freeze_soon(&mut self) {}

    fn thaw(&mut self);

    /// Only Linux has cores to pin a program to.
    fn pin(&self, _: &MatchCore) {}

    fn unpin(&self, _: &MatchCore) {}

    /// A program that never ran and wrote this to its standard error: whether that is its own fault.
    fn is_own_fault(&self, _log: &str) -> bool {
        false
    }
}

/// The engine's ends of a program's three pipes. No function but `wait` blocks.
pub(crate) trait PipeEnds {
    /// Writes as many bytes as fit.
    fn write(&mut self, bytes: &[u8]) -> Result<usize, PipeFault>;

    /// Waits until there is output (if `for_output`), error output, or room for input (if `for_input`).
    /// Returns whether there is output and whether there is error output.
    fn wait(
        &mut self,
        for_input: bool,
        for_output: bool,
        left: Option<Duration>,
    ) -> Result<(bool, bool), PipeFault>;

    /// Appends what the program has written; `Ok(false)` at the end of the file.
    fn read(&mut self, stream: Stream, into: &mut Vec<u8>) -> Result<bool, PipeFault>;

    fn close_input(&mut self);

    /// The program has ended: waits until everything that it wrote can be read. What is in a pipe can.
    fn settle(&mut self) {}

    /// Reads no more of a stream.
    fn close(&mut self, stream: Stream);
}

/// A stream that a program writes.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Stream {
    Output,
    Error,
}

/// Why a pipe was not used.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum PipeFault {
    /// The pipe is full (writing) or empty (reading) at the moment.
    NotNow,
    /// The program closed its end.
    Closed,
    /// The operating system reported this error.
    System(i32),
}
