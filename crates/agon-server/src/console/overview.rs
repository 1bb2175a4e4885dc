//! Reads what staff see of queue and workers, and what all visitors see of what is playing.

use super::waiting::{Backlog, expected_waits};
use crate::app::now;
use agon_store::console::{Alert, AlertKind, CONNECTED_MS, JobFilter, JobRow, LaneLoad, WorkCount};
use agon_store::jobs::Lane;
use agon_store::{Fault, Millis, Store};
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// Jobs that a list of the queue has at most.
const MAX_JOBS: u32 = 500;
/// Matches that visitors see being played.
const MAX_PLAYING: u32 = 50;
/// Mean seconds of a job if none has ended lately.
const USUAL_SECONDS: f64 = 10.0;
/// The time over which mean durations are taken.
const LATELY_MS: Millis = 2 * 3_600_000;
/// Workers that were not heard of for a day are not listed.
const LISTED_MS: Millis = 24 * 3_600_000;

/// A lane of the queue.
#[derive(Debug, Serialize, ToSchema)]
pub struct LaneInfo {
    /// The lane.
    #[schema(value_type = String)]
    pub lane: Lane,
    /// Jobs that wait.
    pub waiting: u32,
    /// Jobs that were handed to workers.
    pub running: u32,
    /// Jobs that failed too often.
    pub dead: u32,
    /// Seconds that the oldest waiting job has waited.
    pub oldest_s: Option<i64>,
    /// Seconds that a new job would wait; missing if no worker is connected.
    pub expected_wait_s: Option<i64>,
}

/// A job that is not finished.
#[derive(Debug, Serialize, ToSchema)]
pub struct JobInfo {
    /// Its number.
    pub id: i64,
    /// The lane.
    pub lane: String,
    /// `build` or `game`.
    pub kind: String,
    /// `queued`, `dispatched` or `dead`.
    pub state: String,
    /// The event's name in addresses.
    pub event: Option<String>,
    /// The team that waits for it.
    pub team: Option<i64>,
    /// The team's name.
    pub team_name: Option<String>,
    /// The match.
    #[serde(rename = "match")]
    pub match_id: Option<i64>,
    /// The submission, of a build.
    pub submission: Option<i64>,
    /// The run that waits for it.
    pub run: Option<i64>,
    /// Its cause, such as `run/3/1/r1.p1.g1`.
    pub key: String,
    /// What a worker must have for it: languages, memory such as `4GiB`, cores such as `2cores`.
    pub needs: Vec<String>,
    /// The worker of the present or last attempt.
    pub worker: Option<String>,
    /// How often it was handed to a worker.
    pub attempt: u32,
    /// How often it failed on our side.
    pub faults: u32,
    /// What failed last.
    pub fault: Option<String>,
    /// When it was enqueued, in milliseconds since 1970.
    pub enqueued_ms: i64,
    /// Seconds since it was enqueued.
    pub age_s: i64,
    /// When a worker began the present attempt.
    pub started_ms: Option<i64>,
    /// The longest that it may take, in seconds.
    pub limit_s: i64,
}

/// The queue.
#[derive(Debug, Serialize, ToSchema)]
pub struct QueueDetail {
    /// The time of the answer, in milliseconds since 1970.
    pub now_ms: i64,
    /// The lanes.
    pub lanes: Vec<LaneInfo>,
    /// The jobs that workers have, oldest first.
    pub running: Vec<JobInfo>,
    /// The jobs that wait, oldest first; at most 500.
    pub waiting: Vec<JobInfo>,
    /// The jobs that failed too often and wait for a decision; at most 500.
    pub dead: Vec<JobInfo>,
}

fn job_info(row: JobRow, now: Millis) -> JobInfo {
    JobInfo {
        id: row.id,
        lane: row.lane,
        kind: row.kind,
        state: row.state,
        event: row.event,
        team: row.team,
        team_name: row.team_name,
        match_id: row.match_id,
        submission: row.submission,
        run: row.run,
        key: row.key,
        needs: row.needs.split_whitespace().map(str::to_owned).collect(),
        worker: row.worker,
        attempt: row.attempt,
        faults: row.faults,
        fault: row.fault,
        enqueued_ms: row.enqueued_ms,
        age_s: (now - row.enqueued_ms) / 1000,
        started_ms: row.started_ms,
        limit_s: row.wall_limit_ms / 1000,
    }
}

/// Jobs that the connected workers do at the same time.
async fn slots(store: &Store, now: Millis) -> Result<u32, Fault> {
    Ok(store.workers(now - CONNECTED_MS).await?.iter().map(|worker| worker.machine.slots).sum())
}

/// Mean seconds of a lane's jobs lately.
fn mean_seconds(load: &LaneLoad) -> f64 {
    let WorkCount { results, busy_ms, .. } = load.lately;
    match results {
        0 => USUAL_SECONDS,
        results => (busy_ms as f64 / 1000.0 / results as f64).max(0.01),
    }
}

