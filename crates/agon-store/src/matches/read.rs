//! Reading matches: lists, sides, games.

use super::{HIDDEN, MatchKind, MatchState, SideResult};
use crate::work::{GameReport, GameSpec, Work};
use crate::{Fault, Millis, Row, Store, Value, values};

/// A match in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    /// Its number.
    pub id: i64,
    /// The event.
    pub event: i64,
    /// Why it is played.
    pub kind: MatchKind,
    /// The run that it belongs to.
    pub run: Option<i64>,
    /// The key of its game in the log of the run.
    pub game: Option<String>,
    /// Where it is.
    pub state: MatchState,
    /// Why it is void or superseded, or why staff declared its result.
    pub why: Option<String>,
    /// When it was made.
    pub created_ms: Millis,
    /// When its last game ended.
    pub finished_ms: Option<Millis>,
    /// Whether it belongs to a run whose results only staff may see.
    pub hidden: bool,
}

/// The person who reads a list of matches.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Viewer {
    /// Sees all matches.
    Staff,
    /// Sees the matches of a team, if in one, and ranked matches if the event shows them.
    Person {
        /// The team.
        team: Option<i64>,
        /// Whether the event shows ranked matches.
        sees_ranked: bool,
    },
}

/// Which matches a list has.
#[derive(Clone, Debug)]
pub struct MatchFilter {
    /// The event.
    pub event: i64,
    /// The person who reads it.
    pub viewer: Viewer,
    /// A team that takes part.
    pub team: Option<i64>,
    /// The run that they belong to.
    pub run: Option<i64>,
    /// Why they are played.
    pub kind: Option<MatchKind>,
    /// Where they are.
    pub state: Option<MatchState>,
    /// How the team did.
    pub result: Option<SideResult>,
    /// The map of one of their games.
    pub map: Option<String>,
    /// When they were made, at the earliest.
    pub since_ms: Option<Millis>,
    /// Only matches with a smaller number.
    pub before: i64,
    /// Most entries.
    pub limit: u32,
}

impl MatchFilter {
    /// The query and its values.
    fn query(&self) -> (String, Vec<Value>) {
        let mut sql = format!("SELECT DISTINCT {MATCH_COLUMNS} FROM match m");
        let mut values = Vec::new();
        if let Some(team) = self.team {
            sql.push_str(" JOIN seat s ON s.match = m.id AND s.team = ?");
            values.push(team.into());
            if let Some(result) = self.result {
                sql.push_str(" AND s.result = ?");
                values.push(result.into());
            }
        }
        sql.push_str(" WHERE m.event = ? AND m.id < ?");
        values.extend(values![self.event, self.before]);
        if let Viewer::Person { team, sees_ranked } = self.viewer {
            sql.push_str(&format!(" AND NOT {HIDDEN}"));
            // A list of the viewer's own team has no other matches.
            if team.is_none() || team != self.team {
                // A list of a bot of the organisers must not tell in which gradings it is hidden.
                sql.push_str(" AND (m.kind <> 'grading' OR CAST(? AS BIGINT) IS NULL)");
                values.push(self.team.into());
                sql.push_str(
                    " AND (EXISTS (SELECT 1 FROM seat o WHERE o.match = m.id AND o.team = ?) \
                     OR (? = 1 AND m.kind IN ('ladder', 'tournament')))",
                );
                values.extend(values![team.unwrap_or(0), sees_ranked]);
            }
        }
        let simple = [
            (" AND m.run = ?", self.run.map(Value::from)),
            (" AND m.kind = ?", self.kind.map(Value::from)),
            (" AND m.state = ?", self.state.map(Value::from)),
            (" AND m.created_ms >= ?", self.since_ms.map(Value::from)),
            (
                " AND EXISTS (SELECT 1 FROM game g WHERE g.match = m.id AND g.map = ?)",
                self.map.clone().map(Value::from),
            ),
        ];
        for (condition, value) in simple {
            if let Some(value) = value {
                sql.push_str(condition);
                values.push(value);
            }
        }
        sql.push_str(" ORDER BY m.id DESC LIMIT ?");
        values.push(self.limit.into());
        (sql, values)
    }
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
    /// How it did, once the match is finished.
    pub result: Option<SideResult>,
    /// What people who are not staff read instead of its name.
    pub hidden: Option<String>,
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
    let run: Option<i64> = row.get("run")?;
    let key: String = row.get("key")?;
    Ok(Match {
        id: row.get("id")?,
        event: row.get("event")?,
        kind: row.get("kind")?,
        run,
        // The key of such a match is `run/RUN/ATTEMPT/GAME`.
        game: run.and_then(|_| key.splitn(4, '/').nth(3).map(str::to_owned)),
        state: row.get("state")?,
        why: row.get("why")?,
        created_ms: row.get("created_ms")?,
        finished_ms: row.get("finished_ms")?,
        hidden: row.get("hidden")?,
    })
}

