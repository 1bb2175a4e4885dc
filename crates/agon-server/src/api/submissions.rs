//! Submissions: uploads and their versions.

use super::console::review::note_look;
use super::events::find as find_event;
use super::extract::{Asked, At, Body as JsonBody};
use super::teams::{no_team, own_team};
use crate::app::{App, now};
use crate::authorise::Action;
use crate::events::{Settings, SubmissionSettings, check_address, local};
use crate::identity::Caller;
use crate::problem::{Problem, invalid, problem, unknown};
use crate::uploads::Arrived;
use agon_store::Millis;
use agon_store::console::Switch;
use agon_store::events::{Event, Phase};
use agon_store::submissions::{
    Activate, LIMIT_WINDOW_MS, Label, Submission, SubmissionState, Submit,
};
use agon_store::teams::TeamState;
use agon_store::versions::Extension;
use axum::Json;
use axum::body::{Body, Bytes};
use axum::extract::{ConnectInfo, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::IntoResponse;
use serde::{Deserialize, Serialize};
use std::io;
use std::net::SocketAddr;
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
    /// The team's own name for it.
    pub label: Option<String>,
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
        let Submission { id, number, name, label, size, state, reason, log, received_ms, .. } =
            submission;
        SubmissionInfo { id, number, name, label, size, state, reason, log, received_ms }
    }
}

/// What a team may still hand in.
#[derive(Debug, Serialize, ToSchema)]
pub struct SubmissionLimits {
    /// Largest upload in bytes.
    pub max_bytes: u64,
    /// New versions within an hour; missing if there is no limit.
    pub per_hour: Option<u32>,
    /// How many of them are left.
    pub left: Option<u32>,
    /// When one more is possible if none is left, in milliseconds since 1970.
    pub next_ms: Option<i64>,
    /// The team's deadline, in milliseconds since 1970, if it is known.
    pub deadline_ms: Option<i64>,
    /// Why this deadline is later than that of the others.
    pub extended: Option<String>,
    /// Languages that are allowed; empty for all.
    pub languages: Vec<String>,
    /// Whether compiled programs and libraries are refused.
    pub sources_only: bool,
    /// Packages that Java classes must be in: `cs228hw4.game`, or `team.*` with those below; empty for any.
    pub java_packages: Vec<String>,
}

/// An accepted upload.
#[derive(Debug, Serialize, ToSchema)]
pub struct Accepted {
    /// The version.
    #[serde(flatten)]
    pub submission: SubmissionInfo,
    /// What the team may still hand in.
    pub limits: SubmissionLimits,
}

async fn limits_of(app: &App, event: &Event, team: i64) -> Result<SubmissionLimits, Problem> {
    let settings = Settings::of(event).submissions;
    let now = now();
    let (used, first_ms) = app.store.submissions_since(team, now - LIMIT_WINDOW_MS).await?;
    let left = settings.per_hour.map(|limit| limit.saturating_sub(used));
    let next_ms = first_ms.filter(|_| left == Some(0)).map(|first| first + LIMIT_WINDOW_MS);
    let deadline_ms = event.deadline(now);
    let extension = app.store.extension(team).await?;
    let extension = extension.filter(|later| Some(later.until_ms) > deadline_ms);
    Ok(SubmissionLimits {
        max_bytes: max_bytes(app, &settings),
        per_hour: settings.per_hour,
        left,
        next_ms,
        deadline_ms: extension.as_ref().map(|later| later.until_ms).or(deadline_ms),
        extended: extension.map(|later| later.reason),
        languages: settings.languages,
        sources_only: settings.sources_only,
        java_packages: settings.java_packages,
    })
}

fn max_bytes(app: &App, settings: &SubmissionSettings) -> u64 {
    let most = app.config.upload_mib << 20;
    settings.max_kib.map_or(most, |kib| most.min(u64::from(kib) << 10))
}

/// What my team may still hand in, and until when.
#[utoipa::path(get, path = "/api/v1/events/{event}/submission-limits", tag = "submission",
    params(("event" = String, Path)),
    responses((status = 200, body = SubmissionLimits), (status = "default", body = Problem)))]
pub async fn limits(
    State(app): State<Arc<App>>,
    caller: Caller,
    At(event): At<String>,
) -> Result<Json<SubmissionLimits>, Problem> {
    let (event, team) = own_team(&app, &caller, &event, Action::ReadSubmission).await?;
    Ok(Json(limits_of(&app, &event, team.id).await?))
}

/// The phase of an event for a team: during its extension the event is still open.
fn phase_for(event: &Event, extension: Option<&Extension>, moment: Millis) -> Phase {
    let phase = event.phase_at(moment);
    let is_closed = matches!(phase, Phase::Frozen | Phase::Finals);
    match extension {
        Some(later) if is_closed && (later.from_ms..=later.until_ms).contains(&moment) => {
            Phase::Open
        }
        _ => phase,
    }
}

/// An upload.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct Upload {
    /// File name, such as `bot.py` or `bot.zip`: its ending tells the kind of bot.
    pub name: String,
    /// The team's own name for this version.
    pub label: Option<String>,
}

/// Hand in a bot: the body is a source file or an archive. Its time is when the last byte arrived. Identical
/// bytes keep their version, which plays again.
#[utoipa::path(post, path = "/api/v1/events/{event}/submissions", tag = "submission",
    params(("event" = String, Path), Upload),
    request_body(content = Vec<u8>, content_type = "application/octet-stream"),
    responses((status = 200, body = Accepted), (status = "default", body = Problem)))]
