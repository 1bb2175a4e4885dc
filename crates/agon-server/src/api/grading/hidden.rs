//! Bots of the organisers, and what people who are not staff read of hidden ones.

use super::super::events::find as find_event;
use super::super::extract::{Asked, At, Body};
use super::super::submissions::{SubmissionInfo, Upload, check_name, read_upload, store_upload};
use crate::app::{App, now};
use crate::authorise::Action;
use crate::events::Settings;
use crate::identity::Caller;
use crate::problem::{Problem, unknown};
use crate::secrets::random_text;
use agon_compete::grade::Rubric;
use agon_store::grading::{NewStaffBot, SetHidden};
use agon_store::matches::{Match, MatchKind};
use agon_store::submissions::{Submit, SubmitFor};
use agon_store::teams::Team;
use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::ToSchema;

/// The name of every hidden opponent.
pub(in crate::api) const HIDDEN_NAME: &str = "hidden opponent";

/// What the rubric says about the opponent of a match, if it is hidden there.
pub(in crate::api) async fn hidden_in(app: &App, found: &Match) -> Result<Option<String>, Problem> {
    let (MatchKind::Grading, Some(run)) = (found.kind, found.run) else { return Ok(None) };
    let Some(grading) = app.store.grading_of_run(run).await? else { return Ok(None) };
    let Ok(rubric) = Rubric::parse(&grading.rubric) else { return Ok(None) };
    let task =
        found.game.as_deref().and_then(task_of_key).and_then(|number| rubric.tasks.get(number));
    Ok(task.and_then(|task| task.hidden.clone()))
}

/// The place of the task in the key of a graded game, `NAME.tTASK.mMAP.sSEED.pSEAT`.
fn task_of_key(key: &str) -> Option<usize> {
    let task = key.rsplit('.').nth(3)?.strip_prefix('t')?;
    task.parse::<usize>().ok()?.checked_sub(1)
}

/// A bot of the organisers.
#[derive(Debug, Serialize, ToSchema)]
pub struct StaffBotInfo {
    /// The number of its team.
    pub id: i64,
    /// Its name.
    pub name: String,
    /// What people who are not staff read instead of its name; missing if they see it.
    pub hidden: Option<String>,
    /// Whether it has a version that can play.
    pub can_play: bool,
}

fn info(team: &Team) -> StaffBotInfo {
    StaffBotInfo {
        id: team.id,
        name: team.name.clone(),
        hidden: team.hidden.clone(),
        can_play: team.active_submission.is_some(),
    }
}

/// The bots of the organisers in an event, hidden ones as well.
#[utoipa::path(get, path = "/api/v1/events/{event}/staff-bots", tag = "grading",
    params(("event" = String, Path)),
    responses((status = 200, body = Vec<StaffBotInfo>), (status = "default", body = Problem)))]
pub async fn list(
    State(app): State<Arc<App>>,
    caller: Caller,
    At(event): At<String>,
) -> Result<Json<Vec<StaffBotInfo>>, Problem> {
    caller.may(Action::ReadLog, false, None)?;
    let event = find_event(&app, &event).await?;
    let (mut all, mut after) = (Vec::new(), 0);
    loop {
        let page = app.store.teams(event.id, after, 200).await?;
        all.extend(page.iter().filter(|team| team.staff).map(info));
        match page.last() {
            Some(last) => after = last.id,
            None => return Ok(Json(all)),
        }
    }
}

/// A bot of the organisers to make.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct StaffBotRequest {
    /// Its name; a rubric names it as an opponent by this name.
    pub name: String,
    /// Hides it: what people who are not staff read instead of its name.
    pub hidden: Option<String>,
}

/// Make a team for a bot of the organisers. Upload its program next.
#[utoipa::path(post, path = "/api/v1/events/{event}/staff-bots", tag = "grading",
    params(("event" = String, Path)), request_body = StaffBotRequest,
    responses((status = 200, body = StaffBotInfo), (status = "default", body = Problem)))]
pub async fn make(
    State(app): State<Arc<App>>,
    caller: Caller,
    At(event): At<String>,
    Body(request): Body<StaffBotRequest>,
) -> Result<Json<StaffBotInfo>, Problem> {
    let account = caller.account(Action::DecideRun)?.id;
    let event = find_event(&app, &event).await?.id;
    let StaffBotRequest { name, hidden } = request;
    let join_code = format!("staff-{}", random_text(20));
    let change = NewStaffBot { event, name, hidden, join_code, account, now: now() };
    let id = app.store.change(change).await?;
    app.changed();
    Ok(Json(info(&staff_bot(&app, id).await?)))
}

async fn staff_bot(app: &App, id: i64) -> Result<Team, Problem> {
    let found = app.store.team(id).await?.filter(|team| team.staff);
    found.ok_or_else(|| unknown(format!("staff bot {id}")))
}

/// Whether a bot is hidden.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct HiddenRequest {
    /// What people who are not staff read instead of its name; null shows it.
    pub hidden: Option<String>,
}

/// Hide a bot of the organisers, or show it.
#[utoipa::path(put, path = "/api/v1/staff-bots/{id}/hidden", tag = "grading", params(("id" = i64, Path)),
    request_body = HiddenRequest,
    responses((status = 200, body = StaffBotInfo), (status = "default", body = Problem)))]
pub async fn hide(
    State(app): State<Arc<App>>,
    caller: Caller,
    At(id): At<i64>,
    Body(request): Body<HiddenRequest>,
) -> Result<Json<StaffBotInfo>, Problem> {
    let account = caller.account(Action::DecideRun)?.id;
    app.store.change(SetHidden { team: id, hidden: request.hidden, account, now: now() }).await?;
    app.changed();
    Ok(Json(info(&staff_bot(&app, id).await?)))
}

/// Upload the program of a bot of the organisers, in any phase of the event.
#[utoipa::path(post, path = "/api/v1/staff-bots/{id}/submissions", tag = "grading",
    params(("id" = i64, Path), Upload),
    request_body(content = Vec<u8>, content_type = "application/octet-stream"),
    responses((status = 200, body = SubmissionInfo), (status = "default", body = Problem)))]
pub async fn upload(
    State(app): State<Arc<App>>,
    caller: Caller,
    At(id): At<i64>,
    Asked(upload): Asked<Upload>,
    body: axum::body::Body,
) -> Result<Json<SubmissionInfo>, Problem> {
    let account = caller.account(Action::DecideRun)?.id;
    let team = staff_bot(&app, id).await?;
    check_name(&upload.name)?;
    let missing = || unknown(format!("staff bot {id}"));
    let event = app.store.event_by_id(team.event).await?.ok_or_else(missing)?;
    let settings = Settings::of(&event);
    let bytes = read_upload(&app, &settings, body).await?;
    let arrived = store_upload(&app, id, account, upload, &bytes, now()).await?;
    // The policy of the event is for teams.
    let policy = agon_store::work::Policy::default();
    let submit = Submit { policy, ..arrived.submit(&event, &settings, &app.config) };
    let why = "a bot of the organisers".to_owned();
    let made = app.store.change(SubmitFor { submit, why }).await?;
    app.changed();
    Ok(Json(made.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_task_is_read_from_the_key_of_a_game() {
        for (key, task) in [
            ("run/3/1/ada@1.t2.m1.s3.p1", Some(1)),
            ("run/3/1/a.t9.m1.s1.p1@4-12ab.t1.m2.s77.p2", Some(0)),
            ("run/3/1/r1.p1.g1", None),
            ("match/4/game/1", None),
        ] {
            assert_eq!(task_of_key(key), task, "{key}");
        }
    }
}
