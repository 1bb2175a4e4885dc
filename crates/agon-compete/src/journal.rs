//! The journal of a run: an append-only file with one line of JSON per event.
//!
//! A result is reported only after it is in the journal and the journal is on the disk. A crash loses at
//! most the games in progress; running the same command again resumes where the journal ends.

use agon_core::{Profile, StateHash};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Version of the format.
const FORMAT_VERSION: u32 = 1;
/// The journal's file name in the run's folder.
const FILE_NAME: &str = "journal.jsonl";

/// The first line: the run's parameters.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Begin {
    /// Kind of run: `compare`, `league`, `tournament`, `grade`.
    pub kind: String,
    /// The game.
    pub game: String,
    /// The version of the game's rules.
    pub version: u32,
    /// Rule profile.
    pub rules: Profile,
    /// Name and version of the program.
    pub engine: String,
    /// The plan of the run.
    pub plan: Value,
    /// Start date.
    pub date: String,
    /// Hash of the program file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub build: Option<String>,
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// Key of the game within the run.
    pub game: String,
    /// The map's name.
    pub map: String,
    /// The seed.
    pub seed: u64,
    /// The entrants by seat.
    pub seats: Vec<String>,
    /// Ranks by seat, 1 is best.
    pub ranks: Vec<u8>,
    /// Scores by seat.
    pub scores: Vec<f64>,
    /// The highest possible score, if the game reports it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most: Option<f64>,
    /// Short code of the deciding reason.
    pub reason: String,
    /// The deciding reason as a sentence.
    pub sentence: String,
    /// The last round.
    pub rounds: u32,
    /// Hash of the last position.
    pub state: StateHash,
    /// First fault of each bot.
    pub faults: Vec<Option<String>>,
    /// Whether each bot had stopped responding: not started, exited or out of memory.
    pub dead: Vec<bool>,
    /// Duration in seconds.
    pub seconds: f64,
    /// Path of the replay, relative to the run's folder.
    pub replay: Option<String>,
}

impl GameRecord {
    /// Half points of a seat: 2 for an unshared first place, 1 for a shared one, 0 otherwise. With two seats
    /// these are win, draw and loss.
    pub fn half_points(&self, seat: usize) -> u8 {
        let firsts = self.ranks.iter().filter(|rank| **rank == 1).count();
        match (self.ranks.get(seat), firsts) {
            (Some(1), 1) => 2,
            (Some(1), _) => 1,
            _ => 0,
        }
    }
}

/// One line of a journal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case")]
pub enum Entry {
    /// The first line.
    Begin {
        /// Version of the format.
        format: u32,
        /// The run's parameters.
        #[serde(flatten)]
        begin: Begin,
    },
    /// The run is resumed with another build of the program.
    Build {
        /// Hash of the program file.
        build: String,
        /// Date.
        date: String,
    },
    /// A bot entered.
    Bot {
        /// Its name in this run.
        name: String,
        /// Specifier of the bot.
        word: String,
        /// Hash of its files.
        hash: Option<String>,
    },
    /// A game is planned.
    Planned {
        /// Its key.
        game: String,
        /// Specifier of the map.
        map: String,
        /// The seed.
        seed: u64,
        /// The entrants by seat.
        seats: Vec<String>,
    },
    /// A game was played.
    Played(GameRecord),
    /// An infrastructure failure: the game has no result and is played again.
    Void {
        /// Its key.
        game: String,
        /// What failed.
        why: String,
        /// Which attempt it was, from 1.
        attempt: u32,
    },
    /// A round of a tournament was drawn.
    Round {
        /// Its number, from 1.
        number: u32,
        /// The pairings; the structure depends on the tournament format.
        draw: Value,
    },
}

/// A journal cannot be opened, read or continued. Each message is a full sentence.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the error messages describe the variants")]
pub enum JournalFault {
    #[error("cannot {doing} {}: {error}", path.display())]
    Disk { doing: &'static str, path: PathBuf, error: io::Error },
    #[error("{}, line {line}: not a valid journal entry: {why}", path.display())]
    Damaged { path: PathBuf, line: usize, why: String },
    #[error("{} is not a journal of agon: {why}", path.display())]
    Foreign { path: PathBuf, why: String },
    #[error(
        "{} belongs to another run ({what}); choose another folder with --out, or start over with --fresh",
        path.display()
    )]
    OtherRun { path: PathBuf, what: String },
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
}

