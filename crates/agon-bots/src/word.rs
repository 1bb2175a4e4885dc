//! What a word on a command line names: a built-in bot, a file, a folder.

use crate::api::{Api, GameApis};
use crate::beneath::{Folder, Kind, shown};
use crate::languages::{Language, alternatives};
use crate::manifest::{MANIFEST, MAX_NAME_CHARS, Manifest};
use crate::options::meant_built_in;
use crate::permissions::is_executable;
use crate::sources::{BYTES_MAX, SourceFault, Sources, Walk};
use crate::tools::Tools;
use agon_core::{OriginalApi, safe_line};
use agon_protocol::nearest;
use agon_sandbox::canonical;
use std::collections::BTreeSet;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use thiserror::Error;

/// The longest manifest, in bytes.
const MAX_MANIFEST_BYTES: u64 = 64 << 10;
/// How much of the classes of a jar is read to guess its game.
const MAX_CLASS_BYTES: u64 = 8 << 20;

/// Why a word names no bot. Each is a full sentence.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the sentences say it")]
pub enum WordFault {
    #[error(
        "there is no bot `{word}`{}: name a built-in one ({known}), or a file or folder with a bot of \
         your own (`agon new {game} --lang python my_bot` makes one)",
        did_you_mean(meant_built_in(.word, .known))
    )]
    Nothing { word: String, known: String, game: &'static str },
    #[error(
        "{} is not recognised as a bot: its name should end in {}, or it should be an executable program; \
         or say what it is, as in `python:{}`", shown(.path), endings(), shown(.path)
    )]
    UnknownFile { path: PathBuf },
    #[error("{} is a script that is not executable: run `chmod +x {}`", shown(.path), shown(.path))]
    NotExecutable { path: PathBuf },
    #[error(
        "{} has no bot that can be found: put an agon.toml there, or a file called {}, or sources of one \
         language that are compiled together (`agon new` makes a complete folder)",
        shown(.path), entries()
    )]
    UnknownFolder { path: PathBuf },
    #[error("{}: {why}", shown(.path))]
    Manifest { path: PathBuf, why: String },
    #[error(
        "{} is a bot for {}, not for {wanted}: change `game` in its agon.toml if that is wrong",
        shown(.path), safe_line(.found)
    )]
    OtherGame { path: PathBuf, found: String, wanted: &'static str },
    #[error(
        "{}: there is no game `{game}`{}; choose one of {known}", shown(.path),
        did_you_mean(nearest(.game, .known.split(", ")))
    )]
    UnknownGame { path: PathBuf, game: String, known: String },
    #[error(
        "{}: `tools` names {tool}, which is not on the PATH: install it, add its folder to the PATH, or \
         remove it from `tools`", shown(.path)
    )]
    NoTool { path: PathBuf, tool: String },
    #[error(
        "{}: `entry` names {entry}, and there is no such file: write the path of the bot's first file, seen \
         from this folder", shown(.path)
    )]
    NoEntry { path: PathBuf, entry: String },
    #[error(
        "{} has sources in {} ({}) and in {} ({}): say which is the bot, in {}/agon.toml, as in\n\n    \
         language = \"{}\"\n    entry = \"{}\"",
        shown(.path), .first.0.title(), shown(&.first.1), .second.0.title(), shown(&.second.1),
        shown(.path), .second.0.word(), shown(&.second.1)
    )]
    Ambiguous { path: PathBuf, first: (Language, PathBuf), second: (Language, PathBuf) },
    #[error(
        "{} has more than one bot ({} and {}): name the file instead of the folder, or say which one plays \
         in {}/agon.toml: entry = \"{}\"",
        shown(.path), shown(.first), shown(.second), shown(.path), shown(.first)
    )]
    Several { path: PathBuf, first: PathBuf, second: PathBuf },
    #[error(
        "`{class}` is not the name of a class: write its package and its name, as in `bot.jar#team.Player`"
    )]
    NoClass { class: String },
    #[error(transparent)]
    Source(#[from] SourceFault),
}

