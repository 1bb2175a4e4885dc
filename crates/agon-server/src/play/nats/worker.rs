//! A worker: pulls jobs from NATS, does them, and publishes what came out.

use super::depot::JobDepot;
use super::link::{Link, NatsFault, NatsOptions, Silence, capabilities, serves, subject_word};
use super::linked::LinkedStore;
use super::messages::{Answer, Ask, AskWorker, Greeting, Report, Terms, decode, encode};
use crate::play::live::Part;
use crate::play::work::work;
use crate::play::workers::Workers;
use crate::play::{Progress, Trouble, Workshop};
use agon_store::jobs::{Dispatched, Machine};
use agon_store::work::Done;
use async_nats::jetstream::message::{Acker, PublishMessage};
use async_nats::jetstream::{AckKind, Message};
use futures_util::StreamExt;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};
use tokio::sync::{OwnedSemaphorePermit, watch};

/// How far the reference speed of a machine may be off, in percent.
const MAX_SPEED_PERCENT: u32 = 10;
/// How often a worker says that it is there.
const HELLO_EVERY: Duration = Duration::from_secs(5);
/// How long a server may need to say whether a job may begin.
const BEGIN_TIMEOUT: Duration = Duration::from_secs(10);
/// How long a job waits if no server could say so.
const LATER: Duration = Duration::from_secs(1);
/// How long a job that failed here waits for another worker before this one may get it again.
const ELSEWHERE: Duration = Duration::from_secs(2);
/// A job whose message came this often waits no longer for a worker that has what it needs.
const MAX_DELIVERIES_ELSEWHERE: i64 = 8;
/// Jobs that failed here are remembered; the oldest are forgotten.
const MAX_FAILED: usize = 1000;
/// How long a worker that was set aside asks for no other job.
const ASIDE_PAUSE: Duration = Duration::from_secs(20);
/// Pause after NATS failed.
pub(super) const FAULT_PAUSE: Duration = Duration::from_millis(500);
/// How long a worker that stops waits for each answer.
const LAST_TIMEOUT: Duration = Duration::from_secs(2);

/// What a worker is and may do.
#[derive(Clone, Debug)]
pub struct WorkerSettings {
    /// Its name, which no other worker has.
    pub name: String,
    /// Its machine, and the jobs that it does at the same time.
    pub machine: Machine,
    /// How long games under way may take when it stops.
    pub grace: Duration,
    /// Whether it plays simulations only, and needs no server.
    pub only_simulations: bool,
    /// Whether it only pretends to play, for load tests.
    pub pretends: bool,
}

/// A name for a worker: its machine, and something that no other worker there has.
pub fn worker_name(own: &str) -> String {
    let host = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let host = if host.trim().is_empty() { "local" } else { host.trim() };
    format!("{host}:{own}")
}

/// A worker that is connected to NATS.
pub struct Worker(Arc<Inside>);

pub(super) struct Inside {
    pub(super) link: Link,
    pub(super) workshop: Arc<dyn Workshop>,
    pub(super) settings: WorkerSettings,
    terms: Terms,
    /// The store of blobs, if servers give links.
    store: Option<Arc<LinkedStore>>,
    speed: f64,
    /// Words of the languages whose tools this machine does not have.
    pub(super) lacks: Vec<String>,
    started: Instant,
    jobs: Mutex<Jobs>,
}

#[derive(Default)]
pub(super) struct Jobs {
    workers: Workers,
    /// The jobs that this worker has, until NATS has what became of them.
    held: BTreeMap<String, (Dispatched, Arc<Acker>)>,
    /// Given back when a job ends or is given up.
    slots: BTreeMap<String, OwnedSemaphorePermit>,
    /// The jobs that a server was asked about. The answer can take longer than the lease.
    asked: BTreeMap<String, Arc<Acker>>,
    /// Numbers of jobs that failed here.
    failed: BTreeSet<i64>,
    /// Chunks of simulations.
    pub(super) chunks: BTreeMap<u64, Progress>,
}

impl Jobs {
    /// Whether this worker has a job, or has asked whether it may begin.
    fn has(&self, token: &str) -> bool {
        self.held.contains_key(token) || self.asked.contains_key(token)
    }
}

