//! A server's answers to its workers: who may begin, what a job's sources are, where its replay goes.

use super::link::Link;
use super::messages::{Answer, Ask, AskWorker, Greeting, PART_BYTES, Terms, decode, encode};
use crate::app::{App, now};
use crate::blobs::ToStore;
use crate::play::transport::{Ended, Receipt};
use crate::play::work::read;
use crate::play::{Gather, Trouble};
use agon_store::Fault;
use agon_store::console::{
    Alert, AlertKind, CONNECTED_MS, FailureClass, Hello, Worker, object_of_worker,
};
use agon_store::jobs::{Begin, Begun, Dispatched, Unbegin};
use agon_store::work::Work;
use async_nats::{Message, SubscribeError, Subscriber};
use futures_util::{FutureExt, StreamExt, TryFutureExt};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};
use tokio::sync::{Semaphore, mpsc};

/// Questions answered at the same time.
const ANSWERS_AT_ONCE: usize = 256;
/// A busy server answers workers that ask whether they may begin a job of a lost worker at most this often:
/// they wait for the answer, so it is short.
const BEGINS_PAUSE: Duration = Duration::from_millis(10);
/// A busy server writes down the jobs that were begun at most this often: no worker waits for it.
const NOTES_PAUSE: Duration = Duration::from_millis(50);
/// Many workers are written down together at most this often.
const HELLOS_PAUSE: Duration = Duration::from_millis(100);
/// How long a worker may need to say that it has a job. One that is stopped or gone says nothing.
const WORKER_TIMEOUT: Duration = Duration::from_secs(2);
/// How often the alerts are read.
const ALERTS_LOOK: Duration = Duration::from_secs(2);
/// Largest replay.
const MAX_REPLAY_BYTES: usize = 256 << 20;
/// Replays that are being received, together.
const MAX_RECEIVED_BYTES: usize = 1 << 30;
/// A replay whose next part does not come is forgotten.
const MAX_PAUSE: Duration = Duration::from_secs(300);
/// A source that was read is kept for its next parts.
const MAX_KEPT_SOURCES: usize = 8;

/// The desk of one server.
pub(super) struct Desk {
    app: Arc<App>,
    link: Link,
    /// The name of this server among the others.
    id: String,
    /// Jobs whose worker was lost go to the dispatcher like results.
    lost: mpsc::Sender<Ended>,
    /// Questions of workers whether they may begin what another worker may have begun.
    begins: Gather<Begin, Begun>,
    /// Jobs that were begun.
    notes: Gather<Begin, Begun>,
    /// Workers that say that they are there.
    hellos: Gather<Worker, ()>,
    /// The alerts as they were read last.
    aside: Mutex<Option<(Instant, Arc<[Alert]>)>>,
    uploads: Mutex<BTreeMap<String, Upload>>,
    /// Sources of several parts that were read last, so that the store is asked once.
    sources: Mutex<Vec<(String, Arc<Vec<u8>>)>>,
}

/// A replay of which parts have come.
struct Upload {
    bytes: Vec<u8>,
    size: usize,
    last: Instant,
}

impl Desk {
    pub fn new(app: Arc<App>, link: Link, id: String, lost: mpsc::Sender<Ended>) -> Desk {
        let (begins, notes) = (Gather::every(BEGINS_PAUSE), Gather::every(NOTES_PAUSE));
        let hellos = Gather::every(HELLOS_PAUSE);
        let (aside, uploads, sources) = Default::default();
        Desk { app, link, id, lost, begins, notes, hellos, aside, uploads, sources }
    }

    /// Subscribes to what workers ask any server, and to what they ask this one.
    pub async fn subscribe(&self) -> Result<[Subscriber; 2], SubscribeError> {
        let any = self.link.client.queue_subscribe(self.link.ask_subject(), "servers".into());
        let own = self.link.client.subscribe(self.link.server(&self.id));
        Ok([any.await?, own.await?])
    }

    /// Answers until the subscription ends.
    pub async fn answer_all(self: Arc<Self>, mut questions: Subscriber) {
        let permits = Arc::new(Semaphore::new(ANSWERS_AT_ONCE));
        while let Some(message) = questions.next().await {
            let permit = Arc::clone(&permits).acquire_owned().await;
            let desk = Arc::clone(&self);
            tokio::spawn(async move {
                let begun = desk.answer_one(message).await;
                drop(permit);
                if let Some(begin) = begun {
                    desk.note(begin).await;
                }
            });
        }
    }

