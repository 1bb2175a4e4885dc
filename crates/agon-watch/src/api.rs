//! The routes of the server. Bodies are JSON; a refusal is `{"error": sentence}`.

use crate::assets::{INDEX, SCRIPT, STYLE};
use crate::filming::film_of_upload;
use crate::limits::{MAX_JSON_BYTES, MAX_UNPACKED_BYTES, REQUEST_TIMEOUT};
use crate::refusal::{Refusal, unprocessable};
use crate::state::ServerState;
use crate::{Film, maps, page, people};
use axum::body::Body;
use axum::extract::{DefaultBodyLimit, Path, Query, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::Deserialize;
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;

/// How long a request for more frames waits before it is answered without any.
const LONG_POLL: Duration = Duration::from_secs(10);

type Shared = State<Arc<ServerState>>;

/// Where the page sends files.
const FILES_PATH: &str = "/api/films";
/// The type of files that the page sends. A form of another site cannot send it.
const FILE_TYPE: &str = "application/octet-stream";

/// Which machines a server answers.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Reach {
    /// This machine: requests name the host 127.0.0.1 or localhost.
    Here,
    /// The local network: requests name the host by its numbers.
    Lan,
}

/// The page, and the requests of people who play: all that other machines get.
fn play_routes() -> Router<Arc<ServerState>> {
    Router::new()
        .route("/", get(async || text("text/html; charset=utf-8", INDEX)))
        .route("/app.js", get(async || text("text/javascript; charset=utf-8", SCRIPT)))
        .route("/app.css", get(async || text("text/css; charset=utf-8", STYLE)))
        .route("/api/play/{secret}", get(people::look).post(people::act))
}

/// The routes for people who play on other machines of the local network.
pub(crate) fn lan_router(state: Arc<ServerState>, port: u16) -> Router {
    guarded(play_routes(), Reach::Lan, port).with_state(state)
}

/// The routes of a server on this port.
pub(crate) fn router(state: Arc<ServerState>, port: u16) -> Router {
    let routes = play_routes()
        .route(FILES_PATH, get(list).post(open))
        .route("/api/films/{film}", get(summary))
        .route("/api/films/{film}/chunks/{chunk}", get(chunk))
        .route("/api/films/{film}/page", get(export))
        .route("/api/games", get(maps::games))
        .route("/api/maps/{game}/own/{name}", get(maps::own))
        .route("/api/maps/{game}/new", post(maps::new))
        .route("/api/maps/{game}/check", post(maps::check))
        .route("/api/maps/{game}/save", post(maps::save))
        .route("/api/maps/{game}/play", post(maps::play));
    guarded(routes, Reach::Here, port).with_state(state)
}

fn guarded(routes: Router<Arc<ServerState>>, reach: Reach, port: u16) -> Router<Arc<ServerState>> {
    routes
        .fallback(async || Refusal(StatusCode::NOT_FOUND, "no such page".into()))
        .layer(DefaultBodyLimit::max(MAX_JSON_BYTES))
        .layer(middleware::from_fn(move |request, next| guard(reach, port, request, next)))
}

/// Refuses requests of other sites, and ends requests that take too long.
async fn guard(reach: Reach, port: u16, request: Request, next: Next) -> Response {
    if let Err(sentence) =
        check_sender(reach, port, request.method(), request.uri().path(), request.headers())
    {
        return Refusal(StatusCode::FORBIDDEN, sentence).into_response();
    }
    let length =
        request.headers().get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok());
    let is_long =
        length.is_some_and(|length| length.parse().is_ok_and(|n: usize| n > MAX_JSON_BYTES));
    // The handler of files has a limit of its own.
    if is_long && request.uri().path() != FILES_PATH {
        let sentence = format!("the request is longer than {} MiB", MAX_JSON_BYTES >> 20);
        return Refusal(StatusCode::PAYLOAD_TOO_LARGE, sentence).into_response();
    }
    let Ok(mut response) = tokio::time::timeout(REQUEST_TIMEOUT, next.run(request)).await else {
        let seconds = REQUEST_TIMEOUT.as_secs();
        let sentence = format!("the request took longer than {seconds} s");
        return Refusal(StatusCode::REQUEST_TIMEOUT, sentence).into_response();
    };
    // Other sites may not load this server's answers as pictures or scripts, or guess their type.
    let headers = response.headers_mut();
    let policy = header::HeaderName::from_static("cross-origin-resource-policy");
    headers.insert(policy, HeaderValue::from_static("same-origin"));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    response
}

