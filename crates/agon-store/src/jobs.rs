//! Jobs: queued -> dispatched(attempt, token) -> done | dead | cancelled.
//!
//! A job is inserted in the transaction of its cause and has a unique key, so that enqueueing twice is one
//! job. Dispatching gives it a fresh token; only a result with that token counts. Work may therefore be
//! done twice, but it has one effect.

use crate::submissions::{self, number_in_key};
use crate::{Change, Fault, Millis, Refusal, Row, Store, Tx, matches, values};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How urgent a job is. Lanes share the workers by weight.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Lane {
    /// Games of a tournament.
    Tournament,
    /// Games that a person asked for.
    Requested,
    /// Games for grades.
    Grading,
    /// Builds and first games of submissions.
    Build,
    /// Ranked games.
    Ladder,
    /// Simulations and exports.
    Bulk,
}

impl Lane {
    /// All lanes.
    pub const ALL: [Lane; 6] =
        [Lane::Tournament, Lane::Requested, Lane::Grading, Lane::Build, Lane::Ladder, Lane::Bulk];

    /// The name in the database and the API.
    pub fn name(self) -> &'static str {
        match self {
            Lane::Tournament => "tournament",
            Lane::Requested => "requested",
            Lane::Grading => "grading",
            Lane::Build => "build",
            Lane::Ladder => "ladder",
            Lane::Bulk => "bulk",
        }
    }

    /// Its share of the workers, relative to the other lanes.
    pub fn weight(self) -> u64 {
        match self {
            Lane::Tournament => 8,
            Lane::Requested | Lane::Grading | Lane::Build => 4,
            Lane::Ladder => 2,
            Lane::Bulk => 1,
        }
    }
}

/// A job to enqueue.
#[derive(Clone, Debug, PartialEq)]
pub struct NewJob {
    /// Its cause, such as `event/run/round/pair/game`.
    pub key: String,
    /// How urgent it is.
    pub lane: Lane,
    /// What kind of work it is: `build`, `match` and so on.
    pub kind: String,
    /// Everything a worker needs to know, as JSON.
    pub payload: String,
    /// What a worker must be able to do, separated by blanks.
    pub needs: String,
    /// The team that it counts for.
    pub team: Option<i64>,
    /// The run that waits for it.
    pub run: Option<i64>,
    /// The longest that the work may take.
    pub wall_limit_ms: i64,
}

/// A job that was handed over to a worker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dispatched {
    /// Its number.
    pub id: i64,
    /// Its cause.
    pub key: String,
    /// What kind of work it is.
    pub kind: String,
    /// Everything a worker needs to know, as JSON.
    pub payload: String,
    /// What a worker must be able to do.
    pub needs: String,
    /// The run that waits for it.
    pub run: Option<i64>,
    /// How often it was dispatched, from 1.
    pub attempt: u32,
    /// Proves that a result belongs to this attempt.
    pub token: String,
    /// The longest that the work may take.
    pub wall_limit_ms: i64,
}

const DISPATCHED_COLUMNS: &str =
    "id, key, kind, payload, needs, run, attempt, token, wall_limit_ms";

fn dispatched(row: &Row) -> Result<Dispatched, Fault> {
    Ok(Dispatched {
        id: row.get("id")?,
        key: row.get("key")?,
        kind: row.get("kind")?,
        payload: row.get("payload")?,
        needs: row.get("needs")?,
        run: row.get("run")?,
        attempt: row.get("attempt")?,
        token: row.get("token")?,
        wall_limit_ms: row.get("wall_limit_ms")?,
    })
}

/// Times that an infrastructure fault may end a job before it is dead.
pub const MAX_FAULTS: i64 = 3;
/// The delay after the first infrastructure fault; it doubles with each.
const FIRST_DELAY_MS: i64 = 5_000;
/// No job waits longer than this. One that seems to was delayed before the clock was set back.
const MAX_DELAY_MS: i64 = 60_000;

impl Tx<'_> {
    /// Enqueues a job; `None` if a job with this key exists.
    pub async fn enqueue(&mut self, job: &NewJob, now: Millis) -> Result<Option<i64>, Fault> {
        let row = self
            .row(
                "INSERT INTO job (key, lane, kind, payload, needs, team, run, state, wall_limit_ms, \
                 run_after_ms, enqueued_ms) VALUES (?, ?, ?, ?, ?, ?, ?, 'queued', ?, ?, ?) \
                 ON CONFLICT (key) DO NOTHING RETURNING id",
                &values![
                    &job.key,
                    job.lane.name(),
                    &job.kind,
                    &job.payload,
                    &job.needs,
                    job.team,
                    job.run,
                    job.wall_limit_ms,
                    now,
                    now
                ],
            )
            .await?;
        row.map(|row| row.get("id")).transpose()
    }

    /// Ends a job if the token is its current one. False: the result is stale and must be dropped.
    pub async fn finish_job(
        &mut self,
        id: i64,
        token: &str,
        worker: &str,
        now: Millis,
    ) -> Result<bool, Fault> {
        let sql = "UPDATE job SET state = 'done', finished_ms = ?, worker = ?, token = NULL \
                   WHERE id = ? AND token = ? AND state = 'dispatched'";
        Ok(self.execute(sql, &values![now, worker, id, token]).await? == 1)
    }
}

