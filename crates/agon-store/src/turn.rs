//! Servers that extend the same run take turns.

use crate::sql::Connection;
use crate::store::Backend;
use crate::{Fault, Store, values};
use sqlx::{Postgres, Transaction};

/// The first half of the lock's number in PostgreSQL; the second half is the run. It is arbitrary.
const TURNS: i64 = 4_061_973;

/// The turn of a server at a run. It ends when this is dropped, or when the server's connection ends.
pub struct Turn {
    _transaction: Option<Transaction<'static, Postgres>>,
}

impl Store {
    /// Waits until no other server plans the next entries of a run. This saves work: what two servers plan
    /// from the same entries is committed by one of them only. Nothing else depends on it.
    pub async fn turn(&self, run: i64) -> Result<Turn, Fault> {
        let Backend::Postgres(pool) = &self.0 else { return Ok(Turn { _transaction: None }) };
        let mut transaction = pool.begin().await?;
        let sql = "SELECT pg_advisory_xact_lock(CAST(? AS INTEGER), CAST(? AS INTEGER))";
        let number = run % i64::from(i32::MAX);
        Connection::Postgres(&mut transaction).rows(sql, &values![TURNS, number]).await?;
        Ok(Turn { _transaction: Some(transaction) })
    }
}
