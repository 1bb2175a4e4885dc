//! The transport of a server whose workers are threads of the same process.

use crate::app::{App, now};
use crate::play::transport::{Ended, Receipt, Transport, Window};
use crate::play::work::work;
use crate::play::workers::Workers;
use agon_store::Fault;
use agon_store::console::StartJob;
use agon_store::jobs::{Crew, Dispatched, Machine, Stopped};
use std::collections::{BTreeSet, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};
use tokio::sync::mpsc;

/// The workers of this process.
pub(crate) struct InProcess {
    app: Arc<App>,
    machine: Machine,
    jobs: Mutex<Jobs>,
    sender: mpsc::UnboundedSender<Ended>,
    ended: tokio::sync::Mutex<mpsc::UnboundedReceiver<Ended>>,
}

#[derive(Default)]
struct Jobs {
    /// Handed over, and not begun.
    waiting: VecDeque<Dispatched>,
    workers: Workers,
    /// The tokens of cancelled jobs whose workers were told to stop.
    stopped: BTreeSet<String>,
}

impl InProcess {
    /// Does jobs on this machine.
    pub fn new(app: Arc<App>, machine: Machine) -> InProcess {
        let (sender, ended) = mpsc::unbounded_channel();
        let ended = tokio::sync::Mutex::new(ended);
        InProcess { app, machine, jobs: Mutex::default(), sender, ended }
    }

    fn jobs(&self) -> MutexGuard<'_, Jobs> {
        self.jobs.lock().expect("no thread panics while holding the lock")
    }

    /// Gives waiting jobs to free workers.
    fn fill(&self) {
        let mut jobs = self.jobs();
        while let Some(job) = jobs.waiting.front()
            && jobs.workers.busy_slots(&self.machine) + self.machine.slots_for(&job.needs)
                <= self.machine.slots
            && let Some(job) = jobs.waiting.pop_front()
        {
            let progress = jobs.workers.start(&job, Instant::now());
            self.app.records.add(&job.token, &progress);
            self.note_start(&job);
            let (app, sender) = (Arc::clone(&self.app), self.sender.clone());
            // A thread that was given up is left alone; the program ends without it.
            drop(tokio::task::spawn_blocking(move || {
                let outcome = work(&*app.workshop, &app.blobs, &job, &progress);
                let (id, token, worker) = (job.id, job.token.clone(), app.worker.clone());
                let (job, receipt) = (Some(job), Receipt::Own);
                let _ = sender.send(Ended { id, token, worker, outcome, job, receipt });
            }));
        }
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
}

impl Transport for InProcess {
    const DRAIN_SLACK: Duration = Duration::ZERO;

    async fn window(&self) -> Result<Window, Fault> {
        let (all, jobs) = (2 * self.machine.slots, self.jobs());
        let waiting: u32 = jobs.waiting.iter().map(|job| self.machine.slots_for(&job.needs)).sum();
        let free = all.saturating_sub(jobs.workers.busy_slots(&self.machine) + waiting);
        // It lacks no language: no other worker could do what this one cannot.
        let crew = Crew { workers: 1, machine: self.machine, lacks: BTreeSet::new() };
        Ok(Window { free: free as usize, all: all as usize, crews: vec![crew] })
    }

    async fn hand_over(&self, new: Vec<Dispatched>) -> Vec<Dispatched> {
        let mut jobs = self.jobs();
        for job in new {
            let is_here = jobs.workers.has(&job.token)
                || jobs.waiting.iter().any(|waiting| waiting.token == job.token);
            if !is_here {
                jobs.waiting.push_back(job);
            }
        }
        drop(jobs);
        self.fill();
        Vec::new()
    }

    /// The jobs that were dispatched before a crash: they are handed over again, with the same tokens.
    async fn left_over(&self) -> Result<Vec<Dispatched>, Fault> {
        self.app.store.dispatched_jobs().await
    }

    fn forget(&self) {
        self.jobs().waiting.clear();
    }

    async fn ended(&self) -> Ended {
        loop {
            let ended = self.ended.lock().await.recv().await.expect("this has a sender, too");
            let is_stopped = {
                let mut jobs = self.jobs();
                jobs.workers.end(&ended.token);
                jobs.stopped.remove(&ended.token)
            };
            self.fill();
            if !is_stopped {
                return ended;
            }
            metrics::counter!("agon_stopped_jobs_total").increment(1);
        }
    }

    async fn stop_cancelled(&self, stopped: Vec<Stopped>) {
        let mut jobs = self.jobs();
        for Stopped { token, .. } in stopped {
            jobs.waiting.retain(|job| job.token != token);
            if jobs.workers.stop(&token) {
                jobs.stopped.insert(token);
            }
        }
    }

    /// Takes jobs from workers that are over their limit or stand still: another worker gets them. Late
    /// results are stale.
    async fn look(&self, _: bool) -> Result<(), Fault> {
        let config = &self.app.config;
        let standstill = Duration::from_secs(config.standstill_seconds);
        let loading = Duration::from_secs(config.build_seconds);
        let taken = self.jobs().workers.take_lost(standstill, loading, Instant::now());
        for (job, trouble) in taken {
            let (id, token, worker) = (job.id, job.token.clone(), self.app.worker.clone());
            let (outcome, job, receipt) = (Err(trouble), Some(job), Receipt::Own);
            let _ = self.sender.send(Ended { id, token, worker, outcome, job, receipt });
        }
        self.fill();
        Ok(())
    }

    async fn stop(&self) -> Vec<Dispatched> {
        self.jobs().waiting.drain(..).collect()
    }

    fn is_busy(&self) -> bool {
        self.jobs().workers.busy() > 0
    }
}
