//! A finished program of any kind: it is started as it is.

use super::Definition;
use super::gdb::GDB;
use crate::options::BotFault;
use crate::sources::Sources;
use crate::start::{Launch, Workbench};
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

/// What follows `#!` in the first line of a script.
fn interpreter_line(program: &Path) -> Option<String> {
    let mut start = [0; MAX_LINE_BYTES];
    let length = File::open(program).ok()?.read(&mut start).ok()?;
    let line = start[..length].strip_prefix(b"#!")?.split(|&byte| byte == b'\n').next()?;
    Some(String::from_utf8_lossy(line).into_owned())
}
