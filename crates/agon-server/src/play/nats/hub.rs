//! The server's side of the transport over NATS.

use super::desk::Desk;
use super::link::{Link, NatsFault, capabilities};
use super::messages::{AskWorker, Outcome, Report, decode, encode};
use crate::app::{App, now};
use crate::play::Trouble;
use crate::play::transport::{Ended, Receipt, Transport, Window};
use agon_store::Fault;
use agon_store::console::{CONNECTED_MS, FailureClass};
use agon_store::jobs::{Crew, Dispatched, ForgetDeliveries, Stopped, special_needs};
use async_nats::jetstream::consumer::{AckPolicy, pull};
use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::stream::{Config, RetentionPolicy, Stream};
use async_nats::jetstream::{AckKind, Message};
use futures_util::{StreamExt, TryStreamExt};
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

/// The same message is not taken twice within this time.
const DUPLICATE_WINDOW: Duration = Duration::from_secs(600);
/// Jobs that workers may have at the same time, and workers that may wait for one.
const MAX_UNDER_WAY: i64 = 20_000;
/// Results that are taken from the stream and not committed yet.
const MAX_RESULTS: usize = 128;
/// How often the connected workers are read.
const CREWS_LOOK: Duration = Duration::from_millis(500);
/// How often the streams are compared with the jobs that are dispatched.
const LOST_LOOK: Duration = Duration::from_secs(20);
/// Pause after NATS failed.
const FAULT_PAUSE: Duration = Duration::from_secs(1);
/// Changes of this server are told to the others at most this often.
const SHOUT_EVERY: Duration = Duration::from_millis(20);
/// Name of the consumer of results.
const SERVERS: &str = "servers";

/// The transport over NATS.
pub(crate) struct Hub {
    app: Arc<App>,
    link: Link,
    /// Consumers that were made.
    consumers: Mutex<BTreeSet<String>>,
    /// The connected workers, and when they were read.
    crews: Mutex<Option<(Instant, Vec<Crew>)>>,
    looked: Mutex<Option<Instant>>,
    sender: mpsc::Sender<Ended>,
    ended: tokio::sync::Mutex<mpsc::Receiver<Ended>>,
    receiving: JoinHandle<()>,
    tasks: Vec<JoinHandle<()>>,
    /// The worker of this process.
    worker: Option<JoinHandle<()>>,
}

impl Hub {
    /// Makes the streams, answers workers, and receives results.
    pub async fn open(app: Arc<App>, link: Link) -> Result<Hub, NatsFault> {
        ensure(&app, &link).await?;
        app.records.ask_through(link.clone());
        let (sender, ended) = mpsc::channel(MAX_RESULTS);
        let id = crate::secrets::random_text(12);
        let desk = Desk::new(Arc::clone(&app), link.clone(), id.clone(), sender.clone());
        let desk = Arc::new(desk);
        let silent = |why: String| NatsFault::Streams { url: link.url.clone(), why };
        let questions = desk.subscribe().await.map_err(|error| silent(error.to_string()))?;
        let mut tasks: Vec<JoinHandle<()>> = questions
            .into_iter()
            .map(|subscriber| tokio::spawn(Arc::clone(&desk).answer_all(subscriber)))
            .collect();
        tasks.push(tokio::spawn(shout(Arc::clone(&app), link.clone(), id.clone())));
        tasks.push(tokio::spawn(hear(Arc::clone(&app), link.clone(), id)));
        let receiving = tokio::spawn(receive(Arc::clone(&app), link.clone(), sender.clone()));
        let (consumers, crews, looked) = Default::default();
        let (ended, worker) = (tokio::sync::Mutex::new(ended), None);
        Ok(Hub { app, link, consumers, crews, looked, sender, ended, receiving, tasks, worker })
    }

    /// The worker of this process, which is waited for when the server stops.
    pub fn set_worker(&mut self, worker: JoinHandle<()>) {
        self.worker = Some(worker);
    }

    async fn stream(&self, name: String) -> Result<Stream, String> {
        self.link.jetstream.get_stream(name).await.map_err(|error| error.to_string())
    }

