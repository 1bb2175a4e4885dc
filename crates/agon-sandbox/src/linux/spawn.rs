//! Builds a jail for a job and starts it.

use super::backend::Backend;
use super::body::{Body, InitProcess};
use super::bubblewrap::{Bubblewrap, PRIVATE_MOUNTS, next_job_uid};
use super::cgroup::{Feature, Group};
use super::confine;
use super::copy::copy_tree;
use super::inside::Inside;
use super::scratch::work_folder;
use super::start::{ChildSetup, Nproc, set_limits, start};
use super::tree::Tree;
use super::watchdog::{self, Watch};
use crate::archive::ArchiveLimits;
use crate::debug::{DebugAccess, Terminal};
use crate::fault::SpawnFault;
use crate::jailed::Jailed;
use crate::job::{Job, Limits};
use crate::private_dir::PrivateDir;
use crate::unix::files::{DiskUsage, MAX_DEPTH, disk_usage};
use crate::unix::pipes::Pipes;
use crate::wire::Wire;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fd::{AsFd, OwnedFd};
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

/// Timeout for building a jail; an overloaded machine needs seconds.
const BUILD_TIMEOUT: Duration = Duration::from_secs(60);
/// Folders that no job may be given access to, including their content.
const FORBIDDEN: [&str; 4] = ["/dev", "/proc", "/run", "/sys"];

/// The kind of jail.
#[derive(Clone, Debug)]
pub(crate) enum Jail {
    Bubblewrap(Bubblewrap),
    Landlock,
    Off,
}

/// Starts a job.
pub(crate) fn spawn(backend: &Backend, job: &Job) -> Result<Jailed, SpawnFault> {
    check(job, !matches!(backend.jail, Jail::Off))?;
    if !matches!(job.debug, Some(DebugAccess::Terminal)) {
        return spawn_with(backend, job, Vec::new());
    }
    let (terminal, theirs) = Terminal::open()?;
    let job = theirs.announced_in(job);
    let mut jailed = spawn_with(backend, &job, theirs.into_files())?;
    jailed.terminal = Some(terminal);
    Ok(jailed)
}

/// Starts a job that keeps these open files.
fn spawn_with(backend: &Backend, job: &Job, files: Vec<OwnedFd>) -> Result<Jailed, SpawnFault> {
    match &backend.jail {
        Jail::Bubblewrap(bubblewrap) => spawn_in_bubblewrap(backend, bubblewrap, job, files),
        Jail::Landlock => spawn_in_landlock(backend, job, files),
        Jail::Off => spawn_unjailed(job, files),
    }
}

fn spawn_in_bubblewrap(
    backend: &Backend,
    bubblewrap: &Bubblewrap,
    job: &Job,
    files: Vec<OwnedFd>,
) -> Result<Jailed, SpawnFault> {
    let mut prepared = bubblewrap.prepare(job, &backend.runtime, backend.has_scratch)?;
    prepared.setup.keep.extend(files);
    let shared_work = job.work.iter().filter(|_| !backend.has_scratch);
    change_owner(job.writable.iter().chain(shared_work), prepared.user)?;
    let mut started = Started::launch(prepared.command, prepared.setup)?;
    let work = match &job.work {
        Some(folder) if backend.has_scratch => {
            Some((copy_work(&started, folder, &job.limits, prepared.user)?, folder.clone()))
        }
        _ => None,
    };
    let first_pid = first_process(&prepared.status);
    let limited =
        first_pid.ok_or(Errno::SRCH.into()).and_then(|first| apply_limits(backend, job, first));
    let (handle, group, watch) = match limited {
        Ok(limited) => limited,
        // If bubblewrap failed, its own message is the better explanation.
        Err(fault) => {
            let message = started.last_words();
            return Err(if message.is_empty() { fault } else { SpawnFault::Jail(message) });
        }
    };
    if let (Some(port), Some(pid)) = (job.debug_port(), first_pid) {
        port.forward(Inside::of(pid, bubblewrap.as_root)?, handle.try_clone()?)?;
    }
    let first = InitProcess { handle, status: prepared.status };
    let mut jailed = started.into_jailed(watch, Some(first), group, None)?;
    jailed.body.work = work;
    // If bubblewrap has failed meanwhile, `Jailed::wait` reports it.
    let _ = rustix::io::write(&prepared.go, b"1");
    Ok(jailed)
}

