//! Matches and their games: requested, played, committed.

use crate::jobs::{Lane, NewJob};
use crate::submissions::{self, number_in_key};
use crate::work::{BotRef, GameReport, GameSpec, Work};
use crate::{Change, Fault, Millis, Refusal, Row, Store, Tx, values};

/// One side of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// The team.
    pub team: i64,
    /// The version that plays.
    pub submission: i64,
}

/// A match to make: one game per map, in which the sides rotate over the seats.
#[derive(Clone, Debug)]
pub(crate) struct NewMatch {
    pub kind: &'static str,
    pub key: String,
    pub sides: Vec<Side>,
    pub maps: Vec<String>,
    pub seed: u64,
    pub requested_by: Option<i64>,
    pub lane: Lane,
    pub wall_limit_ms: i64,
    pub now: Millis,
}

/// Makes a match with its jobs; `None` if there is a match with this key.
pub(crate) async fn insert(tx: &mut Tx<'_>, new: &NewMatch) -> Result<Option<i64>, Fault> {
    let sql =
        "SELECT e.id, e.game, e.settings FROM event e JOIN team t ON t.event = e.id WHERE t.id = ?";
    let Some(event) = tx.row(sql, &values![new.sides[0].team]).await? else {
        return Err(Fault::Damaged(format!("there is no team {}", new.sides[0].team)));
    };
    let row = tx
        .row(
            "INSERT INTO match (event, kind, key, state, games, requested_by, created_ms) \
             VALUES (?, ?, ?, 'queued', ?, ?, ?) ON CONFLICT (key) DO NOTHING RETURNING id",
            &values![
                event.get::<i64>("id")?,
                new.kind,
                &new.key,
                new.maps.len() as i64,
                new.requested_by,
                new.now
            ],
        )
        .await?;
    let Some(row) = row else { return Ok(None) };
    let id: i64 = row.get("id")?;
    let mut bots = Vec::new();
    for (seat, side) in new.sides.iter().enumerate() {
        let sql = "INSERT INTO seat (match, seat, team, submission) VALUES (?, ?, ?, ?)";
        tx.execute(sql, &values![id, seat as i64, side.team, side.submission]).await?;
        bots.push(bot(tx, side, seat as u32).await?);
    }
    let rules = rules_of(&event.get::<String>("settings")?)?;
    for (number, map) in new.maps.iter().enumerate() {
        let mut seats = bots.clone();
        let turned = number % seats.len();
        seats.rotate_left(turned);
        let work = Work::Game(GameSpec {
            game: event.get("game")?,
            rules: rules.clone(),
            map: map.clone(),
            seed: new.seed.wrapping_add(number as u64 / bots.len() as u64),
            lot: (id as u64) << 8 | number as u64,
            seats,
        });
        let job = NewJob {
            key: format!("match/{id}/game/{}", number + 1),
            lane: new.lane,
            kind: "game".into(),
            payload: serde_json::to_string(&work).expect("plain data"),
            needs: String::new(),
            team: new.requested_by,
            run: None,
            wall_limit_ms: new.wall_limit_ms,
        };
        tx.enqueue(&job, new.now).await?;
    }
    tell(tx, id, "queued", new.now).await?;
    Ok(Some(id))
}

fn rules_of(settings: &str) -> Result<String, Fault> {
    let settings: serde_json::Value =
        serde_json::from_str(settings).map_err(|error| Fault::Damaged(error.to_string()))?;
    Ok(settings["rules"].as_str().unwrap_or("handbook").to_owned())
}

async fn bot(tx: &mut Tx<'_>, side: &Side, number: u32) -> Result<BotRef, Fault> {
    let sql = "SELECT t.name, s.name AS file, s.source FROM submission s JOIN team t ON t.id = s.team \
               WHERE s.id = ? AND t.id = ?";
    let Some(row) = tx.row(sql, &values![side.submission, side.team]).await? else {
        return Err(Fault::Damaged(format!("submission {} is not of its team", side.submission)));
    };
    Ok(BotRef {
        side: number,
        name: row.get("name")?,
        file: row.get("file")?,
        source: row.get("source")?,
    })
}

