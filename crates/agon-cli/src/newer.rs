//! Remembers the last replay and the last bot that need a newer Agon, so that `agon doctor` can say so.

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

/// What needed a newer Agon, of each kind the last one.
#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Met {
    pub replay: Option<Newer>,
    pub bot: Option<Newer>,
}

/// A replay or a bot of a newer Agon.
#[derive(Serialize, Deserialize)]
pub struct Newer {
    version: Version,
    /// The replay's file, or the bot's name.
    name: String,
    date: String,
}

/// What is newer about it.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Version {
    ReplayFormat(u32),
    Rules { game: String, version: u32 },
    Protocol(u32),
}

impl Version {
    /// Whether this program is too old for it; another program may have remembered it.
    fn is_newer(&self) -> bool {
        match self {
            Version::ReplayFormat(number) => *number > newest_format(),
            Version::Protocol(number) => *number > agon_protocol::VERSION,
            Version::Rules { game, version } => {
                GAMES.iter().any(|info| info.id == game && info.version < *version)
            }
        }
    }
}

impl std::fmt::Display for Newer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (name, date) = (safe_line(&self.name), safe_line(&self.date));
        match &self.version {
            Version::ReplayFormat(number) => write!(f, "{name} has replay format {number}")?,
            Version::Protocol(number) => {
                return write!(
                    f,
                    "the bot {name} speaks version {number}; it was started on {date}"
                );
            }
            Version::Rules { game, version } => {
                let game = safe_line(game);
                write!(f, "{name} was played under version {version} of the rules of {game}")?;
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
    let newer = Newer { version, name: file.to_string_lossy().into_owned(), date: now() };
    write(&Met { replay: Some(newer), ..read_all() });
}

/// Remembers a bot that speaks a newer version of the protocol.
pub fn remember_bot(name: &str, protocol: u32) {
    let version = Version::Protocol(protocol);
    let newer = Newer { version, name: name.to_owned(), date: now() };
    write(&Met { bot: Some(newer), ..read_all() });
}

/// Writes the file. The command itself reports the replay or bot; without a folder, only `agon doctor` says
/// less.
fn write(met: &Met) {
    if let (Some(file), Ok(text)) = (place(), serde_json::to_vec(met)) {
        let _ = crate::files::write(&file, &text);
    }
}

/// The last replay, if it is still there, and the last bot that are too new for this program.
pub fn met() -> Met {
    let Met { replay, bot } = read_all();
    let is_newer = |newer: &Newer| newer.version.is_newer();
    let is_there = |newer: &Newer| Path::new(&newer.name).exists();
    Met { replay: replay.filter(is_newer).filter(is_there), bot: bot.filter(is_newer) }
}

fn read_all() -> Met {
    let text = place().and_then(|file| fs::read(file).ok()).unwrap_or_default();
    serde_json::from_slice(&text).unwrap_or_default()
}

fn place() -> Option<PathBuf> {
    Some(account::folder().ok()?.join(FILE))
}
