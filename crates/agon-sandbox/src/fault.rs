//! Why a program was not started.

use std::io;
use std::path::PathBuf;

/// This machine cannot run untrusted programs safely.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "no sandbox for untrusted programs on this machine: {why}. {remedy} \
     (`agon doctor` shows details; `--sandbox off` runs trusted programs without a sandbox.)"
)]
pub struct Refusal {
    /// What is missing; without a full stop.
    pub why: String,
    /// What to do, in full sentences.
    pub remedy: String,
}

/// A job could not be started, and the program did not run. Only [`SpawnFault::NotExecutable`] is a fault of
/// the program.
#[derive(Debug, thiserror::Error)]
pub enum SpawnFault {
    /// The program does not exist or is not executable.
    #[error("cannot run {}: {why}", .path.display())]
    NoProgram {
        /// The path of the program.
        path: PathBuf,
        /// The error of the operating system.
        why: io::Error,
    },
    /// The system cannot execute the program: its interpreter or a library is missing, or it is not a
    /// program.
    #[error("the system cannot execute {}: {why}", .path.display())]
    NotExecutable {
        /// The path of the program.
        path: PathBuf,
        /// The error of the operating system.
        why: io::Error,
    },
    /// The user of the program lacks the right to enter a folder on the way to it.
    #[error(
        "the program's user (number {user}) may not enter {}: run `chmod o+x {}`, name a folder that all \
         users may enter in AGON_CACHE, or start Agon as an ordinary user instead of root",
        .folder.display(), .folder.display()
    )]
    ClosedFolder {
        /// The folder.
        folder: PathBuf,
        /// The number of the user.
        user: u32,
    },
    /// The job lists a path that a jail cannot contain.
    #[error("cannot give the program access to {}: {why}", .path.display())]
    BadPath {
        /// The file or folder.
        path: PathBuf,
        /// The reason.
        why: &'static str,
    },
    /// A variable that cannot be in an environment.
    #[error(
        "cannot set the environment variable `{0}`: a name has only letters, digits and `_`, and a value \
         has no zero byte"
    )]
    BadVariable(String),
    /// The Landlock jail cannot contain child processes.
    #[error(
        "the program needs to start other processes, which the landlock sandbox does not support; \
         install bubblewrap"
    )]
    NeedsNamespaces,
    /// The jail could not be built.
    #[error("cannot build the sandbox: {0}")]
    Jail(String),
    /// The operating system reported an error.
    #[error("cannot start the program: {0}")]
    System(#[from] io::Error),
}

#[cfg(unix)]
impl From<rustix::io::Errno> for SpawnFault {
    fn from(error: rustix::io::Errno) -> Self {
        Self::System(error.into())
    }
}
