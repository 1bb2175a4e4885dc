//! Questions of teams to staff, and appeals against matches.

use super::Page;
use super::events::find as find_event;
use super::extract::{Asked, At, Body};
use super::matches::find as find_match;
use super::teams::own_team;
use crate::app::{App, now};
use crate::authorise::Action;
use crate::console::{Correction, answer as decide_appeal, disputed};
use crate::identity::Caller;
use crate::problem::{Problem, problem, unknown};
use crate::runs::ORGANISERS;
use agon_store::matches::MatchState;
use agon_store::questions::{AnswerTeam, AskStaff, Question, QuestionState};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::ToSchema;

/// A question or an appeal.
#[derive(Debug, Serialize, ToSchema)]
pub struct QuestionInfo {
    /// Its number.
    pub id: i64,
    /// The team that asks; missing in public questions of other teams.
    pub team: Option<i64>,
    /// The team's name.
    pub team_name: Option<String>,
    /// The match that an appeal is about.
    #[serde(rename = "match")]
    pub match_id: Option<i64>,
    /// What is asked.
    pub text: String,
    /// `open`, `answered`, `upheld` or `rejected`.
    #[schema(value_type = String)]
    pub state: QuestionState,
    /// The answer, or the reason of the decision.
    pub answer: Option<String>,
    /// What the decision changed about the disputed match, with the reason; only for the team and staff.
    pub correction: Option<String>,
    /// Whether all people see question and answer.
    pub public: bool,
    /// When it was asked, in milliseconds since 1970.
    pub asked_ms: i64,
    /// When it was answered.
    pub answered_ms: Option<i64>,
}

impl QuestionInfo {
    /// A question as a person sees it: a public one of another team does not name the team or its match.
    pub(crate) fn new(question: Question, is_named: bool) -> QuestionInfo {
        QuestionInfo {
            id: question.id,
            team: is_named.then_some(question.team),
            team_name: is_named.then_some(question.team_name),
            match_id: question.match_id.filter(|_| is_named),
            text: question.wording.filter(|_| !is_named).unwrap_or(question.text),
            state: question.state,
            answer: question.answer,
            correction: question.correction.filter(|_| is_named),
            public: question.public,
            asked_ms: question.asked_ms,
            answered_ms: question.answered_ms,
        }
    }
}

async fn one(app: &App, id: i64) -> Result<Json<QuestionInfo>, Problem> {
    let found = app.store.question(id).await?;
    Ok(Json(QuestionInfo::new(found.ok_or_else(|| unknown(format!("question {id}")))?, true)))
}

/// A question.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct QuestionRequest {
    /// What is asked, at most 4000 characters.
    pub text: String,
    /// The number of a match that my team disputes; this makes it an appeal.
    #[serde(rename = "match")]
    pub match_id: Option<i64>,
}

/// Ask staff something, or dispute a match.
#[utoipa::path(post, path = "/api/v1/events/{event}/questions", tag = "question",
    params(("event" = String, Path)), request_body = QuestionRequest,
    responses((status = 200, body = QuestionInfo), (status = "default", body = Problem)))]
pub async fn ask(
    State(app): State<Arc<App>>,
    caller: Caller,
    At(event): At<String>,
    Body(request): Body<QuestionRequest>,
) -> Result<Json<QuestionInfo>, Problem> {
    let (event, team) = own_team(&app, &caller, &event, Action::AskStaff).await?;
    if let Some(id) = request.match_id {
        let (found, shown) = find_match(&app, &caller, id).await?;
        if found.event != event.id || !shown.sides.iter().any(|side| side.team == team.id) {
            let detail =
                format!("your team does not take part in match {id}; it cannot dispute it");
            return Err(problem(StatusCode::CONFLICT, detail));
        }
        if matches!(found.state, MatchState::Queued | MatchState::Running) {
            let detail = format!("match {id} is not over yet; dispute it when it is");
            return Err(problem(StatusCode::CONFLICT, detail));
        }
    }
    let change = AskStaff {
        event: event.id,
        team: team.id,
        account: caller.id(),
        match_id: request.match_id,
        text: request.text,
        now: now(),
    };
    let id = app.store.change(change).await?;
    app.changed();
    one(&app, id).await
}

