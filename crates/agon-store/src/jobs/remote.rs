//! Jobs of workers on other machines, which ask before they begin and may be lost.

use super::crews::{DISPATCHED_BY_NEEDS, counts};
use super::{Crew, DISPATCHED_COLUMNS, Dispatched, dispatched, slots_for};
use crate::list::{Kind, List};
use crate::{Change, Dialect, Fault, Millis, Row, Store, Tx, values};
use std::collections::{BTreeMap, BTreeSet};

/// A worker has got the message of a job and asks whether it may begin.
#[derive(Clone, Debug)]
pub struct Begin {
    /// The job.
    pub id: i64,
    /// The token of the attempt.
    pub token: String,
    /// The worker's name.
    pub worker: String,
    /// How often the message was delivered, from 1.
    pub delivery: i64,
    /// The time.
    pub now: Millis,
}

/// Whether a worker may begin a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Begun {
    /// It may; this is written down.
    Yes,
    /// The attempt is over: the job is done, was cancelled, or has another token.
    Stale,
    /// An earlier delivery of the message was begun by this worker, which did not end it.
    Held(String),
}

/// Several workers ask at once. The answers are in the order of the questions.
#[derive(Clone, Debug)]
struct BeginAll(Vec<Begin>);

impl Change for BeginAll {
    type Output = Vec<Begun>;
    const DURABLE: bool = false;
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<Vec<Begun>, Fault> {
        let mut states = read_states(tx, &self.0).await?;
        let (mut answers, mut begun) = (Vec::new(), BTreeMap::new());
        for begin in &self.0 {
            let answer = match states.get_mut(&(begin.id, begin.token.clone())) {
                None => Begun::Stale,
                Some(Held { delivery, worker: Some(worker) }) if *delivery < begin.delivery => {
                    Begun::Held(worker.clone())
                }
                // This delivery was given back before its begin was written down.
                Some(Held { delivery, worker: None }) if *delivery >= begin.delivery => {
                    Begun::Stale
                }
                // The same delivery asks again if the first answer was lost.
                Some(state) => {
                    *state = Held { delivery: begin.delivery, worker: Some(begin.worker.clone()) };
                    begun.insert(begin.id, begin);
                    Begun::Yes
                }
            };
            answers.push(answer);
        }
        let row = |begin: &&Begin| {
            let Begin { id, worker, delivery, now, .. } = begin;
            serde_json::json!([id, worker, delivery, now])
        };
        let columns = &[
            ("begun", Kind::Int),
            ("by_worker", Kind::Text),
            ("nr", Kind::Int),
            ("begun_ms", Kind::Int),
        ];
        let list = List::new(columns, begun.values().map(row));
        if !list.is_empty() {
            let sql = format!(
                "UPDATE job SET worker = by_worker, started_ms = begun_ms, delivery = nr FROM {} \
                 WHERE job.id = begun",
                tx.table(&list)
            );
            tx.execute(&sql, &values![&list]).await?;
        }
        Ok(answers)
    }
}

impl Store {
    /// Answers workers that ask whether they may begin, in the order of the questions.
    pub async fn begin_all(&self, begins: Vec<Begin>) -> Result<Vec<Begun>, Fault> {
        let at_once = match self.dialect() {
            Dialect::Sqlite => BTreeSet::new(),
            Dialect::Postgres => self.begin_at_once(&begins).await?,
        };
        let rest = begins.iter().filter(|begin| !at_once.contains(&begin.token));
        let rest: Vec<Begin> = rest.cloned().collect();
        let mut answers = match rest.is_empty() {
            true => Vec::new(),
            false => self.change(BeginAll(rest)).await?,
        }
        .into_iter();
        let answer = |begin: &Begin| match at_once.contains(&begin.token) {
            true => Ok(Begun::Yes),
            false => answers.next().ok_or(Fault::Closed),
        };
        begins.iter().map(answer).collect()
    }

