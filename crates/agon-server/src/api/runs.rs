//! Runs: tournaments, leagues and gradings of submissions; their reports and the decisions about them.

use super::Page;
use super::events::find as find_event;
use super::extract::{Asked, At, Body};
use crate::app::{App, now};
use crate::authorise::Action;
use crate::identity::Caller;
use crate::problem::{Problem, unknown};
use crate::runs::{ALL_ROUNDS, Leaderboard, NewRunRequest, ORGANISERS, decide, plan_run, rate_run};
use agon_compete::{Rated, Tally};
use agon_store::events::Event;
use agon_store::runs::{Run, SetPublic};
use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::sync::Arc;
use utoipa::ToSchema;

/// A run.
#[derive(Debug, Serialize, ToSchema)]
pub struct RunInfo {
    /// Its number.
    pub id: i64,
    /// The event's name in addresses.
    pub event: String,
    /// `tournament`, `league` or `grade`.
    pub kind: String,
    /// Its title.
    pub title: String,
    /// `open`, `blocked` by a job that failed too often, `closed`, or `stopped` by the organisers.
    pub state: String,
    /// Why the organisers have stopped it; missing if they have not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<String>,
    /// Number of entries of its log; it grows with every result.
    pub length: i64,
    /// Whether its results are public.
    pub public: bool,
    /// When it was made, in milliseconds since 1970.
    pub created_ms: i64,
}

fn info(run: Run, event: &Event) -> RunInfo {
    let Run { id, kind, title, state, stopped, length, public, created_ms, .. } = run;
    let event = event.slug.clone();
    RunInfo { id, event, kind, title, state, stopped, length, public, created_ms }
}

/// A run that the caller may see.
pub(super) async fn find(app: &App, caller: &Caller, id: i64) -> Result<Run, Problem> {
    let missing = || unknown(format!("run {id}"));
    let run = app.store.run(id).await?;
    let public = run.as_ref().is_some_and(|run| run.public);
    caller.may(Action::ReadRun, public, None).map_err(|refused| match refused.status {
        404 => missing(),
        _ => refused,
    })?;
    run.ok_or_else(missing)
}

/// Make a tournament, a league or a grading of the teams' active versions; its games are played at once.
#[utoipa::path(post, path = "/api/v1/events/{event}/runs", tag = "run", params(("event" = String, Path)),
    request_body = NewRunRequest,
    responses((status = 200, body = RunInfo), (status = "default", body = Problem)))]
pub async fn make(
    State(app): State<Arc<App>>,
    caller: Caller,
    At(event): At<String>,
    Body(request): Body<NewRunRequest>,
) -> Result<Json<RunInfo>, Problem> {
    let account = caller.account(Action::DecideRun)?.id;
    let event = find_event(&app, &event).await?;
    let change = plan_run(&app, &event, account, request).await?;
    let id = app.store.change(change).await?;
    app.changed();
    Ok(Json(info(find(&app, &caller, id).await?, &event)))
}

/// A page of runs.
#[derive(Debug, Serialize, ToSchema)]
pub struct RunList {
    /// The runs, newest first.
    pub runs: Vec<RunInfo>,
    /// The cursor of the next page; missing on the last one.
    pub next: Option<i64>,
}

/// The runs of an event, newest first; staff also see those that are not public.
#[utoipa::path(get, path = "/api/v1/events/{event}/runs", tag = "run",
    params(("event" = String, Path), Page),
    responses((status = 200, body = RunList), (status = "default", body = Problem)))]
pub async fn list(
    State(app): State<Arc<App>>,
    caller: Caller,
    At(event): At<String>,
    Asked(page): Asked<Page>,
) -> Result<Json<RunList>, Problem> {
    caller.may(Action::ReadRun, true, None)?;
    let event = find_event(&app, &event).await?;
    let sees_all = caller.may(Action::ReadRun, false, None).is_ok();
    let before = page.cursor.unwrap_or(i64::MAX);
    let found = app.store.runs(event.id, sees_all, before, page.limit()).await?;
    let next =
        (found.len() as u32 == page.limit()).then(|| found.last().map(|last| last.id)).flatten();
    Ok(Json(RunList { runs: found.into_iter().map(|run| info(run, &event)).collect(), next }))
}

