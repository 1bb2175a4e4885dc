//! A program that runs: talking to it, stopping it, ending it with everything it started.

use crate::cgroup::Group;
use crate::confine::PrivateDir;
use crate::handle::{has_ended, wait_for};
use crate::waits::Waits;
use crate::warden::{Excess, Watch};
use crate::wire::Wire;
use rustix::fd::OwnedFd;
use rustix::process::{Signal, pidfd_send_signal};
use std::cell::Cell;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, ExitStatus};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// How long a processor time that took long to look up is good for: half of the kernel's tick.
const FRESH: Duration = Duration::from_millis(5);

/// How a program ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum How {
    /// By itself, with this code.
    Code(i32),
    /// By this signal. In a bubblewrap jail, a program that exits with 128 + n looks the same.
    Signal(i32),
    /// It never ran: the jail could not be finished. That is our fault, not the program's.
    Never,
}

/// How a program ended, and for what.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Exit {
    /// How.
    pub how: How,
    /// What it used too much of, if it was ended for that.
    pub excess: Option<Excess>,
}

impl std::fmt::Display for Exit {
    /// To follow "it": "ended with exit code 1", "was killed by signal 9: ...".
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.how {
            How::Code(code) => write!(f, "ended with exit code {code}")?,
            How::Signal(signal) => write!(f, "was killed by signal {signal}")?,
            How::Never => f.write_str("never ran, because its sandbox could not be finished")?,
        }
        self.excess.map_or(Ok(()), |excess| write!(f, ": {excess}"))
    }
}

/// A running program. Dropping it ends it.
#[derive(Debug)]
pub struct Jailed {
    /// Its pipes.
    pub wire: Wire,
    pub(crate) body: Body,
}

/// Everything of a running program but its pipes.
#[derive(Debug)]
pub(crate) struct Body {
    /// The process that we started: bubblewrap, or the program itself.
    pub child: Child,
    /// A handle on it.
    pub child_fd: OwnedFd,
    /// The jail's first process, if it is bubblewrap's.
    pub first: Option<First>,
    pub group: Group,
    pub watch: Arc<Watch>,
    pub stopped: Option<Stopped>,
    /// The processor time that we last looked up, where that takes long.
    pub seen: Cell<Option<(Instant, Duration)>>,
    pub exit: Option<Exit>,
    /// Removed when everybody is gone.
    pub private: Option<PrivateDir>,
}

/// The first process of a jail that bubblewrap built. With it the kernel ends everybody inside.
#[derive(Debug)]
pub(crate) struct First {
    pub handle: OwnedFd,
    /// Where bubblewrap reports the end of a program that it could start.
    pub status: OwnedFd,
}

impl First {
    /// Whether the program was started, to be asked when it has ended by itself.
    fn has_run(&self) -> bool {
        let mut said = [0; 1024];
        // There is always something to read, if only the end: bubblewrap is gone.
        let length = rustix::io::read(&self.status, &mut said).unwrap_or(0);
        String::from_utf8_lossy(&said[..length]).contains("exit-code")
    }
}

/// How a program was made to stand still.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Stopped {
    AsGroup,
    BySignal,
}

impl Jailed {
    /// The number of the process that we started: bubblewrap's, or the program's own.
    pub fn id(&self) -> u32 {
        self.body.child.id()
    }

    /// Ends the program and everything it started, and returns when all of it is gone.
    pub fn kill(&mut self) -> Exit {
        self.body.kill()
    }

    /// How it ended, if it has.
    pub fn try_wait(&mut self) -> Option<Exit> {
        self.wait(Instant::now())
    }

    /// Waits until it has ended, with everything it started; not longer than until the deadline.
    pub fn wait(&mut self, deadline: Instant) -> Option<Exit> {
        if self.body.exit.is_some() || wait_for(&self.body.child_fd, Some(deadline)) {
            return Some(self.kill());
        }
        None
    }

    /// Processor time that it used, with everything it started. To the nanosecond where control groups
    /// count, else to the kernel's tick of some 10 ms and not newer than half of that.
    pub fn cpu_time(&self) -> Duration {
        self.body.group.cpu_time().unwrap_or_else(|| {
            let last = self.body.seen.get().filter(|(when, _)| when.elapsed() < FRESH);
            last.map_or_else(|| self.body.look(), |(_, cpu)| cpu)
        })
    }

    /// What its threads have been doing so far: some ten system calls and three for each thread.
    pub fn waits(&self) -> Waits {
        let (at, threads) = (Instant::now(), self.body.watch.tree.threads());
        Waits { at, cpu: self.cpu_time(), threads }
    }

    /// The most memory that it had at once, as far as somebody has looked.
    pub fn memory_peak(&self) -> Option<u64> {
        let seen = Some(self.body.watch.peak.load(Ordering::Relaxed)).filter(|peak| *peak > 0);
        self.body.group.memory_peak().or(seen)
    }

    /// Stops it, with everything it started, until [`thaw`](Self::thaw): it can compute nothing meanwhile.
    pub fn freeze(&mut self) {
        let body = &mut self.body;
        if body.is_over() || body.stopped.is_some() {
            return;
        }
        if body.group.freeze() {
            body.stopped = Some(Stopped::AsGroup);
        } else {
            body.watch.tree.stop();
            body.stopped = Some(Stopped::BySignal);
        }
        body.seen.set(None);
    }

    /// Lets it go on.
    pub fn thaw(&mut self) {
        self.body.thaw();
    }
}

impl Body {
    fn look(&self) -> Duration {
        let cpu = self.watch.tree.usage().cpu;
        self.seen.set(Some((Instant::now(), cpu)));
        cpu
    }

    fn thaw(&mut self) {
        let stopped = self.stopped.take();
        self.seen.set(None);
        if stopped.is_some() {
            self.group.thaw();
        }
        if stopped == Some(Stopped::BySignal) && !self.is_over() {
            self.watch.tree.signal_all(Signal::CONT);
        }
    }

    /// Whether it has ended. Its numbers may then belong to somebody else, who must get none of our signals.
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
            None => self.watch.tree.signal_all(Signal::KILL),
        }
        self.group.kill();
        if !by_itself {
            // Bubblewrap ends by itself with the jail; what we started ourselves has had its signal.
            let patience = Instant::now() + Duration::from_secs(1);
            if !wait_for(&self.child_fd, Some(patience)) {
                let _ = pidfd_send_signal(&self.child_fd, Signal::KILL);
            }
        }
        let status = self.child.wait();
        if let Some(first) = &self.first {
            wait_for(&first.handle, None);
        }
        let starved = self.group.ran_out_of_memory().then_some(Excess::Memory);
        let excess = self.watch.verdict().or(starved);
        let mut how = status.map_or(How::Signal(libc::SIGKILL), |status| self.how(status));
        if by_itself
            && excess.is_none()
            && self.first.as_ref().is_some_and(|first| !first.has_run())
        {
            how = How::Never;
        }
        self.private = None;
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
