//! The languages of this machine: where their real programs are, and what those need to see.
//!
//! What `PATH` finds is often a shim or a link into places that a jailed program cannot see, so each
//! program is asked where it really lives.

use crate::language::Language;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use thiserror::Error;

/// A language is not there: a full sentence.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{what} is needed for this bot and was not found: {remedy}")]
pub struct Missing {
    /// What is missing.
    pub what: &'static str,
    /// What to do, without a full stop.
    pub remedy: &'static str,
}

/// A language's program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Runtime {
    /// The program.
    pub program: PathBuf,
    /// What it calls itself, with its version.
    pub version: String,
    /// Folders outside of the system's own that it must see.
    pub readable: Vec<PathBuf>,
}

/// Python 3: the one that `$AGON_PYTHON` names, or the first on the path.
pub fn python() -> Result<Runtime, Missing> {
    static FOUND: OnceLock<Option<Runtime>> = OnceLock::new();
    let missing = Missing {
        what: "Python 3.9 or newer",
        remedy: "install it (on Debian: python3), or name one in AGON_PYTHON",
    };
    FOUND.get_or_init(find_python).clone().ok_or(missing)
}

fn find_python() -> Option<Runtime> {
    // A virtual environment lies over the Python that it was made from: both must be seen.
    const ASK: &str = "import sys, os; assert sys.version_info >= (3, 9); \
                       print(sys.executable); print('Python ' + sys.version.split()[0]); \
                       print(sys.prefix); print(sys.base_prefix); \
                       print(os.path.dirname(os.path.realpath(sys.executable)))";
    let name = std::env::var_os("AGON_PYTHON").filter(|name| !name.is_empty());
    let name = name.unwrap_or_else(|| "python3".into());
    let answer = ask(Path::new(&name), &["-I", "-c", ASK])?;
    let mut lines = answer.lines();
    let program = PathBuf::from(lines.next()?);
    let version = lines.next()?.to_owned();
    let readable = outside_system(lines.map(PathBuf::from));
    Some(Runtime { program, version, readable })
}

/// Node.
pub fn node() -> Result<Runtime, Missing> {
    static FOUND: OnceLock<Option<Runtime>> = OnceLock::new();
    let missing = Missing { what: "Node 18 or newer", remedy: "install it (on Debian: nodejs)" };
    let find = || {
        let answer = ask(Path::new("node"), &["-p", "process.execPath + '\\n' + process.version"])?;
        let (program, version) = answer.split_once('\n')?;
        let program = PathBuf::from(program.trim()).canonicalize().ok()?;
        let readable = outside_system([program.clone()]);
        Some(Runtime { program, version: format!("Node {}", version.trim()), readable })
    };
    FOUND.get_or_init(find).clone().ok_or(missing)
}

/// The C++ compiler.
pub fn gxx() -> Result<Runtime, Missing> {
    static FOUND: OnceLock<Option<Runtime>> = OnceLock::new();
    let missing = Missing { what: "g++", remedy: "install it (on Debian: g++)" };
    let find = || {
        let version = ask(Path::new("g++"), &["-dumpfullversion"])?.trim().to_owned();
        let program = on_path("g++")?;
        let readable = outside_system([program.clone()]);
        Some(Runtime { program, version: format!("g++ {version}"), readable })
    };
    FOUND.get_or_init(find).clone().ok_or(missing)
}

/// The Rust compiler; cargo lies beside it.
pub fn rustc() -> Result<Runtime, Missing> {
    static FOUND: OnceLock<Option<Runtime>> = OnceLock::new();
    let missing = Missing { what: "Rust", remedy: "install it with rustup" };
    let find = || {
        let sysroot = ask(Path::new("rustc"), &["--print", "sysroot"])?;
        let sysroot = PathBuf::from(sysroot.trim()).canonicalize().ok()?;
        let program = sysroot.join("bin/rustc");
        let version = ask(&program, &["--version"])?.trim().to_owned();
        let readable = outside_system([sysroot]);
        program.is_file().then_some(Runtime { program, version, readable })
    };
    FOUND.get_or_init(find).clone().ok_or(missing)
}

/// Java, with its compiler.
pub fn java() -> Result<Runtime, Missing> {
    static FOUND: OnceLock<Option<Runtime>> = OnceLock::new();
    let missing = Missing {
        what: "a JDK, Java 17 or newer",
        remedy: "install one (on Debian: openjdk-17-jdk-headless)",
    };
    let find = || {
        let javac = on_path("javac")?;
        let answer = ask(&javac, &["--version"])?;
        let version = answer.trim().strip_prefix("javac ")?;
        let major: u32 = version.split(['.', '-', '+']).next()?.parse().ok()?;
        let program = javac.parent()?.join("java");
        let readable = outside_system([javac.parent()?.parent()?.to_owned()]);
        (major >= 17).then(|| Runtime { program, version: format!("Java {version}"), readable })
    };
    FOUND.get_or_init(find).clone().ok_or(missing)
}

/// The runtime of a language, to be shown to people.
pub fn of(language: Language) -> Option<Result<Runtime, Missing>> {
    match language {
        Language::Python => Some(python()),
        Language::Js => Some(node()),
        Language::Cpp => Some(gxx()),
        Language::Rust => Some(rustc()),
        Language::Java => Some(java()),
        Language::Exec => None,
    }
}

/// What a program of the user's own says when asked.
fn ask(program: &Path, args: &[&str]) -> Option<String> {
    let output = Command::new(program).args(args).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

fn on_path(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let found = std::env::split_paths(&path).map(|dir| dir.join(name)).find(|p| p.is_file())?;
    found.canonicalize().ok()
}

/// Paths that do not lie in what every jailed program sees, each once.
fn outside_system(paths: impl IntoIterator<Item = PathBuf>) -> Vec<PathBuf> {
    let mut outside: Vec<PathBuf> = Vec::new();
    for path in paths {
        let is_new = !path.starts_with("/usr") && !outside.iter().any(|has| path.starts_with(has));
        if is_new && path.exists() && path != Path::new("/") {
            outside.push(path);
        }
    }
    outside
}
