//! The dispatcher: chooses jobs, hands them to the workers of this process, and commits what comes back.

use crate::app::{App, now};
use crate::blobs::Blobs;
use crate::events::event_caps;
use crate::play::workers::Workers;
use crate::play::{Progress, Sources, Trouble};
use agon_store::console::{CountStale, FailureClass, StartJob};
use agon_store::events::Tick;
use agon_store::jobs::{Again, Dispatch, Dispatched, Faulted, HandBack};
use agon_store::matches::CommitGame;
use agon_store::submissions::CommitBuild;
use agon_store::work::{Done, GameReport, GameSpec, Work};
use agon_store::{Fault, Lead};
use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use tokio::sync::{mpsc, watch};

/// How often the queue is looked at when nothing wakes the dispatcher.
const IDLE_LOOK: Duration = Duration::from_millis(500);
/// How often jobs over their limit are looked for.
const OVERDUE_LOOK: Duration = Duration::from_secs(5);
/// How often the leading server looks whether a phase of an event begins.
const CLOCK_LOOK: Duration = Duration::from_millis(500);
/// How often a server asks whether it leads.
const LEAD_LOOK: Duration = Duration::from_millis(300);
/// Pause after the database failed.
const FAULT_PAUSE: Duration = Duration::from_secs(1);

/// The dispatcher of a server with its workers in the same process.
pub(crate) struct Dispatcher {
    app: Arc<App>,
    slots: usize,
}

/// Whether this server dispatches jobs.
#[derive(Default)]
struct Leading {
    lead: Option<Lead>,
    asked: Option<Instant>,
}

/// How leading has changed.
enum Change {
    None,
    Won,
    Lost,
}

impl Leading {
    fn is_leader(&self) -> bool {
        self.lead.is_some()
    }

    /// Whether it is time to ask.
    fn is_due(&self) -> bool {
        self.asked.is_none_or(|asked| asked.elapsed() >= LEAD_LOOK)
    }

    async fn give_back(self) {
        if let Some(lead) = self.lead {
            lead.give_back().await;
        }
    }
}

/// A job that a worker has ended.
struct Ended {
    job: Dispatched,
    outcome: Result<Done, Trouble>,
}

impl Dispatcher {
    pub(crate) fn new(app: Arc<App>, slots: usize) -> Dispatcher {
        Dispatcher { app, slots }
    }

    /// Runs until `stop`; then waits for the games under way and gives the others back.
    pub(crate) async fn run(self, mut stop: watch::Receiver<bool>) {
        let (sender, mut ended) = mpsc::unbounded_channel::<Ended>();
        let mut waiting = Vec::new();
        let mut leading = Leading::default();
        let mut used = BTreeMap::new();
        let mut workers = Workers::default();
        let mut overdue = tokio::time::interval(OVERDUE_LOOK);
        let mut clock = tokio::time::interval(CLOCK_LOOK);
        loop {
            if leading.is_due() {
                match self.lead(&mut leading).await {
                    Change::None => {}
                    // Another server hands these jobs over now. What is being played here goes on; one of
                    // the results counts.
                    Change::Lost => waiting.clear(),
                    Change::Won => {
                        let jobs = self.left_over().await;
                        waiting.extend(jobs.into_iter().filter(|job| !workers.has(&job.token)));
                    }
                }
            }
            while workers.busy() < self.slots && !waiting.is_empty() {
                let job = waiting.remove(0);
                let progress = workers.start(&job, Instant::now());
                self.note_start(&job);
                let (app, sender) = (Arc::clone(&self.app), sender.clone());
                // A thread that was given up is left alone; the program ends without it.
                drop(tokio::task::spawn_blocking(move || {
                    let outcome = work(&app, &job, &progress);
                    let _ = sender.send(Ended { job, outcome });
                }));
            }
            let window = (2 * self.slots).saturating_sub(workers.busy() + waiting.len());
            if window > 0 && leading.is_leader() && !*stop.borrow() {
                match self.dispatch(window, &used).await {
                    Ok((jobs, shares)) if !jobs.is_empty() => {
                        used = shares;
                        waiting.extend(jobs);
                        continue;
                    }
                    Ok(_) => {}
                    Err(fault) => {
                        tracing::error!(%fault, "cannot choose jobs");
                        tokio::time::sleep(FAULT_PAUSE).await;
                    }
                }
            }
            if *stop.borrow() {
                break;
            }
            tokio::select! {
                Some(end) = ended.recv() => {
                    workers.end(&end.job.token);
                    self.commit(end).await;
                }
                () = self.app.work.notified() => {}
                () = tokio::time::sleep(IDLE_LOOK) => {}
                _ = overdue.tick() => self.take_away(&mut workers).await,
                _ = clock.tick(), if leading.is_leader() => self.keep_time().await,
                _ = stop.changed() => {}
            }
        }
        self.drain(waiting, workers, &mut ended).await;
        leading.give_back().await;
    }