/// Chooses queued jobs and gives them fresh tokens.
#[derive(Clone, Debug)]
pub struct Dispatch {
    /// The time.
    pub now: Millis,
    /// How many jobs may be dispatched now.
    pub most: u32,
    /// Jobs of one team at the same time, outside tournaments.
    pub team_cap: u32,
    /// Start of the new tokens: unique for each call.
    pub token_prefix: String,
    /// Shares used so far by lane, from the last call.
    pub used: BTreeMap<Lane, u64>,
}

/// The jobs that were dispatched.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Dispatches {
    /// The jobs, most urgent first.
    pub jobs: Vec<Dispatched>,
    /// Shares used so far by lane, for the next call.
    pub used: BTreeMap<Lane, u64>,
}

/// One job of a lane with weight 1 uses this share.
const SHARE: u64 = 840;

impl Change for Dispatch {
    type Output = Dispatches;
    const DURABLE: bool = false;
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<Dispatches, Fault> {
        let mut running = running_by_team(tx).await?;
        let mut waiting: BTreeMap<Lane, Vec<(i64, Option<i64>)>> = BTreeMap::new();
        for lane in Lane::ALL {
            let capped = match lane {
                Lane::Tournament => Vec::new(),
                _ => running
                    .iter()
                    .filter(|(_, n)| **n >= self.team_cap)
                    .map(|(team, _)| *team)
                    .collect(),
            };
            let mut jobs = candidates(tx, lane, &capped, self.now, self.most).await?;
            jobs.reverse();
            if !jobs.is_empty() {
                waiting.insert(lane, jobs);
            }
        }
        let mut used = self.used.clone();
        // A lane that was empty for a while must not catch up on what it did not use.
        let lowest = waiting.keys().filter_map(|lane| used.get(lane)).min().copied().unwrap_or(0);
        for lane in waiting.keys() {
            let share = used.entry(*lane).or_insert(lowest);
            *share = (*share).max(lowest);
        }
        let mut jobs = Vec::new();
        while (jobs.len() as u32) < self.most {
            let Some(lane) = waiting.keys().min_by_key(|lane| (used[lane], **lane)).copied() else {
                break;
            };
            let queue = waiting.get_mut(&lane).expect("the lane was found in it");
            let next = queue.pop();
            if queue.is_empty() {
                waiting.remove(&lane);
            }
            let Some((id, team)) = next else { continue };
            if let Some(team) = team.filter(|_| lane != Lane::Tournament) {
                let count = running.entry(team).or_default();
                if *count >= self.team_cap {
                    continue;
                }
                *count += 1;
            }
            let token = format!("{}-{id}", self.token_prefix);
            let sql = format!(
                "UPDATE job SET state = 'dispatched', attempt = attempt + 1, token = ?, dispatched_ms = ? \
                 WHERE id = ? AND state = 'queued' RETURNING {DISPATCHED_COLUMNS}"
            );
            if let Some(row) = tx.row(&sql, &values![token, self.now, id]).await? {
                let job = dispatched(&row)?;
                if lane == Lane::Build {
                    submissions::job_moved(tx, &job.key, false, self.now).await?;
                }
                if job.kind == "game" {
                    matches::begin(tx, &job.key).await?;
                }
                jobs.push(job);
                *used.entry(lane).or_default() += SHARE / lane.weight();
            }
        }
        Ok(Dispatches { jobs, used })
    }
}

async fn running_by_team(tx: &mut Tx<'_>) -> Result<BTreeMap<i64, u32>, Fault> {
    let sql = "SELECT team, COUNT(*) AS n FROM job WHERE state = 'dispatched' AND team IS NOT NULL \
               AND lane <> 'tournament' GROUP BY team";
    tx.rows(sql, &[]).await?.iter().map(|row| Ok((row.get("team")?, row.get("n")?))).collect()
}

