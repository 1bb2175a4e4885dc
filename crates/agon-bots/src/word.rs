//! What a word on a command line names: a built-in bot, a file, a folder.

use crate::language::{Api, Language, api_of};
use crate::manifest::{MANIFEST, Manifest};
use crate::sources::{Sources, read_text};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a word names no bot. Each reads as a full sentence.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the sentences say it")]
pub enum WordFault {
    #[error(
        "there is no bot `{word}`: name a built-in one ({known}), or a file or folder with a bot of \
         your own (`agon new {game} --lang python my_bot` makes one)"
    )]
    Nothing { word: String, known: String, game: &'static str },
    #[error(
        "{} is not a bot that is known here: it should end in .py, .cpp, .js, .rs or .java, or be an \
         executable program; or say what it is, as in `python:{}`", .path.display(), .path.display()
    )]
    UnknownFile { path: PathBuf },
    #[error(
        "{} has no bot that can be found: put an agon.toml there, or a file called bot.py, main.py, \
         bot.js, main.cpp or Cargo.toml, or Java sources (`agon new` makes a folder as it should be)",
        .path.display()
    )]
    UnknownFolder { path: PathBuf },
    #[error("{}: {why}", .path.display())]
    Manifest { path: PathBuf, why: String },
    #[error("{} is a bot for {found}, not for {wanted}", .path.display())]
    OtherGame { path: PathBuf, found: String, wanted: &'static str },
    #[error("{} names {entry} as the bot's entry, but there is no such file", .path.display())]
    NoEntry { path: PathBuf, entry: String },
    #[error("cannot read {}: {why}", .path.display())]
    Unreadable { path: PathBuf, why: std::io::Error },
}

/// A bot that was found: what it is and where its files are.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// What it is called in results.
    pub name: String,
    /// The game it is to play.
    pub game: &'static str,
    /// What it is written in.
    pub language: Language,
    /// What it is written for.
    pub api: Api,
    /// The folder that its files are in.
    pub root: PathBuf,
    /// The file to run or to begin with, inside the folder.
    pub entry: PathBuf,
    /// Whether somebody has named that file.
    pub is_entry_named: bool,
    /// Which files of the folder belong to it.
    pub sources: Sources,
    /// A shell command that builds it.
    pub build: Option<String>,
}

/// Files that a folder's bot begins with, the most telling first.
const ENTRIES: [&str; 14] = [
    "bot.py",
    "main.py",
    "bot.js",
    "bot.mjs",
    "main.js",
    "index.js",
    "Cargo.toml",
    "bot.cpp",
    "main.cpp",
    "AI.cpp",
    "bot.rs",
    "main.rs",
    "bot.java",
    "bot",
];

/// Finds the bot that a word names. `python:` and the like before a path say what it is written in,
/// `original:` that it is written for the contest's own interface.
pub fn find(word: &str, game: &'static str, known: &str) -> Result<Found, WordFault> {
    let (hints, path) = hints(word);
    let path = Path::new(path);
    let meta = path.metadata().map_err(|_| {
        let (word, known) = (word.to_owned(), known.to_owned());
        WordFault::Nothing { word, known, game }
    })?;
    let path =
        path.canonicalize().map_err(|why| WordFault::Unreadable { path: path.to_owned(), why })?;
    let found = if meta.is_dir() { folder(&path, game, hints) } else { file(&path, game, hints) };
    let mut found = found?;
    let manifest = manifest_of(&path)?;
    if let Some(other) = manifest.game.filter(|other| other != game) {
        return Err(WordFault::OtherGame { path, found: other, wanted: game });
    }
    found.name = manifest.name.unwrap_or(found.name);
    found.build = manifest.build;
    found.api = match hints.api.or(manifest.api) {
        Some(api) => api,
        None if found.language == Language::Exec => Api::Agon,
        // There is no Java kit but those of the contests.
        None if found.language == Language::Java => Api::Original,
        None => {
            let text = read_text(&found.root.join(&found.entry));
            api_of(game, found.language, &text)
        }
    };
    if found.api == Api::Original && found.language == Language::Cpp {
        // The contest's bots are two files at least, so one of them stands for its folder.
        found.sources = Sources::Folder;
    }
    Ok(found)
}

/// The game that a bot says it plays: in its `agon.toml`, or by being written for one contest.
pub fn game_of<'a>(word: &str, games: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let path = Path::new(hints(word).1);
    let said = manifest_of(path).ok().and_then(|manifest| manifest.game);
    let entry = if path.is_dir() { path.join(entry_of(path)?) } else { path.to_owned() };
    let text = read_text(&entry);
    let language = Language::of_file(&entry);
    let is_for = |game: &&str| match (&said, language) {
        (Some(said), _) => said == game,
        (None, Some(language)) => api_of(game, language, &text) == Api::Original,
        (None, None) => false,
    };
    games.into_iter().find(is_for)
}

/// What is said before the path.
#[derive(Copy, Clone, Default)]
struct Hints {
    language: Option<Language>,
    api: Option<Api>,
}

