//! Similar sources between the teams of an event, for staff.

use super::super::events::find as find_event;
use super::super::extract::{Asked, At};
use super::hand::files_of;
use crate::app::{App, now};
use crate::authorise::Action;
use crate::events::{Settings, instant};
use crate::identity::Caller;
use crate::problem::{Problem, problem};
use agon_similar::{Pair, Passage, Place, SourceFile, compare};
use agon_store::submissions::Submission;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::ToSchema;

/// Text of all programs that are compared in one request.
const MAX_BYTES: usize = 64 << 20;

/// Two teams with similar programs.
#[derive(Debug, Serialize, ToSchema)]
pub struct SimilarPair {
    /// One team.
    pub a: SimilarSide,
    /// The other team.
    pub b: SimilarSide,
    /// Share of the smaller program that lies in similar passages, without the starter's code.
    pub share: f64,
    /// Length of the passages in tokens.
    pub tokens: usize,
    /// The passages, longest first.
    pub passages: Vec<SimilarPassage>,
}

/// A team and its version.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SimilarSide {
    /// The team.
    pub team: i64,
    /// Its name.
    pub name: String,
    /// The submission.
    pub submission: i64,
    /// The version's number within the team.
    pub version: u32,
}

/// A similar passage.
#[derive(Debug, Serialize, ToSchema)]
pub struct SimilarPassage {
    /// Where it is in the program of the one team.
    pub a: SimilarPlace,
    /// Where it is in the program of the other team.
    pub b: SimilarPlace,
    /// Its length in tokens.
    pub tokens: usize,
}

/// Lines of a file.
#[derive(Debug, Serialize, ToSchema)]
pub struct SimilarPlace {
    /// Path of the file within the submission.
    pub file: String,
    /// First line, from 1.
    pub first: u32,
    /// Last line.
    pub last: u32,
}

impl From<Place> for SimilarPlace {
    fn from(Place { file, first, last }: Place) -> SimilarPlace {
        SimilarPlace { file, first, last }
    }
}

/// Which versions are compared.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct SimilarQuery {
    /// The versions of this moment, such as a deadline; default: now.
    pub at: Option<String>,
}

/// The teams of an event with similar sources, most similar first. Names, comments and order do not matter;
/// code of the game's starters does not count. One report is computed at a time.
#[utoipa::path(get, path = "/api/v1/events/{event}/similar", tag = "grading",
    params(("event" = String, Path), SimilarQuery),
    responses((status = 200, body = Vec<SimilarPair>), (status = "default", body = Problem)))]
pub async fn similar(
    State(app): State<Arc<App>>,
    caller: Caller,
    At(event): At<String>,
    Asked(query): Asked<SimilarQuery>,
) -> Result<Json<Vec<SimilarPair>>, Problem> {
    caller.may(Action::ReadLog, false, None)?;
    let event = find_event(&app, &event).await?;
    let zone = Settings::of(&event).zone();
    let at = query.at.as_deref().map_or(Ok(now()), |text| instant(text, &zone))?;
    let Ok(_permit) = app.comparing.try_acquire() else {
        let detail = "another report of similar sources is being computed; try again in a minute";
        return Err(problem(StatusCode::CONFLICT, detail));
    };
    let (mut sides, mut programs, mut bytes) = (Vec::new(), Vec::new(), 0);
    for team in app.store.versions_at(event.id, at).await?.into_iter().filter(|team| !team.staff) {
        let found = app.store.submission(team.side.submission).await?;
        let Some(submission) = found.filter(|one| !one.source.starts_with("builtin:")) else {
            continue;
        };
        let files = program(&app, &submission).await?;
        bytes += files.iter().map(|file| file.text.len()).sum::<usize>();
        if bytes > MAX_BYTES {
            let mib = MAX_BYTES >> 20;
            let detail = format!("the programs of this event have more than {mib} MiB of text");
            return Err(problem(StatusCode::CONFLICT, detail));
        }
        programs.push(files);
        let (submission, version) = (submission.id, submission.number);
        sides.push(SimilarSide { team: team.side.team, name: team.name, submission, version });
    }
    let (workshop, game) = (Arc::clone(&app), event.game.clone());
    let compared = tokio::task::spawn_blocking(move || {
        let starters = workshop.workshop.starters(&game);
        let plain = |file: crate::play::SourceFile| SourceFile { path: file.path, text: file.text };
        compare(&programs, &starters.into_iter().map(plain).collect::<Vec<_>>())
    });
    let pairs = compared.await.map_err(|error| {
        tracing::error!(%error, "cannot compare programs");
        problem(StatusCode::INTERNAL_SERVER_ERROR, "the programs could not be compared")
    })?;
    Ok(Json(pairs.into_iter().map(|pair| described(pair, &sides)).collect()))
}

/// The files of a program; one that cannot be read is compared as an empty one.
async fn program(app: &Arc<App>, submission: &Submission) -> Result<Vec<SourceFile>, Problem> {
    let files = files_of(app, submission).await.unwrap_or_default();
    Ok(files.into_iter().map(|file| SourceFile { path: file.path, text: file.text }).collect())
}

fn described(pair: Pair, sides: &[SimilarSide]) -> SimilarPair {
    let passage = |Passage { a, b, tokens }| SimilarPassage { a: a.into(), b: b.into(), tokens };
    SimilarPair {
        a: sides[pair.a].clone(),
        b: sides[pair.b].clone(),
        share: (pair.share * 1000.0).round() / 1000.0,
        tokens: pair.tokens,
        passages: pair.passages.into_iter().map(passage).collect(),
    }
}
