//! Reading matches: lists, sides, games.

use super::HIDDEN;
use crate::work::GameReport;
use crate::{Fault, Millis, Row, Store, values};

/// A match in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    /// Its number.
    pub id: i64,
    /// The event.
    pub event: i64,
    /// `validation`, `scrimmage`, `ladder`, `tournament` or `grading`.
    pub kind: String,
    /// The run that it belongs to.
    pub run: Option<i64>,
    /// `queued`, `running`, `finished`, `void` or `superseded`.
    pub state: String,
    /// When it was made.
    pub created_ms: Millis,
    /// When its last game ended.
    pub finished_ms: Option<Millis>,
    /// Whether it belongs to a run whose results only staff may see.
    pub hidden: bool,
}

/// A side of a match, with names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedSide {
    /// The match.
    pub match_id: i64,
    /// The team.
    pub team: i64,
    /// Its name.
    pub name: String,
    /// The version's number within the team.
    pub version: u32,
}

/// A game of a match.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayedGame {
    /// The match.
    pub match_id: i64,
    /// Its number, from 1.
    pub number: u32,
    /// The seed.
    pub seed: i64,
    /// The sides of the match in the order of this game's seats.
    pub sides: Vec<u32>,
    /// The result, by seat.
    pub report: GameReport,
}

fn a_match(row: &Row) -> Result<Match, Fault> {
    Ok(Match {
        id: row.get("id")?,
        event: row.get("event")?,
        kind: row.get("kind")?,
        run: row.get("run")?,
        state: row.get("state")?,
        created_ms: row.get("created_ms")?,
        finished_ms: row.get("finished_ms")?,
        hidden: row.get("hidden")?,
    })
}

const MATCH_COLUMNS: &str = "m.id, m.event, m.kind, m.run, m.state, m.created_ms, m.finished_ms, \
    (SELECT COUNT(*) FROM run r WHERE r.id = m.run AND (r.public = 0 OR m.round > r.released)) AS hidden";

impl Store {
    /// A match by number.
    pub async fn a_match(&self, id: i64) -> Result<Option<Match>, Fault> {
        let sql = format!("SELECT {MATCH_COLUMNS} FROM match m WHERE m.id = ?");
        self.row(&sql, &values![id]).await?.as_ref().map(a_match).transpose()
    }

    /// Matches of a team that its members may see, before a given one, newest first.
    pub async fn matches_of(
        &self,
        team: i64,
        before: i64,
        limit: u32,
    ) -> Result<Vec<Match>, Fault> {
        let sql = format!(
            "SELECT DISTINCT {MATCH_COLUMNS} FROM match m JOIN seat s ON s.match = m.id \
             WHERE s.team = ? AND m.id < ? AND NOT {HIDDEN} ORDER BY m.id DESC LIMIT ?"
        );
        self.rows(&sql, &values![team, before, limit]).await?.iter().map(a_match).collect()
    }

    /// Matches of an event before a given one, newest first.
    pub async fn matches(&self, event: i64, before: i64, limit: u32) -> Result<Vec<Match>, Fault> {
        let sql = format!(
            "SELECT {MATCH_COLUMNS} FROM match m WHERE m.event = ? AND m.id < ? \
             ORDER BY m.id DESC LIMIT ?"
        );
        self.rows(&sql, &values![event, before, limit]).await?.iter().map(a_match).collect()
    }

    /// The sides of matches, by match and seat.
    pub async fn sides(&self, matches: &[i64]) -> Result<Vec<NamedSide>, Fault> {
        if matches.is_empty() {
            return Ok(Vec::new());
        }
        let marks = vec!["?"; matches.len()].join(", ");
        let sql = format!(
            "SELECT s.match, s.team, t.name, v.number FROM seat s JOIN team t ON t.id = s.team \
             JOIN submission v ON v.id = s.submission WHERE s.match IN ({marks}) ORDER BY s.match, s.seat"
        );
        let values: Vec<crate::Value> = matches.iter().map(|id| (*id).into()).collect();
        let side = |row: &Row| {
            Ok(NamedSide {
                match_id: row.get("match")?,
                team: row.get("team")?,
                name: row.get("name")?,
                version: row.get("number")?,
            })
        };
        self.rows(&sql, &values).await?.iter().map(side).collect()
    }

    /// The finished games of matches, by match and number.
    pub async fn games(&self, matches: &[i64]) -> Result<Vec<PlayedGame>, Fault> {
        if matches.is_empty() {
            return Ok(Vec::new());
        }
        let marks = vec!["?"; matches.len()].join(", ");
        let sql = format!(
            "SELECT match, number, seed, sides, result FROM game WHERE match IN ({marks}) \
             ORDER BY match, number"
        );
        let values: Vec<crate::Value> = matches.iter().map(|id| (*id).into()).collect();
        let damaged = |error: serde_json::Error| Fault::Damaged(format!("a game: {error}"));
        let game = |row: &Row| {
            Ok(PlayedGame {
                match_id: row.get("match")?,
                number: row.get("number")?,
                seed: row.get("seed")?,
                sides: serde_json::from_str(&row.get::<String>("sides")?).map_err(damaged)?,
                report: serde_json::from_str(&row.get::<String>("result")?).map_err(damaged)?,
            })
        };
        self.rows(&sql, &values).await?.iter().map(game).collect()
    }
}