    /// Asks whether this server still leads, or tries to.
    async fn lead(&self, leading: &mut Leading) -> Change {
        leading.asked = Some(Instant::now());
        let was_leader = leading.is_leader();
        if let Some(lead) = &mut leading.lead {
            if lead.is_held().await {
                return Change::None;
            }
            leading.lead = None;
        }
        let silence = Duration::from_secs(self.app.config.leader_seconds);
        leading.lead = match self.app.store.try_lead(silence).await {
            Ok(lead) => lead,
            Err(fault) => {
                tracing::error!(%fault, "cannot ask which server dispatches jobs");
                None
            }
        };
        self.app.leads.store(leading.is_leader(), Ordering::Relaxed);
        metrics::gauge!("agon_leader").set(f64::from(u8::from(leading.is_leader())));
        match (was_leader, leading.is_leader()) {
            (_, true) => {
                tracing::info!("this server dispatches jobs now");
                Change::Won
            }
            (true, false) => {
                tracing::warn!("another server dispatches jobs now");
                Change::Lost
            }
            (false, false) => Change::None,
        }
    }

    /// Begins the phases of events whose time has come.
    async fn keep_time(&self) {
        let begun = match self.app.store.is_phase_due(now()).await {
            Ok(true) => self.app.store.change(Tick { now: now() }).await,
            Ok(false) => Ok(0),
            Err(fault) => Err(fault),
        };
        match begun {
            Ok(0) => {}
            Ok(phases) => {
                tracing::info!(phases, "phases of events have begun");
                self.app.changed();
            }
            Err(fault) => tracing::error!(%fault, "cannot look at the timelines of events"),
        }
    }

    /// The jobs that were dispatched before a crash: they are handed over again, with the same tokens.
    async fn left_over(&self) -> Vec<Dispatched> {
        loop {
            match self.app.store.dispatched_jobs().await {
                Ok(jobs) => return jobs,
                Err(fault) => {
                    tracing::error!(%fault, "cannot read the jobs under way");
                    tokio::time::sleep(FAULT_PAUSE).await;
                }
            }
        }
    }

    async fn dispatch(
        &self,
        most: usize,
        used: &BTreeMap<agon_store::jobs::Lane, u64>,
    ) -> Result<(Vec<Dispatched>, BTreeMap<agon_store::jobs::Lane, u64>), Fault> {
        let change = Dispatch {
            now: now(),
            most: most as u32,
            team_cap: self.app.config.team_jobs,
            event_caps: event_caps(&self.app.store).await?,
            token_prefix: crate::secrets::random_text(26),
            used: used.clone(),
        };
        let dispatches = self.app.store.change(change).await?;
        Ok((dispatches.jobs, dispatches.used))
    }

    /// Writes down that a worker has begun a job. Playing does not wait for it.
    fn note_start(&self, job: &Dispatched) {
        let app = Arc::clone(&self.app);
        let (id, token, worker) = (job.id, job.token.clone(), app.worker.clone());
        drop(tokio::spawn(async move {
            if let Err(fault) = app.store.change(StartJob { id, token, worker, now: now() }).await {
                tracing::error!(%fault, "cannot write down which worker has a job");
            }
        }));
    }

    /// Commits what a worker has brought; repeats while the database is away, because the work is done.
    async fn commit(&self, mut end: Ended) {
        loop {
            match self.try_commit(&end).await {
                Ok(true) => break,
                Ok(false) => {
                    metrics::counter!("agon_stale_results_total").increment(1);
                    tracing::warn!(job = end.job.key, "a stale result was dropped");
                    let (job, worker) = (end.job.id, self.app.worker.clone());
                    if let Err(fault) =
                        self.app.store.change(CountStale { job, worker, now: now() }).await
                    {
                        tracing::error!(%fault, "cannot count a stale result");
                    }
                    break;
                }
                // Committing it again would fail again: the job has failed, and in the end staff decide.
                Err(fault @ (Fault::Refused(_) | Fault::Damaged(_))) if end.outcome.is_ok() => {
                    let sentence = format!("the result cannot be stored: {fault}");
                    end.outcome = Err(Trouble::new(FailureClass::Damaged, sentence));
                }
                Err(fault) => {
                    tracing::error!(%fault, job = end.job.key, "cannot commit a result");
                    tokio::time::sleep(FAULT_PAUSE).await;
                }
            }
        }
        self.app.changed();
    }

