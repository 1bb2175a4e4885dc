//! A thread that enforces the limits that the kernel does not enforce on this machine.

use crate::handle::has_ended;
use crate::tree::Tree;
use rustix::fd::OwnedFd;
use rustix::process::{Signal, pidfd_send_signal};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, LazyLock, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

/// Interval between checks of memory and processes.
const CHECK_PERIOD: Duration = Duration::from_millis(20);
/// Interval between checks of folders, which take longer.
const FOLDER_PERIOD: Duration = Duration::from_millis(250);
/// Maximum number of files in a private folder; even an empty one costs kernel memory.
pub(crate) const MAX_FILES: u64 = 20_000;

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
    /// Maximum bytes added to each of `folders`.
    pub disk: u64,
    pub peak: AtomicU64,
    pub verdict: Mutex<Option<Excess>>,
}

/// The content of a folder.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct DiskUsage {
    pub bytes: u64,
    pub files: u64,
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
            peak: AtomicU64::new(0),
            verdict: Mutex::new(None),
        }
    }

    /// Whether there is a limit to enforce.
    pub fn has_limits(&self) -> bool {
        self.memory.is_some()
            || self.processes.is_some()
            || !self.mounts.is_empty()
            || !self.folders.is_empty()
    }

    /// The limit for which the job was killed.
    pub fn verdict(&self) -> Option<Excess> {
        *lock(&self.verdict)
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
            .is_some_and(|root| self.mounts.iter().any(|path| files_on(&root, path) > MAX_FILES))
        {
            return Some(Excess::Disk);
        }
        let is_over = |(folder, before): &(PathBuf, DiskUsage)| {
            let now = disk_usage(folder);
            now.bytes > before.bytes + self.disk || now.files > before.files + MAX_FILES
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
    let mut folders_checked = Instant::now();
    loop {
        let mut list = lock(&watchdog.watches);
        list.retain(|watch| watch.strong_count() > 0);
        while list.is_empty() {
            list = watchdog.added.wait(list).unwrap_or_else(PoisonError::into_inner);
        }
        let now: Vec<Arc<Watch>> = list.iter().filter_map(Weak::upgrade).collect();
        drop(list);
        let with_folders = folders_checked.elapsed() >= FOLDER_PERIOD;
        for watch in now {
            if watch.verdict().is_none()
                && let Some(excess) = watch.check(with_folders)
            {
                *lock(&watch.verdict) = Some(excess);
                // Fails only if the job has already ended.
                let _ = pidfd_send_signal(&watch.first, Signal::KILL);
            }
        }
        if with_folders {
            folders_checked = Instant::now();
        }
        std::thread::sleep(CHECK_PERIOD);
    }
}

/// The number of files and folders on a mounted file system.
fn files_on(root: &Path, mount: &str) -> u64 {
    let path = root.join(mount.trim_start_matches('/'));
    rustix::fs::statvfs(path).map_or(0, |stat| stat.f_files.saturating_sub(stat.f_ffree))
}

/// Adds up a folder recursively. Links are not followed.
pub(crate) fn disk_usage(folder: &Path) -> DiskUsage {
    let mut sum = DiskUsage::default();
    let mut to_visit = vec![folder.to_owned()];
    while let Some(dir) = to_visit.pop() {
        for entry in fs::read_dir(dir).into_iter().flatten().flatten() {
            let Ok(data) = entry.metadata() else { continue };
            sum.files += 1;
            sum.bytes += std::os::unix::fs::MetadataExt::blocks(&data) * 512;
            if data.is_dir() && sum.files <= 2 * MAX_FILES {
                to_visit.push(entry.path());
            }
        }
    }
    sum
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
