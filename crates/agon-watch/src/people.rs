//! The requests of people who play: each holder of a secret link plays the seats of that link.

use crate::desk::{Answer, Desk, Phase, Request};
use crate::refusal::Refusal;
use crate::state::ServerState;
use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;

/// How long a request for a newer state waits before it is answered with the old one.
const LONG_POLL: Duration = Duration::from_secs(10);

/// The same if one link plays several seats: the page must notice soon that another one is asked.
const SHARED_POLL: Duration = Duration::from_millis(300);

/// Bytes of a secret: more than can be guessed.
const SECRET_BYTES: usize = 16;

/// The desks that one secret link opens.
pub(crate) struct Link {
    secret: String,
    desks: Vec<Arc<Desk>>,
    tutorial: Option<Value>,
}

impl Link {
    /// A link with a new secret; fails if the operating system has no random numbers.
    pub fn new(desks: Vec<Arc<Desk>>, tutorial: Option<Value>) -> std::io::Result<Link> {
        let mut bytes = [0; SECRET_BYTES];
        getrandom::fill(&mut bytes).map_err(std::io::Error::other)?;
        let secret = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        Ok(Link { secret, desks, tutorial })
    }

    /// The secret part of the address.
    pub fn secret(&self) -> &str {
        &self.secret
    }
}

type Shared = State<Arc<ServerState>>;

#[derive(Deserialize)]
pub(crate) struct Wanted {
    /// The seat whose board is wanted; by default the first one that waits for its player.
    seat: Option<u8>,
    /// The version that the page has; the answer waits for a newer one.
    from: Option<u64>,
}

/// The desks of a secret.
fn find(state: &ServerState, secret: &str) -> Result<Arc<Link>, Refusal> {
    let absent = || {
        let sentence =
            "this link belongs to no match of this program: take the link that it printed";
        Refusal(StatusCode::NOT_FOUND, sentence.into())
    };
    // All links are compared in full, so that the time of the answer tells nothing about the secret.
    let mut found = None;
    for link in state.links() {
        let differs = link.secret.len() != secret.len()
            || link.secret.bytes().zip(secret.bytes()).fold(0, |sum, (a, b)| sum | (a ^ b)) != 0;
        if !differs {
            found = Some(link);
        }
    }
    found.ok_or_else(absent)
}

fn desk_of(link: &Link, seat: Option<u8>) -> Result<Arc<Desk>, Refusal> {
    let desk = match seat {
        Some(seat) => link.desks.iter().find(|desk| desk.seat().0 == seat),
        None => {
            let waits = |desk: &&Arc<Desk>| desk.phase().1 == Phase::Turn;
            link.desks.iter().find(waits).or(link.desks.first())
        }
    };
    let absent = || {
        Refusal(
            StatusCode::FORBIDDEN,
            "this link does not play that seat: take its own link".into(),
        )
    };
    desk.cloned().ok_or_else(absent)
}

/// `GET /api/play/SECRET`: the board of a seat as soon as it is newer than `from`.
pub(crate) async fn look(
    State(state): Shared,
    Path(secret): Path<String>,
    Query(Wanted { seat, from }): Query<Wanted>,
) -> Result<Json<Value>, Refusal> {
    let link = find(&state, &secret)?;
    let desk = desk_of(&link, seat)?;
    let patience = if link.desks.len() > 1 { SHARED_POLL } else { LONG_POLL };
    let waiting = tokio::task::spawn_blocking(move || {
        let seen = from.map_or_else(|| desk.state(), |from| desk.wait(from, patience));
        (desk, seen)
    });
    let failed = |_| Refusal(StatusCode::INTERNAL_SERVER_ERROR, "the server failed".into());
    let (desk, seen) = waiting.await.map_err(failed)?;
    let seats: Vec<Value> = link
        .desks
        .iter()
        .map(|desk| json!({"seat": desk.seat(), "phase": desk.phase().1}))
        .collect();
    Ok(Json(json!({
        "head": desk.head(),
        "fog": desk.has_fog(),
        "seat": desk.seat(),
        "seats": seats,
        "tutorial": link.tutorial,
        "state": seen,
    })))
}

#[derive(Deserialize)]
pub(crate) struct Asked {
    seat: u8,
    turn: u64,
    request: Request,
}

/// `POST /api/play/SECRET`: carries out a request of the player.
pub(crate) async fn act(
    State(state): Shared,
    Path(secret): Path<String>,
    Json(Asked { seat, turn, request }): Json<Asked>,
) -> Result<Json<Answer>, Refusal> {
    let link = find(&state, &secret)?;
    let desk = desk_of(&link, Some(seat))?;
    let answering = tokio::task::spawn_blocking(move || desk.ask(turn, request));
    let failed = |_| Refusal(StatusCode::INTERNAL_SERVER_ERROR, "the server failed".into());
    Ok(Json(answering.await.map_err(failed)?))
}
