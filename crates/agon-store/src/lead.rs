//! The right to dispatch jobs: of all servers on one database, one has it at a time.

use crate::sql::Connection;
use crate::store::Backend;
use crate::{Fault, Store};
use sqlx::Connection as _;
use sqlx::postgres::PgConnection;
use std::time::Duration;

/// The number of the advisory lock in PostgreSQL; it is arbitrary.
const LOCK: i64 = 4_061_972;

/// The right to dispatch jobs. It ends when this is dropped, or when the database loses the connection.
pub struct Lead(Held);

enum Held {
    /// A SQLite database has one server, which holds the lock of its data folder.
    Alone,
    /// The lock belongs to this connection.
    Connection(PgConnection),
}

impl Store {
    /// Takes the right to dispatch jobs; `None` if another server has it. A holder that does not ask
    /// [`Lead::is_held`] for `silence` loses it.
    pub async fn try_lead(&self, silence: Duration) -> Result<Option<Lead>, Fault> {
        let Backend::Postgres(connections) = &self.0 else { return Ok(Some(Lead(Held::Alone))) };
        let mut borrowed = connections.acquire().await?;
        let mut connection = Connection::Postgres(&mut borrowed);
        let sql = format!("SELECT CAST(pg_try_advisory_lock({LOCK}) AS INTEGER)::BIGINT AS won");
        let rows = connection.rows(&sql, &[]).await?;
        if !rows.first().map_or(Ok(false), |row| row.get("won"))? {
            borrowed.give_back();
            return Ok(None);
        }
        // The lock belongs to this connection until it ends.
        let mut own = borrowed.detach();
        // A server that is stopped or cut off keeps its connection; the database ends it after the silence.
        // PostgreSQL 13 and older cannot: there the network must notice it.
        let sql = format!("SET idle_session_timeout = {}", silence.as_millis());
        let _ = Connection::Postgres(&mut own).execute(&sql, &[]).await;
        Ok(Some(Lead(Held::Connection(own))))
    }
}

impl Lead {
    /// Whether the right is still held. Ask again and again.
    pub async fn is_held(&mut self) -> bool {
        match &mut self.0 {
            Held::Alone => true,
            Held::Connection(own) => {
                Connection::Postgres(own).rows("SELECT 1 AS one", &[]).await.is_ok()
            }
        }
    }

    /// Gives the right back, so that another server need not wait.
    pub async fn give_back(self) {
        if let Held::Connection(mut own) = self.0 {
            // The database ends a closed connection a moment later, so the lock is given back first. A
            // connection that is lost already holds nothing.
            let sql =
                format!("SELECT CAST(pg_advisory_unlock({LOCK}) AS INTEGER)::BIGINT AS was_held");
            let _ = Connection::Postgres(&mut own).rows(&sql, &[]).await;
            let _ = own.close().await;
        }
    }
}
