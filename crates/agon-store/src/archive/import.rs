//! Writes the tables of an event into a database, with new numbers.

use super::{ACCOUNT_COLUMNS, ACCOUNTS, PARTS, Part, Refers, Table, damaged};
use crate::copy::{Column, columns};
use crate::{Change, Dialect, Fault, Millis, Refusal, Tx, Value as Sql, values};
use serde_json::Value;
use std::collections::BTreeMap;

/// Puts an event into the database. Refused, without any change, if there is an event with its address, or if
/// the tables do not fit together.
#[derive(Clone, Debug)]
pub struct ImportEvent {
    /// The tables, as [`Store::event_tables`](crate::Store::event_tables) gave them.
    pub tables: Vec<Table>,
    /// The event's name in addresses; `None` for the one that it had.
    pub slug: Option<String>,
    /// Fresh join codes, one for each team.
    pub join_codes: Vec<String>,
    /// The time.
    pub now: Millis,
}

/// An event that was put into the database.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Imported {
    /// Its number.
    pub event: i64,
    /// Its name in addresses.
    pub slug: String,
    /// Rows that were written.
    pub rows: u64,
    /// Login names of accounts that were there.
    pub matched: Vec<String>,
    /// Login names of accounts that were made; they have no password.
    pub made: Vec<String>,
}

/// New numbers by table and old number.
type Numbers = BTreeMap<&'static str, BTreeMap<i64, i64>>;

impl Change for ImportEvent {
    type Output = Imported;
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<Imported, Fault> {
        match self.write(tx).await {
            // What the database's own rules refuse comes from the archive.
            Err(Fault::Database(sqlx::Error::Database(error)))
                if error.is_check_violation()
                    || error.is_unique_violation()
                    || error.is_foreign_key_violation() =>
            {
                Err(damaged(error))
            }
            written => written,
        }
    }
}

impl ImportEvent {
    async fn write(&self, tx: &mut Tx<'_>) -> Result<Imported, Fault> {
        let mut imported = Imported { slug: self.check_slug(tx).await?, ..Imported::default() };
        let mut numbers = Numbers::new();
        numbers.insert(ACCOUNTS, self.people(tx, &mut imported).await?);
        for part in &PARTS {
            let table = self.table(part.table)?;
            if let Some(place) = table.column("id") {
                let new = new_numbers(tx, part.table, table.rows.len()).await?;
                let old = table.rows.iter().map(|row| number(row, place, part.table));
                let old: Vec<i64> = old.collect::<Result<_, Fault>>()?;
                let pairs: BTreeMap<i64, i64> = old.into_iter().zip(new).collect();
                if pairs.len() != table.rows.len() {
                    return Err(damaged(format!("two rows of {} have one number", part.table)));
                }
                numbers.insert(part.table, pairs);
            }
        }
        for part in &PARTS {
            imported.rows += self.write_part(tx, part, &numbers, &imported.slug).await?;
        }
        imported.event = numbers["event"].values().next().copied().unwrap_or_default();
        let object = format!("event {}", imported.event);
        tx.audit(None, "import event", &object, &imported.slug, self.now).await?;
        let body = serde_json::json!({ "event": imported.event }).to_string();
        tx.tell("event", "public", &body, self.now).await?;
        Ok(imported)
    }

    fn table(&self, name: &str) -> Result<&Table, Fault> {
        let found = self.tables.iter().find(|table| table.name == name);
        found.ok_or_else(|| damaged(format!("it has no table {name}")))
    }

    /// The event's name in addresses, which must be free.
    async fn check_slug(&self, tx: &mut Tx<'_>) -> Result<String, Fault> {
        let events = self.table("event")?;
        let there = events.texts("slug").next().unwrap_or_default().to_owned();
        if events.rows.len() != 1 {
            return Err(damaged(format!("it has {} events", events.rows.len())));
        }
        let slug = self.slug.clone().unwrap_or(there);
        crate::events::check_slug(&slug)?;
        if tx.row("SELECT id FROM event WHERE slug = ?", &values![&slug]).await?.is_some() {
            let sentence = format!(
                "there is already an event with the address `{slug}`; import it under another one with \
                 --as ADDRESS"
            );
            return Err(Refusal::Conflict(sentence).into());
        }
        Ok(slug)
    }

