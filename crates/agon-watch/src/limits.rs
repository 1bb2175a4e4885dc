//! How much the server does at once, so that no request and no connection can keep others out.

use crate::refusal::{Refusal, busy};
use axum::http::StatusCode;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

/// Connections at once. One more closes the connection that was silent for the longest time.
pub(crate) const MAX_CONNECTIONS: usize = 128;
/// How long a request may take to send its header, and how long a connection may be idle.
pub(crate) const HEADER_TIMEOUT: Duration = Duration::from_secs(5);
/// How long a request may take with everything.
pub(crate) const REQUEST_TIMEOUT: Duration = Duration::from_secs(20);
/// How long a request may take that loads bots, which may have to be compiled.
pub(crate) const LOAD_TIMEOUT: Duration = Duration::from_secs(15);
/// The largest file that the page may send.
pub(crate) const MAX_FILE_BYTES: u64 = 64 << 20;
/// The largest body of all other requests.
pub(crate) const MAX_JSON_BYTES: usize = 4 << 20;
/// The most that the body of an uploaded replay may unpack to.
pub(crate) const MAX_UNPACKED_BYTES: u64 = 64 << 20;
/// Films that are kept.
pub(crate) const MAX_FILMS: usize = 64;
/// Files that are received at once, in KiB.
const MAX_RECEIVED_KIB: usize = 128 << 10;
/// How long a file may take to arrive.
const RECEIVE_TIMEOUT: Duration = Duration::from_secs(5);
/// How long a request waits for its turn.
const QUEUE_TIMEOUT: Duration = Duration::from_secs(9);
/// Requests that compute at once.
const MAX_COMPUTING: usize = 2;
/// Films that are made at once.
const MAX_FILMING: usize = 2;

/// What the server does at once.
pub(crate) struct Work {
    receiving: Arc<Semaphore>,
    computing: Arc<Semaphore>,
    filming: Arc<Semaphore>,
}

impl Default for Work {
    fn default() -> Work {
        let semaphore = |permits| Arc::new(Semaphore::new(permits));
        Work {
            receiving: semaphore(MAX_RECEIVED_KIB),
            computing: semaphore(MAX_COMPUTING),
            filming: semaphore(MAX_FILMING),
        }
    }
}

impl Work {
    /// Receives the body of a request whose header announces `length` bytes.
    pub async fn receive(&self, body: axum::body::Body, length: u64) -> Result<Vec<u8>, Refusal> {
        if length > MAX_FILE_BYTES {
            let sentence = format!(
                "the file is larger than {} MiB, the limit of this page: `agon watch FILE` reads larger ones",
                MAX_FILE_BYTES >> 20
            );
            return Err(Refusal(StatusCode::PAYLOAD_TOO_LARGE, sentence));
        }
        let kib = (length >> 10) as u32 + 1;
        let _room = timeout(QUEUE_TIMEOUT, self.receiving.clone().acquire_many_owned(kib))
            .await
            .ok()
            .and_then(Result::ok)
            .ok_or_else(|| busy("the server is receiving other files: try again in a moment"))?;
        match timeout(RECEIVE_TIMEOUT, axum::body::to_bytes(body, length as usize)).await {
            Ok(Ok(bytes)) => Ok(bytes.into()),
            Ok(Err(_)) => {
                let sentence = "the file was cut off, or it is longer than announced";
                Err(Refusal(StatusCode::BAD_REQUEST, sentence.into()))
            }
            Err(_) => {
                let seconds = RECEIVE_TIMEOUT.as_secs();
                let sentence = format!("the file took longer than {seconds} s to arrive");
                Err(Refusal(StatusCode::REQUEST_TIMEOUT, sentence))
            }
        }
    }

    /// Computes something on a thread of its own.
    pub async fn compute<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let turn = queue(&self.computing).await?;
        let computed = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            work()
        });
        let failed = |_| {
            let sentence = "the server failed: its terminal says why";
            Refusal(StatusCode::INTERNAL_SERVER_ERROR, sentence.into())
        };
        computed.await.map_err(failed)
    }

    /// A place for a film that is being made; dropping it lets the next one begin.
    pub async fn film(&self) -> Result<OwnedSemaphorePermit, Refusal> {
        queue(&self.filming).await
    }
}

async fn queue(semaphore: &Arc<Semaphore>) -> Result<OwnedSemaphorePermit, Refusal> {
    let permit = timeout(QUEUE_TIMEOUT, semaphore.clone().acquire_owned()).await;
    let why = "the server is busy with other replays or maps: try again in a moment";
    permit.ok().and_then(Result::ok).ok_or_else(|| busy(why))
}