    /// Answers a question; returns a begin that is to be written down.
    async fn answer_one(&self, message: Message) -> Option<Begin> {
        let mut begun = None;
        let (answer, body) = match decode::<Ask>(&message.payload) {
            Ok((ask, body)) => self.answer(ask, body, &mut begun).await,
            Err(why) => fault(format!("the question cannot be read: {why}")),
        };
        if let Some(reply) = message.reply {
            let sent = self.link.client.publish(reply, encode(&answer, &body).into()).await;
            if let Err(error) = sent {
                tracing::warn!(%error, "cannot answer a worker");
            }
        }
        begun
    }

    /// Writes down that a worker has begun a job. If the attempt is over, the worker stops.
    async fn note(&self, begin: Begin) {
        let ask = |begins| self.app.store.begin_all(begins).boxed();
        let (worker, token) = (begin.worker.clone(), begin.token.clone());
        match self.notes.ask(begin, ask).await {
            Ok(Begun::Yes | Begun::Held(_)) => {}
            Ok(Begun::Stale) => {
                let stop = encode(&AskWorker::Stop { token }, &[]);
                let _ = self.link.client.publish(self.link.worker(&worker), stop.into()).await;
            }
            // The job counts as not begun: if its worker is lost, another one begins it.
            Err(fault) => tracing::warn!(%fault, "cannot write down which worker has a job"),
        }
    }

    async fn answer(&self, ask: Ask, body: &[u8], begun: &mut Option<Begin>) -> (Answer, Vec<u8>) {
        let answered = match ask {
            Ask::Terms { pretends } | Ask::Begin { pretends, .. } if self.refuses(pretends) => {
                let sentence = "it pretends to play, and `pretended_workers` is not set in the \
                                server's configuration"
                    .to_owned();
                Ok(plain(Answer::Aside { sentence }))
            }
            Ask::Terms { .. } => Ok(plain(Answer::Terms(self.terms()))),
            Ask::Hello(greeting) => self.hello(greeting).await.map(|()| plain(Answer::Yes)),
            Ask::Begin { id, token, worker, delivery, failed_before, .. } => {
                let change = Begin { id, token, worker, delivery, now: now() };
                self.begin(change, failed_before, begun).await.map(plain)
            }
            Ask::Back { id, token } => {
                self.app.store.change(Unbegin { id, token }).await.map(|()| plain(Answer::Yes))
            }
            Ask::LinkToRead { id, token, address } => {
                self.link_to_read(id, &token, &address).await.map(plain)
            }
            Ask::LinkToWrite { id, token, address } => {
                self.link_to_write(id, &token, &address).await.map(plain)
            }
            Ask::Fetch { id, token, address, from } => {
                self.source_part(id, &token, &address, from).await
            }
            Ask::Store { id, token, upload, from, size } => {
                self.replay_part(id, &token, upload, from, size, body).await.map(plain)
            }
        };
        answered.unwrap_or_else(|fault_| {
            tracing::error!(fault = %fault_, "cannot answer a worker");
            fault(format!("the server cannot answer now: {fault_}"))
        })
    }

    /// Whether a worker that pretends to play is refused.
    fn refuses(&self, pretends: bool) -> bool {
        pretends && !self.app.config.pretended_workers
    }

    fn terms(&self) -> Terms {
        let config = &self.app.config;
        Terms {
            engine: self.app.workshop.engine().to_owned(),
            reference_speed: config.reference_speed,
            lease_ms: config.lease_seconds * 1000,
            standstill_ms: config.standstill_seconds * 1000,
            loading_ms: config.build_seconds * 1000,
            links: self.app.blobs.gives_links(),
        }
    }

    async fn hello(&self, greeting: Greeting) -> Result<(), Fault> {
        let Greeting { name, engine, machine, speed, lacks, age_ms } = greeting;
        let (started_ms, seen_ms) = (now() - age_ms, now());
        let lacks = lacks.join(" ");
        let worker = Worker { name, engine, machine, speed, started_ms, seen_ms, lacks };
        let write = |workers: Vec<Worker>| {
            let count = workers.len();
            self.app.store.change(Hello(workers)).map_ok(move |()| vec![(); count]).boxed()
        };
        self.hellos.ask(worker, write).await?;
        // There may be room for more jobs.
        self.app.work.notify_one();
        Ok(())
    }

