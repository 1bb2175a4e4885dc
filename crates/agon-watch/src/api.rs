//! The routes of the server. Bodies are JSON; a refusal is `{"error": sentence}`.

use crate::assets::{INDEX, SCRIPT, STYLE};
use crate::refusal::{Refusal, unprocessable};
use crate::state::ServerState;
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

/// Largest file that the page may send.
const MAX_FILE_BYTES: usize = 256 << 20;
/// How long a request for more frames waits before it is answered without any.
const LONG_POLL: Duration = Duration::from_secs(10);

type Shared = State<Arc<ServerState>>;

pub(crate) fn router(state: Arc<ServerState>) -> Router {
    Router::new()
        .route("/", get(async || text("text/html; charset=utf-8", INDEX)))
        .route("/app.js", get(async || text("text/javascript; charset=utf-8", SCRIPT)))
        .route("/app.css", get(async || text("text/css; charset=utf-8", STYLE)))
        .route("/api/films", get(list).post(open))
        .route("/api/films/{film}", get(summary))
        .route("/api/films/{film}/chunks/{chunk}", get(chunk))
        .route("/api/films/{film}/page", get(export))
        .route("/api/games", get(maps::games))
        .route("/api/maps/{game}/own/{name}", get(maps::own))
        .route("/api/maps/{game}/new", post(maps::new))
        .route("/api/maps/{game}/check", post(maps::check))
        .route("/api/maps/{game}/save", post(maps::save))
        .route("/api/maps/{game}/play", post(maps::play))
        .fallback(async || Refusal(StatusCode::NOT_FOUND, "no such page".into()))
        .layer(DefaultBodyLimit::max(MAX_FILE_BYTES))
        .layer(middleware::from_fn(only_local_names))
        .with_state(state)
}

/// Refuses requests for any other host name. Without this, another site could point its own name at
/// 127.0.0.1 and let its scripts talk to this server (DNS rebinding).
async fn only_local_names(headers: HeaderMap, request: Request, next: Next) -> Response {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or("");
    let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
    if !matches!(name, "127.0.0.1" | "localhost") {
        let sentence =
            format!("this server is for 127.0.0.1 only, but the request names the host `{name}`");
        return Refusal(StatusCode::FORBIDDEN, sentence).into_response();
    }
    next.run(request).await
}

fn text(kind: &'static str, text: &'static str) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "no-cache")], text)
}

fn find(state: &ServerState, number: usize) -> Result<Arc<Film>, Refusal> {
    let absent = || format!("no film {number}: the server was restarted; open the replay again");
    state.get(number).ok_or_else(|| Refusal(StatusCode::NOT_FOUND, absent()))
}

async fn list(State(state): Shared) -> impl IntoResponse {
    let films: Vec<_> = state.all().iter().map(|film| film.head().clone()).collect();
    Json(films)
}

#[derive(Deserialize)]
struct Named {
    #[serde(default)]
    name: String,
}

async fn open(
    State(state): Shared,
    Query(Named { name }): Query<Named>,
    bytes: Bytes,
) -> Result<impl IntoResponse, Refusal> {
    let film = film_of(&name, &bytes).map_err(unprocessable)?;
    Ok(Json(json!({"film": state.add(film)})))
}

#[derive(Deserialize)]
struct From {
    /// Number of frames that the page has; the answer waits until there are more.
    from: Option<usize>,
}

async fn summary(
    State(state): Shared,
    Path(film): Path<usize>,
    Query(From { from }): Query<From>,
) -> Result<impl IntoResponse, Refusal> {
    let film = find(&state, film)?;
    // The first request waits for the first frame, later ones for new frames.
    let _ = tokio::time::timeout(LONG_POLL, film.wait_for_more(from.unwrap_or(0))).await;
    Ok(Json(film.summary(from.unwrap_or(0))))
}

async fn chunk(
    State(state): Shared,
    Path((film, chunk)): Path<(usize, usize)>,
) -> Result<impl IntoResponse, Refusal> {
    let film = find(&state, film)?;
    let absent = || Refusal(StatusCode::NOT_FOUND, format!("the film has no chunk {chunk} (yet)"));
    let packed = film.chunk(chunk).ok_or_else(absent)?;
    let kind = [(header::CONTENT_TYPE, "application/json"), (header::CONTENT_ENCODING, "gzip")];
    Ok((kind, packed.to_vec()))
}

async fn export(
    State(state): Shared,
    Path(film): Path<usize>,
) -> Result<impl IntoResponse, Refusal> {
    let film = find(&state, film)?;
    if !film.length().1 {
        return Err(unprocessable("the match is still running: save the page when it has ended"));
    }
    let name = format!("attachment; filename=\"agon-{}.html\"", film.head().game);
    let kind = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, name),
    ];
    Ok((kind, page::standalone(&film)))
}
