//! Films: the games of a match as the viewer loads them. Making one takes a moment and memory, so only some
//! are made at once, and the last ones are kept.

use super::extract::{Asked, At};
use super::live_films;
use super::replays::{Record, find_record, own_replay};
use crate::app::App;
use crate::identity::Caller;
use crate::problem::{Problem, problem, unknown};
use crate::site::Film;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::Semaphore;

/// Films that are made at the same time.
const FILMS_AT_ONCE: usize = 2;
/// Memory for films that are kept.
const KEPT_BYTES: usize = 256 << 20;
/// The largest film; a longer game is watched from its replay.
const MAX_FILM_BYTES: usize = 64 << 20;

/// The replay's address, the seats whose notes the film has, and the seat whose knowledge it shows.
type Key = (String, Vec<bool>, Option<u8>);

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

/// Whose film it is, and from where.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct FilmQuery {
    /// A seat, from 0: the film shows what its player knows. Default: everything.
    pub seat: Option<u8>,
    /// Of a game that is being played: lists with one entry per frame begin at this frame.
    pub from: Option<usize>,
}

async fn film(app: &Arc<App>, key: Key, at: (i64, u32)) -> Result<Arc<Film>, Problem> {
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
    let seat = key.2;
    let made = move || shared.site.showcase.film(&name, &bytes, seat);
    let made = tokio::task::spawn_blocking(made);
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
/// and drawings of one's own bots only. The film of a game that is being played grows; `take` in its head
/// changes if the game has to begin again, and is missing once it has ended.
#[utoipa::path(get, path = "/api/v1/matches/{id}/games/{number}/film", tag = "match",
    params(("id" = i64, Path), ("number" = u32, Path), FilmQuery),
    responses((status = 200, content_type = "application/json"), (status = "default", body = Problem)))]
pub async fn summary(
    State(app): State<Arc<App>>,
    caller: Caller,
    At(at): At<(i64, u32)>,
    Asked(FilmQuery { seat, from }): Asked<FilmQuery>,
) -> Result<Response, Problem> {
    let text = match find_record(&app, &caller, at).await? {
        (Record::Replay(address), keeps) => {
            film(&app, (address, keeps, seat), at).await?.summary.clone()
        }
        (Record::Live(game), keeps) => {
            let read =
                live_films::read(&app, &game, keeps, seat, |film| film.summary(from.unwrap_or(0)));
            read.await?.ok_or_else(|| unknown("film of this game"))?
        }
    };
    Ok(super::layers::json_text(text))
}

/// A chunk of a film's frames: the first is whole, the others are differences to the one before.
#[utoipa::path(get, path = "/api/v1/matches/{id}/games/{number}/film/chunks/{chunk}", tag = "match",
    params(("id" = i64, Path), ("number" = u32, Path), ("chunk" = usize, Path), FilmQuery),
    responses((status = 200, content_type = "application/json"), (status = "default", body = Problem)))]
pub async fn chunk(
    State(app): State<Arc<App>>,
    caller: Caller,
    At((id, number, chunk)): At<(i64, u32, usize)>,
    Asked(FilmQuery { seat, .. }): Asked<FilmQuery>,
) -> Result<impl IntoResponse, Problem> {
    let missing = || unknown(format!("chunk {chunk} of this film"));
    let packed = match find_record(&app, &caller, (id, number)).await? {
        (Record::Replay(address), keeps) => {
            let film = film(&app, (address, keeps, seat), (id, number)).await?;
            film.chunks.get(chunk).cloned()
        }
        (Record::Live(game), keeps) => {
            live_films::read(&app, &game, keeps, seat, |film| film.chunk(chunk)).await?
        }
    };
    let kind = [(header::CONTENT_TYPE, "application/json"), (header::CONTENT_ENCODING, "gzip")];
    Ok((kind, packed.ok_or_else(missing)?))
}
