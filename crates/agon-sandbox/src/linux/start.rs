//! Starts processes: the only place with code that runs between `fork` and `exec`.
//!
//! One thread that never ends starts all processes. A parent-death signal is sent when the *thread* that
//! started the child ends, and the thread of a match may end before its bots are reused.

use super::affinity::MatchCore;
use super::inside::Visit;
use super::scratch::Scratch;
use crate::job::Limits;
use landlock::RulesetCreated;
use rustix::fd::{AsFd, OwnedFd};
use rustix::io::{Errno, FdFlags};
use rustix::process::{Pid, Resource, Rlimit, Signal};
use seccompiler::BpfProgram;
use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command};
use std::sync::{LazyLock, Mutex, mpsc};

/// What the child process does between `fork` and `exec`.
#[derive(Default)]
pub(crate) struct ChildSetup {
    /// Open files that it keeps besides the first three. All others are closed.
    pub keep: Vec<OwnedFd>,
    /// Control groups that it joins.
    pub groups: Vec<OwnedFd>,
    /// Resource limits that it sets.
    pub limits: Option<(Limits, Nproc)>,
    /// The Landlock ruleset that it applies.
    pub ruleset: Option<RulesetCreated>,
    /// The seccomp filters that it installs.
    pub filters: Vec<BpfProgram>,
    /// Whether it starts its own session, which Ctrl-C does not reach, and dies with the engine.
    pub own_session: bool,
    /// The core that it is pinned to.
    pub core: Option<MatchCore>,
    /// The limited file system that it mounts.
    pub scratch: Option<Scratch>,
    /// The jail that it visits for a socket.
    pub visit: Option<Visit>,
}

/// Whether `RLIMIT_NPROC` is set, which the kernel counts per user.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Nproc {
    /// The user id belongs to this job only.
    Limited,
    /// Not set, because other processes of the same user would count.
    Free,
}

type ReplySender = mpsc::Sender<io::Result<Child>>;

/// The thread that starts processes.
static STARTER: LazyLock<Mutex<mpsc::Sender<(Command, ReplySender)>>> = LazyLock::new(|| {
    let (requests, inbox) = mpsc::channel::<(Command, ReplySender)>();
    std::thread::Builder::new()
        .name("agon-starter".into())
        .spawn(move || {
            for (mut command, reply) in inbox {
                // The caller is gone, and dropping a child does not kill it.
                if let Err(mpsc::SendError(Ok(mut child))) = reply.send(command.spawn()) {
                    let _ = child.kill();
                    let _ = child.wait();
                }
            }
        })
        .expect("the system can start one thread");
    Mutex::new(requests)
});

/// Starts `command` with the given setup.
pub(crate) fn start(mut command: Command, setup: ChildSetup) -> io::Result<Child> {
    let ChildSetup { keep, groups, limits, mut ruleset, filters, own_session, core, .. } = setup;
    let ChildSetup { scratch, visit, .. } = setup;
    let prepare = move || {
        close_on_exec()?;
        if let Some(core) = &core {
            core.pin_this_process();
        }
        for file in &keep {
            rustix::io::fcntl_setfd(file, FdFlags::empty())?;
        }
        for group in &groups {
            rustix::io::write(group, b"0")?;
        }
        if let Some(scratch) = &scratch {
            scratch.mount()?;
        }
        if let Some(visit) = &visit {
            visit.send_socket()?;
        }
        rustix::process::umask(rustix::fs::Mode::from_raw_mode(0o022));
        if own_session {
            rustix::process::setsid()?;
            rustix::process::set_parent_process_death_signal(Some(Signal::KILL))?;
        }
        if let Some((limits, nproc)) = &limits {
            set_limits(None, limits, *nproc)?;
        }
        if let Some(ruleset) = ruleset.take() {
            ruleset.restrict_self().map_err(|_| io::Error::from(Errno::PERM))?;
        }
        for filter in &filters {
            seccompiler::apply_filter(filter).map_err(|_| io::Error::from(Errno::PERM))?;
        }
        Ok(())
    };
    // SAFETY: the closure runs in the forked child, where only this thread exists. It makes system calls on
    // values that were prepared before the fork and allocates nothing unless it fails.
    #[allow(unsafe_code)]
    unsafe {
        command.pre_exec(prepare);
    }
    let (reply, result) = mpsc::channel();
    let starter = STARTER.lock().unwrap_or_else(std::sync::PoisonError::into_inner).clone();
    starter.send((command, reply)).expect("the starter thread never ends");
    result.recv().expect("the starter thread answers every request")
}

/// Marks every open file except the first three as close-on-exec.
fn close_on_exec() -> io::Result<()> {
    // SAFETY: `close_range` with this flag only marks files and accesses no memory.
    #[allow(unsafe_code)]
    let result =
        unsafe { libc::syscall(libc::SYS_close_range, 3, u32::MAX, libc::CLOSE_RANGE_CLOEXEC) };
    if result == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// Sets the resource limits of a process; `None` is this one.
pub(crate) fn set_limits(pid: Option<Pid>, limits: &Limits, nproc: Nproc) -> Result<(), Errno> {
    let set = |resource, maximum: u64| -> Result<(), Errno> {
        // A lower limit of this process stays in force.
        let inherited = rustix::process::getrlimit(resource).maximum;
        let maximum = inherited.map_or(maximum, |inherited| inherited.min(maximum));
        let limit = Rlimit { current: Some(maximum), maximum: Some(maximum) };
        rustix::process::prlimit(pid, resource, limit).map(drop)
    };
    set(Resource::Core, 0)?;
    set(Resource::Fsize, limits.file_size)?;
    set(Resource::Nofile, limits.open_files)?;
    if nproc == Nproc::Limited {
        set(Resource::Nproc, u64::from(limits.processes) + 1)?;
    }
    if let Some(seconds) = limits.cpu_seconds {
        set(Resource::Cpu, seconds)?;
    }
    if limits.address_space {
        set(Resource::As, limits.memory)?;
    }
    Ok(())
}

/// An anonymous open file with this content, positioned at its start; passes arguments to bubblewrap.
pub(crate) fn memory_file(content: &[u8]) -> io::Result<OwnedFd> {
    let file = rustix::fs::memfd_create("agon", rustix::fs::MemfdFlags::CLOEXEC)?;
    let mut rest = content;
    while !rest.is_empty() {
        rest = &rest[rustix::io::write(file.as_fd(), rest)?..];
    }
    rustix::fs::seek(&file, rustix::fs::SeekFrom::Start(0))?;
    Ok(file)
}
