//! Starting and stopping a server.

use crate::api;
use crate::app::{App, now};
use crate::blobs::Blobs;
use crate::config::{Config, ConfigFault};
use crate::console::{keep_presence, watch as watch_alerts};
use crate::erasures::Erasures;
use crate::grading::look_at_gradings;
use crate::guesses::Guesses;
use crate::play::{
    Dispatcher, Gather, Hub, InProcess, Link, NatsFault, Records, Worker, WorkerSettings, Workshop,
    this_machine, worker_name,
};
use crate::runs::{Ladders, Runs, draw_due_rounds};
use crate::secrets::{token, token_hash};
use crate::site::Site;
use agon_http::Limits;
use agon_store::accounts::{NewLink, Sweep};
use agon_store::matches::ExpireScrimmages;
use agon_store::{Fault, Store};
use std::fs::File;
use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use thiserror::Error;
use tokio::net::TcpListener;
use tokio::sync::{Notify, Semaphore, watch};
use tokio::task::JoinHandle;

/// How often expired sessions, links and addresses are deleted.
const SWEEP_EVERY: Duration = Duration::from_secs(600);
/// How often ladders whose next round is due are looked for.
const LADDER_LOOK: Duration = Duration::from_millis(500);
/// How often gradings whose deadline has passed are looked at.
const GRADING_LOOK: Duration = Duration::from_secs(2);
/// A busy server reads the jobs of attempts at most this often. It is short, because workers wait for it.
const ATTEMPTS_PAUSE: Duration = Duration::from_millis(10);
/// The same for jobs that have ended: no worker waits.
const ENDED_PAUSE: Duration = Duration::from_millis(50);
/// Replays that are copied without notes at the same time.
const COPIES_AT_ONCE: usize = 2;
/// How often scrimmages without answers are ended.
const EXPIRE_EVERY: Duration = Duration::from_secs(60);
/// Connections at once; every open event stream is one.
const MAX_CONNECTIONS: usize = 4096;
/// How long a request may take to send its header, and how long a connection may be idle.
const HEADER_TIMEOUT: Duration = Duration::from_secs(30);
/// How long responses under way may take when the server stops, after its games have ended.
const LAST_RESPONSES: Duration = Duration::from_secs(2);
/// Passwords hashed at the same time.
const HASHES_AT_ONCE: usize = 2;
/// Days that the first organiser's link works.
const FIRST_LINK_DAYS: i64 = 7;

