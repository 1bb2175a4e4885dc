//! Servers that extend the same run take turns.

use crate::connections::Borrowed;
use crate::store::Backend;
use crate::{Fault, Store};
use tokio::runtime::Handle;

/// The first half of the lock's number in PostgreSQL; the second half is the run. It is arbitrary.
const TURNS: i64 = 4_061_973;

/// The turn of a server at a run. It ends when this is dropped, or when the server's connection ends.
pub struct Turn(Option<Borrowed>);

impl Store {
    /// Waits until no other server plans the next entries of a run. This saves work: what two servers plan
    /// from the same entries is committed by one of them only. Nothing else depends on it.
    pub async fn turn(&self, run: i64) -> Result<Turn, Fault> {
        let Backend::Postgres(connections) = &self.0 else { return Ok(Turn(None)) };
        let number = run % i64::from(i32::MAX);
        let begin = format!("BEGIN; SELECT pg_advisory_xact_lock({TURNS}, {number})");
        Ok(Turn(Some(connections.begin(&begin).await?)))
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        // Without this the connection is closed, which ends the turn as well.
        if let (Some(mut borrowed), Ok(runtime)) = (self.0.take(), Handle::try_current()) {
            runtime.spawn(async move {
                if borrowed.run("ROLLBACK").await.is_ok() {
                    borrowed.give_back();
                }
            });
        }
    }
}
