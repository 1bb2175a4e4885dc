//! A thread that watches what no limit of the kernel's covers on this machine, and ends who uses too much.

use crate::handle::has_ended;
use crate::tree::Tree;
use rustix::fd::OwnedFd;
use rustix::process::{Signal, pidfd_send_signal};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, LazyLock, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

/// How often it looks.
const PERIOD: Duration = Duration::from_millis(20);
/// How often it looks through folders, which takes longer.
const FOLDER_PERIOD: Duration = Duration::from_millis(250);
/// Files in a private folder; each costs the kernel memory even when it is empty.
pub(crate) const FILES_MAX: u64 = 20_000;

/// What a program used too much of.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Excess {
    /// Memory.
    Memory,
    /// Processes and threads.
    Processes,
    /// Bytes or files on its disk.
    Disk,
}

impl std::fmt::Display for Excess {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Memory => "it used more memory than it may",
            Self::Processes => "it started more processes or threads than it may",
            Self::Disk => "it wrote more to disk than it may",
        })
    }
}

/// One job under watch.
#[derive(Debug)]
pub(crate) struct Watch {
    pub tree: Tree,
    /// The process whose end is the end of all.
    pub first: OwnedFd,
    /// Bytes of memory, if nobody else counts.
    pub memory: Option<u64>,
    /// Processes and threads, if nobody else counts.
    pub processes: Option<u32>,
    /// Private folders of the job's namespace: file systems that limit bytes, but not files.
    pub mounts: &'static [&'static str],
    /// Folders of the machine with what was in them before, and how much may be added.
    pub folders: Vec<(PathBuf, Load)>,
    pub disk: u64,
    pub peak: AtomicU64,
    pub verdict: Mutex<Option<Excess>>,
}

/// What lies in a folder.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Load {
    pub bytes: u64,
    pub files: u64,
}

impl Watch {
    /// A watch over nothing yet.
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

    /// Whether there is anything to watch.
    pub fn has_work(&self) -> bool {
        self.memory.is_some()
            || self.processes.is_some()
            || !self.mounts.is_empty()
            || !self.folders.is_empty()
    }

    /// What it was ended for.
    pub fn verdict(&self) -> Option<Excess> {
        *lock(&self.verdict)
    }

    fn look(&self, folders_too: bool) -> Option<Excess> {
        if has_ended(&self.first) {
            return None;
        }
        if self.memory.is_some() || self.processes.is_some() {
            let usage = self.tree.usage();
            self.peak.fetch_max(usage.memory, Ordering::Relaxed);
            if self.memory.is_some_and(|most| usage.memory > most) {
                return Some(Excess::Memory);
            }
            // Bubblewrap's first process is one of them.
            if self.processes.is_some_and(|most| usage.tasks > most + 1) {
                return Some(Excess::Processes);
            }
        }
        let files = self.tree.files();
        if files
            .is_some_and(|root| self.mounts.iter().any(|path| files_on(&root, path) > FILES_MAX))
        {
            return Some(Excess::Disk);
        }
        let is_over = |(folder, before): &(PathBuf, Load)| {
            let now = load(folder);
            now.bytes > before.bytes + self.disk || now.files > before.files + FILES_MAX
        };
        (folders_too && self.folders.iter().any(is_over)).then_some(Excess::Disk)
    }
}

struct Warden {
    watches: Mutex<Vec<Weak<Watch>>>,
    work: Condvar,
}

static WARDEN: LazyLock<Warden> = LazyLock::new(|| {
    std::thread::Builder::new()
        .name("agon-warden".into())
        .spawn(|| watch_forever(&WARDEN))
        .expect("a process that can start a thread for a bot can start this one");
    Warden { watches: Mutex::new(Vec::new()), work: Condvar::new() }
});

/// Watches a job until its last reference is dropped.
pub(crate) fn watch(watch: &Arc<Watch>) {
    lock(&WARDEN.watches).push(Arc::downgrade(watch));
    WARDEN.work.notify_one();
}

fn watch_forever(warden: &Warden) {
    let mut folders_seen = Instant::now();
    loop {
        let mut list = lock(&warden.watches);
        list.retain(|watch| watch.strong_count() > 0);
        while list.is_empty() {
            list = warden.work.wait(list).unwrap_or_else(PoisonError::into_inner);
        }
        let now: Vec<Arc<Watch>> = list.iter().filter_map(Weak::upgrade).collect();
        drop(list);
        let folders_too = folders_seen.elapsed() >= FOLDER_PERIOD;
        for watch in now {
            if watch.verdict().is_none()
                && let Some(excess) = watch.look(folders_too)
            {
                *lock(&watch.verdict) = Some(excess);
                // It may have ended by itself.
                let _ = pidfd_send_signal(&watch.first, Signal::KILL);
            }
        }
        if folders_too {
            folders_seen = Instant::now();
        }
        std::thread::sleep(PERIOD);
    }
}

/// How many files and folders a mounted file system has.
fn files_on(root: &Path, mount: &str) -> u64 {
    let path = root.join(mount.trim_start_matches('/'));
    rustix::fs::statvfs(path).map_or(0, |stat| stat.f_files.saturating_sub(stat.f_ffree))
}

/// Everything in a folder. Links are not followed.
pub(crate) fn load(folder: &Path) -> Load {
    let mut sum = Load::default();
    let mut open = vec![folder.to_owned()];
    while let Some(dir) = open.pop() {
        for entry in fs::read_dir(dir).into_iter().flatten().flatten() {
            let Ok(data) = entry.metadata() else { continue };
            sum.files += 1;
            sum.bytes += std::os::unix::fs::MetadataExt::blocks(&data) * 512;
            if data.is_dir() && sum.files <= 2 * FILES_MAX {
                open.push(entry.path());
            }
        }
    }
    sum
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
