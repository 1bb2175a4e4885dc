//! What all requests share.

use crate::api::{Films, Kept, LiveFilms};
use crate::blobs::Blobs;
use crate::config::Config;
use crate::erasures::Erasures;
use crate::guesses::Guesses;
use crate::play::{GameInfo, Gather, Records, Workshop};
use crate::runs::{Ladders, Runs};
use crate::site::Site;
use agon_store::jobs::Dispatched;
use agon_store::{Fault, Millis, Store};
use futures_util::FutureExt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use tokio::sync::{Notify, Semaphore, watch};

/// The running server.
pub(crate) struct App {
    pub config: Config,
    pub store: Store,
    pub blobs: Blobs,
    pub erasures: Erasures,
    pub runs: Runs,
    pub ladders: Ladders,
    /// Failed log-ins with unknown names.
    pub guesses: Guesses,
    /// Answers that are kept for a moment.
    pub kept: Kept,
    pub workshop: Arc<dyn Workshop>,
    /// The pages.
    pub site: Site,
    /// Films that were made for the pages.
    pub films: Films,
    /// Films of games that are being played and watched.
    pub live_films: LiveFilms,
    /// The records of games that are being played.
    pub records: Records,
    /// Questions for the jobs of attempts.
    pub attempts: Gather<(i64, String), Option<Dispatched>>,
    /// The same for attempts that have ended.
    pub ended: Gather<(i64, String), Option<Dispatched>>,
    pub games: Vec<GameInfo>,
    /// The name of this process among the workers.
    pub worker: String,
    /// Whether this server dispatches jobs now.
    pub leads: AtomicBool,
    /// Woken when a job was enqueued.
    pub work: Notify,
    /// Woken when other servers should hear that something has changed.
    pub shout: Notify,
    /// Woken when something was appended to the feed.
    pub news: Notify,
    /// Becomes true when the server stops; event streams end then.
    pub stopped: watch::Receiver<bool>,
    /// Limits how many passwords are hashed at the same time, since each takes memory and a core.
    pub hashing: Semaphore,
    /// Limits how many reports of similar sources are computed at the same time.
    pub comparing: Semaphore,
    /// Limits how many replays are copied without notes at the same time.
    pub copying: Semaphore,
}

impl App {
    /// A game by name.
    pub fn game(&self, id: &str) -> Option<&GameInfo> {
        self.games.iter().find(|game| game.id == id)
    }

    /// The job that is dispatched with this token; `None` if the attempt is over.
    pub async fn attempt(&self, id: i64, token: &str) -> Result<Option<Dispatched>, Fault> {
        self.attempt_by(&self.attempts, id, token).await
    }

    /// The same for an attempt that has ended, whose worker does not wait for the answer.
    pub async fn ended_attempt(&self, id: i64, token: &str) -> Result<Option<Dispatched>, Fault> {
        self.attempt_by(&self.ended, id, token).await
    }

    async fn attempt_by(
        &self,
        questions: &Gather<(i64, String), Option<Dispatched>>,
        id: i64,
        token: &str,
    ) -> Result<Option<Dispatched>, Fault> {
        let read =
            |attempts: Vec<_>| async move { self.store.jobs_by_token(&attempts).await }.boxed();
        questions.ask((id, token.to_owned()), read).await
    }

    /// Tells dispatcher, event streams, kept answers and other servers that something has changed.
    pub fn changed(&self) {
        self.shout.notify_one();
        self.heard();
    }

    /// Something has changed, perhaps through another server.
    pub fn heard(&self) {
        self.kept.forget();
        self.work.notify_one();
        self.news.notify_waiters();
    }
}

/// The time.
pub(crate) fn now() -> Millis {
    jiff::Timestamp::now().as_millisecond()
}