pub async fn submit(
    State(app): State<Arc<App>>,
    caller: Caller,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    At(event): At<String>,
    Asked(upload): Asked<Upload>,
    body: Body,
) -> Result<Json<Accepted>, Problem> {
    let account = caller.account(Action::Submit)?.id;
    let event = find_event(&app, &event).await?;
    let team = app.store.team_of(event.id, account).await?;
    let extension = match &team {
        Some(team) => app.store.extension(team.id).await?,
        None => None,
    };
    caller.may(Action::Submit, true, Some(phase_for(&event, extension.as_ref(), now())))?;
    let team = team.ok_or_else(no_team)?;
    check_name(&upload.name)?;
    app.store.refuse_frozen(event.id, Switch::Uploads).await?;
    let settings = Settings::of(&event);
    check_address(&settings, address.ip())?;
    if team.state != TeamState::Active {
        let reason = team.reason.map_or_else(String::new, |reason| format!(" ({reason})"));
        let detail = format!("your team is {}{reason} and cannot hand in a bot", team.state.name());
        return Err(problem(StatusCode::CONFLICT, detail));
    }
    let bytes = read_upload(&app, &settings, body).await?;
    let received_ms = now();
    if phase_for(&event, extension.as_ref(), received_ms) != Phase::Open {
        let at = local(received_ms, &settings.zone());
        let detail = format!("the last byte of your upload arrived at {at}, after the deadline");
        return Err(problem(StatusCode::CONFLICT, detail));
    }
    let arrived = store_upload(&app, team.id, account, upload, &bytes, received_ms).await?;
    let submit = arrived.submit(&event, &settings, &app.config);
    let hourly_limit = settings.submissions.per_hour;
    let submission = app.store.change(Submit { hourly_limit, ..submit }).await?;
    app.changed();
    let limits = limits_of(&app, &event, team.id).await?;
    Ok(Json(Accepted { submission: submission.into(), limits }))
}

/// Reads an upload; one that is too large is refused before it fills the memory.
pub(super) async fn read_upload(
    app: &App,
    settings: &Settings,
    body: Body,
) -> Result<Bytes, Problem> {
    let max_bytes = max_bytes(app, &settings.submissions);
    let bytes = axum::body::to_bytes(body, max_bytes as usize).await.map_err(|_| {
        let detail = match max_bytes >> 20 {
            0 => format!("the upload was cut off, or is larger than {} KiB", max_bytes >> 10),
            mib => format!("the upload was cut off, or is larger than {mib} MiB"),
        };
        problem(StatusCode::PAYLOAD_TOO_LARGE, detail)
    })?;
    if bytes.is_empty() {
        return Err(invalid("the upload is empty"));
    }
    Ok(bytes)
}

/// Stores the bytes of an upload.
pub(super) async fn store_upload(
    app: &App,
    team: i64,
    account: i64,
    upload: Upload,
    bytes: &[u8],
    received_ms: Millis,
) -> Result<Arrived, Problem> {
    let source = app.blobs.put(bytes.to_vec()).await.map_err(|error| {
        tracing::error!(%error, "cannot store an upload");
        let detail = "the server's disk or store of blobs is full or gone; try again later";
        problem(StatusCode::SERVICE_UNAVAILABLE, detail)
    })?;
    let Upload { name, label } = upload;
    let (account, size) = (Some(account), bytes.len() as i64);
    Ok(Arrived { team, account, name, label, source, size, received_ms, now: received_ms })
}

/// A file name must not be able to leave its folder or to hide anything.
pub(crate) fn check_name(name: &str) -> Result<(), Problem> {
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
    Ok(find_owned(app, caller, id, action).await?.0)
}

/// A submission that the caller may take an action on, and whether it is of the caller's own team.
pub(super) async fn find_owned(
    app: &App,
    caller: &Caller,
    id: i64,
    action: Action,
) -> Result<(Submission, bool), Problem> {
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
    Ok((submission, own))
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
    let (submission, is_own) = find_owned(&app, &caller, id, Action::ReadSubmission).await?;
    note_look(&app, &caller, is_own, &submission, "download").await?;
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
    let missing = || unknown(format!("submission {id}"));
    let team = app.store.team(submission.team).await?.ok_or_else(missing)?;
    let event = app.store.event_by_id(team.event).await?.ok_or_else(missing)?;
    let extension = app.store.extension(team.id).await?;
    let phase = phase_for(&event, extension.as_ref(), now());
    caller.may(Action::ActivateSubmission, true, Some(phase))?;
    let change = Activate { team: submission.team, submission: id, now: now() };
    app.store.change(change).await?;
    app.changed();
    Ok(StatusCode::NO_CONTENT)
}

/// A name for a version.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LabelRequest {
    /// The name; null removes it.
    pub label: Option<String>,
}

/// Name a version.
#[utoipa::path(put, path = "/api/v1/submissions/{id}/label", tag = "submission",
    params(("id" = i64, Path)), request_body = LabelRequest,
    responses((status = 204), (status = "default", body = Problem)))]
pub async fn label(
    State(app): State<Arc<App>>,
    caller: Caller,
    At(id): At<i64>,
    JsonBody(request): JsonBody<LabelRequest>,
) -> Result<StatusCode, Problem> {
    let submission = find(&app, &caller, id, Action::ActivateSubmission).await?.id;
    app.store.change(Label { submission, label: request.label }).await?;
    Ok(StatusCode::NO_CONTENT)
}
