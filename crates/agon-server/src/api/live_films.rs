//! Films of games while they are played. A film is made while it has watchers: all people who see the same
//! of a game share one, which follows the record that the game's worker hands out.

use crate::app::App;
use crate::play::PART_BYTES;
use crate::problem::{Problem, problem};
use crate::site::{LiveFilm, LiveTake};
use agon_store::matches::LiveGame;
use axum::http::StatusCode;
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// Films at the same time. Each has a thread that plays its game again.
const MAX_FILMS: usize = 64;
/// A film that was not asked for within this time is given up.
const IDLE: Duration = Duration::from_secs(8);
/// How often the worker is asked for more of the record.
const EVERY: Duration = Duration::from_millis(150);
/// How long a worker may be silent before the film is given up.
const SILENCE: Duration = Duration::from_secs(5);
/// How long the first request waits for the first frame.
const FIRST_FRAME: Duration = Duration::from_secs(3);

/// Whose film it is: the job's token, the seats whose notes are shown, the seat whose knowledge is shown.
type Key = (String, Vec<bool>, Option<u8>);

/// The films of running games.
#[derive(Default)]
pub(crate) struct LiveFilms {
    shown: Mutex<Vec<Arc<Shown>>>,
}

/// A film with watchers.
struct Shown {
    key: Key,
    film: OnceLock<Box<dyn LiveFilm>>,
    asked: Mutex<Instant>,
}

impl Shown {
    fn asked(&self) -> MutexGuard<'_, Instant> {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl LiveFilms {
    fn shown(&self) -> MutexGuard<'_, Vec<Arc<Shown>>> {
        self.shown.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The film of this key, and whether it has to be started; `None` if there are too many.
    fn find(&self, key: Key) -> Option<(Arc<Shown>, bool)> {
        let mut shown = self.shown();
        if let Some(found) = shown.iter().find(|other| other.key == key) {
            *found.asked() = Instant::now();
            return Some((Arc::clone(found), false));
        }
        if shown.len() >= MAX_FILMS {
            return None;
        }
        let asked = Mutex::new(Instant::now());
        let new = Arc::new(Shown { key, film: OnceLock::new(), asked });
        shown.push(Arc::clone(&new));
        Some((new, true))
    }

    fn remove(&self, shown: &Arc<Shown>) {
        self.shown().retain(|other| !Arc::ptr_eq(other, shown));
    }
}

/// Reads something of the film of a running game, as soon as its first frame is there.
pub(super) async fn read<T>(
    app: &Arc<App>,
    game: &LiveGame,
    keeps: Vec<bool>,
    seat: Option<u8>,
    of: impl Fn(&dyn LiveFilm) -> Option<T>,
) -> Result<Option<T>, Problem> {
    let LiveGame { token, worker, .. } = game;
    let Some((shown, is_new)) = app.live_films.find((token.clone(), keeps, seat)) else {
        let detail = format!(
            "{MAX_FILMS} games are being watched, which is the most that this server shows at the same \
             time; the film of this one opens when it has ended"
        );
        return Err(problem(StatusCode::SERVICE_UNAVAILABLE, detail));
    };
    if is_new {
        drop(tokio::spawn(follow(Arc::clone(app), Arc::clone(&shown), worker.clone())));
    }
    let end = Instant::now() + FIRST_FRAME;
    loop {
        let film = shown.film.get();
        if film.is_some_and(|film| film.summary(usize::MAX).is_some()) {
            return Ok(film.and_then(|film| of(&**film)));
        }
        if Instant::now() > end {
            let detail = "the game has not begun: its bots are being started";
            return Err(problem(StatusCode::NOT_FOUND, detail));
        }
        tokio::time::sleep(Duration::from_millis(40)).await;
    }
}

/// Hands the record of a game to its film until it has no watchers, the game has ended, or it begins again.
async fn follow(app: Arc<App>, shown: Arc<Shown>, worker: String) {
    let (token, notes, seat) = shown.key.clone();
    let mut stopped = app.stopped.clone();
    let (mut take, mut from) = (String::new(), 0);
    let mut record: Option<Sender<Vec<u8>>> = None;
    let mut heard = Instant::now();
    while shown.asked().elapsed() < IDLE && heard.elapsed() < SILENCE && !*stopped.borrow() {
        let mut is_more = false;
        if let Some(part) = app.records.part(&token, &worker, &take, from).await {
            heard = Instant::now();
            if !take.is_empty() && part.take != take {
                break;
            }
            if !part.take.is_empty() && take.is_empty() {
                take.clone_from(&part.take);
                let (sender, parts) = mpsc::channel();
                let of = LiveTake { take: take.clone(), notes: notes.clone(), seat };
                let _ = shown.film.set(app.site.showcase.live(parts, of));
                record = Some(sender);
            }
            from += part.bytes.len();
            is_more = part.bytes.len() >= PART_BYTES;
            if let Some(record) = record.as_ref().filter(|_| !part.bytes.is_empty())
                && record.send(part.bytes).is_err()
            {
                // The film has its last frame. It stays until its watchers have it, too.
                record_end(&shown).await;
                break;
            }
        }
        if !is_more {
            let pause = tokio::time::sleep(EVERY);
            tokio::select! {
                () = pause => {}
                _ = stopped.wait_for(|stopped| *stopped) => {}
            }
        }
    }
    app.live_films.remove(&shown);
}

/// Waits until a film was not asked for for a while.
async fn record_end(shown: &Shown) {
    while shown.asked().elapsed() < IDLE {
        tokio::time::sleep(EVERY).await;
    }
}