    /// Makes the consumer of jobs with these capabilities.
    async fn add_consumer(&self, name: &str) -> Result<(), String> {
        if self.consumers.lock().expect("no thread panics while holding the lock").contains(name) {
            return Ok(());
        }
        let stream = self.stream(self.link.jobs_stream()).await?;
        make_consumer(&self.app, &self.link, &stream, name).await?;
        let mut known = self.consumers.lock().expect("no thread panics while holding the lock");
        known.insert(name.to_owned());
        Ok(())
    }

    /// The connected workers, as they were a moment ago.
    async fn crews(&self) -> Result<Vec<Crew>, Fault> {
        let known = self.crews.lock().expect("no thread panics while holding the lock").clone();
        if let Some((_, crews)) = known.filter(|(at, _)| at.elapsed() < CREWS_LOOK) {
            return Ok(crews);
        }
        let crews = self.app.store.crews(now() - CONNECTED_MS).await?;
        let mut known = self.crews.lock().expect("no thread panics while holding the lock");
        *known = Some((Instant::now(), crews.clone()));
        Ok(crews)
    }

    /// Publishes jobs; returns those that NATS has not taken.
    async fn publish(&self, jobs: Vec<Dispatched>) -> (Vec<Dispatched>, Option<String>) {
        let (mut sent, mut unsent, mut why) = (Vec::new(), Vec::new(), None);
        let crews = match jobs.iter().any(|job| !job.needs.is_empty()) {
            true => self.crews().await.unwrap_or_default(),
            false => Vec::new(),
        };
        for job in jobs {
            let consumer = capabilities(&special_needs(&job.needs, &crews));
            let payload = serde_json::to_vec(&job).expect("plain data");
            let message = PublishMessage::build().payload(payload.into()).message_id(&job.token);
            let subject = self.link.job(&consumer, &job.token);
            let sending = async {
                self.add_consumer(&consumer).await?;
                let sending = self.link.jetstream.send_publish(subject, message).await;
                sending.map_err(|error| error.to_string())
            };
            match sending.await {
                Ok(ack) => sent.push((job, ack)),
                Err(error) => {
                    why = Some(error);
                    unsent.push(job);
                }
            }
        }
        for (job, ack) in sent {
            if let Err(error) = ack.await {
                why = Some(error.to_string());
                unsent.push(job);
            }
        }
        (unsent, why)
    }

    /// Whether the streams were not looked at for a while; they are looked at now.
    fn is_time_to_look(&self) -> bool {
        let mut looked = self.looked.lock().expect("no thread panics while holding the lock");
        let is_time = looked.is_none_or(|at| at.elapsed() >= LOST_LOOK);
        if is_time {
            *looked = Some(Instant::now());
        }
        is_time
    }

    /// The tokens of the jobs that have messages in a stream: the last words of the subjects.
    async fn tokens(&self, stream: String) -> Result<BTreeSet<String>, String> {
        let stream = self.stream(stream).await?;
        let info = stream.info_with_subjects(">").await.map_err(|error| error.to_string())?;
        let subjects: Result<Vec<(String, usize)>, _> = info.try_collect().await;
        let subjects = subjects.map_err(|error| error.to_string())?;
        let token = |(subject, _): &(String, usize)| Some(subject.rsplit('.').next()?.to_owned());
        Ok(subjects.iter().filter_map(token).collect())
    }