fn did_you_mean(meant: Option<&str>) -> String {
    meant.map_or(String::new(), |meant| format!(" (did you mean `{meant}`?)"))
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
    pub(crate) folder: Arc<Folder>,
    /// Whether it was named by a file, so that the other files of the folder may belong to others.
    pub is_one_file: bool,
    /// The file to run or to begin with, inside the folder.
    pub entry: PathBuf,
    /// Whether the command line or `agon.toml` names that file.
    pub is_entry_named: bool,
    /// Which files of the folder belong to it.
    pub sources: Sources,
    /// A shell command that builds it.
    pub build: Option<String>,
    /// Programs that building and running it need.
    pub tools: Vec<String>,
    /// The class that plays, where several can.
    pub class: Option<String>,
}

impl Found {
    /// The folder that its files are in.
    pub fn root(&self) -> &Path {
        self.folder.path()
    }
}

/// Finds the bot that a word names. `python:` and the like before a path say what it is written in,
/// `original:` that it is written for the contest's own interface, and `#team.Player` behind it which class
/// plays. `known` lists the built-in bots, for the message if there is no such bot.
pub fn find(word: &str, game: GameApis, known: &str) -> Result<Found, WordFault> {
    let (hints, path) = hints(word);
    let (path, class) = split_class(path);
    let (path, kind) = locate(path)?.ok_or_else(|| {
        let (word, known) = (safe_line(word).into_owned(), known.to_owned());
        WordFault::Nothing { word, known, game: game.id }
    })?;
    let (mut found, manifest) = match kind {
        Kind::Folder => {
            let folder = Folder::open(&path)?;
            let manifest = manifest_of(&folder)?;
            (in_folder(folder, &manifest, game, hints)?, manifest)
        }
        _ => (file(&path, game, hints)?, Manifest::default()),
    };
    if let Some(other) = manifest.game.filter(|other| other != game.id) {
        return Err(WordFault::OtherGame { path, found: other, wanted: game.id });
    }
    found.name = manifest.name.unwrap_or(found.name);
    found.build = manifest.build;
    if let Some(tool) = Tools::missing(&manifest.tools) {
        let (path, tool) = (found.root().join(MANIFEST), safe_line(tool).into_owned());
        return Err(WordFault::NoTool { path, tool });
    }
    found.tools = manifest.tools;
    found.class = class.map(str::to_owned).or(manifest.class);
    if let Some(class) = found.class.clone().filter(|class| !is_class_name(class)) {
        return Err(WordFault::NoClass { class: safe_line(&class).into_owned() });
    }
    found.original = game.original(found.language);
    found.api = hints.api.or(manifest.api).unwrap_or_else(|| api_of(&found, game));
    if let (Api::Original, Some(original)) = (found.api, found.original) {
        if original.is_folder && found.is_one_file {
            found.sources = Sources::Folder { with_builds: false };
        }
        // Where the contest prescribed the file's name, all bots would have the same one.
        let prescribed = original.entry.and_then(|entry| Path::new(entry).file_stem()?.to_str());
        if prescribed == Some(found.name.as_str()) {
            let folder = found.root().file_name().map(|name| name.to_string_lossy().into_owned());
            found.name = folder.unwrap_or(found.name);
        }
    }
    found.name = safe_line(&found.name).chars().take(MAX_NAME_CHARS).collect();
    Ok(found)
}

/// Whether a text can be the name of a Java class with its package.
fn is_class_name(text: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '.');
    !text.is_empty() && text.chars().all(is_part)
}

/// The file and the class of `FILE#CLASS`. A path that exists as it is names no class.
fn split_class(path: &str) -> (&str, Option<&str>) {
    match path.rsplit_once('#') {
        Some((file, class)) if Path::new(path).symlink_metadata().is_err() => (file, Some(class)),
        _ => (path, None),
    }
}