/// The contents of a journal.
#[derive(Clone, Debug, Default)]
pub struct Contents {
    /// The run's parameters.
    pub begin: Option<Begin>,
    /// The build of the program that wrote last.
    pub build: Option<String>,
    /// Bots by name: specifier and hash.
    pub bots: BTreeMap<String, (String, Option<String>)>,
    /// Finished games by key.
    pub games: BTreeMap<String, GameRecord>,
    /// The keys of finished games in the order in which they ended.
    pub order: Vec<String>,
    /// Drawn rounds by number.
    pub rounds: BTreeMap<u32, Value>,
    /// Voided games in order: key and reason.
    pub voids: Vec<(String, String)>,
}

impl Contents {
    fn apply(&mut self, entry: Entry) {
        match entry {
            Entry::Begin { begin, .. } => {
                self.build = begin.build.clone();
                self.begin = Some(begin);
            }
            Entry::Build { build, .. } => self.build = Some(build),
            Entry::Bot { name, word, hash } => drop(self.bots.insert(name, (word, hash))),
            Entry::Planned { .. } => {}
            Entry::Played(game) => {
                if !self.games.contains_key(&game.game) {
                    self.order.push(game.game.clone());
                }
                self.games.insert(game.game.clone(), game);
            }
            Entry::Void { game, why, .. } => self.voids.push((game, why)),
            Entry::Round { number, draw } => drop(self.rounds.insert(number, draw)),
        }
    }

    /// The finished games in the order in which they ended.
    pub fn in_order(&self) -> impl Iterator<Item = &GameRecord> {
        self.order.iter().map(|key| &self.games[key])
    }
}

/// A journal opened for writing; holds a file lock.
pub struct Journal {
    folder: PathBuf,
    file: File,
    contents: Contents,
    /// Bytes of an incomplete last line that were removed when the journal was opened.
    pub cut_off: usize,
}

impl Journal {
    /// Opens or creates the journal of a run. An incomplete last line (after a crash) is removed; a
    /// journal with other parameters is refused.
    pub fn open(folder: &Path, begin: Begin) -> Result<Journal, JournalFault> {
        let path = folder.join(FILE_NAME);
        let disk = |doing| {
            let path = path.clone();
            move |error| JournalFault::Disk { doing, path, error }
        };
        fs::create_dir_all(folder).map_err(disk("create the folder of"))?;
        let file = OpenOptions::new().create(true).read(true).append(true).open(&path);
        let file = file.map_err(disk("open"))?;
        if !file.metadata().is_ok_and(|meta| meta.is_file()) {
            return Err(JournalFault::Foreign { path, why: "it is not a file".into() });
        }
        if file.try_lock().is_err() {
            return Err(JournalFault::InUse { path });
        }
        let bytes = fs::read(&path).map_err(disk("read"))?;
        let whole = bytes.iter().rposition(|&b| b == b'\n').map_or(0, |at| at + 1);
        let cut_off = bytes.len() - whole;
        let contents = parse(&path, &bytes[..whole])?;
        if cut_off > 0 {
            file.set_len(whole as u64).map_err(disk("repair"))?;
        }
        let mut journal = Journal { folder: folder.to_owned(), file, contents, cut_off };
        match &journal.contents.begin {
            Some(there) => {
                check_same(&path, there, &begin)?;
                let is_new = begin.build != journal.contents.build;
                if let Some(build) = begin.build.filter(|_| is_new) {
                    journal.append(&Entry::Build { build, date: begin.date })?;
                }
            }
            None => {
                journal.append(&Entry::Begin { format: FORMAT_VERSION, begin })?;
                // The folder's entry for the new file must survive a crash, too.
                if let Ok(folder) = File::open(folder) {
                    let _ = folder.sync_all();
                }
            }
        }
        Ok(journal)
    }

    /// The run's folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The contents so far.
    pub fn contents(&self) -> &Contents {
        &self.contents
    }

