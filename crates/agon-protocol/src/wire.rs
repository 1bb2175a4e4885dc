//! Encoding and framing of messages: lines of JSON, or MessagePack with a length prefix.

use crate::Format;
use crate::msgpack::pack;
use serde::{Serialize, de::DeserializeOwned};
use thiserror::Error;

/// The maximum length of one message from a bot, in bytes.
pub const MESSAGE_LIMIT: usize = 1 << 20;

/// The maximum nesting depth of a message in both formats: the limit of `serde_json`.
const DEPTH_LIMIT: usize = 128;

/// Why received bytes are not a message. Each variant displays as a sentence.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[allow(missing_docs, reason = "the error texts document the variants")]
pub enum WireFault {
    #[error("a message is longer than {MESSAGE_LIMIT} bytes; send shorter ones")]
    TooLong,
    #[error("the line {line} is not JSON; did you print for debugging? use stderr")]
    NotJson { line: String },
    #[error("the line {line} is not complete JSON: {why}")]
    BrokenJson { line: String, why: String },
    #[error("a frame is not MessagePack: {0}")]
    NotMessagePack(String),
    #[error("the message does not match the protocol: {0}")]
    Unknown(String),
}

impl Format {
    /// Appends a message with its line break or length prefix.
    pub fn write(self, message: &impl Serialize, out: &mut Vec<u8>) {
        match self {
            Format::Json => {
                serde_json::to_writer(&mut *out, message).expect("messages are plain data");
                out.push(b'\n');
            }
            Format::Msgpack => {
                let start = out.len();
                out.extend([0; 4]);
                pack(message, out);
                let length = (out.len() - start - 4) as u32;
                out[start..start + 4].copy_from_slice(&length.to_le_bytes());
            }
        }
    }

    /// Reads a message from the content of one line or frame, as [`split`](Self::split) returns it.
    pub fn read<T: DeserializeOwned>(self, bytes: &[u8]) -> Result<T, WireFault> {
        match self {
            Format::Json => serde_json::from_slice(bytes).map_err(|fault| {
                if fault.is_data() {
                    WireFault::Unknown(fault.to_string())
                } else {
                    not_json(bytes, &fault)
                }
            }),
            Format::Msgpack => {
                let mut reader = rmp_serde::Deserializer::new(bytes).with_human_readable();
                reader.set_max_depth(DEPTH_LIMIT);
                let message = T::deserialize(&mut reader).map_err(|fault| match fault {
                    rmp_serde::decode::Error::Syntax(why) => WireFault::Unknown(why),
                    other => WireFault::NotMessagePack(other.to_string()),
                })?;
                match reader.get_ref().len() {
                    0 => Ok(message),
                    extra => {
                        let what = format!("{extra} extra bytes after the message");
                        Err(WireFault::NotMessagePack(what))
                    }
                }
            }
        }
    }

    /// Finds the first complete message in the received bytes. Returns its content and the offset of the
    /// next message, or `None` if it is incomplete. The first `seen` bytes contain no line break.
    pub fn split(self, bytes: &[u8], seen: usize) -> Result<Option<(&[u8], usize)>, WireFault> {
        match self {
            Format::Json => match bytes[seen..].iter().position(|&b| b == b'\n') {
                Some(at) if seen + at <= MESSAGE_LIMIT => {
                    Ok(Some((&bytes[..seen + at], seen + at + 1)))
                }
                None if bytes.len() <= MESSAGE_LIMIT => Ok(None),
                _ => Err(WireFault::TooLong),
            },
            Format::Msgpack => {
                let Some((length, rest)) = bytes.split_first_chunk::<4>() else {
                    return Ok(None);
                };
                let length = u32::from_le_bytes(*length) as usize;
                if length > MESSAGE_LIMIT {
                    return Err(WireFault::TooLong);
                }
                Ok(rest.get(..length).map(|message| (message, 4 + length)))
            }
        }
    }
}

/// The most characters of a bot's line that a sentence quotes.
const QUOTED_CHARS: usize = 60;

/// A line that begins like a message was written by a program; any other one was probably printed.
fn not_json(bytes: &[u8], fault: &serde_json::Error) -> WireFault {
    let line = quoted(bytes);
    if bytes.trim_ascii_start().starts_with(b"{") {
        WireFault::BrokenJson { line, why: fault.to_string() }
    } else {
        WireFault::NotJson { line }
    }
}

/// A bot's bytes for a sentence: the first characters between backticks, control characters escaped.
pub fn quoted(bytes: &[u8]) -> String {
    // Four bytes hold one character, so that a long line is not converted as a whole.
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(4 * (QUOTED_CHARS + 1))]);
    let mut quoted = String::from("`");
    for (at, letter) in text.trim_end().chars().enumerate() {
        if at == QUOTED_CHARS {
            quoted.push_str("...");
            break;
        }
        if letter.is_control() {
            quoted.extend(letter.escape_default());
        } else {
            quoted.push(letter);
        }
    }
    quoted.push('`');
    quoted
}