fn hints(word: &str) -> (Hints, &str) {
    let mut hints = Hints::default();
    let mut rest = word;
    while let Some((hint, path)) = rest.split_once(':') {
        match (Language::from_word(hint), hint) {
            (Some(language), _) => hints.language = Some(language),
            (None, "original") => hints.api = Some(Api::Original),
            (None, "agon") => hints.api = Some(Api::Agon),
            _ => break,
        }
        rest = path;
    }
    (hints, rest)
}

fn file(path: &Path, game: &'static str, hints: Hints) -> Result<Found, WordFault> {
    let language = hints
        .language
        .or_else(|| Language::of_file(path))
        .or_else(|| is_executable(path).then_some(Language::Exec))
        .ok_or_else(|| WordFault::UnknownFile { path: path.to_owned() })?;
    let root = path.parent().unwrap_or(Path::new("/")).to_owned();
    let entry = PathBuf::from(path.file_name().unwrap_or_default());
    let sources = match language {
        Language::Python => Sources::WithImports,
        _ => Sources::Alone,
    };
    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let (api, is_entry_named, build) = (Api::Agon, true, None);
    Ok(Found { name, game, language, api, root, entry, is_entry_named, sources, build })
}

fn folder(path: &Path, game: &'static str, hints: Hints) -> Result<Found, WordFault> {
    let manifest = manifest_of(path)?;
    let entry = match &manifest.entry {
        // What a build command makes is not there yet.
        Some(entry) if path.join(entry).is_file() || manifest.build.is_some() => entry.clone(),
        Some(entry) => {
            let (path, entry) = (path.join(MANIFEST), entry.clone());
            return Err(WordFault::NoEntry { path, entry });
        }
        None => entry_of(path).ok_or_else(|| WordFault::UnknownFolder { path: path.to_owned() })?,
    };
    let entry = PathBuf::from(entry);
    let guess = if entry.ends_with("Cargo.toml") {
        Some(Language::Rust)
    } else {
        Language::of_file(&entry).or(Some(Language::Exec))
    };
    let language = hints.language.or(manifest.language).or(guess).unwrap_or(Language::Exec);
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let root = path.to_owned();
    let (api, sources, build) = (Api::Agon, Sources::Folder, None);
    let is_entry_named = manifest.entry.is_some();
    Ok(Found { name, game, language, api, root, entry, is_entry_named, sources, build })
}

/// The file that a folder's bot begins with: one of the usual names, else the only source there is.
fn entry_of(folder: &Path) -> Option<String> {
    if let Some(entry) = beside_client(folder) {
        return Some(entry.to_owned());
    }
    if let Some(entry) = ENTRIES.iter().find(|name| folder.join(name).is_file()) {
        return Some((*entry).to_owned());
    }
    let mut sources: Vec<String> = std::fs::read_dir(folder)
        .ok()?
        .flatten()
        .filter(|entry| entry.path().is_file() && Language::of_file(&entry.path()).is_some())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    sources.sort();
    let languages: Vec<_> = sources.iter().map(|name| Language::of_file(Path::new(name))).collect();
    let compiled = |l: &Option<Language>| matches!(l, Some(Language::Cpp | Language::Java));
    match sources.len() {
        1 => sources.pop(),
        // Several sources that are compiled together: any of them will do.
        n if n > 1 && languages.iter().all(|l| *l == languages[0] && compiled(l)) => sources.pop(),
        0 => java_below(folder, Path::new(""), 6),
        _ => None,
    }
}

/// The contestant's own file where the whole client of the Time Travel contest may lie beside it, with a
/// `main` that is of no use here.
fn beside_client(folder: &Path) -> Option<&'static str> {
    let is_for_contest = |name: &&str| {
        let path = folder.join(name);
        let language = Language::of_file(&path);
        language.is_some_and(|l| api_of("timetravel", l, &read_text(&path)) == Api::Original)
    };
    ["AI.cpp", "AI.py"].into_iter().find(is_for_contest)
}

/// Java sources often lie some folders down, in a folder for each part of their package's name.
fn java_below(folder: &Path, below: &Path, depth: usize) -> Option<String> {
    let mut entries: Vec<_> = std::fs::read_dir(folder.join(below)).ok()?.flatten().collect();
    entries.sort_by_key(std::fs::DirEntry::file_name);
    entries.into_iter().find_map(|entry| {
        let name = below.join(entry.file_name());
        let kind = entry.file_type().ok()?;
        if kind.is_dir() && depth > 0 {
            return java_below(folder, &name, depth - 1);
        }
        let is_java = kind.is_file() && name.extension().is_some_and(|ending| ending == "java");
        is_java.then(|| name.to_string_lossy().into_owned())
    })
}

fn manifest_of(path: &Path) -> Result<Manifest, WordFault> {
    let file = path.join(MANIFEST);
    if !file.is_file() {
        return Ok(Manifest::default());
    }
    let text = std::fs::read_to_string(&file)
        .map_err(|why| WordFault::Unreadable { path: file.clone(), why })?;
    Manifest::parse(&text).map_err(|why| WordFault::Manifest { path: file, why })
}

fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|meta| meta.permissions().mode() & 0o111 != 0)
}
