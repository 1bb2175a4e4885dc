//! What the page asks the server. Everything is JSON; a refusal is `{"error": sentence}`.

use crate::assets::{INDEX, SCRIPT, STYLE};
use crate::refusal::{Refusal, unfit};
use crate::shelf::Shelf;
use crate::{Film, film_of, maps, page};
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, Path, Query, Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::Deserialize;
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;

/// The most a dropped file may measure.
const FILE_LIMIT: usize = 256 << 20;
/// How long a question for more frames is kept open.
const PATIENCE: Duration = Duration::from_secs(10);

type Shared = State<Arc<Shelf>>;

pub(crate) fn router(shelf: Arc<Shelf>) -> Router {
    Router::new()
        .route("/", get(async || text("text/html; charset=utf-8", INDEX)))
        .route("/app.js", get(async || text("text/javascript; charset=utf-8", SCRIPT)))
        .route("/app.css", get(async || text("text/css; charset=utf-8", STYLE)))
        .route("/api/films", get(list).post(open))
        .route("/api/films/{film}", get(summary))
        .route("/api/films/{film}/chunks/{chunk}", get(chunk))
        .route("/api/films/{film}/page", get(keep))
        .route("/api/games", get(maps::games))
        .route("/api/maps/{game}/own/{name}", get(maps::own))
        .route("/api/maps/{game}/new", post(maps::new))
        .route("/api/maps/{game}/check", post(maps::check))
        .route("/api/maps/{game}/save", post(maps::save))
        .route("/api/maps/{game}/play", post(maps::play))
        .fallback(async || Refusal(StatusCode::NOT_FOUND, "there is no such page".into()))
        .layer(DefaultBodyLimit::max(FILE_LIMIT))
        .layer(middleware::from_fn(only_from_here))
        .with_state(shelf)
}

/// Another site's page must not reach us through a name that it makes point here.
async fn only_from_here(headers: HeaderMap, request: Request, next: Next) -> Response {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or("");
    let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
    if !matches!(name, "127.0.0.1" | "localhost") {
        let sentence = format!("this server answers to 127.0.0.1 only, not to `{name}`");
        return Refusal(StatusCode::FORBIDDEN, sentence).into_response();
    }
    next.run(request).await
}

fn text(kind: &'static str, text: &'static str) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "no-cache")], text)
}

fn find(shelf: &Shelf, number: usize) -> Result<Arc<Film>, Refusal> {
    let absent = || format!("there is no film {number}: open the replay again");
    shelf.get(number).ok_or_else(|| Refusal(StatusCode::NOT_FOUND, absent()))
}

async fn list(State(shelf): Shared) -> impl IntoResponse {
    let films: Vec<_> = shelf.all().iter().map(|film| film.head().clone()).collect();
    Json(films)
}

#[derive(Deserialize)]
struct Named {
    #[serde(default)]
    name: String,
}

async fn open(
    State(shelf): Shared,
    Query(Named { name }): Query<Named>,
    bytes: Bytes,
) -> Result<impl IntoResponse, Refusal> {
    let film = film_of(&name, &bytes).map_err(unfit)?;
    Ok(Json(json!({"film": shelf.add(film)})))
}

#[derive(Deserialize)]
struct From {
    /// Frames that the page has: the answer waits until there are more.
    from: Option<usize>,
}

async fn summary(
    State(shelf): Shared,
    Path(film): Path<usize>,
    Query(From { from }): Query<From>,
) -> Result<impl IntoResponse, Refusal> {
    let film = find(&shelf, film)?;
    // A first look waits for the first frame, a later one for news, but not for ever.
    let _ = tokio::time::timeout(PATIENCE, film.wait_for_more(from.unwrap_or(0))).await;
    Ok(Json(film.summary(from.unwrap_or(0))))
}

async fn chunk(
    State(shelf): Shared,
    Path((film, chunk)): Path<(usize, usize)>,
) -> Result<impl IntoResponse, Refusal> {
    let film = find(&shelf, film)?;
    let absent = || Refusal(StatusCode::NOT_FOUND, format!("the film has no chunk {chunk} yet"));
    let packed = film.chunk(chunk).ok_or_else(absent)?;
    let kind = [(header::CONTENT_TYPE, "application/json"), (header::CONTENT_ENCODING, "gzip")];
    Ok((kind, packed.to_vec()))
}

async fn keep(State(shelf): Shared, Path(film): Path<usize>) -> Result<impl IntoResponse, Refusal> {
    let film = find(&shelf, film)?;
    if !film.length().1 {
        return Err(unfit("the match is still running: keep it when it is over"));
    }
    let name = format!("attachment; filename=\"agon-{}.html\"", film.head().game);
    let kind = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, name),
    ];
    Ok((kind, page::standalone(&film)))
}
