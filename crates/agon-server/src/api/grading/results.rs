//! The results of gradings: all of them for staff, one's own for authors, and the gradebook.

use super::super::events::find as find_event;
use super::super::extract::{Asked, At};
use super::super::teams::own_team;
use super::find;
use crate::app::App;
use crate::authorise::Action;
use crate::grading::{
    Graded, TeamResult, VersionResult, gradebook as gradebook_of, results as results_of,
};
use crate::identity::Caller;
use crate::problem::Problem;
use agon_compete::grade::{ManualTask, Mark, Marks, Rubric, Task};
use agon_store::grading::{Comment, Grading, ManualMark};
use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::ToSchema;

/// The result of a team.
#[derive(Debug, Serialize, ToSchema)]
pub struct ResultInfo {
    /// The grading.
    pub grading: i64,
    /// Its title.
    pub title: String,
    /// The team.
    pub team: i64,
    /// Its name.
    pub name: String,
    /// The team's deadline, in milliseconds since 1970.
    pub deadline_ms: i64,
    /// All points.
    pub total: f64,
    /// Maximum points.
    pub most: f64,
    /// Days that had started since the deadline when the version that counts came.
    pub late_days: u32,
    /// Points that are taken off because it was late.
    pub taken_off: f64,
    /// What else is to be said, such as why there are no points.
    pub note: Option<String>,
    /// The tasks with games.
    pub tasks: Vec<TaskInfo>,
    /// The tasks that staff mark by hand.
    pub by_hand: Vec<ByHandInfo>,
    /// All graded versions; the one that counts gives the points.
    pub versions: Vec<VersionInfo>,
    /// Comments of staff on lines of the program.
    pub comments: Vec<CommentInfo>,
    /// What the regulations say about the program, and decisions of the organisers.
    pub remarks: Vec<String>,
}

/// The marks of a task with games.
#[derive(Debug, Serialize, ToSchema)]
pub struct TaskInfo {
    /// Its name.
    pub name: String,
    /// Points.
    pub points: f64,
    /// Maximum points.
    pub most: f64,
    /// Whether it is passed.
    pub passed: bool,
    /// The opponent; of a hidden one only what the rubric says about it.
    pub opponent: String,
    /// Whether the opponent is hidden.
    pub hidden: bool,
    /// Why there are these points, one sentence each.
    pub sentences: Vec<String>,
}

/// The points of a task that staff mark by hand.
#[derive(Debug, Serialize, ToSchema)]
pub struct ByHandInfo {
    /// Its name.
    pub name: String,
    /// What staff look at.
    pub about: String,
    /// Points; missing while staff have given none.
    pub points: Option<f64>,
    /// Maximum points.
    pub most: f64,
    /// Why there are these points.
    pub comment: String,
    /// The member of staff who gave them.
    pub by: Option<String>,
    /// When, in milliseconds since 1970.
    pub at_ms: Option<i64>,
}

/// A graded version.
#[derive(Debug, Serialize, ToSchema)]
pub struct VersionInfo {
    /// The submission's number on the server.
    pub submission: i64,
    /// The version's number within the team.
    pub number: u32,
    /// When its last byte arrived, in milliseconds since 1970.
    pub received_ms: i64,
    /// Days that had started since the deadline.
    pub late_days: u32,
    /// Points that are taken off because it was late.
    pub taken_off: f64,
    /// All points of this version; missing while its games are played.
    pub total: Option<f64>,
    /// Why it could not play.
    pub broken: Option<String>,
    /// Whether it counts.
    pub counts: bool,
}

/// A comment on a line.
#[derive(Debug, Serialize, ToSchema)]
pub struct CommentInfo {
    /// Its number.
    pub id: i64,
    /// The submission.
    pub submission: i64,
    /// The file within the submission.
    pub file: String,
    /// The line, from 1.
    pub line: i64,
    /// What is said.
    pub text: String,
    /// The member of staff.
    pub by: Option<String>,
    /// When, in milliseconds since 1970.
    pub at_ms: i64,
}

impl From<Comment> for CommentInfo {
    fn from(comment: Comment) -> CommentInfo {
        let Comment { id, submission, file, line, text, by, at_ms, .. } = comment;
        CommentInfo { id, submission, file, line, text, by, at_ms }
    }
}

/// A result in words. Staff read what hidden opponents are.
fn described(
    grading: &Grading,
    rubric: &Rubric,
    result: &TeamResult,
    for_staff: bool,
) -> ResultInfo {
    let marks = result.counted().and_then(|version| version.marks.as_ref());
    let task = |(number, task): (usize, &Task)| {
        let mark = marks.and_then(|marks| marks.marks.get(number));
        task_info(task, mark, for_staff)
    };
    let by_hand = |task: &ManualTask| {
        by_hand_info(task, result.manual.iter().find(|mark| mark.task == task.name))
    };
    let version = |(place, version): (usize, &VersionResult)| VersionInfo {
        submission: version.submission,
        number: version.number,
        received_ms: version.received_ms,
        late_days: version.total.late_days,
        taken_off: version.total.taken_off,
        total: (version.marks.is_some() || version.broken.is_some()).then_some(version.total.total),
        broken: version.broken.clone(),
        counts: result.counts == Some(place),
    };
    ResultInfo {
        grading: grading.id,
        title: grading.title.clone(),
        team: result.team.id,
        name: result.team.name.clone(),
        deadline_ms: result.deadline_ms,
        total: result.total.total,
        most: result.total.most,
        late_days: result.total.late_days,
        taken_off: result.total.taken_off,
        note: result.note.clone(),
        tasks: rubric.tasks.iter().enumerate().map(task).collect(),
        by_hand: rubric.manual.iter().map(by_hand).collect(),
        versions: result.versions.iter().enumerate().map(version).collect(),
        comments: result.comments.iter().cloned().map(CommentInfo::from).collect(),
        remarks: marks.map(remarks).unwrap_or_default(),
    }
}