/// Copies the work folder into the file system of a jail that does not run yet.
fn copy_work(
    started: &Started,
    folder: &Path,
    limits: &Limits,
    user: Option<u32>,
) -> Result<OwnedFd, SpawnFault> {
    let system = |error: Errno| SpawnFault::System(error.into());
    let copy = fs::File::open(work_folder(started.pid().map_err(system)?.as_raw_nonzero().get()))?;
    let files = u32::try_from(limits.files).unwrap_or(u32::MAX);
    let limits = ArchiveLimits { bytes: limits.disk, files, depth: MAX_DEPTH };
    copy_tree(fs::File::open(folder)?.as_fd(), copy.as_fd(), &limits, user).map_err(|fault| {
        SpawnFault::Jail(format!("cannot copy {} into it: {fault}", folder.display()))
    })?;
    Ok(copy.into())
}

/// Applies limits and control groups to the first process of a jail, before the program starts.
fn apply_limits(
    backend: &Backend,
    job: &Job,
    first: Pid,
) -> Result<(OwnedFd, Group, Watch), SpawnFault> {
    let handle = pidfd_open(first, PidfdFlags::empty())?;
    let group = backend.groups.create(&job.limits)?;
    group.add(first)?;
    set_limits(Some(first), &job.limits, Nproc::Limited)?;
    let tree = Tree::namespace(first, handle.try_clone()?);
    let mut watch = new_watch(backend, job, tree, handle.try_clone()?);
    if !backend.has_scratch {
        watch.mounts = &PRIVATE_MOUNTS;
        watch.folders.extend(job.work.iter().map(|path| measured(path, &job.limits)));
    }
    // The kernel limits processes: by control group, or by `RLIMIT_NPROC` in the user namespace.
    watch.processes = None;
    Ok((handle, group, watch))
}

fn spawn_in_landlock(
    backend: &Backend,
    job: &Job,
    files: Vec<OwnedFd>,
) -> Result<Jailed, SpawnFault> {
    if job.limits.forks {
        return Err(SpawnFault::NeedsNamespaces);
    }
    let user = rustix::process::geteuid().is_root().then(next_job_uid);
    let private = confine::private_dir(user)?;
    change_owner(job.writable.iter().chain(&job.work), user)?;
    let (command, mut setup) = confine::prepare(job, &backend.runtime, private.path(), user)?;
    let group = backend.groups.create(&job.limits)?;
    setup.groups = group.join_files()?;
    setup.keep.extend(files);
    let started = Started::launch(command, setup).map_err(|why| blame(job, user, why))?;
    let pid = started.pid()?;
    let mut watch =
        new_watch(backend, job, Tree::single(pid), pidfd_open(pid, PidfdFlags::empty())?);
    watch.folders.push((private.path().to_owned(), DiskUsage::default()));
    watch.folders.extend(job.work.iter().map(|path| measured(path, &job.limits)));
    watch.removed_file_size = Some(job.limits.file_size);
    started.into_jailed(watch, None, group, Some(private))
}

/// Starts a program without a jail. It still gets an empty environment and is killed with its children.
fn spawn_unjailed(job: &Job, files: Vec<OwnedFd>) -> Result<Jailed, SpawnFault> {
    let private = confine::private_dir(None)?;
    let mut command = Command::new(&job.program);
    command.args(&job.args).current_dir(&job.dir).env_clear();
    command.env("HOME", private.path()).env("TMPDIR", private.path()).envs(job.env.iter().cloned());
    let core = job.core.clone();
    let setup = ChildSetup { keep: files, own_session: true, core, ..ChildSetup::default() };
    let started = Started::launch(command, setup).map_err(|why| blame(job, None, why))?;
    let pid = started.pid()?;
    let watch = Watch::new(Tree::descendants(pid), pidfd_open(pid, PidfdFlags::empty())?);
    started.into_jailed(watch, None, Group::default(), Some(private))
}

/// A watch over the resources that the kernel does not limit on this machine.
fn new_watch(backend: &Backend, job: &Job, tree: Tree, first: OwnedFd) -> Watch {
    let groups = &backend.groups;
    Watch {
        memory: (!groups.can(Feature::Memory)).then_some(job.limits.memory),
        processes: (!groups.can(Feature::Processes)).then_some(job.limits.processes),
        folders: job.writable.iter().map(|path| measured(path, &job.limits)).collect(),
        disk: job.limits.disk,
        files: job.limits.files,
        stops_rest: !groups.can(Feature::Time),
        ..Watch::new(tree, first)
    }
}

