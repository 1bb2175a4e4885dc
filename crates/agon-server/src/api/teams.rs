//! Teams of an event and their members.

use super::Page;
use super::events::find;
use super::extract::{Asked, At, Body};
use crate::app::{App, now};
use crate::authorise::Action;
use crate::events::{Settings, instant};
use crate::identity::Caller;
use crate::problem::{Problem, problem, unknown};
use crate::secrets::random_text;
use agon_store::events::Event;
use agon_store::teams::{Join, NewTeam, Team, TeamState};
use agon_store::versions::{Extend, Extension};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::ToSchema;

/// A team, as all visitors see it.
#[derive(Debug, Serialize, ToSchema)]
pub struct TeamInfo {
    /// Its number.
    pub id: i64,
    /// Its name.
    pub name: String,
    /// Whether it belongs to the organisers.
    pub staff: bool,
    /// `active`, `withdrawn` or `disqualified`.
    pub state: String,
    /// Whether it has a bot that can play.
    pub can_play: bool,
    /// Its division, if the event has some.
    pub division: Option<String>,
    /// What it is eligible for.
    pub tags: Vec<String>,
}

fn team_info(team: &Team) -> TeamInfo {
    TeamInfo {
        id: team.id,
        name: team.name.clone(),
        staff: team.staff,
        state: team.state.name().to_owned(),
        can_play: team.state == TeamState::Active && team.active_submission.is_some(),
        division: team.division.clone(),
        tags: team.tags.clone(),
    }
}

/// A page of teams.
#[derive(Debug, Serialize, ToSchema)]
pub struct Teams {
    /// The teams.
    pub teams: Vec<TeamInfo>,
    /// The cursor of the next page; missing on the last one.
    pub next: Option<i64>,
}

/// The teams of an event.
#[utoipa::path(get, path = "/api/v1/events/{event}/teams", tag = "team",
    params(("event" = String, Path), Page),
    responses((status = 200, body = Teams), (status = "default", body = Problem)))]
pub async fn teams(
    State(app): State<Arc<App>>,
    caller: Caller,
    At(event): At<String>,
    Asked(page): Asked<Page>,
) -> Result<Json<Teams>, Problem> {
    caller.may(Action::ReadPublic, false, None)?;
    let event = find(&app, &event).await?;
    let found = app.store.teams(event.id, page.cursor.unwrap_or(0), page.limit()).await?;
    let next =
        (found.len() as u32 == page.limit()).then(|| found.last().map(|last| last.id)).flatten();
    let sees_all = caller.may(Action::ReadLog, false, None).is_ok();
    let shown = found.iter().filter(|team| sees_all || team.hidden.is_none());
    Ok(Json(Teams { teams: shown.map(team_info).collect(), next }))
}

/// A team to make.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TeamRequest {
    /// Its name.
    pub name: String,
}

/// A team, as its members see it.
#[derive(Debug, Serialize, ToSchema)]
pub struct MyTeam {
    /// What all visitors see.
    pub team: TeamInfo,
    /// Lets another person join.
    pub join_code: String,
    /// Display names of the members.
    pub members: Vec<String>,
    /// The submission that plays.
    pub active_submission: Option<i64>,
    /// Why the team is not active.
    pub reason: Option<String>,
}

pub(super) async fn mine(app: &App, team: Team) -> Result<MyTeam, Problem> {
    let members = app.store.members(team.id).await?;
    Ok(MyTeam {
        team: team_info(&team),
        join_code: team.join_code,
        members,
        active_submission: team.active_submission,
        reason: team.reason,
    })
}

/// Make a team and be its first member.
#[utoipa::path(post, path = "/api/v1/events/{event}/teams", tag = "team", params(("event" = String, Path)),
    request_body = TeamRequest,
    responses((status = 200, body = MyTeam), (status = "default", body = Problem)))]
pub async fn make_team(
    State(app): State<Arc<App>>,
    caller: Caller,
    At(event): At<String>,
    Body(request): Body<TeamRequest>,
) -> Result<Json<MyTeam>, Problem> {
    let account = caller.account(Action::MakeTeam)?.id;
    let event = find(&app, &event).await?;
    caller.may(Action::MakeTeam, true, Some(event.phase))?;
    let change = NewTeam {
        event: event.id,
        name: request.name,
        account: Some(account),
        join_code: random_text(10),
        now: now(),
    };
    let id = app.store.change(change).await?;
    app.changed();
    let team = app.store.team(id).await?.ok_or_else(|| unknown(format!("team {id}")))?;
    Ok(Json(mine(&app, team).await?))
}

