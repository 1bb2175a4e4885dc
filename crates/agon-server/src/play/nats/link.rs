//! A connection to NATS, and the names of everything there.

use super::messages::{Answer, Ask, AskWorker, decode, encode};
use crate::play::live::Part;
use agon_store::jobs::Machine;
use async_nats::client::{Client, RequestErrorKind};
use async_nats::jetstream::{self, Context};
use async_nats::{ConnectOptions, Request, ServerAddr};
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::time::Duration;
use thiserror::Error;

/// How long a connection may take.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// How long a worker may need for a part of a record. The next question follows soon.
const RECORD_TIMEOUT: Duration = Duration::from_secs(2);
/// How often the server is asked whether it is there.
const PING_EVERY: Duration = Duration::from_secs(10);
/// Longest pause before the next try to connect again.
const MAX_RECONNECT_PAUSE: Duration = Duration::from_secs(2);
/// First line of a file with a token and a key, as `nsc` writes it.
const CREDENTIALS_HEAD: &str = "-----BEGIN NATS USER JWT-----";

/// How to reach NATS.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NatsOptions {
    /// Addresses, separated by commas: `nats://HOST:PORT`, or `tls://HOST:PORT`.
    pub url: String,
    /// A file with the seed of an nkey, or with credentials as `nsc` writes them.
    pub credentials: Option<PathBuf>,
    /// A file with the certificate of the authority that signed the server's certificate.
    pub ca: Option<PathBuf>,
    /// The first word of all subjects and streams.
    pub prefix: String,
}

/// Something is wrong with NATS. Each message is a sentence.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the error messages describe the variants")]
pub enum NatsFault {
    #[error(
        "cannot read `{url}` as an address of NATS ({why}); write nats://HOST:PORT or tls://HOST:PORT"
    )]
    Address { url: String, why: String },
    #[error("cannot use the file {}: {why}", path.display())]
    File { path: PathBuf, why: String },
    #[error("cannot connect to NATS at {url}: {why}")]
    Connect { url: String, why: String },
    #[error(
        "cannot use JetStream of NATS at {url}: {why}; start nats-server with `-js`, and look at the \
         permissions of this user"
    )]
    Streams { url: String, why: String },
    #[error("the server refuses this worker: {sentence}")]
    Refused { sentence: String },
    #[error("this worker has {worker}, but the server has {server}; install the same version")]
    Engine { worker: String, server: String },
    #[error(
        "the reference speed of this machine is {speed:.0}, which is more than {percent} % off the \
         {wanted:.0} that the server asks for (`reference_speed`), so its clocks would not be fair; use \
         another machine"
    )]
    Speed { speed: f64, wanted: f64, percent: u32 },
}

/// Why a question has no answer.
#[derive(Debug, Error)]
pub enum Silence {
    /// No server is there, or the answer did not come in time: ask again.
    #[error("{0}")]
    Away(String),
    /// The answer cannot be read.
    #[error("the answer cannot be read: {0}")]
    Damaged(String),
}

/// A connection to NATS. Cheap to clone. It connects again by itself.
#[derive(Clone)]
pub(crate) struct Link {
    pub client: Client,
    pub jetstream: Context,
    pub url: String,
    prefix: String,
}

