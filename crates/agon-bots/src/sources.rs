//! A bot's files: which they are, and an immutable copy of them.
//!
//! A bot is played from a snapshot that is named by a fingerprint of its files. The fingerprint in a replay
//! is therefore that of the bot that played, even if its author edits the files meanwhile, and a bot sees
//! only its own files.

use crate::beneath::{Folder, Kind, shown};
use crate::cache::{Cache, CacheFault};
use crate::permissions::{is_executable, set_executable};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fs;
use std::path::{Component, Path, PathBuf};
use thiserror::Error;

/// The largest number of files of a bot.
pub const FILES_MAX: usize = 5_000;
/// The largest total size of a bot's files, in bytes.
pub const BYTES_MAX: u64 = 256 << 20;
/// How many folders may be inside each other.
const DEPTH_MAX: usize = 32;
/// Folders that are never part of a bot: histories, caches and the notes of editors and systems.
const NOT_SOURCES: [&str; 15] = [
    "__MACOSX",
    "__pycache__",
    ".git",
    ".gradle",
    ".hg",
    ".idea",
    ".ipynb_checkpoints",
    ".metadata",
    ".mypy_cache",
    ".pytest_cache",
    ".settings",
    ".svn",
    ".venv",
    ".vscode",
    "target",
];
/// Files that are never part of a bot.
const NOT_FILES: [&str; 3] = [".DS_Store", "Thumbs.db", "desktop.ini"];
/// Folders for what a compiler or an editor made. A bot that Agon compiles does not need them.
const BUILD_FOLDERS: [&str; 4] = ["bin", "build", "dist", "out"];
/// The file that marks a virtual environment of Python, whatever its folder is called.
const ENVIRONMENT_MARK: &str = "pyvenv.cfg";

/// Which files belong to a bot.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Sources {
    /// One file.
    Alone,
    /// One file of Python, and the files beside it that it imports.
    WithImports,
    /// Everything in the folder but what editors, compilers and systems leave there.
    Folder {
        /// Whether folders such as `bin` and `out` belong to it.
        with_builds: bool,
    },
}

/// Why a bot's files are refused. Each is a full sentence.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the sentences say it")]
pub enum SourceFault {
    #[error("cannot read `{}`: {why}", shown(.path))]
    Unreadable { path: PathBuf, why: std::io::Error },
    #[error(
        "cannot read `{}`: it is a symbolic link. Copy the file into the folder", shown(.path)
    )]
    Link { path: PathBuf },
    #[error(
        "cannot read `{}`: it is a folder, a pipe or a device. A bot consists of regular files",
        shown(.path)
    )]
    Strange { path: PathBuf },
    #[error(
        "{} has more than {FILES_MAX} files, the limit for a bot: remove what the bot does not need",
        shown(.path)
    )]
    TooMany { path: PathBuf },
    #[error(
        "{} has more than {} MiB of files, the limit for a bot: remove what the bot does not need",
        shown(.path), BYTES_MAX >> 20
    )]
    TooLarge { path: PathBuf },
    #[error(
        "{} is nested too deep: a bot has at most {DEPTH_MAX} folders inside each other", shown(.path)
    )]
    TooDeep { path: PathBuf },
    #[error(transparent)]
    Cache(#[from] CacheFault),
}

/// An immutable copy of a bot's files.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// The folder.
    pub dir: PathBuf,
    /// The fingerprint of everything in it.
    pub hash: String,
    /// The names of the files.
    pub names: Vec<PathBuf>,
}

/// A file of a bot: its bytes, and whether it can be executed.
struct SourceFile {
    bytes: Vec<u8>,
    is_executable: bool,
}

