//! Queue, workers, failures and alerts for staff; what is playing, for all visitors.

use crate::api::Page;
use crate::api::events::find as find_event;
use crate::api::extract::{Asked, At};
use crate::api::matches::{read_time, sees_ranked};
use crate::app::{App, now};
use crate::authorise::Action;
use crate::console::{
    self, AlertInfo, DesiredWorkers, FailureReport, PlayingInfo, QueueDetail, WorkerInfo,
};
use crate::identity::Caller;
use crate::problem::Problem;
use agon_store::console::{FailureClass, FailureFilter};
use agon_store::jobs::Lane;
use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use std::sync::Arc;

/// The time over which failures are counted if no other is asked for.
const FAILURES_MS: i64 = 24 * 3_600_000;

/// Which part of the queue is asked for.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct QueueQuery {
    /// An event's name in addresses; default: all events.
    pub event: Option<String>,
    /// `tournament`, `requested`, `grading`, `build`, `ladder` or `bulk`; default: all.
    #[param(value_type = Option<String>)]
    pub lane: Option<Lane>,
}

/// The queue by lane with ages and expected waiting times, and its jobs.
#[utoipa::path(get, path = "/api/v1/console/queue", tag = "console", params(QueueQuery),
    responses((status = 200, body = QueueDetail), (status = "default", body = Problem)))]
pub async fn queue(
    State(app): State<Arc<App>>,
    caller: Caller,
    Asked(query): Asked<QueueQuery>,
) -> Result<Json<QueueDetail>, Problem> {
    caller.may(Action::ReadQueue, false, None)?;
    let event = match &query.event {
        Some(slug) => Some(find_event(&app, slug).await?.id),
        None => None,
    };
    Ok(Json(console::queue(&app.store, event, query.lane).await?))
}

/// What an event plays now, how much waits, and how long a new game would wait.
#[utoipa::path(get, path = "/api/v1/events/{event}/playing", tag = "event",
    params(("event" = String, Path)),
    responses((status = 200, body = PlayingInfo), (status = "default", body = Problem)))]
pub async fn playing(
    State(app): State<Arc<App>>,
    caller: Caller,
    At(event): At<String>,
) -> Result<Json<PlayingInfo>, Problem> {
    caller.may(Action::ReadPublic, false, None)?;
    let event = find_event(&app, &event).await?;
    Ok(Json(console::playing(&app.store, event.id, sees_ranked(&event)).await?))
}

/// The workers: which are connected, what each does since when, and what it has done.
#[utoipa::path(get, path = "/api/v1/console/workers", tag = "console",
    responses((status = 200, body = Vec<WorkerInfo>), (status = "default", body = Problem)))]
pub async fn workers(
    State(app): State<Arc<App>>,
    caller: Caller,
) -> Result<Json<Vec<WorkerInfo>>, Problem> {
    caller.may(Action::ReadQueue, false, None)?;
    Ok(Json(console::workers(&app.store).await?))
}

/// How many slots the workers should have, for programs that start and stop machines.
#[utoipa::path(get, path = "/api/v1/workers/desired", tag = "console",
    responses((status = 200, body = DesiredWorkers), (status = "default", body = Problem)))]
pub async fn desired(
    State(app): State<Arc<App>>,
    caller: Caller,
) -> Result<Json<DesiredWorkers>, Problem> {
    caller.may(Action::ReadQueue, false, None)?;
    Ok(Json(console::desired(&app.store).await?))
}

/// Which failures are asked for.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct FailureQuery {
    /// An event's name in addresses; default: all events.
    pub event: Option<String>,
    /// A class, such as `out_of_time` or `overload`; default: all.
    #[param(value_type = Option<String>)]
    pub class: Option<FailureClass>,
    /// Number of a team.
    pub team: Option<i64>,
    /// Name of a worker.
    pub worker: Option<String>,
    /// Since when, such as `2026-11-17T09:00:00Z`; default: the last 24 hours.
    pub since: Option<String>,
    /// Where the page starts: the `next` of the page before.
    pub cursor: Option<i64>,
    /// Entries per page, at most 200.
    pub limit: Option<u32>,
}

/// Failures by class, hour, team and worker: faults of bots, and failures on our side.
#[utoipa::path(get, path = "/api/v1/console/failures", tag = "console", params(FailureQuery),
    responses((status = 200, body = FailureReport), (status = "default", body = Problem)))]
pub async fn failures(
    State(app): State<Arc<App>>,
    caller: Caller,
    Asked(query): Asked<FailureQuery>,
) -> Result<Json<FailureReport>, Problem> {
    caller.may(Action::ReadQueue, false, None)?;
    let filter = FailureFilter {
        since_ms: match &query.since {
            Some(time) => read_time("since", time)?,
            None => now() - FAILURES_MS,
        },
        event: match &query.event {
            Some(slug) => Some(find_event(&app, slug).await?.id),
            None => None,
        },
        class: query.class,
        team: query.team,
        worker: query.worker,
    };
    let page = Page { cursor: query.cursor, limit: query.limit };
    let before = page.cursor.unwrap_or(i64::MAX);
    Ok(Json(console::failures(&app.store, &filter, before, page.limit()).await?))
}

/// What staff should look at now.
#[utoipa::path(get, path = "/api/v1/console/alerts", tag = "console",
    responses((status = 200, body = Vec<AlertInfo>), (status = "default", body = Problem)))]
pub async fn alerts(
    State(app): State<Arc<App>>,
    caller: Caller,
) -> Result<Json<Vec<AlertInfo>>, Problem> {
    caller.may(Action::ReadQueue, false, None)?;
    let alerts = app.store.alerts().await?;
    Ok(Json(alerts.into_iter().map(AlertInfo::from).collect()))
}
