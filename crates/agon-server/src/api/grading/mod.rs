//! Gradings of an event: made by organisers, marked by staff, read by authors when they are released.

pub(super) mod hand;
pub(super) mod hidden;
pub(super) mod raffles;
pub(super) mod results;
pub(super) mod similar;

use super::events::find as find_event;
use super::extract::{At, Body};
use crate::app::{App, now};
use crate::authorise::Action;
use crate::events::{Settings, instant};
use crate::grading::{Taken, take_up};
use crate::identity::Caller;
use crate::problem::{Problem, invalid, problem, unknown};
use crate::runs::{ORGANISERS, read_rubric};
use agon_compete::grade::Rubric;
use agon_compete::{Action as Decision, EntrantId, Ruling};
use agon_store::Millis;
use agon_store::events::Event;
use agon_store::events::check_reason;
use agon_store::grading::{ChangeGrading, ExtendGrading, Grading, NewGrading, ReleaseGrading};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::ToSchema;

/// A grading. What only staff may know is missing for others.
#[derive(Debug, Serialize, ToSchema)]
pub struct GradingInfo {
    /// Its number.
    pub id: i64,
    /// Its title.
    pub title: String,
    /// The deadline, in milliseconds since 1970; for a competitor that of the own team.
    pub deadline_ms: i64,
    /// What happens to late submissions, as a sentence.
    pub late: String,
    /// Whether authors may read their results.
    pub released: bool,
    /// `waiting` for the deadline, `playing`, `blocked` by a job that failed too often, or `graded`.
    pub state: Option<String>,
    /// Why the games cannot be drawn.
    pub fault: Option<String>,
    /// The rubric, as the organiser wrote it.
    pub rubric: Option<String>,
    /// The run with its games.
    pub run: Option<i64>,
    /// Maximum points.
    pub most: Option<f64>,
}

/// A grading that exists, for people who may read all of it.
pub(super) async fn find(
    app: &App,
    caller: &Caller,
    id: i64,
    action: Action,
) -> Result<Grading, Problem> {
    let missing = || unknown(format!("grading {id}"));
    caller.may(action, false, None).map_err(|refused| match refused.status {
        404 => missing(),
        _ => refused,
    })?;
    app.store.grading(id).await?.ok_or_else(missing)
}

/// The rubric of a grading, which was checked when it was stored.
pub(super) fn rubric_of(grading: &Grading) -> Result<Rubric, Problem> {
    Rubric::parse(&grading.rubric).map_err(|why| invalid(format!("the rubric: {why}")))
}

async fn info(app: &App, grading: Grading) -> Result<GradingInfo, Problem> {
    let run = match grading.run {
        Some(run) => app.store.run(run).await?,
        None => None,
    };
    let state = run.map_or("waiting", |run| match run.state.as_str() {
        "closed" => "graded",
        "blocked" => "blocked",
        "stopped" => "stopped",
        _ => "playing",
    });
    let rubric = rubric_of(&grading)?;
    Ok(GradingInfo {
        id: grading.id,
        title: grading.title,
        deadline_ms: grading.deadline_ms,
        late: late_sentence(&rubric),
        released: grading.released_ms.is_some(),
        state: Some(state.to_owned()),
        fault: grading.fault,
        rubric: Some(grading.rubric),
        run: grading.run,
        most: Some(rubric.most() + rubric.most_manual()),
    })
}

fn late_sentence(rubric: &Rubric) -> String {
    let none = || "Late submissions are not accepted.".to_owned();
    rubric.late.as_ref().map_or_else(none, |late| late.sentence())
}

/// A grading to make, or what it becomes.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct GradingRequest {
    /// Its title.
    pub title: String,
    /// The rubric: the text of the file that `agon grade` reads.
    pub rubric: String,
    /// The deadline, in the event's time zone or with an offset.
    pub deadline: String,
}

/// What is checked before a grading is stored: the deadline, and a rubric that fits the event.
async fn checked(app: &App, event: &Event, request: &GradingRequest) -> Result<Millis, Problem> {
    let game = app.game(&event.game).ok_or_else(|| invalid("the event's game is unknown"))?;
    let rubric = read_rubric(game, &request.rubric)?;
    for waiver in &rubric.waivers {
        if app.store.team_named(event.id, &waiver.bot).await?.is_none() {
            let bot = &waiver.bot;
            return Err(invalid(format!("a waiver names `{bot}`, which is no team of this event")));
        }
    }
    instant(&request.deadline, &Settings::of(event).zone())
}

/// Make a grading. Its games are drawn by themselves after the deadline.
#[utoipa::path(post, path = "/api/v1/events/{event}/gradings", tag = "grading",
    params(("event" = String, Path)), request_body = GradingRequest,
    responses((status = 200, body = GradingInfo), (status = "default", body = Problem)))]
