//! Connections to PostgreSQL that are used again. The pool of sqlx asks the database whenever a connection is
//! taken and whenever it comes back: a busy server would wait more often for these questions than for its
//! own.

use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{AssertSqlSafe, Connection as _, Executor as _};
use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Connections at the same time.
const MAX_CONNECTIONS: u32 = 16;
/// How long to wait for a connection.
const PATIENCE: Duration = Duration::from_secs(10);
/// Pause before the next attempt while the database starts.
const STARTING_PAUSE: Duration = Duration::from_millis(50);
/// A connection that was not used for this long is tested before it is used.
const TEST_AFTER: Duration = Duration::from_secs(1);
/// Connections that were not used for this long are closed.
const MAX_IDLE: Duration = Duration::from_secs(600);
/// Older connections are closed: each keeps memory of the database for what it was used for.
const MAX_AGE: Duration = Duration::from_secs(30 * 60);
/// PostgreSQL ends the session of a server that is silent within a transaction (stopped, cut off from the
/// network), or its locks would hold up all other servers. A limit that the database or the address has
/// already stays.
const LIMIT_SILENT_TRANSACTIONS: &str = "SELECT set_config(name, '30s', false) FROM pg_settings \
    WHERE name = 'idle_in_transaction_session_timeout' AND setting = '0'";

/// The connections to a database. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Connections(Arc<Inside>);

struct Inside {
    options: PgConnectOptions,
    permits: Arc<Semaphore>,
    /// The one that was used last is used next.
    idle: Mutex<Vec<Idle>>,
}

struct Idle {
    connection: PgConnection,
    made: Instant,
    used: Instant,
}

/// A connection that is in use. It is closed when this is dropped, unless it was given back: a statement may
/// not have ended.
pub(crate) struct Borrowed {
    connection: PgConnection,
    made: Instant,
    /// Whether it was used before and not tested since.
    is_untested: bool,
    of: Connections,
    _permit: OwnedSemaphorePermit,
}

impl Connections {
    /// Connects to the database with this address.
    pub async fn open(address: &str) -> Result<Connections, sqlx::Error> {
        let (idle, permits) =
            (Mutex::default(), Arc::new(Semaphore::new(MAX_CONNECTIONS as usize)));
        let connections =
            Connections(Arc::new(Inside { options: address.parse()?, permits, idle }));
        connections.acquire().await?.give_back();
        Ok(connections)
    }

    /// A connection, used before or new.
    pub async fn acquire(&self) -> Result<Borrowed, sqlx::Error> {
        let acquire = self.acquire_patiently();
        tokio::time::timeout(PATIENCE, acquire).await.unwrap_or(Err(sqlx::Error::PoolTimedOut))
    }

    async fn acquire_patiently(&self) -> Result<Borrowed, sqlx::Error> {
        let permit = Arc::clone(&self.0.permits).acquire_owned().await;
        let permit = permit.map_err(|_| sqlx::Error::PoolClosed)?;
        loop {
            let Some(Idle { mut connection, made, used }) = self.idle().pop() else { break };
            let is_untested = used.elapsed() < TEST_AFTER;
            if made.elapsed() < MAX_AGE && (is_untested || connection.ping().await.is_ok()) {
                let of = self.clone();
                return Ok(Borrowed { connection, made, is_untested, of, _permit: permit });
            }
        }
        let connection = self.connect().await?;
        let (made, of) = (Instant::now(), self.clone());
        Ok(Borrowed { connection, made, is_untested: false, of, _permit: permit })
    }

    /// A new connection; waits while the database starts.
    async fn connect(&self) -> Result<PgConnection, sqlx::Error> {
        let mut connection = loop {
            let error = match PgConnection::connect_with(&self.0.options).await {
                Ok(connection) => break connection,
                Err(error) => error,
            };
            let is_starting = match &error {
                sqlx::Error::Io(error) => error.kind() == std::io::ErrorKind::ConnectionRefused,
                // Cannot connect now: the database starts or stops.
                sqlx::Error::Database(error) => error.code().as_deref() == Some("57P03"),
                _ => false,
            };
            if !is_starting {
                return Err(error);
            }
            tokio::time::sleep(STARTING_PAUSE).await;
        };
        connection.execute(LIMIT_SILENT_TRANSACTIONS).await?;
        Ok(connection)
    }