fn measured(folder: &Path, limits: &Limits) -> (PathBuf, DiskUsage) {
    (folder.to_owned(), disk_usage(folder, limits.files))
}

/// Whose fault it is that a process without bubblewrap could not be started. `user` is the user id of the
/// program, if it is not that of this process.
fn blame(job: &Job, user: Option<u32>, fault: SpawnFault) -> SpawnFault {
    const OF_PROGRAM: [Errno; 5] =
        [Errno::NOENT, Errno::NOEXEC, Errno::ACCESS, Errno::LIBBAD, Errno::LOOP];
    let is_of_program =
        |why: &io::Error| Errno::from_io_error(why).is_some_and(|why| OF_PROGRAM.contains(&why));
    if let SpawnFault::System(why) = &fault
        && why.kind() == io::ErrorKind::PermissionDenied
        && let Some(closed) = closed_folder(job, user)
    {
        return closed;
    }
    match fault {
        // The program's own file exists, as `check` has found out.
        SpawnFault::System(why) if is_of_program(&why) && job.dir.is_dir() => {
            SpawnFault::NotExecutable { path: job.program.clone(), why }
        }
        fault => fault,
    }
}

/// The first folder above the program or its working directory, or that directory itself, that the program's
/// user may not enter.
fn closed_folder(job: &Job, user: Option<u32>) -> Option<SpawnFault> {
    let group = user.unwrap_or_else(|| rustix::process::getegid().as_raw());
    let user = user.unwrap_or_else(|| rustix::process::geteuid().as_raw());
    let is_closed = |folder: &&Path| {
        fs::metadata(folder).is_ok_and(|data| {
            let right = if data.uid() == user {
                0o100
            } else if data.gid() == group {
                0o010
            } else {
                0o001
            };
            user != 0 && data.mode() & right == 0
        })
    };
    let folders = job.dir.ancestors().chain(job.program.ancestors().skip(1));
    let mut folders: Vec<&Path> = folders.collect();
    folders.sort_by_key(|folder| folder.components().count());
    let folder = folders.into_iter().find(is_closed)?.to_owned();
    Some(SpawnFault::ClosedFolder { folder, user })
}

/// A started process and its pipes. Dropping it kills the process.
struct Started {
    child: Option<Child>,
    wire: Option<Wire>,
}

