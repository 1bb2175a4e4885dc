//! The strong jail: bubblewrap gives the program its own file system, processes, users and network.
//!
//! An ordinary user needs user namespaces for it. Root does not: the jail is built with root's rights, and
//! the program runs in it under a user id that nothing else uses, so that no files or limits are shared.

use super::runtime::{DEVICES, Runtime};
use super::scratch::{self, Scratch};
use super::seccomp::{Case, bytes, filters};
use super::start::{ChildSetup, memory_file};
use crate::job::Job;
use rustix::fd::{AsRawFd, OwnedFd};
use rustix::pipe::{PipeFlags, pipe_with};
use std::ffi::{OsStr, OsString};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

/// Size of `/dev` and of a `/dev/shm` that shares no limit with `/tmp`, in bytes.
const DEV_BYTES: u64 = 1 << 16;
const SHM_BYTES: u64 = 16 << 20;
/// Private folders that the program may write; they disappear with the jail.
pub(crate) const PRIVATE_MOUNTS: [&str; 2] = ["/dev/shm", "/tmp"];
/// The user and group id inside of a user namespace; outside it is the engine's user.
const NAMESPACE_UID: &str = "65534";
/// The first of the user ids that jobs of root get.
const FIRST_JOB_UID: u32 = 0x4000_0000;
/// The programs that switch from root to such a user id. Both are in Debian's `Essential` packages.
const SETPRIV: &str = "/usr/bin/setpriv";
const ENV: &str = "/usr/bin/env";

/// The bubblewrap program of this machine.
#[derive(Clone, Debug)]
pub(crate) struct Bubblewrap {
    pub program: PathBuf,
    pub as_root: bool,
}

/// A command that is ready to start, and the engine's ends of its side channels.
pub(crate) struct Prepared {
    pub command: Command,
    pub setup: ChildSetup,
    /// Bubblewrap reports the id of the jail's first process and the program's exit code here.
    pub status: OwnedFd,
    /// Writing a byte here starts the program.
    pub go: OwnedFd,
    /// The user id of the program, if the engine runs as root.
    pub user: Option<u32>,
}

impl Bubblewrap {
    /// Finds bubblewrap in `PATH` and the usual folders.
    pub fn find() -> Option<Self> {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let usual = ["/usr/bin", "/usr/local/bin", "/bin"].map(PathBuf::from);
        let places = std::env::split_paths(&path).filter(|place| place.is_absolute()).chain(usual);
        let program = places.map(|place| place.join("bwrap")).find(|program| program.is_file())?;
        Some(Self { program, as_root: rustix::process::geteuid().is_root() })
    }

    /// Prepares the command for `job`; `has_scratch` says whether its private folders are on a limited file
    /// system.
    pub fn prepare(&self, job: &Job, runtime: &Runtime, has_scratch: bool) -> io::Result<Prepared> {
        let (status, status_theirs) = pipe_with(PipeFlags::CLOEXEC)?;
        let (go_theirs, go) = pipe_with(PipeFlags::CLOEXEC)?;
        let mut keep = vec![status_theirs, go_theirs];
        let mut arguments = Arguments::default();
        self.add_isolation(&mut arguments, job);
        arguments.add(["--json-status-fd", &keep[0].as_raw_fd().to_string()]);
        arguments.add(["--block-fd", &keep[1].as_raw_fd().to_string()]);
        let case = Case {
            namespaced: true,
            forks: job.limits.forks,
            locks: job.limits.locks,
            listens: job.debug_port().is_some(),
            traces: job.debug_port().is_some_and(|port| port.traces()),
        };
        for filter in filters(case).map_err(io::Error::other)? {
            let file = memory_file(&bytes(&filter))?;
            arguments.add(["--add-seccomp-fd", &file.as_raw_fd().to_string()]);
            keep.push(file);
        }
        mount_all(&mut arguments, job, runtime, has_scratch);
        let arguments = memory_file(&arguments.0)?;
        let mut command = Command::new(&self.program);
        command.arg("--args").arg(arguments.as_raw_fd().to_string()).arg("--");
        keep.push(arguments);
        // Bubblewrap must not see the program's environment (LD_PRELOAD), nor the program the engine's.
        command.env_clear().current_dir("/");
        let user = self.as_root.then(next_job_uid);
        command.args(self.command_line(job, user));
        let setup = ChildSetup {
            keep,
            own_session: true,
            core: job.core.clone(),
            scratch: has_scratch.then(|| Scratch::new(&job.limits, user)),
            ..ChildSetup::default()
        };
        Ok(Prepared { command, setup, status, go, user })
    }

    fn add_isolation(&self, arguments: &mut Arguments, job: &Job) {
        arguments.add(["--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts"]);
        arguments.add(["--unshare-cgroup-try", "--die-with-parent", "--new-session"]);
        arguments.add(["--hostname", "agon", "--cap-drop", "ALL", "--clearenv"]);
        if self.as_root {
            // Only for setpriv, which drops them.
            for capability in ["CAP_SETUID", "CAP_SETGID", "CAP_SETPCAP"] {
                arguments.add(["--cap-add", capability]);
            }
        } else {
            arguments.add([
                "--unshare-user",
                "--disable-userns",
                "--uid",
                NAMESPACE_UID,
                "--gid",
                NAMESPACE_UID,
            ]);
            for (name, value) in environment(job) {
                arguments.add([OsStr::new("--setenv"), &name, &value]);
            }
        }
    }