async fn candidates(
    tx: &mut Tx<'_>,
    lane: Lane,
    capped: &[i64],
    now: Millis,
    most: u32,
) -> Result<Vec<(i64, Option<i64>)>, Fault> {
    let mut sql =
        "SELECT id, team FROM job WHERE state = 'queued' AND lane = ? AND (run_after_ms <= ? \
         OR run_after_ms > ?)"
            .to_owned();
    let mut values = values![lane.name(), now, now + MAX_DELAY_MS].to_vec();
    if !capped.is_empty() {
        let marks = vec!["?"; capped.len()].join(", ");
        sql.push_str(&format!(" AND (team IS NULL OR team NOT IN ({marks}))"));
        values.extend(capped.iter().map(|team| crate::Value::from(*team)));
    }
    sql.push_str(" ORDER BY id LIMIT ?");
    values.push(most.into());
    tx.rows(&sql, &values).await?.iter().map(|row| Ok((row.get("id")?, row.get("team")?))).collect()
}

/// What became of a job that could not be finished.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Again {
    /// It is queued again.
    Queued,
    /// It failed too often; staff must decide.
    Dead,
    /// The report was stale: another attempt has the job.
    Stale,
}

/// A worker could not do a job, for a reason that is not the bots' fault.
#[derive(Clone, Debug)]
pub struct Faulted {
    /// The job.
    pub id: i64,
    /// The token of the attempt.
    pub token: String,
    /// What failed, as a sentence.
    pub fault: String,
    /// Random part of the delay, so that many jobs do not come back at once.
    pub jitter_ms: i64,
    /// The time.
    pub now: Millis,
}

impl Change for Faulted {
    type Output = Again;
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<Again, Fault> {
        let sql = "UPDATE job SET faults = faults + 1, fault = ?, token = NULL, state = 'queued' \
                   WHERE id = ? AND token = ? AND state = 'dispatched' RETURNING faults, run, key";
        let row = tx.row(sql, &values![&self.fault, self.id, &self.token]).await?;
        let Some(row) = row else { return Ok(Again::Stale) };
        let (faults, key): (i64, String) = (row.get("faults")?, row.get("key")?);
        submissions::job_moved(tx, &key, true, self.now).await?;
        if faults < MAX_FAULTS {
            let delay = (FIRST_DELAY_MS << (faults - 1)) + self.jitter_ms;
            let sql = "UPDATE job SET run_after_ms = ? WHERE id = ?";
            tx.execute(sql, &values![self.now + delay, self.id]).await?;
            return Ok(Again::Queued);
        }
        let sql = "UPDATE job SET state = 'dead', finished_ms = ? WHERE id = ?";
        tx.execute(sql, &values![self.now, self.id]).await?;
        if let Some(run) = row.get::<Option<i64>>("run")? {
            let sql = "UPDATE run SET state = 'blocked' WHERE id = ? AND state = 'open'";
            tx.execute(sql, &values![run]).await?;
        }
        let body = serde_json::json!({ "job": self.id, "key": key, "fault": self.fault });
        tx.tell("dead_job", "staff", &body.to_string(), self.now).await?;
        Ok(Again::Dead)
    }
}

/// A worker gives a job back unfinished, because it is drained. This costs no attempt.
#[derive(Clone, Debug)]
pub struct HandBack {
    /// The job.
    pub id: i64,
    /// The token of the attempt.
    pub token: String,
}

impl Change for HandBack {
    type Output = bool;
    const DURABLE: bool = false;
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<bool, Fault> {
        let sql = "UPDATE job SET state = 'queued', token = NULL, attempt = attempt - 1 \
                   WHERE id = ? AND token = ? AND state = 'dispatched'";
        Ok(tx.execute(sql, &values![self.id, &self.token]).await? == 1)
    }
}

/// Cancels a job that is not finished.
#[derive(Clone, Debug)]
pub struct Cancel {
    /// The job's key.
    pub key: String,
    /// The time.
    pub now: Millis,
}

impl Change for Cancel {
    type Output = ();
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<(), Fault> {
        let sql = "UPDATE job SET state = 'cancelled', token = NULL, finished_ms = ? \
                   WHERE key = ? AND state IN ('queued', 'dispatched', 'dead')";
        if tx.execute(sql, &values![self.now, &self.key]).await? == 0 {
            let row = tx.row("SELECT state FROM job WHERE key = ?", &values![&self.key]).await?;
            return Err(not_possible(row, &self.key)?.into());
        }
        Ok(())
    }
}

/// Why a job cannot be changed: its state does not allow it, or there is no such job (no row).
fn not_possible(row: Option<Row>, job: impl std::fmt::Display) -> Result<Refusal, Fault> {
    Ok(match row {
        None => Refusal::Unknown(format!("job {job}")),
        Some(row) => {
            let state: String = row.get("state")?;
            Refusal::Conflict(format!("this is not possible: job {job} is {state}"))
        }
    })
}

