//! A program's standard error: the first bytes, the last bytes, and how many were dropped in between.

use std::collections::VecDeque;

/// Bytes that are kept of the beginning.
pub const HEAD_BYTES: usize = 64 << 10;
/// Bytes that are kept of the end.
pub const TAIL_BYTES: usize = 16 << 10;

/// A program's standard error; the middle of a long one is dropped.
#[derive(Clone, Debug, Default)]
pub struct Log {
    head: Vec<u8>,
    tail: VecDeque<u8>,
    total: u64,
    /// The first bytes since the last `take_fresh`.
    fresh: Vec<u8>,
}

impl Log {
    /// Bytes that the program wrote.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// Bytes in the middle that were dropped.
    pub fn left_out(&self) -> u64 {
        self.total - (self.head.len() + self.tail.len()) as u64
    }

    /// The first [`HEAD_BYTES`] bytes at most.
    pub fn head(&self) -> &[u8] {
        &self.head
    }

    /// The log as text, with a line where bytes were dropped. Invalid UTF-8 is replaced.
    pub fn text(&self) -> String {
        let mut bytes = self.head.clone();
        if self.left_out() > 0 {
            bytes.extend(format!("\n[... {} bytes left out ...]\n", self.left_out()).bytes());
        }
        bytes.extend(&self.tail);
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// What [`take_fresh`](Self::take_fresh) would return.
    pub(crate) fn fresh(&self) -> &[u8] {
        &self.fresh
    }

    /// The text since the last call, at most [`HEAD_BYTES`] bytes.
    pub(crate) fn take_fresh(&mut self) -> String {
        let text = String::from_utf8_lossy(&self.fresh).into_owned();
        self.fresh.clear();
        text
    }

    pub(crate) fn add(&mut self, bytes: &[u8]) {
        self.fresh.extend(&bytes[..bytes.len().min(HEAD_BYTES - self.fresh.len())]);
        self.total += bytes.len() as u64;
        let (head, rest) = bytes.split_at(bytes.len().min(HEAD_BYTES - self.head.len()));
        self.head.extend(head);
        let rest = &rest[rest.len().saturating_sub(TAIL_BYTES)..];
        let free = TAIL_BYTES - self.tail.len();
        self.tail.drain(..rest.len().saturating_sub(free));
        self.tail.extend(rest);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_log_is_kept_whole() {
        let mut log = Log::default();
        log.add(b"one\n");
        log.add(b"two\n");
        assert_eq!(log.text(), "one\ntwo\n");
        assert_eq!((log.total(), log.left_out()), (8, 0));
        assert_eq!(log.take_fresh(), "one\ntwo\n");
        log.add(b"three\n");
        assert_eq!(log.take_fresh(), "three\n");
    }

    #[test]
    fn a_long_log_keeps_both_ends() {
        let mut log = Log::default();
        log.add(b"first ");
        for _ in 0..1000 {
            log.add(&[b'x'; 999]);
        }
        log.add(b" last");
        assert_eq!(log.total(), 999_011);
        assert_eq!(log.left_out(), 999_011 - (HEAD_BYTES + TAIL_BYTES) as u64);
        let text = log.text();
        assert!(text.starts_with("first x") && text.ends_with("x last"));
        assert!(text.contains(&format!("[... {} bytes left out ...]", log.left_out())));
    }

    #[test]
    fn one_chunk_larger_than_the_buffers_is_cut() {
        let mut log = Log::default();
        log.add(&vec![b'y'; HEAD_BYTES + 3 * TAIL_BYTES]);
        assert_eq!(log.left_out(), 2 * TAIL_BYTES as u64);
    }
}