    /// A connection on which these statements were run, which begin a transaction.
    pub async fn begin(&self, statements: &str) -> Result<Borrowed, sqlx::Error> {
        loop {
            let mut borrowed = self.acquire().await?;
            match borrowed.run(statements).await {
                Ok(_) => return Ok(borrowed),
                Err(error) if !borrowed.is_lost(&error) => return Err(error),
                Err(_) => {}
            }
        }
    }

    /// Closes all connections, each when it is given back.
    pub async fn close(&self) {
        let all = self.0.permits.acquire_many(MAX_CONNECTIONS).await;
        self.0.permits.close();
        drop(all);
        let idle = std::mem::take(&mut *self.idle());
        for Idle { connection, .. } in idle {
            // A connection that is lost is closed already.
            let _ = connection.close().await;
        }
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Idle>> {
        self.0.idle.lock().expect("no thread panics while holding the lock")
    }
}

impl Borrowed {
    /// Runs statements without values in one round trip.
    pub async fn run(&mut self, statements: &str) -> Result<(), sqlx::Error> {
        let statements = AssertSqlSafe(statements.to_owned());
        self.connection.execute(statements).await.map(|_| ())
    }

    /// Whether a statement failed because the connection was lost before: it may succeed on another one.
    /// Those that were used as long ago are closed.
    pub fn is_lost(&self, error: &sqlx::Error) -> bool {
        let is_cut = match error {
            sqlx::Error::Io(_) | sqlx::Error::Protocol(_) => true,
            // Classes "connection exception" and "operator intervention": the database was stopped.
            sqlx::Error::Database(error) => {
                error.code().is_some_and(|code| code.starts_with("08") || code.starts_with("57P"))
            }
            _ => false,
        };
        let is_lost = is_cut && self.is_untested;
        if is_lost {
            self.of.idle().clear();
        }
        is_lost
    }

    /// Gives the connection back, on which no statement and no transaction is open.
    pub fn give_back(self) {
        let Borrowed { connection, made, of, .. } = self;
        let mut idle = of.idle();
        idle.retain(|one| one.used.elapsed() < MAX_IDLE);
        idle.push(Idle { connection, made, used: Instant::now() });
    }

    /// Takes the connection out for ever.
    pub fn detach(self) -> PgConnection {
        self.connection
    }
}

impl Deref for Borrowed {
    type Target = PgConnection;

    fn deref(&self) -> &PgConnection {
        &self.connection
    }
}

impl DerefMut for Borrowed {
    fn deref_mut(&mut self) -> &mut PgConnection {
        &mut self.connection
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_testservers::Postgres;
    use sqlx::Row;

    /// The number of the database's process that serves a connection.
    async fn process(connection: &mut PgConnection) -> i32 {
        let row = sqlx::query("SELECT pg_backend_pid()").fetch_one(connection).await.unwrap();
        row.get(0)
    }

    #[tokio::test]
    async fn connections_are_used_again_if_they_were_given_back() {
        let connections = Connections::open(&Postgres::shared().new_database()).await.unwrap();
        let mut first = connections.acquire().await.unwrap();
        let (mut second, first_process) =
            (connections.acquire().await.unwrap(), process(&mut first).await);
        let second_process = process(&mut second).await;
        assert_ne!(first_process, second_process);
        second.give_back();
        first.give_back();
        let mut again = connections.begin("BEGIN").await.unwrap();
        assert_eq!(process(&mut again).await, first_process, "the last one is used first");
        // A transaction may be open on it.
        drop(again);
        let mut other = connections.acquire().await.unwrap();
        assert_eq!(process(&mut other).await, second_process);
        other.give_back();
        connections.close().await;
        let closed = connections.acquire().await.err().unwrap();
        assert!(matches!(closed, sqlx::Error::PoolClosed), "{closed}");
    }

    #[tokio::test]
    async fn a_transaction_begins_although_the_database_was_restarted() {
        let postgres = Postgres::start().unwrap();
        let connections = Connections::open(&postgres.new_database()).await.unwrap();
        let mut all = Vec::new();
        for _ in 0..3 {
            all.push(connections.acquire().await.unwrap());
        }
        postgres.crash_and_restart().unwrap();
        // They count as used a moment ago, so that they are not tested.
        all.into_iter().for_each(Borrowed::give_back);
        connections.begin("BEGIN").await.unwrap().give_back();
        assert_eq!(connections.idle().len(), 1, "the lost ones are closed");
    }
}
