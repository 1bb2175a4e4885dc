//! A league's folder: bots, and an optional configuration file.

use agon_compete::short_name;
use agon_core::{ClockRule, ConductSettings, Enforcement, Profile, Waiver};
use serde::{Deserialize, Serialize};
use std::io;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

/// Name of the journal's folder within the league's folder.
pub const RUN_FOLDER: &str = "league";
/// Name of the configuration file within the league's folder.
pub const CONFIG_FILE: &str = "league.toml";

/// Configuration of a league.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// The game.
    #[serde(default)]
    pub game: Option<String>,
    /// Rule profile. Settings that hold for every game of the run stand here.
    #[serde(default)]
    pub rules: Profile,
    /// Maps, used in turn; empty for the game's first map.
    #[serde(default)]
    pub maps: Vec<String>,
    /// Further bots, such as built-in ones.
    #[serde(default)]
    pub bots: Vec<String>,
    /// What follows from a violation of the contest's regulations [as its handbook says].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub regulations: Option<Enforcement>,
    /// How the time limits are meant [as the handbook says].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockRule>,
    /// Packages that bots may import besides those of the handbook.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub packages: Vec<String>,
    /// Violations that are forgiven.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub waivers: Vec<Waiver>,
    /// Seats per game; default: the game's maximum.
    #[serde(default)]
    pub seats: Option<usize>,
    /// Seed of the first game.
    #[serde(default = "one")]
    pub seed: u64,
}

fn one() -> u64 {
    1
}

impl Default for Config {
    fn default() -> Config {
        Config {
            game: None,
            rules: Profile::default(),
            maps: Vec::new(),
            bots: Vec::new(),
            regulations: None,
            clock: None,
            packages: Vec::new(),
            waivers: Vec::new(),
            seats: None,
            seed: 1,
        }
    }
}

impl Config {
    /// Reads the configuration file, if there is one; the error is a sentence.
    pub fn read(folder: &Path) -> Result<Config, String> {
        let path = folder.join(CONFIG_FILE);
        match std::fs::read_to_string(&path) {
            Ok(text) => toml::from_str(&text).map_err(|e| format!("{}: {e}", path.display())),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Config::default()),
            Err(error) => Err(format!("cannot read {}: {error}", path.display())),
        }
    }

    /// What the organiser says about the contest's regulations.
    pub fn conduct(&self) -> ConductSettings {
        ConductSettings {
            regulations: self.regulations,
            clock: self.clock,
            packages: self.packages.clone(),
            waivers: self.waivers.clone(),
        }
    }
}

/// A file or folder that may be a bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Name in the league.
    pub name: String,
    /// Specifier of the bot.
    pub word: String,
    /// Hash of sizes and modification times, which changes when the files change; or why they cannot be read.
    pub stamp: Result<u64, String>,
}

/// Extensions of files that are not bots.
const IGNORED_EXTENSIONS: [&str; 10] =
    ["md", "txt", "toml", "json", "jsonl", "csv", "log", "class", "pyc", "agonreplay"];

/// All candidates sorted by name: the configured bots, files and folders.
pub fn scan(folder: &Path, config: &Config) -> io::Result<Vec<Found>> {
    let mut found: Vec<Found> = config
        .bots
        .iter()
        .map(|word| Found { name: short_name(word), word: word.clone(), stamp: Ok(0) })
        .collect();
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let ending = Path::new(&name).extension().map(|e| e.to_string_lossy().into_owned());
        // Skip the journal's folder and the copies that --fresh has moved aside.
        let journal = name == RUN_FOLDER || name.starts_with(&format!("{RUN_FOLDER}."));
        let hidden = name.starts_with(['.', '_']) || journal;
        if hidden || ending.is_some_and(|ending| IGNORED_EXTENSIONS.contains(&ending.as_str())) {
            continue;
        }
        let word = entry.path().to_string_lossy().into_owned();
        let mut stamp = 0;
        let stamp = match read_stamp(&entry.path(), 0, &mut stamp) {
            Ok(()) => Ok(stamp),
            // It was removed while the folder was read.
            Err((path, error)) if path == entry.path() && is_gone(&path, &error) => continue,
            Err((path, error)) => Err(format!("cannot read {}: {error}", path.display())),
        };
        found.push(Found { name: short_name(&name), word, stamp });
    }
    found.sort_by(|a, b| a.name.cmp(&b.name).then(a.word.cmp(&b.word)));
    // If two names are equal, use the full file name of the second.
    for i in 1..found.len() {
        if found[i].name == found[i - 1].name {
            let word = found[i].word.clone();
            found[i].name = word.rsplit('/').next().unwrap_or(&word).to_owned();
        }
    }
    Ok(found)
}

/// Whether there is nothing at a path, not even a link without a target.
fn is_gone(path: &Path, error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::NotFound && std::fs::symlink_metadata(path).is_err()
}

/// Mixes sizes and modification times of everything below a path into `stamp`. The error names the path.
fn read_stamp(path: &Path, depth: usize, stamp: &mut u64) -> Result<(), (PathBuf, io::Error)> {
    let fault = |error| (path.to_owned(), error);
    let meta = std::fs::metadata(path).map_err(fault)?;
    let time = meta.modified().map_err(fault)?.duration_since(UNIX_EPOCH).unwrap_or_default();
    *stamp = agon_core::split_seed(*stamp ^ meta.len(), time.as_nanos() as u64);
    if meta.is_dir() && depth < MAX_DEPTH {
        let entries = std::fs::read_dir(path).and_then(Iterator::collect);
        let mut entries: Vec<std::fs::DirEntry> = entries.map_err(fault)?;
        entries.sort_by_key(std::fs::DirEntry::file_name);
        for entry in entries {
            match read_stamp(&entry.path(), depth + 1, stamp) {
                // A file that was removed meanwhile is not part of the bot.
                Err((path, error)) if is_gone(&path, &error) => {}
                other => other?,
            }
        }
    }
    Ok(())
}

/// Folders deeper than this do not change the stamp.
const MAX_DEPTH: usize = 8;