impl Link {
    /// Connects. `inbox` is where answers arrive, below `_INBOX`.
    pub async fn connect(
        options: &NatsOptions,
        name: &str,
        inbox: &str,
    ) -> Result<Link, NatsFault> {
        // The process has one implementation of cryptography; another part may have chosen it before.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let mut settings = ConnectOptions::new()
            .name(name)
            .connection_timeout(CONNECT_TIMEOUT)
            .ping_interval(PING_EVERY)
            .custom_inbox_prefix(format!("_INBOX.{inbox}"))
            .reconnect_delay_callback(|tries| {
                Duration::from_millis(50 * tries.min(100) as u64).min(MAX_RECONNECT_PAUSE)
            });
        if let Some(path) = &options.credentials {
            settings = add_credentials(settings, path)?;
        }
        if let Some(path) = &options.ca {
            readable(path)?;
            settings = settings.add_root_certificates(path.clone()).require_tls(true);
        }
        let address = |url: &str| {
            url.trim()
                .parse::<ServerAddr>()
                .map_err(|error| NatsFault::Address { url: url.to_owned(), why: error.to_string() })
        };
        let addresses: Vec<ServerAddr> =
            options.url.split(',').map(address).collect::<Result<_, _>>()?;
        let url = without_password(&options.url);
        let client = settings.connect(addresses).await;
        let client = client
            .map_err(|error| NatsFault::Connect { url: url.clone(), why: error.to_string() })?;
        let jetstream = jetstream::new(client.clone());
        Ok(Link { client, jetstream, url, prefix: options.prefix.clone() })
    }

    /// The stream of jobs.
    pub fn jobs_stream(&self) -> String {
        format!("{}-jobs", self.prefix)
    }

    /// The stream of results.
    pub fn results_stream(&self) -> String {
        format!("{}-results", self.prefix)
    }

    /// The subject of a job, by what it needs and its token.
    pub fn job(&self, capabilities: &str, token: &str) -> String {
        format!("{}.jobs.{capabilities}.{token}", self.prefix)
    }

    /// The subject of the result of a job.
    pub fn result(&self, token: &str) -> String {
        format!("{}.results.{token}", self.prefix)
    }

    /// The subject of questions that any server answers.
    pub fn ask_subject(&self) -> String {
        format!("{}.ask", self.prefix)
    }

    /// The subject of one server.
    pub fn server(&self, id: &str) -> String {
        format!("{}.server.{id}", self.prefix)
    }

    /// The subject of one worker.
    pub fn worker(&self, name: &str) -> String {
        format!("{}.worker.{}", self.prefix, subject_word(name))
    }

    /// The subject where workers ask for games of simulations.
    pub fn bulk(&self) -> String {
        format!("{}.simulate", self.prefix)
    }

    /// The subject of one program that simulates games.
    pub fn bulk_of(&self, id: &str) -> String {
        format!("{}.simulate.{id}", self.prefix)
    }

    /// The subject on which servers tell each other that something has changed.
    pub fn changed(&self) -> String {
        format!("{}.changed", self.prefix)
    }

    /// Asks any server.
    pub async fn ask(&self, ask: &Ask, timeout: Duration) -> Result<Answer, Silence> {
        self.ask_at(self.ask_subject(), ask, &[], timeout).await.map(|(answer, _)| answer)
    }

    /// Asks a worker for a part of the record of a game; `None` if it does not play it.
    pub async fn record_part(
        &self,
        worker: &str,
        token: &str,
        take: &str,
        from: usize,
    ) -> Option<Part> {
        let (token, take) = (token.to_owned(), take.to_owned());
        let ask = AskWorker::Record { token, take, from };
        match self.ask_at(self.worker(worker), &ask, &[], RECORD_TIMEOUT).await {
            Ok((Answer::Record { take }, bytes)) => Some(Part { take, bytes }),
            _ => None,
        }
    }

    /// Asks at a subject; returns the answer and its bytes.
    pub async fn ask_at(
        &self,
        subject: String,
        ask: &impl Serialize,
        body: &[u8],
        timeout: Duration,
    ) -> Result<(Answer, Vec<u8>), Silence> {
        let payload = encode(ask, body).into();
        let request = Request::new().payload(payload).timeout(Some(timeout));
        let answer = self.client.send_request(subject, request).await.map_err(|error| {
            Silence::Away(match error.kind() {
                RequestErrorKind::NoResponders => "no server is there".to_owned(),
                RequestErrorKind::TimedOut => "the server does not answer".to_owned(),
                _ => error.to_string(),
            })
        })?;
        let (answer, body) = decode(&answer.payload).map_err(Silence::Damaged)?;
        Ok((answer, body.to_vec()))
    }
}

