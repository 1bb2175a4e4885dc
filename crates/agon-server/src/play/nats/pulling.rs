//! How a worker gets work: it pulls jobs from NATS, and asks for games of simulations if there are none.

use super::link::serves;
use super::worker::{FAULT_PAUSE, Inside};
use async_nats::jetstream::consumer::{Consumer, pull};
use async_nats::jetstream::{AckKind, Message};
use futures_util::{StreamExt, TryStreamExt};
use serde::Deserialize;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

/// How long a pull waits for a job; a drained worker waits as long.
const PULL_WAIT: Duration = Duration::from_secs(2);
/// How often new sets of capabilities are looked for.
const CONSUMERS_LOOK: Duration = Duration::from_secs(10);

impl Inside {
    /// The consumers of jobs that this worker can do.
    async fn consumers(&self) -> Result<Vec<Consumer<pull::Config>>, String> {
        if self.settings.only_simulations {
            return Ok(Vec::new());
        }
        let stream = self.link.jetstream.get_stream(self.link.jobs_stream()).await;
        let stream = stream.map_err(|error| error.to_string())?;
        let names: Result<Vec<String>, _> = stream.consumer_names().try_collect().await;
        let names = names.map_err(|error| error.to_string())?;
        let mut consumers = Vec::new();
        for name in names.iter().filter(|name| serves(&self.settings.machine, &self.lacks, name)) {
            let consumer = stream.get_consumer::<pull::Config>(name).await;
            consumers.push(consumer.map_err(|error| error.to_string())?);
        }
        Ok(consumers)
    }

    /// Waits for all the slots that a job takes of this machine; `None` if the worker must stop. No other job
    /// is pulled meanwhile: small jobs would always be faster than a large one.
    async fn all_slots(
        &self,
        message: &Message,
        mut slot: OwnedSemaphorePermit,
        slots: &Arc<Semaphore>,
        stop: &mut watch::Receiver<bool>,
    ) -> Option<OwnedSemaphorePermit> {
        let needs = serde_json::from_slice(&message.payload);
        let needs = needs.map_or_else(|_| String::new(), |Needs { needs }| needs);
        let more = self.settings.machine.slots_for(&needs) - 1;
        if more == 0 {
            return Some(slot);
        }
        let waiting = Arc::clone(slots).acquire_many_owned(more);
        let stopped = async { drop(stop.wait_for(|stop| *stop).await) };
        tokio::pin!(waiting, stopped);
        loop {
            tokio::select! {
                more = &mut waiting => {
                    slot.merge(more.expect("it is never closed"));
                    return Some(slot);
                }
                () = tokio::time::sleep(self.lease() / 4) => {
                    let _ = message.ack_with(AckKind::Progress).await;
                }
                () = &mut stopped => return None,
            }
        }
    }

    /// Pulls a job whenever there is room for one; asks for games of a simulation if there is none.
    pub(super) async fn pull(self: Arc<Self>, stop: &mut watch::Receiver<bool>) {
        let slots = Arc::new(Semaphore::new(self.settings.machine.slots as usize));
        let (mut consumers, mut looked) = (Vec::new(), None::<Instant>);
        // While a simulation runs, a worker does not wait for jobs.
        let mut is_simulating = false;
        loop {
            let slot = tokio::select! {
                slot = Arc::clone(&slots).acquire_owned() => slot.expect("it is never closed"),
                _ = stop.wait_for(|stop| *stop) => return,
            };
            if *stop.borrow() {
                return;
            }
            if consumers.is_empty() || looked.is_none_or(|at| at.elapsed() > CONSUMERS_LOOK) {
                match self.consumers().await {
                    Ok(found) => (consumers, looked) = (found, Some(Instant::now())),
                    Err(why) => tracing::warn!(why, "cannot read which jobs there are"),
                }
            }
            match pull_one(&consumers, is_simulating).await {
                Ok(Some(message)) if *stop.borrow() => {
                    let _ = message.ack_with(AckKind::Nak(None)).await;
                }
                Ok(Some(message)) => {
                    let Some(slot) = self.all_slots(&message, slot, &slots, stop).await else {
                        let _ = message.ack_with(AckKind::Nak(None)).await;
                        return;
                    };
                    let inside = Arc::clone(&self);
                    tokio::spawn(async move { inside.take(message, slot).await });
                }
                Ok(None) => {
                    let asks = !*stop.borrow() && !self.settings.pretends;
                    let chunk = if asks { self.ask_for_chunk().await } else { None };
                    is_simulating = chunk.is_some();
                    match chunk {
                        Some(chunk) => {
                            drop(tokio::spawn(Arc::clone(&self).play_chunk(chunk, slot)))
                        }
                        None if consumers.is_empty() => tokio::time::sleep(FAULT_PAUSE).await,
                        None => {}
                    }
                }
                Err(why) => {
                    tracing::warn!(why, "cannot pull a job");
                    looked = None;
                    tokio::time::sleep(FAULT_PAUSE).await;
                }
            }
        }
    }
}

/// What the message of a job says of its needs.
#[derive(Deserialize)]
struct Needs {
    needs: String,
}

/// Pulls one message from the first consumer that has one; waits at most a moment, or not at all.
async fn pull_one(
    consumers: &[Consumer<pull::Config>],
    at_once: bool,
) -> Result<Option<Message>, String> {
    let text = |error: &dyn std::fmt::Display| error.to_string();
    let wait = PULL_WAIT / consumers.len().max(1) as u32;
    for consumer in consumers {
        let pulled = match at_once {
            true => consumer.fetch().max_messages(1).messages().await,
            false => consumer.batch().max_messages(1).expires(wait).messages().await,
        };
        let mut pulled = pulled.map_err(|error| text(&error))?;
        if let Some(message) = pulled.next().await {
            return message.map(Some).map_err(|error| text(&error));
        }
    }
    Ok(None)
}
