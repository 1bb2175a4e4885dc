//! Jobs: the queue that staff see, and decisions about single jobs.

use super::extract::{At, Body};
use crate::app::{App, now};
use crate::authorise::Action;
use crate::identity::Caller;
use crate::problem::Problem;
use agon_store::jobs::{Requeue, Void};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::ToSchema;

/// A line of the queue's summary.
#[derive(Debug, Serialize, ToSchema)]
pub struct QueueInfo {
    /// The lane.
    pub lane: String,
    /// `queued`, `dispatched` or `dead`.
    pub state: String,
    /// Number of jobs.
    pub jobs: u32,
    /// When the oldest one was enqueued, in milliseconds since 1970.
    pub oldest_ms: i64,
}

/// The queue of jobs.
#[utoipa::path(get, path = "/api/v1/queue", tag = "staff",
    responses((status = 200, body = Vec<QueueInfo>), (status = "default", body = Problem)))]
pub async fn queue(
    State(app): State<Arc<App>>,
    caller: Caller,
) -> Result<Json<Vec<QueueInfo>>, Problem> {
    caller.may(Action::ReadQueue, false, None)?;
    let lines = app.store.queue().await?.into_iter().map(|line| QueueInfo {
        lane: line.lane,
        state: line.state,
        jobs: line.jobs,
        oldest_ms: line.oldest_ms,
    });
    Ok(Json(lines.collect()))
}

/// Queue a dead job again.
#[utoipa::path(post, path = "/api/v1/jobs/{id}/requeue", tag = "staff", params(("id" = i64, Path)),
    responses((status = 204), (status = "default", body = Problem)))]
pub async fn requeue(
    State(app): State<Arc<App>>,
    caller: Caller,
    At(id): At<i64>,
) -> Result<StatusCode, Problem> {
    let account = Some(caller.account(Action::DecideJob)?.id);
    app.store.change(Requeue { id, account, now: now() }).await?;
    app.changed();
    Ok(StatusCode::NO_CONTENT)
}

/// Why a job is given up.
#[derive(Debug, Deserialize, ToSchema)]
pub struct VoidRequest {
    /// The reason; competitors see it.
    pub why: String,
}

/// Give up a job that is not finished. Its match is void; a run goes on without the game; a submission whose
/// build or first game is given up is rejected with the reason.
#[utoipa::path(post, path = "/api/v1/jobs/{id}/void", tag = "staff", params(("id" = i64, Path)),
    request_body = VoidRequest,
    responses((status = 204), (status = "default", body = Problem)))]
pub async fn void(
    State(app): State<Arc<App>>,
    caller: Caller,
    At(id): At<i64>,
    Body(request): Body<VoidRequest>,
) -> Result<StatusCode, Problem> {
    caller.may(Action::DecideJob, false, None)?;
    let change = Void { id, why: request.why, account: Some(caller.id()), now: now() };
    app.runs.void(change).await?;
    app.changed();
    Ok(StatusCode::NO_CONTENT)
}