    /// The arguments after `--`: the program, preceded for root by the commands that change the user id.
    fn command_line(&self, job: &Job, user: Option<u32>) -> Vec<OsString> {
        let mut line: Vec<OsString> = Vec::new();
        if let Some(user) = user {
            line.extend([SETPRIV, "--reuid"].map(OsString::from));
            line.extend([user.to_string(), "--regid".into(), user.to_string()].map(OsString::from));
            line.extend(
                ["--clear-groups", "--inh-caps=-all", "--bounding-set=-all"].map(Into::into),
            );
            line.extend(["--no-new-privs", "--", ENV, "-i"].map(OsString::from));
            line.extend(environment(job).into_iter().map(|(mut name, value)| {
                name.push("=");
                name.push(value);
                name
            }));
        }
        line.push(job.program.clone().into());
        line.extend(job.args.iter().cloned());
        line
    }
}

/// The file system of the program: the runtime, the job's files, and small private folders.
fn mount_all(arguments: &mut Arguments, job: &Job, runtime: &Runtime, has_scratch: bool) {
    for (link, target) in &runtime.links {
        arguments.add([OsStr::new("--symlink"), target.as_os_str(), link.as_os_str()]);
    }
    arguments.add(["--proc", "/proc"]);
    mount_devices(arguments, has_scratch);
    for (folder, size) in PRIVATE_MOUNTS.into_iter().zip([SHM_BYTES, job.limits.disk.max(4096)]) {
        if has_scratch {
            let source = if folder == "/tmp" { scratch::TMP } else { scratch::SHM };
            arguments.add(["--bind", source, folder]);
        } else {
            arguments.add(["--perms", "1777", "--size", &size.to_string(), "--tmpfs", folder]);
        }
    }
    arguments.add(["--remount-ro", "/dev"]);
    let readable = runtime.paths.iter().chain(&job.readable);
    // Option, source if it is not the path itself, path.
    let mut binds: Vec<(&str, Option<&str>, &PathBuf)> =
        readable.map(|path| ("--ro-bind", None, path)).collect();
    binds.extend(job.writable.iter().map(|path| ("--bind", None, path)));
    let copy = has_scratch.then_some(scratch::WORK);
    binds.extend(job.work.iter().map(|path| ("--bind", copy, path)));
    // Parents first, so that the binding of an inner folder wins.
    binds.sort_by_key(|(_, _, path)| path.components().count());
    for (option, source, path) in binds {
        if let Some(source) = source {
            bind(arguments, option, Path::new(source), path);
            continue;
        }
        let real = path.canonicalize().unwrap_or_else(|_| path.clone());
        bind(arguments, option, &real, path);
        // The real path must exist too, for programs that resolve their own path.
        if real != *path && !runtime.paths.iter().any(|have| real.starts_with(have)) {
            bind(arguments, option, &real, &real);
        }
    }
    arguments.add(["--remount-ro", "/"]);
    arguments.add([OsStr::new("--chdir"), job.dir.as_os_str()]);
}

/// A few devices and the usual links. Bubblewrap's own `--dev` would add pseudo-terminals, whose number is
/// limited for the machine as a whole.
fn mount_devices(arguments: &mut Arguments, has_scratch: bool) {
    arguments.add(["--perms", "0755", "--size", &DEV_BYTES.to_string(), "--tmpfs", "/dev"]);
    for device in DEVICES {
        let name = device.trim_start_matches("/dev/");
        let source = format!("{}/{name}", if has_scratch { scratch::DEVICES } else { "/dev" });
        arguments.add(["--dev-bind", &source, device]);
    }
    let links = [("0", "stdin"), ("1", "stdout"), ("2", "stderr")];
    arguments.add(["--symlink", "/proc/self/fd", "/dev/fd"]);
    for (number, name) in links {
        arguments.add(["--symlink", &format!("/proc/self/fd/{number}"), &format!("/dev/{name}")]);
    }
    arguments.add(["--perms", "1777", "--dir", "/dev/shm"]);
}

fn bind(arguments: &mut Arguments, option: &str, real: &Path, path: &Path) {
    // Bubblewrap would create the parent folders with access for root only.
    let above: Vec<&Path> = path.ancestors().skip(1).filter(|above| *above != "/").collect();
    for above in above.into_iter().rev() {
        arguments.add(["--perms", "0755", "--dir"]);
        arguments.add([above.as_os_str()]);
    }
    arguments.add([OsStr::new(option), real.as_os_str(), path.as_os_str()]);
}

/// The job's environment, with defaults for `HOME` and `TMPDIR`.
pub(crate) fn environment(job: &Job) -> Vec<(OsString, OsString)> {
    let mut all: Vec<(OsString, OsString)> = Vec::new();
    for name in ["HOME", "TMPDIR"] {
        if !job.env.iter().any(|(have, _)| have == name) {
            all.push((name.into(), "/tmp".into()));
        }
    }
    all.extend(job.env.iter().cloned());
    all
}

/// A user id that no file, process or other job has; unique per engine and job.
pub(crate) fn next_job_uid() -> u32 {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let engine = std::process::id() & 0xf_ffff;
    FIRST_JOB_UID | engine << 10 | NEXT.fetch_add(1, Ordering::Relaxed) & 0x3ff
}

/// Arguments in the form that bubblewrap reads from a file: each ends with a zero byte.
#[derive(Default)]
struct Arguments(Vec<u8>);

impl Arguments {
    fn add<const N: usize, W: AsRef<OsStr>>(&mut self, arguments: [W; N]) {
        for argument in arguments {
            self.0.extend(argument.as_ref().as_bytes());
            self.0.push(0);
        }
    }
}
