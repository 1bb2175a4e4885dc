//! The rounds of a tournament: drawn, playing, closed, released; and why two teams were paired.

use super::extract::{Asked, At};
use super::runs::find;
use crate::app::App;
use crate::authorise::Action;
use crate::identity::Caller;
use crate::problem::{Problem, invalid};
use agon_compete::tournament::{self, explain_pairing};
use agon_compete::{History, Plan};
use agon_store::runs::Run;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::Arc;
use utoipa::ToSchema;

/// Where a round is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RoundState {
    /// Its games wait until it is started.
    Drawn,
    /// Games are being played.
    Playing,
    /// Games are not played, because the run was stopped.
    Stopped,
    /// All games have ended; only staff see it.
    Closed,
    /// All games have ended, and all people see it.
    Released,
}

/// A round.
#[derive(Debug, Serialize, ToSchema)]
pub struct RoundInfo {
    /// Its number, from 1.
    pub number: u32,
    /// Where it is.
    pub state: RoundState,
    /// Title, meetings and idle teams, as in the run's report.
    #[schema(value_type = Object)]
    pub round: Value,
}

/// A tournament as the caller may see it.
async fn seen(
    app: &App,
    caller: &Caller,
    run: &Run,
) -> Result<(tournament::Plan, History), Problem> {
    let rounds = match caller.may(Action::ReadRun, false, None) {
        Ok(()) => i64::MAX,
        Err(_) => run.released,
    };
    match app.runs.shown(run, rounds).await? {
        (Plan::Tournament(plan), history) => Ok((*plan, history)),
        _ => Err(invalid("only a tournament has rounds")),
    }
}

fn state(run: &Run, history: &History, number: u32) -> RoundState {
    let is_open = history.open().any(|game| game.round == number);
    match (is_open, i64::from(number)) {
        (true, _) if run.stopped.is_some() => RoundState::Stopped,
        (true, number) if number > run.started => RoundState::Drawn,
        (true, _) => RoundState::Playing,
        (false, number) if !run.public || number > run.released => RoundState::Closed,
        (false, _) => RoundState::Released,
    }
}

/// The rounds of a tournament with their meetings; people who are not staff see those that are released.
#[utoipa::path(get, path = "/api/v1/runs/{id}/rounds", tag = "run", params(("id" = i64, Path)),
    responses((status = 200, body = Vec<RoundInfo>), (status = "default", body = Problem)))]
pub async fn list(
    State(app): State<Arc<App>>,
    caller: Caller,
    At(id): At<i64>,
) -> Result<Json<Vec<RoundInfo>>, Problem> {
    let run = find(&app, &caller, id).await?;
    let (plan, history) = seen(&app, &caller, &run).await?;
    let info = |round: tournament::RoundReport| RoundInfo {
        number: round.number,
        state: state(&run, &history, round.number),
        round: serde_json::to_value(round).expect("reports are plain data"),
    };
    Ok(Json(tournament::rounds(&plan, &history).into_iter().map(info).collect()))
}

/// Play the games of a round that waits after its draw, and of all rounds before it.
#[utoipa::path(post, path = "/api/v1/runs/{id}/rounds/{number}/start", tag = "run",
    params(("id" = i64, Path), ("number" = u32, Path)),
    responses((status = 204), (status = "default", body = Problem)))]
pub async fn start(
    State(app): State<Arc<App>>,
    caller: Caller,
    At((id, number)): At<(i64, u32)>,
) -> Result<StatusCode, Problem> {
    let account = caller.account(Action::DecideRun)?.id;
    let run = find(&app, &caller, id).await?;
    seen(&app, &caller, &run).await?;
    app.runs.start(id, Some(account), number).await?;
    app.changed();
    Ok(StatusCode::NO_CONTENT)
}

/// Show a round to all people, and all rounds before it. Its games must have ended.
#[utoipa::path(post, path = "/api/v1/runs/{id}/rounds/{number}/release", tag = "run",
    params(("id" = i64, Path), ("number" = u32, Path)),
    responses((status = 204), (status = "default", body = Problem)))]
pub async fn release(
    State(app): State<Arc<App>>,
    caller: Caller,
    At((id, number)): At<(i64, u32)>,
) -> Result<StatusCode, Problem> {
    let account = caller.account(Action::DecideRun)?.id;
    let run = find(&app, &caller, id).await?;
    seen(&app, &caller, &run).await?;
    if app.runs.release(&run, Some(account), number).await? {
        app.changed();
    }
    Ok(StatusCode::NO_CONTENT)
}

/// A round and two entrants.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Pairing {
    /// The round, from 1.
    pub round: u32,
    /// Name of an entrant.
    pub a: String,
    /// Name of another entrant.
    pub b: String,
}

/// Why two entrants meet in a round, or do not.
#[derive(Debug, Serialize, ToSchema)]
pub struct Reason {
    /// What decides.
    pub sentence: String,
    /// The cost of the round by each criterion as it was drawn and if the two meet; and the round in which
    /// they do.
    pub lines: Vec<String>,
}

/// Why two entrants meet in a round of a Swiss or McMahon tournament, or do not.
#[utoipa::path(get, path = "/api/v1/runs/{id}/why", tag = "run", params(("id" = i64, Path), Pairing),
    responses((status = 200, body = Reason), (status = "default", body = Problem)))]
pub async fn why(
    State(app): State<Arc<App>>,
    caller: Caller,
    At(id): At<i64>,
    Asked(Pairing { round, a, b }): Asked<Pairing>,
) -> Result<Json<Reason>, Problem> {
    let run = find(&app, &caller, id).await?;
    let (plan, history) = seen(&app, &caller, &run).await?;
    if round == 0 || a == b || round as usize > history.rounds().len() {
        return Err(invalid("name a round that was drawn, from 1, and two different entrants"));
    }
    let found = explain_pairing(&plan, &history, round, (&a, &b)).map_err(invalid)?;
    Ok(Json(Reason { sentence: found.0.sentence, lines: found.1 }))
}
