//! Submissions: uploads and their versions.

use super::extract::{Asked, At};
use super::teams::own_team;
use crate::app::{App, now};
use crate::authorise::Action;
use crate::identity::Caller;
use crate::problem::{Problem, invalid, problem, unknown};
use agon_store::submissions::{Activate, Submission, SubmissionState, Submit};
use agon_store::teams::TeamState;
use agon_store::work::Policy;
use axum::Json;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::IntoResponse;
use serde::{Deserialize, Serialize};
use std::io;
use std::sync::Arc;
use utoipa::ToSchema;

/// A version of a team's bot.
#[derive(Debug, Serialize, ToSchema)]
pub struct SubmissionInfo {
    /// Its number on the server.
    pub id: i64,
    /// Its number within the team, from 1.
    pub number: u32,
    /// File name of the upload.
    pub name: String,
    /// Size in bytes.
    pub size: i64,
    /// `received`, `building`, `validating`, `valid`, `rejected`, or `retry` after a failure on our side.
    #[schema(value_type = String)]
    pub state: SubmissionState,
    /// Why it was rejected.
    pub reason: Option<String>,
    /// The compiler's output.
    pub log: Option<String>,
    /// When its last byte arrived, in milliseconds since 1970.
    pub received_ms: i64,
}

impl From<Submission> for SubmissionInfo {
    fn from(submission: Submission) -> SubmissionInfo {
        let Submission { id, number, name, size, state, reason, log, received_ms, .. } = submission;
        SubmissionInfo { id, number, name, size, state, reason, log, received_ms }
    }
}

/// An upload.
#[derive(Debug, Deserialize)]
pub struct Upload {
    /// File name, such as `bot.py` or `bot.zip`: its ending tells the kind of bot.
    pub name: String,
}

/// Hand in a bot: the body is a source file or an archive. Identical bytes keep their version.
#[utoipa::path(post, path = "/api/v1/events/{event}/submissions", tag = "submission",
    params(("event" = String, Path), ("name" = String, Query)),
    request_body(content = Vec<u8>, content_type = "application/octet-stream"),
    responses((status = 200, body = SubmissionInfo), (status = "default", body = Problem)))]
pub async fn submit(
    State(app): State<Arc<App>>,
    caller: Caller,
    At(event): At<String>,
    Asked(upload): Asked<Upload>,
    body: Body,
) -> Result<Json<SubmissionInfo>, Problem> {
    let (event, team) = own_team(&app, &caller, &event, Action::Submit).await?;
    check_name(&upload.name)?;
    if team.state != TeamState::Active {
        let detail = format!("your team is {} and cannot hand in a bot", team.state.name());
        return Err(problem(StatusCode::CONFLICT, detail));
    }
    let bytes = read_upload(&app, body).await?;
    if bytes.is_empty() {
        return Err(invalid("the upload is empty"));
    }
    let received_ms = now();
    let size = bytes.len() as i64;
    let source = app.blobs.put(bytes.to_vec()).await.map_err(|error| {
        tracing::error!(%error, "cannot store an upload");
        problem(
            StatusCode::SERVICE_UNAVAILABLE,
            "the server's disk or store of blobs is full or gone; try again later",
        )
    })?;
    let settings: crate::events::Settings =
        serde_json::from_str(&event.settings).unwrap_or_default();
    let change = Submit {
        team: team.id,
        account: Some(caller.id()),
        name: upload.name,
        label: None,
        source,
        size,
        game: event.game,
        rules: settings.rules,
        policy: Policy::default(),
        clock: agon_store::work::strict(),
        map: String::new(),
        hourly_limit: None,
        wall_limit_ms: app.config.build_seconds as i64 * 1000,
        received_ms,
        now: received_ms,
    };
    let submission = app.store.change(change).await?;
    app.changed();
    Ok(Json(submission.into()))
}

/// Reads an upload; one that is too large is refused before it fills the memory.
async fn read_upload(app: &App, body: Body) -> Result<Bytes, Problem> {
    let mib = app.config.upload_mib;
    axum::body::to_bytes(body, mib as usize * (1 << 20)).await.map_err(|_| {
        let detail = format!("the upload was cut off, or is larger than {mib} MiB");
        problem(StatusCode::PAYLOAD_TOO_LARGE, detail)
    })
}