    /// Lets jobs begin that no other delivery has begun, in one statement; returns their tokens. PostgreSQL
    /// then needs one round trip instead of four.
    async fn begin_at_once(&self, begins: &[Begin]) -> Result<BTreeSet<String>, Fault> {
        let mut first: BTreeMap<i64, &Begin> = BTreeMap::new();
        let mut twice = BTreeSet::new();
        for begin in begins {
            if first.insert(begin.id, begin).is_some() {
                twice.insert(begin.id);
            }
        }
        let row = |begin: &&Begin| {
            let Begin { id, token, worker, delivery, now } = begin;
            serde_json::json!([id, token, worker, delivery, now])
        };
        let columns = &[
            ("begun", Kind::Int),
            ("with_token", Kind::Text),
            ("by_worker", Kind::Text),
            ("nr", Kind::Int),
            ("begun_ms", Kind::Int),
        ];
        let once = first.values().filter(|begin| !twice.contains(&begin.id));
        let list = List::new(columns, once.map(row));
        if list.is_empty() {
            return Ok(BTreeSet::new());
        }
        let sql = format!(
            "UPDATE job SET worker = by_worker, started_ms = begun_ms, delivery = nr FROM {} \
             WHERE job.id = begun AND job.token = with_token AND job.state = 'dispatched' \
             AND CASE WHEN job.started_ms IS NULL THEN job.delivery < nr ELSE job.delivery >= nr END \
             RETURNING job.token",
            list.table(self.dialect())
        );
        match self.rows(&sql, &values![&list]).await {
            Ok(rows) => rows.iter().map(|row| row.get("token")).collect(),
            // Two servers waited for each other; a change is repeated.
            Err(fault) if fault.is_transient() => Ok(BTreeSet::new()),
            Err(fault) => Err(fault),
        }
    }
}

/// The last delivery of a job's message that was begun or given back, and the worker that has begun it.
struct Held {
    delivery: i64,
    worker: Option<String>,
}

/// The attempts of these questions that are not over, by job and token. Their rows stay locked, so that the
/// answers hold.
async fn read_states(
    tx: &mut Tx<'_>,
    begins: &[Begin],
) -> Result<BTreeMap<(i64, String), Held>, Fault> {
    let asked: BTreeSet<i64> = begins.iter().map(|begin| begin.id).collect();
    let list = List::ids(asked);
    let sql = format!(
        "SELECT id, token, started_ms, delivery, worker FROM job WHERE id IN (SELECT one FROM {}) \
         AND state = 'dispatched' AND token IS NOT NULL ORDER BY id{}",
        tx.table(&list),
        tx.for_update()
    );
    let mut states = BTreeMap::new();
    for row in tx.rows(&sql, &values![&list]).await? {
        let started_ms: Option<Millis> = row.get("started_ms")?;
        let worker: Option<String> = row.get("worker")?;
        let worker = started_ms.map(|_| worker.unwrap_or_default());
        let held = Held { delivery: row.get("delivery")?, worker };
        states.insert((row.get("id")?, row.get("token")?), held);
    }
    Ok(states)
}

/// A worker gives the message of a job back, because it is drained: another one begins a later delivery. The
/// first delivery may be begun and not yet written down.
#[derive(Clone, Debug)]
pub struct Unbegin {
    /// The job.
    pub id: i64,
    /// The token of the attempt.
    pub token: String,
}

impl Change for Unbegin {
    type Output = ();
    const DURABLE: bool = false;
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<(), Fault> {
        let sql = "UPDATE job SET started_ms = NULL, \
                   delivery = CASE WHEN delivery > 1 THEN delivery ELSE 1 END \
                   WHERE id = ? AND token = ? AND state = 'dispatched'";
        tx.execute(sql, &values![self.id, &self.token]).await?;
        Ok(())
    }
}

/// Jobs that no worker has begun get new messages, because theirs are lost: deliveries count from 1 again.
#[derive(Clone, Debug)]
pub struct ForgetDeliveries(pub Vec<i64>);

impl Change for ForgetDeliveries {
    type Output = ();
    const DURABLE: bool = false;
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<(), Fault> {
        let list = List::ids(self.0.iter().copied());
        let sql = format!(
            "UPDATE job SET delivery = 0 WHERE id IN (SELECT one FROM {}) \
             AND state = 'dispatched' AND started_ms IS NULL",
            tx.table(&list)
        );
        tx.execute(&sql, &values![&list]).await?;
        Ok(())
    }
}

