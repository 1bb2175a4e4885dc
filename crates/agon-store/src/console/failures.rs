//! Failures by class: what bots did wrong, and what failed on our side.

use super::WorkCount;
use crate::names::named;
use crate::submissions::number_in_key;
use crate::{Fault, Millis, Row, Store, Tx, Value, values};

named! {
    /// What kind of failure it was. The first ones are faults of a bot, the others are ours.
    pub enum FailureClass, "class of failures" {
        /// The archive cannot be unpacked.
        Archive = "archive",
        /// The event does not accept this program: language, compiled files, regulations.
        Policy = "policy",
        /// The program does not compile.
        Build = "build",
        /// The program was not ready in time.
        NotReady = "not_ready",
        /// It sent a message that the protocol does not know.
        Protocol = "protocol",
        /// It wrote more than the limits allow.
        Flood = "flood",
        /// It took longer than its turn allows.
        OutOfTime = "out_of_time",
        /// An exception cut a turn short.
        Exception = "exception",
        /// It ended or crashed.
        Exited = "exited",
        /// It took too much memory.
        OutOfMemory = "out_of_memory",
        /// It left files that could not be removed.
        LeftBehind = "left_behind",
        /// Ours: other programs held the processors.
        Overload = "overload",
        /// Ours: sandbox, tools or disk of the worker.
        Machine = "machine",
        /// Ours: the store of blobs.
        Storage = "storage",
        /// Ours: a game in which no turn was played for too long.
        Standstill = "standstill",
        /// Ours: a job took longer than its limit.
        OverLimit = "over_limit",
        /// Ours: a worker was lost while it had a job.
        WorkerLost = "worker_lost",
        /// Ours: a job or its result cannot be read or stored.
        Damaged = "damaged",
    }
}

impl FailureClass {
    /// Whether it is our failure and not a bot's fault.
    pub fn is_ours(self) -> bool {
        use FailureClass::{
            Damaged, Machine, OverLimit, Overload, Standstill, Storage, WorkerLost,
        };
        matches!(self, Overload | Machine | Storage | Standstill | OverLimit | WorkerLost | Damaged)
    }
}

/// A failure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Its number.
    pub id: i64,
    /// When.
    pub at_ms: Millis,
    /// What kind it was.
    pub class: FailureClass,
    /// The worker.
    pub worker: String,
    /// The event.
    pub event: Option<i64>,
    /// The team whose bot failed; on our side, the team that the job counts for.
    pub team: Option<i64>,
    /// The team's name.
    pub team_name: Option<String>,
    /// The match.
    pub match_id: Option<i64>,
    /// The submission, if its build failed.
    pub submission: Option<i64>,
    /// The job.
    pub job: i64,
    /// What failed.
    pub sentence: String,
}

/// A failure to write down.
#[derive(Clone, Debug)]
pub(crate) struct NewFailure {
    pub class: FailureClass,
    pub worker: String,
    pub event: Option<i64>,
    pub team: Option<i64>,
    pub job: i64,
    /// The job's key, which names the match or the submission.
    pub key: String,
    pub sentence: String,
}

impl NewFailure {
    /// Writes it down, and counts it for the worker.
    pub async fn record(&self, tx: &mut Tx<'_>, lane: &str, now: Millis) -> Result<(), Fault> {
        let mut match_id = None;
        let mut submission = None;
        match self.key.split_once('/') {
            Some(("match", _)) => match_id = Some(number_in_key(&self.key)?),
            Some(("submission", _)) => submission = Some(number_in_key(&self.key)?),
            Some(("run", _)) => {
                let sql = "SELECT id FROM match WHERE key = ?";
                let row = tx.row(sql, &values![&self.key]).await?;
                match_id = row.map(|row| row.get("id")).transpose()?;
            }
            _ => {}
        }
        tx.execute(
            "INSERT INTO failure (at_ms, class, worker, event, team, match, submission, job, sentence) \
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            &values![
                now,
                self.class,
                &self.worker,
                self.event,
                self.team,
                match_id,
                submission,
                self.job,
                &self.sentence
            ],
        )
        .await?;
        let count = match self.class {
            FailureClass::OutOfTime => WorkCount { time_losses: 1, ..WorkCount::default() },
            class if class.is_ours() => WorkCount { failures: 1, ..WorkCount::default() },
            _ => return Ok(()),
        };
        tx.count_work(&self.worker, lane, &count, now).await
    }
}

/// Which failures are counted and listed.
#[derive(Clone, Debug, Default)]
pub struct FailureFilter {
    /// Since when.
    pub since_ms: Millis,
    /// The event.
    pub event: Option<i64>,
    /// The class.
    pub class: Option<FailureClass>,
    /// The team.
    pub team: Option<i64>,
    /// The worker.
    pub worker: Option<String>,
}

