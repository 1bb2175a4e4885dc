//! The routes of the server. Bodies are JSON; a refusal is `{"error": sentence}`.

use crate::assets::{INDEX, SCRIPT, STYLE};
use crate::filming::{
    content_address, film_of, film_of_seat, film_of_upload, seat_address, still_of,
};
use crate::limits::{MAX_JSON_BYTES, MAX_UNPACKED_BYTES, REQUEST_TIMEOUT};
use crate::refusal::{Refusal, unprocessable};
use crate::state::ServerState;
use crate::{Film, RecordFilm, maps, page, people};
use agon_core::Seat;
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

/// The page, the manuals, and the requests of people who play: all that other machines get.
fn play_routes() -> Router<Arc<ServerState>> {
    Router::new()
        .route("/", get(async || text("text/html; charset=utf-8", INDEX)))
        .route("/app.js", get(async || text("text/javascript; charset=utf-8", SCRIPT)))
        .route("/app.css", get(async || text("text/css; charset=utf-8", STYLE)))
        .route("/manual/{game}", get(manual))
        .route("/api/play/{secret}", get(people::look).post(people::act))
}

/// The manual of a game.
async fn manual(
    State(state): Shared,
    Path(game): Path<String>,
) -> Result<impl IntoResponse, Refusal> {
    let page = state.manual.get().and_then(|manual| manual(&game));
    let page = page.ok_or_else(|| {
        Refusal(StatusCode::NOT_FOUND, format!("there is no manual of a game `{game}`"))
    })?;
    let kind = "text/html; charset=utf-8";
    Ok(([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "no-cache")], page))
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
        .route("/api/stills/{film}", get(still))
        .route("/api/library", get(library))
        .route("/api/runs/{run}", get(run))
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

/// The film of a name: the content address of a replay, such an address and a seat (`-0`) for what that seat
/// knows, or the number of a match without a replay.
async fn find(state: &ServerState, name: &str) -> Result<Arc<Film>, Refusal> {
    let seat = name.split_once('-');
    let Some((address, seat)) = seat.and_then(|(a, seat)| Some((a, Seat(seat.parse().ok()?))))
    else {
        return find_whole(state, name).await;
    };
    if let Some(film) = state.with_address(&seat_address(address, seat)) {
        return Ok(film);
    }
    let whole = find_whole(state, address).await?;
    if whole.replay().is_none()
        && let Some(seats) = whole.seat_films()
        && seat.index() < whole.head().seats.len()
    {
        return first_frame(&seats.of(seat)).await;
    }
    let address = whole.address().unwrap_or(address);
    if let Some(film) = state.with_address(&seat_address(address, seat)) {
        return Ok(film);
    }
    let (file, has_fog) = (whole.head().source.clone(), whole.head().fog);
    let Some(bytes) = whole.replay().filter(|_| has_fog) else {
        return Err(unprocessable("every seat of this match sees the whole board"));
    };
    let place = Box::new(state.work.film().await?);
    let made = state.work.compute(move || film_of_seat(&file, &bytes, seat, place));
    let number = state.add(made.await?.map_err(unprocessable)?);
    let forgotten = || unprocessable("too many films are open: open the match again");
    state.get(number).ok_or_else(forgotten)
}

