//! What the server is, and whether it is well.

use crate::app::App;
use crate::authorise::Action;
use crate::config::SignUp;
use crate::identity::Caller;
use crate::problem::{Problem, problem};
use crate::site::Starter;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use serde::Serialize;
use std::sync::{Arc, OnceLock};
use utoipa::ToSchema;

/// A game that the server can hold events of.
#[derive(Debug, Serialize, ToSchema)]
pub struct Game {
    /// Its name.
    pub id: String,
    /// Its name for people.
    pub title: String,
    /// Fewest seats.
    pub fewest_seats: usize,
    /// Most seats.
    pub most_seats: usize,
    /// Names of the maps that come with it.
    pub maps: Vec<String>,
    /// Names of its built-in bots.
    pub built_in: Vec<String>,
    /// The starter bots that can be downloaded.
    pub starters: Vec<Starter>,
}

/// The server.
#[derive(Debug, Serialize, ToSchema)]
pub struct ServerInfo {
    /// Version of the program.
    pub version: &'static str,
    /// Whether people can make accounts themselves.
    pub sign_up: bool,
    /// Whether that needs an invite code.
    pub invite: bool,
    /// What people agree to when they make an account; missing if they are not asked.
    pub consent: Option<String>,
    /// Whether the first organiser is still missing.
    pub needs_organiser: bool,
    /// The games.
    pub games: Vec<Game>,
}

/// What this server is.
#[utoipa::path(get, path = "/api/v1/server", tag = "server", responses(
    (status = 200, body = ServerInfo), (status = "default", body = Problem)))]
pub async fn server(
    State(app): State<Arc<App>>,
    caller: Caller,
) -> Result<Json<ServerInfo>, Problem> {
    caller.may(Action::ReadPublic, false, None)?;
    let game = |game: &crate::play::GameInfo| Game {
        id: game.id.clone(),
        title: game.title.clone(),
        fewest_seats: game.seats.0,
        most_seats: game.seats.1,
        maps: game.maps.clone(),
        built_in: game.built_in.clone(),
        starters: app.site.showcase.starters(&game.id),
    };
    Ok(Json(ServerInfo {
        version: env!("CARGO_PKG_VERSION"),
        sign_up: app.config.sign_up != SignUp::Closed,
        invite: app.config.sign_up == SignUp::Invite,
        consent: app.config.sign_up_consent.clone(),
        needs_organiser: !app.store.has_organiser().await?,
        games: app.games.iter().map(game).collect(),
    }))
}

/// Whether the database answers.
pub async fn ready(State(app): State<Arc<App>>) -> Result<&'static str, Problem> {
    match app.store.rows("SELECT 1 AS one", &[]).await {
        Ok(_) => Ok("ready\n"),
        Err(_) => Err(problem(StatusCode::SERVICE_UNAVAILABLE, "the database does not answer")),
    }
}

/// The process has one recorder, however many servers it runs.
pub(crate) fn recorder() -> &'static PrometheusHandle {
    static RECORDER: OnceLock<PrometheusHandle> = OnceLock::new();
    RECORDER.get_or_init(|| {
        PrometheusBuilder::new().install_recorder().expect("no other recorder is installed")
    })
}

/// Counters for Prometheus.
pub async fn metrics() -> String {
    recorder().render()
}
