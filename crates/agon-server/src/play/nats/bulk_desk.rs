//! The side of a simulation that hands out games to the workers of a NATS server, and collects their lines.
//!
//! This is request and answer without streams: the program that simulates knows which games are missing, and
//! goes on after an interruption. A worker that is silent loses its chunk.

use super::link::{Link, NatsFault, NatsOptions};
use super::messages::{Answer, BulkAsk, BulkChunk, PART_BYTES, decode, encode};
use crate::play::bulk::{BulkPlan, Chunks};
use async_nats::{Message, SubscribeError};
use futures_util::StreamExt;
use std::collections::BTreeMap;
use std::ops::Range;
use std::time::{Duration, Instant};
use thiserror::Error;
use tokio::sync::{mpsc, watch};

/// A worker that is silent for this long loses its chunk.
const LEASE: Duration = Duration::from_secs(10);
/// How often lost chunks are looked for.
const LOOK: Duration = Duration::from_secs(1);
/// If no worker asks for games for this long, that is told once.
const PATIENCE: Duration = Duration::from_secs(10);

/// A simulation for the workers of a NATS server.
pub struct Bulk {
    /// What is played.
    pub plan: BulkPlan,
    /// The games that are missing.
    pub games: Range<u64>,
    /// Name and version of this program; workers must have the same.
    pub engine: String,
    /// The bots' sources by their addresses.
    pub sources: BTreeMap<String, Vec<u8>>,
}

/// Why a simulation has ended before its last game. Each message is a sentence.
#[derive(Debug, Error)]
pub enum BulkFault {
    /// NATS cannot be used.
    #[error(transparent)]
    Nats(#[from] NatsFault),
    /// A game cannot be played.
    #[error("{0}")]
    Game(String),
}

/// Hands out games until all are played or `stop` is set. The number of a first game, and the lines from it
/// on, go to `lines`, in any order.
pub async fn hand_out(
    options: &NatsOptions,
    bulk: Bulk,
    lines: mpsc::Sender<(u64, Vec<String>)>,
    mut stop: watch::Receiver<bool>,
) -> Result<(), BulkFault> {
    let id = crate::secrets::random_text(12);
    let link = Link::connect(options, &format!("simulate-{id}"), "simulate").await?;
    let (url, own) = (link.url.clone(), link.bulk_of(&id));
    let silent = |error: SubscribeError| {
        BulkFault::Nats(NatsFault::Connect { url: url.clone(), why: error.to_string() })
    };
    // One of several simulations gets a worker's question.
    let any = link.client.queue_subscribe(link.bulk(), "simulations".into()).await;
    let mut any = any.map_err(silent)?;
    let mut to_us = link.client.subscribe(own.clone()).await.map_err(silent)?;
    let chunks = Chunks::new(bulk.games.clone());
    let mut desk = BulkDesk { link, own, bulk, chunks, lines, is_asked: false };
    let (start, mut is_told) = (Instant::now(), false);
    let mut look = tokio::time::interval(LOOK);
    while !desk.chunks.is_over() {
        tokio::select! {
            message = any.next() => desk.answer_one(message).await?,
            message = to_us.next() => desk.answer_one(message).await?,
            _ = look.tick() => {
                for worker in desk.chunks.take_lost(LEASE, Instant::now()) {
                    tracing::warn!(worker, "a worker is silent; its games go to another one");
                }
                if !desk.is_asked && !is_told && start.elapsed() > PATIENCE {
                    is_told = true;
                    tracing::warn!("no worker at {url} has asked for games yet");
                }
            }
            () = async { drop(stop.wait_for(|stop| *stop).await) } => break,
        }
    }
    let _ = desk.link.client.flush().await;
    Ok(())
}

struct BulkDesk {
    link: Link,
    /// The subject of this program.
    own: String,
    bulk: Bulk,
    chunks: Chunks,
    lines: mpsc::Sender<(u64, Vec<String>)>,
    /// Whether a worker has asked for games.
    is_asked: bool,
}

impl BulkDesk {
    async fn answer_one(&mut self, message: Option<Message>) -> Result<(), BulkFault> {
        let Some(message) = message else {
            return Err(BulkFault::Game("the connection to NATS has ended".into()));
        };
        let (answer, body) = match decode::<BulkAsk>(&message.payload) {
            Ok((ask, body)) => self.answer(ask, body).await?,
            Err(why) => {
                let sentence = format!("the question cannot be read: {why}");
                (Answer::Fault { sentence }, Vec::new())
            }
        };
        if let Some(reply) = message.reply {
            let sent = self.link.client.publish(reply, encode(&answer, &body).into()).await;
            if let Err(error) = sent {
                tracing::warn!(%error, "cannot answer a worker");
            }
        }
        Ok(())
    }

    async fn answer(&mut self, ask: BulkAsk, body: &[u8]) -> Result<(Answer, Vec<u8>), BulkFault> {
        let answer = match ask {
            BulkAsk::Chunk { worker, engine } => self.hand_chunk(&worker, &engine),
            BulkAsk::Fetch { address, from } => return Ok(self.part(&address, from)),
            BulkAsk::Beat { chunk } if self.chunks.beat(chunk, Instant::now()) => Answer::Yes,
            BulkAsk::Beat { .. } => Answer::Over,
            BulkAsk::Done { chunk, seconds } => self.take(chunk, seconds, body).await,
            BulkAsk::Fault { chunk, sentence } => {
                tracing::warn!(fault = sentence, "a worker cannot play a game");
                self.chunks.fail(chunk, &sentence).map_err(BulkFault::Game)?;
                Answer::Yes
            }
        };
        Ok((answer, Vec::new()))
    }

    fn hand_chunk(&mut self, worker: &str, engine: &str) -> Answer {
        self.is_asked = true;
        let wanted = &self.bulk.engine;
        if engine != wanted {
            let sentence = format!(
                "the simulation has {wanted}, this worker has {engine}; install the same version"
            );
            tracing::warn!(worker, "a worker is refused: it has {engine}");
            return Answer::Fault { sentence };
        }
        let Some((chunk, games)) = self.chunks.take(worker, Instant::now()) else {
            return Answer::Nothing;
        };
        Answer::Chunk(Box::new(BulkChunk {
            to: self.own.clone(),
            chunk,
            engine: wanted.clone(),
            from: games.start,
            end: games.end,
            plan: self.bulk.plan.clone(),
        }))
    }

    fn part(&self, address: &str, from: usize) -> (Answer, Vec<u8>) {
        let Some(bytes) = self.bulk.sources.get(address) else {
            let sentence = format!("this simulation does not use the source {address}");
            return (Answer::Fault { sentence }, Vec::new());
        };
        let end = bytes.len().min(from.saturating_add(PART_BYTES));
        (Answer::Part { size: bytes.len() }, bytes.get(from..end).unwrap_or_default().to_vec())
    }

    /// Takes the lines of a chunk. A chunk that another worker has got is dropped: its
    /// lines are the same.
    async fn take(&mut self, chunk: u64, seconds: f64, body: &[u8]) -> Answer {
        let Ok(text) = std::str::from_utf8(body) else {
            let sentence = "the lines of a chunk are not text".to_owned();
            return Answer::Fault { sentence };
        };
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let Some(first) = self.chunks.done(chunk, lines.len() as u64, seconds) else {
            return Answer::Over;
        };
        // The receiver is gone only if writing has failed, which ends the program.
        let _ = self.lines.send((first, lines)).await;
        Answer::Yes
    }
}