/// A job that a worker has begun.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnderWay {
    /// The job.
    pub job: Dispatched,
    /// The worker.
    pub worker: String,
    /// When the worker began.
    pub started_ms: Millis,
}

impl Store {
    /// The worker of the attempt before this one, which has not begun.
    pub async fn last_worker(&self, id: i64, token: &str) -> Result<Option<String>, Fault> {
        let sql = "SELECT worker FROM job WHERE id = ? AND token = ? AND state = 'dispatched' \
                   AND started_ms IS NULL";
        let row = self.row(sql, &values![id, token]).await?;
        row.map_or(Ok(None), |row| row.get("worker"))
    }

    /// A job that is dispatched with this token.
    pub async fn dispatched_job(&self, id: i64, token: &str) -> Result<Option<Dispatched>, Fault> {
        let found = self.jobs_by_token(&[(id, token.to_owned())]).await?;
        Ok(found.into_iter().next().flatten())
    }

    /// The jobs that are dispatched with these tokens, in the order of the questions.
    pub async fn jobs_by_token(
        &self,
        attempts: &[(i64, String)],
    ) -> Result<Vec<Option<Dispatched>>, Fault> {
        let ids: BTreeSet<i64> = attempts.iter().map(|(id, _)| *id).collect();
        let list = List::ids(ids);
        let sql = format!(
            "SELECT {DISPATCHED_COLUMNS} FROM job WHERE id IN (SELECT one FROM {}) \
             AND state = 'dispatched' AND token IS NOT NULL",
            list.table(self.dialect())
        );
        let mut found = BTreeMap::new();
        for row in self.rows(&sql, &values![&list]).await? {
            let job = dispatched(&row)?;
            found.insert((job.id, job.token.clone()), job);
        }
        Ok(attempts.iter().map(|attempt| found.get(attempt).cloned()).collect())
    }

    /// Whether a job was finished by this worker.
    pub async fn is_done_by(&self, id: i64, worker: &str) -> Result<bool, Fault> {
        let sql = "SELECT id FROM job WHERE id = ? AND state = 'done' AND worker = ?";
        Ok(self.row(sql, &values![id, worker]).await?.is_some())
    }

    /// Whether a job was cancelled.
    pub async fn is_cancelled(&self, id: i64) -> Result<bool, Fault> {
        let sql = "SELECT id FROM job WHERE id = ? AND state = 'cancelled'";
        Ok(self.row(sql, &values![id]).await?.is_some())
    }

    /// The slots that the dispatched jobs take of these workers.
    pub async fn dispatched_slots(&self, crews: &[Crew]) -> Result<usize, Fault> {
        let dispatched = counts(&self.rows(DISPATCHED_BY_NEEDS, &[]).await?)?;
        Ok(dispatched.iter().map(|(needs, jobs)| jobs * slots_for(needs, crews)).sum())
    }

    /// The dispatched jobs that no worker has begun.
    pub async fn unbegun_jobs(&self) -> Result<Vec<Dispatched>, Fault> {
        let sql = format!(
            "SELECT {DISPATCHED_COLUMNS} FROM job WHERE state = 'dispatched' AND started_ms IS NULL \
             ORDER BY id"
        );
        self.rows(&sql, &[]).await?.iter().map(dispatched).collect()
    }

    /// The jobs that workers have begun and not ended.
    pub async fn jobs_under_way(&self) -> Result<Vec<UnderWay>, Fault> {
        let sql = format!(
            "SELECT {DISPATCHED_COLUMNS}, worker, started_ms FROM job WHERE state = 'dispatched' \
             AND started_ms IS NOT NULL ORDER BY id"
        );
        let under_way = |row: &Row| {
            let worker: Option<String> = row.get("worker")?;
            Ok(UnderWay {
                job: dispatched(row)?,
                worker: worker.unwrap_or_default(),
                started_ms: row.get("started_ms")?,
            })
        };
        self.rows(&sql, &[]).await?.iter().map(under_way).collect()
    }
}
