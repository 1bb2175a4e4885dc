//! Events.

use super::extract::{At, Body, parsed};
use super::layers::tag_of;
use crate::app::{App, now};
use crate::authorise::Action;
use crate::events::{Settings, check_settings, instant, local, set_times};
use crate::identity::Caller;
use crate::play::GameInfo;
use crate::problem::{Problem, invalid, problem, unknown};
use agon_store::Millis;
use agon_store::events::{
    AddDowntime, ChangeEvent, Downtime, Event, NewEvent, Phase, PhaseTime, SetPhase,
};
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
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
    /// Rules, maps and limits.
    pub settings: Settings,
    /// When phases begin by themselves.
    pub timeline: Vec<StepInfo>,
}

/// When a phase begins.
#[derive(Debug, Serialize, ToSchema)]
pub struct StepInfo {
    /// The phase.
    #[schema(value_type = String)]
    pub phase: Phase,
    /// When it begins, in milliseconds since 1970.
    pub at_ms: i64,
    /// The same in the event's time zone.
    pub local: String,
}

fn info(event: Event) -> EventInfo {
    let settings = Settings::of(&event);
    let zone = settings.zone();
    let step = |step: &PhaseTime| StepInfo {
        phase: step.phase,
        at_ms: step.at_ms,
        local: local(step.at_ms, &zone),
    };
    let timeline = event.timeline.iter().map(step).collect();
    EventInfo {
        slug: event.slug,
        title: event.title,
        game: event.game,
        phase: event.phase,
        settings,
        timeline,
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
#[serde(deny_unknown_fields)]
pub struct EventRequest {
    /// Its name in addresses.
    pub slug: String,
    /// Its title.
    pub title: String,
    /// The game.
    pub game: String,
    /// Rules, maps and limits.
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
    let slug = request.slug.clone();
    app.store.change(new_event(&app.games, request, BTreeMap::new(), Some(account))?).await?;
    app.changed();
    Ok(Json(info(find(&app, &slug).await?)))
}

/// Checks an event to make; the change makes it.
pub(crate) fn new_event(
    games: &[GameInfo],
    request: EventRequest,
    timeline: BTreeMap<String, Option<String>>,
    account: Option<i64>,
) -> Result<NewEvent, Problem> {
    let built_in = check_settings(games, &request.game, &request.settings)?.built_in.clone();
    let EventRequest { slug, title, game, settings } = request;
    Ok(NewEvent {
        slug,
        title,
        game,
        rules: settings.rules.clone(),
        settings: serde_json::to_string(&settings).expect("plain data"),
        timeline: set_times(&[], timeline, &settings.zone())?,
        built_in,
        account,
        now: now(),
    })
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

/// A change of an event; what is left out stays.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EventChange {
    /// The new title.
    pub title: Option<String>,
    /// Settings to replace, by key; of `submissions` only the keys that are named.
    #[schema(value_type = Option<Object>)]
    pub settings: Option<Map<String, Value>>,
    /// Times of phases, such as `{"frozen": "2026-11-20T18:00"}`, in the event's time zone or with an offset;
    /// null removes one.
    pub timeline: Option<BTreeMap<String, Option<String>>>,
}

/// Change title, settings and timeline. The header `If-Match` has the entity tag of the event as it was read,
/// so that no other change is lost.
#[utoipa::path(patch, path = "/api/v1/events/{event}", tag = "event",
    params(("event" = String, Path), ("If-Match" = Option<String>, Header)), request_body = EventChange,
    responses((status = 200, body = EventInfo), (status = "default", body = Problem)))]
pub async fn change(
    State(app): State<Arc<App>>,
    caller: Caller,
    headers: HeaderMap,
    At(event): At<String>,
    Body(request): Body<EventChange>,
) -> Result<Json<EventInfo>, Problem> {
    let account = caller.account(Action::ChangeEvent)?.id;
    let event = find(&app, &event).await?;
    let tag = tag_of(&serde_json::to_vec(&info(event.clone())).expect("plain data"));
    let known = headers.get(header::IF_MATCH).map(|known| known.to_str().unwrap_or_default());
    let changed = || {
        let detail =
            "the event has changed since you read it; read it again and repeat your change";
        problem(StatusCode::PRECONDITION_FAILED, detail)
    };
    match known {
        None => {
            let detail = "send the ETag of the event as you read it in the header If-Match";
            return Err(problem(StatusCode::PRECONDITION_REQUIRED, detail));
        }
        Some(known) if known != tag => return Err(changed()),
        Some(_) => {}
    }
    let mut keys: Vec<String> = request.title.iter().map(|_| "title".to_owned()).collect();
    let mut settings = serde_json::to_value(Settings::of(&event)).expect("plain data");
    for (key, value) in request.settings.unwrap_or_default() {
        merge(&mut settings[&key], value);
        if let Err(fault) = parsed::<Settings>(&settings) {
            return Err(invalid(format!("the settings: {fault}")));
        }
        keys.push(key);
    }
    let settings: Settings = serde_json::from_value(settings).expect("it was read before");
    check_settings(&app.games, &event.game, &settings)?;
    let times = request.timeline.unwrap_or_default();
    keys.extend(times.keys().cloned());
    let timeline = set_times(&event.timeline, times, &settings.zone())?;
    let change = ChangeEvent {
        event: event.id,
        revision: event.revision,
        title: request.title.unwrap_or(event.title),
        settings: serde_json::to_string(&settings).expect("plain data"),
        timeline,
        detail: keys.join(", "),
        account,
        now: now(),
    };
    if !app.store.change(change).await? {
        return Err(changed());
    }
    app.changed();
    Ok(Json(info(find(&app, &event.slug).await?)))
}

/// Sets what a change names: keys of an object that it leaves out stay.
fn merge(there: &mut Value, change: Value) {
    match (there, change) {
        (Value::Object(there), Value::Object(change)) => {
            for (key, value) in change {
                merge(there.entry(key).or_insert(Value::Null), value);
            }
        }
        (there, change) => *there = change,
    }
}

/// A downtime to record.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DowntimeRequest {
    /// Its beginning, in the event's time zone or with an offset.
    pub from: String,
    /// Its end.
    pub until: String,
    /// What happened; public.
    pub reason: String,
}

/// Record a time in which teams could not use the server: the phases to come move by its length.
#[utoipa::path(post, path = "/api/v1/events/{event}/downtimes", tag = "event",
    params(("event" = String, Path)), request_body = DowntimeRequest,
    responses((status = 200, body = EventInfo), (status = "default", body = Problem)))]
pub async fn add_downtime(
    State(app): State<Arc<App>>,
    caller: Caller,
    At(event): At<String>,
    Body(request): Body<DowntimeRequest>,
) -> Result<Json<EventInfo>, Problem> {
    let account = caller.account(Action::ChangeEvent)?.id;
    let event = find(&app, &event).await?;
    let zone = Settings::of(&event).zone();
    let (from_ms, until_ms) = (instant(&request.from, &zone)?, instant(&request.until, &zone)?);
    let downtime = Downtime { from_ms, until_ms, reason: request.reason };
    app.store.change(AddDowntime { event: event.id, downtime, account, now: now() }).await?;
    app.changed();
    Ok(Json(info(find(&app, &event.slug).await?)))
}

/// A phase to move to.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
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
