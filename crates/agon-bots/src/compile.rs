//! Compiles the sources of bots: in the sandbox, with limits, once for each content.

use crate::cache::{Cache, CacheFault};
use crate::sources::{BYTES_MAX, FILES_MAX, hex};
use crate::tools::system_path;
use agon_sandbox::{ArchiveLimits, How, Job, Limits, Sandbox, SpawnFault, WireFault};
use sha2::{Digest, Sha256};
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};
use std::time::{Duration, Instant};
use thiserror::Error;

/// How long a compiler may take.
pub const COMPILE_SECONDS: u64 = 120;
/// The file that compilers are told to make. It is not called `agon-bot`: a bot's folder may have the kit of
/// that name.
pub(crate) const PROGRAM: &str = if cfg!(windows) { "agon-program.exe" } else { "agon-program" };
/// Memory of a compiler with everything it starts.
const COMPILER_MEMORY_BYTES: u64 = 2 << 30;
/// What may be in the folder afterwards: twice what a bot's sources may be.
const MADE: ArchiveLimits =
    ArchiveLimits { bytes: 2 * BYTES_MAX, files: 2 * FILES_MAX as u32, depth: 40 };
/// How much of a compiler's message is shown.
const MESSAGE_BYTES: usize = 8 << 10;
/// The end of a compiler's message that is kept of a long one: it often has the number of errors.
const TAIL_BYTES: usize = 2 << 10;