    /// Whether a worker may begin a job. The delivery of a job that another worker has begun and not ended
    /// means that this one is lost, unless it says otherwise. The first delivery has no other worker: it may
    /// begin at once, and this is written down a moment later, together with others.
    async fn begin(
        &self,
        begin: Begin,
        failed_before: bool,
        begun: &mut Option<Begin>,
    ) -> Result<Answer, Fault> {
        if let Some(sentence) = self.why_aside(&begin.worker).await? {
            return Ok(Answer::Aside { sentence });
        }
        if failed_before && self.belongs_elsewhere(&begin).await? {
            return Ok(Answer::Elsewhere);
        }
        if begin.delivery == 1 {
            *begun = Some(begin);
            return Ok(Answer::Yes);
        }
        let ask = |begins| self.app.store.begin_all(begins).boxed();
        let holder = match self.begins.ask(begin.clone(), ask).await? {
            Begun::Yes => return Ok(Answer::Yes),
            Begun::Stale => return Ok(Answer::Over),
            Begun::Held(holder) => holder,
        };
        let ask = AskWorker::Has { token: begin.token.clone() };
        let subject = self.link.worker(&holder);
        let has = self.link.ask_at(subject, &ask, &[], WORKER_TIMEOUT).await;
        if matches!(has, Ok((Answer::Yes, _))) {
            return Ok(Answer::Later);
        }
        let sentence = format!("the worker {holder} was lost while it had this job");
        let trouble = Trouble::new(FailureClass::WorkerLost, sentence);
        let (id, token, worker) = (begin.id, begin.token, holder);
        let (outcome, job, receipt) = (Err(trouble), None, Receipt::Own);
        let _ = self.lost.send(Ended { id, token, worker, outcome, job, receipt }).await;
        Ok(Answer::Over)
    }

