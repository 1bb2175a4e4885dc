//! Building a jail around a job and starting it.

use crate::bubblewrap::{Bubblewrap, PRIVATE, next_stranger};
use crate::cgroup::{Group, Groups, Power};
use crate::confine::{self, PrivateDir};
use crate::jailed::{Body, First, Jailed};
use crate::job::Job;
use crate::runtime::Runtime;
use crate::start::{Before, Nproc, limit, start};
use crate::tree::Tree;
use crate::warden::{self, Load, Watch, load};
use crate::wire::Wire;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fd::OwnedFd;
use rustix::io::Errno;
use rustix::process::{Pid, PidfdFlags, pidfd_open};
use std::cell::Cell;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{MetadataExt, lchown};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long a jail may take to be built: an overloaded machine needs seconds.
const BUILDING: Duration = Duration::from_secs(60);
/// What no job may be given, with everything in it.
const NEVER: [&str; 4] = ["/dev", "/proc", "/run", "/sys"];

/// A job could not be started. That is nobody's fault but ours or the caller's: the program did not run.
#[derive(Debug, thiserror::Error)]
pub enum SpawnFault {
    /// There is no such program.
    #[error("there is no program {}: {why}", .path.display())]
    NoProgram {
        /// Where it should have been.
        path: PathBuf,
        /// What the system says.
        why: io::Error,
    },
    /// The job asks for something that no jail gives.
    #[error("the program cannot be given {}: {why}", .path.display())]
    BadPath {
        /// The file or folder.
        path: PathBuf,
        /// Why not.
        why: &'static str,
    },
    /// A name or value that cannot be in an environment.
    #[error(
        "the program cannot be given the variable `{0}`: a name is of letters, digits and _, no value \
         has a zero byte"
    )]
    BadVariable(String),
    /// The weaker jail cannot hold such a program.
    #[error(
        "the program wants to start other processes, and this machine's sandbox (landlock) could not end \
         them all: install bubblewrap"
    )]
    NeedsNamespaces,
    /// The jail was not built.
    #[error("the sandbox could not be built: {0}")]
    Jail(String),
    /// The operating system failed us.
    #[error("the program could not be started: {0}")]
    System(#[from] io::Error),
}

impl From<Errno> for SpawnFault {
    fn from(error: Errno) -> Self {
        Self::System(error.into())
    }
}

/// Which jail is built.
#[derive(Clone, Debug)]
pub(crate) enum Jail {
    Bubblewrap(Bubblewrap),
    Landlock,
    Off,
}

/// What this machine has to build it with.
#[derive(Debug)]
pub(crate) struct Means {
    pub jail: Jail,
    pub groups: Groups,
    pub runtime: Runtime,
}

/// Starts a job.
pub(crate) fn spawn(means: &Means, job: &Job) -> Result<Jailed, SpawnFault> {
    check(job, !matches!(means.jail, Jail::Off))?;
    match &means.jail {
        Jail::Bubblewrap(bubblewrap) => wrapped(means, bubblewrap, job),
        Jail::Landlock => confined(means, job),
        Jail::Off => free(job),
    }
}

fn wrapped(means: &Means, bubblewrap: &Bubblewrap, job: &Job) -> Result<Jailed, SpawnFault> {
    let prepared = bubblewrap.prepare(job, &means.runtime)?;
    give_to(&job.writable, prepared.user)?;
    let mut started = Started::launch(prepared.command, prepared.before)?;
    let first = first_process(&prepared.status);
    let held = first.ok_or(Errno::SRCH.into()).and_then(|first| hold(means, job, first));
    let (handle, group, watch) = match held {
        Ok(held) => held,
        // If bubblewrap has given up, it knows better why.
        Err(fault) => {
            let said = started.last_words();
            return Err(if said.is_empty() { fault } else { SpawnFault::Jail(said) });
        }
    };
    let first = First { handle, status: prepared.status };
    let jailed = started.into_jailed(watch, Some(first), group, None)?;
    // If bubblewrap has given up meanwhile, the end of the job tells it.
    let _ = rustix::io::write(&prepared.go, b"1");
    Ok(jailed)
}

