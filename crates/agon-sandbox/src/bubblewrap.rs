//! The strong jail: bubblewrap gives the program its own world of files, processes, users and network.
//!
//! An ordinary user gets it through user namespaces. Root does without: the jail is built with root's
//! powers and the program runs in it as a user that exists nowhere else, so that neither files nor limits
//! mix with anybody's.

use crate::job::Job;
use crate::runtime::Runtime;
use crate::seccomp::{Case, bytes, filters};
use crate::start::{Before, file_of};
use rustix::fd::{AsRawFd, OwnedFd};
use rustix::pipe::{PipeFlags, pipe_with};
use std::ffi::{OsStr, OsString};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

/// Bytes of a job's `/dev/shm`.
const SHARED_MEMORY: u64 = 16 << 20;
/// Where a program may write what is forgotten afterwards.
pub(crate) const PRIVATE: [&str; 2] = ["/dev/shm", "/tmp"];
/// Who the program thinks it is, when it is really us.
const NOBODY: &str = "65534";
/// The first of the users that exist nowhere else.
const STRANGERS: u32 = 0x4000_0000;
/// The programs with which root becomes such a user. Both are in Debian's `Essential` packages.
const SETPRIV: &str = "/usr/bin/setpriv";
const ENV: &str = "/usr/bin/env";

/// Bubblewrap as it is on this machine.
#[derive(Clone, Debug)]
pub(crate) struct Bubblewrap {
    pub program: PathBuf,
    pub as_root: bool,
}

/// A command that is ready to start, and our ends of its side channels.
pub(crate) struct Prepared {
    pub command: Command,
    pub before: Before,
    /// Bubblewrap tells here which process is the jail's first, and how the program ended.
    pub status: OwnedFd,
    /// The program starts when we write here.
    pub go: OwnedFd,
    /// Who the program will be, if we are root.
    pub user: Option<u32>,
}

impl Bubblewrap {
    /// Looks for the program.
    pub fn find() -> Option<Self> {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let usual = ["/usr/bin", "/usr/local/bin", "/bin"].map(PathBuf::from);
        let places = std::env::split_paths(&path).filter(|place| place.is_absolute()).chain(usual);
        let program = places.map(|place| place.join("bwrap")).find(|program| program.is_file())?;
        Some(Self { program, as_root: rustix::process::geteuid().is_root() })
    }

    /// Everything that starts `job`.
    pub fn prepare(&self, job: &Job, runtime: &Runtime) -> io::Result<Prepared> {
        let (status, status_theirs) = pipe_with(PipeFlags::CLOEXEC)?;
        let (go_theirs, go) = pipe_with(PipeFlags::CLOEXEC)?;
        let mut keep = vec![status_theirs, go_theirs];
        let mut words = Words::default();
        self.walls(&mut words, job);
        words.add(["--json-status-fd", &keep[0].as_raw_fd().to_string()]);
        words.add(["--block-fd", &keep[1].as_raw_fd().to_string()]);
        let case = Case { namespaced: true, forks: job.limits.forks };
        for filter in filters(case).map_err(io::Error::other)? {
            let file = file_of(&bytes(&filter))?;
            words.add(["--add-seccomp-fd", &file.as_raw_fd().to_string()]);
            keep.push(file);
        }
        mount_all(&mut words, job, runtime);
        let arguments = file_of(&words.0)?;
        let mut command = Command::new(&self.program);
        command.arg("--args").arg(arguments.as_raw_fd().to_string()).arg("--");
        keep.push(arguments);
        // Bubblewrap itself must not see the program's environment (LD_PRELOAD), nor the program ours.
        command.env_clear().current_dir("/");
        let user = self.as_root.then(next_stranger);
        command.args(self.command_line(job, user));
        let before = Before { keep, alone: true, core: job.core.clone(), ..Before::default() };
        Ok(Prepared { command, before, status, go, user })
    }

    fn walls(&self, words: &mut Words, job: &Job) {
        words.add(["--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts"]);
        words.add(["--unshare-cgroup-try", "--die-with-parent", "--new-session"]);
        words.add(["--hostname", "agon", "--cap-drop", "ALL", "--clearenv"]);
        if self.as_root {
            // For setpriv alone, which gives them up.
            for power in ["CAP_SETUID", "CAP_SETGID", "CAP_SETPCAP"] {
                words.add(["--cap-add", power]);
            }
        } else {
            words.add(["--unshare-user", "--disable-userns", "--uid", NOBODY, "--gid", NOBODY]);
            for (name, value) in environment(job) {
                words.add([OsStr::new("--setenv"), &name, &value]);
            }
        }
    }

    /// The words after `--`: the program, and for root what turns into somebody else first.
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

/// What the program sees of the world's files: the runtime, its own, and a small private place to write.
fn mount_all(words: &mut Words, job: &Job, runtime: &Runtime) {
    for (link, target) in &runtime.links {
        words.add([OsStr::new("--symlink"), target.as_os_str(), link.as_os_str()]);
    }
    words.add(["--proc", "/proc", "--dev", "/dev"]);
    for (folder, size) in PRIVATE.into_iter().zip([SHARED_MEMORY, job.limits.disk.max(4096)]) {
        words.add(["--perms", "1777", "--size", &size.to_string(), "--tmpfs", folder]);
    }
    words.add(["--remount-ro", "/dev"]);
    let ours = runtime.paths.iter().chain(&job.readable).map(|path| ("--ro-bind", path));
    let mut binds: Vec<(&str, &PathBuf)> = ours.collect();
    binds.extend(job.writable.iter().map(|path| ("--bind", path)));
    // Parents first: what is said of a folder inside another counts.
    binds.sort_by_key(|(_, path)| path.components().count());
    for (how, path) in binds {
        let real = path.canonicalize().unwrap_or_else(|_| path.clone());
        bind(words, how, &real, path);
        // A program that asks for its real path shall find itself there.
        if real != *path && !runtime.paths.iter().any(|have| real.starts_with(have)) {
            bind(words, how, &real, &real);
        }
    }
    words.add(["--remount-ro", "/"]);
    words.add([OsStr::new("--chdir"), job.dir.as_os_str()]);
}

fn bind(words: &mut Words, how: &str, real: &Path, path: &Path) {
    // Bubblewrap would make the folders above so that only root can pass.
    let above: Vec<&Path> = path.ancestors().skip(1).filter(|above| *above != "/").collect();
    for above in above.into_iter().rev() {
        words.add(["--perms", "0755", "--dir"]);
        words.add([above.as_os_str()]);
    }
    words.add([OsStr::new(how), real.as_os_str(), path.as_os_str()]);
}

/// The job's environment and the two names that every program may count on.
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

/// A user that no file, process or other job has: a number per engine and job.
pub(crate) fn next_stranger() -> u32 {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let engine = std::process::id() & 0xf_ffff;
    STRANGERS | engine << 10 | NEXT.fetch_add(1, Ordering::Relaxed) & 0x3ff
}

/// Arguments as bubblewrap reads them from a file: each ended by a zero byte.
#[derive(Default)]
struct Words(Vec<u8>);

impl Words {
    fn add<const N: usize, W: AsRef<OsStr>>(&mut self, words: [W; N]) {
        for word in words {
            self.0.extend(word.as_ref().as_bytes());
            self.0.push(0);
        }
    }
}
