//! Copies a whole database into an empty one, of the same or of the other kind.

use crate::sql::Connection;
use crate::{Change, Dialect, Fault, Refusal, Row, Store, Tx, Value, values};

/// All tables but `schema_version`; a table comes after those that it refers to.
pub const TABLES: [&str; 45] = [
    "setting",
    "account",
    "session",
    "access_token",
    "one_time_link",
    "address_log",
    "erasure",
    "audit",
    "answered",
    "feed",
    "event",
    "phase_time",
    "downtime",
    "handbook",
    "announcement",
    "team",
    "member",
    "extension",
    "submission",
    "activation",
    "job",
    "job_stop",
    "run",
    "run_entry",
    "run_entrant",
    "tally",
    "tally_change",
    "ladder",
    "rating_point",
    "match",
    "seat",
    "game",
    "scrimmage",
    "scrimmage_side",
    "question",
    "grading",
    "grading_extension",
    "manual_mark",
    "source_comment",
    "raffle",
    "worker",
    "work_count",
    "failure",
    "event_freeze",
    "alert",
];

/// Rows per transaction of the copy.
const ROWS_AT_ONCE: usize = 500;

/// A column: its name, its type and how its values are read.
pub(crate) struct Column {
    pub name: String,
    /// `integer`, `real`, `text` or `bytes`.
    pub of: &'static str,
    pub kind: fn(&Row, &str) -> Result<Value, Fault>,
}

impl Store {
    /// Copies everything, as it is at one moment, into an empty database. Returns the number of rows. If it
    /// fails, the target is incomplete and must be thrown away.
    pub async fn copy_into(&self, target: &Store) -> Result<u64, Fault> {
        for table in ["account", "event"] {
            let sql = format!("SELECT COUNT(*) AS n FROM {table}");
            let row = target.row(&sql, &[]).await?;
            if row.map_or(Ok(0), |row| row.get::<i64>("n"))? > 0 {
                let sentence = "the target database is not empty; choose another one";
                return Err(Refusal::Conflict(sentence.into()).into());
            }
        }
        let mut reader = self.reader().await?;
        let mut source = reader.connection();
        source.execute(self.dialect().begin_reading(), &[]).await?;
        let copied = copy_tables(&mut source, self.dialect(), target).await;
        source.execute("ROLLBACK", &[]).await?;
        let copied = copied?;
        target.change(SetSequences).await?;
        Ok(copied)
    }
}

async fn copy_tables(
    source: &mut Connection<'_>,
    dialect: Dialect,
    target: &Store,
) -> Result<u64, Fault> {
    let mut copied = 0;
    for table in TABLES {
        let columns = columns(source, dialect, table).await?;
        let names: Vec<&str> = columns.iter().map(|column| column.name.as_str()).collect();
        let marks = vec!["?"; names.len()].join(", ");
        let names = names.join(", ");
        let insert = format!("INSERT INTO {table} ({names}) VALUES ({marks})");
        let select = format!("SELECT {names} FROM {table}");
        let mut chunks = source.chunks(&select, ROWS_AT_ONCE)?;
        while let Some(rows) = chunks.next().await? {
            let read = |row: &Row| -> Result<Vec<Value>, Fault> {
                columns.iter().map(|column| (column.kind)(row, &column.name)).collect()
            };
            let rows: Vec<Vec<Value>> = rows.iter().map(read).collect::<Result<_, Fault>>()?;
            copied += rows.len() as u64;
            target.change(InsertRows { insert: insert.clone(), rows }).await?;
        }
    }
    Ok(copied)
}

/// The columns of a table, in their order.
pub(crate) async fn columns(
    source: &mut Connection<'_>,
    dialect: Dialect,
    table: &str,
) -> Result<Vec<Column>, Fault> {
    let sql = match dialect {
        Dialect::Sqlite => "SELECT name, type AS kind FROM pragma_table_info(?)",
        Dialect::Postgres => {
            "SELECT CAST(column_name AS TEXT) AS name, CAST(data_type AS TEXT) AS kind \
             FROM information_schema.columns WHERE table_name = ? AND table_schema = current_schema() \
             ORDER BY ordinal_position"
        }
    };
    let rows = source.rows(sql, &values![table]).await?;
    let column = |row: &Row| {
        let kind: String = row.get::<String>("kind")?.to_lowercase();
        type Read = fn(&Row, &str) -> Result<Value, Fault>;
        let (of, kind): (&str, Read) = match kind.as_str() {
            "integer" | "bigint" => ("integer", |row, name| Ok(Value::Int(row.get(name)?))),
            "real" | "double precision" => ("real", |row, name| Ok(Value::Real(row.get(name)?))),
            // SQLite may hold zero bytes in text of older versions; PostgreSQL cannot store them.
            "text" => ("text", |row, name| {
                let text: Option<String> = row.get(name)?;
                Ok(Value::Text(text.map(|text| text.replace('\0', "\u{fffd}"))))
            }),
            "blob" | "bytea" => ("bytes", |row, name| Ok(Value::Bytes(row.get(name)?))),
            other => {
                return Err(Fault::Damaged(format!("table {table} has a column of type {other}")));
            }
        };
        Ok(Column { name: row.get("name")?, of, kind })
    };
    rows.iter().map(column).collect()
}

struct InsertRows {
    insert: String,
    rows: Vec<Vec<Value>>,
}

impl Change for InsertRows {
    type Output = ();
    const DURABLE: bool = false;
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<(), Fault> {
        for row in &self.rows {
            tx.execute(&self.insert, row).await?;
        }
        Ok(())
    }
}

/// Makes new rows get numbers above the copied ones. SQLite does so by itself.
struct SetSequences;

impl Change for SetSequences {
    type Output = ();
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<(), Fault> {
        if tx.dialect() == Dialect::Sqlite {
            return Ok(());
        }
        let sql = "SELECT CAST(table_name AS TEXT) AS name FROM information_schema.columns \
                   WHERE table_schema = current_schema() AND is_identity = 'YES'";
        for row in tx.rows(sql, &[]).await? {
            let table: String = row.get("name")?;
            let sql = format!(
                "SELECT setval(pg_get_serial_sequence('{table}', 'id'), \
                 (SELECT COALESCE(MAX(id), 0) + 1 FROM {table}), false)"
            );
            tx.rows(&sql, &[]).await?;
        }
        Ok(())
    }
}