impl Worker {
    /// Connects, measures the machine, and asks the servers for their terms; waits while none is there.
    pub async fn connect(
        options: &NatsOptions,
        settings: WorkerSettings,
        workshop: Arc<dyn Workshop>,
    ) -> Result<Worker, NatsFault> {
        let measured = Arc::clone(&workshop);
        let measured =
            tokio::task::spawn_blocking(move || (measured.speed(), measured.lacks())).await;
        // The key of one worker may be limited to what is sent to this worker.
        let inbox = format!("worker.{}", subject_word(&settings.name));
        let link = Link::connect(options, &settings.name, &inbox).await?;
        let machine = measured.unwrap_or_default();
        if settings.only_simulations {
            let terms = Terms::of_no_server(workshop.engine());
            return Worker::with_terms(link, terms, settings, workshop, machine);
        }
        let mut is_told = false;
        let terms = loop {
            match link.ask(&Ask::Terms { pretends: settings.pretends }, BEGIN_TIMEOUT).await {
                Ok(Answer::Terms(terms)) => break terms,
                Ok(Answer::Aside { sentence }) => return Err(NatsFault::Refused { sentence }),
                Ok(other) => tracing::warn!(?other, "a server gave an unexpected answer"),
                Err(silence) if !is_told => {
                    tracing::warn!(%silence, "waiting for a server at {}", link.url);
                    is_told = true;
                }
                Err(_) => {}
            }
            tokio::time::sleep(FAULT_PAUSE).await;
        };
        Worker::with_terms(link, terms, settings, workshop, machine)
    }

    /// Checks the terms.
    fn with_terms(
        link: Link,
        terms: Terms,
        settings: WorkerSettings,
        workshop: Arc<dyn Workshop>,
        (speed, lacks): (f64, Vec<String>),
    ) -> Result<Worker, NatsFault> {
        if terms.engine != workshop.engine() {
            let worker = workshop.engine().to_owned();
            return Err(NatsFault::Engine { worker, server: terms.engine });
        }
        if let Some(wanted) = terms.reference_speed
            && (speed / wanted - 1.0).abs() * 100.0 > f64::from(MAX_SPEED_PERCENT)
        {
            return Err(NatsFault::Speed { speed, wanted, percent: MAX_SPEED_PERCENT });
        }
        let store = if terms.links { LinkedStore::new().map(Arc::new) } else { None };
        let (started, jobs) = (Instant::now(), Mutex::default());
        let inside = Inside { link, workshop, settings, terms, store, speed, lacks, started, jobs };
        Ok(Worker(Arc::new(inside)))
    }

    /// Reference speed of this machine.
    pub fn speed(&self) -> f64 {
        self.0.speed
    }

    /// Works until `stop`; then finishes the games under way within the grace time and gives the others back.
    pub async fn run(self, mut stop: watch::Receiver<bool>) {
        let inside = self.0;
        let Machine { slots, cores, memory_mib } = inside.settings.machine;
        tracing::info!(
            worker = inside.settings.name,
            slots,
            cores,
            memory_mib,
            speed = inside.speed,
            lacks = inside.lacks.join(" "),
            "this process does jobs"
        );
        let tasks = [
            tokio::spawn(Arc::clone(&inside).greet()),
            tokio::spawn(Arc::clone(&inside).listen()),
            tokio::spawn(Arc::clone(&inside).keep_leases()),
        ];
        Arc::clone(&inside).pull(&mut stop).await;
        tasks[0].abort();
        inside.hello(0).await;
        inside.stop_chunks();
        let end = Instant::now() + inside.settings.grace;
        let last = end.max(Instant::now() + BEGIN_TIMEOUT);
        loop {
            let (is_asking, is_idle) = {
                let jobs = inside.jobs();
                (!jobs.asked.is_empty(), jobs.held.is_empty() && jobs.chunks.is_empty())
            };
            // A job that a server lets begin now must be given back, too.
            let until = if is_asking { last } else { end };
            if (is_idle && !is_asking) || Instant::now() >= until {
                break;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        inside.give_back().await;
        tasks.iter().for_each(|task| task.abort());
        let _ = tokio::time::timeout(LAST_TIMEOUT, inside.link.client.flush()).await;
    }
}

impl Inside {
    pub(super) fn jobs(&self) -> MutexGuard<'_, Jobs> {
        self.jobs.lock().expect("no thread panics while holding the lock")
    }

    /// A worker that is silent for this long loses its jobs.
    pub(super) fn lease(&self) -> Duration {
        Duration::from_millis(self.terms.lease_ms)
    }

    async fn hello(&self, slots: u32) {
        if self.settings.only_simulations {
            return;
        }
        let greeting = Greeting {
            name: self.settings.name.clone(),
            engine: self.workshop.engine().to_owned(),
            machine: Machine { slots, ..self.settings.machine },
            speed: self.speed,
            lacks: self.lacks.clone(),
            age_ms: self.started.elapsed().as_millis() as i64,
        };
        // The next one comes soon, so that it does not matter if this one is lost.
        let hello = encode(&Ask::Hello(greeting), &[]);
        let _ = self.link.client.publish(self.link.ask_subject(), hello.into()).await;
    }

    async fn greet(self: Arc<Self>) {
        loop {
            self.hello(self.settings.machine.slots).await;
            tokio::time::sleep(HELLO_EVERY).await;
        }
    }

    /// Answers servers that ask whether this worker still has a job, and how its game goes.
    async fn listen(self: Arc<Self>) {
        let subject = self.link.worker(&self.settings.name);
        let mut questions = match self.link.client.subscribe(subject).await {
            Ok(questions) => questions,
            Err(error) => {
                tracing::error!(%error, "cannot listen to servers");
                return;
            }
        };
        while let Some(message) = questions.next().await {
            let (answer, body) = match decode::<AskWorker>(&message.payload) {
                Ok((ask, _)) => self.answer(ask),
                Err(sentence) => (Answer::Fault { sentence }, Vec::new()),
            };
            if let Some(reply) = message.reply {
                let _ = self.link.client.publish(reply, encode(&answer, &body).into()).await;
            }
        }
    }

    fn answer(&self, ask: AskWorker) -> (Answer, Vec<u8>) {
        let jobs = self.jobs();
        match ask {
            AskWorker::Has { token } if jobs.has(&token) => (Answer::Yes, Vec::new()),
            AskWorker::Has { .. } => (Answer::Over, Vec::new()),
            AskWorker::Stop { token } => {
                jobs.workers.stop(&token);
                (Answer::Yes, Vec::new())
            }
            AskWorker::Record { token, take, from } => {
                let Some(progress) = jobs.workers.progress(&token) else {
                    return (Answer::Over, Vec::new());
                };
                drop(jobs);
                let Part { take, bytes } = progress.record().part(&take, from);
                (Answer::Record { take }, bytes)
            }
        }
    }

    /// Tells NATS which jobs go on, and gives up those that do not.
    async fn keep_leases(self: Arc<Self>) {
        let standstill = Duration::from_millis(self.terms.standstill_ms);
        let loading = Duration::from_millis(self.terms.loading_ms);
        let mut every = tokio::time::interval(self.lease() / 4);
        every.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            every.tick().await;
            let mut lost = Vec::new();
            let going_on: Vec<Arc<Acker>> = {
                let mut jobs = self.jobs();
                for (job, trouble) in jobs.workers.take_lost(standstill, loading, Instant::now()) {
                    lost.extend(jobs.held.get(&job.token).cloned().map(|held| (held, trouble)));
                }
                let held = jobs.held.values().map(|(_, acker)| acker);
                held.chain(jobs.asked.values()).map(Arc::clone).collect()
            };
            for acker in going_on {
                let _ = acker.ack_with(AckKind::Progress).await;
            }
            for ((job, acker), trouble) in lost {
                let inside = Arc::clone(&self);
                tokio::spawn(async move { inside.report(&job, &acker, Err(trouble)).await });
            }
        }
    }

