//! What lies in a league's folder: bots, and perhaps a file that says how they play.

use crate::short_name;
use agon_core::Profile;
use serde::{Deserialize, Serialize};
use std::io;
use std::path::Path;
use std::time::UNIX_EPOCH;

/// The folder within the league's folder where the journal lies.
pub const RUN_FOLDER: &str = "league";
/// The file within the league's folder that says how it is played.
pub const CONFIG_FILE: &str = "league.toml";

/// How a league is played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// The game.
    #[serde(default)]
    pub game: Option<String>,
    /// The rules.
    #[serde(default)]
    pub rules: Profile,
    /// The maps, taken in turn; none for the game's first one.
    #[serde(default)]
    pub maps: Vec<String>,
    /// Bots besides those in the folder, such as built-in ones.
    #[serde(default)]
    pub bots: Vec<String>,
    /// Seats at a table; as many as the game allows if not given.
    #[serde(default)]
    pub seats: Option<usize>,
    /// The first seed.
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
            seats: None,
            seed: 1,
        }
    }
}

impl Config {
    /// The league's own file, if there is one; what is wrong with it is a sentence.
    pub fn read(folder: &Path) -> Result<Config, String> {
        let path = folder.join(CONFIG_FILE);
        match std::fs::read_to_string(&path) {
            Ok(text) => toml::from_str(&text).map_err(|e| format!("{}: {e}", path.display())),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Config::default()),
            Err(error) => Err(format!("cannot read {}: {error}", path.display())),
        }
    }
}

/// Something in the folder that may be a bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// What it is called.
    pub name: String,
    /// The word that names the bot.
    pub word: String,
    /// Changes when the files change.
    pub stamp: u64,
}

/// Endings of files that are no bots.
const NO_BOTS: [&str; 10] =
    ["md", "txt", "toml", "json", "jsonl", "csv", "log", "class", "pyc", "agonreplay"];

/// Everything that may be a bot, in the order of names: what the file lists, then files and folders.
pub fn scan(folder: &Path, config: &Config) -> io::Result<Vec<Candidate>> {
    let mut found: Vec<Candidate> = config
        .bots
        .iter()
        .map(|word| Candidate { name: short_name(word), word: word.clone(), stamp: 0 })
        .collect();
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let ending = Path::new(&name).extension().map(|e| e.to_string_lossy().into_owned());
        // The journal's folder, and what --fresh has moved aside.
        let journal = name == RUN_FOLDER || name.starts_with(&format!("{RUN_FOLDER}."));
        let hidden = name.starts_with(['.', '_']) || journal;
        if hidden || ending.is_some_and(|ending| NO_BOTS.contains(&ending.as_str())) {
            continue;
        }
        let word = entry.path().to_string_lossy().into_owned();
        let mut stamp = 0;
        read_stamp(&entry.path(), 0, &mut stamp)?;
        found.push(Candidate { name: short_name(&name), word, stamp });
    }
    found.sort_by(|a, b| a.name.cmp(&b.name).then(a.word.cmp(&b.word)));
    // Two files may differ only in their ending: then the ending is part of the name.
    for i in 1..found.len() {
        if found[i].name == found[i - 1].name {
            let word = found[i].word.clone();
            found[i].name = word.rsplit('/').next().unwrap_or(&word).to_owned();
        }
    }
    Ok(found)
}

/// Mixes sizes and times of everything below a path into a number.
fn read_stamp(path: &Path, depth: usize, stamp: &mut u64) -> io::Result<()> {
    let meta = std::fs::metadata(path)?;
    let time = meta.modified()?.duration_since(UNIX_EPOCH).unwrap_or_default();
    *stamp = agon_core::split_seed(*stamp ^ meta.len(), time.as_nanos() as u64);
    if meta.is_dir() && depth < 8 {
        let mut entries: Vec<_> = std::fs::read_dir(path)?.collect::<io::Result<_>>()?;
        entries.sort_by_key(std::fs::DirEntry::file_name);
        for entry in entries {
            read_stamp(&entry.path(), depth + 1, stamp)?;
        }
    }
    Ok(())
}
