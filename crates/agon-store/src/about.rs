//! Everything that is stored about a person, for the person.

use crate::{Fault, Refusal, Row, Store, values};
use serde_json::{Map, Value, json};

/// A list of the export.
struct List {
    name: &'static str,
    texts: &'static [&'static str],
    numbers: &'static [&'static str],
    /// Selects these columns by account.
    sql: &'static str,
}

/// Hashes of passwords and tokens are left out: they say nothing about the person.
const LISTS: [List; 7] = [
    List {
        name: "teams",
        texts: &["name", "event"],
        numbers: &["joined_ms"],
        sql: "SELECT t.name, e.slug AS event, m.joined_ms FROM member m JOIN team t ON t.id = m.team \
              JOIN event e ON e.id = m.event WHERE m.account = ? ORDER BY m.joined_ms",
    },
    List {
        name: "submissions",
        texts: &["name", "source", "state"],
        numbers: &["id", "number", "size", "received_ms"],
        sql: "SELECT id, number, name, source, state, size, received_ms FROM submission \
              WHERE account = ? ORDER BY id",
    },
    List {
        name: "marks",
        texts: &["grading", "task", "points", "comment"],
        numbers: &["at_ms"],
        sql: "SELECT g.title AS grading, m.task, CAST(m.points AS TEXT) AS points, m.comment, m.at_ms \
              FROM manual_mark m JOIN grading g ON g.id = m.grading JOIN member x ON x.team = m.team \
              WHERE x.account = ? ORDER BY m.at_ms, m.task",
    },
    List {
        name: "sessions",
        texts: &["agent"],
        numbers: &["created_ms", "seen_ms", "expires_ms"],
        sql: "SELECT agent, created_ms, seen_ms, expires_ms FROM session WHERE account = ? ORDER BY id",
    },
    List {
        name: "access_tokens",
        texts: &["name", "scopes"],
        numbers: &["created_ms"],
        sql: "SELECT name, scopes, created_ms FROM access_token WHERE account = ? ORDER BY id",
    },
    List {
        name: "addresses",
        texts: &["address", "what"],
        numbers: &["at_ms"],
        sql: "SELECT address, what, at_ms FROM address_log WHERE account = ? ORDER BY id",
    },
    List {
        name: "actions",
        texts: &["action", "object", "detail"],
        numbers: &["at_ms"],
        sql: "SELECT action, object, detail, at_ms FROM audit WHERE account = ? ORDER BY id",
    },
];

impl List {
    fn entry(&self, row: &Row) -> Result<Value, Fault> {
        let mut entry = Map::new();
        for column in self.texts {
            entry.insert((*column).to_owned(), json!(row.get::<Option<String>>(column)?));
        }
        for column in self.numbers {
            entry.insert((*column).to_owned(), json!(row.get::<Option<i64>>(column)?));
        }
        Ok(Value::Object(entry))
    }
}

impl Store {
    /// Everything that is stored about a person.
    pub async fn about(&self, account: i64) -> Result<Value, Fault> {
        let found = self.account(account).await?;
        let found = found.ok_or_else(|| Refusal::Unknown(format!("account {account}")))?;
        let mut about = Map::new();
        let person = json!({ "id": found.id, "login": found.login, "name": found.name,
            "email": found.email, "student_number": found.student_number, "role": found.role.name() });
        about.insert("account".into(), person);
        let sql = "SELECT consent_ms FROM account WHERE id = ?";
        if let Some(row) = self.row(sql, &values![account]).await? {
            about["account"]["consent_ms"] = json!(row.get::<Option<i64>>("consent_ms")?);
        }
        for list in LISTS {
            let rows = self.rows(list.sql, &values![account]).await?;
            let rows: Result<Vec<Value>, Fault> = rows.iter().map(|row| list.entry(row)).collect();
            about.insert(list.name.to_owned(), Value::Array(rows?));
        }
        Ok(Value::Object(about))
    }
}
