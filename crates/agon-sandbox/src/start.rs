//! Starting a process: the one place where code runs between `fork` and `exec`.
//!
//! All processes are started by one thread that never ends, because Linux ends a child "with its parent"
//! when the *thread* that started it ends, and the thread that plays a match may be shorter-lived than we
//! wish.

use crate::job::Limits;
use crate::place::Core;
use landlock::RulesetCreated;
use rustix::fd::{AsFd, OwnedFd};
use rustix::io::{Errno, FdFlags};
use rustix::process::{Pid, Resource, Rlimit, Signal};
use seccompiler::BpfProgram;
use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command};
use std::sync::{LazyLock, Mutex, mpsc};

/// What a process does to itself before it becomes the program.
#[derive(Default)]
pub(crate) struct Before {
    /// Open files that it keeps besides the first three. Nothing else stays open.
    pub keep: Vec<OwnedFd>,
    /// Control groups that it joins.
    pub groups: Vec<OwnedFd>,
    /// Limits that it gives itself.
    pub limits: Option<(Limits, Nproc)>,
    /// What Landlock shall leave it.
    pub ruleset: Option<RulesetCreated>,
    /// Which system calls it loses.
    pub filters: Vec<BpfProgram>,
    /// Whether it becomes the leader of its own session, where no Ctrl-C reaches it, and ends with us.
    pub alone: bool,
    /// The one core it stays on.
    pub core: Option<Core>,
}

/// Whether the number of processes is limited, too. The kernel counts them per user.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Nproc {
    /// The user is this job's alone.
    Limited,
    /// Other processes of the same user would count as well.
    Free,
}

type Answer = mpsc::Sender<io::Result<Child>>;

/// The thread that starts processes.
static STARTER: LazyLock<Mutex<mpsc::Sender<(Command, Answer)>>> = LazyLock::new(|| {
    let (orders, inbox) = mpsc::channel::<(Command, Answer)>();
    std::thread::Builder::new()
        .name("agon-starter".into())
        .spawn(move || {
            for (mut command, answer) in inbox {
                // Nobody waits any more: dropping the child would leave it running.
                if let Err(mpsc::SendError(Ok(mut child))) = answer.send(command.spawn()) {
                    let _ = child.kill();
                    let _ = child.wait();
                }
            }
        })
        .expect("a process that can start a thread for a bot can start this one");
    Mutex::new(orders)
});

/// Starts `command` after it has done to itself what `before` says.
pub(crate) fn start(mut command: Command, before: Before) -> io::Result<Child> {
    let Before { keep, groups, limits, mut ruleset, filters, alone, core } = before;
    let prepare = move || {
        close_later()?;
        if let Some(core) = &core {
            core.confine_self();
        }
        for file in &keep {
            rustix::io::fcntl_setfd(file, FdFlags::empty())?;
        }
        for group in &groups {
            rustix::io::write(group, b"0")?;
        }
        rustix::process::umask(rustix::fs::Mode::from_raw_mode(0o022));
        if alone {
            rustix::process::setsid()?;
            rustix::process::set_parent_process_death_signal(Some(Signal::KILL))?;
        }
        if let Some((limits, nproc)) = &limits {
            limit(None, limits, *nproc)?;
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
    let (answer, reply) = mpsc::channel();
    let starter = STARTER.lock().unwrap_or_else(std::sync::PoisonError::into_inner).clone();
    starter.send((command, answer)).expect("the starter never ends");
    reply.recv().expect("the starter answers every order")
}

/// Marks every open file but the first three to be closed when the program starts.
fn close_later() -> io::Result<()> {
    // SAFETY: `close_range` with this flag only marks files; no memory is involved.
    #[allow(unsafe_code)]
    let result =
        unsafe { libc::syscall(libc::SYS_close_range, 3, u32::MAX, libc::CLOSE_RANGE_CLOEXEC) };
    if result == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// Sets the limits of a process, ours (`None`) or another.
pub(crate) fn limit(pid: Option<Pid>, limits: &Limits, nproc: Nproc) -> Result<(), Errno> {
    let set = |resource, most: u64| -> Result<(), Errno> {
        // Whoever started us may allow less: then that is the limit.
        let have = rustix::process::getrlimit(resource).maximum;
        let most = have.map_or(most, |have| have.min(most));
        let limit = Rlimit { current: Some(most), maximum: Some(most) };
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

/// An open file with this content, positioned at its start: how arguments reach bubblewrap.
pub(crate) fn file_of(content: &[u8]) -> io::Result<OwnedFd> {
    let file = rustix::fs::memfd_create("agon", rustix::fs::MemfdFlags::CLOEXEC)?;
    let mut rest = content;
    while !rest.is_empty() {
        rest = &rest[rustix::io::write(file.as_fd(), rest)?..];
    }
    rustix::fs::seek(&file, rustix::fs::SeekFrom::Start(0))?;
    Ok(file)
}
