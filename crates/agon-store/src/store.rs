//! Opening the database, reading, and changes: one transaction each, with group commit on SQLite.

use crate::connections::{Borrowed, Connections};
use crate::sql::{Connection, Dialect, Row, Value};
use crate::{Fault, MIGRATIONS};
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use sqlx::pool::PoolConnection;
use sqlx::postgres::PgConnection;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqlitePoolOptions,
    SqliteSynchronous,
};
use sqlx::{ConnectOptions, Connection as _, Sqlite};
use std::panic::AssertUnwindSafe;
use std::path::PathBuf;
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};

/// Connections for reading SQLite. They never block the writer.
const MAX_READERS: u32 = 8;
/// Most changes that one SQLite commit carries.
const MAX_GROUP: usize = 128;
/// How often a transaction that PostgreSQL asks to repeat is repeated.
const MAX_REPEATS: u32 = 8;
/// How long a SQLite connection waits for another one's lock.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);
/// Where the database is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Location {
    /// A SQLite file, which is made if it does not exist.
    Sqlite(PathBuf),
    /// The address of a PostgreSQL database, `postgres://USER:PASSWORD@HOST/NAME`.
    Postgres(String),
}

/// A change of the database: its parameters. `apply` runs in one transaction and may run again after a
/// conflict, so it must not have other effects.
pub trait Change: Send + Sync + 'static {
    /// What the caller gets after the commit.
    type Output: Send + 'static;

    /// Whether the commit must survive a power cut before the caller hears of it.
    const DURABLE: bool = true;

    /// Makes the change. An error rolls back all of it.
    fn apply(&self, tx: &mut Tx<'_>) -> impl Future<Output = Result<Self::Output, Fault>> + Send;
}

/// Two changes in one transaction, in their order.
impl<A: Change, B: Change> Change for (A, B) {
    type Output = (A::Output, B::Output);
    const DURABLE: bool = A::DURABLE || B::DURABLE;
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<Self::Output, Fault> {
        let first = self.0.apply(tx).await?;
        Ok((first, self.1.apply(tx).await?))
    }
}

/// A running transaction.
pub struct Tx<'c> {
    pub(crate) connection: Connection<'c>,
    dialect: Dialect,
    /// Whether it has the lock of the feed.
    pub(crate) has_feed: bool,
}

impl<'c> Tx<'c> {
    fn new(connection: Connection<'c>, dialect: Dialect) -> Tx<'c> {
        Tx { connection, dialect, has_feed: false }
    }
}

impl Tx<'_> {
    /// Runs a statement; returns the number of rows changed.
    pub async fn execute(&mut self, sql: &str, values: &[Value]) -> Result<u64, Fault> {
        self.connection.execute(sql, values).await
    }

    /// All rows of a query.
    pub async fn rows(&mut self, sql: &str, values: &[Value]) -> Result<Vec<Row>, Fault> {
        self.connection.rows(sql, values).await
    }

    /// The first row of a query, if there is one.
    pub async fn row(&mut self, sql: &str, values: &[Value]) -> Result<Option<Row>, Fault> {
        Ok(self.rows(sql, values).await?.into_iter().next())
    }

    /// The column `id` of the row that an `INSERT ... RETURNING id` made.
    pub async fn insert(&mut self, sql: &str, values: &[Value]) -> Result<i64, Fault> {
        let row = self.row(sql, values).await?;
        row.ok_or_else(|| Fault::Damaged("an insert returned no row".into()))?.get("id")
    }

    /// Which database it is.
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// The end of a query whose rows stay locked until the commit. SQLite has one writer at a time anyway.
    pub fn for_update(&self) -> &'static str {
        match self.dialect {
            Dialect::Sqlite => "",
            Dialect::Postgres => " FOR UPDATE",
        }
    }
}

/// An open database. Cheap to clone.
#[derive(Clone)]
pub struct Store(pub(crate) Backend);

#[derive(Clone)]
pub(crate) enum Backend {
    Sqlite { readers: SqlitePool, writer: mpsc::UnboundedSender<Box<dyn Pending>> },
    Postgres(Connections),
}

