//! The processes of a running program: freezing, counting and killing them.

use super::affinity::MatchCore;
use super::cgroup::Group;
use super::copy::copy_tree;
use super::handle::{has_ended, wait_for};
use super::watchdog::Watch;
use crate::archive::{ArchiveFault, ArchiveLimits};
use crate::jailed::{Excess, Exit, How};
use crate::private_dir::PrivateDir;
use crate::system::Program;
use crate::unix::files;
use crate::waits::{EngineTime, Waits};
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

impl Program for Body {
    fn id(&self) -> u32 {
        self.child.id()
    }

    fn has_ended_by(&mut self, deadline: Instant) -> bool {
        self.exit.is_some() || wait_for(&self.child_fd, Some(deadline))
    }

    fn collect(&mut self, limits: &ArchiveLimits) -> Result<(), ArchiveFault> {
        let Some((copy, folder)) = &self.work else { return Ok(()) };
        let folder = std::fs::File::open(folder)?;
        files::empty(folder.as_fd())?;
        copy_tree(copy.as_fd(), folder.as_fd(), limits, None)
    }

    fn left_behind(&self) -> Option<&str> {
        self.left_behind.as_deref()
    }

    fn cpu_time(&self) -> Duration {
        self.group.cpu_time().unwrap_or_else(|| {
            let last =
                self.cpu_time_cache.get().filter(|(when, _)| when.elapsed() < CPU_TIME_MAX_AGE);
            last.map_or_else(|| self.read_cpu_time(), |(_, cpu)| cpu)
        })
    }

    fn waits(&self) -> Waits {
        let (at, threads) = (Instant::now(), self.watch.tree.threads());
        let counted = self.group.cpu_time();
        let cpu = counted.or_else(|| self.watch.tree.cpu_time_bound());
        let cpu = cpu.unwrap_or_else(|| self.cpu_time());
        Waits { at, cpu, threads, engine: EngineTime::now() }
    }

    fn memory_peak(&self) -> Option<u64> {
        let seen = Some(self.watch.peak.load(Ordering::Relaxed)).filter(|peak| *peak > 0);
        self.group.memory_peak().or(seen)
    }

    fn freeze(&mut self) {
        if self.is_over() || self.frozen.is_some() {
            return;
        }
        if self.group.freeze() {
            self.frozen = Some(Frozen::ByControlGroup);
        } else {
            self.watch.tree.stop();
            self.frozen = Some(Frozen::BySignal);
        }
        self.cpu_time_cache.set(None);
    }

    fn freeze_soon(&mut self) {
        if self.watch.stops_rest && self.frozen.is_none() {
            self.watch.begin_rest();
        }
    }

    fn pin(&self, core: &MatchCore) {
        if !self.is_over() {
            core.pin(&self.watch.tree.thread_ids());
        }
    }

    fn unpin(&self, core: &MatchCore) {
        // A thread that is started between the two looks has the cores of the thread that started it.
        for _ in 0..2 {
            if !self.is_over() {
                core.unpin(&self.watch.tree.thread_ids());
            }
        }
    }

    fn is_own_fault(&self, log: &str) -> bool {
        // The program never ran, so that only bubblewrap can have written this.
        log.contains("bwrap: execvp ")
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
}

impl Body {
    fn read_cpu_time(&self) -> Duration {
        let cpu = self.watch.tree.cpu_time();
        self.cpu_time_cache.set(Some((Instant::now(), cpu)));
        cpu
    }

    /// Whether the program has ended. Its process ids may then be reused, so no signal may be sent to them.
    fn is_over(&self) -> bool {
        let first = self.first.as_ref().map(|first| &first.handle);
        self.exit.is_some() || has_ended(&self.child_fd) || first.is_some_and(has_ended)
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
