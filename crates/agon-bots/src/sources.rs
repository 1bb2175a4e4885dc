//! A bot's files: which they are, and an immutable copy of them.
//!
//! A bot is played from a snapshot that is named by a fingerprint of its files. The fingerprint in a replay
//! is therefore that of the bot that played, even if its author edits the files meanwhile, and a bot sees
//! only its own files.

use crate::cache::{Cache, CacheFault};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Component, Path, PathBuf};
use thiserror::Error;

/// The largest number of files of a bot.
pub const FILES_MAX: usize = 5_000;
/// The largest total size of a bot's files, in bytes.
pub const BYTES_MAX: u64 = 256 << 20;
/// Folders that are never part of a bot.
const NOT_SOURCES: [&str; 4] = ["__pycache__", "target", ".git", ".venv"];

/// Which files belong to a bot.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Sources {
    /// One file.
    Alone,
    /// One file of Python, and the files beside it that it imports.
    WithImports,
    /// Everything in the folder.
    Folder,
}

/// Why a bot's files are refused. Each is a full sentence.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the sentences say it")]
pub enum SourceFault {
    #[error("cannot read {}: {why}", .path.display())]
    Unreadable { path: PathBuf, why: std::io::Error },
    #[error(
        "{} is a symbolic link, which a bot's folder may not have: copy the file there instead",
        .path.display()
    )]
    Link { path: PathBuf },
    #[error("{} is neither a file nor a folder", .path.display())]
    Strange { path: PathBuf },
    #[error(
        "{} has more than {FILES_MAX} files, the limit for a bot: remove what the bot does not need",
        .path.display()
    )]
    TooMany { path: PathBuf },
    #[error(
        "{} has more than {} MiB of files, the limit for a bot: remove what the bot does not need",
        .path.display(), BYTES_MAX >> 20
    )]
    TooLarge { path: PathBuf },
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
}

/// A file of a bot: its bytes, and whether it can be executed.
struct SourceFile {
    bytes: Vec<u8>,
    is_executable: bool,
}

/// Takes a snapshot of a bot's files.
pub fn snapshot(
    root: &Path,
    entry: &Path,
    sources: Sources,
    cache: &Cache,
) -> Result<Snapshot, SourceFault> {
    let mut names = BTreeSet::new();
    match sources {
        Sources::Alone => drop(names.insert(entry.to_owned())),
        Sources::WithImports => with_imports(root, entry, &mut names),
        Sources::Folder => walk(root, Path::new(""), &mut names)?,
    }
    let mut files = BTreeMap::new();
    let mut total = 0;
    for name in names {
        let path = root.join(&name);
        let unreadable = |why| SourceFault::Unreadable { path: path.clone(), why };
        let meta = fs::metadata(&path).map_err(unreadable)?;
        total += meta.len();
        if total > BYTES_MAX {
            return Err(SourceFault::TooLarge { path: root.to_owned() });
        }
        let bytes = fs::read(&path).map_err(unreadable)?;
        let is_executable = meta.permissions().mode() & 0o111 != 0;
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
            let mode = if file.is_executable { 0o755 } else { 0o644 };
            fs::set_permissions(&path, fs::Permissions::from_mode(mode))?;
        }
        Ok(())
    })?;
    Ok(Snapshot { dir, hash })
}

/// SHA-256 over names, modes and contents; names and contents are preceded by their lengths.
fn fingerprint(files: &BTreeMap<PathBuf, SourceFile>) -> String {
    let mut hasher = Sha256::new();
    for (name, file) in files {
        let name = name.to_string_lossy();
        hasher.update((name.len() as u64).to_le_bytes());
        hasher.update(name.as_bytes());
        hasher.update([u8::from(file.is_executable)]);
        hasher.update((file.bytes.len() as u64).to_le_bytes());
        hasher.update(&file.bytes);
    }
    hex(&hasher.finalize())
}

/// Bytes in hexadecimal.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// All files below a folder, by their names inside `root`.
fn walk(root: &Path, below: &Path, names: &mut BTreeSet<PathBuf>) -> Result<(), SourceFault> {
    let folder = root.join(below);
    let unreadable = |why| SourceFault::Unreadable { path: folder.clone(), why };
    for entry in fs::read_dir(&folder).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        let name = below.join(entry.file_name());
        let kind = entry.file_type().map_err(unreadable)?;
        let path = entry.path();
        if kind.is_symlink() {
            return Err(SourceFault::Link { path });
        } else if kind.is_dir() {
            if !NOT_SOURCES.iter().any(|no| entry.file_name() == *no) {
                walk(root, &name, names)?;
            }
        } else if kind.is_file() {
            names.insert(name);
        } else {
            return Err(SourceFault::Strange { path });
        }
        if names.len() > FILES_MAX {
            return Err(SourceFault::TooMany { path: root.to_owned() });
        }
    }
    Ok(())
}

/// A Python file and the files beside it that it imports, and those that they import.
fn with_imports(root: &Path, name: &Path, names: &mut BTreeSet<PathBuf>) {
    if names.len() >= FILES_MAX || !names.insert(name.to_owned()) {
        return;
    }
    let text = read_text(&root.join(name));
    for module in imports(&text) {
        // Some contests kept all bots in a folder `bots`.
        let module = module.strip_prefix("bots.").unwrap_or(&module);
        let path = PathBuf::from(module.replace('.', "/"));
        let inside = path.components().all(|c| matches!(c, Component::Normal(_)));
        if !inside || path.as_os_str().is_empty() {
            continue;
        }
        let first = path.iter().next().map(PathBuf::from).unwrap_or_default();
        if root.join(&first).join("__init__.py").is_file() {
            let mut package = BTreeSet::new();
            if walk(root, &first, &mut package).is_ok() {
                names.extend(package);
            }
        }
        let file = path.with_extension("py");
        if root.join(&file).is_file() {
            with_imports(root, &file, names);
        }
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

/// A file's text for guessing what it is; empty if it is missing or longer than 1 MiB.
pub(crate) fn read_text(path: &Path) -> String {
    const MAX_GUESS_BYTES: u64 = 1 << 20;
    match path.metadata() {
        Ok(meta) if meta.is_file() && meta.len() <= MAX_GUESS_BYTES => {
            String::from_utf8_lossy(&fs::read(path).unwrap_or_default()).into_owned()
        }
        _ => String::new(),
    }
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
