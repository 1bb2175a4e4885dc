//! A running program: its pipes, freezing it, and killing it with all processes it started.

use crate::archive::{ArchiveFault, ArchiveLimits};
use crate::back_end::{Body, MatchCore, signal_meaning};
use crate::debug::Terminal;
use crate::system::Program;
use crate::waits::Waits;
use crate::wire::Wire;
use std::time::{Duration, Instant};

/// The limit that a program exceeded.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Excess {
    /// Memory.
    Memory,
    /// Processes and threads.
    Processes,
    /// Bytes or files on disk.
    Disk,
}

impl std::fmt::Display for Excess {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Memory => "it exceeded its memory limit",
            Self::Processes => "it exceeded its limit of processes and threads",
            Self::Disk => "it exceeded its disk limit",
        })
    }
}

/// How a program ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum How {
    /// It exited with this code.
    Code(i32),
    /// A signal killed it. In a bubblewrap jail, exit code 128 + n looks the same.
    Signal(i32),
    /// An exception of Windows ended it.
    Exception(u32),
    /// It never ran, because the jail could not be completed. The program is not at fault.
    Never,
    /// It never ran, because the system could not execute it: its interpreter or a library is missing, or it
    /// is not a program. The program is at fault.
    NotExecutable,
}

/// How a program ended, and whether it exceeded a limit.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Exit {
    /// The kind of end.
    pub how: How,
    /// The limit that it exceeded, if it was killed for that.
    pub excess: Option<Excess>,
}

impl std::fmt::Display for Exit {
    /// The predicate of a sentence: "ended with exit code 1", "was killed by signal 9: ...".
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.how {
            How::Code(code) => write!(f, "ended with exit code {code}")?,
            How::Signal(signal) => match signal_meaning(signal) {
                Some(meaning) => write!(f, "was killed by signal {signal} ({meaning})")?,
                None => write!(f, "was killed by signal {signal}")?,
            },
            How::Exception(code) => match exception_meaning(code) {
                Some(meaning) => write!(f, "was ended by exception {code:#x} ({meaning})")?,
                None => write!(f, "was ended by exception {code:#x}")?,
            },
            How::Never => f.write_str("never ran, because its sandbox could not be completed")?,
            How::NotExecutable => f.write_str("could not be executed by the system")?,
        }
        self.excess.map_or(Ok(()), |excess| write!(f, ": {excess}"))
    }
}

/// What the number of an exception tells the author of a program.
fn exception_meaning(code: u32) -> Option<&'static str> {
    let meanings = [
        (0x8000_0003, "breakpoint"),
        (0xc000_0005, "access violation"),
        (0xc000_0017, "no memory"),
        (0xc000_001d, "illegal instruction"),
        (0xc000_008e, "division by zero"),
        (0xc000_0094, "division by zero"),
        (0xc000_00fd, "stack overflow"),
        (0xc000_0135, "a library is missing"),
        (0xc000_0139, "a function is missing in a library"),
        (0xc000_0374, "damaged heap"),
        (0xc000_0409, "abort"),
    ];
    meanings.iter().find(|(number, _)| *number == code).map(|(_, meaning)| *meaning)
}

/// A running program. Dropping it kills the program.
#[derive(Debug)]
pub struct Jailed {
    /// Its pipes.
    pub wire: Wire,
    /// The terminal of its debugger, if the job has one.
    pub terminal: Option<Terminal>,
    pub(crate) body: Body,
}

impl Jailed {
    /// The id of the started process: bubblewrap's, or the program's own.
    pub fn id(&self) -> u32 {
        self.body.id()
    }

    /// Kills the program and all processes it started, and returns when they are gone.
    pub fn kill(&mut self) -> Exit {
        let mut exit = self.body.kill();
        self.wire.settle();
        if exit.how == How::Never {
            self.wire.catch_up();
            if self.body.is_own_fault(&self.wire.log().text()) {
                exit.how = How::NotExecutable;
            }
        }
        exit
    }

    /// Replaces the content of the job's work folder by the program's copy of it, within limits. Call it
    /// after the program has ended.
    pub fn collect(&mut self, limits: &ArchiveLimits) -> Result<(), ArchiveFault> {
        self.kill();
        self.body.collect(limits)
    }

    /// Why files of the program are still on the machine's disk after its end; without a full stop.
    pub fn left_behind(&self) -> Option<&str> {
        self.body.left_behind()
    }

    /// How the program ended; `None` while it runs.
    pub fn try_wait(&mut self) -> Option<Exit> {
        self.wait(Instant::now())
    }

    /// Waits until the program has ended, then kills what it left running. `None` after the deadline.
    pub fn wait(&mut self, deadline: Instant) -> Option<Exit> {
        self.body.has_ended_by(deadline).then(|| self.kill())
    }

    /// Processor time of the program and all processes it started. Exact to the nanosecond with control
    /// groups; on Linux without them to the kernel's tick of about 10 ms, and up to 5 ms old.
    pub fn cpu_time(&self) -> Duration {
        self.body.cpu_time()
    }

    /// The run and wait times of its threads; no threads on systems that do not count them. On Linux it costs
    /// about ten system calls plus three per thread; without control groups also three per process of the
    /// machine.
    pub fn waits(&self) -> Waits {
        self.body.waits()
    }

    /// The peak memory in bytes; on Linux without control groups sampled by the watchdog, if it samples
    /// memory.
    pub fn memory_peak(&self) -> Option<u64> {
        self.body.memory_peak()
    }

    /// Stops the program and all processes it started until [`thaw`](Self::thaw).
    pub fn freeze(&mut self) {
        self.body.freeze();
    }

    /// Stops the program soon, unless [`thaw`](Self::thaw) comes first. Does nothing where the kernel counts
    /// the time of all its processes: there the caller sees what it computes.
    pub fn freeze_soon(&mut self) {
        self.body.freeze_soon();
    }

    /// Pins all threads of the program to the core of its match. Threads that they start are pinned, too.
    pub fn pin(&self, core: &MatchCore) {
        self.body.pin(core);
    }

    /// Lets all threads of the program use all cores again.
    pub fn unpin(&self, core: &MatchCore) {
        self.body.unpin(core);
    }

    /// Lets a frozen program continue.
    pub fn thaw(&mut self) {
        self.body.thaw();
    }
}