    /// Takes the message of a job: asks whether it may begin, does it, and reports.
    pub(super) async fn take(self: Arc<Self>, message: Message, slot: OwnedSemaphorePermit) {
        let delivery = message.info().map_or(1, |info| info.delivered);
        let (message, acker) = message.split();
        let acker = Arc::new(acker);
        let job: Dispatched = match serde_json::from_slice(&message.payload) {
            Ok(job) => job,
            Err(error) => {
                tracing::error!(%error, "the message of a job cannot be read");
                let _ = acker.ack_with(AckKind::Term).await;
                return;
            }
        };
        // The job was handed over before the servers knew what this worker has. One that needs a language
        // begins after some time, so that they learn it.
        let (needs, machine) = (capabilities(&job.needs), &self.settings.machine);
        let lacks = if delivery < MAX_DELIVERIES_ELSEWHERE { &self.lacks[..] } else { &[] };
        if !serves(machine, lacks, &needs) {
            let _ = acker.ack_with(AckKind::Nak(Some(ELSEWHERE))).await;
            return;
        }
        // This worker was silent for longer than the lease, and its own message came again.
        if self.jobs().has(&job.token) {
            return;
        }
        let (id, token, worker) = (job.id, job.token.clone(), self.settings.name.clone());
        let pretends = self.settings.pretends;
        let failed_before = {
            let mut jobs = self.jobs();
            jobs.asked.insert(token.clone(), Arc::clone(&acker));
            jobs.failed.contains(&id)
        };
        let begin =
            Ask::Begin { id, token: token.clone(), worker, delivery, pretends, failed_before };
        let answer = self.link.ask(&begin, BEGIN_TIMEOUT).await;
        match self.begun(&answer, &job, &acker) {
            Some(progress) => {
                self.jobs().slots.insert(token, slot);
                self.do_job(job, acker, progress).await;
            }
            None => self.leave(answer, &job, &acker).await,
        }
    }

