//! The sources and the replay of a remote worker's job. It moves them from and to the store of blobs itself
//! if a server gives it links, and else in parts by request and answer.

use super::link::{Link, Silence};
use super::linked::LinkedStore;
use super::messages::{Answer, Ask, PART_BYTES};
use crate::blobs::address;
use crate::play::{Depot, Sources};
use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::runtime::Handle;

/// How long a server may need for a part. One that is killed gives no answer, so this is short.
const PART_TIMEOUT: Duration = Duration::from_secs(15);
/// How long a part is asked for again while no server is there, or while it waits for its store of blobs.
const PATIENCE: Duration = Duration::from_secs(120);
/// Pause between two such questions.
const PAUSE: Duration = Duration::from_millis(500);

/// What a worker may read and write for one job.
pub(super) struct JobDepot {
    pub link: Link,
    pub id: i64,
    pub token: String,
    /// The store of blobs, if servers give links.
    pub store: Option<Arc<LinkedStore>>,
}

impl Sources for JobDepot {
    fn fetch(&self, address: &str) -> io::Result<Vec<u8>> {
        Handle::current().block_on(async {
            match self.fetch_linked(address).await? {
                Some(bytes) => Ok(bytes),
                None => self.fetch_parts(address).await,
            }
        })
    }
}

impl Depot for JobDepot {
    fn store(&self, bytes: Vec<u8>) -> io::Result<String> {
        Handle::current().block_on(async {
            match self.store_linked(&bytes).await? {
                Some(address) => Ok(address),
                None => self.store_parts(&bytes).await,
            }
        })
    }
}

impl JobDepot {
    fn usable_store(&self) -> Option<&LinkedStore> {
        self.store.as_deref().filter(|store| store.is_usable())
    }

    /// Reads a source from the store; `None` if a server must send it.
    async fn fetch_linked(&self, wanted: &str) -> io::Result<Option<Vec<u8>>> {
        let Some(store) = self.usable_store() else { return Ok(None) };
        let (id, token) = (self.id, self.token.clone());
        let ask = Ask::LinkToRead { id, token, address: wanted.to_owned() };
        match self.ask(self.link.ask_subject(), &ask, &[]).await?.0 {
            Answer::Link { url, .. } => {
                Ok(store.get(&url).await.filter(|bytes| address(bytes) == wanted))
            }
            Answer::NoLink => Ok(None),
            other => Err(refused(other)),
        }
    }

    /// Writes a replay into the store and returns its address; `None` if a server must take it.
    async fn store_linked(&self, bytes: &[u8]) -> io::Result<Option<String>> {
        let Some(store) = self.usable_store() else { return Ok(None) };
        let (id, token, address) = (self.id, self.token.clone(), address(bytes));
        let ask = Ask::LinkToWrite { id, token, address: address.clone() };
        match self.ask(self.link.ask_subject(), &ask, &[]).await?.0 {
            Answer::Link { url, creates } => {
                Ok(store.put(&url, bytes, creates).await.map(|()| address))
            }
            Answer::Stored { address } => Ok(Some(address)),
            Answer::NoLink => Ok(None),
            other => Err(refused(other)),
        }
    }

    async fn fetch_parts(&self, wanted: &str) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        loop {
            let (id, token) = (self.id, self.token.clone());
            let ask = Ask::Fetch { id, token, address: wanted.to_owned(), from: bytes.len() };
            match self.ask(self.link.ask_subject(), &ask, &[]).await? {
                (Answer::Part { size }, part) => {
                    if part.is_empty() && bytes.len() < size {
                        return Err(io::Error::other("a part of a source is empty"));
                    }
                    bytes.extend(part);
                    if bytes.len() >= size {
                        break;
                    }
                }
                (other, _) => return Err(refused(other)),
            }
        }
        if address(&bytes) != wanted {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "a source came damaged"));
        }
        Ok(bytes)
    }

    async fn store_parts(&self, bytes: &[u8]) -> io::Result<String> {
        let upload = crate::secrets::random_text(20);
        let mut to = self.link.ask_subject();
        let mut from = 0;
        loop {
            let end = bytes.len().min(from + PART_BYTES);
            let (id, token, upload) = (self.id, self.token.clone(), upload.clone());
            let ask = Ask::Store { id, token, upload, from, size: bytes.len() };
            match self.ask(to.clone(), &ask, &bytes[from..end]).await {
                Ok((Answer::Stored { address }, _)) => return Ok(address),
                Ok((Answer::Next { to: next }, _)) => (to, from) = (next, end),
                Ok((other, _)) => return Err(refused(other)),
                // The server that has the first parts is gone: another one gets all of them.
                Err(_) if from > 0 => (to, from) = (self.link.ask_subject(), 0),
                Err(error) => return Err(error),
            }
        }
    }

    /// Asks again while no server is there. One server's own subject is given up at once.
    async fn ask(&self, to: String, ask: &Ask, body: &[u8]) -> io::Result<(Answer, Vec<u8>)> {
        let start = Instant::now();
        loop {
            match self.link.ask_at(to.clone(), ask, body, PART_TIMEOUT).await {
                Ok(answer) => return Ok(answer),
                Err(Silence::Away(_))
                    if to == self.link.ask_subject() && start.elapsed() < PATIENCE =>
                {
                    tokio::time::sleep(PAUSE).await;
                }
                Err(silence) => return Err(io::Error::other(silence.to_string())),
            }
        }
    }
}

fn refused(answer: Answer) -> io::Error {
    io::Error::other(match answer {
        Answer::Fault { sentence } => sentence,
        Answer::Over => "another attempt has the job".to_owned(),
        other => format!("the server gave an unexpected answer: {other:?}"),
    })
}
