//! A finished program of any kind: it is started as it is.

use super::Definition;
use super::gdb::GDB;
use crate::options::BotFault;
use crate::sources::Sources;
use crate::start::{Launch, Workbench};
use agon_core::safe_line;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// The longest interpreter line of a script, as in the kernel.
const MAX_LINE_BYTES: usize = 256;

pub(super) static EXEC: Definition = Definition {
    word: "exec",
    aliases: &["executable"],
    title: "machine code",
    endings: &[],
    entries: &["bot"],
    sources_of_file: Sources::Alone,
    compiles_folder: false,
    has_package_folders: false,
    prefers_original: false,
    toolchain: None,
    commands: &[],
    run_call: "",
    names_place: false,
    kit: None,
    start,
    start_original: None,
    debugger: &GDB,
    starter: None,
};

/// Starts the entry, after the bot's own build command if there is one.
pub(super) fn start(bench: &Workbench<'_>) -> Result<Launch, BotFault> {
    let dir = bench.built()?;
    let program = dir.join(&bench.found.entry);
    let interpreter = interpreter_line(&program);
    if let Some(why) = interpreter.as_deref().and_then(wrong_interpreter) {
        return Err(BotFault::NoInterpreter { file: bench.found.entry.clone(), why });
    }
    let tools = bench.tools(interpreter.as_deref());
    let mut job = bench.job(&dir, program, Vec::new());
    for (name, value) in &mut job.env {
        if name == "PATH" {
            *value = tools.path();
        }
    }
    job.readable.extend(tools.readable);
    Ok(job.into())
}

/// What is wrong with an interpreter line, if no program can be started by it.
fn wrong_interpreter(line: &str) -> Option<String> {
    let program = line.split_whitespace().next()?;
    if line.ends_with('\r') {
        return Some("ends as lines of Windows do: save the file with Unix line ends".into());
    }
    // A relative name is looked up in the bot's folder inside its jail.
    let is_missing = Path::new(program).is_absolute() && !Path::new(program).exists();
    is_missing.then(|| {
        let program = safe_line(program);
        format!("names {program}, and there is no such file: install it, or name another program")
    })
}

/// What follows `#!` in the first line of a script.
fn interpreter_line(program: &Path) -> Option<String> {
    let mut start = [0; MAX_LINE_BYTES];
    let length = File::open(program).ok()?.read(&mut start).ok()?;
    let line = start[..length].strip_prefix(b"#!")?.split(|&byte| byte == b'\n').next()?;
    Some(String::from_utf8_lossy(line).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interpreter_line_names_a_program_that_is_there() {
        for line in ["/bin/sh", " /usr/bin/env python3", "/bin/sh -eu", "./own", ""] {
            assert_eq!(wrong_interpreter(line), None, "{line}");
        }
        let missing = wrong_interpreter("/no/such/interpreter -x").unwrap();
        assert!(missing.starts_with("names /no/such/interpreter, and there is no"), "{missing}");
        let windows = wrong_interpreter("/bin/sh\r").unwrap();
        assert!(windows.contains("save the file with Unix line ends"), "{windows}");
    }
}
