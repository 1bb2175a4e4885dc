//! The processes of a job, read from `/proc`.

use super::handle::has_ended;
use crate::waits::ThreadTimes;
use rustix::fd::{AsRawFd, OwnedFd};
use rustix::process::{Pid, Signal, pidfd_send_signal};
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// Timeout for processes to stop; one in a slow disk access stops late.
const STOP_TIMEOUT: Duration = Duration::from_secs(1);
/// How often all processes are read for one bound: a process that ends is missed in one reading only.
const PROCESS_SCANS: usize = 3;
/// Kernel memory that one socket can hold: its send buffer and one message beyond it.
const SOCKET_BYTES: u64 = 416 << 10;

/// All processes of one job.
#[derive(Debug)]
pub(crate) struct Tree {
    /// The first process, in the engine's process namespace.
    root: Pid,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    /// All processes in the `/proc` of the job's own namespace.
    Namespace {
        /// A handle of the first process.
        handle: OwnedFd,
        /// The `/proc` folder, opened once: it stays the job's even if its process ids are reused.
        proc: OnceLock<OwnedFd>,
    },
    /// The first process, which has a session of its own; its descendants are searched only to kill them,
    /// which takes milliseconds.
    Descendants,
    /// The first process only: it cannot start others.
    Single,
}

/// The resources that a job uses at one moment.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Usage {
    /// Bytes of memory: resident pages (those shared by two processes count twice), page tables, and the
    /// buffers that its sockets can have.
    pub memory: u64,
    /// Processes and threads.
    pub tasks: u32,
}

/// Fields of `/proc/PID/stat`.
struct Stat {
    /// Stopped or ended.
    is_stopped: bool,
    parent: i32,
    session: i32,
    ticks: u64,
    threads: u32,
    start: u64,
    pages: u64,
}

impl Tree {
    /// The processes of a namespace, whose first process is `root`, with a handle of it.
    pub fn namespace(root: Pid, handle: OwnedFd) -> Self {
        Self { root, kind: Kind::Namespace { handle, proc: OnceLock::new() } }
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
        let Kind::Namespace { handle, .. } = &self.kind else { return None };
        let files = PathBuf::from(format!("/proc/{}/root", self.root.as_raw_nonzero()));
        let device = |path: &Path| fs::metadata(path).ok().map(|data| data.dev());
        let is_built = device(&files.join("proc"))? != device(Path::new("/proc"))?;
        (is_built && !has_ended(handle)).then_some(files)
    }

    /// The `/proc` folder that shows the job's processes; `None` while the namespace is being built.
    fn proc(&self) -> Option<PathBuf> {
        let Kind::Namespace { handle, proc } = &self.kind else {
            return Some(PathBuf::from("/proc"));
        };
        if proc.get().is_none() {
            let folder = fs::File::open(self.files()?.join("proc")).ok()?;
            // If the first process has not ended by now, the path was still its own. A folder of the
            // machine's own processes must never be used here.
            let machine = fs::metadata("/proc").ok()?.dev();
            if has_ended(handle) || folder.metadata().ok()?.dev() == machine {
                return None;
            }
            let _ = proc.set(folder.into());
        }
        let folder = proc.get()?;
        Some(PathBuf::from(format!("/proc/self/fd/{}", folder.as_raw_fd())))
    }

    /// The job's processes, as far as the engine watches them.
    fn processes(&self) -> Option<(PathBuf, Vec<i32>)> {
        let proc = self.proc()?;
        let pids = match &self.kind {
            Kind::Namespace { .. } => ids(&proc).collect(),
            Kind::Descendants | Kind::Single => vec![self.root.as_raw_nonzero().get()],
        };
        Some((proc, pids))
    }

    /// The current usage.
    pub fn usage(&self) -> Usage {
        let mut usage = Usage::default();
        let Some((proc, pids)) = self.processes() else { return usage };
        for pid in pids {
            let Some(stat) = stat(&proc, pid) else { continue };
            usage.memory += stat.pages * page_bytes() + kernel_memory(&proc, pid);
            usage.tasks += stat.threads;
        }
        if let Kind::Namespace { .. } = self.kind {
            usage.memory += sockets(&proc) * SOCKET_BYTES;
        }
        usage
    }

    /// Processor time of running processes and of ended ones that their parents have waited for.
    pub fn cpu_time(&self) -> Duration {
        let (proc, pids) = self.processes().unwrap_or_default();
        let ticks = pids.into_iter().filter_map(|pid| stat(&proc, pid)).map(|stat| stat.ticks);
        from_ticks(ticks.sum())
    }

