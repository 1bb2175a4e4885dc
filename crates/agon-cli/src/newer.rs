//! Remembers the last replay that needs a newer Agon, so that `agon doctor` can say so.

use crate::commands::contest::account;
use crate::commands::play::now;
use agon_core::safe_line;
use agon_games::GAMES;
use agon_replay::{Header, MAGIC_WITH_NOTES, Replay, ReplayFault};
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::{Path, PathBuf};

/// The file in the user's configuration folder.
const FILE: &str = "newer.json";

/// A replay of a newer Agon.
#[derive(Serialize, Deserialize)]
pub struct Newer {
    version: Version,
    file: String,
    date: String,
}

/// What is newer about it.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Version {
    ReplayFormat(u32),
    Rules { game: String, version: u32 },
}

impl Version {
    /// Whether this program is too old for it; another program may have remembered it.
    fn is_newer(&self) -> bool {
        match self {
            Version::ReplayFormat(number) => *number > newest_format(),
            Version::Rules { game, version } => {
                GAMES.iter().any(|info| info.id == game && info.version < *version)
            }
        }
    }
}

impl std::fmt::Display for Newer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (file, date) = (safe_line(&self.file), safe_line(&self.date));
        match &self.version {
            Version::ReplayFormat(number) => write!(f, "{file} has replay format {number}")?,
            Version::Rules { game, version } => {
                let game = safe_line(game);
                write!(f, "{file} was played under version {version} of the rules of {game}")?;
            }
        }
        write!(f, "; it was read on {date}")
    }
}

/// The newest format of replays that this program reads.
pub fn newest_format() -> u32 {
    number_of(MAGIC_WITH_NOTES).unwrap_or_default()
}

/// The number in the first line of a replay.
fn number_of(magic: &str) -> Option<u32> {
    magic.strip_prefix("agon-replay ")?.trim().parse().ok()
}

/// Remembers a replay if a newer Agon wrote it.
pub fn remember(read: &Result<Replay, ReplayFault>, path: &Path) {
    let version = match read {
        Ok(Replay { header: Header { game, version, .. }, .. }) => {
            Some(Version::Rules { game: game.clone(), version: *version })
        }
        Err(ReplayFault::OtherFormat { found }) => number_of(found).map(Version::ReplayFormat),
        Err(_) => None,
    };
    let Some(version) = version.filter(Version::is_newer) else { return };
    let file = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let newer = Newer { version, file: file.to_string_lossy().into_owned(), date: now() };
    // The caller reports the replay itself; without a folder, only `agon doctor` says less.
    if let (Some(file), Ok(text)) = (place(), serde_json::to_vec(&newer)) {
        let _ = crate::files::write(&file, &text);
    }
}

/// The last replay that is too new for this program.
pub fn met() -> Option<Newer> {
    let newer: Newer = serde_json::from_slice(&fs::read(place()?).ok()?).ok()?;
    newer.version.is_newer().then_some(newer)
}

fn place() -> Option<PathBuf> {
    Some(account::folder().ok()?.join(FILE))
}
