//! Jobs: queued -> dispatched(attempt, token) -> done | dead | cancelled.
//!
//! A job is inserted in the transaction of its cause and has a unique key, so that enqueueing twice is one
//! job. Dispatching gives it a fresh token; only a result with that token counts. Work may therefore be
//! done twice, but it has one effect.

mod crews;
mod dispatch;
mod machine;
mod remote;
mod stops;

pub(crate) use crews::words;
pub use crews::{Crew, slots_for, special_needs};
pub use dispatch::{Dispatch, Dispatches};
pub(crate) use machine::amounts;
pub use machine::{MAX_GAME_CORES, MAX_GAME_MIB, Machine, describe_needs};
pub use remote::{Begin, Begun, ForgetDeliveries, Unbegin, UnderWay};
pub use stops::{Stopped, TakeStops};
pub(crate) use stops::{note_stop, note_stop_of};

use crate::console::{CONNECTED_MS, FailureClass, NewFailure, WorkCount};
use crate::list::{Kind, List};
use crate::submissions::{self, number_in_key};
use crate::{Change, Dialect, Fault, Millis, Refusal, Row, Store, Tx, matches, values};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

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

/// A job that a worker has done.
#[derive(Clone, Debug)]
pub struct Finished {
    /// The job.
    pub id: i64,
    /// The token of the attempt.
    pub token: String,
    /// The worker.
    pub worker: String,
}

impl Tx<'_> {
    /// Enqueues a job; `None` if a job with this key exists.
    pub async fn enqueue(&mut self, job: &NewJob, now: Millis) -> Result<Option<i64>, Fault> {
        let new = self.enqueue_all(std::slice::from_ref(job), now).await?;
        Ok(new.into_values().next())
    }

    /// Enqueues jobs in their order. Returns the numbers of the new ones, by key: the others exist already.
    pub async fn enqueue_all(
        &mut self,
        jobs: &[NewJob],
        now: Millis,
    ) -> Result<BTreeMap<String, i64>, Fault> {
        let row = |job: &NewJob| {
            let NewJob { key, lane, kind, payload, needs, team, run, wall_limit_ms } = job;
            serde_json::json!([key, lane.name(), kind, payload, needs, team, run, wall_limit_ms])
        };
        let columns = &[
            ("of_key", Kind::Text),
            ("on_lane", Kind::Text),
            ("of_kind", Kind::Text),
            ("document", Kind::Text),
            ("must_have", Kind::Text),
            ("for_team", Kind::Int),
            ("for_run", Kind::Int),
            ("limit_ms", Kind::Int),
        ];
        let list = List::new(columns, jobs.iter().map(row));
        if list.is_empty() {
            return Ok(BTreeMap::new());
        }
        let sql = format!(
            "INSERT INTO job (key, lane, kind, payload, needs, team, run, state, wall_limit_ms, \
             run_after_ms, enqueued_ms, event) SELECT of_key, on_lane, of_kind, document, must_have, \
             for_team, for_run, 'queued', limit_ms, ?, ?, \
             COALESCE((SELECT t.event FROM team t WHERE t.id = for_team), \
             (SELECT r.event FROM run r WHERE r.id = for_run)) FROM {} WHERE true ORDER BY place \
             ON CONFLICT (key) DO NOTHING RETURNING id, key",
            self.table(&list)
        );
        let rows = self.rows(&sql, &values![now, now, &list]).await?;
        rows.iter().map(|row| Ok((row.get("key")?, row.get("id")?))).collect()
    }

    /// Ends a job if the token is its current one. False: the result is stale and must be dropped.
    pub async fn finish_job(
        &mut self,
        id: i64,
        token: &str,
        worker: &str,
        now: Millis,
    ) -> Result<bool, Fault> {
        let done = Finished { id, token: token.to_owned(), worker: worker.to_owned() };
        Ok(self.finish_jobs(&[done], now).await?.is_empty())
    }

    /// Ends jobs if each token is the current one of its job. Otherwise nothing is changed, and the tokens
    /// of stale results are returned, which must be dropped.
    pub(crate) async fn finish_jobs(
        &mut self,
        jobs: &[Finished],
        now: Millis,
    ) -> Result<Vec<String>, Fault> {
        if jobs.is_empty() {
            return Ok(Vec::new());
        }
        let row = |job: &Finished| serde_json::json!([job.id, job.token, job.worker]);
        let columns =
            &[("ended", Kind::Int), ("with_token", Kind::Text), ("by_worker", Kind::Text)];
        let list = List::new(columns, jobs.iter().map(row));
        let table = self.table(&list);
        // The rows stay locked in the order of their numbers, so that two servers do not wait for each other.
        let lock = match self.dialect() {
            Dialect::Sqlite => "",
            Dialect::Postgres => " FOR UPDATE OF j",
        };
        let sql = format!(
            "SELECT j.token, j.lane, j.started_ms, by_worker FROM {table} JOIN job j ON j.id = ended \
             WHERE j.token = with_token AND j.state = 'dispatched' ORDER BY j.id{lock}"
        );
        let mut current = BTreeSet::new();
        let mut counts: BTreeMap<(String, String), WorkCount> = BTreeMap::new();
        for row in self.rows(&sql, &values![&list]).await? {
            current.insert(row.get::<String>("token")?);
            let started_ms: Option<Millis> = row.get("started_ms")?;
            let count = counts.entry((row.get("by_worker")?, row.get("lane")?)).or_default();
            count.results += 1;
            count.busy_ms += started_ms.map_or(0, |started| (now - started).max(0));
        }
        let stale = jobs.iter().map(|job| &job.token).filter(|token| !current.contains(*token));
        let stale: Vec<String> = stale.cloned().collect();
        if !stale.is_empty() {
            return Ok(stale);
        }
        let sql = format!(
            "UPDATE job SET state = 'done', finished_ms = ?, worker = by_worker, token = NULL \
             FROM {table} WHERE job.id = ended"
        );
        self.execute(&sql, &values![now, &list]).await?;
        self.count_works(&counts, now).await?;
        Ok(Vec::new())
    }
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
    /// The worker.
    pub worker: String,
    /// What kind of failure it is.
    pub class: FailureClass,
    /// What failed, as a sentence.
    pub fault: String,
    /// The language whose tools the worker does not have, if that is why: another worker gets the job.
    pub lacks: Option<String>,
    /// Random part of the delay, so that many jobs do not come back at once.
    pub jitter_ms: i64,
    /// The time.
    pub now: Millis,
}