/// The server cannot start. Each message is a sentence.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the error messages describe the variants")]
pub enum ServeFault {
    #[error(transparent)]
    Config(#[from] ConfigFault),
    #[error("cannot use the data folder {}: {error}", path.display())]
    Data { path: PathBuf, error: io::Error },
    #[error(
        "there is no server's data in {}: name the data folder of your server with --data, \
         or start one there with `agon serve --data {}`",
        path.display(),
        path.display()
    )]
    NoData { path: PathBuf },
    #[error(
        "{} is used by another agon server; stop that one first, or choose another folder with --data",
        path.display()
    )]
    InUse { path: PathBuf },
    #[error(transparent)]
    Store(#[from] Fault),
    #[error("cannot use the store of blobs: {0}")]
    Blobs(io::Error),
    #[error("cannot measure the server: {0}")]
    Bench(io::Error),
    #[error("the list of erased accounts {}: {why}", path.display())]
    Erasures { path: PathBuf, why: String },
    #[error(transparent)]
    Nats(#[from] NatsFault),
    #[error("cannot listen on {address}: {error}")]
    Listen { address: SocketAddr, error: io::Error },
}

/// A running server.
pub struct Serving {
    address: SocketAddr,
    first_link: Option<String>,
    stop: watch::Sender<bool>,
    work: Vec<JoinHandle<()>>,
    listening: JoinHandle<()>,
    /// Held until the server has stopped.
    _lock: File,
}

impl Serving {
    /// Opens the data folder, starts the workers and listens.
    pub async fn start(
        config: Config,
        data: &Path,
        workshop: Box<dyn Workshop>,
        site: Site,
    ) -> Result<Serving, ServeFault> {
        config.check()?;
        api::install_metrics();
        raise_file_limit();
        let lock = lock(data)?;
        let store = Store::open(&config.location(data)).await?;
        let blobs = Blobs::open(&config, data).await.map_err(ServeFault::Blobs)?;
        let erasures = Erasures::new(&config, data);
        let again = erasures.reconcile(&store).await?;
        if again > 0 {
            tracing::warn!(
                again,
                "accounts that had been erased before a restore were erased again"
            );
        }
        let address = config.listen;
        let listener = TcpListener::bind(address)
            .await
            .map_err(|error| ServeFault::Listen { address, error })?;
        let address =
            listener.local_addr().map_err(|error| ServeFault::Listen { address, error })?;
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let slots = config.workers.unwrap_or(cores);
        let games = workshop.games();
        let workshop: Arc<dyn Workshop> = Arc::from(workshop);
        let (stop, stopped) = watch::channel(false);
        let runs = Runs::new(store.clone(), config.game_seconds as i64 * 1000);
        let app = Arc::new(App {
            config,
            store,
            runs,
            ladders: Ladders::default(),
            guesses: Guesses::default(),
            kept: api::Kept::default(),
            blobs,
            erasures,
            workshop,
            site,
            films: api::Films::default(),
            live_films: api::LiveFilms::default(),
            attempts: Gather::every(ATTEMPTS_PAUSE),
            ended: Gather::every(ENDED_PAUSE),
            records: Records::default(),
            games,
            worker: worker_name(&address.port().to_string()),
            leads: AtomicBool::new(false),
            work: Notify::new(),
            shout: Notify::new(),
            news: Notify::new(),
            stopped: stopped.clone(),
            hashing: Semaphore::new(HASHES_AT_ONCE),
            copying: Semaphore::new(COPIES_AT_ONCE),
            comparing: Semaphore::new(1),
        });
        let first_link = first_link(&app).await?;
        let mut work = play(&app, slots, &stopped).await?;
        work.extend([
            tokio::spawn(sweep(Arc::clone(&app), stopped.clone())),
            tokio::spawn(keep_ladders(Arc::clone(&app), stopped.clone())),
            tokio::spawn(keep_gradings(Arc::clone(&app), stopped.clone())),
            tokio::spawn(watch_alerts(Arc::clone(&app), stopped.clone())),
        ]);
        let listening = tokio::spawn(listen(app, listener, stopped));
        Ok(Serving { address, first_link, stop, work, listening, _lock: lock })
    }

    /// The address that the server listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Path and token of the link that makes the first organiser, if there is none yet.
    pub fn first_link(&self) -> Option<&str> {
        self.first_link.as_deref()
    }

    /// Stops: no new requests, games under way get the grace time of the configuration.
    pub async fn stop(self) {
        // Tasks that have ended already need no message.
        let _ = self.stop.send(true);
        for task in self.work {
            let _ = task.await;
        }
        // A client that never ends its request must not keep the server alive.
        let _ = tokio::time::timeout(LAST_RESPONSES, self.listening).await;
    }
}

/// Every connection is an open file, and the usual limit is below [`MAX_CONNECTIONS`].
#[cfg(unix)]
fn raise_file_limit() {
    use rustix::process::{Resource, getrlimit, setrlimit};
    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    if let Err(error) = setrlimit(Resource::Nofile, limit) {
        tracing::warn!(%error, "cannot raise the limit of open files");
    }
}

/// Windows does not count connections as open files.
#[cfg(not(unix))]
fn raise_file_limit() {}

/// Makes the data folder. Sources and hashes of passwords are for this user only.
pub(crate) fn make_folder(data: &Path) -> Result<(), ServeFault> {
    let made = crate::private::folders().create(data);
    made.map_err(|error| ServeFault::Data { path: data.to_owned(), error })
}

/// Makes the data folder and takes its lock.
pub(crate) fn lock(data: &Path) -> Result<File, ServeFault> {
    let fault = |error| ServeFault::Data { path: data.to_owned(), error };
    make_folder(data)?;
    let file = File::create(data.join("lock")).map_err(fault)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(_) => Err(ServeFault::InUse { path: data.to_owned() }),
    }
}

