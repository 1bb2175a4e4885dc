//! The journal of a run: its log as an append-only file with one line of JSON per entry.
//!
//! A result is reported only after it is in the journal and the journal is on the disk. A crash loses at
//! most the games in progress; running the same command again resumes where the journal ends. Reading a
//! journal needs no lock.

use agon_compete::{Begin, Entry, FORMAT, History, Next, Plan, Refusal, format1, settle};
use serde_json::Value;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The journal's file name in the run's folder.
pub const FILE_NAME: &str = "journal.jsonl";
/// The name under which a converted journal of format 1 is kept.
const OLD_FILE_NAME: &str = "journal-format1.jsonl";

/// A journal cannot be opened, read or continued. Each message is a full sentence.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the error messages describe the variants")]
pub enum JournalFault {
    #[error("cannot {doing} {}: {error}", path.display())]
    Disk { doing: &'static str, path: PathBuf, error: io::Error },
    #[error("{}, line {line}: {why}", path.display())]
    Damaged { path: PathBuf, line: usize, why: String },
    #[error("{} is not a journal of agon: {why}", path.display())]
    Foreign { path: PathBuf, why: String },
    #[error(
        "{} belongs to another run ({what}); choose another folder with --out, or start over with --fresh",
        path.display()
    )]
    OtherRun { path: PathBuf, what: String },
    #[error(
        "{} has format 1, which can be shown and can seed another run, but a {kind} in it cannot be resumed; \
         start over with --fresh, or choose another folder with --out",
        path.display()
    )]
    OldFormat { path: PathBuf, kind: String },
    #[error(
        "the bot {name} has changed since this run began ({was} then, {is} now); start over with --fresh, \
         or restore the old bot"
    )]
    BotChanged { name: String, was: String, is: String },
    #[error(
        "{} is locked by another agon process; wait for it to end, or choose another folder",
        path.display()
    )]
    InUse { path: PathBuf },
    #[error("{0}")]
    Refused(#[from] Refusal),
}

/// A journal opened for writing. It holds a file lock as soon as there is a file.
pub struct Journal {
    folder: PathBuf,
    /// None until the first entry is written.
    file: Option<File>,
    history: History,
    /// Entries that are in `history` and not in the file yet.
    prepared: Vec<Entry>,
    /// Whether the file has to be replaced by a converted one.
    converted: bool,
    /// Bytes of an incomplete last line that is removed by the first write.
    pub cut_off: usize,
    whole: u64,
}

impl Journal {
    /// Opens the journal of a run, or prepares a new one. Nothing is written before [`Journal::commit`]. A
    /// journal with other parameters is refused.
    pub fn open(folder: &Path, begin: Begin) -> Result<Journal, JournalFault> {
        let mut journal = Journal {
            folder: folder.to_owned(),
            file: None,
            history: History::default(),
            prepared: Vec::new(),
            converted: false,
            cut_off: 0,
            whole: 0,
        };
        if journal.path().exists() {
            journal.open_existing()?;
        }
        match journal.history.begin() {
            Some(there) => {
                if journal.converted && !format1::can_resume(&there.kind) {
                    let (path, kind) = (journal.path(), there.kind.clone());
                    return Err(JournalFault::OldFormat { path, kind });
                }
                check_same(&journal.path(), there, &begin)?;
                let is_new = begin.build.as_deref() != journal.history.build();
                if let Some(build) = begin.build.filter(|_| is_new) {
                    journal.prepare(Entry::Build { build, date: begin.date })?;
                }
            }
            None => journal.prepare(Entry::Begin { format: FORMAT, begin })?,
        }
        Ok(journal)
    }

