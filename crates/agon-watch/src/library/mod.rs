//! The replays and runs in the files and folders that `agon watch` was given.
//!
//! Nothing is kept open: folders are read again for every request, files only when they have changed. So the
//! matches of a league that is being played appear in the list.

mod run;

use crate::filming::content_address;
use agon_core::{Contest, StateHasher, safe_line};
use agon_games::{GAMES, Visitor};
use agon_replay::{EXTENSION, Header, Replay, failed_turns};
use agon_runs::FILE_NAME as JOURNAL;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};

pub(crate) use run::RunReport;

/// The largest replay file that is read.
const MAX_FILE_BYTES: u64 = 256 << 20;
/// Bodies that unpack to more are listed without a count of faults.
const MAX_COUNTED_BYTES: u64 = 64 << 20;
/// Folders deeper than this below a named folder are not searched.
const MAX_DEPTH: usize = 8;
/// Files beyond this number are not listed.
const MAX_FILES: usize = 50_000;
/// A request reads new files for this long; the next request goes on.
const READING_TIME: Duration = Duration::from_secs(4);
/// Folders of tools, which contain many files and no replays.
const SKIPPED: [&str; 4] = ["node_modules", "target", "__pycache__", ".git"];

/// One replay of the list.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Row {
    /// Its content address, which names its film.
    pub id: String,
    /// The file's path.
    pub file: String,
    /// What is wrong with the file; then the other fields are empty.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
    /// The match; none for a replay of an original program, and if the header is damaged.
    #[serde(flatten)]
    pub game: Option<MatchRow>,
}

/// What the header of a replay says about its match.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct MatchRow {
    game: String,
    title: String,
    /// What the scores count.
    score: String,
    map: String,
    seed: u64,
    rules: String,
    /// Names of the seats, and the bots on them.
    seats: Vec<(String, String)>,
    /// Ranks by seat.
    ranks: Vec<u8>,
    /// Scores by seat.
    scores: Vec<f64>,
    reason: String,
    rounds: u32,
    /// Turns that ended by a fault of a bot, if they were counted.
    faults: Option<u32>,
    date: Option<String>,
}

/// A run of the list.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct RunRow {
    /// Hash of its first entry, which never changes, and of its folder's name.
    pub id: String,
    pub folder: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
    pub kind: String,
    pub game: String,
    pub title: String,
    pub date: String,
    pub entrants: usize,
    pub games: usize,
}

/// Everything that was found.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Listing {
    /// The named files and folders.
    pub paths: Vec<String>,
    pub matches: Vec<Row>,
    pub runs: Vec<RunRow>,
    /// Whether there are files that were not read yet.
    pub more: bool,
    /// Files and folders that cannot be read, as sentences.
    pub faults: Vec<String>,
}

/// A version of a file.
type Version = (u64, Option<SystemTime>);

/// Files and folders, and what is known about them.
#[derive(Default)]
pub(crate) struct Library {
    paths: Vec<PathBuf>,
    known: Mutex<BTreeMap<PathBuf, (Version, Row)>>,
}

/// What a search through the folders finds.
#[derive(Default)]
struct Found {
    files: BTreeSet<PathBuf>,
    runs: BTreeSet<PathBuf>,
    faults: Vec<String>,
}

impl Library {
    /// The library of these files and folders.
    pub fn new(paths: Vec<PathBuf>) -> Library {
        Library { paths, known: Mutex::default() }
    }

    /// Everything that is there now.
    pub fn list(&self) -> Listing {
        let found = self.search();
        let start = Instant::now();
        let mut listing = Listing {
            paths: self.paths.iter().map(|path| shown(path)).collect(),
            faults: found.faults,
            ..Listing::default()
        };
        for folder in &found.runs {
            listing.runs.push(run_row(folder));
        }
        for file in &found.files {
            match self.row(file, start.elapsed() > READING_TIME) {
                Ok(Some(row)) => listing.matches.push(row),
                Ok(None) => listing.more = true,
                Err(error) => listing.faults.push(cannot_read(file, &error)),
            }
        }
        listing
    }

    /// The bytes and the name of the replay with this content address.
    pub fn replay(&self, id: &str) -> Option<(String, Vec<u8>)> {
        let paths = || {
            let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
            let named = known.iter().filter(|(_, (_, row))| row.id == id);
            named.map(|(path, _)| path.clone()).collect::<Vec<_>>()
        };
        let mut candidates = paths();
        // A link may be followed before the list was asked for.
        while candidates.is_empty() && !self.paths.is_empty() {
            let more = self.list().more;
            candidates = paths();
            if !more {
                break;
            }
        }
        candidates.iter().find_map(|path| {
            let bytes = read(path).ok()?;
            (content_address(&bytes) == id).then(|| (file_name(path), bytes))
        })
    }

    /// The id of the run, if exactly one folder was named and it is the folder of a run.
    pub fn only_run(&self) -> Option<String> {
        match self.paths.as_slice() {
            [folder] if folder.join(JOURNAL).is_file() => run_id(folder),
            _ => None,
        }
    }

    /// The report of the run with this id.
    pub fn run(&self, id: &str) -> Option<Result<RunReport, String>> {
        let found = self.search();
        let folder = found.runs.iter().find(|folder| run_id(folder).as_deref() == Some(id))?;
        let address = |file: &Path| self.row(file, false).ok().flatten().map(|row| row.id);
        Some(run::report(folder, id, &address))
    }

    fn search(&self) -> Found {
        let mut found = Found::default();
        for path in &self.paths {
            if path.is_dir() {
                search(path, 0, &mut found);
            } else {
                found.files.insert(path.clone());
            }
        }
        found
    }

