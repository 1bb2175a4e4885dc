//! What a word on a command line names: a built-in bot, a file, a folder.

use crate::api::{Api, GameApis};
use crate::languages::{Language, alternatives};
use crate::manifest::{MANIFEST, Manifest};
use crate::sources::{Sources, read_text};
use agon_core::OriginalApi;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// How many folders below a bot's folder its sources are searched for.
const MAX_PACKAGE_DEPTH: usize = 6;

/// Why a word names no bot. Each is a full sentence.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the sentences say it")]
pub enum WordFault {
    #[error(
        "there is no bot `{word}`: name a built-in one ({known}), or a file or folder with a bot of \
         your own (`agon new {game} --lang python my_bot` makes one)"
    )]
    Nothing { word: String, known: String, game: &'static str },
    #[error(
        "{} is not recognised as a bot: its name should end in {}, or it should be an executable program; \
         or say what it is, as in `python:{}`", .path.display(), endings(), .path.display()
    )]
    UnknownFile { path: PathBuf },
    #[error(
        "{} has no bot that can be found: put an agon.toml there, or a file called {}, or sources of one \
         language that are compiled together (`agon new` makes a complete folder)",
        .path.display(), entries()
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

/// The usual ending of each language, for messages.
fn endings() -> String {
    let usual = Language::all().iter().filter_map(|language| language.definition().endings.first());
    let dotted: Vec<String> = usual.map(|ending| format!(".{ending}")).collect();
    alternatives(dotted.iter().map(String::as_str))
}

/// The usual entry of each language, for messages.
fn entries() -> String {
    alternatives(
        Language::all()
            .iter()
            .filter_map(|language| language.definition().entries.first().copied()),
    )
}

/// A bot that was found: what it is and where its files are.
#[derive(Clone, Debug)]
pub struct Found {
    /// What it is called in results.
    pub name: String,
    /// The game it is to play.
    pub game: &'static str,
    /// What it is written in.
    pub language: Language,
    /// What it is written for.
    pub api: Api,
    /// The game's original interface in this language, if there is one.
    pub original: Option<&'static OriginalApi>,
    /// The folder that its files are in.
    pub root: PathBuf,
    /// The file to run or to begin with, inside the folder.
    pub entry: PathBuf,
    /// Whether the command line or `agon.toml` names that file.
    pub is_entry_named: bool,
    /// Which files of the folder belong to it.
    pub sources: Sources,
    /// A shell command that builds it.
    pub build: Option<String>,
}

/// Finds the bot that a word names. `python:` and the like before a path say what it is written in,
/// `original:` that it is written for the contest's own interface. `known` lists the built-in bots, for
/// the message if there is no such bot.
pub fn find(word: &str, game: GameApis, known: &str) -> Result<Found, WordFault> {
    let (hints, path) = hints(word);
    let path = Path::new(path);
    let meta = path.metadata().map_err(|_| {
        let (word, known) = (word.to_owned(), known.to_owned());
        WordFault::Nothing { word, known, game: game.id }
    })?;
    let path =
        path.canonicalize().map_err(|why| WordFault::Unreadable { path: path.to_owned(), why })?;
    let found = if meta.is_dir() { folder(&path, game, hints) } else { file(&path, game, hints) };
    let mut found = found?;
    let manifest = manifest_of(&path)?;
    if let Some(other) = manifest.game.filter(|other| other != game.id) {
        return Err(WordFault::OtherGame { path, found: other, wanted: game.id });
    }
    found.name = manifest.name.unwrap_or(found.name);
    found.build = manifest.build;
    found.original = game.original(found.language);
    found.api = hints.api.or(manifest.api).unwrap_or_else(|| api_of(&found, game));
    if let (Api::Original, Some(original)) = (found.api, found.original) {
        if original.is_folder {
            found.sources = Sources::Folder;
        }
        // Where the contest prescribed the file's name, all bots would have the same one.
        let prescribed = original.entry.and_then(|entry| Path::new(entry).file_stem()?.to_str());
        if prescribed == Some(found.name.as_str()) {
            let folder = found.root.file_name().map(|name| name.to_string_lossy().into_owned());
            found.name = folder.unwrap_or(found.name);
        }
    }
    Ok(found)
}

/// The interface of a bot whose author does not name it.
fn api_of(found: &Found, game: GameApis) -> Api {
    let is_original = found.original.is_some()
        && (found.language.definition().prefers_original
            || game.is_original(found.language, &read_text(&found.root.join(&found.entry))));
    if is_original { Api::Original } else { Api::Agon }
}