/// A run.
#[utoipa::path(get, path = "/api/v1/runs/{id}", tag = "run", params(("id" = i64, Path)),
    responses((status = 200, body = RunInfo), (status = "default", body = Problem)))]
pub async fn read(
    State(app): State<Arc<App>>,
    caller: Caller,
    At(id): At<i64>,
) -> Result<Json<RunInfo>, Problem> {
    let run = find(&app, &caller, id).await?;
    let event = app.store.event_by_id(run.event).await?;
    let event = event.ok_or_else(|| unknown(format!("run {id}")))?;
    Ok(Json(info(run, &event)))
}

/// The rounds that the caller may see, if some are hidden.
fn shown_rounds(caller: &Caller, run: &Run) -> Option<i64> {
    let is_partial = run.released < ALL_ROUNDS && caller.may(Action::ReadRun, false, None).is_err();
    is_partial.then_some(run.released)
}

/// The results of a run.
#[derive(Debug, Serialize, ToSchema)]
pub struct RunReport {
    /// Number of entries of the log that the results follow from.
    pub length: i64,
    /// `tournament`, `league` or `grade`.
    pub kind: String,
    /// What the command line writes into `report.json` for a run of this kind.
    #[schema(value_type = Object)]
    pub report: Value,
}

/// The results of a run so far: computed from its log, as on the command line.
#[utoipa::path(get, path = "/api/v1/runs/{id}/report", tag = "run", params(("id" = i64, Path)),
    responses((status = 200, body = RunReport), (status = "default", body = Problem)))]
pub async fn report(
    State(app): State<Arc<App>>,
    caller: Caller,
    At(id): At<i64>,
) -> Result<Json<RunReport>, Problem> {
    let run = find(&app, &caller, id).await?;
    let (length, report) = match shown_rounds(&caller, &run) {
        None => app.runs.report(id).await?,
        Some(rounds) => {
            let (plan, history) = app.runs.shown(&run, rounds).await?;
            (run.length, agon_compete::report(&plan, &history))
        }
    };
    let mut report = serde_json::to_value(report).expect("reports are plain data");
    Ok(Json(RunReport { length, kind: run.kind, report: report["report"].take() }))
}

/// The log of a run: an entry per line, as in the journal of a run of the command line.
#[utoipa::path(get, path = "/api/v1/runs/{id}/log", tag = "run", params(("id" = i64, Path)),
    responses((status = 200, content_type = "application/jsonl"), (status = "default", body = Problem)))]
pub async fn log(
    State(app): State<Arc<App>>,
    caller: Caller,
    At(id): At<i64>,
) -> Result<impl IntoResponse, Problem> {
    caller.may(Action::ReadLog, false, None)?;
    find(&app, &caller, id).await?;
    let entries = app.store.run_entries(id, 0).await?;
    let text: String = entries.into_iter().flat_map(|entry| [entry, "\n".into()]).collect();
    Ok(([(header::CONTENT_TYPE, "application/jsonl")], text))
}

/// A rated entrant or team.
#[derive(Debug, Serialize, ToSchema)]
pub struct RatedInfo {
    /// Number of the entrant in its run, or of the team.
    pub number: i64,
    /// Its name.
    pub name: String,
    /// Elo rating.
    pub elo: f64,
    /// Half of the 95 % interval.
    pub error: f64,
    /// Best plausible place.
    pub best_place: usize,
    /// Worst plausible place.
    pub worst_place: usize,
    /// Games played.
    pub games: u64,
    /// Unshared first places.
    pub won: u64,
    /// Shared first places.
    pub shared: u64,
    /// All other games.
    pub lost: u64,
    /// `withdrawn` or `disqualified`, on the leaderboard; missing for a team that takes part.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
}

/// Ratings, from strongest to weakest.
#[derive(Debug, Serialize, ToSchema)]
pub struct Ratings {
    /// Grows with the results that the ratings follow from.
    pub version: i64,
    /// Number of games.
    pub games: i64,
    /// The rated.
    pub lines: Vec<RatedInfo>,
}

