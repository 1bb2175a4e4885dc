//! Kits and starters: files that this program carries inside and unpacks or copies when they are needed.
//!
//! The files of all games are found by patterns, so this crate names none.

use crate::cache::{Cache, CacheFault};
use crate::sources::hex;
use agon_core::OriginalApi;
use rust_embed::RustEmbed;
use sha2::{Digest, Sha256};
use std::borrow::Cow;
use std::fs;
use std::path::PathBuf;

/// Starters, types and helpers of all games, and what their original interfaces need. Native libraries and
/// Java classes are built by other tools.
#[derive(RustEmbed)]
#[folder = "../../games"]
#[include = "*/starters/*"]
#[include = "*/types/*"]
#[include = "*/helpers/*"]
#[include = "*/original/*"]
#[exclude = "*/original/java/*"]
#[exclude = "*/original/native/*"]
#[exclude = "*/original/*/examples/*"]
#[exclude = "*/original/*/tests/*"]
#[exclude = "*/__pycache__/*"]
#[exclude = "*.md"]
struct GameFiles;

/// One starter for each language, for games that have none of their own.
#[derive(RustEmbed)]
#[folder = "../../sdk"]
#[include = "*/starter/*"]
struct SdkStarters;

/// The manual of every game.
#[derive(RustEmbed)]
#[folder = "../../games"]
#[include = "*/manual.md"]
struct Manuals;

/// The manual of a game, in Markdown.
pub fn manual(game: &str) -> Option<String> {
    let file = Manuals::get(&format!("{game}/manual.md"))?;
    Some(String::from_utf8_lossy(&file.data).into_owned())
}

/// The name of a file inside its kit, and its bytes.
pub(crate) type KitFile = (String, Vec<u8>);

/// The files of an embedded folder, with `prefix` before their names.
pub(crate) fn embedded<E: RustEmbed>(prefix: &str) -> Vec<KitFile> {
    let file = |name: Cow<'static, str>| {
        let data = E::get(&name).map(|file| file.data.into_owned());
        Some((format!("{prefix}{name}"), data?))
    };
    E::iter().filter_map(file).collect()
}

/// A file of a game's folder.
pub(crate) fn game_file(game: &str, path: &str) -> Option<Vec<u8>> {
    Some(GameFiles::get(&format!("{game}/{path}"))?.data.into_owned())
}

/// The names of the files in a folder of a game.
pub(crate) fn game_folder(game: &str, folder: &str) -> Vec<String> {
    let within = format!("{game}/{folder}/");
    let name = |path: Cow<'static, str>| path.strip_prefix(&within).map(str::to_owned);
    GameFiles::iter().filter_map(name).collect()
}

/// The starter of a language for games that have none of their own.
pub(crate) fn general_starter(language: &str, file: &str) -> Option<Vec<u8>> {
    Some(SdkStarters::get(&format!("{language}/starter/{file}"))?.data.into_owned())
}

/// The files that a bot is given.
pub(crate) struct Kit(Vec<KitFile>);

/// An unpacked kit.
pub(crate) struct UnpackedKit {
    /// Its folder.
    pub dir: PathBuf,
    /// The fingerprint of its files.
    pub hash: String,
}

impl Kit {
    pub fn new(files: Vec<KitFile>) -> Kit {
        Kit(files)
    }

    /// What bots of an original contest are given: the interface's folder without its starter.
    pub fn original(game: &str, api: &OriginalApi) -> Kit {
        let folder = format!("{game}/original/{}/", api.language);
        let file = |path: Cow<'static, str>| {
            let name = path.strip_prefix(&folder).filter(|name| !name.starts_with("starter/"))?;
            Some((name.to_owned(), GameFiles::get(&path)?.data.into_owned()))
        };
        Kit(GameFiles::iter().filter_map(file).collect())
    }

    /// Adds files.
    pub fn extend(&mut self, files: Vec<KitFile>) {
        self.0.extend(files);
    }

    /// Unpacks the kit into the cache, unless it is there.
    pub fn unpack(mut self, cache: &Cache) -> Result<UnpackedKit, CacheFault> {
        self.0.sort();
        let mut hasher = Sha256::new();
        for (name, data) in &self.0 {
            hasher.update(format!("{name}\n{}\n", data.len()));
            hasher.update(data);
        }
        let hash = hex(&hasher.finalize())[..24].to_owned();
        let dir = cache.keep("kits", &hash, |dir| {
            for (name, data) in &self.0 {
                let path = dir.join(name);
                if let Some(parent) = path.parent() {
                    fs::create_dir_all(parent)?;
                }
                fs::write(path, data)?;
            }
            Ok(())
        })?;
        Ok(UnpackedKit { dir, hash })
    }
}