/// Why a bot was not built. Each is a full sentence.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the sentences say it")]
pub enum CompileFault {
    #[error("{name} does not compile: {}{}", first_error(.ending, .message), details(.ending, .message))]
    Refused { name: String, ending: String, message: String },
    #[error("{name} takes longer than {COMPILE_SECONDS} s to compile and was stopped")]
    TooSlow { name: String },
    #[error("{name} was compiled, but {what} is not there afterwards")]
    NothingMade { name: String, what: String },
    #[error(transparent)]
    Cache(#[from] CacheFault),
    #[error("the compiler of {name} could not be started: {why}")]
    NotStarted { name: String, why: SpawnFault },
    #[error("{name} could not be prepared for compiling: {why}")]
    Files { name: String, why: io::Error },
}

/// A sentence, and the function that prints it.
pub(crate) struct Announcement {
    pub tell: fn(&str),
    pub sentence: String,
}

/// What is to be compiled, and how.
pub(crate) struct Recipe {
    /// The bot's name, for messages.
    pub name: String,
    /// The sources, which are copied.
    pub sources: PathBuf,
    /// The fingerprint of the sources.
    pub hash: String,
    /// Everything else that decides the result: compiler, kit.
    pub with: String,
    /// The program to run in the folder of the copy.
    pub program: PathBuf,
    /// Its arguments.
    pub args: Vec<OsString>,
    /// Its environment; `PATH` is the system's if it is not there.
    pub env: Vec<(OsString, OsString)>,
    /// What it must see besides.
    pub readable: Vec<PathBuf>,
    /// A file that must be there afterwards, inside the folder.
    pub makes: PathBuf,
    /// What is said before the compiler starts. A result in the cache is not announced.
    pub announce: Option<Announcement>,
}

/// Compiles, unless the result is in the cache. Returns the folder with the sources and the results.
pub(crate) fn compile(
    recipe: Recipe,
    sandbox: &Sandbox,
    cache: &Cache,
) -> Result<PathBuf, CompileFault> {
    let mut hasher = Sha256::new();
    hasher.update(format!("{}\n{}\n{:?}", recipe.hash, recipe.with, recipe.args));
    let key = hex(&hasher.finalize())[..40].to_owned();
    if let Some(path) = cache.find("builds", &key)? {
        return Ok(path);
    }
    if let Some(Announcement { tell, sentence }) = &recipe.announce {
        tell(sentence);
    }
    let fresh = cache.fresh("builds")?;
    if let Err(fault) = build(&recipe, &fresh, sandbox) {
        cache.remove(&[fresh]);
        return Err(fault);
    }
    Ok(cache.settle(&fresh, "builds", &key)?)
}

fn build(recipe: &Recipe, dir: &Path, sandbox: &Sandbox) -> Result<(), CompileFault> {
    let name = || recipe.name.clone();
    copy(&recipe.sources, dir).map_err(|why| CompileFault::Files { name: name(), why })?;
    let mut job = Job::new(&recipe.program);
    job.args = recipe.args.clone();
    job.env = recipe.env.clone();
    if !job.env.iter().any(|(name, _)| name == "PATH") {
        job.env.push(("PATH".into(), system_path()));
    }
    job.env.push(("LANG".into(), "C.UTF-8".into()));
    job.readable = recipe.readable.clone();
    job.work = Some(dir.to_owned());
    job.dir = dir.to_owned();
    job.limits = Limits {
        memory: COMPILER_MEMORY_BYTES,
        processes: 128,
        file_size: 256 << 20,
        open_files: 1024,
        disk: 1 << 30,
        cpu_seconds: Some(COMPILE_SECONDS),
        locks: true,
        ..Limits::default()
    };
    let started = sandbox.spawn(&job);
    let mut jailed = started.map_err(|why| CompileFault::NotStarted { name: name(), why })?;
    let deadline = Instant::now() + Duration::from_secs(COMPILE_SECONDS);
    jailed.wire.close_input();
    let said = match jailed.wire.rest(1 << 20, Some(deadline)) {
        Ok(said) => String::from_utf8_lossy(said).into_owned(),
        Err(WireFault::Late) => {
            jailed.kill();
            return Err(CompileFault::TooSlow { name: name() });
        }
        Err(fault) => format!("({fault})"),
    };
    let exit = jailed.wait(deadline).unwrap_or_else(|| jailed.kill());
    jailed.wire.catch_up();
    let log = jailed.wire.log().text();
    if exit.how != How::Code(0) || exit.excess.is_some() {
        let message = shorten(format!("{said}{log}"), dir);
        return Err(CompileFault::Refused { name: name(), ending: exit.to_string(), message });
    }
    let taken = jailed.collect(&MADE).and_then(|()| agon_sandbox::inspect(dir, &MADE));
    taken.map_err(|fault| {
        let message = fault.to_string();
        CompileFault::Refused {
            name: name(),
            ending: "left a file that is not allowed".into(),
            message,
        }
    })?;
    if !dir.join(&recipe.makes).is_file() {
        let what = recipe.makes.display().to_string();
        return Err(CompileFault::NothingMade { name: name(), what });
    }
    Ok(())
}

/// Shortens a compiler's message: paths relative to the bot's folder; of a long message the first
/// [`MESSAGE_BYTES`] and the last [`TAIL_BYTES`] stay.
fn shorten(message: String, dir: &Path) -> String {
    let message = message.replace(&format!("{}{MAIN_SEPARATOR}", dir.display()), "");
    if message.len() <= MESSAGE_BYTES + TAIL_BYTES {
        return message;
    }
    let (head, tail) = (MESSAGE_BYTES, message.len() - TAIL_BYTES);
    let head = (0..=head).rev().find(|end| message.is_char_boundary(*end)).unwrap_or(0);
    let tail = (tail..message.len()).find(|start| message.is_char_boundary(*start));
    let tail = tail.unwrap_or(message.len());
    let left_out = tail - head;
    format!("{}\n(... {left_out} bytes ...)\n{}", &message[..head], &message[tail..])
}

/// What the first line of a report says: the first line of the compiler's message that names an error, or how
/// the compiler ended.
fn first_error(ending: &str, message: &str) -> String {
    let lines: Vec<&str> = message.lines().map(str::trim).collect();
    let is_error = |line: &&&str| {
        let line = line.to_lowercase();
        line.contains("error:")
            || line.starts_with("error[")
            || line.contains(": undefined reference")
    };
    let Some(at) = lines.iter().position(|line| is_error(&line)) else {
        // Go writes `./bot.go:7:2: undefined: x` below `# package`, the Java kit `Bot.java:7: ...`.
        let is_place = |line: &&&str| line.contains(".go:") || line.contains(".java:");
        return match lines.iter().find(is_place).or(lines.first().filter(|line| !line.is_empty())) {
            Some(line) => line.trim_start_matches("./").to_owned(),
            None => format!("the compiler {ending}"),
        };
    };
    // Rust writes the place below the error: `--> src/main.rs:7:5`.
    let place = lines.get(at + 1).and_then(|line| line.strip_prefix("--> "));
    place.map_or_else(
        || lines[at].to_owned(),
        |place| format!("{} ({})", lines[at], place.trim_start_matches("./")),
    )
}

/// What follows the first line of a report: the compiler's message, unless that line says it all.
fn details(ending: &str, message: &str) -> String {
    let first = first_error(ending, message);
    // Go writes the name of the package above its message.
    let is_said =
        |line: &str| line.trim().trim_start_matches("./") == first || line.starts_with("# ");
    let (complaint, advice) = message.split_once("\n\n").unwrap_or((message, ""));
    let rest = if complaint.lines().all(is_said) { advice } else { message };
    if rest.trim().is_empty() { String::new() } else { format!("\n\n{rest}") }
}

/// Copies a folder's files.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            fs::create_dir_all(&target)?;
            copy(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_complaint_of_one_line_is_told_once() {
        let told = |message: &str| {
            let (name, ending) = ("bot".to_owned(), "ended with exit code 1".to_owned());
            CompileFault::Refused { name, ending, message: message.to_owned() }.to_string()
        };
        for (message, report) in [
            ("Bot.java:8: ';' expected", "bot does not compile: Bot.java:8: ';' expected"),
            ("# bot\n./bot.go:6:2: undefined: x", "bot does not compile: bot.go:6:2: undefined: x"),
            ("there is no bot\n\nMove it.", "bot does not compile: there is no bot\n\nMove it."),
            ("", "bot does not compile: the compiler ended with exit code 1"),
            (
                "bot.cpp:1: error: x\n  1 | x",
                "bot does not compile: bot.cpp:1: error: x\n\nbot.cpp:1: error: x\n  1 | x",
            ),
        ] {
            assert_eq!(told(message), report);
        }
    }
}