impl FailureFilter {
    /// The condition on a failure `f`, and its values.
    fn condition(&self) -> (String, Vec<Value>) {
        let mut sql = "f.at_ms >= ?".to_owned();
        let mut values = values![self.since_ms].to_vec();
        for (condition, value) in [
            (" AND f.event = ?", self.event.map(Value::from)),
            (" AND f.class = ?", self.class.map(Value::from)),
            (" AND f.team = ?", self.team.map(Value::from)),
            (" AND f.worker = ?", self.worker.clone().map(Value::from)),
        ] {
            if let Some(value) = value {
                sql.push_str(condition);
                values.push(value);
            }
        }
        (sql, values)
    }
}

/// Number of failures that have something in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FailuresOf<T> {
    /// What they have in common.
    pub what: T,
    /// How many there are.
    pub failures: i64,
    /// The newest match in which one happened.
    pub example: Option<i64>,
}

/// Failures, counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FailureCounts {
    /// By class, the most frequent first.
    pub classes: Vec<FailuresOf<FailureClass>>,
    /// By hour and class, oldest first.
    pub hours: Vec<FailuresOf<(Millis, FailureClass)>>,
    /// By team with its name, the most frequent first.
    pub teams: Vec<FailuresOf<(i64, String)>>,
    /// By worker, the most frequent first.
    pub workers: Vec<FailuresOf<String>>,
}

/// Most lines of a table of counts.
const MAX_LINES: i64 = 200;

impl Store {
    /// Counts failures by class, hour, team and worker.
    pub async fn count_failures(&self, filter: &FailureFilter) -> Result<FailureCounts, Fault> {
        let (condition, values) = filter.condition();
        let count = async |columns: &str, join: &str, order: &str| {
            let sql = format!(
                "SELECT {columns}, COUNT(*) AS n, MAX(f.match) AS example FROM failure f {join} \
                 WHERE {condition} GROUP BY {columns} ORDER BY {order} LIMIT {MAX_LINES}"
            );
            self.rows(&sql, &values).await
        };
        fn lines<T>(
            rows: Vec<Row>,
            what: impl Fn(&Row) -> Result<T, Fault>,
        ) -> Result<Vec<FailuresOf<T>>, Fault> {
            let line = |row: &Row| {
                let (failures, example) = (row.get("n")?, row.get("example")?);
                Ok(FailuresOf { what: what(row)?, failures, example })
            };
            rows.iter().map(line).collect()
        }
        let classes = count("f.class", "", "n DESC, f.class").await?;
        let hours = "f.at_ms / 3600000, f.class";
        let sql = format!(
            "SELECT f.at_ms / 3600000 AS hour, f.class, COUNT(*) AS n, MAX(f.match) AS example \
             FROM failure f WHERE {condition} GROUP BY {hours} ORDER BY hour DESC, f.class LIMIT {MAX_LINES}"
        );
        let mut hours = lines(self.rows(&sql, &values).await?, |row| {
            Ok((row.get::<i64>("hour")? * 3_600_000, row.get("class")?))
        })?;
        hours.reverse();
        let teams =
            count("f.team, t.name", "JOIN team t ON t.id = f.team", "n DESC, f.team").await?;
        let workers = count("f.worker", "", "n DESC, f.worker").await?;
        Ok(FailureCounts {
            classes: lines(classes, |row| row.get("class"))?,
            hours,
            teams: lines(teams, |row| Ok((row.get("team")?, row.get("name")?)))?,
            workers: lines(workers, |row| row.get("worker"))?,
        })
    }

    /// Failures before a given one, newest first.
    pub async fn failures(
        &self,
        filter: &FailureFilter,
        before: i64,
        limit: u32,
    ) -> Result<Vec<Failure>, Fault> {
        let (condition, mut values) = filter.condition();
        let sql = format!(
            "SELECT f.id, f.at_ms, f.class, f.worker, f.event, f.team, t.name, f.match, f.submission, f.job, \
             f.sentence FROM failure f LEFT JOIN team t ON t.id = f.team WHERE {condition} AND f.id < ? \
             ORDER BY f.id DESC LIMIT ?"
        );
        values.extend(values![before, limit]);
        let failure = |row: &Row| {
            Ok(Failure {
                id: row.get("id")?,
                at_ms: row.get("at_ms")?,
                class: row.get("class")?,
                worker: row.get("worker")?,
                event: row.get("event")?,
                team: row.get("team")?,
                team_name: row.get("name")?,
                match_id: row.get("match")?,
                submission: row.get("submission")?,
                job: row.get("job")?,
                sentence: row.get("sentence")?,
            })
        };
        self.rows(&sql, &values).await?.iter().map(failure).collect()
    }
}