/// Which questions are listed.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct QuestionQuery {
    /// `open`, `answered`, `upheld` or `rejected`.
    #[param(value_type = Option<String>)]
    pub state: Option<QuestionState>,
    /// Where the page starts: the `next` of the page before.
    pub cursor: Option<i64>,
    /// Entries per page, at most 200.
    pub limit: Option<u32>,
}

/// A page of questions.
#[derive(Debug, Serialize, ToSchema)]
pub struct Questions {
    /// The questions, newest first.
    pub questions: Vec<QuestionInfo>,
    /// The cursor of the next page; missing on the last one.
    pub next: Option<i64>,
}

/// The questions of my team and the public ones of all teams; staff see all.
#[utoipa::path(get, path = "/api/v1/events/{event}/questions", tag = "question",
    params(("event" = String, Path), QuestionQuery),
    responses((status = 200, body = Questions), (status = "default", body = Problem)))]
pub async fn list(
    State(app): State<Arc<App>>,
    caller: Caller,
    At(event): At<String>,
    Asked(query): Asked<QuestionQuery>,
) -> Result<Json<Questions>, Problem> {
    caller.may(Action::ReadQuestion, true, None)?;
    let event = find_event(&app, &event).await?;
    let own = app.store.team_of(event.id, caller.id()).await?.map_or(0, |team| team.id);
    let sees_all = caller.may(Action::ReadQuestion, false, None).is_ok();
    let page = Page { cursor: query.cursor, limit: query.limit };
    let (team, before) = ((!sees_all).then_some(own), page.cursor.unwrap_or(i64::MAX));
    let found = app.store.questions(event.id, team, query.state, before, page.limit()).await?;
    let next = page.next(&found, |one| one.id);
    let named = |question: Question| {
        let is_named = sees_all || question.team == own;
        QuestionInfo::new(question, is_named)
    };
    Ok(Json(Questions { questions: found.into_iter().map(named).collect(), next }))
}

/// An answer of staff.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct StaffAnswer {
    /// `answered` for a question; `upheld` or `rejected` for an appeal.
    #[schema(value_type = String)]
    pub state: QuestionState,
    /// The answer, or the reason of the decision.
    pub answer: String,
    /// Whether all people see question and answer, without the team's name.
    #[serde(default)]
    pub public: bool,
    /// Another wording of the question, if the public must not read the team's own.
    pub wording: Option<String>,
    /// What changes about the match of an upheld appeal. A match of a run is changed by a ruling of its log,
    /// which only organisers make.
    pub correction: Option<Correction>,
}

/// Answer a question or decide an appeal. An upheld appeal changes no result by itself: `correction` corrects
/// the disputed match, has it played again, or voids it; match and appeal show the reason.
#[utoipa::path(post, path = "/api/v1/questions/{id}/answer", tag = "question",
    params(("id" = i64, Path)), request_body = StaffAnswer,
    responses((status = 200, body = QuestionInfo), (status = "default", body = Problem)))]
pub async fn answer(
    State(app): State<Arc<App>>,
    caller: Caller,
    At(id): At<i64>,
    Body(request): Body<StaffAnswer>,
) -> Result<Json<QuestionInfo>, Problem> {
    let account = caller.account(Action::AnswerTeam)?;
    if request.correction.is_some() {
        let (_, about) = disputed(&app.store, id).await?;
        let needed = if about.run.is_some() { Action::DecideRun } else { Action::DecideMatch };
        caller.may(needed, false, None)?;
    }
    let change = AnswerTeam {
        id,
        state: request.state,
        answer: request.answer,
        public: request.public,
        wording: request.wording,
        correction: None,
        account: Some(account.id),
        now: now(),
    };
    let correction = request.correction.as_ref();
    decide_appeal(&app.store, &app.runs, ORGANISERS, change, correction).await?;
    app.changed();
    one(&app, id).await
}
