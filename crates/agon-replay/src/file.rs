//! The container: a line of magic, a line of readable header, a compressed body.

use crate::Recorder;
use agon_core::{Contest, Outcome, Profile, StateHash, StateHasher};
use serde::{Deserialize, Serialize};
use std::io::Read;
use thiserror::Error;

/// The first line of a replay; the number is the version of the format.
pub const MAGIC: &str = "agon-replay 1";
/// The first line of a replay in which bots have made notes: the same format with one more kind of
/// record. A match without notes is written as before, so that older readers can read it.
pub const MAGIC_WITH_NOTES: &str = "agon-replay 2";
/// The ending of replay files, without the dot.
pub const EXTENSION: &str = "agonreplay";
/// What a body may unpack to at the most.
const BODY_LIMIT: u64 = 512 << 20;
/// What a header line may measure at the most.
const HEADER_LIMIT: usize = 1 << 20;
const LEVEL: i32 = 3;

/// What a person wants to know about a match before watching it: the file's second line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// The game's id.
    pub game: String,
    /// The version of the game's rules; another version may play on differently.
    pub version: u32,
    /// The rule profile.
    pub rules: Profile,
    /// The map's name; the map itself is in the body.
    pub map: String,
    /// The seed of the match.
    pub seed: u64,
    /// Who played, by seat.
    pub seats: Vec<SeatEntry>,
    /// How it ended.
    pub result: Outcome,
    /// The last round played.
    pub rounds: u32,
    /// Number of orders in the log.
    pub orders: u64,
    /// The program that played it.
    pub engine: String,
    /// When it was played (UTC), if whoever wrote the file wanted it known.
    pub date: Option<String>,
    /// Fingerprint of the unpacked body.
    pub checksum: StateHash,
}

/// One bot of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SeatEntry {
    /// The seat's name ("blue").
    pub seat: String,
    /// The bot as it was named.
    pub bot: String,
    /// A fingerprint of the bot's files; none for bots that come with Agon.
    pub hash: Option<String>,
}

/// A replay in memory: its header and its unpacked body.
#[derive(Clone, Debug)]
pub struct Replay {
    /// The readable part.
    pub header: Header,
    pub(crate) body: Vec<u8>,
    has_notes: bool,
}

/// What is wrong with a replay file. Each reads as a full sentence.
#[derive(Debug, Error, PartialEq)]
#[allow(missing_docs, reason = "the sentences say it")]
pub enum ReplayFault {
    #[error("this is not an Agon replay: it does not begin with `{MAGIC}`")]
    Foreign,
    #[error(
        "this replay has format `{found}`; this program reads `{MAGIC}` and \
         `{MAGIC_WITH_NOTES}`: use an Agon of its time"
    )]
    OtherFormat { found: String },
    #[error("the replay is cut off in its header")]
    HeaderCutOff,
    #[error("the replay's header is damaged: {0}")]
    Header(String),
    #[error("the replay's body is cut off or damaged: {0}")]
    Body(String),
    #[error("the replay has been altered: the body does not match the checksum in its header")]
    Altered,
    #[error("the replay is of the game `{found}`, not of `{wanted}`")]
    OtherGame { found: String, wanted: &'static str },
    #[error(
        "the replay was played under version {found} of the rules of {game}; this program has \
         version {wanted} and cannot repeat it"
    )]
    OtherVersion { game: &'static str, found: u32, wanted: u32 },
    #[error("the replay's setup cannot be played: {0}")]
    Setup(String),
    #[error("the replay diverges in round {round}: {what}")]
    Diverges { round: u32, what: String },
}

impl Replay {
    /// Closes the record of a finished match. The header's checksum and counts are filled in here.
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
        let packed = zstd::bulk::compress(&self.body, LEVEL).expect("memory takes everything");
        bytes.extend(packed);
        bytes
    }

    /// Reads a file's bytes and checks them against the checksum.
    pub fn from_bytes(bytes: &[u8]) -> Result<Replay, ReplayFault> {
        let (magic, rest) = split_line(bytes).ok_or(ReplayFault::Foreign)?;
        let has_notes = magic == MAGIC_WITH_NOTES.as_bytes();
        if magic != MAGIC.as_bytes() && !has_notes {
            let found = String::from_utf8_lossy(magic).into_owned();
            let ours = found.starts_with("agon-replay ") && found.len() < 40;
            return Err(if ours {
                ReplayFault::OtherFormat { found }
            } else {
                ReplayFault::Foreign
            });
        }
        let (line, packed) = split_line(rest).ok_or(ReplayFault::HeaderCutOff)?;
        let header: Header =
            serde_json::from_slice(line).map_err(|e| ReplayFault::Header(e.to_string()))?;
        let mut body = Vec::new();
        zstd::stream::read::Decoder::new(packed)
            .and_then(|decoder| decoder.take(BODY_LIMIT + 1).read_to_end(&mut body))
            .map_err(|e| ReplayFault::Body(e.to_string()))?;
        if body.len() as u64 > BODY_LIMIT {
            return Err(ReplayFault::Body("it unpacks to more than 512 MiB".into()));
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

    /// The same replay with another body, whose checksum is made to fit: for tests that damage it.
    pub fn with_body(&self, body: Vec<u8>) -> Replay {
        let checksum = StateHasher::new().bytes(&body).finish();
        let header = Header { checksum, ..self.header.clone() };
        Replay { header, body, has_notes: self.has_notes }
    }

    /// Bytes of the unpacked body and of the file.
    pub fn sizes(&self) -> (usize, usize) {
        (self.body.len(), self.to_bytes().len())
    }
}

/// The text before the first line break and what follows it.
fn split_line(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let end = bytes.iter().take(HEADER_LIMIT).position(|&b| b == b'\n')?;
    Some((&bytes[..end], &bytes[end + 1..]))
}