/// Checks that a request comes from this server's own page or a program of the user. The error is a sentence.
///
/// The host's name is checked because another site could point its own name at 127.0.0.1 and let its scripts
/// talk to this server (DNS rebinding); the origin, because its scripts can send requests to any address. On
/// the local network the host is a number, which no other site can point elsewhere.
fn check_sender(
    reach: Reach,
    port: u16,
    method: &Method,
    path: &str,
    headers: &HeaderMap,
) -> Result<(), String> {
    let value = |name| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
    let host = value(header::HOST).unwrap_or("");
    let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
    let own = match reach {
        Reach::Here if matches!(name, "127.0.0.1" | "localhost") => {
            [format!("http://127.0.0.1:{port}"), format!("http://localhost:{port}")]
        }
        Reach::Here => {
            return Err(format!(
                "this server is for 127.0.0.1 only, but the request names the host `{name}`"
            ));
        }
        Reach::Lan if name.parse::<std::net::Ipv4Addr>().is_ok() => {
            [format!("http://{name}:{port}"), format!("http://{name}")]
        }
        Reach::Lan => {
            return Err(format!(
                "write this machine's address as numbers: the request names the host `{name}`"
            ));
        }
    };
    if let Some(origin) = value(header::ORIGIN)
        && !own.iter().any(|own| own == origin)
    {
        return Err(format!("this server answers its own page only, not one of `{origin}`"));
    }
    // Browsers say so even where they send no origin. A link on another site may open the page itself.
    let site = value(header::HeaderName::from_static("sec-fetch-site")).unwrap_or("none");
    let is_page = *method == Method::GET && !path.starts_with("/api/");
    if !is_page && !matches!(site, "none" | "same-origin") {
        return Err("this server answers its own page only, not one of another site".into());
    }
    Ok(())
}

fn text(kind: &'static str, text: &'static str) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "no-cache")], text)
}

fn find(state: &ServerState, number: usize) -> Result<Arc<Film>, Refusal> {
    let absent = || {
        format!(
            "no film {number}: the server was restarted or has many newer films; open the replay again"
        )
    };
    state.get(number).ok_or_else(|| Refusal(StatusCode::NOT_FOUND, absent()))
}

async fn list(State(state): Shared) -> impl IntoResponse {
    let films: Vec<_> =
        state.all().iter().map(|film| film.as_ref().map(|film| film.head().clone())).collect();
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
    headers: HeaderMap,
    body: Body,
) -> Result<impl IntoResponse, Refusal> {
    let value = |name| headers.get(name).and_then(|value| value.to_str().ok());
    if value(header::CONTENT_TYPE) != Some(FILE_TYPE) {
        let sentence = format!("send the file with `content-type: {FILE_TYPE}`");
        return Err(Refusal(StatusCode::UNSUPPORTED_MEDIA_TYPE, sentence));
    }
    let length = value(header::CONTENT_LENGTH).and_then(|length| length.parse().ok());
    let unknown = || Refusal(StatusCode::LENGTH_REQUIRED, "send the file's length first".into());
    let bytes = state.work.receive(body, length.ok_or_else(unknown)?).await?;
    let place = Box::new(state.work.film().await?);
    let made = state.work.compute(move || film_of_upload(&name, &bytes, MAX_UNPACKED_BYTES, place));
    let film = made.await?.map_err(unprocessable)?;
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
    let page = state.work.compute(move || page::standalone(&film)).await?;
    Ok((kind, page))
}
