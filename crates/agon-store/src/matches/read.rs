//! Reading matches: lists, sides, games.

use super::correct::correction_of;
use super::{GameCorrection, HIDDEN, MatchKind, MatchState, SideResult};
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
        let mut sql = format!("SELECT {MATCH_COLUMNS} FROM match m");
        let mut values = Vec::new();
        if let Some(team) = self.team {
            let (this_result, same_result) = match self.result {
                Some(_) => (" AND s.result = ?", " AND e.result = s.result"),
                None => ("", ""),
            };
            // A team may have several seats of a match. The first one stands for all of them: DISTINCT would
            // make PostgreSQL read and sort all matches of the event for each page.
            sql.push_str(&format!(
                " JOIN seat s ON s.match = m.id AND s.team = ?{this_result} AND NOT EXISTS (SELECT 1 \
                 FROM seat e WHERE e.match = s.match AND e.seat < s.seat AND e.team = s.team{same_result})"
            ));
            values.push(team.into());
            values.extend(self.result.map(Value::from));
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
    /// The result, by seat; its ranks are those that count.
    pub report: GameReport,
    /// What was played, if the organisers have corrected the ranks.
    pub correction: Option<GameCorrection>,
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
            let result: String = row.get("result")?;
            Ok(PlayedGame {
                match_id: row.get("match")?,
                number: row.get("number")?,
                seed: row.get("seed")?,
                sides: serde_json::from_str(&row.get::<String>("sides")?).map_err(damaged)?,
                report: serde_json::from_str(&result).map_err(damaged)?,
                correction: correction_of(&result).map_err(damaged)?,
            })
        };
        self.rows(&sql, &values).await?.iter().map(game).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Change, Location, Tx};
    use agon_testservers::Postgres;

    /// An event with many teams and ranked matches, each of two seats.
    struct Season;

    const TEAMS: i64 = 50;
    const MATCHES: i64 = 20_000;

    impl Change for Season {
        type Output = ();
        async fn apply(&self, tx: &mut Tx<'_>) -> Result<(), Fault> {
            let numbers = |most: i64| {
                format!(
                    "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {most})"
                )
            };
            let event = "INSERT INTO event (id, slug, title, game, settings, phase, created_ms) \
                         VALUES (1, 'cup', 'Cup', 'chess', '{}', 'open', 0)";
            let (teams, matches) = (numbers(TEAMS), numbers(MATCHES));
            let statements = [
                event.to_owned(),
                format!(
                    "{teams} INSERT INTO team (id, event, name, name_key, join_code, state, created_ms) \
                     SELECT i, 1, 'Team ' || i, 'team ' || i, 'code' || i, 'active', 0 FROM n"
                ),
                format!(
                    "{teams} INSERT INTO submission (id, team, number, name, source, size, state, \
                     received_ms) SELECT i, i, 1, 'bot', 'builtin:nothing', 0, 'valid', 0 FROM n"
                ),
                format!(
                    "{matches} INSERT INTO match (id, event, kind, key, state, games, created_ms) \
                     SELECT i, 1, 'ladder', 'k' || i, 'finished', 1, i FROM n"
                ),
                format!(
                    "{matches} INSERT INTO seat (match, seat, team, submission, result) \
                     SELECT i, 0, 1 + i % {TEAMS}, 1 + i % {TEAMS}, 'won' FROM n"
                ),
                format!(
                    "{matches} INSERT INTO seat (match, seat, team, submission, result) \
                     SELECT i, 1, 1 + i / {TEAMS} % {TEAMS}, 1 + i / {TEAMS} % {TEAMS}, 'lost' FROM n"
                ),
            ];
            for sql in statements {
                tx.execute(&sql, &[]).await?;
            }
            Ok(())
        }
    }

    fn all() -> MatchFilter {
        MatchFilter {
            event: 1,
            viewer: Viewer::Staff,
            team: None,
            run: None,
            kind: None,
            state: None,
            result: None,
            map: None,
            since_ms: None,
            before: i64::MAX,
            limit: 50,
        }
    }

    /// The filters of the pages that people read.
    fn filters() -> Vec<MatchFilter> {
        let person = |team| Viewer::Person { team, sees_ranked: true };
        let of_team = MatchFilter { team: Some(7), ..all() };
        vec![
            all(),
            MatchFilter { viewer: person(None), ..all() },
            MatchFilter { viewer: person(Some(7)), ..all() },
            MatchFilter { before: MATCHES / 2, ..all() },
            MatchFilter { kind: Some(MatchKind::Ladder), ..all() },
            MatchFilter { viewer: person(Some(7)), ..of_team.clone() },
            MatchFilter { result: Some(SideResult::Won), ..of_team.clone() },
            MatchFilter { viewer: person(None), ..of_team.clone() },
            of_team,
        ]
    }

    async fn a_season(location: &Location) -> Store {
        let store = Store::open(location).await.unwrap();
        store.change(Season).await.unwrap();
        store
    }

    /// What the database says of how it answers a query.
    async fn plan(store: &Store, explain: &str, column: &str, filter: &MatchFilter) -> Vec<String> {
        let (sql, values) = filter.query();
        let rows = store.rows(&format!("{explain} {sql}"), &values).await.unwrap();
        rows.iter().map(|row| row.get(column).unwrap()).collect()
    }

    /// The rows that one step of a plan of PostgreSQL has read: `(actual rows=50 loops=2)`.
    fn rows_read(step: &str) -> u64 {
        let Some((_, actual)) = step.split_once("(actual rows=") else { return 0 };
        let mut numbers = actual.split(|letter: char| !letter.is_ascii_digit());
        let mut next = || numbers.find(|word| !word.is_empty()).unwrap().parse::<u64>().unwrap();
        next() * next()
    }

    #[tokio::test]
    async fn a_page_of_matches_reads_few_rows_on_postgresql() {
        let store = a_season(&Location::Postgres(Postgres::shared().new_database())).await;
        struct Analyze;
        impl Change for Analyze {
            type Output = u64;
            async fn apply(&self, tx: &mut Tx<'_>) -> Result<u64, Fault> {
                tx.execute("ANALYZE", &[]).await
            }
        }
        store.change(Analyze).await.unwrap();
        for filter in filters() {
            let explain = "EXPLAIN (ANALYZE, TIMING OFF)";
            let plan = plan(&store, explain, "QUERY PLAN", &filter).await;
            let read: u64 = plan.iter().map(|step| rows_read(step)).sum();
            assert!(
                (50..3_000).contains(&read),
                "{read} rows for {filter:?}:\n{}",
                plan.join("\n")
            );
        }
    }

    #[tokio::test]
    async fn a_page_of_matches_sorts_nothing_on_sqlite() {
        let folder = tempfile::tempdir().unwrap();
        let store = a_season(&Location::Sqlite(folder.path().join("agon.db"))).await;
        for filter in filters() {
            let plan = plan(&store, "EXPLAIN QUERY PLAN", "detail", &filter).await;
            let whole = plan.iter().any(|step| step.contains("B-TREE") || step == "SCAN m");
            assert!(!whole && !plan.is_empty(), "{filter:?}:\n{}", plan.join("\n"));
        }
    }

    #[tokio::test]
    async fn a_match_of_a_team_against_itself_is_listed_once() {
        let folder = tempfile::tempdir().unwrap();
        let store = a_season(&Location::Sqlite(folder.path().join("agon.db"))).await;
        // Match 306 is the first of team 7 in both seats: 306 % 50 = 6 and 306 / 50 = 6.
        for result in [None, Some(SideResult::Won), Some(SideResult::Lost)] {
            let filter = MatchFilter { before: 307, limit: 2, team: Some(7), result, ..all() };
            let numbers: Vec<i64> =
                store.matches(&filter).await.unwrap().iter().map(|found| found.id).collect();
            assert_eq!(numbers[0], 306, "{result:?}");
            assert!(numbers[1] < 306, "{numbers:?}");
        }
    }
}