/// The path of a file or folder, in which only the last part can be a link, and what it is. Such a link is
/// refused; `None` if there is nothing.
fn locate(path: &str) -> Result<Option<(PathBuf, Kind)>, SourceFault> {
    // The parts as components: a slash at the end would let the system follow a link.
    let path: PathBuf = Path::new(path).components().collect();
    let unreadable = |why| SourceFault::Unreadable { path: path.clone(), why };
    let meta = match path.symlink_metadata() {
        Ok(meta) => meta,
        Err(why) if why.kind() == std::io::ErrorKind::PermissionDenied => {
            return Err(unreadable(why));
        }
        Err(_) => return Ok(None),
    };
    if meta.is_symlink() {
        return Err(SourceFault::Link { path });
    }
    let kind = if meta.is_dir() { Kind::Folder } else { Kind::File };
    let whole = match (path.parent(), path.file_name()) {
        (Some(parent), Some(name)) => {
            let here = if parent.as_os_str().is_empty() { Path::new(".") } else { parent };
            canonical(here).map_err(unreadable)?.join(name)
        }
        _ => canonical(&path).map_err(unreadable)?,
    };
    Ok(Some((whole, kind)))
}

/// The interface of a bot whose author does not name it.
fn api_of(found: &Found, game: GameApis) -> Api {
    let is_original = found.original.is_some()
        && (found.language.definition().prefers_original
            || game.is_original(found.language, &found.folder.text(&found.entry)));
    if is_original { Api::Original } else { Api::Agon }
}

/// The game that a bot says it plays: in its `agon.toml`, by being written for one contest, or by using the
/// types or the helpers of one game. `None` if nothing says it.
pub fn game_of(word: &str, games: &[GameApis]) -> Result<Option<&'static str>, WordFault> {
    let Some((path, kind)) = locate(split_class(hints(word).1).0)? else { return Ok(None) };
    let (folder, sources) = match kind {
        Kind::Folder => {
            let folder = Folder::open(&path)?;
            if let Some(said) = manifest_of(&folder)?.game {
                let known = games.iter().find(|game| game.id == said).map(|game| game.id);
                return known.map(Some).ok_or_else(|| WordFault::UnknownGame {
                    path: folder.path().join(MANIFEST),
                    game: safe_line(&said).into_owned(),
                    known: games.iter().map(|game| game.id).collect::<Vec<_>>().join(", "),
                });
            }
            let sources = sources_of(&folder)?;
            (folder, sources)
        }
        _ => {
            let (Some(parent), Some(name)) = (path.parent(), path.file_name()) else {
                return Ok(None);
            };
            (Folder::open(parent)?, vec![PathBuf::from(name)])
        }
    };
    let texts: Vec<(Language, String)> = sources
        .iter()
        .filter_map(|name| Some((Language::of_file(name)?, text_of(&folder, name))))
        .collect();
    let is_for =
        |game: &&GameApis| texts.iter().any(|(language, text)| game.is_original(*language, text));
    let uses_aids = |game: &&GameApis| {
        let aids = [format!("{}_types", game.id), format!("{}_helpers", game.id)];
        texts.iter().any(|(_, text)| aids.iter().any(|aid| text.contains(aid)))
    };
    let found = games.iter().find(is_for).or_else(|| games.iter().find(uses_aids));
    Ok(found.map(|game| game.id))
}

/// Whether the file or folder that a word names exists.
pub fn is_there(word: &str) -> bool {
    matches!(locate(split_class(hints(word).1).0), Ok(Some(_)))
}