    /// Whether the last attempt at a job failed on this worker, and another one is there. A broken worker is
    /// always idle, so that it would get all attempts of a job.
    async fn belongs_elsewhere(&self, begin: &Begin) -> Result<bool, Fault> {
        let last = self.app.store.last_worker(begin.id, &begin.token).await?;
        if last.as_ref() != Some(&begin.worker) {
            return Ok(false);
        }
        for other in self.app.store.workers(now() - CONNECTED_MS).await? {
            let is_able = other.name != begin.worker && other.machine.slots > 0;
            if is_able && self.why_aside(&other.name).await?.is_none() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Why a worker gets no jobs: the alert that is on for it.
    async fn why_aside(&self, worker: &str) -> Result<Option<String>, Fault> {
        let known = self.aside().as_ref().filter(|(at, _)| at.elapsed() < ALERTS_LOOK).cloned();
        let alerts = match known {
            Some((_, alerts)) => alerts,
            None => {
                let alerts: Arc<[Alert]> = self.app.store.alerts().await?.into();
                *self.aside() = Some((Instant::now(), Arc::clone(&alerts)));
                alerts
            }
        };
        let object = object_of_worker(worker);
        let mut alerts = alerts.iter().filter(|alert| alert.kind == AlertKind::FailingWorker);
        Ok(alerts.find(|alert| alert.object == object).map(|alert| alert.sentence.clone()))
    }

    fn aside(&self) -> MutexGuard<'_, Option<(Instant, Arc<[Alert]>)>> {
        self.aside.lock().expect("no thread panics while holding the lock")
    }

    /// Where a worker reads a source of its job.
    async fn link_to_read(&self, id: i64, token: &str, address: &str) -> Result<Answer, Fault> {
        let Some(job) = self.app.attempt(id, token).await? else {
            return Ok(Answer::Over);
        };
        if let Err(refusal) = check_source(&job, address) {
            return Ok(refusal);
        }
        let link = self.app.blobs.link_to_read(address);
        let link_to = |url| Answer::Link { url, creates: false };
        let answer = link.map(|url| url.map_or(Answer::NoLink, link_to));
        Ok(answer.unwrap_or_else(|error| Answer::Fault { sentence: error.to_string() }))
    }

    /// Where a worker writes the replay of its job. If the store does not overwrite, the worst that a link
    /// can do is to store something that no match names, so the database is not asked for the attempt.
    async fn link_to_write(&self, id: i64, token: &str, address: &str) -> Result<Answer, Fault> {
        if !self.app.blobs.keeps() && self.app.attempt(id, token).await?.is_none() {
            return Ok(Answer::Over);
        }
        Ok(match self.app.blobs.link_to_write(address).await {
            Ok(ToStore::At { url, creates }) => Answer::Link { url, creates },
            Ok(ToStore::Nothing) => Answer::Stored { address: address.to_owned() },
            Ok(ToStore::ThroughServer) => Answer::NoLink,
            Err(error) => Answer::Fault { sentence: error.to_string() },
        })
    }

    /// A part of a source, if it is one of the job's.
    async fn source_part(
        &self,
        id: i64,
        token: &str,
        address: &str,
        from: usize,
    ) -> Result<(Answer, Vec<u8>), Fault> {
        let Some(job) = self.app.attempt(id, token).await? else {
            return Ok(plain(Answer::Over));
        };
        if let Err(refusal) = check_source(&job, address) {
            return Ok(plain(refusal));
        }
        let bytes = match self.kept_source(address) {
            Some(bytes) => bytes,
            None => match self.app.blobs.get_patiently(address).await {
                Ok(bytes) => Arc::new(bytes),
                Err(error) => return Ok(fault(error.to_string())),
            },
        };
        let size = bytes.len();
        let part =
            bytes.get(from..size.min(from.saturating_add(PART_BYTES))).unwrap_or_default().to_vec();
        if from.saturating_add(part.len()) < size {
            self.keep_source(address, bytes);
        }
        Ok((Answer::Part { size }, part))
    }

    fn kept_source(&self, address: &str) -> Option<Arc<Vec<u8>>> {
        let sources = self.sources.lock().expect("no thread panics while holding the lock");
        sources.iter().find(|(kept, _)| kept == address).map(|(_, bytes)| Arc::clone(bytes))
    }

    fn keep_source(&self, address: &str, bytes: Arc<Vec<u8>>) {
        let mut sources = self.sources.lock().expect("no thread panics while holding the lock");
        if !sources.iter().any(|(kept, _)| kept == address) {
            sources.insert(0, (address.to_owned(), bytes));
            sources.truncate(MAX_KEPT_SOURCES);
        }
    }

    /// Takes a part of a job's replay; the last one stores it.
    async fn replay_part(
        &self,
        id: i64,
        token: &str,
        upload: String,
        from: usize,
        size: usize,
        part: &[u8],
    ) -> Result<Answer, Fault> {
        if self.app.attempt(id, token).await?.is_none() {
            return Ok(Answer::Over);
        }
        let bytes = match self.receive(upload, from, size, part) {
            Ok(Some(bytes)) => bytes,
            Ok(None) => return Ok(Answer::Next { to: self.link.server(&self.id) }),
            Err(sentence) => return Ok(Answer::Fault { sentence }),
        };
        Ok(match self.app.blobs.put_patiently(bytes).await {
            Ok(address) => Answer::Stored { address },
            Err(error) => Answer::Fault { sentence: error.to_string() },
        })
    }

    /// Adds a part; returns the replay if it is complete.
    fn receive(
        &self,
        upload: String,
        from: usize,
        size: usize,
        part: &[u8],
    ) -> Result<Option<Vec<u8>>, String> {
        if size > MAX_REPLAY_BYTES {
            return Err(format!("the replay has {size} bytes; {MAX_REPLAY_BYTES} are allowed"));
        }
        if from == 0 && part.len() == size {
            return Ok(Some(part.to_vec()));
        }
        let mut uploads = self.uploads.lock().expect("no thread panics while holding the lock");
        uploads.retain(|_, upload| upload.last.elapsed() < MAX_PAUSE);
        let received: usize = uploads.values().map(|upload| upload.bytes.len()).sum();
        if from == 0 && received + size > MAX_RECEIVED_BYTES {
            return Err("too many replays are being received".into());
        }
        let last = Instant::now();
        let known = match from {
            0 => uploads.entry(upload.clone()).or_insert(Upload { bytes: Vec::new(), size, last }),
            _ => uploads.get_mut(&upload).ok_or("the first parts of the replay are missing")?,
        };
        known.last = last;
        match from == known.bytes.len() {
            true => known.bytes.extend_from_slice(part),
            // The part came before, and its answer was lost.
            false if from.checked_add(part.len()) == Some(known.bytes.len()) => {}
            false => return Err("a part of the replay is missing".into()),
        }
        if known.bytes.len() < known.size {
            return Ok(None);
        }
        Ok(uploads.remove(&upload).map(|upload| upload.bytes))
    }
}

/// Refuses a source that a job does not use.
fn check_source(job: &Dispatched, address: &str) -> Result<(), Answer> {
    let is_its_own = match read(job) {
        Ok(Work::Build(build)) => build.bot.source == address,
        Ok(Work::Game(game)) => game.seats.iter().any(|bot| bot.source == address),
        Err(_) => false,
    };
    let id = job.id;
    let sentence = || format!("job {id} does not use the source {address}");
    if is_its_own { Ok(()) } else { Err(Answer::Fault { sentence: sentence() }) }
}

fn plain(answer: Answer) -> (Answer, Vec<u8>) {
    (answer, Vec::new())
}

fn fault(sentence: String) -> (Answer, Vec<u8>) {
    plain(Answer::Fault { sentence })
}
