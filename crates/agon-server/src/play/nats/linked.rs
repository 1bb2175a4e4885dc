//! The store of blobs as a worker sees it: it reads and writes at addresses that a server has signed, and has
//! no key.

use crate::blobs::CREATE;
use reqwest::redirect::Policy;
use reqwest::{Client, RequestBuilder, Response, StatusCode};
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

/// How long a connection may take, and how long a request may take.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
const REQUEST_TIMEOUT: Duration = Duration::from_secs(60);
/// For how long blobs pass through a server after the store could not be used.
const REST: Duration = Duration::from_secs(60);

/// The store of blobs.
pub(super) struct LinkedStore {
    client: Client,
    /// When it could not be used.
    failed: Mutex<Option<Instant>>,
}

impl LinkedStore {
    /// The store, if the connections of this machine can be encrypted.
    pub fn new() -> Option<LinkedStore> {
        let client = Client::builder()
            .connect_timeout(CONNECT_TIMEOUT)
            .timeout(REQUEST_TIMEOUT)
            .redirect(Policy::none())
            .build();
        let client = client
            .inspect_err(|error| tracing::warn!(%error, "blobs pass through a server"))
            .ok()?;
        Some(LinkedStore { client, failed: Mutex::default() })
    }

    /// Whether it should be tried.
    pub fn is_usable(&self) -> bool {
        self.failed().is_none_or(|at| at.elapsed() >= REST)
    }

    /// The bytes at a signed address; `None` if a server must be asked for them.
    pub async fn get(&self, url: &str) -> Option<Vec<u8>> {
        let answer = self.send(self.client.get(url)).await?;
        match answer.bytes().await {
            Ok(bytes) => Some(bytes.into()),
            Err(error) => self.fail(&error.without_url().to_string()),
        }
    }

    /// Writes bytes at a signed address; `None` if a server must take them. `creates`: the store does not
    /// overwrite the object with these bytes, which may be there.
    pub async fn put(&self, url: &str, bytes: &[u8], creates: bool) -> Option<()> {
        let mut request = self.client.put(url).body(bytes.to_vec());
        if creates {
            request = request.header(CREATE.0, CREATE.1);
        }
        self.send(request).await.map(drop)
    }

    async fn send(&self, request: RequestBuilder) -> Option<Response> {
        match request.send().await {
            Ok(answer) if answer.status().is_success() => Some(answer),
            // The server finds out that the blob is missing, and says so.
            Ok(answer) if answer.status() == StatusCode::NOT_FOUND => None,
            // An object with this name has these bytes.
            Ok(answer) if answer.status() == StatusCode::PRECONDITION_FAILED => Some(answer),
            // Another attempt writes it at this moment.
            Ok(answer) if answer.status() == StatusCode::CONFLICT => None,
            Ok(answer) => self.fail(&format!("it answers with {}", answer.status())),
            // The address has the signature.
            Err(error) => self.fail(&error.without_url().to_string()),
        }
    }

    fn fail<T>(&self, why: &str) -> Option<T> {
        tracing::warn!(why, "the store of blobs cannot be used: blobs pass through a server");
        *self.failed() = Some(Instant::now());
        None
    }

    fn failed(&self) -> MutexGuard<'_, Option<Instant>> {
        self.failed.lock().expect("no thread panics while holding the lock")
    }
}
