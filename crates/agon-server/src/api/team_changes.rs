//! What members and staff change about a team: name, division, join code, state, tags.

use super::extract::{At, Body};
use super::teams::{MyTeam, mine, own_team};
use crate::app::{App, now};
use crate::authorise::Action;
use crate::events::Settings;
use crate::identity::Caller;
use crate::problem::{Problem, invalid, unknown};
use crate::secrets::random_text;
use agon_store::teams::{ChangeTeam, Leave, SetTags, SetTeamState, TeamState};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::Deserialize;
use std::sync::Arc;
use utoipa::ToSchema;

/// A change of a team; what is left out stays.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TeamChange {
    /// The new name.
    pub name: Option<String>,
    /// One of the event's divisions.
    pub division: Option<String>,
    /// Whether to make a new join code; the old one stops working.
    #[serde(default)]
    pub new_join_code: bool,
}

/// Change my team's name, division or join code, until the freeze.
#[utoipa::path(patch, path = "/api/v1/events/{event}/my-team", tag = "team",
    params(("event" = String, Path)), request_body = TeamChange,
    responses((status = 200, body = MyTeam), (status = "default", body = Problem)))]
pub async fn change(
    State(app): State<Arc<App>>,
    caller: Caller,
    At(event): At<String>,
    Body(request): Body<TeamChange>,
) -> Result<Json<MyTeam>, Problem> {
    let (event, team) = own_team(&app, &caller, &event, Action::ChangeTeam).await?;
    let divisions = Settings::of(&event).divisions;
    if let Some(division) = request.division.as_ref().filter(|name| !divisions.contains(name)) {
        let known = match divisions.is_empty() {
            true => "this event has none".to_owned(),
            false => format!("choose one of {}", divisions.join(", ")),
        };
        return Err(invalid(format!("unknown division `{division}`; {known}")));
    }
    let change = ChangeTeam {
        team: team.id,
        name: request.name,
        join_code: request.new_join_code.then(|| random_text(10)),
        division: request.division,
        now: now(),
    };
    app.store.change(change).await?;
    app.changed();
    let team = app.store.team(team.id).await?.ok_or_else(super::teams::no_team)?;
    Ok(Json(mine(&app, team).await?))
}

/// Leave my team, until the freeze. A team without members is withdrawn.
#[utoipa::path(post, path = "/api/v1/events/{event}/leave", tag = "team", params(("event" = String, Path)),
    responses((status = 204), (status = "default", body = Problem)))]
pub async fn leave(
    State(app): State<Arc<App>>,
    caller: Caller,
    At(event): At<String>,
) -> Result<StatusCode, Problem> {
    let (_, team) = own_team(&app, &caller, &event, Action::ChangeTeam).await?;
    app.store.change(Leave { team: team.id, account: caller.id(), now: now() }).await?;
    app.changed();
    Ok(StatusCode::NO_CONTENT)
}

/// Why a team gives up.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WithdrawRequest {
    /// Why; members and staff see it.
    pub reason: String,
}

/// Withdraw my team from the event; staff can reinstate it.
#[utoipa::path(post, path = "/api/v1/events/{event}/withdraw", tag = "team",
    params(("event" = String, Path)), request_body = WithdrawRequest,
    responses((status = 204), (status = "default", body = Problem)))]
pub async fn withdraw(
    State(app): State<Arc<App>>,
    caller: Caller,
    At(event): At<String>,
    Body(request): Body<WithdrawRequest>,
) -> Result<StatusCode, Problem> {
    let (_, team) = own_team(&app, &caller, &event, Action::WithdrawTeam).await?;
    let change = SetTeamState {
        team: team.id,
        state: TeamState::Withdrawn,
        reason: Some(request.reason),
        only_if_active: true,
        account: caller.id(),
        now: now(),
    };
    app.store.change(change).await?;
    app.changed();
    Ok(StatusCode::NO_CONTENT)
}

/// A decision of staff about a team; what is left out stays.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TeamDecision {
    /// `active`, `withdrawn` or `disqualified`.
    #[schema(value_type = Option<String>)]
    pub state: Option<TeamState>,
    /// Why the team is not active; only its members and staff see it.
    pub reason: Option<String>,
    /// What the team is eligible for, of the event's tags.
    pub tags: Option<Vec<String>>,
}

/// Disqualify or reinstate a team, or set what it is eligible for.
#[utoipa::path(patch, path = "/api/v1/teams/{id}", tag = "team", params(("id" = i64, Path)),
    request_body = TeamDecision,
    responses((status = 204), (status = "default", body = Problem)))]
pub async fn decide(
    State(app): State<Arc<App>>,
    caller: Caller,
    At(id): At<i64>,
    Body(request): Body<TeamDecision>,
) -> Result<StatusCode, Problem> {
    let account = caller.account(Action::DecideTeam)?.id;
    let missing = || unknown(format!("team {id}"));
    let team = app.store.team(id).await?.ok_or_else(missing)?;
    let event = app.store.event_by_id(team.event).await?.ok_or_else(missing)?;
    let known = Settings::of(&event).tags;
    if let Some(tag) = request.tags.iter().flatten().find(|tag| !known.contains(tag)) {
        return Err(invalid(format!("the event has no tag `{tag}`; add it to its settings first")));
    }
    if request.state.is_none() && request.reason.is_some() {
        return Err(invalid("`reason` belongs to a `state`; write that, too"));
    }
    // This one may be refused; then nothing has changed.
    if let Some(state) = request.state {
        let (reason, now) = (request.reason, now());
        let change = SetTeamState { team: id, state, reason, only_if_active: false, account, now };
        app.store.change(change).await?;
    }
    if let Some(tags) = request.tags {
        app.store.change(SetTags { team: id, tags, account, now: now() }).await?;
    }
    app.changed();
    Ok(StatusCode::NO_CONTENT)
}