    fn open_existing(&mut self) -> Result<(), JournalFault> {
        let path = self.path();
        let disk = |doing| {
            let path = path.clone();
            move |error| JournalFault::Disk { doing, path, error }
        };
        let file = for_writing().open(&path).map_err(|error| in_use_or(&path, error))?;
        if !file.metadata().is_ok_and(|meta| meta.is_file()) {
            return Err(JournalFault::Foreign { path, why: "it is not a file".into() });
        }
        if !take(&file).map_err(disk("open"))? {
            return Err(JournalFault::InUse { path });
        }
        let bytes = fs::read(&path).map_err(disk("read"))?;
        let Read { history, converted, whole } = parse(&path, &bytes)?;
        if converted {
            let kept = self.folder.join(OLD_FILE_NAME);
            self.prepared = entries_of(&path, &bytes[..whole])?.into_iter().map(|e| e.1).collect();
            if kept.exists() {
                let why = format!("{} is in the way of its conversion", kept.display());
                return Err(JournalFault::Foreign { path, why });
            }
        }
        (self.history, self.converted) = (history, converted);
        (self.cut_off, self.whole) = (bytes.len() - whole, whole as u64);
        self.file = Some(file);
        Ok(())
    }

    fn path(&self) -> PathBuf {
        self.folder.join(FILE_NAME)
    }

    /// The run's folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The state of the run.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// Adds an entry to the history that the next write brings to the disk; refused if it does not fit.
    pub fn prepare(&mut self, entry: Entry) -> Result<(), JournalFault> {
        self.history.apply(entry.clone())?;
        self.prepared.push(entry);
        Ok(())
    }

    /// Writes the prepared entries and waits until they are on the disk.
    pub fn commit(&mut self) -> Result<(), JournalFault> {
        let prepared = std::mem::take(&mut self.prepared);
        self.write(&prepared)
    }

    /// Appends an entry and waits until it is on the disk; refused if it does not fit.
    pub fn record(&mut self, entry: Entry) -> Result<(), JournalFault> {
        self.commit()?;
        self.history.check(&entry)?;
        self.write(std::slice::from_ref(&entry))?;
        Ok(self.history.apply(entry)?)
    }

    /// Appends what the plan demands until only games are left to do.
    pub fn settle(&mut self, plan: &Plan) -> Result<Next, JournalFault> {
        self.commit()?;
        // The history leaves the journal while entries are written.
        let mut history = std::mem::take(&mut self.history);
        let next = settle(plan, &mut history, |entries| self.write(entries));
        self.history = history;
        next
    }

    fn write(&mut self, entries: &[Entry]) -> Result<(), JournalFault> {
        if entries.is_empty() {
            return Ok(());
        }
        let mut text = Vec::new();
        for entry in entries {
            serde_json::to_writer(&mut text, entry).expect("entries are plain data");
            text.push(b'\n');
        }
        let path = self.path();
        if std::mem::take(&mut self.converted) {
            return self.replace(&text);
        }
        if self.file.is_none() {
            self.file = Some(create(&self.folder, &path)?);
        }
        let Some(file) = &mut self.file else { return Ok(()) };
        let cut = std::mem::take(&mut self.cut_off) > 0;
        let written = if cut { shorten(file, self.whole) } else { Ok(()) };
        let written = written.and_then(|()| file.write_all(&text)).and_then(|()| file.sync_data());
        written.map_err(|error| JournalFault::Disk { doing: "write", path, error })
    }

    /// Replaces a journal of format 1, which is kept under another name.
    fn replace(&mut self, text: &[u8]) -> Result<(), JournalFault> {
        let (path, kept) = (self.path(), self.folder.join(OLD_FILE_NAME));
        let disk = |error| JournalFault::Disk { doing: "convert", path: path.clone(), error };
        fs::rename(&path, &kept).map_err(disk)?;
        let mut file = create(&self.folder, &path)?;
        file.write_all(text).and_then(|()| file.sync_data()).map_err(disk)?;
        (self.file, self.cut_off) = (Some(file), 0);
        Ok(())
    }
}

/// How a journal is opened by the process that writes it.
#[cfg(unix)]
fn for_writing() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.read(true).append(true);
    options
}