/// Expected waiting times in seconds by lane.
fn waits(loads: &[LaneLoad], slots: u32) -> Option<Vec<f64>> {
    let backlog = |load: &LaneLoad| {
        let seconds = mean_seconds(load);
        let (waiting, running) = (f64::from(load.waiting), f64::from(load.running));
        Backlog { weight: load.lane.weight() as f64, waiting, running, seconds }
    };
    expected_waits(&loads.iter().map(backlog).collect::<Vec<_>>(), slots)
}

/// The queue in detail, of one event or of all.
pub(crate) async fn queue(
    store: &Store,
    event: Option<i64>,
    lane: Option<Lane>,
) -> Result<QueueDetail, Fault> {
    let now = now();
    let list = async |state: &'static str| {
        let filter = JobFilter { state, event, lane, after: 0, limit: MAX_JOBS };
        let jobs = store.jobs(&filter).await?;
        Ok::<_, Fault>(jobs.into_iter().map(|row| job_info(row, now)).collect::<Vec<JobInfo>>())
    };
    let all = store.lane_loads(None, now - LATELY_MS).await?;
    let waits = waits(&all, slots(store, now).await?);
    let loads = match event {
        None => all,
        Some(_) => store.lane_loads(event, now - LATELY_MS).await?,
    };
    let line = |(number, load): (usize, LaneLoad)| LaneInfo {
        lane: load.lane,
        waiting: load.waiting,
        running: load.running,
        dead: load.dead,
        oldest_s: load.oldest_ms.map(|oldest| (now - oldest) / 1000),
        expected_wait_s: waits.as_ref().map(|waits| waits[number].ceil() as i64),
    };
    let mut running = list("dispatched").await?;
    running.sort_by_key(|job| (job.started_ms.unwrap_or(i64::MAX), job.id));
    Ok(QueueDetail {
        now_ms: now,
        lanes: loads.into_iter().enumerate().map(line).collect(),
        running,
        waiting: list("queued").await?,
        dead: list("dead").await?,
    })
}

/// A match that is being played.
#[derive(Debug, Serialize, ToSchema)]
pub struct MatchPlaying {
    /// Its number.
    #[serde(rename = "match")]
    pub match_id: i64,
    /// `ladder` or `tournament`.
    pub kind: String,
    /// The teams.
    pub teams: Vec<String>,
    /// Since when, in milliseconds since 1970.
    pub since_ms: i64,
}

/// What an event plays now, for all visitors.
#[derive(Debug, Serialize, ToSchema)]
pub struct PlayingInfo {
    /// Games and builds that are under way.
    pub running: u32,
    /// Games and builds that wait.
    pub waiting: u32,
    /// Seconds that a new scrimmage would wait; missing while no worker is connected.
    pub expected_wait_s: Option<i64>,
    /// The ranked games under way, if the event shows ranked matches.
    pub matches: Vec<MatchPlaying>,
}

/// What an event plays now; ranked games only if they may be shown.
pub(crate) async fn playing(
    store: &Store,
    event: i64,
    shows_ranked: bool,
) -> Result<PlayingInfo, Fault> {
    let now = now();
    let all = store.lane_loads(None, now - LATELY_MS).await?;
    let waits = waits(&all, slots(store, now).await?);
    let requested = Lane::ALL.iter().position(|lane| *lane == Lane::Requested).unwrap_or(0);
    let loads = store.lane_loads(Some(event), now - LATELY_MS).await?;
    let found = match shows_ranked {
        true => store.playing_now(event, MAX_PLAYING).await?,
        false => Vec::new(),
    };
    let ids: Vec<i64> = found.iter().map(|one| one.match_id).collect();
    let sides = store.sides(&ids).await?;
    let teams = |id: i64| sides.iter().filter(move |side| side.match_id == id);
    let matches = found.into_iter().map(|one| MatchPlaying {
        match_id: one.match_id,
        kind: one.kind,
        teams: teams(one.match_id).map(|side| side.name.clone()).collect(),
        since_ms: one.since_ms,
    });
    Ok(PlayingInfo {
        running: loads.iter().map(|load| load.running).sum(),
        waiting: loads.iter().map(|load| load.waiting).sum(),
        expected_wait_s: waits.map(|waits| waits[requested].ceil() as i64),
        matches: matches.collect(),
    })
}

/// What a worker did in some time.
#[derive(Copy, Clone, Debug, Default, Serialize, ToSchema)]
pub struct WorkDone {
    /// Jobs with a result.
    pub results: i64,
    /// Seconds spent on them.
    pub busy_s: i64,
    /// Games in which a bot ran out of time.
    pub time_losses: i64,
    /// Attempts that failed on our side.
    pub failures: i64,
    /// Results that came too late and were dropped.
    pub stale: i64,
}

impl From<WorkCount> for WorkDone {
    fn from(count: WorkCount) -> WorkDone {
        let WorkCount { results, busy_ms, time_losses, failures, stale } = count;
        WorkDone { results, busy_s: busy_ms / 1000, time_losses, failures, stale }
    }
}