impl Store {
    /// Opens the database and brings its schema up to date.
    pub async fn open(location: &Location) -> Result<Store, Fault> {
        match location {
            Location::Sqlite(path) => {
                let options = SqliteConnectOptions::new()
                    .filename(path)
                    .create_if_missing(true)
                    .journal_mode(SqliteJournalMode::Wal)
                    .synchronous(SqliteSynchronous::Full)
                    .foreign_keys(true)
                    .busy_timeout(BUSY_TIMEOUT)
                    .disable_statement_logging();
                let opened = |error| Fault::Open { path: path.clone(), error };
                let mut writer = SqliteConnection::connect_with(&options).await.map_err(opened)?;
                migrate(&mut Connection::Sqlite(&mut writer), Dialect::Sqlite).await?;
                let readers = SqlitePoolOptions::new()
                    .max_connections(MAX_READERS)
                    .test_before_acquire(false)
                    .connect_with(options.pragma("query_only", "on"))
                    .await
                    .map_err(opened)?;
                let (sender, receiver) = mpsc::unbounded_channel();
                tokio::spawn(write_in_groups(writer, receiver));
                Ok(Store(Backend::Sqlite { readers, writer: sender }))
            }
            Location::Postgres(address) => {
                let connections = match Connections::open(address).await {
                    Ok(connections) => connections,
                    Err(error) => return Err(unreachable(address, error).await),
                };
                let mut borrowed = connections.acquire().await?;
                migrate(&mut Connection::Postgres(&mut borrowed), Dialect::Postgres).await?;
                borrowed.give_back();
                Ok(Store(Backend::Postgres(connections)))
            }
        }
    }

    /// Which database it is.
    pub fn dialect(&self) -> Dialect {
        match &self.0 {
            Backend::Sqlite { .. } => Dialect::Sqlite,
            Backend::Postgres(_) => Dialect::Postgres,
        }
    }

    /// All rows of a query.
    pub async fn rows(&self, sql: &str, values: &[Value]) -> Result<Vec<Row>, Fault> {
        loop {
            let mut reader = self.reader().await?;
            match (reader.connection().rows(sql, values).await, reader) {
                (Ok(rows), Reader::Sqlite(_)) => return Ok(rows),
                (Ok(rows), Reader::Postgres(borrowed)) => {
                    borrowed.give_back();
                    return Ok(rows);
                }
                (Err(Fault::Database(error)), Reader::Postgres(borrowed))
                    if borrowed.is_lost(&error) => {}
                (Err(fault), _) => return Err(fault),
            }
        }
    }

    /// The first row of a query, if there is one.
    pub async fn row(&self, sql: &str, values: &[Value]) -> Result<Option<Row>, Fault> {
        Ok(self.rows(sql, values).await?.into_iter().next())
    }

    /// A connection for reading.
    pub(crate) async fn reader(&self) -> Result<Reader, Fault> {
        Ok(match &self.0 {
            Backend::Sqlite { readers, .. } => Reader::Sqlite(readers.acquire().await?),
            Backend::Postgres(connections) => Reader::Postgres(connections.acquire().await?),
        })
    }

    /// Makes a change and waits for its commit. Once started, the change is completed even if the caller
    /// goes away.
    pub async fn change<C: Change>(&self, change: C) -> Result<C::Output, Fault> {
        let (reply, answer) = oneshot::channel();
        self.submit(Box::new(Waiting { change, outcome: None, reply }))?;
        answer.await.map_err(|_| Fault::Closed)?
    }

    /// Starts a change, whose type is forgotten here: what follows is compiled once and not for each of them.
    fn submit(&self, pending: Box<dyn Pending>) -> Result<(), Fault> {
        match &self.0 {
            Backend::Sqlite { writer, .. } => writer.send(pending).map_err(|_| Fault::Closed),
            Backend::Postgres(connections) => {
                drop(tokio::spawn(change_postgres(connections.clone(), pending)));
                Ok(())
            }
        }
    }