    /// Finds the people by login name, and makes accounts without a password for the others.
    async fn people(
        &self,
        tx: &mut Tx<'_>,
        imported: &mut Imported,
    ) -> Result<BTreeMap<i64, i64>, Fault> {
        let table = self.table(ACCOUNTS)?;
        if table.columns != ACCOUNT_COLUMNS {
            return Err(damaged("its accounts have other columns"));
        }
        let mut people = BTreeMap::new();
        for row in &table.rows {
            let old = number(row, 0, ACCOUNTS)?;
            let text = |place: usize| row.get(place).and_then(Value::as_str);
            let (Some(login), Some(name), Some(state)) = (text(1), text(2), text(4)) else {
                return Err(damaged("an account has no name"));
            };
            let login = login.to_lowercase();
            let is_erased = state == "erased";
            let known = tx.row("SELECT id FROM account WHERE login = ?", &values![&login]).await?;
            let new = match known {
                // `deleted-3` names another person on every server.
                Some(known) if !is_erased => {
                    imported.matched.push(login);
                    known.get("id")?
                }
                _ => {
                    let made = if is_erased { format!("imported/{old}") } else { login.clone() };
                    let id = tx
                        .insert(
                            "INSERT INTO account (login, name, student_number, role, state, created_ms) \
                             VALUES (?, ?, ?, 'competitor', ?, ?) RETURNING id",
                            &values![made, name, text(3).map(str::to_owned), state, self.now],
                        )
                        .await?;
                    if is_erased {
                        let sql = "UPDATE account SET login = ? WHERE id = ?";
                        tx.execute(sql, &values![format!("deleted-{id}"), id]).await?;
                    } else {
                        imported.made.push(login);
                    }
                    id
                }
            };
            people.insert(old, new);
        }
        Ok(people)
    }

    async fn write_part(
        &self,
        tx: &mut Tx<'_>,
        part: &Part,
        numbers: &Numbers,
        slug: &str,
    ) -> Result<u64, Fault> {
        let table = self.table(part.table)?;
        let dialect = tx.dialect();
        let there = columns(&mut tx.connection, dialect, part.table).await?;
        let mut fields: Vec<(&Column, Refers)> = Vec::new();
        for name in &table.columns {
            let column = there.iter().find(|column| column.name == *name);
            let is_known = !part.left_out.contains(&name.as_str());
            let column = column.filter(|_| is_known).ok_or_else(|| {
                damaged(format!("its table {} has an unknown column `{name}`", part.table))
            })?;
            let refers = part.refers.iter().find(|(column, _)| column == name);
            let own = if name == "id" { Refers::To(part.table) } else { Refers::Nothing };
            fields.push((column, refers.map_or(own, |(_, refers)| *refers)));
        }
        let mut names = table.columns.join(", ");
        let mut marks = vec!["?"; fields.len()].join(", ");
        if part.table == "team" {
            names.push_str(", join_code");
            marks.push_str(", ?");
        }
        let sql = format!("INSERT INTO {} ({names}) VALUES ({marks})", part.table);
        for (row, place) in table.rows.iter().zip(0..) {
            if row.len() != fields.len() {
                return Err(damaged(format!("row {} of {} is cut off", place + 1, part.table)));
            }
            let mut values = Vec::new();
            for ((column, refers), value) in fields.iter().zip(row) {
                let value = renumbered(value, *refers, numbers).map_err(|why| {
                    damaged(format!("row {} of {}: {why}", place + 1, part.table))
                })?;
                values.push(bound(column, self.adapted(part.table, &column.name, value, slug))?);
            }
            if part.table == "team" {
                let code = self.join_codes.get(place).cloned();
                values.push(code.ok_or_else(|| damaged("it has too many teams"))?.into());
            }
            tx.execute(&sql, &values).await?;
        }
        Ok(table.rows.len() as u64)
    }

    /// What differs in the new place: the address, and jobs that a worker of the old server had.
    fn adapted(&self, table: &str, column: &str, value: Value, slug: &str) -> Value {
        match (table, column, value.as_str()) {
            ("event", "slug", _) => slug.into(),
            ("job", "state", Some("dispatched")) => "queued".into(),
            _ => value,
        }
    }
}

fn number(row: &[Value], place: usize, table: &str) -> Result<i64, Fault> {
    let number = row.get(place).and_then(Value::as_i64);
    number.ok_or_else(|| damaged(format!("a row of {table} has no number")))
}

/// Numbers that no row of a table has or gets.
async fn new_numbers(tx: &mut Tx<'_>, table: &str, count: usize) -> Result<Vec<i64>, Fault> {
    match tx.dialect() {
        Dialect::Sqlite => {
            let sql = "SELECT COALESCE(MAX(seq), 0) AS last FROM sqlite_sequence WHERE name = ?";
            let last: i64 = match tx.row(sql, &values![table]).await? {
                Some(row) => row.get("last")?,
                None => 0,
            };
            Ok((last + 1..).take(count).collect())
        }
        Dialect::Postgres => {
            let sql = format!(
                "SELECT nextval(pg_get_serial_sequence('{table}', 'id')) AS id \
                 FROM generate_series(1, ?)"
            );
            let rows = tx.rows(&sql, &values![count as i64]).await?;
            rows.iter().map(|row| row.get("id")).collect()
        }
    }
}