pub async fn make(
    State(app): State<Arc<App>>,
    caller: Caller,
    At(event): At<String>,
    Body(request): Body<GradingRequest>,
) -> Result<Json<GradingInfo>, Problem> {
    let account = caller.account(Action::DecideRun)?.id;
    let event = find_event(&app, &event).await?;
    let deadline_ms = checked(&app, &event, &request).await?;
    let GradingRequest { title, rubric, .. } = request;
    let (event, account) = (event.id, Some(account));
    let change = NewGrading { event, title, rubric, deadline_ms, account, now: now() };
    let id = app.store.change(change).await?;
    let made = app.store.grading(id).await?.ok_or_else(|| unknown(format!("grading {id}")))?;
    Ok(Json(info(&app, made).await?))
}

/// The gradings of an event. Competitors read title, deadline, late policy, and whether results are released.
#[utoipa::path(get, path = "/api/v1/events/{event}/gradings", tag = "grading",
    params(("event" = String, Path)),
    responses((status = 200, body = Vec<GradingInfo>), (status = "default", body = Problem)))]
pub async fn list(
    State(app): State<Arc<App>>,
    caller: Caller,
    At(event): At<String>,
) -> Result<Json<Vec<GradingInfo>>, Problem> {
    caller.account(Action::ReadGrade)?;
    let event = find_event(&app, &event).await?;
    let sees_all = caller.may(Action::ReadGrade, false, None).is_ok();
    let team = app.store.team_of(event.id, caller.id()).await?.map_or(0, |team| team.id);
    let mut all = Vec::new();
    for grading in app.store.gradings(event.id).await? {
        let own = app.store.own_deadlines(&grading).await?;
        let whole = info(&app, grading).await?;
        all.push(match sees_all {
            true => whole,
            false => GradingInfo {
                deadline_ms: own.get(&team).copied().unwrap_or(whole.deadline_ms),
                state: None,
                fault: None,
                rubric: None,
                run: None,
                most: None,
                ..whole
            },
        });
    }
    Ok(Json(all))
}

/// A grading with its rubric, for staff.
#[utoipa::path(get, path = "/api/v1/gradings/{id}", tag = "grading", params(("id" = i64, Path)),
    responses((status = 200, body = GradingInfo), (status = "default", body = Problem)))]
pub async fn read(
    State(app): State<Arc<App>>,
    caller: Caller,
    At(id): At<i64>,
) -> Result<Json<GradingInfo>, Problem> {
    let found = find(&app, &caller, id, Action::ReadGrade).await?;
    Ok(Json(info(&app, found).await?))
}

/// Change a grading whose games have not been drawn.
#[utoipa::path(put, path = "/api/v1/gradings/{id}", tag = "grading", params(("id" = i64, Path)),
    request_body = GradingRequest,
    responses((status = 200, body = GradingInfo), (status = "default", body = Problem)))]
pub async fn change(
    State(app): State<Arc<App>>,
    caller: Caller,
    At(id): At<i64>,
    Body(request): Body<GradingRequest>,
) -> Result<Json<GradingInfo>, Problem> {
    let account = caller.account(Action::DecideRun)?.id;
    let found = find(&app, &caller, id, Action::DecideRun).await?;
    let missing = || unknown(format!("grading {id}"));
    let event = app.store.event_by_id(found.event).await?.ok_or_else(missing)?;
    let deadline_ms = checked(&app, &event, &request).await?;
    let GradingRequest { title, rubric, .. } = request;
    let change = ChangeGrading { grading: id, title, rubric, deadline_ms, account, now: now() };
    app.store.change(change).await?;
    let changed = app.store.grading(id).await?.ok_or_else(missing)?;
    Ok(Json(info(&app, changed).await?))
}

/// Whether authors may read their results.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReleaseRequest {
    /// True shows them.
    pub released: bool,
}

/// Let authors read their own results, or hide them again.
#[utoipa::path(put, path = "/api/v1/gradings/{id}/released", tag = "grading", params(("id" = i64, Path)),
    request_body = ReleaseRequest,
    responses((status = 204), (status = "default", body = Problem)))]
pub async fn release(
    State(app): State<Arc<App>>,
    caller: Caller,
    At(id): At<i64>,
    Body(request): Body<ReleaseRequest>,
) -> Result<StatusCode, Problem> {
    let account = Some(caller.account(Action::DecideRun)?.id);
    let change = ReleaseGrading { grading: id, released: request.released, account, now: now() };
    app.store.change(change).await?;
    app.changed();
    Ok(StatusCode::NO_CONTENT)
}

