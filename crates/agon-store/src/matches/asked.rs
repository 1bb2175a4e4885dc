//! Reading scrimmages.

use super::scrimmages::{ScrimmageState, ScrimmageTerms};
use crate::{Fault, Millis, Row, Store, Value, values};

/// A scrimmage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scrimmage {
    /// Its number.
    pub id: i64,
    /// The event's name in addresses.
    pub event: String,
    /// The team that asks.
    pub team: i64,
    /// What became of it.
    pub state: ScrimmageState,
    /// How its games are played.
    pub terms: ScrimmageTerms,
    /// The match that was made of it.
    pub match_id: Option<i64>,
    /// When it was asked for.
    pub asked_ms: Millis,
    /// When it expires without an answer.
    pub expires_ms: Millis,
    /// When it was decided.
    pub decided_ms: Option<Millis>,
}

/// A side of a scrimmage, with names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScrimmageSide {
    /// The scrimmage.
    pub scrimmage: i64,
    /// The team.
    pub team: i64,
    /// Its name.
    pub name: String,
    /// The number of the version, if one was chosen.
    pub version: Option<i64>,
    /// Whether the team has accepted.
    pub accepted: bool,
}

/// Which scrimmages a list has.
#[derive(Clone, Debug)]
pub struct ScrimmageFilter {
    /// The event.
    pub event: i64,
    /// A team that takes part.
    pub team: Option<i64>,
    /// What became of them.
    pub state: Option<ScrimmageState>,
    /// Only scrimmages with a smaller number.
    pub before: i64,
    /// Most entries.
    pub limit: u32,
    /// The time.
    pub now: Millis,
}

/// The state at a given time: a request is over at its end, whether or not that has been written down.
const COLUMNS: &str = "s.id, e.slug, s.team, s.terms, s.match, s.asked_ms, s.expires_ms, s.decided_ms, \
    CASE WHEN s.state = 'asked' AND s.expires_ms <= ? THEN 'expired' ELSE s.state END AS state";

fn scrimmage(row: &Row) -> Result<Scrimmage, Fault> {
    let damaged = |error: serde_json::Error| Fault::Damaged(format!("a scrimmage: {error}"));
    Ok(Scrimmage {
        id: row.get("id")?,
        event: row.get("slug")?,
        team: row.get("team")?,
        state: row.get("state")?,
        terms: serde_json::from_str(&row.get::<String>("terms")?).map_err(damaged)?,
        match_id: row.get("match")?,
        asked_ms: row.get("asked_ms")?,
        expires_ms: row.get("expires_ms")?,
        decided_ms: row.get("decided_ms")?,
    })
}

impl Store {
    /// A scrimmage by number, as it is at a time.
    pub async fn scrimmage(&self, id: i64, now: Millis) -> Result<Option<Scrimmage>, Fault> {
        let sql = format!(
            "SELECT {COLUMNS} FROM scrimmage s JOIN event e ON e.id = s.event WHERE s.id = ?"
        );
        self.row(&sql, &values![now, id]).await?.as_ref().map(scrimmage).transpose()
    }

    /// Scrimmages, newest first.
    pub async fn scrimmages(&self, filter: &ScrimmageFilter) -> Result<Vec<Scrimmage>, Fault> {
        let mut sql = format!(
            "SELECT {COLUMNS} FROM scrimmage s JOIN event e ON e.id = s.event \
             WHERE s.event = ? AND s.id < ?"
        );
        let mut values = values![filter.now, filter.event, filter.before].to_vec();
        if let Some(team) = filter.team {
            sql.push_str(
                " AND s.id IN (SELECT x.scrimmage FROM scrimmage_side x WHERE x.team = ?)",
            );
            values.push(team.into());
        }
        match filter.state {
            None => {}
            Some(ScrimmageState::Asked) => {
                sql.push_str(" AND s.state = 'asked' AND s.expires_ms > ?");
                values.push(filter.now.into());
            }
            Some(ScrimmageState::Expired) => {
                sql.push_str(
                    " AND (s.state = 'expired' OR (s.state = 'asked' AND s.expires_ms <= ?))",
                );
                values.push(filter.now.into());
            }
            Some(state) => {
                sql.push_str(" AND s.state = ?");
                values.push(state.into());
            }
        }
        sql.push_str(" ORDER BY s.id DESC LIMIT ?");
        values.push(filter.limit.into());
        self.rows(&sql, &values).await?.iter().map(scrimmage).collect()
    }

    /// The sides of scrimmages, by scrimmage and side.
    pub async fn scrimmage_sides(&self, ids: &[i64]) -> Result<Vec<ScrimmageSide>, Fault> {
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let marks = vec!["?"; ids.len()].join(", ");
        let sql = format!(
            "SELECT x.scrimmage, x.team, t.name, v.number, x.accepted FROM scrimmage_side x \
             JOIN team t ON t.id = x.team LEFT JOIN submission v ON v.id = x.submission \
             WHERE x.scrimmage IN ({marks}) ORDER BY x.scrimmage, x.side"
        );
        let values: Vec<Value> = ids.iter().map(|id| (*id).into()).collect();
        let side = |row: &Row| {
            Ok(ScrimmageSide {
                scrimmage: row.get("scrimmage")?,
                team: row.get("team")?,
                name: row.get("name")?,
                version: row.get("number")?,
                accepted: row.get("accepted")?,
            })
        };
        self.rows(&sql, &values).await?.iter().map(side).collect()
    }

    /// How many scrimmages a team has asked for since a time.
    pub async fn scrimmages_asked_since(&self, team: i64, since: Millis) -> Result<u32, Fault> {
        let sql = "SELECT COUNT(*) AS n FROM scrimmage WHERE team = ? AND asked_ms > ?";
        self.row(sql, &values![team, since]).await?.map_or(Ok(0), |row| row.get("n"))
    }

    /// Whether a team accepts every scrimmage without being asked.
    pub async fn always_accepts(&self, team: i64) -> Result<bool, Fault> {
        let row = self.row("SELECT always_accepts FROM team WHERE id = ?", &values![team]).await?;
        row.map_or(Ok(false), |row| row.get("always_accepts"))
    }
}