/// The film of a running match, once it has a frame.
async fn first_frame(made: &RecordFilm) -> Result<Arc<Film>, Refusal> {
    let end = tokio::time::Instant::now() + LONG_POLL;
    loop {
        if let Some(film) = made.film() {
            return Ok(Arc::clone(film));
        }
        if tokio::time::Instant::now() > end {
            return Err(unprocessable("the match has not begun: open it again in a moment"));
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

async fn find_whole(state: &ServerState, name: &str) -> Result<Arc<Film>, Refusal> {
    let absent = || {
        let sentence = format!(
            "there is no match `{}` here: open its replay again, or start `agon watch` with its folder",
            agon_core::safe_line(name)
        );
        Refusal(StatusCode::NOT_FOUND, sentence)
    };
    if !is_address(name) {
        return name.parse().ok().and_then(|number| state.get(number)).ok_or_else(absent);
    }
    if let Some(film) = state.with_address(name) {
        return Ok(film);
    }
    let library = state.library.get().cloned().ok_or_else(absent)?;
    let id = name.to_owned();
    let found = state.work.compute(move || library.replay(&id)).await?;
    let (file, bytes) = found.ok_or_else(absent)?;
    let made = state.work.compute(move || film_of(&file, &bytes)).await?;
    let number = state.add(made.map_err(unprocessable)?);
    state.get(number).ok_or_else(absent)
}

/// Whether a name is a content address; numbers are shorter.
fn is_address(name: &str) -> bool {
    name.len() == 16 && name.bytes().all(|b| b.is_ascii_hexdigit())
}

/// The name of a film in addresses.
pub(crate) fn film_name(film: &Film, number: usize) -> String {
    film.address().map_or_else(|| number.to_string(), str::to_owned)
}

async fn list(State(state): Shared) -> impl IntoResponse {
    let named = |(number, film): (usize, &Option<Arc<Film>>)| {
        let film = film.as_ref().filter(|film| film.head().seen_by.is_none())?;
        Some(json!({"name": film_name(film, number), "head": film.head()}))
    };
    Json(state.all().iter().enumerate().filter_map(named).collect::<Vec<_>>())
}

/// The replays and runs that the program was started with; `null` if it was started without any.
async fn library(State(state): Shared) -> Result<impl IntoResponse, Refusal> {
    let Some(library) = state.library.get().cloned() else { return Ok(Json(json!(null))) };
    let listing = state.work.compute(move || library.list()).await?;
    Ok(Json(json!(listing)))
}

/// The last position of a replay of the library.
async fn still(State(state): Shared, Path(id): Path<String>) -> Result<impl IntoResponse, Refusal> {
    let absent = || Refusal(StatusCode::NOT_FOUND, "there is no such replay here".to_owned());
    let library = state.library.get().cloned().filter(|_| is_address(&id)).ok_or_else(absent)?;
    let drawn = state.work.compute(move || {
        let (name, bytes) = library.replay(&id)?;
        Some(still_of(&name, &bytes))
    });
    let (head, board) = drawn.await?.ok_or_else(absent)?.map_err(unprocessable)?;
    // The content of an address never changes.
    let kept = [(header::CACHE_CONTROL, "private, max-age=31536000, immutable")];
    Ok((kept, Json(json!({"head": head, "board": board}))))
}

async fn run(State(state): Shared, Path(run): Path<String>) -> Result<impl IntoResponse, Refusal> {
    let absent = || {
        let sentence = "there is no such run here: start `agon watch` with its folder".to_owned();
        Refusal(StatusCode::NOT_FOUND, sentence)
    };
    let library = state.library.get().cloned().ok_or_else(absent)?;
    let report = state.work.compute(move || library.run(&run)).await?;
    Ok(Json(report.ok_or_else(absent)?.map_err(unprocessable)?))
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
    let address = content_address(&bytes);
    if state.with_address(&address).is_some() {
        return Ok(Json(json!({"film": address})));
    }
    let place = Box::new(state.work.film().await?);
    let made = state.work.compute(move || film_of_upload(&name, &bytes, MAX_UNPACKED_BYTES, place));
    state.add(made.await?.map_err(unprocessable)?);
    Ok(Json(json!({"film": address})))
}

#[derive(Deserialize)]
struct From {
    /// Number of frames that the page has; the answer waits until there are more.
    from: Option<usize>,
}

async fn summary(
    State(state): Shared,
    Path(film): Path<String>,
    Query(From { from }): Query<From>,
) -> Result<impl IntoResponse, Refusal> {
    let film = find(&state, &film).await?;
    // The first request waits for the first frame, later ones for new frames.
    let _ = tokio::time::timeout(LONG_POLL, film.wait_for_more(from.unwrap_or(0))).await;
    Ok(Json(film.summary(from.unwrap_or(0))))
}

async fn chunk(
    State(state): Shared,
    Path((film, chunk)): Path<(String, usize)>,
) -> Result<impl IntoResponse, Refusal> {
    let film = find(&state, &film).await?;
    let absent = || Refusal(StatusCode::NOT_FOUND, format!("the film has no chunk {chunk} (yet)"));
    let packed = film.chunk(chunk).ok_or_else(absent)?;
    let kind = [(header::CONTENT_TYPE, "application/json"), (header::CONTENT_ENCODING, "gzip")];
    Ok((kind, packed.to_vec()))
}

async fn export(
    State(state): Shared,
    Path(film): Path<String>,
) -> Result<impl IntoResponse, Refusal> {
    let film = find(&state, &film).await?;
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
