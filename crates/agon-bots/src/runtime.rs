//! Finding the interpreters and compilers of this machine.
//!
//! `PATH` often finds a shim, or a link to a place that a sandboxed program cannot see, so each program is
//! asked where it really is.

use agon_sandbox::canonical;
use std::borrow::Cow;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{OnceLock, mpsc};
use std::thread;
use std::time::Duration;
use thiserror::Error;

/// The interpreter or compiler of a language was not found: a full sentence.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{what} is needed for this bot and was not found: {remedy}")]
pub struct Missing {
    /// What is missing.
    pub what: &'static str,
    /// What to do, without a full stop.
    pub remedy: Cow<'static, str>,
}

/// The interpreter or compiler of a language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Runtime {
    /// The program.
    pub program: PathBuf,
    /// What it calls itself, with its version.
    pub version: String,
    /// Folders outside of the system's own that it must see.
    pub readable: Vec<PathBuf>,
}

/// How the interpreter or compiler of a language is found, and what to say if it is not.
pub(crate) struct Toolchain {
    /// What is searched for, with the oldest version that will do.
    pub name: &'static str,
    /// What to do if it is missing, without a full stop.
    pub remedy: &'static str,
    /// Searches this machine.
    pub search: fn() -> Option<Runtime>,
    /// How to learn which libraries bots can use.
    pub library_report: Option<LibraryReport>,
    /// What the first search found.
    pub found: OnceLock<Option<Runtime>>,
}

/// How the runtime of a language reports the libraries that bots can use.
#[derive(Copy, Clone, Debug)]
pub struct LibraryReport {
    /// The arguments with which the runtime prints one line for each library: `NAME VERSION`, or `NAME` if it
    /// is missing.
    pub args: &'static [&'static str],
    /// What to do about a missing library, without a full stop; `{name}` and `{program}` stand for the
    /// library and the runtime.
    pub remedy: &'static str,
}

impl Toolchain {
    /// Searches the first time and remembers the result.
    pub fn find(&self) -> Result<Runtime, Missing> {
        let missing = Missing { what: self.name, remedy: self.remedy.into() };
        self.found.get_or_init(self.search).clone().ok_or(missing)
    }
}

/// How long an interpreter or compiler may take to tell its version.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(15);

/// What a program prints when it is started with these arguments; `None` if it fails, or hangs.
pub(crate) fn ask(program: &Path, args: &[&str]) -> Option<String> {
    ask_within(program, args, ANSWER_TIMEOUT)
}

fn ask_within(program: &Path, args: &[&str], timeout: Duration) -> Option<String> {
    let mut command = Command::new(program);
    command.args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().ok()?;
    let mut stdout = child.stdout.take()?;
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut answer = Vec::new();
        let read = stdout.read_to_end(&mut answer);
        let _ = sender.send(read.map(|_| answer));
    });
    let answer = receiver.recv_timeout(timeout);
    if answer.is_err() {
        let _ = child.kill();
    }
    let has_succeeded = child.wait().is_ok_and(|status| status.success());
    let answer = answer.ok()?.ok().filter(|_| has_succeeded)?;
    Some(String::from_utf8_lossy(&answer).into_owned())
}

/// The real path of the first program of this name on `PATH`.
pub(crate) fn on_path(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let name = format!("{name}{}", std::env::consts::EXE_SUFFIX);
    let found = std::env::split_paths(&path).map(|dir| dir.join(&name)).find(|p| p.is_file())?;
    canonical(&found).ok()
}

/// The shell that runs build commands: the system's own, or on Windows that of Git or MSYS2.
pub(crate) fn shell() -> Result<PathBuf, Missing> {
    static SHELL: Toolchain = Toolchain {
        name: "a Unix shell (sh)",
        remedy: "install Git for Windows, which has one",
        search: search_shell,
        library_report: None,
        found: OnceLock::new(),
    };
    SHELL.find().map(|shell| shell.program)
}

fn search_shell() -> Option<Runtime> {
    let found = |program: PathBuf| Runtime { program, version: "sh".into(), readable: Vec::new() };
    if !cfg!(windows) {
        return Some(found("/bin/sh".into()));
    }
    // Git puts `git` on the path, and its shell beside it.
    let beside_git = || {
        let git = on_path("git")?;
        let mut homes = git.ancestors().skip(1).map(|home| home.join(r"bin\sh.exe"));
        homes.find(|shell| shell.is_file())
    };
    on_path("sh").or_else(beside_git).map(found)
}

/// The paths that exist outside of `/usr`, which every sandboxed program sees; each once.
pub(crate) fn outside_system(paths: impl IntoIterator<Item = PathBuf>) -> Vec<PathBuf> {
    let mut outside: Vec<PathBuf> = Vec::new();
    for path in paths {
        let is_new = !path.starts_with("/usr") && !outside.iter().any(|has| path.starts_with(has));
        if is_new && path.exists() && path != Path::new("/") {
            outside.push(path);
        }
    }
    outside
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_fails_or_hangs_has_no_answer() {
        let ask =
            |script: &str| ask_within(Path::new("sh"), &["-c", script], Duration::from_secs(1));
        assert_eq!(ask("echo 3.11"), Some("3.11\n".into()));
        assert_eq!(ask("echo 3.11; exit 1"), None);
        assert_eq!(ask("exec sleep 600"), None);
        assert_eq!(ask_within(Path::new("/no/such"), &[], Duration::from_secs(1)), None);
    }
}