    /// Appends an entry and waits until it is on the disk.
    pub fn append(&mut self, entry: &Entry) -> Result<(), JournalFault> {
        self.write(std::slice::from_ref(entry), true)
    }

    /// Appends entries without waiting for the disk. For entries that may be lost, such as planned games.
    pub fn append_unsynced(&mut self, entries: &[Entry]) -> Result<(), JournalFault> {
        self.write(entries, false)
    }

    fn write(&mut self, entries: &[Entry], sync: bool) -> Result<(), JournalFault> {
        let mut text = Vec::new();
        for entry in entries {
            serde_json::to_writer(&mut text, entry).expect("entries are plain data");
            text.push(b'\n');
        }
        let written = self
            .file
            .write_all(&text)
            .and_then(|()| if sync { self.file.sync_data() } else { Ok(()) });
        written.map_err(|error| JournalFault::Disk {
            doing: "write",
            path: self.folder.join(FILE_NAME),
            error,
        })?;
        entries.iter().for_each(|entry| self.contents.apply(entry.clone()));
        Ok(())
    }

    /// Adds a bot; refused if the name belongs to another bot or version.
    pub fn enter(
        &mut self,
        name: &str,
        word: &str,
        hash: Option<&str>,
    ) -> Result<(), JournalFault> {
        let now = (word.to_owned(), hash.map(str::to_owned));
        match self.contents.bots.get(name) {
            Some(before) if *before == now => Ok(()),
            Some(before) => {
                let describe = |(word, hash): &(String, Option<String>)| match hash {
                    Some(hash) => format!("{word} {}", hash.chars().take(19).collect::<String>()),
                    None => word.clone(),
                };
                let (was, is) = (describe(before), describe(&now));
                Err(JournalFault::BotChanged { name: name.to_owned(), was, is })
            }
            None => {
                let (word, hash) = now;
                self.append(&Entry::Bot { name: name.to_owned(), word, hash })
            }
        }
    }
}

/// Reads the journal of a run without locking it; an incomplete last line is ignored.
pub fn read_journal(folder: &Path) -> Result<Contents, JournalFault> {
    let path = folder.join(FILE_NAME);
    let bytes = fs::read(&path).map_err(|error| JournalFault::Disk {
        doing: "read",
        path: path.clone(),
        error,
    })?;
    let whole = bytes.iter().rposition(|&b| b == b'\n').map_or(0, |at| at + 1);
    let contents = parse(&path, &bytes[..whole])?;
    if contents.begin.is_none() {
        return Err(JournalFault::Foreign { path, why: "it is empty".into() });
    }
    Ok(contents)
}

fn parse(path: &Path, bytes: &[u8]) -> Result<Contents, JournalFault> {
    let mut contents = Contents::default();
    for (number, line) in bytes.split(|&b| b == b'\n').enumerate() {
        if line.is_empty() {
            continue;
        }
        let entry: Entry = serde_json::from_slice(line).map_err(|error| JournalFault::Damaged {
            path: path.to_owned(),
            line: number + 1,
            why: error.to_string(),
        })?;
        let foreign = |why: String| JournalFault::Foreign { path: path.to_owned(), why };
        match (&entry, number) {
            (Entry::Begin { format, .. }, 0) if *format == FORMAT_VERSION => {}
            (Entry::Begin { format, .. }, 0) => {
                return Err(foreign(format!(
                    "it has format {format}, this program reads {FORMAT_VERSION}"
                )));
            }
            (_, 0) => return Err(foreign("its first line is not a `begin` entry".into())),
            (Entry::Begin { .. }, _) => {
                return Err(foreign(format!(
                    "it has a second `begin` entry in line {}",
                    number + 1
                )));
            }
            _ => {}
        }
        contents.apply(entry);
    }
    Ok(contents)
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
        let describe = |value: Option<&Value>| value.map_or("nothing".into(), Value::to_string);
        for key in keys {
            compare(key, describe(was.get(key)), describe(is.get(key)));
        }
    }
    if what.is_empty() {
        return Ok(());
    }
    Err(JournalFault::OtherRun { path: path.to_owned(), what: what.join("; ") })
}