/// A worker.
#[derive(Debug, Serialize, ToSchema)]
pub struct WorkerInfo {
    /// Its name: machine and port.
    pub name: String,
    /// Name and version of its program.
    pub engine: String,
    /// Whether it was heard of in the last 20 seconds.
    pub connected: bool,
    /// Jobs that it does at the same time; 0 while another server dispatches.
    pub slots: u32,
    /// Cores of its machine for games.
    pub cores: u32,
    /// Memory of its machine for games, in MiB; 0 if it is unknown.
    pub memory_mib: u64,
    /// Reference speed of its machine: millions of reference steps per second on one core.
    pub speed: f64,
    /// Languages whose tools its machine does not have: jobs of such bots go to other workers.
    pub lacks: Vec<String>,
    /// When it was started, in milliseconds since 1970.
    pub started_ms: i64,
    /// When it was last heard of.
    pub seen_ms: i64,
    /// What it does now, oldest first.
    pub jobs: Vec<JobInfo>,
    /// What it did in this hour and the hour before.
    pub lately: WorkDone,
    /// What it did in the last 24 hours.
    pub day: WorkDone,
}

/// The workers that were heard of in the last 24 hours.
pub(crate) async fn workers(store: &Store) -> Result<Vec<WorkerInfo>, Fault> {
    let now = now();
    let counts = async |since| {
        let counts = store.work_since(since).await?.into_iter();
        Ok::<BTreeMap<String, WorkDone>, Fault>(
            counts.map(|one| (one.worker, one.count.into())).collect(),
        )
    };
    let (lately, day) = (counts(now - 3_600_000).await?, counts(now - LISTED_MS).await?);
    let filter = JobFilter { state: "dispatched", limit: MAX_JOBS, ..JobFilter::default() };
    let jobs = store.jobs(&filter).await?;
    let done = |counts: &BTreeMap<String, WorkDone>, name: &str| {
        counts.get(name).copied().unwrap_or_default()
    };
    let workers = store.workers(now - LISTED_MS).await?.into_iter().map(|worker| {
        let is_its =
            |job: &&JobRow| job.worker.as_ref() == Some(&worker.name) && job.started_ms.is_some();
        WorkerInfo {
            engine: worker.engine,
            connected: now - worker.seen_ms < CONNECTED_MS,
            slots: worker.machine.slots,
            cores: worker.machine.cores,
            memory_mib: worker.machine.memory_mib,
            speed: worker.speed,
            lacks: worker.lacks.split_whitespace().map(str::to_owned).collect(),
            started_ms: worker.started_ms,
            seen_ms: worker.seen_ms,
            jobs: jobs.iter().filter(is_its).map(|job| job_info(job.clone(), now)).collect(),
            lately: done(&lately, &worker.name),
            day: done(&day, &worker.name),
            name: worker.name,
        }
    });
    Ok(workers.collect())
}

/// How many slots the workers should have, for programs that start and stop machines.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct DesiredWorkers {
    /// Slots with which everything that waits would be begun within a minute.
    pub slots: u32,
    /// Slots of the connected workers.
    pub connected_slots: u32,
    /// Jobs that wait.
    pub waiting: u32,
    /// Jobs that were handed to workers.
    pub running: u32,
}

/// Work that waits should be done within this time.
const DESIRED_SECONDS: f64 = 60.0;

/// How many slots the workers should have.
pub(crate) async fn desired(store: &Store) -> Result<DesiredWorkers, Fault> {
    let now = now();
    let loads = store.lane_loads(None, now - LATELY_MS).await?;
    let connected_slots = slots(store, now).await?;
    let waiting: u32 = loads.iter().map(|load| load.waiting).sum();
    let running: u32 = loads.iter().map(|load| load.running).sum();
    let work: f64 = loads.iter().map(|load| f64::from(load.waiting) * mean_seconds(load)).sum();
    let slots = running + (work / DESIRED_SECONDS).ceil() as u32;
    // No more than there are jobs.
    let slots = slots.min(waiting + running);
    Ok(DesiredWorkers { slots, connected_slots, waiting, running })
}

/// An alert.
#[derive(Debug, Serialize, ToSchema)]
pub struct AlertInfo {
    /// `waiting`, `over_limit`, `dead_jobs`, `unrated`, `stale_results` or `failing_worker`.
    #[schema(value_type = String)]
    pub kind: AlertKind,
    /// What it is about: `queue`, `job 7`, `event 1` or `worker NAME`.
    pub object: String,
    /// What is wrong and what to do.
    pub sentence: String,
    /// Since when, in milliseconds since 1970.
    pub since_ms: i64,
}

impl From<Alert> for AlertInfo {
    fn from(alert: Alert) -> AlertInfo {
        let Alert { kind, object, sentence, since_ms } = alert;
        AlertInfo { kind, object, sentence, since_ms }
    }
}
