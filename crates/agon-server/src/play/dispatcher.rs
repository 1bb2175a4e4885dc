//! The dispatcher: chooses jobs, hands them over, and commits what comes back.

use crate::app::{App, now};
use crate::events::event_caps;
use crate::play::commit::commit;
use crate::play::transport::{Transport, Window};
use agon_store::events::Tick;
use agon_store::jobs::{Dispatch, Dispatched, HandBack, Lane, TakeStops};
use agon_store::{Fault, Lead};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use tokio::sync::watch;
use tokio::task::JoinSet;

/// How often the queue is looked at when nothing happens.
const IDLE_LOOK: Duration = Duration::from_millis(500);
/// The queue is looked at this long after the last time at the earliest, whatever happens: several results
/// together make room for several jobs, which are then dispatched together.
const LOOK_PAUSE: Duration = Duration::from_millis(20);
/// The same after a look that has dispatched few jobs because workers have nearly all that they can have: a
/// look costs the same for one job and for many.
const LONG_LOOK_PAUSE: Duration = Duration::from_millis(100);
/// Few jobs are fewer than one in this many of those that workers can have.
const FEW: usize = 8;
/// How often jobs over their limit are looked for.
const OVERDUE_LOOK: Duration = Duration::from_secs(5);
/// How often the leading server looks whether a phase of an event begins.
const CLOCK_LOOK: Duration = Duration::from_millis(500);
/// How often a server asks whether it leads.
const LEAD_LOOK: Duration = Duration::from_millis(300);
/// How long a server to which the transport is away lets others lead, which ask more often.
const ASIDE: Duration = Duration::from_secs(1);
/// Pause after the database or the transport failed.
const FAULT_PAUSE: Duration = Duration::from_secs(1);
/// How often a stopping server looks whether its workers have ended.
const DRAIN_LOOK: Duration = Duration::from_millis(50);
/// Results committed at the same time.
const COMMITS_AT_ONCE: usize = 128;

/// The dispatcher of a server.
pub(crate) struct Dispatcher<T> {
    app: Arc<App>,
    transport: Arc<T>,
}

/// Whether this server dispatches jobs.
struct Leading {
    lead: Option<Lead>,
    /// When to ask next.
    next: Instant,
}

/// How leading has changed.
enum Change {
    None,
    Won,
    Lost,
}

impl Leading {
    fn new() -> Leading {
        Leading { lead: None, next: Instant::now() }
    }

    fn is_leader(&self) -> bool {
        self.lead.is_some()
    }

    /// Whether it is time to ask.
    fn is_due(&self) -> bool {
        Instant::now() >= self.next
    }

    /// Lets another server lead, for a while or for ever.
    async fn give_back(&mut self, pause: Duration) {
        if let Some(lead) = self.lead.take() {
            lead.give_back().await;
        }
        self.next = Instant::now() + pause;
    }
}

/// When the queue is looked at.
struct Looks {
    last: tokio::time::Instant,
    next: tokio::time::Instant,
    /// The shortest time until the next look.
    pause: Duration,
}

impl Looks {
    fn new() -> Looks {
        let now = tokio::time::Instant::now();
        Looks { last: now, next: now, pause: LOOK_PAUSE }
    }

    /// Whether it is time; if so, the next time is set. Jobs that wait for their next attempt come without
    /// an event, so there is always a next time.
    fn take(&mut self) -> bool {
        let now = tokio::time::Instant::now();
        let is_due = now >= self.next;
        if is_due {
            *self = Looks { last: now, next: now + IDLE_LOOK, pause: LOOK_PAUSE };
        }
        is_due
    }

    /// Something has happened: there may be new jobs, or room for them.
    fn soon(&mut self) {
        self.next = self.next.min(self.last + self.pause);
    }

    /// The look has dispatched some jobs: there may be more.
    fn dispatched(&mut self, jobs: usize, window: &Window) {
        if jobs >= window.free && jobs * FEW < window.all {
            self.pause = LONG_LOOK_PAUSE;
        }
        self.soon();
    }
}

impl<T: Transport> Dispatcher<T> {
    pub(crate) fn new(app: Arc<App>, transport: T) -> Dispatcher<T> {
        Dispatcher { app, transport: Arc::new(transport) }
    }