/// The side of a built-in bot in the event of another team; its own team was made with the event.
pub(crate) async fn sparring_side(
    tx: &mut Tx<'_>,
    beside: i64,
    built_in: &str,
) -> Result<Option<Side>, Fault> {
    let sql = "SELECT t.id, t.active_submission FROM team t JOIN submission s ON s.team = t.id \
               WHERE t.staff = 1 AND s.source = ? AND t.event = (SELECT event FROM team WHERE id = ?) \
               ORDER BY t.id LIMIT 1";
    let row = tx.row(sql, &values![format!("builtin:{built_in}"), beside]).await?;
    let Some(row) = row else { return Ok(None) };
    let submission: Option<i64> = row.get("active_submission")?;
    let team = row.get("id")?;
    Ok(submission.map(|submission| Side { team, submission }))
}

async fn tell(tx: &mut Tx<'_>, id: i64, state: &str, now: Millis) -> Result<(), Fault> {
    let body = serde_json::json!({ "match": id, "state": state }).to_string();
    let rows = tx.rows("SELECT DISTINCT team FROM seat WHERE match = ?", &values![id]).await?;
    for row in rows {
        tx.tell("match", &format!("team:{}", row.get::<i64>("team")?), &body, now).await?;
    }
    Ok(())
}

/// A team asks for unranked games against others.
#[derive(Clone, Debug)]
pub struct RequestScrimmage {
    /// The team that asks.
    pub team: i64,
    /// The opponents.
    pub opponents: Vec<i64>,
    /// One map per game; an empty name is the game's first map.
    pub maps: Vec<String>,
    /// The first seed.
    pub seed: u64,
    /// A name for this request; the same name again is the same request.
    pub key: String,
    /// Requests that one team may make in an hour.
    pub hourly_limit: u32,
    /// Longest time for one game.
    pub wall_limit_ms: i64,
    /// The time.
    pub now: Millis,
}

impl Change for RequestScrimmage {
    type Output = i64;
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<i64, Fault> {
        let key = format!("scrimmage/{}/{}", self.team, self.key);
        let sql = "SELECT id FROM match WHERE key = ?";
        if let Some(row) = tx.row(sql, &values![&key]).await? {
            return row.get("id");
        }
        let sql = format!("SELECT id FROM team WHERE id = ?{}", tx.for_update());
        tx.row(&sql, &values![self.team]).await?;
        let sql = "SELECT COUNT(*) AS n FROM match WHERE requested_by = ? AND kind = 'scrimmage' \
                   AND created_ms > ?";
        let row = tx.row(sql, &values![self.team, self.now - 3_600_000]).await?;
        let asked: u32 = row.map_or(Ok(0), |row| row.get("n"))?;
        if asked >= self.hourly_limit {
            let sentence = format!(
                "a team may ask for {} scrimmages in an hour, and all of them are used; try again later",
                self.hourly_limit
            );
            return Err(Refusal::Conflict(sentence).into());
        }
        let mut sides = Vec::new();
        for team in std::iter::once(&self.team).chain(&self.opponents) {
            sides.push(active_side(tx, *team, self.team).await?);
        }
        let new = NewMatch {
            kind: "scrimmage",
            key,
            sides,
            maps: self.maps.clone(),
            seed: self.seed,
            requested_by: Some(self.team),
            lane: Lane::Requested,
            wall_limit_ms: self.wall_limit_ms,
            now: self.now,
        };
        insert(tx, &new).await?.ok_or_else(|| Fault::Damaged("the match vanished".into()))
    }
}

/// A team of the same event with its active version.
async fn active_side(tx: &mut Tx<'_>, team: i64, beside: i64) -> Result<Side, Fault> {
    let sql = "SELECT name, state, active_submission FROM team WHERE id = ? \
               AND event = (SELECT event FROM team WHERE id = ?)";
    let Some(row) = tx.row(sql, &values![team, beside]).await? else {
        return Err(Refusal::Unknown(format!("team {team} in this event")).into());
    };
    let (name, state): (String, String) = (row.get("name")?, row.get("state")?);
    if state != "active" {
        return Err(Refusal::Conflict(format!("the team `{name}` is {state}")).into());
    }
    match row.get("active_submission")? {
        Some(submission) => Ok(Side { team, submission }),
        None => {
            let sentence = format!("the team `{name}` has no valid submission yet");
            Err(Refusal::Conflict(sentence).into())
        }
    }
}

