//! A running program: its pipes, freezing it, and killing it with all processes it started.

use crate::affinity::MatchCore;
use crate::archive::{ArchiveFault, ArchiveLimits};
use crate::cgroup::Group;
use crate::confine::PrivateDir;
use crate::debug::Terminal;
use crate::files;
use crate::handle::{has_ended, wait_for};
use crate::waits::Waits;
use crate::watchdog::{Excess, Watch};
use crate::wire::Wire;
use rustix::fd::{AsFd, OwnedFd};
use rustix::process::{Signal, pidfd_send_signal};
use std::cell::Cell;
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{Child, ExitStatus};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Maximum age of a processor time read from `/proc`, which is slow: half a tick of the kernel.
const CPU_TIME_MAX_AGE: Duration = Duration::from_millis(5);

/// How a program ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum How {
    /// It exited with this code.
    Code(i32),
    /// A signal killed it. In a bubblewrap jail, exit code 128 + n looks the same.
    Signal(i32),
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
            How::Never => f.write_str("never ran, because its sandbox could not be completed")?,
            How::NotExecutable => f.write_str("could not be executed by the system")?,
        }
        self.excess.map_or(Ok(()), |excess| write!(f, ": {excess}"))
    }
}

/// What a signal tells the author of a program.
fn signal_meaning(signal: i32) -> Option<&'static str> {
    let meanings = [
        (Signal::ILL, "illegal instruction"),
        (Signal::ABORT, "abort"),
        (Signal::BUS, "bus error"),
        (Signal::FPE, "division by zero"),
        (Signal::SEGV, "segmentation fault"),
        (Signal::PIPE, "it wrote to a closed pipe"),
        (Signal::XCPU, "processor time limit"),
        (Signal::XFSZ, "file size limit"),
        (Signal::SYS, "a system call that the sandbox forbids"),
    ];
    meanings.iter().find(|(number, _)| number.as_raw() == signal).map(|(_, meaning)| *meaning)
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

/// Everything of a running program except its pipes.
#[derive(Debug)]
pub(crate) struct Body {
    /// The started process: bubblewrap, or the program itself.
    pub child: Child,
    /// A handle of `child`.
    pub child_fd: OwnedFd,
    /// The jail's first process, in a bubblewrap jail.
    pub first: Option<InitProcess>,
    pub group: Group,
    pub watch: Arc<Watch>,
    pub frozen: Option<Frozen>,
    /// The processor time last read from `/proc`, and when.
    pub cpu_time_cache: Cell<Option<(Instant, Duration)>>,
    pub exit: Option<Exit>,
    /// Removed when all processes are gone.
    pub private: Option<PrivateDir>,
    /// Why its private folder could not be removed.
    pub left_behind: Option<String>,
    /// The copy of the work folder, which outlives the processes, and the folder itself.
    pub work: Option<(OwnedFd, PathBuf)>,
}

/// The first process of a bubblewrap jail. When it dies, the kernel kills all processes inside.
#[derive(Debug)]
pub(crate) struct InitProcess {
    pub handle: OwnedFd,
    /// Bubblewrap writes the program's exit code here, if the program started.
    pub status: OwnedFd,
}

impl InitProcess {
    /// Whether the program was started. Valid only after bubblewrap has ended.
    fn has_run(&self) -> bool {
        let mut report = [0; 1024];
        // This does not block: bubblewrap has ended, so there is data or the end of file.
        let length = rustix::io::read(&self.status, &mut report).unwrap_or(0);
        String::from_utf8_lossy(&report[..length]).contains("exit-code")
    }
}

/// How a program was frozen.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Frozen {
    ByControlGroup,
    BySignal,
}

impl Jailed {
    /// The id of the started process: bubblewrap's, or the program's own.
    pub fn id(&self) -> u32 {
        self.body.child.id()
    }

    /// Kills the program and all processes it started, and returns when they are gone.
    pub fn kill(&mut self) -> Exit {
        let mut exit = self.body.kill();
        if exit.how == How::Never {
            // The program never ran, so that only bubblewrap can have written this.
            self.wire.catch_up();
            if self.wire.log().text().contains("bwrap: execvp ") {
                exit.how = How::NotExecutable;
                self.body.exit = Some(exit);
            }
        }
        exit
    }

    /// Replaces the content of the job's work folder by the program's copy of it, within limits. Call it
    /// after the program has ended.
    pub fn collect(&mut self, limits: &ArchiveLimits) -> Result<(), ArchiveFault> {
        self.kill();
        let Some((copy, folder)) = &self.body.work else { return Ok(()) };
        let folder = std::fs::File::open(folder)?;
        files::empty(folder.as_fd())?;
        files::copy_tree(copy.as_fd(), folder.as_fd(), limits, None)
    }

    /// Why files of the program are still on the machine's disk after its end; without a full stop.
    pub fn left_behind(&self) -> Option<&str> {
        self.body.left_behind.as_deref()
    }

    /// How the program ended; `None` while it runs.
    pub fn try_wait(&mut self) -> Option<Exit> {
        self.wait(Instant::now())
    }

    /// Waits until the program has ended, then kills what it left running. `None` after the deadline.
    pub fn wait(&mut self, deadline: Instant) -> Option<Exit> {
        if self.body.exit.is_some() || wait_for(&self.body.child_fd, Some(deadline)) {
            return Some(self.kill());
        }
        None
    }