impl Change for Faulted {
    type Output = Again;
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<Again, Fault> {
        if let Some(lacks) = &self.lacks
            && let Some(again) = self.leave_to_others(tx, lacks).await?
        {
            return Ok(again);
        }
        let sql = "UPDATE job SET faults = faults + 1, fault = ?, worker = ?, token = NULL, \
                   started_ms = NULL, state = 'queued' WHERE id = ? AND token = ? \
                   AND state = 'dispatched' RETURNING faults, run, key, lane, event, team";
        let row = tx.row(sql, &values![&self.fault, &self.worker, self.id, &self.token]).await?;
        let Some(row) = row else { return Ok(Again::Stale) };
        let (faults, key): (i64, String) = (row.get("faults")?, row.get("key")?);
        let failure = NewFailure {
            class: self.class,
            worker: self.worker.clone(),
            event: row.get("event")?,
            team: row.get("team")?,
            job: self.id,
            key: key.clone(),
            sentence: self.fault.clone(),
        };
        failure.record(tx, &row.get::<String>("lane")?, self.now).await?;
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

impl Faulted {
    /// Queues the job for the workers that have what it needs, which costs no attempt; `None` if there are
    /// none.
    async fn leave_to_others(&self, tx: &mut Tx<'_>, lacks: &str) -> Result<Option<Again>, Fault> {
        let crews = tx.crews(self.now - CONNECTED_MS).await?;
        let sql = format!(
            "SELECT needs FROM job WHERE id = ? AND token = ? AND state = 'dispatched'{}",
            tx.for_update()
        );
        let Some(row) = tx.row(&sql, &values![self.id, &self.token]).await? else {
            return Ok(Some(Again::Stale));
        };
        let needs = crews::with_need(&row.get::<String>("needs")?, lacks);
        if !crews.iter().any(|crew| crew.can(&needs)) {
            return Ok(None);
        }
        let sql = "UPDATE job SET needs = ?, state = 'queued', token = NULL, started_ms = NULL, \
                   attempt = attempt - 1 WHERE id = ?";
        tx.execute(sql, &values![needs, self.id]).await?;
        Ok(Some(Again::Queued))
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
        let sql = "UPDATE job SET state = 'queued', token = NULL, started_ms = NULL, \
                   attempt = attempt - 1 WHERE id = ? AND token = ? AND state = 'dispatched'";
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
        note_stop(tx, &self.key).await?;
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

/// Queues a dead job again with a clean record, and lets its run go on; or a build that was given up.
#[derive(Clone, Debug)]
pub struct Requeue {
    /// The job.
    pub id: i64,
    /// The member of staff; none if it is done from the shell.
    pub account: Option<i64>,
    /// The time.
    pub now: Millis,
}

impl Change for Requeue {
    type Output = ();
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<(), Fault> {
        let sql = "UPDATE job SET state = 'queued', faults = 0, run_after_ms = ?, finished_ms = NULL \
                   WHERE id = ? AND (state = 'dead' OR (state = 'cancelled' AND kind = 'build')) \
                   RETURNING run, key";
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
        let key: String = row.get("key")?;
        if key.starts_with("submission/") {
            let sql = "UPDATE submission SET state = 'received', reason = NULL WHERE id = ? \
                       AND state = 'rejected'";
            tx.execute(sql, &values![number_in_key(&key)?]).await?;
        }
        tx.audit(self.account, "requeue job", &key, "", self.now).await
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
        note_stop_of(tx, self.id).await?;
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