/// The text of a source, or the names in the classes of a jar as sources write them.
fn text_of(folder: &Folder, name: &Path) -> String {
    if name.extension().is_none_or(|ending| ending != "jar") {
        return folder.text(name);
    }
    let jar = folder.read(name, BYTES_MAX).ok().flatten();
    let classes = jar.map(|(jar, _)| agon_sandbox::zip_text(&jar, ".class", MAX_CLASS_BYTES));
    classes.unwrap_or_default().replace('/', ".")
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
    let folder = Folder::open(path.parent().unwrap_or(Path::new("/")))?;
    let entry = PathBuf::from(path.file_name().unwrap_or_default());
    let (mut opened, meta) = folder.file(&entry)?;
    let entry = stored_name(&folder, entry);
    let mut first = [0; 4];
    // A file that is shorter or cannot be read counts as neither script nor machine code.
    let length = opened.read(&mut first).unwrap_or(0);
    let is_executable = is_executable(&meta, &first[..length]);
    let language = hints
        .language
        .or_else(|| Language::of_file(path))
        .or_else(|| is_executable.then(Language::exec))
        .ok_or_else(|| match first.starts_with(b"#!") {
            true => WordFault::NotExecutable { path: path.to_owned() },
            false => WordFault::UnknownFile { path: path.to_owned() },
        })?;
    Ok(Found {
        name: path.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
        game: game.id,
        language,
        api: Api::Agon,
        original: None,
        folder: Arc::new(folder),
        is_one_file: true,
        entry,
        is_entry_named: true,
        sources: language.definition().sources_of_file,
        build: None,
        tools: Vec::new(),
        class: None,
    })
}

/// The name under which a file that was found is stored: many file systems find `Bot.py` as `bot.py`, too.
fn stored_name(folder: &Folder, asked: PathBuf) -> PathBuf {
    let names = folder.list(Path::new("")).unwrap_or_default();
    let names: Vec<PathBuf> = names.into_iter().map(|(name, _)| name.into()).collect();
    if names.contains(&asked) {
        return asked;
    }
    let lower = |name: &Path| name.to_string_lossy().to_lowercase();
    let wanted = lower(&asked);
    names.into_iter().find(|name| lower(name) == wanted).unwrap_or(asked)
}

fn in_folder(
    folder: Folder,
    manifest: &Manifest,
    game: GameApis,
    hints: Hints,
) -> Result<Found, WordFault> {
    let entry = match &manifest.entry {
        // What a build command makes does not exist yet.
        Some(entry) if manifest.build.is_some() => PathBuf::from(entry),
        Some(entry) => match folder.file(Path::new(entry)) {
            Ok(_) => PathBuf::from(entry),
            Err(fault) if fault.is_absent() => {
                let (path, entry) = (folder.path().join(MANIFEST), entry.clone());
                return Err(WordFault::NoEntry { path, entry });
            }
            Err(fault) => return Err(fault.into()),
        },
        None => entry_of(&folder, game, hints.language.or(manifest.language))?,
    };
    let said = hints.language.or(manifest.language);
    let language = said.or_else(|| Language::of_entry(&entry)).unwrap_or_else(Language::exec);
    // What Agon compiles is made again; other bots may keep files in a folder of any name.
    let with_builds = manifest.build.is_some() || !language.definition().compiles_folder;
    Ok(Found {
        name: folder.path().file_name().unwrap_or_default().to_string_lossy().into_owned(),
        game: game.id,
        language,
        api: Api::Agon,
        original: None,
        folder: Arc::new(folder),
        is_one_file: false,
        entry,
        is_entry_named: manifest.entry.is_some(),
        sources: Sources::Folder { with_builds },
        build: None,
        tools: Vec::new(),
        class: None,
    })
}

