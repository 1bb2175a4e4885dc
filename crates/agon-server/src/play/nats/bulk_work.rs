//! The side of a simulation that plays: a worker that has nothing else to do asks for a chunk of games.

use super::link::{Link, Silence};
use super::messages::{Answer, BulkAsk, BulkChunk};
use super::worker::Inside;
use crate::blobs::address;
use crate::play::{Progress, Sources};
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::runtime::Handle;
use tokio::sync::OwnedSemaphorePermit;

/// How long the program that simulates may need for an answer.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(5);
/// How often a worker says that it plays a chunk.
const BEAT_EVERY: Duration = Duration::from_secs(2);
/// A worker gives a chunk up after so many beats without an answer.
const MAX_SILENT_BEATS: u32 = 5;
/// How often lines are sent again while there is no answer.
const SEND_TRIES: u32 = 5;

impl Inside {
    /// Asks for games of a simulation; `None` if there are none, which is the usual case.
    pub(super) async fn ask_for_chunk(&self) -> Option<BulkChunk> {
        let (worker, engine) = (self.settings.name.clone(), self.workshop.engine().to_owned());
        let ask = BulkAsk::Chunk { worker, engine };
        match self.link.ask_at(self.link.bulk(), &ask, &[], ANSWER_TIMEOUT).await {
            Ok((Answer::Chunk(chunk), _)) => {
                if chunk.engine != self.workshop.engine() {
                    tracing::warn!(
                        engine = chunk.engine,
                        "a simulation of another version is left"
                    );
                    return None;
                }
                match chunk.plan.check() {
                    Ok(()) => return Some(*chunk),
                    Err(why) => tracing::warn!(why, "the plan of a simulation is refused"),
                }
            }
            Ok((Answer::Fault { sentence }, _)) => {
                tracing::warn!(sentence, "no games of a simulation are played");
            }
            Ok(_) | Err(Silence::Away(_)) => {}
            Err(silence) => tracing::warn!(%silence, "cannot ask for games of a simulation"),
        }
        None
    }

    /// Plays a chunk and sends its lines. Nothing is lost if this fails: another worker gets the games.
    pub(super) async fn play_chunk(self: Arc<Self>, chunk: BulkChunk, slot: OwnedSemaphorePermit) {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let (key, progress) = (NEXT.fetch_add(1, Ordering::Relaxed), Progress::default());
        self.jobs().chunks.insert(key, progress.clone());
        self.play_and_send(chunk, &progress).await;
        self.jobs().chunks.remove(&key);
        drop(slot);
    }

    /// Stops all chunks before their next turn; what was played is still sent.
    pub(super) fn stop_chunks(&self) {
        self.jobs().chunks.values().for_each(Progress::stop);
    }

    async fn play_and_send(&self, chunk: BulkChunk, progress: &Progress) {
        let BulkChunk { to, chunk, from, end, plan, .. } = chunk;
        let sources = BulkSources { link: self.link.clone(), to: to.clone() };
        let (workshop, counted) = (Arc::clone(&self.workshop), progress.clone());
        let start = Instant::now();
        let mut playing = tokio::task::spawn_blocking(move || {
            workshop.simulate(&plan, from..end, &sources, &counted)
        });
        let mut beat = tokio::time::interval_at((start + BEAT_EVERY).into(), BEAT_EVERY);
        let mut silent = 0;
        let played = loop {
            tokio::select! {
                played = &mut playing => break played,
                _ = beat.tick() => {
                    silent = match self.ask_bulk(&to, &BulkAsk::Beat { chunk }, &[]).await {
                        Some(Answer::Yes) => 0,
                        Some(_) => MAX_SILENT_BEATS,
                        None => silent + 1,
                    };
                    if silent >= MAX_SILENT_BEATS {
                        progress.stop();
                    }
                }
            }
        };
        let (ask, body) = match played {
            Ok(Ok(lines)) => {
                let seconds = start.elapsed().as_secs_f64();
                (BulkAsk::Done { chunk, seconds }, lines.join("\n").into_bytes())
            }
            Ok(Err(trouble)) => (BulkAsk::Fault { chunk, sentence: trouble.sentence }, Vec::new()),
            Err(error) => {
                let sentence = format!("the worker's program has a defect: {error}");
                (BulkAsk::Fault { chunk, sentence }, Vec::new())
            }
        };
        for _ in 0..SEND_TRIES {
            if self.ask_bulk(&to, &ask, &body).await.is_some() {
                return;
            }
            tokio::time::sleep(BEAT_EVERY / 4).await;
        }
        tracing::warn!("the program that simulates is gone; games from {from} on are dropped");
    }

    async fn ask_bulk(&self, to: &str, ask: &BulkAsk, body: &[u8]) -> Option<Answer> {
        let answered = self.link.ask_at(to.to_owned(), ask, body, ANSWER_TIMEOUT).await;
        answered.ok().map(|(answer, _)| answer)
    }
}

/// The sources of a simulation's bots, fetched in parts.
struct BulkSources {
    link: Link,
    to: String,
}

impl Sources for BulkSources {
    fn fetch(&self, wanted: &str) -> io::Result<Vec<u8>> {
        Handle::current().block_on(self.fetch_parts(wanted))
    }
}

impl BulkSources {
    async fn fetch_parts(&self, wanted: &str) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        loop {
            let ask = BulkAsk::Fetch { address: wanted.to_owned(), from: bytes.len() };
            let answered = self.link.ask_at(self.to.clone(), &ask, &[], ANSWER_TIMEOUT).await;
            match answered.map_err(|silence| io::Error::other(silence.to_string()))? {
                (Answer::Part { size }, part) => {
                    if part.is_empty() && bytes.len() < size {
                        return Err(io::Error::other("a part of a source is empty"));
                    }
                    bytes.extend(part);
                    if bytes.len() >= size {
                        break;
                    }
                }
                (Answer::Fault { sentence }, _) => return Err(io::Error::other(sentence)),
                (other, _) => {
                    return Err(io::Error::other(format!("an unexpected answer: {other:?}")));
                }
            }
        }
        if address(&bytes) != wanted {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "a source came damaged"));
        }
        Ok(bytes)
    }
}
