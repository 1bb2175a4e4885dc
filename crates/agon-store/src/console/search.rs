//! One search over an event: people, teams, matches, submissions and runs.

use super::audit::pattern;
use crate::names::named;
use crate::{Fault, Row, Store, Value, values};

named! {
    /// What a search has found.
    pub enum FoundKind, "kind of result" {
        /// A person.
        Account = "account",
        /// A team.
        Team = "team",
        /// A match.
        Match = "match",
        /// A submission.
        Submission = "submission",
        /// A tournament, league or grading.
        Run = "run",
    }
}

/// A result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// What it is.
    pub kind: FoundKind,
    /// Its number.
    pub id: i64,
    /// What people call it.
    pub title: String,
    /// What tells it apart from others.
    pub detail: String,
    /// The team that it belongs to.
    pub team: Option<i64>,
}

/// Results of one kind.
const MAX_OF_KIND: u32 = 20;

/// How results of one kind are found by a part of a name (the values are a pattern) or by number.
struct Query {
    kind: FoundKind,
    columns: &'static str,
    by_name: Option<&'static str>,
    by_number: &'static str,
}

/// The event is the first value of each query.
const QUERIES: [Query; 5] = [
    Query {
        kind: FoundKind::Account,
        columns: "a.id, a.name AS title, a.login || ', ' || a.role AS detail, m.team AS team \
                  FROM account a LEFT JOIN member m ON m.account = a.id AND m.event = ? \
                  WHERE a.state <> 'erased'",
        by_name: Some(
            "(LOWER(a.name) LIKE ? ESCAPE '\\' OR a.login LIKE ? ESCAPE '\\' \
             OR LOWER(COALESCE(a.email, '')) LIKE ? ESCAPE '\\')",
        ),
        by_number: "(a.id = ? OR a.student_number = ?)",
    },
    Query {
        kind: FoundKind::Team,
        columns: "t.id, t.name AS title, t.state AS detail, t.id AS team FROM team t WHERE t.event = ?",
        by_name: Some("t.name_key LIKE ? ESCAPE '\\'"),
        by_number: "t.id = ?",
    },
    Query {
        kind: FoundKind::Match,
        columns: "m.id, m.kind AS title, m.state AS detail, m.requested_by AS team FROM match m \
                  WHERE m.event = ?",
        by_name: None,
        by_number: "m.id = ?",
    },
    Query {
        kind: FoundKind::Submission,
        columns: "s.id, s.name AS title, s.state AS detail, s.team AS team FROM submission s \
                  JOIN team t ON t.id = s.team WHERE t.event = ?",
        by_name: Some(
            "(LOWER(s.name) LIKE ? ESCAPE '\\' OR LOWER(COALESCE(s.label, '')) LIKE ? ESCAPE '\\')",
        ),
        by_number: "s.id = ?",
    },
    Query {
        kind: FoundKind::Run,
        columns: "r.id, r.title AS title, r.kind || ', ' || r.state AS detail, \
                  CAST(NULL AS BIGINT) AS team FROM run r WHERE r.event = ?",
        by_name: Some("LOWER(r.title) LIKE ? ESCAPE '\\'"),
        by_number: "r.id = ?",
    },
];

impl Store {
    /// Everything of an event whose name contains a text, or that has it as its number.
    pub async fn search(&self, event: i64, text: &str) -> Result<Vec<Found>, Fault> {
        let text = text.trim();
        let number: Option<i64> = text.trim_start_matches('#').parse().ok();
        let name = pattern(&text.to_lowercase(), true);
        let mut all = Vec::new();
        for query in QUERIES {
            let mut conditions = Vec::new();
            let mut values = values![event].to_vec();
            if let Some(condition) = query.by_name {
                conditions.push(condition);
                values.extend(vec![Value::from(&name); condition.matches('?').count()]);
            }
            if let Some(number) = number {
                conditions.push(query.by_number);
                values.push(number.into());
                if query.by_number.matches('?').count() == 2 {
                    values.push(number.to_string().into());
                }
            }
            if conditions.is_empty() {
                continue;
            }
            let sql = format!(
                "SELECT {} AND ({}) ORDER BY 1 LIMIT {MAX_OF_KIND}",
                query.columns,
                conditions.join(" OR ")
            );
            let found = |row: &Row| {
                Ok(Found {
                    kind: query.kind,
                    id: row.get("id")?,
                    title: row.get("title")?,
                    detail: row.get("detail")?,
                    team: row.get("team")?,
                })
            };
            let rows = self.rows(&sql, &values).await?;
            all.extend(rows.iter().map(found).collect::<Result<Vec<Found>, Fault>>()?);
        }
        Ok(all)
    }
}