    /// An upper bound of the processor time of the job, from an arbitrary start: what the processors computed
    /// minus what other processes account for. Only differences have a meaning. The kernel forgets the time
    /// of ended processes that their parents ignore; here it counts for the job. `None` if the job's own
    /// processes have all of its time.
    pub fn cpu_time_bound(&self) -> Option<Duration> {
        let Kind::Namespace { .. } = self.kind else { return None };
        let others = (0..PROCESS_SCANS).map(|_| self.ticks_of_others()).max()?;
        Some(processors_busy()?.saturating_sub(from_ticks(others)))
    }

    /// The processor time that processes outside of the job account for, in ticks. The time of a process that
    /// ends during the scan is missing if its parent, which inherits it, was read before.
    fn ticks_of_others(&self) -> u64 {
        let (own, all) = self.descend();
        all.iter().filter(|(pid, _)| !own.contains(pid)).map(|(_, stat)| stat.ticks).sum()
    }

    /// The threads of the job.
    pub fn threads(&self) -> Vec<ThreadTimes> {
        let Some((proc, pids)) = self.processes() else { return Vec::new() };
        pids.iter().flat_map(|pid: &i32| threads(&proc.join(pid.to_string()))).collect()
    }

    /// The ids of all threads of the job, in the engine's namespace. Looks at all processes of the machine.
    pub fn thread_ids(&self) -> Vec<Pid> {
        let threads = |pid: &Pid| {
            let tasks = PathBuf::from(format!("/proc/{}/task", pid.as_raw_nonzero()));
            ids(&tasks).filter_map(Pid::from_raw).collect::<Vec<_>>()
        };
        self.descend().0.iter().flat_map(threads).collect()
    }

    /// Bytes of files that the first process has removed but keeps open. A removed file that is only mapped
    /// into memory counts as `max_bytes`, because its size is not known.
    pub fn removed_bytes(&self, max_bytes: u64) -> u64 {
        let process = PathBuf::from(format!("/proc/{}", self.root.as_raw_nonzero()));
        let mut seen = Vec::new();
        let mut bytes = 0;
        for entry in fs::read_dir(process.join("fd")).into_iter().flatten().flatten() {
            let Ok(data) = fs::metadata(entry.path()) else { continue };
            let file = (data.dev(), data.ino());
            if data.is_file() && data.nlink() == 0 && !seen.contains(&file) {
                seen.push(file);
                bytes += data.blocks() * 512;
            }
        }
        let maps = fs::read_to_string(process.join("maps")).unwrap_or_default();
        let mut mapped: Vec<&str> = maps
            .lines()
            .filter(|line| line.ends_with(" (deleted)") && !line.contains(" /dev/zero "))
            .filter_map(|line| line.split_ascii_whitespace().nth(4))
            .filter(|inode| !seen.iter().any(|(_, open)| open.to_string() == **inode))
            .collect();
        mapped.sort_unstable();
        mapped.dedup();
        bytes + mapped.len() as u64 * max_bytes
    }

    /// Kills every process of the job; repeats until there is no new process.
    pub fn kill(&self) {
        let mut done: Vec<Pid> = Vec::new();
        loop {
            let family = match self.kind {
                Kind::Descendants => self.descend().0,
                Kind::Namespace { .. } | Kind::Single => vec![self.root],
            };
            let fresh: Vec<Pid> = family.into_iter().filter(|pid| !done.contains(pid)).collect();
            if fresh.is_empty() {
                return;
            }
            for pid in &fresh {
                // Fails only if the process has ended.
                let _ = rustix::process::kill_process(*pid, Signal::KILL);
            }
            done.extend(fresh);
        }
    }

    /// Stops every process of the job and returns when they have stopped: a thread in a system call finishes
    /// it first. A chain of processes that start each other moves on between two looks, so all processes must
    /// be found stopped twice.
    pub fn stop(&self) {
        let start = Instant::now();
        let mut quiet_looks = 0;
        while quiet_looks < 2 && start.elapsed() < STOP_TIMEOUT {
            if self.stop_running() == 0 {
                quiet_looks += 1;
            } else {
                quiet_looks = 0;
                std::thread::yield_now();
            }
        }
    }

    /// Signals all processes that are not stopped yet and returns their number.
    fn stop_running(&self) -> usize {
        let (proc, pids) = self.processes().unwrap_or_default();
        let is_running = |pid: &i32| {
            let tasks = proc.join(pid.to_string()).join("task");
            ids(&tasks).any(|task| stat(&tasks, task).is_some_and(|stat| !stat.is_stopped))
        };
        let running: Vec<i32> =
            pids.into_iter().filter(|pid| self.gets_signals(*pid) && is_running(pid)).collect();
        running.iter().for_each(|pid| send(&proc, *pid, Signal::STOP));
        running.len()
    }

