//! The processes of a job, read from `/proc`.

use crate::waits::{ThreadTimes, threads};
use rustix::process::{Pid, Signal};
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Timeout for processes to stop; one in a slow disk access stops late.
const STOP_TIMEOUT: Duration = Duration::from_secs(1);

/// All processes of one job.
#[derive(Debug)]
pub(crate) struct Tree {
    /// The first process, in the engine's process namespace.
    root: Pid,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    /// All processes in the `/proc` of the job's own namespace, and their last known ids.
    Namespace(PathBuf, Mutex<Known>),
    /// The first process; its descendants are searched only to kill them, which takes milliseconds.
    Descendants,
    /// The first process only: it cannot start others.
    Single,
}

/// The processes of a namespace at the last look. Finding them among all processes of the machine takes
/// milliseconds; checking that they are unchanged takes microseconds.
#[derive(Debug, Default)]
struct Known {
    /// Process id in the namespace and start time, which together are unique.
    inside: Vec<(i32, u64)>,
    /// Process ids in the engine's namespace.
    outside: Vec<Pid>,
}

/// The resources that a job uses at one moment.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Usage {
    /// Bytes of resident memory. Pages shared by two processes count twice.
    pub memory: u64,
    /// Processes and threads.
    pub tasks: u32,
    /// Processor time of running processes and of ended ones that their parents have waited for.
    pub cpu: Duration,
}

/// Fields of `/proc/PID/stat`.
struct Stat {
    /// Stopped or ended.
    is_stopped: bool,
    parent: i32,
    ticks: u64,
    threads: u32,
    start: u64,
    pages: u64,
}

impl Tree {
    /// The processes of a namespace, whose first process is `root`.
    pub fn namespace(root: Pid) -> Self {
        let proc = format!("/proc/{}/root/proc", root.as_raw_nonzero());
        Self { root, kind: Kind::Namespace(proc.into(), Mutex::default()) }
    }

    /// `root` and its descendants.
    pub fn descendants(root: Pid) -> Self {
        Self { root, kind: Kind::Descendants }
    }

    /// `root`, which can have no descendants.
    pub fn single(root: Pid) -> Self {
        Self { root, kind: Kind::Single }
    }

    /// The root folder of the job, as a path for the engine. `None` while the namespace is being built,
    /// because that path still shows the machine's own files.
    pub fn files(&self) -> Option<PathBuf> {
        let Kind::Namespace(proc, _) = &self.kind else { return None };
        let device = |path: &Path| fs::metadata(path).ok().map(|data| data.dev());
        let is_built = device(proc)? != device(Path::new("/proc"))?;
        is_built.then(|| proc.parent().map(Path::to_owned)).flatten()
    }

    /// The current usage.
    pub fn usage(&self) -> Usage {
        let mut usage = Usage::default();
        let mut add = |stat: &Stat| {
            usage.memory += stat.pages * page_bytes();
            usage.tasks += stat.threads;
            usage.cpu += Duration::from_millis(stat.ticks * 1000 / ticks_per_second());
        };
        match &self.kind {
            Kind::Namespace(proc, _) if self.files().is_some() => {
                ids(proc).filter_map(|pid| stat(proc, pid)).for_each(|stat| add(&stat));
            }
            Kind::Namespace(..) => {}
            Kind::Descendants | Kind::Single => {
                let pid = self.root.as_raw_nonzero().get();
                stat(Path::new("/proc"), pid).iter().for_each(add);
            }
        }
        usage
    }

    /// The threads of the job.
    pub fn threads(&self) -> Vec<ThreadTimes> {
        let (proc, pids) = match &self.kind {
            Kind::Namespace(proc, _) if self.files().is_some() => {
                (proc.as_path(), ids(proc).collect())
            }
            Kind::Namespace(..) => return Vec::new(),
            Kind::Descendants | Kind::Single => {
                (Path::new("/proc"), vec![self.root.as_raw_nonzero().get()])
            }
        };
        pids.iter().flat_map(|pid: &i32| threads(&proc.join(pid.to_string()))).collect()
    }

