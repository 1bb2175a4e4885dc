//! Matches and their games: requested, played, committed.

mod commit;
mod read;

pub use commit::CommitGame;
pub use read::{Match, NamedSide, PlayedGame};

use crate::jobs::{Lane, NewJob};
use crate::work::{BotRef, GameSpec, Work, strict};
use crate::{Change, Fault, Millis, Refusal, Tx, submissions, values};

/// Whether a match `m` belongs to a run, or to a round of one, that only staff may see.
pub(crate) const HIDDEN: &str = "EXISTS (SELECT 1 FROM run r WHERE r.id = m.run \
     AND (r.public = 0 OR m.round > r.released))";

/// One side of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// The team.
    pub team: i64,
    /// The version that plays.
    pub submission: i64,
}

/// A match to make.
#[derive(Clone, Debug)]
pub(crate) struct NewMatch {
    pub kind: &'static str,
    /// The run that asks for it, which has one game per match.
    pub run: Option<i64>,
    /// The round of the run; 0 without one.
    pub round: u32,
    pub key: String,
    pub sides: Vec<Side>,
    pub games: Vec<NewGame>,
    /// Rule profile.
    pub rules: String,
    /// How strictly the time limits apply.
    pub clock: String,
    pub requested_by: Option<i64>,
    pub lane: Lane,
    pub wall_limit_ms: i64,
    pub now: Millis,
}

/// A game of a new match.
#[derive(Clone, Debug)]
pub(crate) struct NewGame {
    pub map: String,
    pub seed: u64,
    /// Sets the bots' seeds apart; if none, it follows from the match.
    pub lot: Option<u64>,
    /// How far the sides are turned against the seats.
    pub turned: usize,
}

/// One game per map, in which the sides rotate over the seats; the seed changes when all have had every seat.
pub(crate) fn rotating_games(maps: &[String], seed: u64, sides: usize) -> Vec<NewGame> {
    let game = |(number, map): (usize, &String)| NewGame {
        map: map.clone(),
        seed: seed.wrapping_add(number as u64 / sides as u64),
        lot: None,
        turned: number % sides,
    };
    maps.iter().enumerate().map(game).collect()
}

/// Makes a match with its jobs; `None` if there is a match with this key.
pub(crate) async fn insert(tx: &mut Tx<'_>, new: &NewMatch) -> Result<Option<i64>, Fault> {
    let sql = "SELECT e.id, e.game FROM event e JOIN team t ON t.event = e.id WHERE t.id = ?";
    let Some(event) = tx.row(sql, &values![new.sides[0].team]).await? else {
        return Err(Fault::Damaged(format!("there is no team {}", new.sides[0].team)));
    };
    let row = tx
        .row(
            "INSERT INTO match (event, kind, run, round, key, state, games, requested_by, created_ms) \
             VALUES (?, ?, ?, ?, ?, 'queued', ?, ?, ?) ON CONFLICT (key) DO NOTHING RETURNING id",
            &values![
                event.get::<i64>("id")?,
                new.kind,
                new.run,
                new.round,
                &new.key,
                new.games.len() as i64,
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
    for (game, number) in new.games.iter().zip(1_u64..) {
        let mut seats = bots.clone();
        seats.rotate_left(game.turned);
        let work = Work::Game(GameSpec {
            game: event.get("game")?,
            rules: new.rules.clone(),
            map: game.map.clone(),
            seed: game.seed,
            lot: game.lot.unwrap_or((id as u64) << 8 | (number - 1)),
            tournament: new.lane == Lane::Tournament,
            clock: new.clock.clone(),
            seats,
        });
        let job = NewJob {
            key: match new.run {
                Some(_) => new.key.clone(),
                None => format!("match/{id}/game/{number}"),
            },
            lane: new.lane,
            kind: "game".into(),
            payload: serde_json::to_string(&work).expect("plain data"),
            needs: String::new(),
            team: new.requested_by,
            run: new.run,
            wall_limit_ms: new.wall_limit_ms,
        };
        tx.enqueue(&job, new.now).await?;
    }
    tell(tx, id, "queued", new.now).await?;
    Ok(Some(id))
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

/// Tells the teams of a match, unless only staff may see it.
async fn tell(tx: &mut Tx<'_>, id: i64, state: &str, now: Millis) -> Result<(), Fault> {
    let body = serde_json::json!({ "match": id, "state": state }).to_string();
    let sql = format!(
        "SELECT DISTINCT s.team FROM seat s JOIN match m ON m.id = s.match WHERE m.id = ? \
               AND NOT {HIDDEN}"
    );
    let rows = tx.rows(&sql, &values![id]).await?;
    for row in rows {
        tx.tell("match", &format!("team:{}", row.get::<i64>("team")?), &body, now).await?;
    }
    Ok(())
}

/// Gives up a match with all its games that are not finished.
pub(crate) async fn void(tx: &mut Tx<'_>, id: i64, why: &str, now: Millis) -> Result<(), Fault> {
    let sql = "UPDATE match SET state = 'void', finished_ms = ? WHERE id = ? \
               AND state IN ('queued', 'running') RETURNING kind, key, games";
    let Some(row) = tx.row(sql, &values![now, id]).await? else { return Ok(()) };
    for number in 1..=row.get::<i64>("games")? {
        let sql = "UPDATE job SET state = 'cancelled', token = NULL, finished_ms = ? \
                   WHERE key = ? AND state IN ('queued', 'dispatched', 'dead')";
        tx.execute(sql, &values![now, format!("match/{id}/game/{number}")]).await?;
    }
    if row.get::<String>("kind")? == "validation" {
        let submission = submissions::number_in_key(&row.get::<String>("key")?)?;
        submissions::give_up(tx, submission, why, now).await?;
    }
    tell(tx, id, "void", now).await
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
    /// Rule profile.
    pub rules: String,
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
            run: None,
            round: 0,
            key,
            games: rotating_games(&self.maps, self.seed, sides.len()),
            sides,
            rules: self.rules.clone(),
            clock: strict(),
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
