//! Workers: which are connected, what each does, and what it has done by hour.

use super::AlertKind;
use crate::jobs::{Crew, Machine, words};
use crate::list::{Kind, List};
use crate::{Change, Fault, Millis, Refusal, Row, Store, Tx, values};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A worker that has been silent for this time counts as disconnected.
pub const CONNECTED_MS: Millis = 20_000;
/// Counts are kept by hours.
const HOUR_MS: Millis = 3_600_000;

/// What a worker did.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WorkCount {
    /// Jobs with a result.
    pub results: i64,
    /// Time spent on them.
    pub busy_ms: i64,
    /// Games in which a bot ran out of time.
    pub time_losses: i64,
    /// Attempts that failed on our side.
    pub failures: i64,
    /// Results that came too late and were dropped.
    pub stale: i64,
}

/// A process that does jobs.
#[derive(Clone, Debug, PartialEq)]
pub struct Worker {
    /// Its name: machine and port.
    pub name: String,
    /// Name and version of its program.
    pub engine: String,
    /// Jobs that it does at the same time, and what its machine has for them.
    pub machine: Machine,
    /// Millions of reference steps per second on one core of its machine.
    pub speed: f64,
    /// When it was started.
    pub started_ms: Millis,
    /// When it was last heard of.
    pub seen_ms: Millis,
    /// Languages whose tools it does not have, separated by blanks.
    pub lacks: String,
}

/// What a worker did in some time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkerCount {
    /// The worker.
    pub worker: String,
    /// What it did.
    pub count: WorkCount,
}

impl Tx<'_> {
    /// Adds to what a worker did in this hour.
    pub(crate) async fn count_work(
        &mut self,
        worker: &str,
        lane: &str,
        count: &WorkCount,
        now: Millis,
    ) -> Result<(), Fault> {
        let key = (worker.to_owned(), lane.to_owned());
        self.count_works(&[(key, *count)].into(), now).await
    }

    /// Adds to what several workers did in this hour, by worker and lane.
    pub(crate) async fn count_works(
        &mut self,
        counts: &BTreeMap<(String, String), WorkCount>,
        now: Millis,
    ) -> Result<(), Fault> {
        let row = |((worker, lane), count): (&(String, String), &WorkCount)| {
            let WorkCount { results, busy_ms, time_losses, failures, stale } = count;
            serde_json::json!([worker, lane, results, busy_ms, time_losses, failures, stale])
        };
        let columns = &[
            ("by_worker", Kind::Text),
            ("on_lane", Kind::Text),
            ("n_results", Kind::Int),
            ("n_busy", Kind::Int),
            ("n_losses", Kind::Int),
            ("n_failures", Kind::Int),
            ("n_stale", Kind::Int),
        ];
        let list = List::new(columns, counts.iter().map(row));
        if list.is_empty() {
            return Ok(());
        }
        // All servers change the rows in the same order, so that none waits for another in a circle.
        let sql = format!(
            "INSERT INTO work_count (worker, lane, hour_ms, results, busy_ms, time_losses, failures, stale) \
             SELECT by_worker, on_lane, ?, n_results, n_busy, n_losses, n_failures, n_stale FROM {} \
             WHERE true ORDER BY place ON CONFLICT (worker, lane, hour_ms) DO UPDATE SET \
             results = work_count.results + excluded.results, \
             busy_ms = work_count.busy_ms + excluded.busy_ms, \
             time_losses = work_count.time_losses + excluded.time_losses, \
             failures = work_count.failures + excluded.failures, \
             stale = work_count.stale + excluded.stale",
            self.table(&list)
        );
        self.execute(&sql, &values![hour(now), &list]).await?;
        Ok(())
    }
}

/// The beginning of the hour of a time.
fn hour(now: Millis) -> Millis {
    now.div_euclid(HOUR_MS) * HOUR_MS
}

pub(super) const SUMS: &str = "CAST(SUM(results) AS BIGINT) AS results, \
    CAST(SUM(busy_ms) AS BIGINT) AS busy_ms, \
    CAST(SUM(time_losses) AS BIGINT) AS time_losses, CAST(SUM(failures) AS BIGINT) AS failures, \
    CAST(SUM(stale) AS BIGINT) AS stale";