/// Queues a dead job again with a clean record, and lets its run go on.
#[derive(Clone, Debug)]
pub struct Requeue {
    /// The job.
    pub id: i64,
    /// The time.
    pub now: Millis,
}

impl Change for Requeue {
    type Output = ();
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<(), Fault> {
        let sql = "UPDATE job SET state = 'queued', faults = 0, run_after_ms = ?, finished_ms = NULL \
                   WHERE id = ? AND state = 'dead' RETURNING run";
        let row = tx.row(sql, &values![self.now, self.id]).await?;
        let Some(row) = row else {
            let row = tx.row("SELECT state FROM job WHERE id = ?", &values![self.id]).await?;
            return Err(not_possible(row, self.id)?.into());
        };
        if let Some(run) = row.get::<Option<i64>>("run")? {
            let sql = "UPDATE run SET state = 'open' WHERE id = ? AND state = 'blocked' AND NOT EXISTS \
                       (SELECT 1 FROM job WHERE run = ? AND state = 'dead')";
            tx.execute(sql, &values![run, run]).await?;
        }
        Ok(())
    }
}

/// Gives up a job that belongs to no run: its match is void, its submission rejected.
#[derive(Clone, Debug)]
pub struct Void {
    /// The job.
    pub id: i64,
    /// Why; competitors see it.
    pub why: String,
    /// The member of staff.
    pub account: Option<i64>,
    /// The time.
    pub now: Millis,
}

impl Change for Void {
    type Output = ();
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<(), Fault> {
        let sql = "UPDATE job SET state = 'cancelled', token = NULL, finished_ms = ?, fault = ? \
                   WHERE id = ? AND run IS NULL AND state IN ('queued', 'dispatched', 'dead') RETURNING key";
        let Some(row) = tx.row(sql, &values![self.now, &self.why, self.id]).await? else {
            let row = tx.row("SELECT state FROM job WHERE id = ?", &values![self.id]).await?;
            return Err(not_possible(row, self.id)?.into());
        };
        let key: String = row.get("key")?;
        if key.starts_with("match/") {
            matches::void(tx, number_in_key(&key)?, &self.why, self.now).await?;
        } else if key.starts_with("submission/") {
            submissions::give_up(tx, number_in_key(&key)?, &self.why, self.now).await?;
        }
        tx.audit(self.account, "void job", &key, &self.why, self.now).await
    }
}

impl Store {
    /// The key of a job.
    pub async fn job_key(&self, id: i64) -> Result<Option<String>, Fault> {
        let row = self.row("SELECT key FROM job WHERE id = ?", &values![id]).await?;
        row.map(|row| row.get("key")).transpose()
    }

    /// The jobs that failed too often, oldest first.
    pub async fn dead_jobs(&self) -> Result<Vec<JobLine>, Fault> {
        let sql = "SELECT id, key, fault FROM job WHERE state = 'dead' ORDER BY id LIMIT 1000";
        let line = |row: &Row| {
            Ok(JobLine { id: row.get("id")?, key: row.get("key")?, fault: row.get("fault")? })
        };
        self.rows(sql, &[]).await?.iter().map(line).collect()
    }

    /// The jobs that are dispatched now; after a restart they are handed over again.
    pub async fn dispatched_jobs(&self) -> Result<Vec<Dispatched>, Fault> {
        let sql =
            format!("SELECT {DISPATCHED_COLUMNS} FROM job WHERE state = 'dispatched' ORDER BY id");
        self.rows(&sql, &[]).await?.iter().map(dispatched).collect()
    }

    /// Number of jobs by lane and state, and the time when the oldest of them was enqueued.
    pub async fn queue(&self) -> Result<Vec<QueueLine>, Fault> {
        let sql = "SELECT lane, state, COUNT(*) AS n, MIN(enqueued_ms) AS oldest_ms FROM job \
                   WHERE state IN ('queued', 'dispatched', 'dead') GROUP BY lane, state ORDER BY lane, state";
        let line = |row: &Row| {
            Ok(QueueLine {
                lane: row.get("lane")?,
                state: row.get("state")?,
                jobs: row.get("n")?,
                oldest_ms: row.get("oldest_ms")?,
            })
        };
        self.rows(sql, &[]).await?.iter().map(line).collect()
    }
}

/// A job that waits for a decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JobLine {
    /// Its number.
    pub id: i64,
    /// Its cause.
    pub key: String,
    /// What failed last.
    pub fault: Option<String>,
}

/// A line of the queue's summary.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct QueueLine {
    /// The lane.
    pub lane: String,
    /// The state.
    pub state: String,
    /// Number of jobs.
    pub jobs: u32,
    /// When the oldest one was enqueued.
    pub oldest_ms: Millis,
}