/// Takes a snapshot of a bot's files.
pub(crate) fn snapshot(
    folder: &Folder,
    entry: &Path,
    sources: Sources,
    cache: &Cache,
) -> Result<Snapshot, SourceFault> {
    let mut names = BTreeSet::new();
    match sources {
        Sources::Alone => drop(names.insert(entry.to_owned())),
        Sources::WithImports => with_imports(folder, entry, &mut names)?,
        Sources::Folder { with_builds } => {
            let walk = Walk { folder, entry, with_builds };
            walk.collect(Path::new(""), &mut names)?;
        }
    }
    let mut files = BTreeMap::new();
    let mut left = BYTES_MAX;
    for name in names {
        let too_large = || SourceFault::TooLarge { path: folder.path().to_owned() };
        let (bytes, meta) = folder.read(&name, left)?.ok_or_else(too_large)?;
        left -= bytes.len() as u64;
        let is_executable = is_executable(&meta, &bytes);
        files.insert(name, SourceFile { bytes, is_executable });
    }
    let hash = fingerprint(&files);
    let dir = cache.keep("sources", &hash, |dir| {
        for (name, file) in &files {
            let path = dir.join(name);
            if let Some(parent) = path.parent() {
                fs::create_dir_all(parent)?;
            }
            fs::write(&path, &file.bytes)?;
            set_executable(&path, file.is_executable)?;
        }
        Ok(())
    })?;
    Ok(Snapshot { dir, hash, names: files.into_keys().collect() })
}

/// A file of a bot's folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FolderFile {
    /// Its name within the folder.
    pub name: PathBuf,
    /// Its contents.
    pub bytes: Vec<u8>,
    /// Whether it can be executed.
    pub is_executable: bool,
}

/// The files of a bot's folder, without histories, caches and build results.
pub fn folder_files(path: &Path) -> Result<Vec<FolderFile>, SourceFault> {
    let folder = Folder::open(path)?;
    let mut names = BTreeSet::new();
    Walk { folder: &folder, entry: Path::new(""), with_builds: false }
        .collect(Path::new(""), &mut names)?;
    let mut left = BYTES_MAX;
    let mut files = Vec::new();
    for name in names {
        let too_large = || SourceFault::TooLarge { path: path.to_owned() };
        let (bytes, meta) = folder.read(&name, left)?.ok_or_else(too_large)?;
        left -= bytes.len() as u64;
        let is_executable = is_executable(&meta, &bytes);
        files.push(FolderFile { name, bytes, is_executable });
    }
    Ok(files)
}

/// SHA-256 over names, modes and contents; names and contents are preceded by their lengths. The parts of a
/// name are joined by `/` on every system.
fn fingerprint(files: &BTreeMap<PathBuf, SourceFile>) -> String {
    let mut hasher = Sha256::new();
    for (name, file) in files {
        let name = slashed(name);
        hasher.update((name.len() as u64).to_le_bytes());
        hasher.update(name.as_bytes());
        hasher.update([u8::from(file.is_executable)]);
        hasher.update((file.bytes.len() as u64).to_le_bytes());
        hasher.update(&file.bytes);
    }
    hex(&hasher.finalize())
}

/// A relative path as text, with `/` between its parts.
pub(crate) fn slashed(path: &Path) -> String {
    let parts: Vec<_> = path.iter().map(OsStr::to_string_lossy).collect();
    parts.join("/")
}

/// Bytes in hexadecimal.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A walk through a bot's folder.
pub(crate) struct Walk<'a> {
    pub folder: &'a Folder,
    /// A build folder with the bot's entry belongs to the bot.
    pub entry: &'a Path,
    pub with_builds: bool,
}

