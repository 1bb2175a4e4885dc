//! The journal of a run: one line of JSON for everything that happened, never changed, only added to.
//!
//! A game is in the journal, and the journal on the disk, before anybody is told its result. Whatever
//! kills the program loses at most the games under way; the next run of the same command goes on where
//! the journal ends.

use agon_core::{Profile, StateHash};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The version of the format.
const FORMAT: u32 = 1;
/// The journal's file name within the run's folder.
const FILE: &str = "journal.jsonl";

/// The first line: what is being held.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Begin {
    /// The kind of run: `compare`, `league`, `tournament`, `grade`.
    pub kind: String,
    /// The game.
    pub game: String,
    /// The version of the game's rules.
    pub version: u32,
    /// The rule profile.
    pub rules: Profile,
    /// The program that plays.
    pub engine: String,
    /// Everything that was asked for.
    pub plan: Value,
    /// When it began.
    pub date: String,
    /// A fingerprint of the program's file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub build: Option<String>,
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// The game's key within the run.
    pub game: String,
    /// The map's name.
    pub map: String,
    /// The seed.
    pub seed: u64,
    /// The entrants by seat.
    pub seats: Vec<String>,
    /// Their ranks, 1 is best.
    pub ranks: Vec<u8>,
    /// Their scores.
    pub scores: Vec<f64>,
    /// The highest score anybody could have reached, where the game says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most: Option<f64>,
    /// What decided it, as a short word.
    pub reason: String,
    /// The same as a sentence.
    pub sentence: String,
    /// The last round.
    pub rounds: u32,
    /// Fingerprint of the last position.
    pub state: StateHash,
    /// What each bot did wrong first.
    pub faults: Vec<Option<String>>,
    /// Whether each bot could not be asked any more.
    pub dead: Vec<bool>,
    /// How long it took.
    pub seconds: f64,
    /// Where the replay is, seen from the run's folder.
    pub replay: Option<String>,
}

impl GameRecord {
    /// Half points of each seat in a game of two: 2 for a win, 1 for a draw, 0 for a loss. A seat of
    /// a larger table gets 2 for being the only first, 1 for a shared first place.
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
        /// The version of the format.
        format: u32,
        /// What is being held.
        #[serde(flatten)]
        begin: Begin,
    },
    /// The run goes on with another build of the same program.
    Build {
        /// A fingerprint of the program's file.
        build: String,
        /// When.
        date: String,
    },
    /// A bot takes part.
    Bot {
        /// Its name in this run.
        name: String,
        /// The word that names it.
        word: String,
        /// A fingerprint of its files.
        hash: Option<String>,
    },
    /// A game is about to be played.
    Planned {
        /// Its key.
        game: String,
        /// The map, by the word that names it.
        map: String,
        /// The seed.
        seed: u64,
        /// The entrants by seat.
        seats: Vec<String>,
    },
    /// A game has been played.
    Played(GameRecord),
    /// Something on our side failed: this was no result, and the game is played again.
    Void {
        /// Its key.
        game: String,
        /// What failed.
        why: String,
        /// Which attempt it was, from 1.
        attempt: u32,
    },
    /// A round of a tournament has been drawn.
    Round {
        /// Its number, from 1.
        number: u32,
        /// Who meets whom and why, in the words of the tournament.
        draw: Value,
    },
}

/// What is wrong with a journal. Each reads as a full sentence.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the sentences say it")]
pub enum JournalFault {
    #[error("cannot {doing} {}: {error}", path.display())]
    Disk { doing: &'static str, path: PathBuf, error: io::Error },
    #[error("{}, line {line}, is no line of a journal: {why}", path.display())]
    Damaged { path: PathBuf, line: usize, why: String },
    #[error("{} is not a journal of this program: {why}", path.display())]
    Foreign { path: PathBuf, why: String },
    #[error(
        "{} holds another run ({what}): choose another folder with --out, or start anew with --fresh",
        path.display()
    )]
    OtherRun { path: PathBuf, what: String },
    #[error(
        "the bot {name} is not the one this run began with ({was} then, {is} now): start anew with \
         --fresh, or put the old one back"
    )]
    BotChanged { name: String, was: String, is: String },
    #[error("{} is in use by another run of this program", path.display())]
    InUse { path: PathBuf },
}

