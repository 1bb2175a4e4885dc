//! What staff add to a grading: points for tasks without games, and comments on lines of programs.

use super::super::extract::{At, Body};
use super::results::CommentInfo;
use super::{find, rubric_of};
use crate::app::{App, now};
use crate::authorise::Action;
use crate::identity::Caller;
use crate::play::SourceFile;
use crate::problem::{Problem, invalid, problem, unknown};
use agon_store::grading::{ChangeComment, Grading, NewComment, SetManualMark};
use agon_store::submissions::Submission;
use agon_store::work::BotRef;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::Deserialize;
use std::sync::Arc;
use utoipa::ToSchema;

/// Points for a task without games.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MarkRequest {
    /// The number of the team.
    pub team: i64,
    /// The name of the task.
    pub task: String,
    /// The points; null takes them back.
    pub points: Option<f64>,
    /// Why; the author reads it.
    #[serde(default)]
    pub comment: String,
    /// The number of the version that was read; default: the team's active one.
    pub version: Option<u32>,
}

/// A version of a team of the grading's event; without a number the active one.
async fn version(
    app: &App,
    grading: &Grading,
    team: i64,
    number: Option<u32>,
) -> Result<Option<Submission>, Problem> {
    let found = app.store.team(team).await?;
    let found = found.filter(|team| team.event == grading.event && !team.staff);
    let found =
        found.ok_or_else(|| unknown(format!("team {team} in the event of this grading")))?;
    let all = app.store.submissions(team).await?;
    let chosen = all.into_iter().find(|one| match number {
        Some(number) => one.number == number,
        None => Some(one.id) == found.active_submission,
    });
    match (chosen, number) {
        (None, Some(number)) => Err(unknown(format!("version {number} of team {team}"))),
        (chosen, _) => Ok(chosen),
    }
}

/// Give points for a task that staff mark by hand, change them, or take them back.
#[utoipa::path(put, path = "/api/v1/gradings/{id}/marks", tag = "grading", params(("id" = i64, Path)),
    request_body = MarkRequest,
    responses((status = 204), (status = "default", body = Problem)))]
pub async fn mark(
    State(app): State<Arc<App>>,
    caller: Caller,
    At(id): At<i64>,
    Body(request): Body<MarkRequest>,
) -> Result<StatusCode, Problem> {
    let account = caller.account(Action::Mark)?.id;
    let grading = find(&app, &caller, id, Action::Mark).await?;
    let rubric = rubric_of(&grading)?;
    let MarkRequest { team, task, points, comment, .. } = request;
    let Some(found) = rubric.manual.iter().find(|one| one.name == task) else {
        let names: Vec<&str> = rubric.manual.iter().map(|one| one.name.as_str()).collect();
        return Err(invalid(match names.is_empty() {
            true => "this rubric has no [[manual]] task".to_owned(),
            false => format!("`{task}` is no manual task; choose one of {}", names.join(", ")),
        }));
    };
    if points.is_some_and(|points| !(0.0..=found.points).contains(&points)) {
        let most = found.points;
        return Err(invalid(format!("the points of `{task}` lie between 0 and {most}")));
    }
    let read = version(&app, &grading, team, request.version).await?;
    let submission = read.map(|one| one.id);
    let now = now();
    let change =
        SetManualMark { grading: id, team, task, points, comment, submission, account, now };
    app.store.change(change).await?;
    app.changed();
    Ok(StatusCode::NO_CONTENT)
}

/// A comment on a line.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CommentRequest {
    /// The number of the team.
    pub team: i64,
    /// The number of the version; default: the team's active one.
    pub version: Option<u32>,
    /// The file within the submission.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// What is said; the author reads it.
    pub text: String,
}

