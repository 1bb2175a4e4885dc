//! The container: a magic line, a header line in JSON, a compressed body.

use crate::Recorder;
use agon_core::{Contest, Outcome, Profile, StateHash, StateHasher};
use serde::{Deserialize, Serialize};
use std::io::Read;
use thiserror::Error;

/// The first line of a replay; the number is the version of the format.
pub const MAGIC: &str = "agon-replay 1";
/// The first line of a replay with notes of bots: the same format with one more kind of record. A replay
/// without notes has format 1, so that older readers can read it.
pub const MAGIC_WITH_NOTES: &str = "agon-replay 2";
/// The file name extension, without the dot.
pub const EXTENSION: &str = "agonreplay";
/// Maximum size of the unpacked body in bytes.
const BODY_MAX_BYTES: u64 = 512 << 20;
/// Maximum length of the magic line and of the header line in bytes.
const LINE_MAX_BYTES: usize = 1 << 20;
/// Compression level of zstd.
const ZSTD_LEVEL: i32 = 3;

/// The file's second line: who played, on which map, with which result.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// The game's id.
    pub game: String,
    /// The version of the game's rules; other versions cannot replay the file.
    pub version: u32,
    /// The rule profile.
    pub rules: Profile,
    /// The map's name; the map itself is in the body.
    pub map: String,
    /// The seed of the match.
    pub seed: u64,
    /// The bots, by seat.
    pub seats: Vec<SeatEntry>,
    /// The result of the match.
    pub result: Outcome,
    /// The last round played.
    pub rounds: u32,
    /// Number of orders in the log.
    pub orders: u64,
    /// The program that played the match.
    pub engine: String,
    /// When the match was played (UTC); optional.
    pub date: Option<String>,
    /// Hash of the unpacked body.
    pub checksum: StateHash,
    /// Sets matches with the same seed apart: the bots' seeds follow from both. 0 for a single match.
    #[serde(default, skip_serializing_if = "is_default")]
    pub lot: u64,
    /// Whether the bots were told that the match is one of a tournament.
    #[serde(default, skip_serializing_if = "is_default")]
    pub tournament: bool,
    /// The match that this one continues, if it was forked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fork: Option<Fork>,
}

/// Where a forked match leaves the match that it continues.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fork {
    /// The checksum of the replay that was forked.
    pub from: StateHash,
    /// The round in which the other bots took over.
    pub round: u32,
    /// The seat in whose turn they did; `None` for the first turn of the round.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<String>,
    /// The bytes of the unpacked body up to there: setup and records of the earlier turns.
    pub bytes: u64,
    /// The bots of the replay that was forked, by seat.
    pub seats: Vec<SeatEntry>,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// One bot of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SeatEntry {
    /// The seat's name ("blue").
    pub seat: String,
    /// The name of the bot.
    pub bot: String,
    /// A hash of the bot's files; `None` for built-in bots.
    pub hash: Option<String>,
}

/// A replay in memory: its header and its unpacked body.
#[derive(Clone, Debug)]
pub struct Replay {
    /// The header.
    pub header: Header,
    pub(crate) body: Vec<u8>,
    pub(crate) has_notes: bool,
}

/// What is wrong with a replay file. Each variant displays as a sentence.
#[derive(Debug, Error, PartialEq)]
#[allow(missing_docs, reason = "the error texts document the variants")]
pub enum ReplayFault {
    #[error("this is not an Agon replay: it does not begin with `{MAGIC}`")]
    Foreign,
    #[error(
        "this replay has format `{found}`, but this program reads `{MAGIC}` and \
         `{MAGIC_WITH_NOTES}`; use a newer version of Agon"
    )]
    OtherFormat { found: String },
    #[error("the replay is cut off in its header")]
    HeaderCutOff,
    #[error("the replay's header is damaged: {0}")]
    Header(String),
    #[error("the replay's body is cut off or damaged: {0}")]
    Body(String),
    #[error("the replay has been altered: its body does not match the checksum in its header")]
    Altered,
    #[error("the replay is of the game `{found}`, not `{wanted}`")]
    OtherGame { found: String, wanted: &'static str },
    #[error(
        "the replay was played under version {found} of the rules of {game}, but this program has \
         version {wanted}; use the version of Agon that recorded it"
    )]
    OtherVersion { game: &'static str, found: u32, wanted: u32 },
    #[error("the replay's setup cannot be played: {0}")]
    Setup(String),
    #[error("the replay diverges in round {round}: {what}")]
    Diverges { round: u32, what: String },
}