/// Puts everything that counts and limits around the first process of a jail, before the program starts.
fn hold(means: &Means, job: &Job, first: Pid) -> Result<(OwnedFd, Group, Watch), SpawnFault> {
    let handle = pidfd_open(first, PidfdFlags::empty())?;
    let group = means.groups.create(&job.limits)?;
    group.enclose(first)?;
    limit(Some(first), &job.limits, Nproc::Limited)?;
    let mut watch = new_watch(means, job, Tree::namespace(first), handle.try_clone()?);
    watch.mounts = &PRIVATE;
    // The kernel counts processes: in a group or, for a user of a user namespace, by the limit.
    watch.processes = None;
    Ok((handle, group, watch))
}

fn confined(means: &Means, job: &Job) -> Result<Jailed, SpawnFault> {
    if job.limits.forks {
        return Err(SpawnFault::NeedsNamespaces);
    }
    let user = rustix::process::geteuid().is_root().then(next_stranger);
    let private = PrivateDir::new(user)?;
    give_to(&job.writable, user)?;
    let (command, mut before) = confine::prepare(job, &means.runtime, private.path(), user)?;
    let group = means.groups.create(&job.limits)?;
    before.groups = group.doors()?;
    let started = Started::launch(command, before)?;
    let pid = started.pid()?;
    let mut watch = new_watch(means, job, Tree::single(pid), pidfd_open(pid, PidfdFlags::empty())?);
    watch.folders.push((private.path().to_owned(), Load::default()));
    started.into_jailed(watch, None, group, Some(private))
}

/// No jail: the program is what the user is. It still gets a clean start, and ends with its children.
fn free(job: &Job) -> Result<Jailed, SpawnFault> {
    let private = PrivateDir::new(None)?;
    let mut command = Command::new(&job.program);
    command.args(&job.args).current_dir(&job.dir).env_clear();
    command.env("HOME", private.path()).env("TMPDIR", private.path()).envs(job.env.iter().cloned());
    let before = Before { alone: true, core: job.core.clone(), ..Before::default() };
    let started = Started::launch(command, before)?;
    let pid = started.pid()?;
    let watch = Watch::new(Tree::descendants(pid), pidfd_open(pid, PidfdFlags::empty())?);
    started.into_jailed(watch, None, Group::default(), Some(private))
}

/// A watch over what the kernel does not count here.
fn new_watch(means: &Means, job: &Job, tree: Tree, first: OwnedFd) -> Watch {
    let groups = &means.groups;
    Watch {
        memory: (!groups.can(Power::Memory)).then_some(job.limits.memory),
        processes: (!groups.can(Power::Processes)).then_some(job.limits.processes),
        folders: job.writable.iter().map(|path| (path.clone(), load(path))).collect(),
        disk: job.limits.disk,
        ..Watch::new(tree, first)
    }
}

/// A process that runs, and its pipes. It is ended if nothing becomes of it.
struct Started {
    child: Option<Child>,
    wire: Option<Wire>,
}

