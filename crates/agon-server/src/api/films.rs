//! Films: the games of a match as the viewer loads them. Making one takes a moment and memory, so only some
//! are made at once, and the last ones are kept.

use super::extract::At;
use super::matches::{find_replay, own_replay};
use crate::app::App;
use crate::identity::Caller;
use crate::problem::{Problem, problem, unknown};
use crate::site::Film;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::Semaphore;

/// Films that are made at the same time.
const FILMS_AT_ONCE: usize = 2;
/// Memory for films that are kept.
const KEPT_BYTES: usize = 256 << 20;
/// The largest film; a longer game is watched from its replay.
const MAX_FILM_BYTES: usize = 64 << 20;

/// The replay's address, and the seats whose notes the film has.
type Key = (String, Vec<bool>);

/// The films that were made last.
pub(crate) struct Films {
    making: Semaphore,
    /// The most recently used one is the last.
    kept: Mutex<VecDeque<(Key, Arc<Film>)>>,
}

impl Default for Films {
    fn default() -> Films {
        Films { making: Semaphore::new(FILMS_AT_ONCE), kept: Mutex::default() }
    }
}

impl Films {
    fn find(&self, key: &Key) -> Option<Arc<Film>> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let place = kept.iter().position(|(other, _)| other == key)?;
        let found = kept.remove(place)?;
        let film = Arc::clone(&found.1);
        kept.push_back(found);
        Some(film)
    }

    fn keep(&self, key: Key, film: Arc<Film>) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.push_back((key, film));
        while kept.iter().map(|(_, film)| film.size()).sum::<usize>() > KEPT_BYTES {
            kept.pop_front();
        }
    }
}

async fn film(app: &Arc<App>, caller: &Caller, at: (i64, u32)) -> Result<Arc<Film>, Problem> {
    let (address, keeps) = find_replay(app, caller, at).await?;
    let key = (address, keeps);
    if let Some(film) = app.films.find(&key) {
        return Ok(film);
    }
    let _permit = app.films.making.acquire().await.expect("the semaphore is never closed");
    // Another request may have made it meanwhile.
    if let Some(film) = app.films.find(&key) {
        return Ok(film);
    }
    let bytes = own_replay(app, &key.0, key.1.clone(), at).await?;
    let (shared, name) = (Arc::clone(app), format!("match {}, game {}", at.0, at.1));
    let made = tokio::task::spawn_blocking(move || shared.site.showcase.film(&name, &bytes));
    let made = made.await.unwrap_or_else(|error| Err(error.to_string()));
    let film = made.map_err(|why| problem(StatusCode::CONFLICT, why))?;
    if film.size() > MAX_FILM_BYTES {
        let detail =
            "this game is too long for the browser; download its replay and use `agon watch`";
        return Err(problem(StatusCode::CONFLICT, detail));
    }
    let film = Arc::new(film);
    app.films.keep(key, Arc::clone(&film));
    Ok(film)
}

/// The film of a game: players, length, charts and result. Its frames are in the chunks. It shows the output
/// and drawings of one's own bots only.
#[utoipa::path(get, path = "/api/v1/matches/{id}/games/{number}/film", tag = "match",
    params(("id" = i64, Path), ("number" = u32, Path)),
    responses((status = 200, content_type = "application/json"), (status = "default", body = Problem)))]
pub async fn summary(
    State(app): State<Arc<App>>,
    caller: Caller,
    At(at): At<(i64, u32)>,
) -> Result<Response, Problem> {
    let film = film(&app, &caller, at).await?;
    Ok(super::layers::json_text(film.summary.clone()))
}

/// A chunk of a film's frames: the first is whole, the others are differences to the one before.
#[utoipa::path(get, path = "/api/v1/matches/{id}/games/{number}/film/chunks/{chunk}", tag = "match",
    params(("id" = i64, Path), ("number" = u32, Path), ("chunk" = usize, Path)),
    responses((status = 200, content_type = "application/json"), (status = "default", body = Problem)))]
pub async fn chunk(
    State(app): State<Arc<App>>,
    caller: Caller,
    At((id, number, chunk)): At<(i64, u32, usize)>,
) -> Result<impl IntoResponse, Problem> {
    let film = film(&app, &caller, (id, number)).await?;
    let missing = || unknown(format!("chunk {chunk} of this film"));
    let packed = film.chunks.get(chunk).ok_or_else(missing)?.clone();
    let kind = [(header::CONTENT_TYPE, "application/json"), (header::CONTENT_ENCODING, "gzip")];
    Ok((kind, packed))
}