impl Replay {
    /// Completes the record of a finished match and sets the header's checksum and counts.
    pub fn finish<G: Contest>(mut recorder: Recorder, game: &G, mut header: Header) -> Replay {
        recorder.close(game);
        header.orders = recorder.orders;
        header.rounds = game.round();
        header.checksum = StateHasher::new().bytes(&recorder.body).finish();
        Replay { header, body: recorder.body, has_notes: recorder.has_notes }
    }

    /// The file's bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let header = serde_json::to_string(&self.header).expect("headers are plain data");
        let magic = if self.has_notes { MAGIC_WITH_NOTES } else { MAGIC };
        let mut bytes = format!("{magic}\n{header}\n").into_bytes();
        let packed = zstd::bulk::compress(&self.body, ZSTD_LEVEL)
            .expect("compressing in memory cannot fail");
        bytes.extend(packed);
        bytes
    }

    /// Reads a file's bytes and verifies the checksum.
    pub fn from_bytes(bytes: &[u8]) -> Result<Replay, ReplayFault> {
        Replay::from_bytes_within(bytes, BODY_MAX_BYTES)
    }

    /// The same for a body that may unpack to at most `max` bytes.
    pub fn from_bytes_within(bytes: &[u8], max: u64) -> Result<Replay, ReplayFault> {
        let (header, has_notes, packed) = split_header(bytes)?;
        let mut body = Vec::new();
        zstd::stream::read::Decoder::new(packed)
            .and_then(|decoder| decoder.take(max + 1).read_to_end(&mut body))
            .map_err(|e| ReplayFault::Body(e.to_string()))?;
        if body.len() as u64 > max {
            return Err(ReplayFault::Body(format!("it unpacks to more than {} MiB", max >> 20)));
        }
        if StateHasher::new().bytes(&body).finish() != header.checksum {
            return Err(ReplayFault::Altered);
        }
        Ok(Replay { header, body, has_notes })
    }

    /// The unpacked body.
    pub fn body(&self) -> &[u8] {
        &self.body
    }

    /// The same replay with another body and its checksum, for tests that damage replays.
    pub fn with_body(&self, body: Vec<u8>) -> Replay {
        let checksum = StateHasher::new().bytes(&body).finish();
        let header = Header { checksum, ..self.header.clone() };
        Replay { header, body, has_notes: self.has_notes }
    }

    /// Sizes of the unpacked body and of the file in bytes.
    pub fn sizes(&self) -> (usize, usize) {
        (self.body.len(), self.to_bytes().len())
    }
}

impl Header {
    /// Reads the header of a file's bytes; the body, which may be damaged, is not read.
    pub fn from_bytes(bytes: &[u8]) -> Result<Header, ReplayFault> {
        Ok(split_header(bytes)?.0)
    }
}

/// The header, whether the body may contain notes, and the packed body.
fn split_header(bytes: &[u8]) -> Result<(Header, bool, &[u8]), ReplayFault> {
    let (magic, rest) = split_line(bytes).ok_or(ReplayFault::Foreign)?;
    let has_notes = magic == MAGIC_WITH_NOTES.as_bytes();
    if magic != MAGIC.as_bytes() && !has_notes {
        let found = String::from_utf8_lossy(magic).into_owned();
        let is_replay = found.starts_with("agon-replay ") && found.len() < 40;
        return Err(if is_replay {
            ReplayFault::OtherFormat { found }
        } else {
            ReplayFault::Foreign
        });
    }
    let (line, packed) = split_line(rest).ok_or(ReplayFault::HeaderCutOff)?;
    let header = serde_json::from_slice(line).map_err(|e| ReplayFault::Header(e.to_string()))?;
    Ok((header, has_notes, packed))
}

/// Splits at the first line break; `None` if there is none within the limit.
fn split_line(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let end = bytes.iter().take(LINE_MAX_BYTES).position(|&b| b == b'\n')?;
    Some((&bytes[..end], &bytes[end + 1..]))
}