impl Walk<'_> {
    /// Adds the names of all files below a folder; names begin in the bot's folder.
    pub fn collect(&self, below: &Path, names: &mut BTreeSet<PathBuf>) -> Result<(), SourceFault> {
        for (name, kind) in self.folder.list(below)? {
            let is_left_out = self.is_left_out(below, &name, kind);
            let name = below.join(name);
            let path = || self.folder.path().join(&name);
            match kind {
                _ if is_left_out => {}
                Kind::Link => return Err(SourceFault::Link { path: path() }),
                Kind::Strange => return Err(SourceFault::Strange { path: path() }),
                Kind::File => drop(names.insert(name)),
                Kind::Folder if name.components().count() > DEPTH_MAX => {
                    return Err(SourceFault::TooDeep { path: path() });
                }
                Kind::Folder => self.collect(&name, names)?,
            }
            if names.len() > FILES_MAX {
                return Err(SourceFault::TooMany { path: self.folder.path().to_owned() });
            }
        }
        Ok(())
    }

    /// Whether something is left by a system, an editor or a compiler.
    fn is_left_out(&self, below: &Path, name: &OsStr, kind: Kind) -> bool {
        let is_one_of = |names: &[&str]| names.iter().any(|no| name == *no);
        let place = below.join(name);
        match kind {
            // Systems without resource forks store them in files with this prefix.
            Kind::File => is_one_of(&NOT_FILES) || name.as_encoded_bytes().starts_with(b"._"),
            Kind::Folder | Kind::Link if is_one_of(&NOT_SOURCES) => true,
            Kind::Folder => {
                let is_build = is_one_of(&BUILD_FOLDERS)
                    || name.as_encoded_bytes().starts_with(b"cmake-build-");
                is_build && !self.with_builds && !self.entry.starts_with(&place)
                    || self.folder.is_file(&place.join(ENVIRONMENT_MARK))
            }
            _ => false,
        }
    }
}

/// A Python file and the files beside it that it imports, and those that they import.
fn with_imports(
    folder: &Folder,
    name: &Path,
    names: &mut BTreeSet<PathBuf>,
) -> Result<(), SourceFault> {
    if names.len() >= FILES_MAX || !names.insert(name.to_owned()) {
        return Ok(());
    }
    for module in imports(&folder.text(name)) {
        // Some contests kept all bots in a folder `bots`.
        let module = module.strip_prefix("bots.").unwrap_or(&module);
        let path = PathBuf::from(module.replace('.', "/"));
        let inside = path.components().all(|c| matches!(c, Component::Normal(_)));
        if !inside || path.as_os_str().is_empty() {
            continue;
        }
        let first = path.iter().next().map(PathBuf::from).unwrap_or_default();
        if is_there(folder, &first.join("__init__.py"))? {
            let walk = Walk { folder, entry: name, with_builds: true };
            walk.collect(&first, names)?;
        }
        let file = path.with_extension("py");
        if is_there(folder, &file)? {
            with_imports(folder, &file, names)?;
        }
    }
    Ok(())
}

/// Whether there is such a file. A link is a fault, because the author means the file behind it.
fn is_there(folder: &Folder, name: &Path) -> Result<bool, SourceFault> {
    match folder.file(name) {
        Ok(_) => Ok(true),
        Err(link @ SourceFault::Link { .. }) => Err(link),
        Err(_) => Ok(false),
    }
}

/// The modules that a Python text imports, read line by line.
fn imports(text: &str) -> Vec<String> {
    let mut modules = Vec::new();
    for line in text.lines().map(str::trim) {
        if let Some(rest) = line.strip_prefix("import ") {
            let words = rest.split(',').filter_map(|part| part.split_whitespace().next());
            modules.extend(words.map(str::to_owned));
        } else if let Some(rest) = line.strip_prefix("from ")
            && let Some((module, things)) = rest.split_once(" import ")
        {
            let module = module.trim().trim_start_matches('.');
            modules.push(module.to_owned());
            // `from bots import helper` names the file after `import`.
            let things = things.trim_matches(['(', ')', ' ']);
            let words = things.split(',').filter_map(|part| part.split_whitespace().next());
            let within = if module.is_empty() || module == "bots" { "" } else { module };
            let dot = if within.is_empty() { "" } else { "." };
            modules.extend(words.map(|thing| format!("{within}{dot}{thing}")));
        }
    }
    modules
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imports_are_found() {
        let text = "import os, helper as h\nfrom src.player import Player\n  from bots.other import X\n\
                    from bots import third\nfrom .near import a\nx = 'import not_this'\n";
        let found = imports(text);
        for module in ["os", "helper", "src.player", "bots.other", "third", "near"] {
            assert!(found.iter().any(|m| m == module), "{module} in {found:?}");
        }
        assert!(!found.iter().any(|m| m.contains("not_this")));
    }
}
