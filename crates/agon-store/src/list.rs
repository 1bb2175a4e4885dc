//! Many rows as one value of a statement, so that a transaction asks the database once and not once per row.
//!
//! The rows travel as a JSON document, which both databases can read as a table. The names of a list's
//! columns differ from those of the tables that it is used with, so that no column is ambiguous.

use crate::{Dialect, Tx, Value};
use std::fmt::Write;

/// The type of a list's column.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Int,
    Real,
    Text,
}

/// Rows with the same columns. As a table it has one column more: `place`, which counts the rows in order.
#[derive(Clone, Debug)]
pub(crate) struct List {
    columns: &'static [(&'static str, Kind)],
    /// The rows as a JSON document; empty if there are none.
    rows: String,
}

impl List {
    /// Rows, each an array with a value for every column.
    pub fn new(
        columns: &'static [(&'static str, Kind)],
        rows: impl IntoIterator<Item = serde_json::Value>,
    ) -> List {
        let mut text = String::new();
        for row in rows {
            text.push(if text.is_empty() { '[' } else { ',' });
            write!(text, "{row}").expect("writing to memory cannot fail");
        }
        if !text.is_empty() {
            text.push(']');
        }
        List { columns, rows: text }
    }

    /// Numbers, in the column `one`.
    pub fn ids(ids: impl IntoIterator<Item = i64>) -> List {
        List::new(&[("one", Kind::Int)], ids.into_iter().map(|id| serde_json::json!([id])))
    }

    /// Texts, in the column `one`.
    pub fn texts<'t>(texts: impl IntoIterator<Item = &'t str>) -> List {
        List::new(&[("one", Kind::Text)], texts.into_iter().map(|text| serde_json::json!([text])))
    }

    /// Whether it has no rows. A statement with such a list has no effect and need not be run.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The table `list` for the clause FROM of a statement, which gets the list as the value at this place.
    pub fn table(&self, dialect: Dialect) -> String {
        let column = |(number, (name, kind)): (usize, &(&str, Kind))| match (dialect, kind) {
            (Dialect::Sqlite, _) => format!("json_extract(value, '$[{number}]') AS {name}"),
            (Dialect::Postgres, Kind::Int) => {
                format!("CAST(value ->> {number} AS BIGINT) AS {name}")
            }
            (Dialect::Postgres, Kind::Real) => {
                format!("CAST(value ->> {number} AS DOUBLE PRECISION) AS {name}")
            }
            (Dialect::Postgres, Kind::Text) => format!("value ->> {number} AS {name}"),
        };
        let columns: Vec<String> = self.columns.iter().enumerate().map(column).collect();
        let columns = columns.join(", ");
        match dialect {
            Dialect::Sqlite => {
                format!("(SELECT key AS place, {columns} FROM json_each(?)) AS list")
            }
            Dialect::Postgres => format!(
                "(SELECT place, {columns} FROM jsonb_array_elements(CAST(? AS jsonb)) \
                 WITH ORDINALITY AS rows (value, place)) AS list"
            ),
        }
    }
}

impl From<&List> for Value {
    fn from(list: &List) -> Value {
        Value::from(if list.is_empty() { "[]" } else { &list.rows })
    }
}

impl Tx<'_> {
    /// The table of a list in the dialect of this database.
    pub(crate) fn table(&self, list: &List) -> String {
        list.table(self.dialect())
    }
}