    /// Notes what a server has answered, in one step, so that a worker that stops overlooks no job.
    fn begun(
        &self,
        answer: &Result<Answer, Silence>,
        job: &Dispatched,
        acker: &Arc<Acker>,
    ) -> Option<Progress> {
        let mut jobs = self.jobs();
        jobs.asked.remove(&job.token);
        if !matches!(answer, Ok(Answer::Yes)) {
            return None;
        }
        jobs.held.insert(job.token.clone(), (job.clone(), Arc::clone(acker)));
        Some(jobs.workers.start(job, Instant::now()))
    }

    /// Leaves the message of a job that must not begin here.
    async fn leave(&self, answer: Result<Answer, Silence>, job: &Dispatched, acker: &Acker) {
        match answer {
            Ok(Answer::Over) => {
                let _ = acker.double_ack().await;
            }
            Ok(Answer::Aside { sentence }) => {
                tracing::error!(sentence, "this worker is set aside");
                let _ = acker.ack_with(AckKind::Nak(None)).await;
                // Keeps the slot, so that other workers get the jobs.
                tokio::time::sleep(ASIDE_PAUSE).await;
            }
            Ok(Answer::Elsewhere) => {
                let _ = acker.ack_with(AckKind::Nak(Some(ELSEWHERE))).await;
            }
            Ok(Answer::Later) => {
                let _ = acker.ack_with(AckKind::Nak(Some(self.lease()))).await;
            }
            other => {
                tracing::warn!(?other, job = job.key, "no server lets this job begin");
                // A server may have let it begin, and its answer was lost.
                self.tell_back(job).await;
                let _ = acker.ack_with(AckKind::Nak(Some(LATER))).await;
            }
        }
    }

    /// Does a job that this worker has, and reports.
    async fn do_job(&self, job: Dispatched, acker: Arc<Acker>, progress: Progress) {
        let (workshop, link) = (Arc::clone(&self.workshop), self.link.clone());
        let (id, token, store) = (job.id, job.token.clone(), self.store.clone());
        let depot = JobDepot { link, id, token, store };
        let (mine, counted) = (job.clone(), progress.clone());
        let done = tokio::task::spawn_blocking(move || work(&*workshop, &depot, &mine, &counted));
        let outcome = done.await.unwrap_or_else(|error| {
            Err(Trouble::machine(format!("the worker's program has a defect: {error}")))
        });
        let is_given_up = {
            let mut jobs = self.jobs();
            let is_given_up = !jobs.workers.has(&job.token);
            jobs.workers.end(&job.token);
            is_given_up
        };
        // A job that was given up has been reported; one that was cancelled has no result.
        if progress.is_stopped() {
            self.settle(&job, &acker).await;
        } else if !is_given_up {
            self.report(&job, &acker, outcome).await;
        }
    }

    /// Publishes what became of a job, until NATS has it; then the job's message is settled.
    async fn report(&self, job: &Dispatched, acker: &Acker, outcome: Result<Done, Trouble>) {
        let (id, token, worker) = (job.id, job.token.clone(), self.settings.name.clone());
        if outcome.is_err() {
            let mut jobs = self.jobs();
            jobs.failed.insert(id);
            if jobs.failed.len() > MAX_FAILED {
                jobs.failed.pop_first();
            }
        }
        let payload = encode(&Report { id, token, worker, outcome: outcome.into() }, &[]);
        loop {
            let message =
                PublishMessage::build().payload(payload.clone().into()).message_id(&job.token);
            let subject = self.link.result(&job.token);
            let sent = match self.link.jetstream.send_publish(subject, message).await {
                Ok(ack) => ack.await.map(|_| ()),
                Err(error) => Err(error),
            };
            match sent {
                Ok(()) => break,
                Err(error) => tracing::warn!(%error, job = job.key, "cannot publish a result"),
            }
            tokio::time::sleep(FAULT_PAUSE).await;
        }
        self.settle(job, acker).await;
    }

    /// The job's message need not come again, and its slot is free.
    async fn settle(&self, job: &Dispatched, acker: &Acker) {
        // If this is lost, the message comes again, and a server says that the attempt is over.
        let _ = acker.double_ack().await;
        let mut jobs = self.jobs();
        jobs.held.remove(&job.token);
        jobs.slots.remove(&job.token);
    }

    /// Tells a server that this worker does not do a job.
    async fn tell_back(&self, job: &Dispatched) {
        let back = Ask::Back { id: job.id, token: job.token.clone() };
        if let Err(silence) = self.link.ask(&back, LAST_TIMEOUT).await {
            tracing::warn!(%silence, job = job.key, "cannot tell that a job is given back");
        }
    }

    /// Gives the jobs back that are not finished: another worker begins them, which costs no attempt.
    async fn give_back(&self) {
        let held = std::mem::take(&mut self.jobs().held);
        for (job, acker) in held.into_values() {
            self.tell_back(&job).await;
            let _ = acker.ack_with(AckKind::Nak(None)).await;
        }
    }
}
