//! Replays recorded games of other engines and reports the first difference of each.
//!
//! The driver is the same for all games: it finds the files, unpacks them, asks the game for the rule
//! profiles in which the recording must hold, and passes it line by line. The game interprets the lines
//! (`trace.rs` in each game's crate). Recordings are untrusted input: a damaged file is reported with its
//! line.

use agon_core::trace::{Recording, TraceFault, broken};
use agon_core::{Profile, TestSupport};
use serde_json::Value;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

/// Maximum length of a line in bytes; known recordings stay far below it.
const LINE_MAX_BYTES: u64 = 64 << 20;

/// The result of replaying one file in one profile.
#[derive(Debug)]
pub struct FileReport {
    /// The file.
    pub path: PathBuf,
    /// The profile; `None` if the header could not be read.
    pub profile: Option<Profile>,
    /// Steps replayed before the end or the first difference.
    pub steps: u64,
    /// The first difference or a fault of the file; `None` if the recording holds.
    pub fault: Option<TraceFault>,
}

/// Replays one file in every profile it must hold in.
pub fn check_file<G: TestSupport>(path: &Path) -> Vec<FileReport> {
    let report =
        |profile, steps, fault| FileReport { path: path.to_owned(), profile, steps, fault };
    let profiles = open(path)
        .and_then(|mut lines| lines.next_value())
        .and_then(|header| header.ok_or_else(|| broken("the file is empty")))
        .and_then(|header| G::trace_profiles(&header));
    match profiles {
        Err(fault) => vec![report(None, 0, Some(fault))],
        Ok(profiles) => profiles
            .into_iter()
            .map(|profile| {
                let open = |header: &Value| G::open_trace(header, profile);
                let (steps, fault) = check_file_with(path, open);
                report(Some(profile), steps, fault)
            })
            .collect(),
    }
}

/// Replays one file through a recording that the caller opens from its header, for tests that change single
/// rules. Returns the number of steps replayed and the first fault.
pub fn check_file_with(
    path: &Path,
    open_recording: impl FnOnce(&Value) -> Result<Box<dyn Recording>, TraceFault>,
) -> (u64, Option<TraceFault>) {
    let mut steps = 0;
    let fault = replay(path, open_recording, &mut steps).err();
    (steps, fault)
}

fn replay(
    path: &Path,
    open_recording: impl FnOnce(&Value) -> Result<Box<dyn Recording>, TraceFault>,
    steps: &mut u64,
) -> Result<(), TraceFault> {
    let mut lines = open(path)?;
    let header = lines.next_value()?.ok_or_else(|| broken("the file is empty"))?;
    let mut recording = open_recording(&header)?;
    while let Some(line) = lines.next_value()? {
        *steps += recording.line(&line).map_err(|fault| match fault {
            TraceFault::Broken(text) => broken(format!("line {}: {text}", lines.number)),
            difference => difference,
        })?;
    }
    recording.finish()
}

/// The recordings in files and folders: folders are searched recursively, sorted by name, for `*.jsonl` and
/// `*.jsonl.gz`. A file in `paths` is always included, whatever its name.
pub fn find_recordings(paths: &[PathBuf]) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for path in paths {
        if path.is_dir() {
            let mut entries = Vec::new();
            for entry in std::fs::read_dir(path)? {
                entries.push(entry?.path());
            }
            entries.sort();
            entries.retain(|p| p.is_dir() || is_recording(p));
            found.extend(find_recordings(&entries)?);
        } else {
            // Included unchecked, so that a misspelt path is reported.
            found.push(path.clone());
        }
    }
    Ok(found)
}

fn is_recording(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.ends_with(".jsonl") || name.ends_with(".jsonl.gz")
}

/// All lines of a recording as JSON, the header first; for tests that change them.
pub fn read_lines(path: &Path) -> Result<Vec<Value>, TraceFault> {
    let mut lines = open(path)?;
    let mut values = Vec::new();
    while let Some(value) = lines.next_value()? {
        values.push(value);
    }
    Ok(values)
}

struct Lines {
    reader: Box<dyn BufRead>,
    number: usize,
    buffer: String,
}

fn open(path: &Path) -> Result<Lines, TraceFault> {
    let cannot = |e: io::Error| broken(format!("cannot read {}: {e}", path.display()));
    let mut file = BufReader::new(File::open(path).map_err(cannot)?);
    let zipped = file.fill_buf().map_err(cannot)?.starts_with(&[0x1f, 0x8b]);
    let reader: Box<dyn BufRead> = if zipped {
        Box::new(BufReader::new(flate2::bufread::MultiGzDecoder::new(file)))
    } else {
        Box::new(file)
    };
    Ok(Lines { reader, number: 0, buffer: String::new() })
}

impl Lines {
    /// The next line that is not blank, as JSON.
    fn next_value(&mut self) -> Result<Option<Value>, TraceFault> {
        loop {
            self.number += 1;
            self.buffer.clear();
            let number = self.number;
            let length = self
                .reader
                .by_ref()
                .take(LINE_MAX_BYTES)
                .read_line(&mut self.buffer)
                .map_err(|e| broken(format!("line {number} cannot be read: {e}")))?;
            if length == 0 {
                return Ok(None);
            }
            if length as u64 == LINE_MAX_BYTES {
                return Err(broken(format!("line {number} is longer than 64 MiB")));
            }
            if !self.buffer.trim().is_empty() {
                return serde_json::from_str(&self.buffer)
                    .map(Some)
                    .map_err(|e| broken(format!("line {number} is not JSON: {e}")));
            }
        }
    }
}

/// Runs the example in the README as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