    /// Compares the dispatched jobs with the streams: jobs without any message were lost, with the data of
    /// NATS or with a server that had its workers in its own process. Returns those to hand over.
    async fn find_lost(&self) -> Result<Vec<Dispatched>, Fault> {
        let (unbegun, under_way) =
            (self.app.store.unbegun_jobs().await?, self.app.store.jobs_under_way().await?);
        if unbegun.is_empty() && under_way.is_empty() {
            return Ok(Vec::new());
        }
        let streams = async {
            let jobs = self.tokens(self.link.jobs_stream()).await?;
            let results = self.tokens(self.link.results_stream()).await?;
            Ok::<_, String>((jobs, results))
        };
        let (jobs, results) = match streams.await {
            Ok(found) => found,
            Err(why) => {
                tracing::warn!(why, "cannot look into the streams of NATS");
                return Ok(Vec::new());
            }
        };
        let is_there = |job: &Dispatched| jobs.contains(&job.token) || results.contains(&job.token);
        for lost in under_way.into_iter().filter(|one| !is_there(&one.job)) {
            let (id, token, worker) = (lost.job.id, lost.job.token.clone(), lost.worker);
            // Its result may have been committed in the meantime.
            let Some(job) = self.app.store.dispatched_job(id, &token).await? else { continue };
            let sentence = format!("the message of this job is lost; the worker {worker} had it");
            let outcome = Err(Trouble::new(FailureClass::WorkerLost, sentence));
            let (job, receipt) = (Some(job), Receipt::Own);
            // The dispatcher, which takes these, calls this: it must not wait for itself.
            let _ = self.sender.try_send(Ended { id, token, worker, outcome, job, receipt });
        }
        let lost: Vec<Dispatched> = unbegun.into_iter().filter(|job| !is_there(job)).collect();
        if !lost.is_empty() {
            let ids = lost.iter().map(|job| job.id).collect();
            self.app.store.change(ForgetDeliveries(ids)).await?;
        }
        Ok(lost)
    }
}

impl Drop for Hub {
    fn drop(&mut self) {
        self.receiving.abort();
        self.tasks.iter().for_each(JoinHandle::abort);
    }
}

impl Transport for Hub {
    const DRAIN_SLACK: Duration = Duration::from_secs(10);

    async fn window(&self) -> Result<Window, Fault> {
        let crews = self.crews().await?;
        let slots: usize = crews.iter().map(Crew::slots).sum();
        if slots == 0 {
            return Ok(Window::default());
        }
        let all = 2 * slots;
        let free = all.saturating_sub(self.app.store.dispatched_slots(&crews).await?);
        Ok(Window { free, all, crews })
    }

    async fn hand_over(&self, jobs: Vec<Dispatched>) -> Vec<Dispatched> {
        let (unsent, why) = self.publish(jobs).await;
        if let Some(why) = why {
            tracing::warn!(why, jobs = unsent.len(), "NATS takes no jobs");
            // The streams are gone if NATS has lost its data.
            self.consumers.lock().expect("no thread panics while holding the lock").clear();
            if let Err(fault) = ensure(&self.app, &self.link).await {
                tracing::warn!(%fault, "cannot hand jobs over");
            }
            tokio::time::sleep(FAULT_PAUSE).await;
        }
        unsent
    }

    async fn left_over(&self) -> Result<Vec<Dispatched>, Fault> {
        self.find_lost().await
    }

    fn forget(&self) {}

    async fn ended(&self) -> Ended {
        self.ended.lock().await.recv().await.expect("this has a sender, too")
    }

    async fn look(&self, is_leader: bool) -> Result<(), Fault> {
        if !is_leader || !self.is_time_to_look() {
            return Ok(());
        }
        let lost = self.find_lost().await?;
        if !lost.is_empty() {
            tracing::warn!(jobs = lost.len(), "jobs are handed over again");
            self.hand_over(lost).await;
        }
        Ok(())
    }

    async fn stop_cancelled(&self, stopped: Vec<Stopped>) {
        for Stopped { token, worker } in stopped.into_iter().filter(|one| !one.worker.is_empty()) {
            let stop = encode(&AskWorker::Stop { token }, &[]);
            let _ = self.link.client.publish(self.link.worker(&worker), stop.into()).await;
        }
    }

    /// Another server takes the results that this one has not begun to commit.
    async fn stop(&self) -> Vec<Dispatched> {
        if self.worker.is_none() {
            self.receiving.abort();
        }
        Vec::new()
    }

    fn is_busy(&self) -> bool {
        self.worker.as_ref().is_some_and(|worker| !worker.is_finished())
    }
}