fn remarks(marks: &Marks) -> Vec<String> {
    let fault = marks.first_fault.as_ref().map(|fault| {
        format!("Games in which the bot failed: {}. First failure: {fault}.", marks.faults)
    });
    fault.into_iter().chain(marks.remarks.iter().chain(&marks.rulings).cloned()).collect()
}

fn task_info(task: &Task, mark: Option<&Mark>, for_staff: bool) -> TaskInfo {
    let shown = Task { hidden: task.hidden.clone().filter(|_| !for_staff), ..task.clone() };
    let opponent = match &shown.hidden {
        Some(sentence) => format!("hidden opponent: {sentence}"),
        None => task.opponent.clone(),
    };
    let none = || vec!["There are no games of a version that counts.".to_owned()];
    TaskInfo {
        name: task.name.clone(),
        points: mark.map_or(0.0, |mark| mark.points),
        most: task.points,
        passed: mark.is_some_and(|mark| mark.passed),
        opponent,
        hidden: task.hidden.is_some(),
        sentences: mark.map_or_else(none, |mark| mark.sentences(&shown)),
    }
}

fn by_hand_info(task: &ManualTask, mark: Option<&ManualMark>) -> ByHandInfo {
    ByHandInfo {
        name: task.name.clone(),
        about: task.about.clone(),
        points: mark.map(|mark| mark.points),
        most: task.points,
        comment: mark.map(|mark| mark.comment.clone()).unwrap_or_default(),
        by: mark.and_then(|mark| mark.by.clone()),
        at_ms: mark.map(|mark| mark.at_ms),
    }
}

/// Which results are listed.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct ResultQuery {
    /// The number of a team.
    pub team: Option<i64>,
    /// Only teams whose version that counts was late, or was not.
    pub late: Option<bool>,
    /// Only teams with a task that staff have still to mark, or without one.
    pub unmarked: Option<bool>,
    /// Only teams without a graded version, or with one.
    pub missing: Option<bool>,
}

impl ResultQuery {
    fn fits(&self, result: &TeamResult) -> bool {
        let is = |wanted: Option<bool>, found: bool| wanted.is_none_or(|wanted| wanted == found);
        self.team.is_none_or(|team| team == result.team.id)
            && is(self.late, result.total.late_days > 0)
            && is(self.unmarked, !result.total.unmarked.is_empty())
            && is(self.missing, result.versions.is_empty())
    }
}

/// The results of a grading for staff, released or not.
#[utoipa::path(get, path = "/api/v1/gradings/{id}/results", tag = "grading",
    params(("id" = i64, Path), ResultQuery),
    responses((status = 200, body = Vec<ResultInfo>), (status = "default", body = Problem)))]
pub async fn results(
    State(app): State<Arc<App>>,
    caller: Caller,
    At(id): At<i64>,
    Asked(query): Asked<ResultQuery>,
) -> Result<Json<Vec<ResultInfo>>, Problem> {
    let grading = find(&app, &caller, id, Action::ReadGrade).await?;
    let Graded { rubric, teams } = results_of(&app.store, &app.runs, &grading).await?;
    let found = teams.iter().filter(|result| query.fits(result));
    Ok(Json(found.map(|result| described(&grading, &rubric, result, true)).collect()))
}

/// The released results of my team in an event, with the reasons for every point.
#[utoipa::path(get, path = "/api/v1/events/{event}/my-grades", tag = "grading",
    params(("event" = String, Path)),
    responses((status = 200, body = Vec<ResultInfo>), (status = "default", body = Problem)))]
pub async fn my_grades(
    State(app): State<Arc<App>>,
    caller: Caller,
    At(event): At<String>,
) -> Result<Json<Vec<ResultInfo>>, Problem> {
    caller.account(Action::ReadGrade)?;
    find_event(&app, &event).await?;
    let (event, team) = own_team(&app, &caller, &event, Action::ReadGrade).await?;
    let mut all = Vec::new();
    let gradings = app.store.gradings(event.id).await?;
    for grading in gradings.into_iter().filter(|grading| grading.released_ms.is_some()) {
        let Graded { rubric, teams } = results_of(&app.store, &app.runs, &grading).await?;
        let own = teams.iter().find(|result| result.team.id == team.id);
        all.extend(own.map(|result| described(&grading, &rubric, result, false)));
    }
    Ok(Json(all))
}

/// The gradebook of a grading as CSV: login, student number, team, points by task, lateness, total, comment.
#[utoipa::path(get, path = "/api/v1/gradings/{id}/gradebook", tag = "grading", params(("id" = i64, Path)),
    responses((status = 200, content_type = "text/csv"), (status = "default", body = Problem)))]
pub async fn gradebook(
    State(app): State<Arc<App>>,
    caller: Caller,
    At(id): At<i64>,
) -> Result<impl IntoResponse, Problem> {
    let grading = find(&app, &caller, id, Action::ReadGrade).await?;
    let graded = results_of(&app.store, &app.runs, &grading).await?;
    let headers = [
        (header::CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"gradebook-{id}.csv\"")),
    ];
    Ok((headers, gradebook_of(&graded)))
}
