//! Events.

use super::extract::{At, Body};
use crate::app::{App, now};
use crate::authorise::Action;
use crate::events::{Settings, check_settings};
use crate::identity::Caller;
use crate::problem::{Problem, unknown};
use agon_store::Millis;
use agon_store::events::{Event, NewEvent, Phase, SetPhase};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::ToSchema;

/// An event.
#[derive(Debug, Serialize, ToSchema)]
pub struct EventInfo {
    /// Its name in addresses.
    pub slug: String,
    /// Its title.
    pub title: String,
    /// The game.
    pub game: String,
    /// Where it is on its timeline.
    #[schema(value_type = String)]
    pub phase: Phase,
    /// Rules and maps.
    pub settings: Settings,
}

fn info(event: Event) -> EventInfo {
    let settings = serde_json::from_str(&event.settings).unwrap_or_default();
    EventInfo {
        slug: event.slug,
        title: event.title,
        game: event.game,
        phase: event.phase,
        settings,
    }
}

/// An event with the phase that it has at a time, even if the clock has not been read since.
fn as_of(mut event: Event, moment: Millis) -> Event {
    (event.phase, event.phase_since_ms) = (event.phase_at(moment), event.phase_since(moment));
    event
}

/// The event of a path as it is now, or a refusal.
pub(crate) async fn find(app: &App, slug: &str) -> Result<Event, Problem> {
    let found = app.store.event(slug).await?.ok_or_else(|| unknown(format!("event `{slug}`")))?;
    Ok(as_of(found, now()))
}

/// An event to make.
#[derive(Debug, Deserialize, ToSchema)]
pub struct EventRequest {
    /// Its name in addresses.
    pub slug: String,
    /// Its title.
    pub title: String,
    /// The game.
    pub game: String,
    /// Rules and maps.
    #[serde(default)]
    pub settings: Settings,
}

/// Make an event.
#[utoipa::path(post, path = "/api/v1/events", tag = "event", request_body = EventRequest,
    responses((status = 200, body = EventInfo), (status = "default", body = Problem)))]
pub async fn make(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(request): Body<EventRequest>,
) -> Result<Json<EventInfo>, Problem> {
    let account = caller.account(Action::MakeEvent)?.id;
    check_settings(&app, &request.game, &request.settings)?;
    let EventRequest { slug, title, game, settings } = request;
    let built_in = app.game(&game).map(|game| game.built_in.clone()).unwrap_or_default();
    let change = NewEvent {
        slug: slug.clone(),
        title,
        game,
        rules: settings.rules.clone(),
        settings: serde_json::to_string(&settings).expect("plain data"),
        built_in,
        account: Some(account),
        now: now(),
    };
    app.store.change(change).await?;
    app.changed();
    Ok(Json(info(find(&app, &slug).await?)))
}

/// All events, newest first.
#[utoipa::path(get, path = "/api/v1/events", tag = "event",
    responses((status = 200, body = Vec<EventInfo>), (status = "default", body = Problem)))]
pub async fn list(
    State(app): State<Arc<App>>,
    caller: Caller,
) -> Result<Json<Vec<EventInfo>>, Problem> {
    caller.may(Action::ReadPublic, false, None)?;
    Ok(Json(app.store.events().await?.into_iter().map(|event| info(as_of(event, now()))).collect()))
}

/// An event.
#[utoipa::path(get, path = "/api/v1/events/{event}", tag = "event", params(("event" = String, Path)),
    responses((status = 200, body = EventInfo), (status = "default", body = Problem)))]
pub async fn read(
    State(app): State<Arc<App>>,
    caller: Caller,
    At(event): At<String>,
) -> Result<Json<EventInfo>, Problem> {
    caller.may(Action::ReadPublic, false, None)?;
    Ok(Json(info(find(&app, &event).await?)))
}

/// A phase to move to.
#[derive(Debug, Deserialize, ToSchema)]
pub struct PhaseRequest {
    /// `registration`, `open`, `frozen`, `finals` or `over`.
    #[schema(value_type = String)]
    pub phase: Phase,
}

/// Move an event to a phase.
#[utoipa::path(put, path = "/api/v1/events/{event}/phase", tag = "event", params(("event" = String, Path)),
    request_body = PhaseRequest,
    responses((status = 204), (status = "default", body = Problem)))]
pub async fn set_phase(
    State(app): State<Arc<App>>,
    caller: Caller,
    At(event): At<String>,
    Body(request): Body<PhaseRequest>,
) -> Result<StatusCode, Problem> {
    let account = caller.account(Action::SetPhase)?.id;
    let event = find(&app, &event).await?.id;
    app.store
        .change(SetPhase { event, phase: request.phase, account: Some(account), now: now() })
        .await?;
    app.changed();
    Ok(StatusCode::NO_CONTENT)
}
