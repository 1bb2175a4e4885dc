//! Decisions of staff about jobs, workers and matches.

use crate::api::extract::{At, Body};
use crate::app::{App, now};
use crate::authorise::Action;
use crate::console::{JobDecision, JobEffects, decide};
use crate::identity::Caller;
use crate::problem::Problem;
use agon_store::console::{ReadmitWorker, RestoreMatch, VoidMatch};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::Deserialize;
use std::sync::Arc;
use utoipa::ToSchema;

/// Decide about jobs that failed too often, one by one or all: queue again, give up, or declare a result.
/// With `dry_run` the answer says what would happen.
#[utoipa::path(post, path = "/api/v1/console/jobs", tag = "console", request_body = JobDecision,
    responses((status = 200, body = JobEffects), (status = "default", body = Problem)))]
pub async fn jobs(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(decision): Body<JobDecision>,
) -> Result<Json<JobEffects>, Problem> {
    let account = Some(caller.account(Action::DecideJob)?.id);
    let effects = decide(&app.store, &app.runs, account, &decision).await?;
    app.changed();
    Ok(Json(effects))
}

/// A worker that was set aside.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReadmitRequest {
    /// The worker's name.
    pub worker: String,
}

/// Let a worker work again that was set aside because it failed more than the others.
#[utoipa::path(post, path = "/api/v1/console/workers/readmit", tag = "console",
    request_body = ReadmitRequest,
    responses((status = 204), (status = "default", body = Problem)))]
pub async fn readmit_worker(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(request): Body<ReadmitRequest>,
) -> Result<StatusCode, Problem> {
    let account = Some(caller.account(Action::DecideJob)?.id);
    app.store.change(ReadmitWorker { worker: request.worker, account, now: now() }).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Why a match does not count.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct VoidMatchRequest {
    /// The reason; competitors see it.
    pub why: String,
}

/// Decide that a match outside of runs does not count. A finished one keeps its games and replays.
#[utoipa::path(post, path = "/api/v1/matches/{id}/void", tag = "console", params(("id" = i64, Path)),
    request_body = VoidMatchRequest,
    responses((status = 204), (status = "default", body = Problem)))]
pub async fn void_match(
    State(app): State<Arc<App>>,
    caller: Caller,
    At(id): At<i64>,
    Body(request): Body<VoidMatchRequest>,
) -> Result<StatusCode, Problem> {
    let account = Some(caller.account(Action::DecideMatch)?.id);
    app.store.change(VoidMatch { id, why: request.why, account, now: now() }).await?;
    app.changed();
    Ok(StatusCode::NO_CONTENT)
}

/// Let a void match outside of runs count again; games that were not played are queued.
#[utoipa::path(post, path = "/api/v1/matches/{id}/restore", tag = "console", params(("id" = i64, Path)),
    responses((status = 204), (status = "default", body = Problem)))]
pub async fn restore_match(
    State(app): State<Arc<App>>,
    caller: Caller,
    At(id): At<i64>,
) -> Result<StatusCode, Problem> {
    let account = Some(caller.account(Action::DecideMatch)?.id);
    app.store.change(RestoreMatch { id, account, now: now() }).await?;
    app.changed();
    Ok(StatusCode::NO_CONTENT)
}
