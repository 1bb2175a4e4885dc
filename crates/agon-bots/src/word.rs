//! What a word on a command line names: a built-in bot, a file, a folder.

use crate::language::{Api, Language, api_of, is_java_of_a_contest};
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
         bot.js, main.cpp or Cargo.toml (`agon new` makes a folder as it should be)", .path.display()
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
    /// What it is written in.
    pub language: Language,
    /// What it is written for.
    pub api: Api,
    /// The folder that its files are in.
    pub root: PathBuf,
    /// The file to run or to begin with, inside the folder.
    pub entry: PathBuf,
    /// Whether the bot's author has named that file.
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
    let found = if meta.is_dir() { folder(&path, hints) } else { file(&path, hints) };
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
        None => {
            let text = read_text(&found.root.join(&found.entry));
            api_of(game, found.language, &text)
        }
    };
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

fn file(path: &Path, hints: Hints) -> Result<Found, WordFault> {
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
    let (api, is_entry_named) = (Api::Agon, true);
    Ok(Found { name, language, api, root, entry, is_entry_named, sources, build: None })
}

fn folder(path: &Path, hints: Hints) -> Result<Found, WordFault> {
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
    let (api, sources) = (Api::Agon, Sources::Folder);
    let is_entry_named = manifest.entry.is_some();
    Ok(Found { name, language, api, root, entry, is_entry_named, sources, build: None })
}

/// The file that a folder's bot begins with: one of the usual names, else the only source there is.
fn entry_of(folder: &Path) -> Option<String> {
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
        0 => java_below(folder),
        1 => sources.pop(),
        // Several sources that are compiled together: any of them will do.
        n if n > 1 && languages.iter().all(|l| *l == languages[0] && compiled(l)) => {
            most_telling(folder, sources)
        }
        _ => None,
    }
}

/// A file of Java somewhere below a folder: packages are folders.
fn java_below(folder: &Path) -> Option<String> {
    const DEEPEST: usize = 16;
    let mut sources = Vec::new();
    let mut open = vec![(PathBuf::new(), 0)];
    while let Some((below, depth)) = open.pop() {
        for entry in std::fs::read_dir(folder.join(&below)).ok()?.flatten() {
            let name = below.join(entry.file_name());
            let kind = entry.file_type().ok()?;
            if kind.is_dir() && depth < DEEPEST {
                open.push((name, depth + 1));
            } else if kind.is_file() && name.extension().is_some_and(|ending| ending == "java") {
                sources.push(name.to_string_lossy().into_owned());
            }
        }
    }
    sources.sort();
    most_telling(folder, sources)
}

/// Of several sources, one that shows which contest they were written for, if there is one.
fn most_telling(folder: &Path, mut sources: Vec<String>) -> Option<String> {
    let tells = |name: &String| is_java_of_a_contest(&read_text(&folder.join(name)));
    match sources.iter().position(tells) {
        Some(at) => Some(sources.swap_remove(at)),
        None => sources.pop(),
    }
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
