//! A whole event as tables of plain values, and back into this or another database.
//!
//! Reading takes all rows of the event at one moment. Writing gives every row a new number, and renames the
//! numbers in columns, keys and documents that refer to it, so that an event fits beside others. It is one
//! transaction: all of the event, or nothing.

mod import;
mod parts;

pub use import::{ImportEvent, Imported};
pub use parts::{PARTS, Part, Refers};

use crate::copy::{Column, columns};
use crate::sql::Connection;
use crate::{Dialect, Fault, Refusal, Row, Store, Value as Sql, values};
use serde_json::Value;
use std::collections::BTreeSet;

/// The table of the people that the other tables name. Of an account it has login name, display name,
/// student number and state, nothing else.
pub const ACCOUNTS: &str = "account";
/// The columns of [`ACCOUNTS`].
pub const ACCOUNT_COLUMNS: [&str; 5] = ["id", "login", "name", "student_number", "state"];

/// The rows of one table that belong to an event.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// Its name.
    pub name: String,
    /// Names of the columns.
    pub columns: Vec<String>,
    /// The rows in the order of their numbers, each with a value per column: numbers, texts or null.
    pub rows: Vec<Vec<Value>>,
}

impl Table {
    /// The place of a column.
    pub fn column(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|column| column == name)
    }

    /// All texts of a column.
    pub fn texts<'t>(&'t self, column: &str) -> impl Iterator<Item = &'t str> + use<'t> {
        let place = self.column(column);
        self.rows.iter().filter_map(move |row| row.get(place?)?.as_str())
    }
}

impl Store {
    /// Everything of an event, as it is at one moment: first the people, then the tables of [`PARTS`].
    pub async fn event_tables(&self, event: i64) -> Result<Vec<Table>, Fault> {
        let mut reader = self.reader().await?;
        let mut source = reader.connection();
        source.execute(self.dialect().begin_reading(), &[]).await?;
        let tables = read_tables(&mut source, self.dialect(), event).await;
        source.execute("ROLLBACK", &[]).await?;
        tables
    }
}

async fn read_tables(
    source: &mut Connection<'_>,
    dialect: Dialect,
    event: i64,
) -> Result<Vec<Table>, Fault> {
    let mut tables = Vec::new();
    let mut people = BTreeSet::new();
    for part in &PARTS {
        let all = columns(source, dialect, part.table).await?;
        let kept: Vec<Column> =
            all.into_iter().filter(|column| !part.left_out.contains(&&*column.name)).collect();
        let names: Vec<String> = kept.iter().map(|column| column.name.clone()).collect();
        let order = if names.iter().any(|name| name == "id") { "id" } else { part.order };
        let (list, table, of_event) = (names.join(", "), part.table, part.of_event);
        let sql = format!("SELECT {list} FROM {table} WHERE {of_event} ORDER BY {order}");
        let marks = vec![Sql::from(event); of_event.matches('?').count()];
        let mut rows = Vec::new();
        for row in source.rows(&sql, &marks).await? {
            rows.push(kept.iter().map(|column| plain(column, &row)).collect::<Result<_, _>>()?);
        }
        let table = Table { name: part.table.to_owned(), columns: names, rows };
        for (column, refers) in part.refers {
            if *refers == Refers::To(ACCOUNTS)
                && let Some(place) = table.column(column)
            {
                people.extend(table.rows.iter().filter_map(|row| row[place].as_i64()));
            }
        }
        tables.push(table);
    }
    tables.insert(0, read_people(source, &people).await?);
    Ok(tables)
}

async fn read_people(source: &mut Connection<'_>, ids: &BTreeSet<i64>) -> Result<Table, Fault> {
    let sql = format!("SELECT {} FROM account WHERE id = ?", ACCOUNT_COLUMNS.join(", "));
    let mut rows = Vec::new();
    for id in ids {
        // A column without a foreign key may name an account of a lost database.
        for row in source.rows(&sql, &values![*id]).await? {
            rows.push(vec![
                Value::from(*id),
                row.get::<String>("login")?.into(),
                row.get::<String>("name")?.into(),
                row.get::<Option<String>>("student_number")?.into(),
                row.get::<String>("state")?.into(),
            ]);
        }
    }
    let columns = ACCOUNT_COLUMNS.map(str::to_owned).to_vec();
    Ok(Table { name: ACCOUNTS.to_owned(), columns, rows })
}

/// A value as JSON has it.
fn plain(column: &Column, row: &Row) -> Result<Value, Fault> {
    Ok(match (column.kind)(row, &column.name)? {
        Sql::Int(value) => value.into(),
        Sql::Real(value) => value.into(),
        Sql::Text(value) => value.into(),
        Sql::Bytes(_) => {
            let sentence = format!("column {} of an event has bytes", column.name);
            return Err(Fault::Damaged(sentence));
        }
    })
}

fn damaged(why: impl std::fmt::Display) -> Fault {
    Refusal::Invalid(format!("the archive is damaged: {why}")).into()
}