/// A file name must not be able to leave its folder or to hide anything.
fn check_name(name: &str) -> Result<(), Problem> {
    let plain = |c: char| c.is_alphanumeric() || "-_. ()+".contains(c);
    let fits = (1..=100).contains(&name.chars().count());
    if fits && name.chars().all(plain) && !name.starts_with('.') {
        return Ok(());
    }
    Err(invalid(
        "a file name has 1 to 100 letters, digits, blanks and -_.()+, and does not start with a dot",
    ))
}

/// The versions of my team's bot, newest first.
#[utoipa::path(get, path = "/api/v1/events/{event}/submissions", tag = "submission",
    params(("event" = String, Path)),
    responses((status = 200, body = Vec<SubmissionInfo>), (status = "default", body = Problem)))]
pub async fn list(
    State(app): State<Arc<App>>,
    caller: Caller,
    At(event): At<String>,
) -> Result<Json<Vec<SubmissionInfo>>, Problem> {
    let (_, team) = own_team(&app, &caller, &event, Action::ReadSubmission).await?;
    let found = app.store.submissions(team.id).await?;
    Ok(Json(found.into_iter().map(SubmissionInfo::from).collect()))
}

/// A submission that the caller may take an action on.
async fn find(app: &App, caller: &Caller, id: i64, action: Action) -> Result<Submission, Problem> {
    let missing = || unknown(format!("submission {id}"));
    caller.account(action)?;
    let submission = app.store.submission(id).await?.ok_or_else(missing)?;
    let team = app.store.team(submission.team).await?.ok_or_else(missing)?;
    let own =
        app.store.team_of(team.event, caller.id()).await?.is_some_and(|mine| mine.id == team.id);
    caller.may(action, own, None).map_err(|refused| match refused.status {
        404 => missing(),
        _ => refused,
    })?;
    Ok(submission)
}

/// A submission.
#[utoipa::path(get, path = "/api/v1/submissions/{id}", tag = "submission", params(("id" = i64, Path)),
    responses((status = 200, body = SubmissionInfo), (status = "default", body = Problem)))]
pub async fn read(
    State(app): State<Arc<App>>,
    caller: Caller,
    At(id): At<i64>,
) -> Result<Json<SubmissionInfo>, Problem> {
    Ok(Json(find(&app, &caller, id, Action::ReadSubmission).await?.into()))
}

/// The uploaded file of a submission.
#[utoipa::path(get, path = "/api/v1/submissions/{id}/source", tag = "submission", params(("id" = i64, Path)),
    responses((status = 200, content_type = "application/octet-stream"),
        (status = "default", body = Problem)))]
pub async fn source(
    State(app): State<Arc<App>>,
    caller: Caller,
    At(id): At<i64>,
) -> Result<impl IntoResponse, Problem> {
    let submission = find(&app, &caller, id, Action::ReadSubmission).await?;
    let bytes = fetch(&app, &submission.source, format!("source of submission {id}")).await?;
    Ok((attachment(&submission.name), bytes))
}

/// A blob for a download; one that is missing is told apart from a store that does not answer.
pub(crate) async fn fetch(app: &App, address: &str, what: String) -> Result<Vec<u8>, Problem> {
    app.blobs.get(address).await.map_err(|error| match error.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::InvalidInput => unknown(what),
        _ => {
            tracing::error!(%error, "cannot read a blob");
            let detail = "the server's disk or store of blobs does not answer; try again later";
            problem(StatusCode::SERVICE_UNAVAILABLE, detail)
        }
    })
}

/// Headers of a download: a browser saves it and never shows it.
pub(crate) fn attachment(name: &str) -> [(header::HeaderName, HeaderValue); 2] {
    let plain: String = name
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() || "-_.".contains(c) { c } else { '_' })
        .collect();
    let disposition = format!("attachment; filename=\"{plain}\"");
    [
        (header::CONTENT_TYPE, HeaderValue::from_static("application/octet-stream")),
        (
            header::CONTENT_DISPOSITION,
            HeaderValue::from_str(&disposition).expect("the name was made plain"),
        ),
    ]
}

/// Make a version play again.
#[utoipa::path(post, path = "/api/v1/submissions/{id}/activate", tag = "submission",
    params(("id" = i64, Path)),
    responses((status = 204), (status = "default", body = Problem)))]
pub async fn activate(
    State(app): State<Arc<App>>,
    caller: Caller,
    At(id): At<i64>,
) -> Result<StatusCode, Problem> {
    let submission = find(&app, &caller, id, Action::ActivateSubmission).await?;
    let change = Activate { team: submission.team, submission: id, now: now() };
    app.store.change(change).await?;
    app.changed();
    Ok(StatusCode::NO_CONTENT)
}