/// How a journal is opened by the process that writes it: others can read it meanwhile, and not write. A
/// file lock would keep others from reading, and a file that is opened to append cannot be shortened.
#[cfg(windows)]
fn for_writing() -> OpenOptions {
    const FILE_SHARE_READ: u32 = 1;
    let mut options = OpenOptions::new();
    std::os::windows::fs::OpenOptionsExt::share_mode(&mut options, FILE_SHARE_READ);
    options.read(true).write(true);
    options
}

/// Takes the lock of an open journal; `false` if another process has it.
#[cfg(unix)]
fn take(file: &File) -> io::Result<bool> {
    Ok(file.try_lock().is_ok())
}

/// Opening the file has taken it; new entries are written at its end.
#[cfg(windows)]
fn take(mut file: &File) -> io::Result<bool> {
    io::Seek::seek(&mut file, io::SeekFrom::End(0)).map(|_| true)
}

/// Removes what is behind the complete lines.
fn shorten(file: &mut File, whole: u64) -> io::Result<()> {
    file.set_len(whole)?;
    io::Seek::seek(file, io::SeekFrom::End(0)).map(drop)
}

/// Whether another process has opened the file for itself.
fn is_in_use(error: &io::Error) -> bool {
    const ERROR_SHARING_VIOLATION: i32 = 32;
    cfg!(windows) && error.raw_os_error() == Some(ERROR_SHARING_VIOLATION)
}

fn in_use_or(path: &Path, error: io::Error) -> JournalFault {
    let path = path.to_owned();
    match is_in_use(&error) {
        true => JournalFault::InUse { path },
        false => JournalFault::Disk { doing: "open", path, error },
    }
}

/// Creates and locks a journal.
fn create(folder: &Path, path: &Path) -> Result<File, JournalFault> {
    let disk = |doing| move |error| JournalFault::Disk { doing, path: path.to_owned(), error };
    fs::create_dir_all(folder).map_err(disk("create the folder of"))?;
    let file = for_writing().create(true).open(path).map_err(|error| in_use_or(path, error))?;
    let is_empty = file.metadata().is_ok_and(|meta| meta.is_file() && meta.len() == 0);
    if !take(&file).map_err(disk("open"))? || !is_empty {
        return Err(JournalFault::InUse { path: path.to_owned() });
    }
    // The folder's entry for the new file must survive a crash, too.
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
    Ok(file)
}

/// Reads the journal of a run without locking it; an incomplete last line is ignored.
pub fn read_journal(folder: &Path) -> Result<History, JournalFault> {
    let path = folder.join(FILE_NAME);
    let bytes = fs::read(&path).map_err(|error| JournalFault::Disk {
        doing: "read",
        path: path.clone(),
        error,
    })?;
    let history = parse(&path, &bytes)?.history;
    if history.begin().is_none() {
        return Err(JournalFault::Foreign { path, why: "it is empty".into() });
    }
    Ok(history)
}

/// Renames the folder of a run to a free name, unless another process writes into it. Returns the new name.
pub fn move_aside(folder: &Path) -> Result<PathBuf, JournalFault> {
    let path = folder.join(FILE_NAME);
    let lock = match for_writing().open(&path) {
        Ok(file) if !take(&file).unwrap_or(true) => return Err(JournalFault::InUse { path }),
        Ok(file) => Some(file),
        Err(error) if is_in_use(&error) => return Err(JournalFault::InUse { path }),
        Err(_) => None,
    };
    // The lock is held until the folder has its new name; Windows renames no folder with an open file.
    let _lock = lock.filter(|_| !cfg!(windows));
    let aside = (1..).map(|n| {
        let mut name = folder.to_owned().into_os_string();
        name.push(format!(".{n}"));
        PathBuf::from(name)
    });
    let aside = aside.into_iter().find(|path| !path.exists()).expect("there is a free number");
    fs::rename(folder, &aside).map_err(|error| JournalFault::Disk {
        doing: "move",
        path: folder.to_owned(),
        error,
    })?;
    Ok(aside)
}

struct Read {
    history: History,
    /// Whether the journal has format 1.
    converted: bool,
    /// Bytes of the complete lines.
    whole: usize,
}