pub(super) fn work_count(row: &Row) -> Result<WorkCount, Fault> {
    Ok(WorkCount {
        results: row.get("results")?,
        busy_ms: row.get("busy_ms")?,
        time_losses: row.get("time_losses")?,
        failures: row.get("failures")?,
        stale: row.get("stale")?,
    })
}

const CREWS: &str = "SELECT lacks, slots, cores, memory_mib, COUNT(*) AS n FROM worker \
                     WHERE seen_ms >= ? AND slots > 0 GROUP BY lacks, slots, cores, memory_mib \
                     ORDER BY lacks, slots, cores, memory_mib";

fn crew(row: &Row) -> Result<Crew, Fault> {
    let (lacks, workers): (String, i64) = (row.get("lacks")?, row.get("n")?);
    let lacks = words(&lacks).collect();
    Ok(Crew { workers: usize::try_from(workers).unwrap_or(0), machine: machine(row)?, lacks })
}

fn machine(row: &Row) -> Result<Machine, Fault> {
    let memory_mib: i64 = row.get("memory_mib")?;
    let memory_mib = u64::try_from(memory_mib).unwrap_or(0);
    Ok(Machine { slots: row.get("slots")?, cores: row.get("cores")?, memory_mib })
}

impl Tx<'_> {
    /// Like [`Store::crews`].
    pub(crate) async fn crews(&mut self, since: Millis) -> Result<Vec<Crew>, Fault> {
        self.rows(CREWS, &values![since]).await?.iter().map(crew).collect()
    }
}

impl Store {
    /// The workers that were heard of since a time, by name.
    pub async fn workers(&self, since: Millis) -> Result<Vec<Worker>, Fault> {
        let sql = "SELECT name, engine, slots, cores, memory_mib, speed, started_ms, seen_ms, lacks \
                   FROM worker WHERE seen_ms >= ? ORDER BY name";
        let worker = |row: &Row| {
            Ok(Worker {
                name: row.get("name")?,
                engine: row.get("engine")?,
                machine: machine(row)?,
                speed: row.get("speed")?,
                started_ms: row.get("started_ms")?,
                seen_ms: row.get("seen_ms")?,
                lacks: row.get("lacks")?,
            })
        };
        self.rows(sql, &values![since]).await?.iter().map(worker).collect()
    }

    /// The workers that were heard of since a time, together those that have and lack the same.
    pub async fn crews(&self, since: Millis) -> Result<Vec<Crew>, Fault> {
        self.rows(CREWS, &values![since]).await?.iter().map(crew).collect()
    }

    /// What each worker did since the beginning of the hour of a time.
    pub async fn work_since(&self, since: Millis) -> Result<Vec<WorkerCount>, Fault> {
        let sql = format!(
            "SELECT worker, {SUMS} FROM work_count WHERE hour_ms >= ? GROUP BY worker ORDER BY worker"
        );
        let count =
            |row: &Row| Ok(WorkerCount { worker: row.get("worker")?, count: work_count(row)? });
        self.rows(&sql, &values![hour(since)]).await?.iter().map(count).collect()
    }

    /// Stale results in the hour of a time, and in the hour before it.
    pub async fn stale_results(&self, now: Millis) -> Result<(i64, i64), Fault> {
        let sql =
            "SELECT CAST(COALESCE(SUM(stale), 0) AS BIGINT) AS n FROM work_count WHERE hour_ms = ?";
        let mut counts = [0; 2];
        for (count, at) in counts.iter_mut().zip([hour(now), hour(now) - HOUR_MS]) {
            *count = self.row(sql, &values![at]).await?.map_or(Ok(0), |row| row.get("n"))?;
        }
        Ok((counts[0], counts[1]))
    }
}

/// Workers say that they are there. If one of them does twice, the last time counts.
#[derive(Clone, Debug)]
pub struct Hello(pub Vec<Worker>);

