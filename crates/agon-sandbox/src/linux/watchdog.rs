//! A thread that enforces the limits that the kernel does not enforce on this machine.

use super::handle::has_ended;
use super::tree::Tree;
use crate::jailed::Excess;
use crate::unix::files::{DiskUsage, disk_usage};
use rustix::fd::OwnedFd;
use rustix::process::{Signal, pidfd_send_signal};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, LazyLock, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

/// Interval between checks of memory and processes.
const CHECK_PERIOD: Duration = Duration::from_millis(20);
/// A check of folders that took longer than this is repeated only after [`FOLDER_PERIOD`].
const QUICK_FOLDER_CHECK: Duration = Duration::from_millis(2);
const FOLDER_PERIOD: Duration = Duration::from_millis(250);
/// A program that rests for this long is stopped. The shortest turn limit is one second.
const REST_BEFORE_STOP: Duration = Duration::from_millis(20);

/// One watched job.
#[derive(Debug)]
pub(crate) struct Watch {
    pub tree: Tree,
    /// The process whose death ends the whole job.
    pub first: OwnedFd,
    /// Maximum bytes of memory; `None` if the kernel enforces it.
    pub memory: Option<u64>,
    /// Maximum number of processes and threads; `None` if the kernel enforces it.
    pub processes: Option<u32>,
    /// Private file systems in the job's namespace, which limit bytes but not files.
    pub mounts: &'static [&'static str],
    /// Writable folders of the machine and their content before the job.
    pub folders: Vec<(PathBuf, DiskUsage)>,
    /// Maximum bytes and files added to each of `folders`, and files on each of `mounts`.
    pub disk: u64,
    pub files: u64,
    /// Maximum size of one file, if the first process alone can remove files that it keeps open.
    pub removed_file_size: Option<u64>,
    /// Whether it is stopped while it rests, because no control group counts its time.
    pub stops_rest: bool,
    /// Whether the program rests until its next turn.
    pub rest: Mutex<Rest>,
    pub peak: AtomicU64,
    pub verdict: Mutex<Option<Excess>>,
}

/// The rest of a program between its turns.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Rest {
    /// It may compute.
    No,
    /// It rests since this moment and is stopped if it rests for long.
    Since(Instant),
    /// It is stopped.
    Stopped,
}

impl Watch {
    /// A watch without limits.
    pub fn new(tree: Tree, first: OwnedFd) -> Self {
        Self {
            tree,
            first,
            memory: None,
            processes: None,
            mounts: &[],
            folders: Vec::new(),
            disk: 0,
            files: 0,
            removed_file_size: None,
            stops_rest: false,
            rest: Mutex::new(Rest::No),
            peak: AtomicU64::new(0),
            verdict: Mutex::new(None),
        }
    }

    /// Whether there is a limit to enforce.
    pub fn has_limits(&self) -> bool {
        self.memory.is_some()
            || self.processes.is_some()
            || self.stops_rest
            || !self.mounts.is_empty()
            || !self.folders.is_empty()
    }

    /// The limit for which the job was killed.
    pub fn verdict(&self) -> Option<Excess> {
        *lock(&self.verdict)
    }

    /// Stops the program if it has rested for long.
    fn stop_resting(&self) {
        let mut rest = lock(&self.rest);
        if matches!(*rest, Rest::Since(since) if since.elapsed() >= REST_BEFORE_STOP)
            && !has_ended(&self.first)
        {
            self.tree.stop();
            *rest = Rest::Stopped;
        }
    }

    /// The program's turn is over.
    pub fn begin_rest(&self) {
        *lock(&self.rest) = Rest::Since(Instant::now());
    }

    /// Ends the rest; whether the program was stopped.
    pub fn end_rest(&self) -> bool {
        std::mem::replace(&mut *lock(&self.rest), Rest::No) == Rest::Stopped
    }

    fn check(&self, with_folders: bool) -> Option<Excess> {
        if has_ended(&self.first) {
            return None;
        }
        if self.memory.is_some() || self.processes.is_some() {
            let usage = self.tree.usage();
            self.peak.fetch_max(usage.memory, Ordering::Relaxed);
            if self.memory.is_some_and(|limit| usage.memory > limit) {
                return Some(Excess::Memory);
            }
            // One more for bubblewrap's first process.
            if self.processes.is_some_and(|limit| usage.tasks > limit + 1) {
                return Some(Excess::Processes);
            }
        }
        let files = self.tree.files();
        if files
            .is_some_and(|root| self.mounts.iter().any(|path| files_on(&root, path) > self.files))
        {
            return Some(Excess::Disk);
        }
        let removed = || self.removed_file_size.map_or(0, |size| self.tree.removed_bytes(size));
        let is_over = |(folder, before): &(PathBuf, DiskUsage)| {
            let now = disk_usage(folder, before.files + self.files);
            now.bytes + removed() > before.bytes + self.disk
                || now.files > before.files + self.files
                || now.is_too_deep
        };
        (with_folders && self.folders.iter().any(is_over)).then_some(Excess::Disk)
    }
}

struct Watchdog {
    watches: Mutex<Vec<Weak<Watch>>>,
    added: Condvar,
}

static WATCHDOG: LazyLock<Watchdog> = LazyLock::new(|| {
    std::thread::Builder::new()
        .name("agon-watchdog".into())
        .spawn(|| watch_forever(&WATCHDOG))
        .expect("the system can start one thread");
    Watchdog { watches: Mutex::new(Vec::new()), added: Condvar::new() }
});

/// Watches a job until its last reference is dropped.
pub(crate) fn watch(watch: &Arc<Watch>) {
    lock(&WATCHDOG.watches).push(Arc::downgrade(watch));
    WATCHDOG.added.notify_one();
}

fn watch_forever(watchdog: &Watchdog) {
    let mut folders_due = Instant::now();
    loop {
        let mut list = lock(&watchdog.watches);
        list.retain(|watch| watch.strong_count() > 0);
        while list.is_empty() {
            list = watchdog.added.wait(list).unwrap_or_else(PoisonError::into_inner);
        }
        let now: Vec<Arc<Watch>> = list.iter().filter_map(Weak::upgrade).collect();
        drop(list);
        let start = Instant::now();
        let with_folders = start >= folders_due;
        for watch in now {
            watch.stop_resting();
            if watch.verdict().is_none()
                && let Some(excess) = watch.check(with_folders)
            {
                *lock(&watch.verdict) = Some(excess);
                // Fails only if the job has already ended.
                let _ = pidfd_send_signal(&watch.first, Signal::KILL);
            }
        }
        if with_folders {
            let is_quick = start.elapsed() < QUICK_FOLDER_CHECK;
            folders_due = Instant::now() + if is_quick { Duration::ZERO } else { FOLDER_PERIOD };
        }
        std::thread::sleep(CHECK_PERIOD);
    }
}

/// The number of files and folders on a mounted file system.
fn files_on(root: &Path, mount: &str) -> u64 {
    let path = root.join(mount.trim_start_matches('/'));
    rustix::fs::statvfs(path).map_or(0, |stat| stat.f_files.saturating_sub(stat.f_ffree))
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