/// Starts the dispatcher, with workers in this process or with those that NATS reaches.
async fn play(
    app: &Arc<App>,
    slots: usize,
    stopped: &watch::Receiver<bool>,
) -> Result<Vec<JoinHandle<()>>, ServeFault> {
    let machine = this_machine(slots);
    let Some(options) = app.config.nats_options() else {
        let dispatcher = Dispatcher::new(Arc::clone(app), InProcess::new(Arc::clone(app), machine));
        let presence = keep_presence(Arc::clone(app), machine, stopped.clone());
        let stopped = stopped.clone();
        return Ok(vec![tokio::spawn(dispatcher.run(stopped)), tokio::spawn(presence)]);
    };
    let link = Link::connect(&options, &app.worker, "server").await?;
    let mut hub = Hub::open(Arc::clone(app), link).await?;
    if slots > 0 {
        let grace = Duration::from_secs(app.config.drain_seconds);
        let settings = WorkerSettings {
            name: app.worker.clone(),
            machine,
            grace,
            only_simulations: false,
            pretends: false,
        };
        let worker = Worker::connect(&options, settings, Arc::clone(&app.workshop)).await?;
        hub.set_worker(tokio::spawn(worker.run(stopped.clone())));
    }
    let dispatcher = Dispatcher::new(Arc::clone(app), hub);
    Ok(vec![tokio::spawn(dispatcher.run(stopped.clone()))])
}

/// A new link for the first organiser; earlier ones stop working.
async fn first_link(app: &App) -> Result<Option<String>, Fault> {
    if app.store.has_organiser().await? {
        return Ok(None);
    }
    let secret = token();
    let change = NewLink {
        token_hash: token_hash(&secret),
        purpose: "first_organiser",
        account: None,
        expires_ms: now() + FIRST_LINK_DAYS * 86_400_000,
    };
    app.store.change(change).await?;
    Ok(Some(format!("/#/first-organiser/{secret}")))
}

async fn sweep(app: Arc<App>, mut stopped: watch::Receiver<bool>) {
    let mut every = tokio::time::interval(SWEEP_EVERY);
    let mut minute = tokio::time::interval(EXPIRE_EVERY);
    while !*stopped.borrow() {
        tokio::select! {
            _ = every.tick() => {
                if let Err(fault) = app.store.change(Sweep { now: now() }).await {
                    tracing::error!(%fault, "cannot delete what has expired");
                }
                if let Err(fault) = app.erasures.reconcile(&app.store).await {
                    tracing::error!(%fault, "the list of erased accounts is out of date");
                }
            }
            _ = minute.tick() => {
                match app.store.change(ExpireScrimmages { now: now() }).await {
                    Ok(0) => {}
                    Ok(_) => app.changed(),
                    Err(fault) => tracing::error!(%fault, "cannot end scrimmages without answers"),
                }
            }
            _ = stopped.changed() => {}
        }
    }
}

/// Draws the rounds of ladders when they are due.
async fn keep_ladders(app: Arc<App>, mut stopped: watch::Receiver<bool>) {
    let mut every = tokio::time::interval(LADDER_LOOK);
    while !*stopped.borrow() {
        tokio::select! {
            _ = every.tick() => {
                if let Err(fault) = draw_due_rounds(&app).await {
                    tracing::error!(%fault, "cannot draw a round of a ladder");
                }
            }
            _ = stopped.changed() => {}
        }
    }
}

/// Draws the games of gradings, and takes up versions that come later.
async fn keep_gradings(app: Arc<App>, mut stopped: watch::Receiver<bool>) {
    let mut every = tokio::time::interval(GRADING_LOOK);
    while !*stopped.borrow() {
        tokio::select! {
            _ = every.tick() => {
                if let Err(fault) = look_at_gradings(&app).await {
                    tracing::error!(%fault, "cannot look at the gradings");
                }
            }
            _ = stopped.changed() => {}
        }
    }
}

async fn listen(app: Arc<App>, listener: TcpListener, mut stopped: watch::Receiver<bool>) {
    let stop = async move {
        // An error means that the server object is gone: stop as well.
        let _ = stopped.wait_for(|stop| *stop).await;
    };
    let limits = Limits { connections: MAX_CONNECTIONS, header_timeout: HEADER_TIMEOUT };
    agon_http::serve(listener, api::router(app), limits, stop).await;
}