    /// Closes all connections after the changes in progress.
    pub async fn close(self) {
        match self.0 {
            Backend::Sqlite { readers, writer } => {
                drop(writer);
                readers.close().await;
            }
            Backend::Postgres(connections) => connections.close().await,
        }
    }
}

/// Why a PostgreSQL cannot be used, without the password of its address.
async fn unreachable(address: &str, error: sqlx::Error) -> Fault {
    // The pool only says that its time is over; a single attempt says why.
    let why = match PgConnection::connect(address).await {
        Ok(_) => error.to_string(),
        Err(error) => error.to_string(),
    };
    let shown = match (address.split_once("://"), address.rsplit_once('@')) {
        (Some((scheme, _)), Some((_, place))) => format!("{scheme}://...@{place}"),
        _ => address.to_owned(),
    };
    let shown = shown.split('?').next().unwrap_or_default().to_owned();
    Fault::Unreachable { address: shown, why }
}

/// A connection for reading.
pub(crate) enum Reader {
    Sqlite(PoolConnection<Sqlite>),
    Postgres(Borrowed),
}

impl Reader {
    pub(crate) fn connection(&mut self) -> Connection<'_> {
        match self {
            Reader::Sqlite(connection) => Connection::Sqlite(connection),
            Reader::Postgres(borrowed) => Connection::Postgres(borrowed),
        }
    }
}

/// Applies the missing migrations in one transaction.
async fn migrate(connection: &mut Connection<'_>, dialect: Dialect) -> Result<(), Fault> {
    let begin = match dialect {
        Dialect::Sqlite => "BEGIN IMMEDIATE",
        Dialect::Postgres => "BEGIN",
    };
    connection.execute(begin, &[]).await?;
    let migrated = migrate_inside(connection, dialect).await;
    connection.execute(if migrated.is_ok() { "COMMIT" } else { "ROLLBACK" }, &[]).await?;
    migrated
}

async fn migrate_inside(connection: &mut Connection<'_>, dialect: Dialect) -> Result<(), Fault> {
    if dialect == Dialect::Postgres {
        // Two servers that start at the same time migrate one after the other. The number is arbitrary.
        connection.rows("SELECT pg_advisory_xact_lock(4061970)", &[]).await?;
    }
    let table = "CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL)";
    connection.execute(table, &[]).await?;
    let rows = connection
        .rows("SELECT COALESCE(MAX(version), 0) AS version FROM schema_version", &[])
        .await?;
    let there: i64 = rows.first().map_or(Ok(0), |row| row.get("version"))?;
    let known = MIGRATIONS.len() as i64;
    if there > known {
        return Err(Fault::Newer { there, known });
    }
    for (migration, version) in MIGRATIONS.iter().zip(1..).skip(there as usize) {
        for statement in dialect.migration(migration) {
            connection.execute(&statement, &[]).await?;
        }
        connection
            .execute(
                "INSERT INTO schema_version (version) VALUES (?)",
                &crate::values![version as i64],
            )
            .await?;
    }
    Ok(())
}

/// Makes a change in a transaction of its own, again if PostgreSQL asks for it.
async fn change_postgres(connections: Connections, mut pending: Box<dyn Pending>) {
    let mut repeats = 0;
    loop {
        let failed = try_postgres(&connections, &mut *pending).await.err();
        let fault = failed.as_ref().or(pending.fault());
        if !fault.is_some_and(Fault::is_transient) || repeats == MAX_REPEATS {
            return pending.finish(failed);
        }
        repeats += 1;
    }
}

async fn try_postgres(connections: &Connections, pending: &mut dyn Pending) -> Result<(), Fault> {
    let begin = match pending.durable() {
        true => "BEGIN",
        false => "BEGIN; SET LOCAL synchronous_commit = off",
    };
    let mut borrowed = connections.begin(begin).await?;
    let mut tx = Tx::new(Connection::Postgres(&mut borrowed), Dialect::Postgres);
    let end = if pending.apply(&mut tx).await { "COMMIT" } else { "ROLLBACK" };
    borrowed.run(end).await?;
    borrowed.give_back();
    Ok(())
}