/// The name of the consumer of jobs with these needs, which is also a word of their subject.
pub fn capabilities(needs: &str) -> String {
    let mut words: Vec<String> = needs.split_whitespace().map(subject_word).collect();
    words.sort();
    words.dedup();
    if words.is_empty() { "any".into() } else { words.join("-") }
}

/// Whether a worker with this machine that lacks some languages serves the consumer with this name.
pub fn serves(machine: &Machine, lacks: &[String], consumer: &str) -> bool {
    let lacks = |word| lacks.iter().any(|lack| subject_word(lack) == word);
    consumer.split('-').all(|word| machine.meets(word) && !lacks(word))
}

/// A name as one word of a subject.
pub fn subject_word(name: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    name.chars().map(plain).collect()
}

fn readable(path: &Path) -> Result<String, NatsFault> {
    let fault = |why: String| NatsFault::File { path: path.to_owned(), why };
    std::fs::read_to_string(path).map_err(|error| fault(error.to_string()))
}

fn add_credentials(settings: ConnectOptions, path: &Path) -> Result<ConnectOptions, NatsFault> {
    let text = readable(path)?;
    let fault = |why: String| NatsFault::File { path: path.to_owned(), why };
    if text.contains(CREDENTIALS_HEAD) {
        return settings.credentials(&text).map_err(|error| fault(error.to_string()));
    }
    let seed = text.lines().map(str::trim).find(|line| line.starts_with("SU"));
    match seed {
        Some(seed) => Ok(settings.nkey(seed.to_owned())),
        None => Err(fault(
            "it has neither the seed of a user's nkey (a line that starts with SU) nor credentials"
                .into(),
        )),
    }
}

/// Addresses without what stands before the `@`, for logs and messages.
fn without_password(url: &str) -> String {
    let clean = |url: &str| match (url.split_once("://"), url.rsplit_once('@')) {
        (Some((scheme, _)), Some((_, host))) => format!("{scheme}://{host}"),
        _ => url.to_owned(),
    };
    url.split(',').map(clean).collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn capabilities_are_words_in_order_and_workers_serve_what_they_do_not_lack() {
        assert_eq!(capabilities(""), "any");
        assert_eq!(capabilities("python java  python"), "java-python");
        assert_eq!(capabilities("c++ 8GiB 2cores"), "2cores-8GiB-c__");
        let machine = Machine { slots: 2, cores: 2, memory_mib: 4096 };
        let lacks = ["go".to_owned(), "c++".into()];
        for (consumer, serves_it) in [
            ("any", true),
            ("java", true),
            ("java-python", true),
            ("go", false),
            ("go-java", false),
            ("c__-java", false),
            ("2cores-4GiB-java", true),
            ("4cores", false),
            ("8GiB-java", false),
        ] {
            assert_eq!(serves(&machine, &lacks, consumer), serves_it, "{consumer}");
        }
        assert!(serves(&machine, &[], "any") && serves(&machine, &[], "go"));
    }

    #[test]
    fn passwords_are_not_shown() {
        let urls = "nats://user:secret@one:4222,tls://two:4222";
        assert_eq!(without_password(urls), "nats://one:4222,tls://two:4222");
    }

    #[test]
    fn a_file_without_a_key_is_a_sentence() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("key");
        std::fs::write(&path, "hello\n").unwrap();
        let fault = add_credentials(ConnectOptions::new(), &path).err().unwrap().to_string();
        assert!(fault.contains("a line that starts with SU"), "{fault}");
        let missing = folder.path().join("missing");
        let fault = add_credentials(ConnectOptions::new(), &missing).err().unwrap().to_string();
        assert!(fault.starts_with("cannot use the file"), "{fault}");
    }
}
