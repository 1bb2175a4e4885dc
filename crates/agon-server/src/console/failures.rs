//! Reads failures, counted and listed.

use agon_store::console::{Failure, FailureClass, FailureFilter, FailuresOf};
use agon_store::{Fault, Store};
use serde::Serialize;
use utoipa::ToSchema;

/// Failures of one class.
#[derive(Debug, Serialize, ToSchema)]
pub struct ClassCount {
    /// The class, such as `out_of_time` or `overload`.
    #[schema(value_type = String)]
    pub class: FailureClass,
    /// Whether they are ours and not faults of bots.
    pub ours: bool,
    /// How many there are.
    pub failures: i64,
    /// The newest match in which one happened.
    pub example: Option<i64>,
}

/// Failures of one class in an hour.
#[derive(Debug, Serialize, ToSchema)]
pub struct HourCount {
    /// The beginning of the hour, in milliseconds since 1970.
    pub hour_ms: i64,
    /// The class.
    #[schema(value_type = String)]
    pub class: FailureClass,
    /// Whether they are ours.
    pub ours: bool,
    /// How many there are.
    pub failures: i64,
}

/// Failures of one team or worker.
#[derive(Debug, Serialize, ToSchema)]
pub struct NamedCount {
    /// Number of the team; missing for a worker.
    pub team: Option<i64>,
    /// Name of the team or worker.
    pub name: String,
    /// How many there are.
    pub failures: i64,
    /// The newest match in which one happened.
    pub example: Option<i64>,
}

/// A failure.
#[derive(Debug, Serialize, ToSchema)]
pub struct FailureInfo {
    /// Its number.
    pub id: i64,
    /// When, in milliseconds since 1970.
    pub at_ms: i64,
    /// Its class.
    #[schema(value_type = String)]
    pub class: FailureClass,
    /// Whether it is ours and not a fault of a bot.
    pub ours: bool,
    /// The worker.
    pub worker: String,
    /// The team whose bot failed; on our side, the team that the job counts for.
    pub team: Option<i64>,
    /// The team's name.
    pub team_name: Option<String>,
    /// The match.
    #[serde(rename = "match")]
    pub match_id: Option<i64>,
    /// The submission, if its build failed.
    pub submission: Option<i64>,
    /// The job.
    pub job: i64,
    /// What failed.
    pub sentence: String,
}

/// Failures, counted and listed.
#[derive(Debug, Serialize, ToSchema)]
pub struct FailureReport {
    /// By class, the most frequent first.
    pub classes: Vec<ClassCount>,
    /// By hour and class, oldest first.
    pub hours: Vec<HourCount>,
    /// By team, the most frequent first.
    pub teams: Vec<NamedCount>,
    /// By worker, the most frequent first.
    pub workers: Vec<NamedCount>,
    /// The failures, newest first.
    pub failures: Vec<FailureInfo>,
    /// The cursor of the next page of failures; missing on the last one.
    pub next: Option<i64>,
}

/// Counts and lists failures.
pub(crate) async fn failures(
    store: &Store,
    filter: &FailureFilter,
    before: i64,
    limit: u32,
) -> Result<FailureReport, Fault> {
    let counts = store.count_failures(filter).await?;
    let found = store.failures(filter, before, limit).await?;
    let next = found.last().filter(|_| found.len() as u32 == limit).map(|last| last.id);
    let class = |FailuresOf { what: class, failures, example }| ClassCount {
        class,
        ours: FailureClass::is_ours(class),
        failures,
        example,
    };
    let hour = |FailuresOf { what: (hour_ms, class), failures, .. }| HourCount {
        hour_ms,
        class,
        ours: FailureClass::is_ours(class),
        failures,
    };
    let team = |FailuresOf { what: (team, name), failures, example }| NamedCount {
        team: Some(team),
        name,
        failures,
        example,
    };
    let worker = |FailuresOf { what: name, failures, example }| NamedCount {
        team: None,
        name,
        failures,
        example,
    };
    Ok(FailureReport {
        classes: counts.classes.into_iter().map(class).collect(),
        hours: counts.hours.into_iter().map(hour).collect(),
        teams: counts.teams.into_iter().map(team).collect(),
        workers: counts.workers.into_iter().map(worker).collect(),
        failures: found.into_iter().map(failure_info).collect(),
        next,
    })
}

fn failure_info(failure: Failure) -> FailureInfo {
    FailureInfo {
        id: failure.id,
        at_ms: failure.at_ms,
        class: failure.class,
        ours: failure.class.is_ours(),
        worker: failure.worker,
        team: failure.team,
        team_name: failure.team_name,
        match_id: failure.match_id,
        submission: failure.submission,
        job: failure.job,
        sentence: failure.sentence,
    }
}