/// A value with the new numbers of what it refers to.
fn renumbered(value: &Value, refers: Refers, numbers: &Numbers) -> Result<Value, String> {
    let find = |table: &str, old: i64| {
        let new = numbers.get(table).and_then(|numbers| numbers.get(&old)).copied();
        new.ok_or_else(|| format!("it refers to {table} {old}, which is not there"))
    };
    let in_word = |table: &str, word: &str| match word.parse() {
        Ok(old) => find(table, old),
        Err(_) => Err(format!("`{word}` is not the number of a {table}")),
    };
    match (refers, value) {
        (Refers::To(table), Value::Number(_)) => {
            let old =
                value.as_i64().ok_or_else(|| format!("{value} is not a number of a {table}"))?;
            find(table, old).map(Value::from)
        }
        (Refers::Path, Value::String(key)) => match key.splitn(3, '/').collect::<Vec<_>>()[..] {
            [table, old] => Ok(format!("{table}/{}", in_word(table, old)?).into()),
            [table, old, rest] => Ok(format!("{table}/{}/{rest}", in_word(table, old)?).into()),
            _ => Err(format!("`{key}` is not a key")),
        },
        (Refers::TeamPath, Value::String(key)) => match key.split_once('/') {
            Some((old, rest)) => Ok(format!("{}/{rest}", in_word("team", old)?).into()),
            None => Err(format!("`{key}` is not a key")),
        },
        (Refers::Object, Value::String(object)) => {
            let words: Vec<&str> = object.split(' ').collect();
            let mut new = Vec::new();
            for pair in words.chunks(2) {
                let [table, old] = pair else { return Err(format!("`{object}` is not an object")) };
                new.push(format!("{table} {}", in_word(table, old)?));
            }
            Ok(new.join(" ").into())
        }
        (Refers::Document, Value::String(text)) => {
            let mut document: Value =
                serde_json::from_str(text).map_err(|error| error.to_string())?;
            match renumber_document(&mut document, &find, &in_word)? {
                true => Ok(document.to_string().into()),
                false => Ok(value.clone()),
            }
        }
        (_, value) => Ok(value.clone()),
    }
}

/// Renames the numbers in a document: `"team": 3`, `"match": 4`, `"word": "submission:5"`. True: it has some.
fn renumber_document(
    value: &mut Value,
    find: &dyn Fn(&str, i64) -> Result<i64, String>,
    in_word: &dyn Fn(&str, &str) -> Result<i64, String>,
) -> Result<bool, String> {
    let mut is_changed = false;
    match value {
        Value::Array(values) => {
            for value in values {
                is_changed |= renumber_document(value, find, in_word)?;
            }
        }
        Value::Object(keys) => {
            for (key, value) in keys {
                let new: Option<Value> = match (key.as_str(), &*value) {
                    ("team" | "match", Value::Number(old)) => {
                        let old = old.as_i64().ok_or_else(|| format!("{old} is too large"))?;
                        Some(find(key, old)?.into())
                    }
                    ("word" | "bot", Value::String(word)) => match word.strip_prefix("submission:")
                    {
                        Some(old) => {
                            Some(format!("submission:{}", in_word("submission", old)?).into())
                        }
                        None => None,
                    },
                    // A run of the same event, or the name of another source.
                    ("seed_from", Value::String(source)) => match source.strip_prefix("run ") {
                        Some(old) => Some(format!("run {}", in_word("run", old)?).into()),
                        None => None,
                    },
                    _ => None,
                };
                is_changed |= new.is_some();
                match new {
                    Some(new) => *value = new,
                    None => is_changed |= renumber_document(value, find, in_word)?,
                }
            }
        }
        _ => {}
    }
    Ok(is_changed)
}

/// A value of JSON for a column of the database.
fn bound(column: &Column, value: Value) -> Result<Sql, Fault> {
    let wrong = || damaged(format!("column {} has {value}", column.name));
    Ok(match (column.of, &value) {
        ("integer", Value::Null) => Sql::Int(None),
        ("integer", Value::Number(number)) => Sql::Int(Some(number.as_i64().ok_or_else(wrong)?)),
        ("real", Value::Null) => Sql::Real(None),
        ("real", Value::Number(number)) => Sql::Real(Some(number.as_f64().ok_or_else(wrong)?)),
        ("text", Value::Null) => Sql::Text(None),
        ("text", Value::String(text)) => Sql::Text(Some(text.clone())),
        _ => return Err(wrong()),
    })
}