pub(super) fn ratings(board: &Leaderboard, names: &BTreeMap<i64, String>) -> Ratings {
    let line = |line: &Rated| RatedInfo {
        number: line.player,
        name: names.get(&line.player).cloned().unwrap_or_default(),
        elo: line.elo,
        error: line.error,
        best_place: line.places.0,
        worst_place: line.places.1,
        games: line.games,
        won: line.won,
        shared: line.shared,
        lost: line.lost,
        state: None,
    };
    let lines = board.lines.iter().map(line).collect();
    Ratings { version: board.version, games: board.games, lines }
}

/// The ratings of a run's entrants, from its counted results.
#[utoipa::path(get, path = "/api/v1/runs/{id}/ratings", tag = "run", params(("id" = i64, Path)),
    responses((status = 200, body = Ratings), (status = "default", body = Problem)))]
pub async fn run_ratings(
    State(app): State<Arc<App>>,
    caller: Caller,
    At(id): At<i64>,
) -> Result<Json<Ratings>, Problem> {
    let run = find(&app, &caller, id).await?;
    let names: BTreeMap<i64, String> = app.store.run_names(id).await?.into_iter().collect();
    let players = names.keys().copied();
    let board = match shown_rounds(&caller, &run) {
        None => rate_run(&app.store, id, run.length, players).await?,
        Some(rounds) => {
            let (_, history) = app.runs.shown(&run, rounds).await?;
            let tally = Tally::of(&history);
            let games = tally.counts().map(|(_, games)| games).sum();
            let lines = tally.rate(&players.collect::<Vec<i64>>());
            Leaderboard { version: run.length, games, lines }
        }
    };
    Ok(Json(ratings(&board, &names)))
}

/// A decision about a run.
#[derive(Debug, Deserialize, ToSchema)]
pub struct RulingRequest {
    /// Why; it is shown in the report.
    pub why: String,
    /// What is decided, as in a run's log: `{"action": "withdraw", "entrant": 3}`,
    /// `{"action": "rerun", "games": ["r1.p1.g1"]}`, and so on; `{"action": "enter", "team": 7}` lets a team
    /// into a tournament from the next draw on; `{"action": "stop"}` ends the run for good: its games that
    /// have no result are not played.
    #[schema(value_type = Object)]
    pub ruling: Map<String, Value>,
}

/// Decide something about a run: withdraw, disqualify, correct, rerun, stop, ...
#[utoipa::path(post, path = "/api/v1/runs/{id}/rulings", tag = "run", params(("id" = i64, Path)),
    request_body = RulingRequest,
    responses((status = 204), (status = "default", body = Problem)))]
pub async fn rule(
    State(app): State<Arc<App>>,
    caller: Caller,
    At(id): At<i64>,
    Body(request): Body<RulingRequest>,
) -> Result<StatusCode, Problem> {
    let account = caller.account(Action::DecideRun)?;
    let run = find(&app, &caller, id).await?;
    let by = (ORGANISERS, request.why.as_str());
    decide(&app.planner(), &app.runs, &run, Some(account.id), by, request.ruling).await?;
    app.changed();
    Ok(StatusCode::NO_CONTENT)
}

/// Whether the results of a run are public.
#[derive(Debug, Deserialize, ToSchema)]
pub struct PublicRequest {
    /// True shows them.
    pub public: bool,
}

/// Make the results of a run public, or hide them.
#[utoipa::path(put, path = "/api/v1/runs/{id}/public", tag = "run", params(("id" = i64, Path)),
    request_body = PublicRequest,
    responses((status = 204), (status = "default", body = Problem)))]
pub async fn set_public(
    State(app): State<Arc<App>>,
    caller: Caller,
    At(id): At<i64>,
    Body(request): Body<PublicRequest>,
) -> Result<StatusCode, Problem> {
    let account = caller.account(Action::DecideRun)?.id;
    app.store.change(SetPublic { run: id, public: request.public, account, now: now() }).await?;
    app.changed();
    Ok(StatusCode::NO_CONTENT)
}