impl Started {
    fn launch(mut command: Command, setup: ChildSetup) -> Result<Self, SpawnFault> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = start(command, setup)?;
        let (Some(stdin), Some(stdout), Some(stderr)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            unreachable!("the three pipes were requested above");
        };
        let mut started = Self { child: Some(child), wire: None };
        let handle = started.handle()?;
        let pipes = Pipes::new(stdin.into(), stdout.into(), stderr.into(), Some(handle))?;
        started.wire = Some(Wire::new(pipes));
        Ok(started)
    }

    fn pid(&self) -> Result<Pid, Errno> {
        let number = self.child.as_ref().map(Child::id).ok_or(Errno::SRCH)?;
        Pid::from_raw(number as i32).ok_or(Errno::SRCH)
    }

    fn handle(&self) -> Result<OwnedFd, Errno> {
        pidfd_open(self.pid()?, PidfdFlags::empty())
    }

    /// Kills the process and returns its error output.
    fn last_words(&mut self) -> String {
        self.kill();
        let Some(wire) = &mut self.wire else { return String::new() };
        wire.catch_up();
        wire.log().text().trim().to_owned()
    }

    fn into_jailed(
        mut self,
        watch: Watch,
        first: Option<InitProcess>,
        group: Group,
        private: Option<PrivateDir>,
    ) -> Result<Jailed, SpawnFault> {
        let child_fd = self.handle()?;
        let (Some(child), Some(wire)) = (self.child.take(), self.wire.take()) else {
            unreachable!("`launch` sets both");
        };
        let watch = Arc::new(watch);
        if watch.has_limits() {
            watchdog::watch(&watch);
        }
        let body = Body {
            child,
            child_fd,
            first,
            group,
            watch,
            frozen: None,
            cpu_time_cache: Cell::new(None),
            exit: None,
            private,
            left_behind: None,
            work: None,
        };
        Ok(Jailed { wire, terminal: None, body })
    }

    fn kill(&mut self) {
        if let Some(child) = &mut self.child {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

impl Drop for Started {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Refuses invalid jobs before anything is started.
fn check(job: &Job, jailed: bool) -> Result<(), SpawnFault> {
    let bad = |path: &Path, why| Err(SpawnFault::BadPath { path: path.to_owned(), why });
    let program = &job.program;
    if !program.is_absolute() || program.as_os_str().as_bytes().contains(&b'=') {
        return bad(program, "the program needs an absolute path without `=`");
    }
    let no_program = |why| SpawnFault::NoProgram { path: program.clone(), why };
    let data = fs::metadata(program).map_err(no_program)?;
    if !data.is_file() || data.mode() & 0o111 == 0 {
        return Err(no_program(io::Error::other("it is not an executable file")));
    }
    if !job.dir.is_absolute() || has_zero(job.dir.as_os_str()) {
        return bad(&job.dir, "the working directory needs an absolute path");
    }
    for (name, value) in &job.env {
        let is_name_byte = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        let is_name = !name.is_empty() && name.as_bytes().iter().all(is_name_byte);
        if !is_name || has_zero(value) {
            return Err(SpawnFault::BadVariable(name.to_string_lossy().into_owned()));
        }
    }
    if !jailed {
        return Ok(());
    }
    for path in job.readable.iter().chain(&job.writable).chain(&job.work) {
        let Ok(real) = path.canonicalize() else { return bad(path, "it does not exist") };
        if !path.is_absolute() || has_zero(path.as_os_str()) {
            return bad(path, "it is not an absolute path");
        }
        let is_forbidden =
            |path: &Path| path == "/" || FORBIDDEN.iter().any(|folder| path.starts_with(folder));
        if is_forbidden(path) || is_forbidden(&real) {
            return bad(path, "it is a system folder that no program may access");
        }
    }
    if rustix::process::geteuid().is_root() {
        for path in job.readable.iter().chain([program]) {
            let others = fs::metadata(path).map_or(0, |data| data.mode() & 0o007);
            if others & 0o004 == 0 {
                return bad(
                    path,
                    "as root, programs run as another user, which may not read it (`chmod o+rX`)",
                );
            }
        }
    }
    Ok(())
}

/// A zero byte would split one of bubblewrap's arguments into two.
fn has_zero(word: &OsStr) -> bool {
    word.as_bytes().contains(&0)
}

/// Changes the owner of folders and their content to the user that will write there.
fn change_owner<'a>(
    folders: impl Iterator<Item = &'a PathBuf>,
    user: Option<u32>,
) -> io::Result<()> {
    let Some(user) = user else { return Ok(()) };
    let mut to_visit: Vec<PathBuf> = folders.cloned().collect();
    while let Some(path) = to_visit.pop() {
        lchown(&path, Some(user), Some(user))?;
        if fs::symlink_metadata(&path)?.is_dir() {
            for entry in fs::read_dir(&path)? {
                to_visit.push(entry?.path());
            }
        }
    }
    Ok(())
}

/// Waits until bubblewrap reports the id of the jail's first process.
fn first_process(status: &OwnedFd) -> Option<Pid> {
    let deadline = Instant::now() + BUILD_TIMEOUT;
    let mut status_text = Vec::new();
    while !status_text.contains(&b'\n') {
        let left = deadline.saturating_duration_since(Instant::now());
        let limit = Timespec::try_from(left).ok()?;
        match poll(&mut [PollFd::new(status, PollFlags::IN)], Some(&limit)) {
            Ok(0) => return None,
            Ok(_) => {}
            Err(Errno::INTR) => continue,
            Err(_) => return None,
        }
        status_text.reserve(4096);
        match rustix::io::read(status, rustix::buffer::spare_capacity(&mut status_text)) {
            Ok(0) => return None,
            Ok(_) | Err(Errno::INTR) => {}
            Err(_) => return None,
        }
    }
    let status_text = String::from_utf8(status_text).ok()?;
    let number = status_text.split_once("\"child-pid\":")?.1.trim_start();
    let end = number.find(|c: char| !c.is_ascii_digit()).unwrap_or(number.len());
    Pid::from_raw(number[..end].parse().ok()?)
}
