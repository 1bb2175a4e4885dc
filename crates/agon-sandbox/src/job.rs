//! The description of a program to run, and its limits.

use crate::back_end::MatchCore;
use crate::debug::DebugAccess;
#[cfg(unix)]
use crate::debug::DebugPort;
use std::ffi::OsString;
use std::path::PathBuf;

const MIB: u64 = 1 << 20;

/// The memory of a program, in bytes, unless its limits name another amount.
pub const DEFAULT_MEMORY_BYTES: u64 = 1 << 30;

/// Resource limits of a program and all processes it starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of memory, all processes together.
    pub memory: u64,
    /// Processes and threads together.
    pub processes: u32,
    /// Whether it may start other processes. Threads are always allowed.
    pub forks: bool,
    /// Maximum size of a file in bytes.
    pub file_size: u64,
    /// Open files per process.
    pub open_files: u64,
    /// Bytes in its private folders and its work folder together, and bytes added to its writable folders.
    pub disk: u64,
    /// Files and folders in the same places; even an empty one costs kernel memory.
    pub files: u64,
    /// Whether it may lock whole files, as the caches of compilers do. Through a lock on a file of the system
    /// two programs can talk to each other.
    pub locks: bool,
    /// Seconds of processor time after which a process is killed.
    pub cpu_seconds: Option<u64>,
    /// Whether `memory` also limits the *reserved* address space of a process. An allocation then fails
    /// instead of the program being killed; but Java and Node reserve gigabytes that they never use.
    pub address_space: bool,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            memory: DEFAULT_MEMORY_BYTES,
            processes: 64,
            forks: true,
            file_size: 64 * MIB,
            open_files: 256,
            disk: 64 * MIB,
            files: 20_000,
            locks: false,
            cpu_seconds: None,
            address_space: false,
        }
    }
}

/// A program and everything it has access to. Besides what is listed here it gets only the system's runtime
/// (`/usr` and its settings) and three pipes; the environment is empty.
///
/// Files keep their paths inside the jail. `HOME` and `TMPDIR` default to a private empty folder.
#[derive(Clone, Debug)]
pub struct Job {
    /// The program: an absolute path in the runtime or in a readable folder.
    pub program: PathBuf,
    /// Its arguments.
    pub args: Vec<OsString>,
    /// Its environment.
    pub env: Vec<(OsString, OsString)>,
    /// Files and folders that the program may read and execute.
    pub readable: Vec<PathBuf>,
    /// A folder that the program gets as a copy in memory and may change, for compilers.
    /// [`Jailed::collect`](crate::Jailed::collect) brings the copy back. Where the machine offers no limited
    /// file systems, the program writes into the folder itself, and a thread checks its size.
    pub work: Option<PathBuf>,
    /// Folders that the program writes directly; a thread checks their size.
    pub writable: Vec<PathBuf>,
    /// The working directory; it must be visible in the jail.
    pub dir: PathBuf,
    /// Resource limits.
    pub limits: Limits,
    /// The core that the program is pinned to; `None` lets the scheduler choose.
    pub core: Option<MatchCore>,
    /// What is opened for a debugger; `None` opens nothing.
    pub debug: Option<DebugAccess>,
}

impl Job {
    /// The port for its debugger, if it has one.
    #[cfg(unix)]
    pub(crate) fn debug_port(&self) -> Option<&DebugPort> {
        match &self.debug {
            Some(DebugAccess::Port(port)) => Some(port),
            _ => None,
        }
    }

    /// A job with this program, no arguments, default limits, and the working directory `/`; on Windows the
    /// system's own folder.
    pub fn new(program: impl Into<PathBuf>) -> Self {
        Self {
            program: program.into(),
            args: Vec::new(),
            env: Vec::new(),
            readable: Vec::new(),
            work: None,
            writable: Vec::new(),
            dir: root(),
            limits: Limits::default(),
            core: None,
            debug: None,
        }
    }
}

/// A folder that every program can see.
#[cfg(unix)]
fn root() -> PathBuf {
    "/".into()
}

/// A folder that every program can see.
#[cfg(not(unix))]
fn root() -> PathBuf {
    std::env::var_os("SystemRoot").unwrap_or_else(|| r"C:\Windows".into()).into()
}