/// The text files of a submission.
pub(crate) async fn files_of(
    app: &Arc<App>,
    submission: &Submission,
) -> Result<Vec<SourceFile>, Problem> {
    if submission.source.starts_with("builtin:") {
        let detail = "this submission is a bot that is built in; it has no files";
        return Err(problem(StatusCode::CONFLICT, detail));
    }
    let bot = BotRef {
        side: 0,
        name: format!("version {}", submission.number),
        file: submission.name.clone(),
        source: submission.source.clone(),
    };
    let app = Arc::clone(app);
    let read = tokio::task::spawn_blocking(move || app.workshop.files(&bot, &app.blobs));
    let read = read.await.unwrap_or_else(|error| Err(error.to_string()));
    read.map_err(|fault| {
        tracing::warn!(fault, "cannot read the files of a submission");
        problem(
            StatusCode::CONFLICT,
            format!("the files of this submission cannot be read: {fault}"),
        )
    })
}

/// Comment on a line of a team's program.
#[utoipa::path(post, path = "/api/v1/gradings/{id}/comments", tag = "grading", params(("id" = i64, Path)),
    request_body = CommentRequest,
    responses((status = 200, body = CommentInfo), (status = "default", body = Problem)))]
pub async fn add_comment(
    State(app): State<Arc<App>>,
    caller: Caller,
    At(id): At<i64>,
    Body(request): Body<CommentRequest>,
) -> Result<Json<CommentInfo>, Problem> {
    let account = caller.account(Action::Mark)?.id;
    let grading = find(&app, &caller, id, Action::Mark).await?;
    let CommentRequest { team, file, line, text, .. } = request;
    if text.trim().is_empty() {
        return Err(invalid("a comment must not be empty"));
    }
    let read = version(&app, &grading, team, request.version).await?;
    let read = read.ok_or_else(|| unknown(format!("active version of team {team}")))?;
    let files = files_of(&app, &read).await?;
    let Some(found) = files.iter().find(|one| one.path == file) else {
        let names: Vec<&str> = files.iter().map(|one| one.path.as_str()).take(20).collect();
        let detail = format!("the submission has no file `{file}`; it has {}", names.join(", "));
        return Err(invalid(detail));
    };
    let lines = found.text.lines().count();
    if line == 0 || line as usize > lines {
        return Err(invalid(format!("`{file}` has the lines 1 to {lines}, not {line}")));
    }
    let (submission, now) = (read.id, now());
    let change = NewComment { grading: id, submission, file, line, text, account, now };
    let made = app.store.change(change).await?;
    comment(&app, made).await
}

async fn comment(app: &App, id: i64) -> Result<Json<CommentInfo>, Problem> {
    let found = app.store.source_comment(id).await?;
    Ok(Json(found.ok_or_else(|| unknown(format!("comment {id}")))?.into()))
}

/// Another wording of a comment.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CommentText {
    /// What is said.
    pub text: String,
}

/// Change a comment.
#[utoipa::path(put, path = "/api/v1/source-comments/{id}", tag = "grading", params(("id" = i64, Path)),
    request_body = CommentText,
    responses((status = 200, body = CommentInfo), (status = "default", body = Problem)))]
pub async fn change_comment(
    State(app): State<Arc<App>>,
    caller: Caller,
    At(id): At<i64>,
    Body(request): Body<CommentText>,
) -> Result<Json<CommentInfo>, Problem> {
    caller.may(Action::Mark, false, None)?;
    let (account, now) = (caller.id(), now());
    app.store.change(ChangeComment { id, text: Some(request.text), account, now }).await?;
    comment(&app, id).await
}

/// Delete a comment.
#[utoipa::path(delete, path = "/api/v1/source-comments/{id}", tag = "grading", params(("id" = i64, Path)),
    responses((status = 204), (status = "default", body = Problem)))]
pub async fn delete_comment(
    State(app): State<Arc<App>>,
    caller: Caller,
    At(id): At<i64>,
) -> Result<StatusCode, Problem> {
    caller.may(Action::Mark, false, None)?;
    app.store.change(ChangeComment { id, text: None, account: caller.id(), now: now() }).await?;
    Ok(StatusCode::NO_CONTENT)
}