    async fn try_commit(&self, end: &Ended) -> Result<bool, Fault> {
        let (job, app) = (&end.job, &self.app);
        let (token, key, worker) = (job.token.clone(), job.key.clone(), app.worker.clone());
        match &end.outcome {
            Err(Trouble { class, sentence }) => {
                tracing::warn!(job = key, attempt = job.attempt, fault = sentence, "a job failed");
                metrics::counter!("agon_infrastructure_faults_total").increment(1);
                let jitter_ms = i64::from(secret_byte());
                let (class, fault) = (*class, sentence.clone());
                let change =
                    Faulted { id: job.id, token, worker, class, fault, jitter_ms, now: now() };
                app.store.change(change).await.map(|again| again != Again::Stale)
            }
            Ok(Done::Built(built)) => {
                metrics::counter!("agon_builds_total").increment(1);
                let Ok(Work::Build(build)) = serde_json::from_str(&job.payload) else {
                    return Err(Fault::Damaged(format!("job {key}")));
                };
                let game = app.game(&build.game);
                let game = game.ok_or_else(|| Fault::Damaged(format!("game of job {key}")))?;
                let change = CommitBuild {
                    job: job.id,
                    token,
                    worker,
                    key,
                    built: built.clone(),
                    sparring_partner: game.built_in.first().cloned().unwrap_or_default(),
                    seats: game.seats.0,
                    rules: build.rules,
                    clock: build.clock,
                    map: build.map,
                    wall_limit_ms: app.config.game_seconds as i64 * 1000,
                    now: now(),
                };
                app.store.change(change).await
            }
            Ok(Done::Played(report)) => {
                metrics::counter!("agon_games_total").increment(1);
                let Ok(Work::Game(spec)) = serde_json::from_str(&job.payload) else {
                    return Err(Fault::Damaged(format!("job {key}")));
                };
                let report = GameReport::clone(report);
                let now = now();
                let change = CommitGame { job: job.id, token, worker, key, spec, report, now };
                match job.run {
                    Some(_) => app.runs.commit(change).await,
                    None => app.store.change(change).await,
                }
            }
        }
    }

    /// Takes jobs from workers that are over their limit or stand still: another worker gets them. Late
    /// results are stale.
    async fn take_away(&self, workers: &mut Workers) {
        let standstill = Duration::from_secs(self.app.config.standstill_seconds);
        let mut taken: Vec<(Dispatched, FailureClass, String)> = Vec::new();
        let loading = Duration::from_secs(self.app.config.build_seconds);
        for job in workers.take_standing(standstill, loading, Instant::now()) {
            let seconds = standstill.as_secs();
            let fault = format!("attempt {} made no progress for {seconds} s", job.attempt);
            taken.push((job, FailureClass::Standstill, fault));
        }
        for job in workers.take_overdue(Instant::now()) {
            let fault = format!("attempt {} took longer than its limit", job.attempt);
            taken.push((job, FailureClass::OverLimit, fault));
        }
        for (job, class, fault) in taken {
            tracing::warn!(job = job.key, fault, "a job is taken from its worker");
            metrics::counter!("agon_taken_jobs_total").increment(1);
            let (id, token, worker) = (job.id, job.token, self.app.worker.clone());
            let change = Faulted { id, token, worker, class, fault, jitter_ms: 0, now: now() };
            if let Err(fault) = self.app.store.change(change).await {
                tracing::error!(%fault, "cannot take a job from its worker");
            }
        }
    }

    /// Gives back what was not started, and waits for the rest within the grace time.
    async fn drain(
        &self,
        waiting: Vec<Dispatched>,
        mut workers: Workers,
        ended: &mut mpsc::UnboundedReceiver<Ended>,
    ) {
        for job in waiting {
            let change = HandBack { id: job.id, token: job.token };
            if let Err(fault) = self.app.store.change(change).await {
                tracing::error!(%fault, "cannot give a job back");
            }
        }
        let grace = tokio::time::sleep(Duration::from_secs(self.app.config.drain_seconds));
        tokio::pin!(grace);
        while workers.busy() > 0 {
            tokio::select! {
                Some(end) = ended.recv() => {
                    workers.end(&end.job.token);
                    self.commit(end).await;
                }
                () = &mut grace => return,
            }
        }
    }
}

fn secret_byte() -> u8 {
    let mut byte = [0];
    getrandom::fill(&mut byte).expect("the operating system has random numbers");
    byte[0]
}

impl Sources for Blobs {
    fn fetch(&self, address: &str) -> io::Result<Vec<u8>> {
        self.get_now(address)
    }
}

/// Does the work of a job on this thread.
fn work(app: &App, job: &Dispatched, progress: &Progress) -> Result<Done, Trouble> {
    let work: Work = serde_json::from_str(&job.payload).map_err(|error| {
        let sentence = format!("the job's payload is damaged: {error}");
        Trouble::new(FailureClass::Damaged, sentence)
    })?;
    match work {
        Work::Build(build) => app.workshop.build(&build, &app.blobs).map(Done::Built),
        Work::Game(spec) => play(app, &spec, progress).map(|report| Done::Played(Box::new(report))),
    }
}

fn play(app: &App, spec: &GameSpec, progress: &Progress) -> Result<GameReport, Trouble> {
    let (mut report, replay) = app.workshop.play(spec, &app.blobs, progress)?;
    let stored = app.blobs.put_now(replay);
    report.replay = Some(stored.map_err(|error| {
        Trouble::new(FailureClass::Storage, format!("cannot store a replay: {error}"))
    })?);
    Ok(report)
}
