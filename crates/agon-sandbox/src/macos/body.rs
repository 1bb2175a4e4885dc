//! The processes of a running program: freezing, counting and killing them, and a thread that checks memory.

use super::usage::usage;
use crate::archive::{ArchiveFault, ArchiveLimits};
use crate::jailed::{Excess, Exit, How};
use crate::job::Limits;
use crate::private_dir::PrivateDir;
use crate::system::Program;
use crate::unix::files::{DiskUsage, disk_usage};
use rustix::process::{Pid, Signal, kill_process_group};
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{Child, ExitStatus};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Interval between checks of memory and processes.
const CHECK_PERIOD: Duration = Duration::from_millis(20);
/// Interval between checks of folders.
const FOLDER_PERIOD: Duration = Duration::from_millis(250);
/// Interval between looks whether a program has ended.
const END_PERIOD: Duration = Duration::from_millis(1);

/// Everything of a running program except its pipes. Dropping it kills the program.
#[derive(Debug)]
pub(crate) struct Body {
    child: Child,
    group: Pid,
    watch: Arc<Watch>,
    is_frozen: bool,
    /// How the first process ended.
    status: Option<ExitStatus>,
    exit: Option<Exit>,
    private: Option<PrivateDir>,
    left_behind: Option<String>,
}

/// What the checking thread has seen.
#[derive(Debug, Default)]
struct Watch {
    is_over: AtomicBool,
    peak: AtomicU64,
    excess: Mutex<Option<Excess>>,
}

impl Body {
    /// The body of a program that leads a process group of its own, with a private folder; `limits` are
    /// those that a thread checks, also for these folders.
    pub fn new(child: Child, private: PrivateDir, limits: Option<(Limits, Vec<PathBuf>)>) -> Self {
        let group = Pid::from_child(&child);
        let watch = Arc::new(Watch::default());
        if let Some((limits, folders)) = limits {
            let watch = watch.clone();
            let folders = folders.into_iter().chain([private.path().to_owned()]);
            let measured = |folder: PathBuf| (disk_usage(&folder, limits.files), folder);
            let folders: Vec<(DiskUsage, PathBuf)> = folders.map(measured).collect();
            thread::spawn(move || watch.check(group, &limits, &folders));
        }
        Self {
            child,
            group,
            watch,
            is_frozen: false,
            status: None,
            exit: None,
            private: Some(private),
            left_behind: None,
        }
    }
}

impl Watch {
    fn check(&self, group: Pid, limits: &Limits, folders: &[(DiskUsage, PathBuf)]) {
        let mut folders_due = Instant::now();
        while !self.is_over.load(Ordering::Relaxed) {
            let used = usage(group.as_raw_nonzero().get());
            self.peak.fetch_max(used.memory, Ordering::Relaxed);
            let excess = if used.memory > limits.memory {
                Some(Excess::Memory)
            } else if used.processes > limits.processes {
                Some(Excess::Processes)
            } else if Instant::now() >= folders_due {
                let is_over = |(before, folder): &(DiskUsage, PathBuf)| {
                    let now = disk_usage(folder, before.files + limits.files);
                    now.bytes > before.bytes + limits.disk
                        || now.files > before.files + limits.files
                        || now.is_too_deep
                };
                let is_over = folders.iter().any(is_over);
                folders_due = Instant::now() + FOLDER_PERIOD;
                is_over.then_some(Excess::Disk)
            } else {
                None
            };
            if excess.is_some() {
                *self.excess.lock().unwrap_or_else(PoisonError::into_inner) = excess;
                let _ = kill_process_group(group, Signal::KILL);
                return;
            }
            thread::sleep(CHECK_PERIOD);
        }
    }
}

impl Program for Body {
    fn id(&self) -> u32 {
        self.child.id()
    }

    fn kill(&mut self) -> Exit {
        if let Some(exit) = self.exit {
            return exit;
        }
        // What has ended by itself keeps its own exit code.
        let _ = self.has_ended_by(Instant::now());
        self.watch.is_over.store(true, Ordering::Relaxed);
        // Fails only if all processes have ended.
        let _ = kill_process_group(self.group, Signal::KILL);
        let status = self.status.or_else(|| self.child.wait().ok());
        let how = match status.map(|status| (status.code(), status.signal())) {
            Some((Some(code), _)) => How::Code(code),
            Some((None, Some(signal))) => How::Signal(signal),
            _ => How::Signal(Signal::KILL.as_raw()),
        };
        let excess = *self.watch.excess.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(Err(error)) = self.private.take().map(PrivateDir::remove) {
            self.left_behind = Some(error);
        }
        let exit = Exit { how, excess };
        self.exit = Some(exit);
        exit
    }

    fn has_ended_by(&mut self, deadline: Instant) -> bool {
        loop {
            if self.exit.is_some() || self.status.is_some() {
                return true;
            }
            match self.child.try_wait() {
                Ok(Some(status)) => self.status = Some(status),
                Ok(None) if Instant::now() >= deadline => return false,
                Ok(None) => thread::sleep(END_PERIOD),
                // A process that cannot be waited for is none of ours.
                Err(_) => return true,
            }
        }
    }

    /// The program wrote into the folder itself.
    fn collect(&mut self, _: &ArchiveLimits) -> Result<(), ArchiveFault> {
        Ok(())
    }

    fn left_behind(&self) -> Option<&str> {
        self.left_behind.as_deref()
    }

    fn cpu_time(&self) -> Duration {
        usage(self.group.as_raw_nonzero().get()).cpu
    }

    fn memory_peak(&self) -> Option<u64> {
        Some(self.watch.peak.load(Ordering::Relaxed)).filter(|peak| *peak > 0)
    }

    fn freeze(&mut self) {
        if self.exit.is_none() && !self.is_frozen {
            self.is_frozen = kill_process_group(self.group, Signal::STOP).is_ok();
        }
    }

    fn thaw(&mut self) {
        if std::mem::take(&mut self.is_frozen) && self.exit.is_none() {
            // Fails only if all processes have ended.
            let _ = kill_process_group(self.group, Signal::CONT);
        }
    }
}

impl Drop for Body {
    fn drop(&mut self) {
        self.kill();
    }
}