fn parse(path: &Path, bytes: &[u8]) -> Result<Read, JournalFault> {
    let whole = bytes.iter().rposition(|&b| b == b'\n').map_or(0, |at| at + 1);
    let converted = format_of(path, &bytes[..whole])? == Some(1);
    let mut history = History::default();
    for (line, entry) in entries_of(path, &bytes[..whole])? {
        history.apply(entry).map_err(|refusal| {
            let why = refusal.to_string();
            match line {
                1 => JournalFault::Foreign { path: path.to_owned(), why },
                _ => JournalFault::Damaged { path: path.to_owned(), line, why },
            }
        })?;
    }
    Ok(Read { history, converted, whole })
}

/// The format that the first line names; `None` for an empty file.
fn format_of(path: &Path, bytes: &[u8]) -> Result<Option<u64>, JournalFault> {
    let foreign = |why: String| JournalFault::Foreign { path: path.to_owned(), why };
    let Some(first) = bytes.split(|&b| b == b'\n').next().filter(|line| !line.is_empty()) else {
        return Ok(None);
    };
    let begin: Value = serde_json::from_slice(first)
        .map_err(|error| foreign(format!("its first line is not a `begin` entry: {error}")))?;
    match begin["format"].as_u64().filter(|_| begin["what"] == "begin") {
        Some(format) if format == 1 || format == u64::from(FORMAT) => Ok(Some(format)),
        Some(format) => {
            Err(foreign(format!("it has format {format}; this program reads 1 and {FORMAT}")))
        }
        None => Err(foreign("its first line is not a `begin` entry".into())),
    }
}

/// The entries with the numbers of their lines.
fn entries_of(path: &Path, bytes: &[u8]) -> Result<Vec<(usize, Entry)>, JournalFault> {
    let damaged = |line, why| JournalFault::Damaged { path: path.to_owned(), line, why };
    let invalid = |line, error: &dyn std::fmt::Display| {
        damaged(line, format!("not a valid journal entry: {error}"))
    };
    let lines = bytes.split(|&b| b == b'\n').zip(1..).filter(|(line, _)| !line.is_empty());
    if format_of(path, bytes)? == Some(1) {
        let mut values = Vec::new();
        for (line, number) in lines {
            let value = serde_json::from_slice(line).map_err(|error| invalid(number, &error))?;
            values.push((number, value));
        }
        return format1::convert(&values).map_err(|(line, why)| damaged(line, why));
    }
    let mut entries = Vec::new();
    for (line, number) in lines {
        let entry = serde_json::from_slice(line).map_err(|error| invalid(number, &error))?;
        entries.push((number, entry));
    }
    Ok(entries)
}

/// A run can only be resumed with the same parameters.
fn check_same(path: &Path, there: &Begin, here: &Begin) -> Result<(), JournalFault> {
    let mut what = Vec::new();
    let mut compare = |name: &str, was: String, is: String| {
        if was != is {
            what.push(format!("{name} was {was}, now {is}"));
        }
    };
    compare("the kind", there.kind.clone(), here.kind.clone());
    compare("the game", there.game.clone(), here.game.clone());
    compare("the game's version", there.version.to_string(), here.version.to_string());
    compare("the rules", there.rules.to_string(), here.rules.to_string());
    compare("the program", there.engine.clone(), here.engine.clone());
    if let (Value::Object(was), Value::Object(is)) = (&there.plan, &here.plan) {
        let keys: std::collections::BTreeSet<&String> = was.keys().chain(is.keys()).collect();
        for key in keys {
            // A plan that does not name the clock has a strict one.
            let missing = if key == "clock" { "\"strict\"" } else { "nothing" };
            let describe =
                |value: Option<&Value>| value.map_or(missing.to_owned(), Value::to_string);
            compare(key, describe(was.get(key)), describe(is.get(key)));
        }
    }
    if what.is_empty() {
        return Ok(());
    }
    Err(JournalFault::OtherRun { path: path.to_owned(), what: what.join("; ") })
}