impl Started {
    fn launch(mut command: Command, before: Before) -> Result<Self, SpawnFault> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = start(command, before)?;
        let (Some(stdin), Some(stdout), Some(stderr)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            unreachable!("the three pipes were asked for above");
        };
        let mut started = Self { child: Some(child), wire: None };
        started.wire = Some(Wire::new(stdin.into(), stdout.into(), stderr.into())?);
        Ok(started)
    }

    fn pid(&self) -> Result<Pid, Errno> {
        let number = self.child.as_ref().map(Child::id).ok_or(Errno::SRCH)?;
        Pid::from_raw(number as i32).ok_or(Errno::SRCH)
    }

    /// What a failing bubblewrap had to say.
    fn last_words(&mut self) -> String {
        self.end();
        let Some(wire) = &mut self.wire else { return String::new() };
        wire.catch_up();
        wire.log().text().trim().to_owned()
    }

    fn into_jailed(
        mut self,
        watch: Watch,
        first: Option<First>,
        group: Group,
        private: Option<PrivateDir>,
    ) -> Result<Jailed, SpawnFault> {
        let child_fd = pidfd_open(self.pid()?, PidfdFlags::empty())?;
        let (Some(child), Some(wire)) = (self.child.take(), self.wire.take()) else {
            unreachable!("both are there from `launch` on");
        };
        let watch = Arc::new(watch);
        if watch.has_work() {
            warden::watch(&watch);
        }
        let body = Body {
            child,
            child_fd,
            first,
            group,
            watch,
            stopped: None,
            seen: Cell::new(None),
            exit: None,
            private,
        };
        Ok(Jailed { wire, body })
    }

    fn end(&mut self) {
        if let Some(child) = &mut self.child {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

impl Drop for Started {
    fn drop(&mut self) {
        self.end();
    }
}

/// Refuses what cannot be started, before anything is.
fn check(job: &Job, jailed: bool) -> Result<(), SpawnFault> {
    let bad = |path: &Path, why| Err(SpawnFault::BadPath { path: path.to_owned(), why });
    let program = &job.program;
    if !program.is_absolute() || program.as_os_str().as_bytes().contains(&b'=') {
        return bad(program, "a program is named by an absolute path without `=`");
    }
    let no_program = |why| SpawnFault::NoProgram { path: program.clone(), why };
    let data = fs::metadata(program).map_err(no_program)?;
    if !data.is_file() || data.mode() & 0o111 == 0 {
        return Err(no_program(io::Error::other("it is not an executable file")));
    }
    if !job.dir.is_absolute() || has_zero(job.dir.as_os_str()) {
        return bad(&job.dir, "a program starts in a folder with an absolute path");
    }
    for (name, value) in &job.env {
        let letters = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        let is_name = !name.is_empty() && name.as_bytes().iter().all(letters);
        if !is_name || has_zero(value) {
            return Err(SpawnFault::BadVariable(name.to_string_lossy().into_owned()));
        }
    }
    if !jailed {
        return Ok(());
    }
    for path in job.readable.iter().chain(&job.writable) {
        let Ok(real) = path.canonicalize() else { return bad(path, "it does not exist") };
        if !path.is_absolute() || has_zero(path.as_os_str()) {
            return bad(path, "it is not an absolute path");
        }
        let is_never =
            |path: &Path| path == "/" || NEVER.iter().any(|never| path.starts_with(never));
        if is_never(path) || is_never(&real) {
            return bad(path, "it belongs to the machine");
        }
    }
    if rustix::process::geteuid().is_root() {
        for path in job.readable.iter().chain([program]) {
            let others = fs::metadata(path).map_or(0, |data| data.mode() & 0o007);
            if others & 0o004 == 0 {
                return bad(
                    path,
                    "programs of root run as another user, who may not read it (`chmod o+rX`)",
                );
            }
        }
    }
    Ok(())
}

/// A zero byte would end a word of bubblewrap's arguments and begin another.
fn has_zero(word: &OsStr) -> bool {
    word.as_bytes().contains(&0)
}

/// Makes folders with all that is in them the property of the user that will write there.
fn give_to(folders: &[PathBuf], user: Option<u32>) -> io::Result<()> {
    let Some(user) = user else { return Ok(()) };
    let mut open: Vec<PathBuf> = folders.to_vec();
    while let Some(path) = open.pop() {
        lchown(&path, Some(user), Some(user))?;
        if fs::symlink_metadata(&path)?.is_dir() {
            for entry in fs::read_dir(&path)? {
                open.push(entry?.path());
            }
        }
    }
    Ok(())
}

/// Waits until bubblewrap tells the number of the jail's first process.
fn first_process(status: &OwnedFd) -> Option<Pid> {
    let deadline = Instant::now() + BUILDING;
    let mut said = Vec::new();
    while !said.contains(&b'\n') {
        let left = deadline.saturating_duration_since(Instant::now());
        let limit = Timespec::try_from(left).ok()?;
        match poll(&mut [PollFd::new(status, PollFlags::IN)], Some(&limit)) {
            Ok(0) => return None,
            Ok(_) => {}
            Err(Errno::INTR) => continue,
            Err(_) => return None,
        }
        said.reserve(4096);
        match rustix::io::read(status, rustix::buffer::spare_capacity(&mut said)) {
            Ok(0) => return None,
            Ok(_) | Err(Errno::INTR) => {}
            Err(_) => return None,
        }
    }
    let said = String::from_utf8(said).ok()?;
    let number = said.split_once("\"child-pid\":")?.1.trim_start();
    let end = number.find(|c: char| !c.is_ascii_digit()).unwrap_or(number.len());
    Pid::from_raw(number[..end].parse().ok()?)
}