/// The game that a bot says it plays: in its `agon.toml`, or by being written for one contest.
pub fn game_of(word: &str, games: &[GameApis]) -> Option<&'static str> {
    let path = Path::new(hints(word).1);
    let said = manifest_of(path).ok().and_then(|manifest| manifest.game);
    let is_for = |game: &&GameApis| {
        if let Some(said) = &said {
            return said == game.id;
        }
        let entry = if path.is_dir() { entry_of(path, **game) } else { Some(String::new()) };
        let entry =
            entry.map(|entry| if entry.is_empty() { path.to_owned() } else { path.join(entry) });
        entry.is_some_and(|entry| {
            let language = Language::of_file(&entry);
            language.is_some_and(|language| game.is_original(language, &read_text(&entry)))
        })
    };
    games.iter().find(is_for).map(|game| game.id)
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

fn file(path: &Path, game: GameApis, hints: Hints) -> Result<Found, WordFault> {
    let language = hints
        .language
        .or_else(|| Language::of_file(path))
        .or_else(|| is_executable(path).then(Language::exec))
        .ok_or_else(|| WordFault::UnknownFile { path: path.to_owned() })?;
    Ok(Found {
        name: path.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
        game: game.id,
        language,
        api: Api::Agon,
        original: None,
        root: path.parent().unwrap_or(Path::new("/")).to_owned(),
        entry: PathBuf::from(path.file_name().unwrap_or_default()),
        is_entry_named: true,
        sources: language.definition().sources_of_file,
        build: None,
    })
}

fn folder(path: &Path, game: GameApis, hints: Hints) -> Result<Found, WordFault> {
    let manifest = manifest_of(path)?;
    let entry = match &manifest.entry {
        // What a build command makes does not exist yet.
        Some(entry) if path.join(entry).is_file() || manifest.build.is_some() => entry.clone(),
        Some(entry) => {
            let (path, entry) = (path.join(MANIFEST), entry.clone());
            return Err(WordFault::NoEntry { path, entry });
        }
        None => {
            let unknown = || WordFault::UnknownFolder { path: path.to_owned() };
            entry_of(path, game).ok_or_else(unknown)?
        }
    };
    let entry = PathBuf::from(entry);
    let said = hints.language.or(manifest.language);
    Ok(Found {
        name: path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
        game: game.id,
        language: said.or_else(|| Language::of_entry(&entry)).unwrap_or_else(Language::exec),
        api: Api::Agon,
        original: None,
        root: path.to_owned(),
        entry,
        is_entry_named: manifest.entry.is_some(),
        sources: Sources::Folder,
        build: None,
    })
}

/// The file that a folder's bot begins with: the one that the contest prescribed, one of the usual names, or
/// the only source.
fn entry_of(folder: &Path, game: GameApis) -> Option<String> {
    if let Some(entry) = prescribed_entry(folder, game) {
        return Some(entry.to_owned());
    }
    let mut usual = Language::all().iter().flat_map(|language| language.definition().entries);
    if let Some(entry) = usual.find(|name| folder.join(name).is_file()) {
        return Some((*entry).to_owned());
    }
    let mut sources: Vec<String> = std::fs::read_dir(folder)
        .ok()?
        .flatten()
        .filter(|entry| entry.path().is_file() && Language::of_file(&entry.path()).is_some())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    sources.sort();
    let languages: Vec<_> =
        sources.iter().filter_map(|name| Language::of_file(Path::new(name))).collect();
    match languages.first() {
        None => source_below(folder, Path::new(""), MAX_PACKAGE_DEPTH),
        Some(_) if sources.len() == 1 => sources.pop(),
        Some(first) => {
            let are_one_bot =
                first.definition().compiles_folder && languages.iter().all(|l| l == first);
            are_one_bot.then(|| sources.pop()).flatten()
        }
    }
}

/// The file that the contest prescribed. The whole client of the contest may lie beside it, with a `main`
/// that is not used here.
fn prescribed_entry(folder: &Path, game: GameApis) -> Option<&'static str> {
    let is_written = |api: &&OriginalApi| {
        api.entry.is_some_and(|entry| (api.is_written_for)(&read_text(&folder.join(entry))))
    };
    game.originals.iter().find(is_written).and_then(|api| api.entry)
}

/// The first source some folders down, for languages that have a folder for each part of a package's name.
fn source_below(folder: &Path, below: &Path, depth: usize) -> Option<String> {
    let mut entries: Vec<_> = std::fs::read_dir(folder.join(below)).ok()?.flatten().collect();
    entries.sort_by_key(std::fs::DirEntry::file_name);
    entries.into_iter().find_map(|entry| {
        let name = below.join(entry.file_name());
        let kind = entry.file_type().ok()?;
        if kind.is_dir() && depth > 0 {
            return source_below(folder, &name, depth - 1);
        }
        let definition = Language::of_file(&name)?.definition();
        let is_source = name.extension().is_some_and(|ending| ending == definition.endings[0]);
        (kind.is_file() && is_source && definition.has_package_folders)
            .then(|| name.to_string_lossy().into_owned())
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
