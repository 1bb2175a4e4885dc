//! The records of games that are being played, for people who watch them. A worker copies the record of a
//! game only while a server asks for it, and a server asks only while the game has watchers: a game without
//! any costs one comparison per turn. A late watcher gets the record from its beginning.

use crate::play::Progress;
use crate::play::nats::Link;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};
use std::time::{Duration, Instant};

/// A record that was not asked for within this time is no longer copied.
const FORGET_AFTER: Duration = Duration::from_secs(10);
/// The longest record that is copied; a longer game is watched when it has ended.
const MAX_BYTES: usize = 32 << 20;
/// Bytes of a record in one answer.
pub(crate) const PART_BYTES: usize = 256 << 10;

/// The record of the game of a job. Its bytes are a line with the header of the replay, and the body as far
/// as it is written.
#[derive(Debug)]
pub struct LiveRecord {
    made: Instant,
    /// Milliseconds between `made` and the last question, plus 1; 0 without watchers.
    asked: AtomicU64,
    content: Mutex<Content>,
}

#[derive(Debug, Default)]
struct Content {
    /// Tells this game from others of the same job.
    take: String,
    head: Vec<u8>,
    bytes: Vec<u8>,
}

/// A part of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    /// The game that the part belongs to. If another one was asked about, the part is the first one.
    pub take: String,
    /// The bytes that follow those which the asker has; none if there are no more yet.
    pub bytes: Vec<u8>,
}

impl Default for LiveRecord {
    fn default() -> LiveRecord {
        LiveRecord { made: Instant::now(), asked: AtomicU64::new(0), content: Mutex::default() }
    }
}

impl LiveRecord {
    fn content(&self) -> MutexGuard<'_, Content> {
        self.content.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Milliseconds since the record was made, plus 1.
    fn now(&self) -> u64 {
        self.made.elapsed().as_millis() as u64 + 1
    }

    /// A game begins, whose replay has this header: one line of JSON.
    pub fn begin(&self, header: &str) {
        let head = format!("{header}\n").into_bytes();
        *self.content() =
            Content { take: crate::secrets::random_text(12), head, bytes: Vec::new() };
    }

    /// The body of the record has grown to this. Called after every turn.
    pub fn see(&self, body: &[u8]) {
        let asked = self.asked.load(Ordering::Relaxed);
        if asked == 0 {
            return;
        }
        let mut content = self.content();
        if self.now().saturating_sub(asked) > FORGET_AFTER.as_millis() as u64 {
            self.asked.store(0, Ordering::Relaxed);
            content.bytes = Vec::new();
            return;
        }
        let Content { head, bytes, .. } = &mut *content;
        if bytes.is_empty() {
            bytes.extend_from_slice(head);
        }
        let known = bytes.len() - head.len();
        if body.len() > known && body.len() <= MAX_BYTES {
            bytes.extend_from_slice(&body[known..]);
        }
    }

    /// What follows the first `from` bytes of a take; the beginning, if the record is of another take.
    pub(crate) fn part(&self, take: &str, from: usize) -> Part {
        self.asked.store(self.now(), Ordering::Relaxed);
        let content = self.content();
        let from = if content.take == take { from } else { 0 };
        let end = content.bytes.len().min(from.saturating_add(PART_BYTES));
        let bytes = content.bytes.get(from..end).unwrap_or_default().to_vec();
        Part { take: content.take.clone(), bytes }
    }
}

/// Where the records of running games are found: in this process, or with workers that NATS reaches.
#[derive(Default)]
pub(crate) struct Records {
    /// By the tokens of the jobs. A record lives as long as its job.
    here: Mutex<BTreeMap<String, Weak<LiveRecord>>>,
    link: OnceLock<Link>,
}

impl Records {
    /// Asks workers over NATS from now on.
    pub fn ask_through(&self, link: Link) {
        let _ = self.link.set(link);
    }

    /// A worker of this process has begun a job.
    pub fn add(&self, token: &str, progress: &Progress) {
        let mut here = self.here.lock().unwrap_or_else(PoisonError::into_inner);
        here.retain(|_, record| record.strong_count() > 0);
        here.insert(token.to_owned(), Arc::downgrade(progress.record()));
    }

    /// A part of the record of a job's game; `None` if its worker is gone or has ended the job.
    pub async fn part(&self, token: &str, worker: &str, take: &str, from: usize) -> Option<Part> {
        if let Some(link) = self.link.get() {
            return link.record_part(worker, token, take, from).await;
        }
        let record = {
            let here = self.here.lock().unwrap_or_else(PoisonError::into_inner);
            here.get(token).and_then(Weak::upgrade)
        };
        record.map(|record| record.part(take, from))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_copied_only_while_it_is_asked_for_and_then_from_its_beginning() {
        let record = LiveRecord::default();
        record.begin("{}");
        record.see(b"one");
        assert_eq!(record.content().bytes, b"", "it has no watchers");
        let Part { take, bytes } = record.part("", 0);
        assert_eq!((take.is_empty(), bytes.len()), (false, 0));
        record.see(b"one two");
        assert_eq!(record.part(&take, 0).bytes, b"{}\none two");
        record.see(b"one two three");
        assert_eq!(record.part(&take, 10).bytes, b" three");
        assert_eq!(record.part(&take, 99).bytes, b"");
        // A second watcher gets everything, and one of another take the beginning of this one.
        assert_eq!(record.part(&take, 0).bytes, b"{}\none two three");
        assert_eq!(record.part("other", 9).bytes, b"{}\none two three");
    }

    #[test]
    fn a_record_that_is_no_longer_asked_for_is_forgotten() {
        let record = LiveRecord::default();
        record.begin("{}");
        record.part("", 0);
        record.see(b"one");
        let long_ago = record.made.checked_sub(2 * FORGET_AFTER).unwrap();
        let record = LiveRecord { made: long_ago, ..record };
        record.see(b"one two");
        assert_eq!((record.asked.load(Ordering::Relaxed), record.content().bytes.len()), (0, 0));
    }

    #[test]
    fn another_game_of_the_same_job_is_another_take() {
        let record = LiveRecord::default();
        record.begin("{}");
        let first = record.part("", 0).take;
        record.see(b"one");
        record.begin("{}");
        record.see(b"other");
        let Part { take, bytes } = record.part(&first, 5);
        assert_ne!(take, first);
        assert_eq!(bytes, b"{}\nother");
    }

    #[tokio::test]
    async fn records_end_with_their_jobs() {
        let (records, progress) = (Records::default(), Progress::default());
        records.add("token", &progress);
        progress.record().begin("{}");
        assert!(records.part("token", "", "", 0).await.is_some());
        assert!(records.part("other", "", "", 0).await.is_none());
        drop(progress);
        assert!(records.part("token", "", "", 0).await.is_none());
    }
}
