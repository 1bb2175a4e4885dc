//! Attempts that are cancelled while workers have them. The cancelling transaction notes them, so that the
//! dispatching server finds them wherever the request arrived.

use crate::{Change, Fault, Row, Store, Tx, values};

/// An attempt that was cancelled after it was dispatched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stopped {
    /// The token that it had.
    pub token: String,
    /// The worker that has begun it; empty if none has.
    pub worker: String,
}

/// Notes the attempt of a job that is about to be cancelled.
pub(crate) async fn note_stop(tx: &mut Tx<'_>, key: &str) -> Result<(), Fault> {
    tx.execute(&note("key"), &values![key]).await.map(|_| ())
}

/// The same by the job's number, for one that is about to get a declared result.
pub(crate) async fn note_stop_of(tx: &mut Tx<'_>, id: i64) -> Result<(), Fault> {
    tx.execute(&note("id"), &values![id]).await.map(|_| ())
}

fn note(column: &str) -> String {
    format!(
        "INSERT INTO job_stop (token, worker) SELECT token, CASE WHEN started_ms IS NULL THEN '' \
         ELSE COALESCE(worker, '') END FROM job WHERE {column} = ? AND state = 'dispatched' \
         AND token IS NOT NULL ON CONFLICT (token) DO NOTHING"
    )
}

/// Takes all attempts that were noted.
#[derive(Clone, Debug)]
pub struct TakeStops;

impl Change for TakeStops {
    type Output = Vec<Stopped>;
    const DURABLE: bool = false;
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<Vec<Stopped>, Fault> {
        let rows = tx.rows("DELETE FROM job_stop RETURNING token, worker", &[]).await?;
        let stopped =
            |row: &Row| Ok(Stopped { token: row.get("token")?, worker: row.get("worker")? });
        rows.iter().map(stopped).collect()
    }
}

impl Store {
    /// Whether attempts were cancelled whose workers have not been told.
    pub async fn has_stops(&self) -> Result<bool, Fault> {
        Ok(self.row("SELECT token FROM job_stop LIMIT 1", &[]).await?.is_some())
    }
}
