//! A finished program of any kind: it is started as it is.

use super::Definition;
use crate::options::BotFault;
use crate::sources::Sources;
use crate::start::{Launch, Workbench};

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
    kit: None,
    start,
    start_original: None,
    starter: None,
};

/// Starts the entry, after the bot's own build command if there is one.
pub(super) fn start(bench: &Workbench<'_>) -> Result<Launch, BotFault> {
    let dir = bench.built()?;
    Ok(bench.job(&dir, dir.join(&bench.found.entry), Vec::new()).into())
}