    /// The row of a file; none if it is new and `known_only`.
    fn row(&self, path: &Path, known_only: bool) -> io::Result<Option<Row>> {
        let data = fs::metadata(path)?;
        let version = (data.len(), data.modified().ok());
        let known = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((old, row)) = known().get(path)
            && *old == version
        {
            return Ok(Some(row.clone()));
        }
        if known_only {
            return Ok(None);
        }
        let row = read_row(path, &read(path)?);
        known().insert(path.to_owned(), (version, row.clone()));
        Ok(Some(row))
    }
}

fn shown(path: &Path) -> String {
    safe_line(&path.display().to_string()).into_owned()
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn cannot_read(path: &Path, error: &io::Error) -> String {
    format!("Cannot read {}: {error}.", shown(path))
}

/// Reads a file of limited size.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    let file = fs::File::open(path)?;
    if !file.metadata()?.is_file() {
        return Err(io::Error::other("it is not a file"));
    }
    let mut bytes = Vec::new();
    file.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_FILE_BYTES {
        let limit = MAX_FILE_BYTES >> 20;
        return Err(io::Error::other(format!("it is larger than {limit} MiB")));
    }
    Ok(bytes)
}

/// Adds the replays and runs below a folder. Links to folders are not followed.
fn search(folder: &Path, depth: usize, found: &mut Found) {
    if folder.join(JOURNAL).is_file() {
        found.runs.insert(folder.to_owned());
    }
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) => return found.faults.push(cannot_read(folder, &error)),
    };
    for entry in entries.flatten() {
        let (path, kind) = (entry.path(), entry.file_type());
        let is_folder = kind.is_ok_and(|kind| kind.is_dir());
        if is_folder {
            let is_skipped = SKIPPED.contains(&file_name(&path).as_str());
            if depth < MAX_DEPTH && !is_skipped {
                search(&path, depth + 1, found);
            }
        } else if path.extension().is_some_and(|extension| extension == EXTENSION)
            && found.files.len() < MAX_FILES
        {
            found.files.insert(path);
        }
    }
}

/// The row of a replay.
fn read_row(path: &Path, bytes: &[u8]) -> Row {
    let (id, file) = (content_address(bytes), shown(path));
    if !bytes.starts_with(b"agon-replay ") {
        let extension = path.extension().unwrap_or_default().to_string_lossy().into_owned();
        let is_original =
            GAMES.iter().any(|info| info.original_extension == Some(extension.as_str()));
        let fault = (!is_original).then(|| "it is not a replay".to_owned());
        return Row { id, file, fault, game: None };
    }
    match Header::from_bytes(bytes) {
        Ok(header) => Row { id, file, fault: None, game: Some(match_row(header, bytes)) },
        Err(fault) => Row { id, file, fault: Some(fault.to_string()), game: None },
    }
}

fn match_row(header: Header, bytes: &[u8]) -> MatchRow {
    let line = |text: &str| safe_line(text).into_owned();
    let info = GAMES.iter().find(|info| info.id == header.game);
    let replay = Replay::from_bytes_within(bytes, MAX_COUNTED_BYTES).ok();
    let faults = replay.and_then(|replay| agon_games::visit(&header.game, Faults(&replay))?);
    MatchRow {
        title: info.map_or_else(|| line(&header.game), |info| info.title.to_owned()),
        score: info.map_or("", |info| info.score).to_owned(),
        game: line(&header.game),
        map: line(&header.map),
        seed: header.seed,
        rules: header.rules.word().to_owned(),
        seats: header.seats.iter().map(|entry| (line(&entry.seat), line(&entry.bot))).collect(),
        ranks: header.result.standings.iter().map(|standing| standing.rank).collect(),
        scores: header.result.standings.iter().map(|standing| standing.score).collect(),
        reason: line(&header.result.reason.sentence),
        rounds: header.rounds,
        faults,
        date: header.date.as_deref().map(line),
    }
}

struct Faults<'a>(&'a Replay);

impl Visitor for Faults<'_> {
    type Out = Option<u32>;
    fn visit<G: Contest>(self) -> Option<u32> {
        failed_turns::<G>(self.0).ok()
    }
}

/// The id of a run; none if its journal is empty or cannot be read.
fn run_id(folder: &Path) -> Option<String> {
    let journal = fs::File::open(folder.join(JOURNAL)).ok()?;
    let mut first = Vec::new();
    BufReader::new(journal).take(1 << 20).read_until(b'\n', &mut first).ok()?;
    let name = folder.canonicalize().map_or_else(|_| file_name(folder), |path| file_name(&path));
    let mut hasher = StateHasher::new();
    (!first.is_empty()).then(|| hasher.bytes(&first).bytes(name.as_bytes()).finish().to_string())
}

fn run_row(folder: &Path) -> RunRow {
    let mut row = RunRow {
        id: run_id(folder).unwrap_or_default(),
        folder: shown(folder),
        fault: None,
        kind: String::new(),
        game: String::new(),
        title: String::new(),
        date: String::new(),
        entrants: 0,
        games: 0,
    };
    let history = match agon_runs::read_journal(folder) {
        Ok(history) => history,
        Err(fault) => return RunRow { fault: Some(fault.to_string()), ..row },
    };
    if let Some(begin) = history.begin() {
        (row.kind, row.game) = (begin.kind.clone(), begin.game.clone());
        (row.title, row.date) = (run::title(&begin.game), begin.date.clone());
    }
    (row.entrants, row.games) = (history.players().count(), history.ended_games());
    row
}