/// My team in an event.
#[utoipa::path(get, path = "/api/v1/events/{event}/my-team", tag = "team", params(("event" = String, Path)),
    responses((status = 200, body = MyTeam), (status = "default", body = Problem)))]
pub async fn my_team(
    State(app): State<Arc<App>>,
    caller: Caller,
    At(event): At<String>,
) -> Result<Json<MyTeam>, Problem> {
    let (_, team) = own_team(&app, &caller, &event, Action::ReadTeamSecrets).await?;
    Ok(Json(mine(&app, team).await?))
}

/// The caller's team in an event, if the action is allowed there now.
pub(crate) async fn own_team(
    app: &App,
    caller: &Caller,
    event: &str,
    action: Action,
) -> Result<(Event, Team), Problem> {
    let account = caller.account(action)?.id;
    let event = find(app, event).await?;
    caller.may(action, true, Some(event.phase))?;
    let team = app.store.team_of(event.id, account).await?;
    Ok((event, team.ok_or_else(no_team)?))
}

pub(super) fn no_team() -> Problem {
    unknown("team of yours in this event; make or join one first")
}

/// A later deadline.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ExtensionRequest {
    /// The team's own deadline, in the event's time zone or with an offset.
    pub until: String,
    /// Why; the team sees it.
    pub reason: String,
}

/// Give one team a later deadline than the others.
#[utoipa::path(post, path = "/api/v1/teams/{id}/extensions", tag = "team", params(("id" = i64, Path)),
    request_body = ExtensionRequest,
    responses((status = 204), (status = "default", body = Problem)))]
pub async fn extend(
    State(app): State<Arc<App>>,
    caller: Caller,
    At(id): At<i64>,
    Body(request): Body<ExtensionRequest>,
) -> Result<StatusCode, Problem> {
    let account = Some(caller.account(Action::ExtendDeadline)?.id);
    let missing = || unknown(format!("team {id}"));
    let team = app.store.team(id).await?.ok_or_else(missing)?;
    if team.staff {
        let detail = "this is a bot of the organisers, which has no deadline";
        return Err(problem(StatusCode::CONFLICT, detail));
    }
    let event = app.store.event_by_id(team.event).await?.ok_or_else(missing)?;
    let Some(from_ms) = event.deadline(now()) else {
        let detail = "the event has no deadline; set the time of the phase frozen first";
        return Err(problem(StatusCode::CONFLICT, detail));
    };
    let until_ms = instant(&request.until, &Settings::of(&event).zone())?;
    let extension = Extension { from_ms, until_ms, reason: request.reason };
    app.store.change(Extend { team: id, extension, account, now: now() }).await?;
    app.changed();
    Ok(StatusCode::NO_CONTENT)
}

/// A join code.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct JoinRequest {
    /// The code that a member has passed on.
    pub code: String,
}

/// Join a team by its code.
#[utoipa::path(post, path = "/api/v1/events/{event}/join", tag = "team", params(("event" = String, Path)),
    request_body = JoinRequest,
    responses((status = 200, body = MyTeam), (status = "default", body = Problem)))]
pub async fn join(
    State(app): State<Arc<App>>,
    caller: Caller,
    At(event): At<String>,
    Body(request): Body<JoinRequest>,
) -> Result<Json<MyTeam>, Problem> {
    let account = caller.account(Action::JoinTeam)?.id;
    let event = find(&app, &event).await?;
    caller.may(Action::JoinTeam, true, Some(event.phase))?;
    let settings = Settings::of(&event);
    let change = Join {
        event: event.id,
        join_code: request.code.trim().to_lowercase(),
        account,
        most_members: settings.team_members.unwrap_or(app.config.team_members),
        now: now(),
    };
    let id = app.store.change(change).await?;
    let team = app.store.team(id).await?.ok_or_else(|| unknown(format!("team {id}")))?;
    Ok(Json(mine(&app, team).await?))
}