impl Change for Hello {
    type Output = ();
    const DURABLE: bool = false;
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<(), Fault> {
        if self.0.iter().any(|worker| !worker.speed.is_finite()) {
            return Err(Refusal::Invalid("the speed of a machine is not a number".into()).into());
        }
        // All servers change the rows in the same order, so that none waits for another in a circle.
        let workers: BTreeMap<&str, &Worker> =
            self.0.iter().map(|worker| (worker.name.as_str(), worker)).collect();
        let row = |worker: &&Worker| {
            let Worker { name, engine, machine, speed, started_ms, seen_ms, lacks } = worker;
            let Machine { slots, cores, memory_mib } = machine;
            serde_json::json!([
                name, engine, slots, cores, memory_mib, speed, started_ms, seen_ms, lacks
            ])
        };
        let columns = &[
            ("by_name", Kind::Text),
            ("of_engine", Kind::Text),
            ("n_slots", Kind::Int),
            ("n_cores", Kind::Int),
            ("n_mib", Kind::Int),
            ("at_speed", Kind::Real),
            ("since_ms", Kind::Int),
            ("heard_ms", Kind::Int),
            ("without", Kind::Text),
        ];
        let list = List::new(columns, workers.values().map(row));
        if list.is_empty() {
            return Ok(());
        }
        let sql = format!(
            "INSERT INTO worker (name, engine, slots, cores, memory_mib, speed, started_ms, seen_ms, lacks) \
             SELECT by_name, of_engine, n_slots, n_cores, n_mib, at_speed, since_ms, heard_ms, without \
             FROM {} WHERE true ORDER BY place ON CONFLICT (name) DO UPDATE SET engine = excluded.engine, \
             slots = excluded.slots, cores = excluded.cores, memory_mib = excluded.memory_mib, \
             speed = excluded.speed, started_ms = excluded.started_ms, seen_ms = excluded.seen_ms, \
             lacks = excluded.lacks",
            tx.table(&list)
        );
        tx.execute(&sql, &values![&list]).await?;
        Ok(())
    }
}

/// A worker begins a job that was dispatched.
#[derive(Clone, Debug)]
pub struct StartJob {
    /// The job.
    pub id: i64,
    /// The token of the attempt.
    pub token: String,
    /// The worker's name.
    pub worker: String,
    /// The time.
    pub now: Millis,
}

impl Change for StartJob {
    type Output = ();
    const DURABLE: bool = false;
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<(), Fault> {
        let sql = "UPDATE job SET worker = ?, started_ms = ? WHERE id = ? AND token = ? \
                   AND state = 'dispatched'";
        tx.execute(sql, &values![&self.worker, self.now, self.id, &self.token]).await?;
        Ok(())
    }
}

/// How an alert names a worker.
pub fn object_of_worker(name: &str) -> String {
    format!("worker {name}")
}

/// Staff let a worker work again that was set aside because it failed more than the others. Its failures of
/// this hour and the hour before are no longer counted; they stay in the list of failures.
#[derive(Clone, Debug)]
pub struct ReadmitWorker {
    /// The worker's name.
    pub worker: String,
    /// The member of staff; none if it is done from the shell.
    pub account: Option<i64>,
    /// The time.
    pub now: Millis,
}

impl Change for ReadmitWorker {
    type Output = ();
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<(), Fault> {
        let Self { worker, account, now } = self;
        let sql = "SELECT 1 AS known FROM worker WHERE name = ?";
        if tx.row(sql, &values![worker]).await?.is_none() {
            return Err(Refusal::Unknown(format!("worker `{worker}`")).into());
        }
        let object = object_of_worker(worker);
        let sql = "SELECT 1 AS is_on FROM alert WHERE kind = ? AND object = ?";
        if tx.row(sql, &values![AlertKind::FailingWorker, &object]).await?.is_none() {
            let sentence = format!("the worker `{worker}` is not set aside");
            return Err(Refusal::Conflict(sentence).into());
        }
        let sql = "UPDATE work_count SET failures = 0 WHERE worker = ? AND hour_ms >= ?";
        tx.execute(sql, &values![worker, hour(now - HOUR_MS)]).await?;
        tx.audit(*account, "readmit", &object, "", *now).await
    }
}

/// The result of a worker came too late.
#[derive(Clone, Debug)]
pub struct CountStale {
    /// The job.
    pub job: i64,
    /// The worker's name.
    pub worker: String,
    /// The time.
    pub now: Millis,
}

impl Change for CountStale {
    type Output = ();
    const DURABLE: bool = false;
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<(), Fault> {
        let row = tx.row("SELECT lane FROM job WHERE id = ?", &values![self.job]).await?;
        let Some(row) = row else { return Ok(()) };
        let stale = WorkCount { stale: 1, ..WorkCount::default() };
        tx.count_work(&self.worker, &row.get::<String>("lane")?, &stale, self.now).await
    }
}