/// The file that a folder's bot begins with: the one that the contest prescribed, one of the usual names, the
/// one that is written for the contest, or the only source. `said` is the language, if its author says it.
fn entry_of(folder: &Folder, game: GameApis, said: Option<Language>) -> Result<PathBuf, WordFault> {
    if let Some(entry) = prescribed_entry(folder, game) {
        return Ok(PathBuf::from(entry));
    }
    let is_said = |name: &Path| said.is_none() || Language::of_entry(name) == said;
    let sources: Vec<PathBuf> =
        sources_of(folder)?.into_iter().filter(|name| is_said(name)).collect();
    let language = |name: &PathBuf| Language::of_file(name).unwrap_or_else(Language::exec);
    let ambiguous = |first: &PathBuf, second: &PathBuf| WordFault::Ambiguous {
        path: folder.path().to_owned(),
        first: (Language::of_entry(first).unwrap_or_else(Language::exec), first.clone()),
        second: (language(second), second.clone()),
    };
    let of_contest: Vec<&PathBuf> = sources
        .iter()
        .filter(|name| game.is_original(language(name), &folder.text(name)))
        .collect();
    let usual = Language::all().iter().flat_map(|language| language.definition().entries);
    let usual = usual.map(PathBuf::from).find(|name| is_said(name) && folder.is_file(name));
    if let Some(usual) = usual {
        return match of_contest.first() {
            Some(other) if Language::of_entry(&usual) != Some(language(other)) => {
                Err(ambiguous(&usual, other))
            }
            _ => Ok(usual),
        };
    }
    let is_below = |name: &&PathBuf| name.components().count() > 1;
    let is_package = |name: &&PathBuf| is_below(name) && is_package_source(name);
    let is_of_contest = !of_contest.is_empty();
    let in_folder = || sources.iter().filter(|name| !is_below(name)).collect();
    let mut candidates: Vec<&PathBuf> = if is_of_contest { of_contest } else { in_folder() };
    if candidates.is_empty() {
        candidates = sources.iter().filter(is_package).collect();
    }
    let unknown = || WordFault::UnknownFolder { path: folder.path().to_owned() };
    let first = *candidates.first().ok_or_else(unknown)?;
    // A script beside the sources of another language is not necessarily the bot, unless it is written for
    // the contest and they are not.
    let packages = sources.iter().filter(|name| !is_of_contest && is_package(name));
    let mut others = candidates.iter().copied().chain(packages);
    if let Some(other) = others.find(|other| language(other) != language(first)) {
        return Err(ambiguous(first, other));
    }
    if candidates.len() > 1 && !language(first).definition().compiles_folder {
        let (path, first, second) =
            (folder.path().to_owned(), first.clone(), candidates[1].clone());
        return Err(WordFault::Several { path, first, second });
    }
    Ok(first.clone())
}

/// The names of a folder's sources by their endings, sorted, those in the folder itself first.
fn sources_of(folder: &Folder) -> Result<Vec<PathBuf>, SourceFault> {
    let mut names = BTreeSet::new();
    let walk = Walk { folder, entry: Path::new(""), with_builds: false };
    walk.collect(Path::new(""), &mut names)?;
    let mut names: Vec<PathBuf> =
        names.into_iter().filter(|name| Language::of_file(name).is_some()).collect();
    names.sort_by_key(|name| name.components().count() > 1);
    Ok(names)
}

/// The file that the contest prescribed. The whole client of the contest may lie beside it, with a `main`
/// that is not used here.
fn prescribed_entry(folder: &Folder, game: GameApis) -> Option<&'static str> {
    let is_written = |api: &&OriginalApi| {
        api.entry.is_some_and(|entry| (api.is_written_for)(&folder.text(Path::new(entry))))
    };
    game.originals.iter().find(is_written).and_then(|api| api.entry)
}

/// Whether a file is a source of a language that has a folder for each part of a package's name.
fn is_package_source(name: &Path) -> bool {
    Language::of_file(name).is_some_and(|language| {
        let definition = language.definition();
        let is_source = name.extension().is_some_and(|ending| ending == definition.endings[0]);
        definition.has_package_folders && is_source
    })
}

fn manifest_of(folder: &Folder) -> Result<Manifest, WordFault> {
    let path = || folder.path().join(MANIFEST);
    let bytes = match folder.read(Path::new(MANIFEST), MAX_MANIFEST_BYTES) {
        Ok(Some((bytes, _))) => bytes,
        Ok(None) => {
            let why = format!("it is longer than {} KiB", MAX_MANIFEST_BYTES >> 10);
            return Err(WordFault::Manifest { path: path(), why });
        }
        Err(fault) if fault.is_absent() => return Ok(Manifest::default()),
        Err(fault) => return Err(fault.into()),
    };
    let text = String::from_utf8(bytes).map_err(|_| "it is not a text file in UTF-8".to_owned());
    let manifest = text.and_then(|text| Manifest::parse(&text));
    manifest.map_err(|why| WordFault::Manifest { path: path(), why })
}
