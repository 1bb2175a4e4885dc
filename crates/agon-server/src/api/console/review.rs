//! Reading the source of a submission: its files, and the text of one of them. Looks of staff are in the
//! audit log.

use crate::api::extract::{Asked, At};
use crate::api::submissions::find_owned;
use crate::app::{App, now};
use crate::authorise::Action;
use crate::identity::Caller;
use crate::play::{ListedFile, SourceText, Trouble};
use crate::problem::{Problem, problem, unknown};
use agon_store::console::Look;
use agon_store::submissions::Submission;
use agon_store::work::BotRef;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::ToSchema;

/// A file of a submission.
#[derive(Debug, Serialize, ToSchema)]
pub struct SourceFileInfo {
    /// Its path within the bot's folder.
    pub path: String,
    /// Its size in bytes.
    pub size: u64,
}

/// The text of a file.
#[derive(Debug, Serialize, ToSchema)]
pub struct SourceTextInfo {
    /// Its path within the bot's folder.
    pub path: String,
    /// Its size in bytes.
    pub size: u64,
    /// Its lines; the first one has the number 1. Missing if the file is not text.
    pub lines: Option<Vec<String>>,
    /// Whether it has more lines than these.
    pub is_cut: bool,
}

/// Writes down that a member of staff has looked at a submission that is not their own.
pub(crate) async fn note_look(
    app: &App,
    caller: &Caller,
    is_own: bool,
    submission: &Submission,
    detail: &str,
) -> Result<(), Problem> {
    if is_own {
        return Ok(());
    }
    let look = Look {
        account: caller.id(),
        action: "read source",
        object: format!("submission {}", submission.id),
        detail: detail.to_owned(),
        quiet_ms: 0,
        now: now(),
    };
    Ok(app.store.change(look).await?)
}

fn bot(submission: &Submission) -> BotRef {
    BotRef {
        side: 0,
        name: format!("submission {}", submission.id),
        file: submission.name.clone(),
        source: submission.source.clone(),
    }
}

/// Reads on a thread that may block; only some do so at the same time, since archives are unpacked.
async fn read<T: Send + 'static>(
    app: &Arc<App>,
    submission: &Submission,
    read: impl FnOnce(&App, BotRef) -> Result<Result<T, String>, Trouble> + Send + 'static,
) -> Result<T, Problem> {
    let _permit = app.copying.acquire().await.expect("the semaphore is never closed");
    let (reader, bot) = (Arc::clone(app), bot(submission));
    let done = tokio::task::spawn_blocking(move || read(&reader, bot)).await;
    match done {
        Ok(Ok(Ok(found))) => Ok(found),
        Ok(Ok(Err(fault))) => Err(problem(StatusCode::CONFLICT, fault)),
        Ok(Err(trouble)) => {
            tracing::error!(fault = trouble.sentence, "cannot read a source");
            let detail = "the server's disk or store of blobs does not answer; try again later";
            Err(problem(StatusCode::SERVICE_UNAVAILABLE, detail))
        }
        Err(error) => Err(problem(StatusCode::INTERNAL_SERVER_ERROR, error.to_string())),
    }
}

/// The files of a submission, unpacked.
#[utoipa::path(get, path = "/api/v1/submissions/{id}/files", tag = "submission",
    params(("id" = i64, Path)),
    responses((status = 200, body = Vec<SourceFileInfo>), (status = "default", body = Problem)))]
pub async fn files(
    State(app): State<Arc<App>>,
    caller: Caller,
    At(id): At<i64>,
) -> Result<Json<Vec<SourceFileInfo>>, Problem> {
    let (submission, is_own) = find_owned(&app, &caller, id, Action::ReadSubmission).await?;
    note_look(&app, &caller, is_own, &submission, "list of files").await?;
    let files =
        read(&app, &submission, |app, bot| app.workshop.list_files(&bot, &app.blobs)).await?;
    let info = |ListedFile { path, size }| SourceFileInfo { path, size };
    Ok(Json(files.into_iter().map(info).collect()))
}

/// Which file is asked for.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct FileQuery {
    /// Its path, as in the list of files.
    pub path: String,
}

/// The text of one file of a submission, by lines.
#[utoipa::path(get, path = "/api/v1/submissions/{id}/file", tag = "submission",
    params(("id" = i64, Path), FileQuery),
    responses((status = 200, body = SourceTextInfo), (status = "default", body = Problem)))]
pub async fn file(
    State(app): State<Arc<App>>,
    caller: Caller,
    At(id): At<i64>,
    Asked(query): Asked<FileQuery>,
) -> Result<Json<SourceTextInfo>, Problem> {
    let (submission, is_own) = find_owned(&app, &caller, id, Action::ReadSubmission).await?;
    let path = query.path;
    let asked = path.clone();
    let found =
        read(&app, &submission, move |app, bot| app.workshop.read_file(&bot, &app.blobs, &asked));
    let missing = || unknown(format!("file `{path}` in submission {id}"));
    let SourceText { size, lines, is_cut } = found.await?.ok_or_else(missing)?;
    note_look(&app, &caller, is_own, &submission, &path).await?;
    Ok(Json(SourceTextInfo { path, size, lines, is_cut }))
}