/// A change that its caller waits for, without its type.
pub(crate) trait Pending: Send {
    fn durable(&self) -> bool;
    /// Applies the change; false if it failed and must be rolled back.
    fn apply<'a>(&'a mut self, tx: &'a mut Tx<'_>) -> BoxFuture<'a, bool>;
    /// Why applying it failed.
    fn fault(&self) -> Option<&Fault>;
    /// Answers the caller: with its outcome after a commit, otherwise with the reason why there was none.
    fn finish(self: Box<Self>, not_committed: Option<Fault>);
}

struct Waiting<C: Change> {
    change: C,
    outcome: Option<Result<C::Output, Fault>>,
    reply: oneshot::Sender<Result<C::Output, Fault>>,
}

impl<C: Change> Pending for Waiting<C> {
    fn durable(&self) -> bool {
        C::DURABLE
    }

    fn apply<'a>(&'a mut self, tx: &'a mut Tx<'_>) -> BoxFuture<'a, bool> {
        Box::pin(async move {
            // A panic in one change must not end the writer of SQLite for all others.
            let applied = AssertUnwindSafe(self.change.apply(tx)).catch_unwind().await;
            let panicked = |_| Err(Fault::NotCommitted("the change panicked".into()));
            let outcome = applied.unwrap_or_else(panicked);
            let is_ok = outcome.is_ok();
            self.outcome = Some(outcome);
            is_ok
        })
    }

    fn fault(&self) -> Option<&Fault> {
        self.outcome.as_ref()?.as_ref().err()
    }

    fn finish(self: Box<Self>, not_committed: Option<Fault>) {
        let outcome = match (not_committed, self.outcome) {
            (Some(fault), Some(Ok(_)) | None) => Err(fault),
            (None, None) => Err(Fault::Closed),
            (_, Some(outcome)) => outcome,
        };
        // A caller that went away does not need the answer.
        let _ = self.reply.send(outcome);
    }
}

/// The only writer of a SQLite database. Changes that arrive during a commit share the next one, so that a
/// busy server waits for the disk once per group instead of once per change.
async fn write_in_groups(
    mut connection: SqliteConnection,
    mut queue: mpsc::UnboundedReceiver<Box<dyn Pending>>,
) {
    let mut group = Vec::new();
    while queue.recv_many(&mut group, MAX_GROUP).await > 0 {
        let failed = write_group(&mut connection, &mut group).await.err();
        if failed.is_some() {
            // Without this a transaction that could not be committed would swallow the next group.
            let _ = Connection::Sqlite(&mut connection).execute("ROLLBACK", &[]).await;
        }
        let failed = failed.map(|fault| fault.to_string());
        for pending in group.drain(..) {
            pending.finish(failed.clone().map(Fault::NotCommitted));
        }
    }
    let _ = connection.close().await;
}

async fn write_group(
    connection: &mut SqliteConnection,
    group: &mut [Box<dyn Pending>],
) -> Result<(), Fault> {
    let mut tx = Tx::new(Connection::Sqlite(connection), Dialect::Sqlite);
    let durable = group.iter().any(|pending| pending.durable());
    tx.execute(
        if durable { "PRAGMA synchronous = FULL" } else { "PRAGMA synchronous = NORMAL" },
        &[],
    )
    .await?;
    tx.execute("BEGIN IMMEDIATE", &[]).await?;
    for pending in group {
        tx.execute("SAVEPOINT one", &[]).await?;
        if !pending.apply(&mut tx).await {
            tx.execute("ROLLBACK TO one", &[]).await?;
        }
        tx.execute("RELEASE one", &[]).await?;
    }
    tx.execute("COMMIT", &[]).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn an_unreachable_database_is_named_without_its_password() {
        let address = "postgres://agon:secret@127.0.0.1:9/contest?sslmode=disable";
        let fault = unreachable(address, sqlx::Error::PoolTimedOut).await.to_string();
        let start = "cannot use the database postgres://...@127.0.0.1:9/contest: ";
        assert!(fault.starts_with(start) && fault.contains("start PostgreSQL"), "{fault}");
        assert!(!fault.contains("secret") && !fault.contains("pool timed out"), "{fault}");
    }
}