const MATCH_COLUMNS: &str = "m.id, m.event, m.kind, m.run, m.key, m.state, m.why, m.created_ms, \
    m.finished_ms, (SELECT COUNT(*) FROM run r WHERE r.id = m.run AND (r.public = 0 OR m.round > r.released) \
    AND NOT EXISTS (SELECT 1 FROM grading g WHERE g.run = r.id AND g.released_ms IS NOT NULL)) AS hidden";

impl Store {
    /// A match by number.
    pub async fn a_match(&self, id: i64) -> Result<Option<Match>, Fault> {
        let sql = format!("SELECT {MATCH_COLUMNS} FROM match m WHERE m.id = ?");
        self.row(&sql, &values![id]).await?.as_ref().map(a_match).transpose()
    }

    /// Matches, newest first.
    pub async fn matches(&self, filter: &MatchFilter) -> Result<Vec<Match>, Fault> {
        let (sql, values) = filter.query();
        self.rows(&sql, &values).await?.iter().map(a_match).collect()
    }

    /// The games that a match was made of, in order: the work of its jobs.
    pub async fn game_specs(&self, id: i64) -> Result<Vec<GameSpec>, Fault> {
        let sql = "SELECT run, key, games FROM match WHERE id = ?";
        let Some(row) = self.row(sql, &values![id]).await? else { return Ok(Vec::new()) };
        let keys: Vec<String> = match row.get::<Option<i64>>("run")? {
            Some(_) => vec![row.get("key")?],
            None => (1..=row.get::<i64>("games")?)
                .map(|number| super::job_key(id, number as u64))
                .collect(),
        };
        let marks = vec!["?"; keys.len()].join(", ");
        let sql = format!("SELECT payload FROM job WHERE key IN ({marks}) ORDER BY id");
        let values: Vec<Value> = keys.into_iter().map(Value::from).collect();
        let rows = self.rows(&sql, &values).await?;
        let spec = |row: &Row| match serde_json::from_str(&row.get::<String>("payload")?) {
            Ok(Work::Game(spec)) => Ok(spec),
            _ => Err(Fault::Damaged(format!("a job of match {id}"))),
        };
        rows.iter().map(spec).collect()
    }

    /// The sides of matches, by match and seat.
    pub async fn sides(&self, matches: &[i64]) -> Result<Vec<NamedSide>, Fault> {
        if matches.is_empty() {
            return Ok(Vec::new());
        }
        let marks = vec!["?"; matches.len()].join(", ");
        let sql = format!(
            "SELECT s.match, s.team, t.name, t.hidden, v.number, s.result FROM seat s \
             JOIN team t ON t.id = s.team JOIN submission v ON v.id = s.submission \
             WHERE s.match IN ({marks}) ORDER BY s.match, s.seat"
        );
        let values: Vec<Value> = matches.iter().map(|id| (*id).into()).collect();
        let side = |row: &Row| {
            Ok(NamedSide {
                match_id: row.get("match")?,
                team: row.get("team")?,
                name: row.get("name")?,
                hidden: row.get("hidden")?,
                version: row.get("number")?,
                result: match row.get::<Option<String>>("result")? {
                    Some(word) => Some(word.parse().map_err(Fault::Damaged)?),
                    None => None,
                },
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
        let values: Vec<Value> = matches.iter().map(|id| (*id).into()).collect();
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