    /// Runs until `stop`; then waits for the games under way and gives the others back.
    pub(crate) async fn run(self, mut stop: watch::Receiver<bool>) {
        let mut commits = JoinSet::new();
        // Dispatched, and not yet handed over, because the transport is away.
        let mut unsent: Vec<Dispatched> = Vec::new();
        let mut leading = Leading::new();
        let mut used = BTreeMap::new();
        let mut looks = Looks::new();
        let mut overdue = tokio::time::interval(OVERDUE_LOOK);
        let mut clock = tokio::time::interval(CLOCK_LOOK);
        while !*stop.borrow() {
            if leading.is_due() {
                match self.lead(&mut leading).await {
                    Change::None => {}
                    // Another server hands these jobs over now. What is being played goes on; one of the
                    // results counts.
                    Change::Lost => {
                        unsent.clear();
                        self.transport.forget();
                    }
                    Change::Won => {
                        unsent.extend(self.left_over().await);
                        looks.soon();
                    }
                }
            }
            if !unsent.is_empty() && leading.is_leader() {
                unsent = self.transport.hand_over(unsent).await;
                if !unsent.is_empty() {
                    // This server may be cut off, and another one not. If none is there, it goes on soon.
                    leading.give_back(ASIDE).await;
                    self.tell_leading(&leading);
                }
            }
            if looks.take() && leading.is_leader() && unsent.is_empty() {
                match self.dispatch(&mut used).await {
                    Ok((jobs, window)) if !jobs.is_empty() => {
                        looks.dispatched(jobs.len(), &window);
                        unsent = jobs;
                        continue;
                    }
                    Ok(_) => {}
                    Err(fault) => {
                        tracing::error!(%fault, "cannot choose jobs");
                        tokio::time::sleep(FAULT_PAUSE).await;
                    }
                }
            }
            tokio::select! {
                end = self.transport.ended(), if commits.len() < COMMITS_AT_ONCE => {
                    let app = Arc::clone(&self.app);
                    commits.spawn(async move { commit(&app, end).await });
                }
                Some(_) = commits.join_next() => looks.soon(),
                () = self.app.work.notified() => looks.soon(),
                () = tokio::time::sleep_until(looks.next) => {}
                _ = overdue.tick() => {
                    if let Err(fault) = self.transport.look(leading.is_leader()).await {
                        tracing::error!(%fault, "cannot look at the jobs under way");
                    }
                }
                _ = clock.tick(), if leading.is_leader() => {
                    self.keep_time().await;
                    self.stop_cancelled().await;
                }
                _ = stop.changed() => {}
            }
        }
        self.drain(commits).await;
        leading.give_back(Duration::ZERO).await;
    }

    fn tell_leading(&self, leading: &Leading) {
        self.app.leads.store(leading.is_leader(), Ordering::Relaxed);
        metrics::gauge!("agon_leader").set(f64::from(u8::from(leading.is_leader())));
    }

    /// Asks whether this server still leads, or tries to.
    async fn lead(&self, leading: &mut Leading) -> Change {
        leading.next = Instant::now() + LEAD_LOOK;
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
        self.tell_leading(leading);
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

    /// Tells workers to stop games that were cancelled, wherever the request arrived.
    async fn stop_cancelled(&self) {
        let stopped = match self.app.store.has_stops().await {
            Ok(true) => self.app.store.change(TakeStops).await,
            Ok(false) => return,
            Err(fault) => Err(fault),
        };
        match stopped {
            Ok(stopped) => self.transport.stop_cancelled(stopped).await,
            Err(fault) => tracing::error!(%fault, "cannot read which games were cancelled"),
        }
    }

    /// The jobs that were dispatched before a crash, by this server or by another one.
    async fn left_over(&self) -> Vec<Dispatched> {
        loop {
            match self.transport.left_over().await {
                Ok(jobs) => return jobs,
                Err(fault) => {
                    tracing::error!(%fault, "cannot read the jobs under way");
                    tokio::time::sleep(FAULT_PAUSE).await;
                }
            }
        }
    }

    /// Dispatches as many jobs as the workers can be given.
    async fn dispatch(
        &self,
        used: &mut BTreeMap<Lane, u64>,
    ) -> Result<(Vec<Dispatched>, Window), Fault> {
        let window = self.transport.window().await?;
        if window.free == 0 {
            return Ok((Vec::new(), window));
        }
        let change = Dispatch {
            now: now(),
            most: window.free as u32,
            team_cap: self.app.config.team_jobs,
            event_caps: event_caps(&self.app.store).await?,
            crews: window.crews.clone(),
            token_prefix: crate::secrets::random_text(26),
            used: used.clone(),
        };
        let dispatches = self.app.store.change(change).await?;
        if !dispatches.jobs.is_empty() {
            *used = dispatches.used;
        }
        Ok((dispatches.jobs, window))
    }

    /// Gives back what was not started, and waits for the rest within the grace time.
    async fn drain(&self, mut commits: JoinSet<()>) {
        for job in self.transport.stop().await {
            let change = HandBack { id: job.id, token: job.token };
            if let Err(fault) = self.app.store.change(change).await {
                tracing::error!(%fault, "cannot give a job back");
            }
        }
        let grace = Duration::from_secs(self.app.config.drain_seconds) + T::DRAIN_SLACK;
        let grace = tokio::time::sleep(grace);
        tokio::pin!(grace);
        while self.transport.is_busy() || !commits.is_empty() {
            tokio::select! {
                end = self.transport.ended() => {
                    let app = Arc::clone(&self.app);
                    commits.spawn(async move { commit(&app, end).await });
                }
                Some(_) = commits.join_next() => {}
                () = tokio::time::sleep(DRAIN_LOOK) => {}
                () = &mut grace => return,
            }
        }
    }
}
