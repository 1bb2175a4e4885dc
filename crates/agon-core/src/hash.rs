//! The fingerprint of a position.
//!
//! Replays carry one per round, so the function is part of the file format: it must never change.
//! It is written out here (multiply, fold, xor over 64-bit words) rather than taken from a library,
//! because library hashers may change. It detects accidents, not deliberate collisions.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// A 64-bit fingerprint; shown and stored in text as 16 hex digits.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct StateHash(pub u64);

impl fmt::Display for StateHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl Serialize for StateHash {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.collect_str(self)
        } else {
            self.0.to_le_bytes().serialize(serializer)
        }
    }
}

impl<'de> Deserialize<'de> for StateHash {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<StateHash, D::Error> {
        if deserializer.is_human_readable() {
            let text = String::deserialize(deserializer)?;
            let value = u64::from_str_radix(&text, 16).ok().filter(|_| text.len() == 16);
            value.map(StateHash).ok_or_else(|| {
                serde::de::Error::custom(format!("`{text}` is not a fingerprint of 16 hex digits"))
            })
        } else {
            Ok(StateHash(u64::from_le_bytes(<[u8; 8]>::deserialize(deserializer)?)))
        }
    }
}

/// Collects the parts of a position into a [`StateHash`]; the order of the parts matters.
#[derive(Clone, Debug)]
pub struct StateHasher(u64);

const SEED: u64 = 0x9E37_79B9_7F4A_7C15;
const STIR: u64 = 0xD6E8_FEB8_6659_FD93;

impl Default for StateHasher {
    fn default() -> StateHasher {
        StateHasher::new()
    }
}

impl StateHasher {
    /// An empty collection.
    pub fn new() -> StateHasher {
        StateHasher(SEED)
    }

    /// Adds one number.
    #[inline]
    pub fn word(&mut self, word: u64) -> &mut StateHasher {
        let product = u128::from(self.0 ^ word) * u128::from(STIR);
        self.0 = (product as u64) ^ ((product >> 64) as u64) ^ SEED.rotate_left((word & 63) as u32);
        self
    }

    /// Adds a signed number.
    pub fn signed(&mut self, number: i64) -> &mut StateHasher {
        self.word(number as u64)
    }

    /// Adds a float by its bits.
    pub fn float(&mut self, number: f64) -> &mut StateHasher {
        self.word(number.to_bits())
    }

    /// Adds a run of bytes and its length.
    pub fn bytes(&mut self, bytes: &[u8]) -> &mut StateHasher {
        self.word(bytes.len() as u64);
        let (words, rest) = bytes.as_chunks::<8>();
        for word in words {
            self.word(u64::from_le_bytes(*word));
        }
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        self.word(u64::from_le_bytes(last))
    }

    /// The fingerprint of everything added so far.
    pub fn finish(&self) -> StateHash {
        let mut mixed = StateHasher(self.0);
        mixed.word(STIR).word(SEED);
        StateHash(mixed.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// These numbers are in released files: if this test fails, the change is wrong, not the test.
    #[test]
    fn fingerprints_never_change() {
        let of = |bytes: &[u8]| StateHasher::new().bytes(bytes).finish().to_string();
        assert_eq!(of(b""), "c856e01e6eef2958");
        assert_eq!(of(b"agon"), "36b30a4174431dca");
        assert_eq!(of(b"a position longer than a word"), "4d9cc89c7ddb3132");
    }

    #[test]
    fn every_byte_and_the_length_count() {
        let of = |bytes: &[u8]| StateHasher::new().bytes(bytes).finish();
        let base = [1u8; 37];
        for at in 0..base.len() {
            let mut other = base;
            other[at] ^= 1;
            assert_ne!(of(&base), of(&other), "byte {at}");
        }
        assert_ne!(of(&[0; 8]), of(&[0; 9]));
    }

    #[test]
    fn text_form_round_trips() {
        let hash = StateHash(0x00ab);
        let text = serde_json::to_string(&hash).unwrap();
        assert_eq!(text, "\"00000000000000ab\"");
        assert_eq!(serde_json::from_str::<StateHash>(&text).unwrap(), hash);
        assert!(serde_json::from_str::<StateHash>("\"xyz\"").is_err());
    }
}