    /// Sends a signal to every process of the job; repeats until there is no new process.
    pub fn signal_all(&self, signal: Signal) {
        let mut done: Vec<Pid> = Vec::new();
        loop {
            let fresh: Vec<Pid> =
                self.members(signal).into_iter().filter(|pid| !done.contains(pid)).collect();
            if fresh.is_empty() {
                return;
            }
            for pid in &fresh {
                // Fails only if the process has ended.
                let _ = rustix::process::kill_process(*pid, signal);
            }
            done.extend(fresh);
        }
    }

    /// Stops every process of the job and returns when they have stopped: a thread in a system call finishes
    /// it first.
    pub fn stop(&self) {
        self.signal_all(Signal::STOP);
        let start = Instant::now();
        while !self.all_stopped() && start.elapsed() < STOP_TIMEOUT {
            std::thread::sleep(Duration::from_micros(100));
        }
    }

    fn all_stopped(&self) -> bool {
        self.members(Signal::STOP).iter().all(|pid| {
            let tasks = PathBuf::from(format!("/proc/{}/task", pid.as_raw_nonzero()));
            ids(&tasks).all(|task| stat(&tasks, task).is_none_or(|stat| stat.is_stopped))
        })
    }

    /// The processes that get a signal, in the engine's namespace. The first process of a jail is
    /// bubblewrap's own and gets none.
    fn members(&self, signal: Signal) -> Vec<Pid> {
        match &self.kind {
            Kind::Descendants if signal == Signal::KILL => {
                self.descend().into_iter().map(|(pid, _)| pid).collect()
            }
            Kind::Descendants | Kind::Single => vec![self.root],
            Kind::Namespace(proc, known) => {
                let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
                let mut inside: Vec<(i32, u64)> =
                    ids(proc).filter_map(|pid| Some((pid, stat(proc, pid)?.start))).collect();
                inside.sort_unstable();
                if known.inside != inside {
                    let all = self.descend().into_iter().map(|(pid, _)| pid);
                    known.outside = all.filter(|pid| *pid != self.root).collect();
                    known.inside = inside;
                }
                known.outside.clone()
            }
        }
    }

    /// The root and its descendants, in the engine's namespace.
    fn descend(&self) -> Vec<(Pid, Stat)> {
        let proc = Path::new("/proc");
        let mut all: Vec<(Pid, Stat)> =
            ids(proc).filter_map(|pid| Some((Pid::from_raw(pid)?, stat(proc, pid)?))).collect();
        let mut family = vec![self.root];
        let mut next = 0;
        while let Some(parent) = family.get(next).copied() {
            let is_child = |s: &Stat| s.parent == parent.as_raw_nonzero().get();
            family.extend(all.iter().filter(|(_, s)| is_child(s)).map(|(pid, _)| *pid));
            next += 1;
        }
        all.retain(|(pid, _)| family.contains(pid));
        all
    }
}

/// The process ids in a `/proc` folder, or the thread ids in a `task` folder.
fn ids(proc: &Path) -> impl Iterator<Item = i32> {
    let entries = fs::read_dir(proc).into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok())
}

/// Reads `/proc/PID/stat`. The name of the process is in brackets and may itself contain brackets.
fn stat(proc: &Path, pid: i32) -> Option<Stat> {
    let text = fs::read(proc.join(pid.to_string()).join("stat")).ok()?;
    let after_name = text.iter().rposition(|byte| *byte == b')')? + 1;
    let text = str::from_utf8(&text[after_name..]).ok()?;
    let fields: Vec<&str> = text.split_ascii_whitespace().collect();
    let number = |field: usize| fields.get(field)?.parse::<u64>().ok();
    Some(Stat {
        is_stopped: matches!(*fields.first()?, "T" | "t" | "X" | "Z"),
        parent: fields.get(1)?.parse().ok()?,
        // User and kernel time of the process, then of its children that it waited for.
        ticks: number(11)? + number(12)? + number(13)? + number(14)?,
        threads: number(17)? as u32,
        start: number(19)?,
        pages: number(21)?,
    })
}

/// The start time of a process in kernel ticks; together with the process id it is unique.
pub(crate) fn start_of(pid: i32) -> Option<u64> {
    stat(Path::new("/proc"), pid).map(|stat| stat.start)
}

fn page_bytes() -> u64 {
    rustix::param::page_size() as u64
}

fn ticks_per_second() -> u64 {
    rustix::param::clock_ticks_per_second().max(1)
}