/// A worker has played a game.
#[derive(Clone, Debug)]
pub struct CommitGame {
    /// The job.
    pub job: i64,
    /// The token of the attempt.
    pub token: String,
    /// The worker's name.
    pub worker: String,
    /// The job's key, which names the match and the game.
    pub key: String,
    /// The game that was asked for.
    pub spec: GameSpec,
    /// What came out.
    pub report: GameReport,
    /// The time.
    pub now: Millis,
}

impl Change for CommitGame {
    type Output = bool;
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<bool, Fault> {
        if !tx.finish_job(self.job, &self.token, &self.worker, self.now).await? {
            return Ok(false);
        }
        let id = number_in_key(&self.key)?;
        let number: i64 =
            self.key.rsplit('/').next().and_then(|word| word.parse().ok()).unwrap_or(0);
        let result = serde_json::to_string(&self.report).expect("plain data");
        let sides: Vec<u32> = self.spec.seats.iter().map(|bot| bot.side).collect();
        tx.execute(
            "INSERT INTO game (match, number, map, seed, sides, result, replay, worker, finished_ms) \
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (match, number) DO NOTHING",
            &values![
                id,
                number,
                &self.report.map,
                self.spec.seed as i64,
                serde_json::to_string(&sides).expect("plain data"),
                result,
                self.report.replay.clone(),
                &self.worker,
                self.now
            ],
        )
        .await?;
        let sql = "SELECT m.games - COUNT(*) AS missing FROM match m JOIN game g ON g.match = m.id \
                   WHERE m.id = ? GROUP BY m.games";
        let row = tx.row(sql, &values![id]).await?;
        let left: i64 = row.map_or(Ok(0), |row| row.get("missing"))?;
        let state = if left == 0 { "finished" } else { "running" };
        let finished_ms = (left == 0).then_some(self.now);
        let sql = "UPDATE match SET state = ?, finished_ms = ? WHERE id = ? \
                   AND state IN ('queued', 'running') RETURNING kind, key";
        if let Some(row) = tx.row(sql, &values![state, finished_ms, id]).await? {
            if row.get::<String>("kind")? == "validation" {
                let submission = number_in_key(&row.get::<String>("key")?)?;
                let seat = sides.iter().position(|side| *side == 0).unwrap_or(0);
                let dead = self.report.dead.get(seat).copied().unwrap_or(false);
                let fault = self.report.faults.get(seat).cloned().flatten().filter(|_| dead);
                submissions::validated(tx, submission, fault.as_deref(), self.now).await?;
            }
            tell(tx, id, state, self.now).await?;
        }
        Ok(true)
    }
}

/// A match in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    /// Its number.
    pub id: i64,
    /// The event.
    pub event: i64,
    /// `validation`, `scrimmage`, `ladder`, `tournament` or `grading`.
    pub kind: String,
    /// `queued`, `running`, `finished`, `void` or `superseded`.
    pub state: String,
    /// When it was made.
    pub created_ms: Millis,
    /// When its last game ended.
    pub finished_ms: Option<Millis>,
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
        state: row.get("state")?,
        created_ms: row.get("created_ms")?,
        finished_ms: row.get("finished_ms")?,
    })
}

const MATCH_COLUMNS: &str = "m.id, m.event, m.kind, m.state, m.created_ms, m.finished_ms";

impl Store {
    /// A match by number.
    pub async fn a_match(&self, id: i64) -> Result<Option<Match>, Fault> {
        let sql = format!("SELECT {MATCH_COLUMNS} FROM match m WHERE m.id = ?");
        self.row(&sql, &values![id]).await?.as_ref().map(a_match).transpose()
    }

    /// Matches of a team before a given one, newest first.
    pub async fn matches_of(
        &self,
        team: i64,
        before: i64,
        limit: u32,
    ) -> Result<Vec<Match>, Fault> {
        let sql = format!(
            "SELECT DISTINCT {MATCH_COLUMNS} FROM match m JOIN seat s ON s.match = m.id \
             WHERE s.team = ? AND m.id < ? ORDER BY m.id DESC LIMIT ?"
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