/// Makes the streams and the consumers that all servers need.
async fn ensure(app: &App, link: &Link) -> Result<(), NatsFault> {
    let streams = async {
        for (name, subjects) in
            [(link.jobs_stream(), link.job("*", "*")), (link.results_stream(), link.result("*"))]
        {
            let config = Config {
                name,
                subjects: vec![subjects],
                retention: RetentionPolicy::WorkQueue,
                duplicate_window: DUPLICATE_WINDOW,
                num_replicas: app.config.nats_replicas,
                ..Config::default()
            };
            let made = link.jetstream.create_or_update_stream(config).await;
            made.map_err(|error| error.to_string())?;
        }
        let jobs = link.jetstream.get_stream(link.jobs_stream()).await;
        let jobs = jobs.map_err(|error| error.to_string())?;
        make_consumer(app, link, &jobs, &capabilities("")).await?;
        let results = link.jetstream.get_stream(link.results_stream()).await;
        let results = results.map_err(|error| error.to_string())?;
        let consumer = pull::Config {
            durable_name: Some(SERVERS.into()),
            ack_policy: AckPolicy::Explicit,
            ack_wait: Duration::from_secs(app.config.lease_seconds),
            max_ack_pending: MAX_UNDER_WAY,
            ..pull::Config::default()
        };
        results.create_consumer(consumer).await.map_err(|error| error.to_string())
    };
    match streams.await {
        Ok(_) => Ok(()),
        Err(why) => Err(NatsFault::Streams { url: link.url.clone(), why }),
    }
}

async fn make_consumer(app: &App, link: &Link, jobs: &Stream, name: &str) -> Result<(), String> {
    let config = pull::Config {
        durable_name: Some(name.to_owned()),
        filter_subject: link.job(name, "*"),
        ack_policy: AckPolicy::Explicit,
        ack_wait: Duration::from_secs(app.config.lease_seconds),
        max_ack_pending: MAX_UNDER_WAY,
        max_waiting: MAX_UNDER_WAY,
        ..pull::Config::default()
    };
    jobs.create_consumer(config).await.map(|_| ()).map_err(|error| error.to_string())
}

/// Receives results for ever.
async fn receive(app: Arc<App>, link: Link, sender: mpsc::Sender<Ended>) {
    loop {
        if let Err(why) = receive_some(&link, &sender).await {
            tracing::warn!(why, "cannot receive results from NATS");
        }
        tokio::time::sleep(FAULT_PAUSE).await;
        if let Err(fault) = ensure(&app, &link).await {
            tracing::warn!(%fault, "cannot receive results");
        }
    }
}

async fn receive_some(link: &Link, sender: &mpsc::Sender<Ended>) -> Result<(), String> {
    let stream = link.jetstream.get_stream(link.results_stream()).await;
    let stream = stream.map_err(|error| error.to_string())?;
    let consumer = stream.get_consumer::<pull::Config>(SERVERS).await;
    let consumer = consumer.map_err(|error| error.to_string())?;
    let messages = consumer.stream().max_messages_per_batch(MAX_RESULTS).messages().await;
    let mut messages = messages.map_err(|error| error.to_string())?;
    while let Some(message) = messages.next().await {
        let message = message.map_err(|error| error.to_string())?;
        match report(&message) {
            Ok(Report { id, token, worker, outcome }) => {
                let outcome = match outcome {
                    Outcome::Done(done) => Ok(done),
                    Outcome::Trouble { class, sentence, lacks } => {
                        let class = class.parse().unwrap_or(FailureClass::Machine);
                        Err(Trouble { class, sentence, lacks })
                    }
                };
                let receipt = Receipt::Message(Box::new(message));
                let end = Ended { id, token, worker, outcome, job: None, receipt };
                if sender.send(end).await.is_err() {
                    return Ok(());
                }
            }
            Err(why) => {
                tracing::error!(why, "a result cannot be read and is dropped");
                let _ = message.ack_with(AckKind::Term).await;
            }
        }
    }
    Ok(())
}

fn report(message: &Message) -> Result<Report, String> {
    decode(&message.payload).map(|(report, _)| report)
}

/// Tells the other servers when something has changed here.
async fn shout(app: Arc<App>, link: Link, id: String) {
    loop {
        app.shout.notified().await;
        // Others look again by themselves if this is lost.
        let _ = link.client.publish(link.changed(), id.clone().into()).await;
        tokio::time::sleep(SHOUT_EVERY).await;
    }
}

/// Hears from the other servers that something has changed.
async fn hear(app: Arc<App>, link: Link, id: String) {
    let Ok(mut changes) = link.client.subscribe(link.changed()).await else { return };
    while let Some(message) = changes.next().await {
        if message.payload != id.as_bytes() {
            app.heard();
        }
    }
}