    /// Processor time of the program and all processes it started. Exact to the nanosecond with control
    /// groups; without them to the kernel's tick of about 10 ms, and up to 5 ms old.
    pub fn cpu_time(&self) -> Duration {
        self.body.group.cpu_time().unwrap_or_else(|| {
            let last = self
                .body
                .cpu_time_cache
                .get()
                .filter(|(when, _)| when.elapsed() < CPU_TIME_MAX_AGE);
            last.map_or_else(|| self.body.read_cpu_time(), |(_, cpu)| cpu)
        })
    }

    /// The run and wait times of its threads. Costs about ten system calls plus three per thread; without
    /// control groups also three per process of the machine.
    pub fn waits(&self) -> Waits {
        let (at, threads) = (Instant::now(), self.body.watch.tree.threads());
        let counted = self.body.group.cpu_time();
        let cpu = counted.or_else(|| self.body.watch.tree.cpu_time_bound());
        Waits { at, cpu: cpu.unwrap_or_else(|| self.cpu_time()), threads }
    }

    /// The peak memory in bytes; without control groups sampled by the watchdog, if it samples memory.
    pub fn memory_peak(&self) -> Option<u64> {
        let seen = Some(self.body.watch.peak.load(Ordering::Relaxed)).filter(|peak| *peak > 0);
        self.body.group.memory_peak().or(seen)
    }

    /// Stops the program and all processes it started until [`thaw`](Self::thaw).
    pub fn freeze(&mut self) {
        let body = &mut self.body;
        if body.is_over() || body.frozen.is_some() {
            return;
        }
        if body.group.freeze() {
            body.frozen = Some(Frozen::ByControlGroup);
        } else {
            body.watch.tree.stop();
            body.frozen = Some(Frozen::BySignal);
        }
        body.cpu_time_cache.set(None);
    }

    /// Stops the program soon, unless [`thaw`](Self::thaw) comes first. Does nothing where control groups
    /// count the time of all its processes: there the caller sees what it computes.
    pub fn freeze_soon(&mut self) {
        if self.body.watch.stops_rest && self.body.frozen.is_none() {
            self.body.watch.begin_rest();
        }
    }

    /// Pins all threads of the program to the core of its match. Threads that they start are pinned, too.
    pub fn pin(&self, core: &MatchCore) {
        if !self.body.is_over() {
            core.pin(&self.body.watch.tree.thread_ids());
        }
    }

    /// Lets all threads of the program use all cores again.
    pub fn unpin(&self, core: &MatchCore) {
        // A thread that is started between the two looks has the cores of the thread that started it.
        for _ in 0..2 {
            if !self.body.is_over() {
                core.unpin(&self.body.watch.tree.thread_ids());
            }
        }
    }

    /// Lets a frozen program continue.
    pub fn thaw(&mut self) {
        self.body.thaw();
    }
}

impl Body {
    fn read_cpu_time(&self) -> Duration {
        let cpu = self.watch.tree.cpu_time();
        self.cpu_time_cache.set(Some((Instant::now(), cpu)));
        cpu
    }

    fn thaw(&mut self) {
        let mut frozen = self.frozen.take();
        if self.watch.end_rest() {
            frozen = Some(Frozen::BySignal);
        } else if frozen.is_none() {
            return;
        }
        self.cpu_time_cache.set(None);
        if frozen.is_some() {
            self.group.thaw();
        }
        if frozen == Some(Frozen::BySignal) && !self.is_over() {
            self.watch.tree.resume();
        }
    }

    /// Whether the program has ended. Its process ids may then be reused, so no signal may be sent to them.
    fn is_over(&self) -> bool {
        let first = self.first.as_ref().map(|first| &first.handle);
        self.exit.is_some() || has_ended(&self.child_fd) || first.is_some_and(has_ended)
    }

    fn kill(&mut self) -> Exit {
        if let Some(exit) = self.exit {
            return exit;
        }
        let by_itself = has_ended(&self.child_fd);
        match &self.first {
            Some(first) => drop(pidfd_send_signal(&first.handle, Signal::KILL)),
            None => self.watch.tree.kill(),
        }
        self.group.kill();
        if !by_itself {
            // Bubblewrap ends with its jail; a program without bubblewrap has had its signal.
            let deadline = Instant::now() + Duration::from_secs(1);
            if !wait_for(&self.child_fd, Some(deadline)) {
                let _ = pidfd_send_signal(&self.child_fd, Signal::KILL);
            }
        }
        let status = self.child.wait();
        if let Some(first) = &self.first {
            wait_for(&first.handle, None);
        }
        let out_of_memory = self.group.ran_out_of_memory().then_some(Excess::Memory);
        let excess = self.watch.verdict().or(out_of_memory);
        let mut how = status.map_or(How::Signal(libc::SIGKILL), |status| self.how(status));
        if by_itself
            && excess.is_none()
            && self.first.as_ref().is_some_and(|first| !first.has_run())
        {
            how = How::Never;
        }
        if let Some(Err(error)) = self.private.take().map(PrivateDir::remove) {
            self.left_behind = Some(error);
        }
        let exit = Exit { how, excess };
        self.exit = Some(exit);
        exit
    }

    fn how(&self, status: ExitStatus) -> How {
        match (status.code(), status.signal()) {
            (Some(code), _) if self.first.is_some() && code > 128 => How::Signal(code - 128),
            (Some(code), _) => How::Code(code),
            (None, signal) => How::Signal(signal.unwrap_or(libc::SIGKILL)),
        }
    }
}

impl Drop for Body {
    fn drop(&mut self) {
        self.kill();
    }
}
