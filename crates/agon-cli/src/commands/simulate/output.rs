//! The lines of a simulation in the order of the games, and how an interrupted one goes on.
//!
//! The file holds games 0 to n without gaps. The plan stands in a file beside it, so that games of another
//! plan are not mixed in.

use crate::commands::play::ENGINE;
use crate::{files, usage};
use agon_server::play::bulk::BulkPlan;
use anyhow::Context;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The last line is looked for in this many bytes.
const TAIL_BYTES: u64 = 256 << 10;

/// Where the lines go.
pub struct Output<'o> {
    to: Box<dyn Write + 'o>,
    /// The game whose line is next.
    next: u64,
    /// Lines that came early, by their first game.
    waiting: BTreeMap<u64, Vec<String>>,
}

impl<'o> Output<'o> {
    /// Opens the file, or takes the standard output. A file of the same plan is continued.
    pub fn open(
        path: Option<&Path>,
        plan: &BulkPlan,
        out: &'o mut dyn Write,
    ) -> anyhow::Result<Output<'o>> {
        let waiting = BTreeMap::new();
        let Some(path) = path else { return Ok(Output { to: Box::new(out), next: 0, waiting }) };
        let cannot = || format!("cannot write {}", path.display());
        if path.is_dir() {
            return Err(usage(format!("{} is a folder; name a file", path.display())));
        }
        let mut options = OpenOptions::new();
        let file = options.read(true).write(true).create(true).truncate(false).open(path);
        let mut file = file.with_context(cannot)?;
        if file.try_lock().is_err() {
            return Err(usage(format!("another simulation writes {}", path.display())));
        }
        let about = json!({ "engine": ENGINE, "plan": plan });
        let beside = plan_path(path);
        let next = match file.metadata().with_context(cannot)?.len() {
            0 => {
                let text = serde_json::to_string_pretty(&about).expect("plain data");
                files::write(&beside, format!("{text}\n").as_bytes())?;
                0
            }
            size => {
                compare(path, &beside, &about)?;
                continue_after(&mut file, size, path)?
            }
        };
        Ok(Output { to: Box::new(file), next, waiting })
    }

    /// The game whose line is next; all before it are written.
    pub fn next(&self) -> u64 {
        self.next
    }

    /// Takes the lines of games from `first` on; writes what is next.
    pub fn add(&mut self, first: u64, lines: Vec<String>) -> anyhow::Result<()> {
        if !lines.is_empty() {
            self.waiting.insert(first, lines);
        }
        while let Some(lines) = self.waiting.remove(&self.next) {
            let mut text = lines.join("\n");
            text.push('\n');
            self.to.write_all(text.as_bytes()).context("cannot write the games")?;
            self.next += lines.len() as u64;
        }
        self.to.flush().context("cannot write the games")
    }
}

/// The file with the plan, beside the games.
fn plan_path(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".plan");
    path.with_file_name(name)
}

/// Compares the plan of the games in a file with the plan of now.
fn compare(path: &Path, beside: &Path, now: &Value) -> anyhow::Result<()> {
    let (path, shown) = (path.display(), beside.display());
    let Ok(text) = std::fs::read_to_string(beside) else {
        return Err(usage(format!(
            "{path} is not empty, and there is no {shown}: it is not the output of a simulation. Choose \
             another file"
        )));
    };
    let then: Value = serde_json::from_str(&text).map_err(|error| {
        usage(format!("{shown} cannot be read ({error}); remove it and {path}"))
    })?;
    let keys = now["plan"].as_object().into_iter().flat_map(|plan| plan.keys());
    let mut other: Vec<&str> =
        keys.filter(|key| then["plan"][key] != now["plan"][key]).map(String::as_str).collect();
    if then["engine"] != now["engine"] {
        other.push("the version of Agon");
    }
    if other.is_empty() {
        return Ok(());
    }
    Err(usage(format!(
        "{path} holds games of another simulation ({} differ; see {shown}). Choose another file",
        other.join(", ")
    )))
}

/// Removes an incomplete last line; returns the number of games in the file, and goes to its end.
fn continue_after(file: &mut File, size: u64, path: &Path) -> anyhow::Result<u64> {
    let cannot = || format!("cannot read {}", path.display());
    let start = size.saturating_sub(TAIL_BYTES);
    file.seek(SeekFrom::Start(start)).with_context(cannot)?;
    let mut tail = Vec::new();
    file.read_to_end(&mut tail).with_context(cannot)?;
    let whole = tail.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
    let last = tail[..whole].strip_suffix(b"\n").unwrap_or_default();
    let last = &last[last.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1)..];
    let games = match (start, whole) {
        (0, 0) => 0,
        _ => {
            let line: Value = serde_json::from_slice(last).unwrap_or_default();
            let index = line["index"].as_u64().ok_or_else(|| {
                usage(format!(
                    "the last line of {} is not a game; choose another file",
                    path.display()
                ))
            })?;
            index + 1
        }
    };
    let end = start + whole as u64;
    file.set_len(end).with_context(cannot)?;
    file.seek(SeekFrom::Start(end)).with_context(cannot)?;
    Ok(games)
}