    /// Lets stopped processes continue.
    pub fn resume(&self) {
        let (proc, pids) = self.processes().unwrap_or_default();
        let members = pids.into_iter().filter(|pid| self.gets_signals(*pid));
        members.for_each(|pid| send(&proc, pid, Signal::CONT));
    }

    /// Whether a process is stopped with the job. The first process of a jail is bubblewrap's own.
    fn gets_signals(&self, pid: i32) -> bool {
        !matches!(self.kind, Kind::Namespace { .. }) || pid != 1
    }

    /// The root and its descendants, in the engine's namespace; then all processes of the machine.
    fn descend(&self) -> (Vec<Pid>, Vec<(Pid, Stat)>) {
        let proc = Path::new("/proc");
        let all: Vec<(Pid, Stat)> =
            ids(proc).filter_map(|pid| Some((Pid::from_raw(pid)?, stat(proc, pid)?))).collect();
        let mut family = vec![self.root];
        if let Kind::Descendants = self.kind {
            // Children of a process that has ended have other parents, but are still in its session.
            let is_left = |(pid, s): &&(Pid, Stat)| {
                *pid != self.root && s.session == self.root.as_raw_nonzero().get()
            };
            family.extend(all.iter().filter(is_left).map(|(pid, _)| *pid));
        }
        let mut next = 0;
        while let Some(parent) = family.get(next).copied() {
            let is_child = |s: &Stat| s.parent == parent.as_raw_nonzero().get();
            let children = all.iter().filter(|(_, s)| is_child(s)).map(|(pid, _)| *pid);
            let fresh: Vec<Pid> = children.filter(|pid| !family.contains(pid)).collect();
            family.extend(fresh);
            next += 1;
        }
        (family, all)
    }
}

/// Sends a signal through the folder of a process, which is never another process's.
fn send(proc: &Path, pid: i32, signal: Signal) {
    if let Ok(process) = fs::File::open(proc.join(pid.to_string())) {
        // Fails only if the process has ended.
        let _ = pidfd_send_signal(&process, signal);
    }
}

/// Bytes of memory of a process that its resident pages do not contain: page tables, huge pages, swap.
fn kernel_memory(proc: &Path, pid: i32) -> u64 {
    let status = fs::read(proc.join(pid.to_string()).join("status")).unwrap_or_default();
    let status = String::from_utf8_lossy(&status);
    let lines = status.lines().filter_map(|line| line.split_once(':'));
    let counted = lines.filter(|(key, _)| ["VmPTE", "VmSwap", "HugetlbPages"].contains(key));
    let kib =
        counted.filter_map(|(_, value)| value.trim().strip_suffix(" kB")?.parse::<u64>().ok());
    kib.sum::<u64>() << 10
}

/// The number of sockets in the network namespace of the job.
fn sockets(proc: &Path) -> u64 {
    let text = fs::read_to_string(proc.join("1/net/sockstat")).unwrap_or_default();
    let used = text.lines().find_map(|line| line.strip_prefix("sockets: used "));
    used.and_then(|number| number.trim().parse().ok()).unwrap_or(0)
}

/// The time that all processors together spent on processes since the machine was started.
fn processors_busy() -> Option<Duration> {
    // User, nice, system, (idle, waiting for disks,) interrupts, soft interrupts, stolen by other machines.
    const BUSY: [usize; 6] = [0, 1, 2, 5, 6, 7];
    let text = fs::read_to_string("/proc/stat").ok()?;
    let line = text.lines().next()?.strip_prefix("cpu ")?;
    let fields: Vec<u64> = line.split_ascii_whitespace().filter_map(|n| n.parse().ok()).collect();
    // The times of processes contain interrupts and what other virtual machines took meanwhile.
    Some(from_ticks(BUSY.iter().filter_map(|&field| fields.get(field)).sum()))
}

fn from_ticks(ticks: u64) -> Duration {
    Duration::from_millis(ticks * 1000 / ticks_per_second())
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
        session: fields.get(3)?.parse().ok()?,
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

/// The threads of one process; none if the kernel has no scheduler statistics.
fn threads(process: &Path) -> impl Iterator<Item = ThreadTimes> + use<> {
    let tasks = fs::read_dir(process.join("task")).into_iter().flatten().flatten();
    tasks.filter_map(|task| {
        let id = task.file_name().to_str()?.parse().ok()?;
        let text = fs::read_to_string(task.path().join("schedstat")).ok()?;
        let mut fields = text.split_ascii_whitespace().map(str::parse::<u64>);
        let mut next = || fields.next()?.ok().map(Duration::from_nanos);
        Some(ThreadTimes { id, ran: next()?, waited: next()? })
    })
}