/// Everything a journal says.
#[derive(Clone, Debug, Default)]
pub struct Contents {
    /// What is being held.
    pub begin: Option<Begin>,
    /// The build of the program that played last.
    pub build: Option<String>,
    /// Bots by name: word and fingerprint.
    pub bots: BTreeMap<String, (String, Option<String>)>,
    /// Finished games by key.
    pub games: BTreeMap<String, GameRecord>,
    /// The keys of finished games in the order in which they were finished.
    pub order: Vec<String>,
    /// Drawn rounds by number.
    pub rounds: BTreeMap<u32, Value>,
    /// Games that had to be played again: key and reason, in order.
    pub voids: Vec<(String, String)>,
}

impl Contents {
    fn take(&mut self, entry: Entry) {
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

    /// The finished games in the order in which they were finished.
    pub fn in_order(&self) -> impl Iterator<Item = &GameRecord> {
        self.order.iter().map(|key| &self.games[key])
    }
}

/// A journal that is being written.
pub struct Journal {
    folder: PathBuf,
    file: File,
    contents: Contents,
    /// How many bytes of a line that was cut off were dropped when the journal was opened.
    pub cut_off: usize,
}

impl Journal {
    /// Opens the journal of a run, or begins it. A line that was cut off by a crash is dropped; any
    /// other difference to what is expected is refused.
    pub fn open(folder: &Path, begin: Begin) -> Result<Journal, JournalFault> {
        let path = folder.join(FILE);
        let disk = |doing| {
            let path = path.clone();
            move |error| JournalFault::Disk { doing, path, error }
        };
        fs::create_dir_all(folder).map_err(disk("make the folder of"))?;
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
            file.set_len(whole as u64).map_err(disk("mend"))?;
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
                journal.append(&Entry::Begin { format: FORMAT, begin })?;
                // The folder's entry for the new file must survive, too.
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

    /// Everything written so far.
    pub fn contents(&self) -> &Contents {
        &self.contents
    }

    /// Adds a line and waits until it is on the disk.
    pub fn append(&mut self, entry: &Entry) -> Result<(), JournalFault> {
        self.write(std::slice::from_ref(entry), true)
    }

    /// Adds lines that nothing is lost with if they are: what is about to be done.
    pub fn mention(&mut self, entries: &[Entry]) -> Result<(), JournalFault> {
        self.write(entries, false)
    }

    fn write(&mut self, entries: &[Entry], wait: bool) -> Result<(), JournalFault> {
        let mut text = Vec::new();
        for entry in entries {
            serde_json::to_writer(&mut text, entry).expect("entries are plain data");
            text.push(b'\n');
        }
        let written = self
            .file
            .write_all(&text)
            .and_then(|()| if wait { self.file.sync_data() } else { Ok(()) });
        written.map_err(|error| JournalFault::Disk {
            doing: "write",
            path: self.folder.join(FILE),
            error,
        })?;
        entries.iter().for_each(|entry| self.contents.take(entry.clone()));
        Ok(())
    }

    /// A bot takes part; refused if it is another one than before.
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
                let say = |(word, hash): &(String, Option<String>)| match hash {
                    Some(hash) => format!("{word} {}", hash.chars().take(19).collect::<String>()),
                    None => word.clone(),
                };
                let (was, is) = (say(before), say(&now));
                Err(JournalFault::BotChanged { name: name.to_owned(), was, is })
            }
            None => {
                let (word, hash) = now;
                self.append(&Entry::Bot { name: name.to_owned(), word, hash })
            }
        }
    }
}

/// Reads the journal of a run without writing to it; a line that is cut off is left out.
pub fn read_journal(folder: &Path) -> Result<Contents, JournalFault> {
    let path = folder.join(FILE);
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
            (Entry::Begin { format, .. }, 0) if *format == FORMAT => {}
            (Entry::Begin { format, .. }, 0) => {
                return Err(foreign(format!(
                    "it has format {format}, this program reads {FORMAT}"
                )));
            }
            (_, 0) => return Err(foreign("it does not say what it is the journal of".into())),
            (Entry::Begin { .. }, _) => {
                return Err(foreign(format!("it begins again in line {}", number + 1)));
            }
            _ => {}
        }
        contents.take(entry);
    }
    Ok(contents)
}

/// A run can only be continued as what it began.
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
        let say = |value: Option<&Value>| value.map_or("nothing".into(), Value::to_string);
        for key in keys {
            compare(key, say(was.get(key)), say(is.get(key)));
        }
    }
    if what.is_empty() {
        return Ok(());
    }
    Err(JournalFault::OtherRun { path: path.to_owned(), what: what.join("; ") })
}
