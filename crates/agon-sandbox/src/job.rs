//! What is to be run, and with how much of everything.

use crate::place::Core;
use std::ffi::OsString;
use std::path::PathBuf;

const MIB: u64 = 1 << 20;

/// How much a program with everything it starts may use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of memory of all its processes together.
    pub memory: u64,
    /// Processes and threads together.
    pub processes: u32,
    /// Whether it may start other processes at all; threads it may.
    pub forks: bool,
    /// Bytes of the largest file that it may write.
    pub file_size: u64,
    /// Open files of one process.
    pub open_files: u64,
    /// Bytes of its private `/tmp`, and of what it adds to its writable folders.
    pub disk: u64,
    /// Seconds of processor time of one process, after which that process is killed.
    pub cpu_seconds: Option<u64>,
    /// Whether no process may even *reserve* more than `memory`. An allocation then fails where it is made,
    /// which is kinder than being killed; but Java and Node reserve gigabytes that they never use.
    pub address_space: bool,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            memory: 512 * MIB,
            processes: 64,
            forks: true,
            file_size: 64 * MIB,
            open_files: 256,
            disk: 64 * MIB,
            cpu_seconds: None,
            address_space: false,
        }
    }
}

/// A program and everything it is given. What is not said here is not there: no environment, no file but
/// the system's runtime (`/usr` and what belongs to it), no open file but its three pipes.
///
/// Files keep their paths inside. `HOME` and `TMPDIR` name a private empty folder and need not be given.
#[derive(Clone, Debug)]
pub struct Job {
    /// The program: an absolute path, in the runtime or in something readable.
    pub program: PathBuf,
    /// Its arguments.
    pub args: Vec<OsString>,
    /// Its environment.
    pub env: Vec<(OsString, OsString)>,
    /// Files and folders that it may read and execute.
    pub readable: Vec<PathBuf>,
    /// Folders that it may also write, for a compiler. They are ours again when it has ended; look at what
    /// is in them with [`inspect`](crate::inspect) before you use it.
    pub writable: Vec<PathBuf>,
    /// Where it starts: a folder that it can see.
    pub dir: PathBuf,
    /// How much it may use.
    pub limits: Limits,
    /// The one core it runs on; wherever there is room, if none is named.
    pub core: Option<Core>,
}

impl Job {
    /// This program alone, in `/`, with the usual limits.
    pub fn new(program: impl Into<PathBuf>) -> Self {
        Self {
            program: program.into(),
            args: Vec::new(),
            env: Vec::new(),
            readable: Vec::new(),
            writable: Vec::new(),
            dir: "/".into(),
            limits: Limits::default(),
            core: None,
        }
    }
}
