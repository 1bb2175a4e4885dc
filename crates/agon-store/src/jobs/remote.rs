//! Jobs of workers on other machines, which ask before they begin and may be lost.

use super::{DISPATCHED_COLUMNS, Dispatched, dispatched};
use crate::{Change, Fault, Millis, Row, Store, Tx, values};

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

impl Change for Begin {
    type Output = Begun;
    const DURABLE: bool = false;
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<Begun, Fault> {
        let sql = "SELECT started_ms, delivery, worker FROM job WHERE id = ? AND token = ? \
                   AND state = 'dispatched'";
        let Some(row) = tx.row(sql, &values![self.id, &self.token]).await? else {
            return Ok(Begun::Stale);
        };
        let started_ms: Option<Millis> = row.get("started_ms")?;
        // The same delivery asks again if the first answer was lost.
        if started_ms.is_some() && row.get::<i64>("delivery")? < self.delivery {
            let worker: Option<String> = row.get("worker")?;
            return Ok(Begun::Held(worker.unwrap_or_default()));
        }
        let sql = "UPDATE job SET worker = ?, started_ms = ?, delivery = ? WHERE id = ?";
        tx.execute(sql, &values![&self.worker, self.now, self.delivery, self.id]).await?;
        Ok(Begun::Yes)
    }
}

/// A worker gives the message of a job back, because it is drained: another one begins it.
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
        let sql = "UPDATE job SET started_ms = NULL WHERE id = ? AND token = ? \
                   AND state = 'dispatched'";
        tx.execute(sql, &values![self.id, &self.token]).await?;
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
    /// A job that is dispatched with this token.
    pub async fn dispatched_job(&self, id: i64, token: &str) -> Result<Option<Dispatched>, Fault> {
        let sql = format!(
            "SELECT {DISPATCHED_COLUMNS} FROM job WHERE id = ? AND token = ? AND state = 'dispatched'"
        );
        self.row(&sql, &values![id, token]).await?.as_ref().map(dispatched).transpose()
    }

    /// Whether a job was finished by this worker.
    pub async fn is_done_by(&self, id: i64, worker: &str) -> Result<bool, Fault> {
        let sql = "SELECT id FROM job WHERE id = ? AND state = 'done' AND worker = ?";
        Ok(self.row(sql, &values![id, worker]).await?.is_some())
    }

    /// Number of jobs that are dispatched.
    pub async fn dispatched_count(&self) -> Result<usize, Fault> {
        let sql = "SELECT COUNT(*) AS n FROM job WHERE state = 'dispatched'";
        let count: i64 = self.row(sql, &[]).await?.map_or(Ok(0), |row| row.get("n"))?;
        Ok(usize::try_from(count).unwrap_or(0))
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