/// Grade the versions that have come in since, at once. This also happens by itself until a day after the
/// last accepted moment.
#[utoipa::path(post, path = "/api/v1/gradings/{id}/collect", tag = "grading", params(("id" = i64, Path)),
    responses((status = 200, body = GradingInfo), (status = "default", body = Problem)))]
pub async fn collect(
    State(app): State<Arc<App>>,
    caller: Caller,
    At(id): At<i64>,
) -> Result<Json<GradingInfo>, Problem> {
    let found = find(&app, &caller, id, Action::DecideRun).await?;
    if found.deadline_ms > now() {
        return Err(problem(StatusCode::CONFLICT, "the deadline of this grading is still to come"));
    }
    if let Taken::Waiting(waiting) = take_up(&app, &found, true).await? {
        let detail =
            format!("{waiting} submissions of the deadline are still validated; try again later");
        return Err(problem(StatusCode::CONFLICT, detail));
    }
    let found = find(&app, &caller, id, Action::DecideRun).await?;
    Ok(Json(info(&app, found).await?))
}

/// Which games are played again, and why.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RegradeRequest {
    /// Why; it is shown to the authors.
    pub why: String,
    /// The number of a team; default: all teams.
    pub team: Option<i64>,
}

/// Play the games of a grading again, with the same opponents, maps and seeds: bots without chance of their
/// own get the same marks.
#[utoipa::path(post, path = "/api/v1/gradings/{id}/regrade", tag = "grading", params(("id" = i64, Path)),
    request_body = RegradeRequest,
    responses((status = 204), (status = "default", body = Problem)))]
pub async fn regrade(
    State(app): State<Arc<App>>,
    caller: Caller,
    At(id): At<i64>,
    Body(request): Body<RegradeRequest>,
) -> Result<StatusCode, Problem> {
    let account = caller.account(Action::DecideRun)?.id;
    check_reason(&request.why)?;
    let found = find(&app, &caller, id, Action::DecideRun).await?;
    let none =
        || problem(StatusCode::CONFLICT, "this grading has no games that could be played again");
    let run = found.run.ok_or_else(none)?;
    let stored = app.store.run(run).await?.ok_or_else(none)?;
    let (_, history) = app.runs.shown(&stored, i64::MAX).await?;
    let entrants = app.store.run_entrants(run).await?;
    let is_asked = |number: u32| {
        let side = entrants.iter().find(|(entrant, _)| *entrant == number).map(|(_, side)| side);
        request.team.is_none_or(|team| side.is_some_and(|side| side.team == team))
    };
    // Games of a submission that has left are not played again.
    let is_there = |seat: &EntrantId| {
        history.entrant(*seat).is_some_and(|entrant| entrant.absence().is_none())
    };
    let ended = history.games().iter().filter(|game| !game.is_open());
    let games: Vec<String> = ended
        .filter(|game| game.drawn.seats.iter().any(|seat| is_asked(seat.0)))
        .filter(|game| game.drawn.seats.iter().all(is_there))
        .map(|game| game.drawn.key.clone())
        .collect();
    if games.is_empty() {
        return Err(none());
    }
    let action = Decision::Rerun { games };
    let ruling = Ruling { who: ORGANISERS.to_owned(), why: request.why, action };
    app.runs.rule(run, Some(account), ruling).await?;
    app.changed();
    Ok(StatusCode::NO_CONTENT)
}

/// A later deadline for one team.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct GradingExtension {
    /// The number of the team.
    pub team: i64,
    /// The team's own deadline, in the event's time zone or with an offset.
    pub until: String,
    /// Why; the team sees it.
    pub reason: String,
}

/// Give one team a later deadline for this grading. Days of lateness count from it.
#[utoipa::path(post, path = "/api/v1/gradings/{id}/extensions", tag = "grading", params(("id" = i64, Path)),
    request_body = GradingExtension,
    responses((status = 204), (status = "default", body = Problem)))]
pub async fn extend(
    State(app): State<Arc<App>>,
    caller: Caller,
    At(id): At<i64>,
    Body(request): Body<GradingExtension>,
) -> Result<StatusCode, Problem> {
    let account = caller.account(Action::ExtendDeadline)?.id;
    let found = find(&app, &caller, id, Action::ExtendDeadline).await?;
    let missing = || unknown(format!("grading {id}"));
    let event = app.store.event_by_id(found.event).await?.ok_or_else(missing)?;
    let until_ms = instant(&request.until, &Settings::of(&event).zone())?;
    let GradingExtension { team, reason, .. } = request;
    let change = ExtendGrading { grading: id, team, until_ms, reason, account, now: now() };
    app.store.change(change).await?;
    app.changed();
    Ok(StatusCode::NO_CONTENT)
}
