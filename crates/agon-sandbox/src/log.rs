//! What a program wrote to its error output: the beginning, the end, and how much was between.

use std::collections::VecDeque;

/// How much of the beginning is kept.
pub const HEAD: usize = 64 << 10;
/// How much of the end is kept.
pub const TAIL: usize = 16 << 10;

/// A program's error output, cut in the middle when it is long.
#[derive(Clone, Debug, Default)]
pub struct Log {
    head: Vec<u8>,
    tail: VecDeque<u8>,
    total: u64,
    /// The beginning of what nobody has asked for yet.
    fresh: Vec<u8>,
}

impl Log {
    /// How many bytes the program wrote.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// How many bytes in the middle were not kept.
    pub fn left_out(&self) -> u64 {
        self.total - (self.head.len() + self.tail.len()) as u64
    }

    /// The beginning: all of it, if nothing is left out and it is shorter than [`HEAD`].
    pub fn head(&self) -> &[u8] {
        &self.head
    }

    /// As text; a line says where something is missing. What is not UTF-8 is replaced.
    pub fn text(&self) -> String {
        let mut bytes = self.head.clone();
        if self.left_out() > 0 {
            bytes.extend(format!("\n[... {} bytes left out ...]\n", self.left_out()).bytes());
        }
        bytes.extend(&self.tail);
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// What came since this was last asked, cut after [`HEAD`] bytes.
    pub(crate) fn take_fresh(&mut self) -> String {
        let text = String::from_utf8_lossy(&self.fresh).into_owned();
        self.fresh.clear();
        text
    }

    pub(crate) fn add(&mut self, bytes: &[u8]) {
        self.fresh.extend(&bytes[..bytes.len().min(HEAD - self.fresh.len())]);
        self.total += bytes.len() as u64;
        let (head, rest) = bytes.split_at(bytes.len().min(HEAD - self.head.len()));
        self.head.extend(head);
        let rest = &rest[rest.len().saturating_sub(TAIL)..];
        let room = TAIL - self.tail.len();
        self.tail.drain(..rest.len().saturating_sub(room));
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
        assert_eq!(log.left_out(), 999_011 - (HEAD + TAIL) as u64);
        let text = log.text();
        assert!(text.starts_with("first x") && text.ends_with("x last"));
        assert!(text.contains(&format!("[... {} bytes left out ...]", log.left_out())));
    }

    #[test]
    fn one_piece_larger_than_everything_is_cut_as_well() {
        let mut log = Log::default();
        log.add(&vec![b'y'; HEAD + 3 * TAIL]);
        assert_eq!(log.left_out(), 2 * TAIL as u64);
    }
}
