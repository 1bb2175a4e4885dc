//! Matches and their games: requested, played, committed.

mod asked;
mod commit;
mod live;
mod read;
mod scrimmages;

pub use asked::{Scrimmage, ScrimmageFilter, ScrimmageSide};
pub use commit::CommitGame;
pub(crate) use commit::record_results;
pub use live::LiveGame;
pub use read::{Match, MatchFilter, NamedSide, PlayedGame, Viewer};
pub use scrimmages::{
    ASKED_MS, AnswerScrimmage, AskScrimmage, AskedFor, AskedSide, ExpireScrimmages, ScrimmageGame,
    ScrimmageState, ScrimmageTerms, SetAlwaysAccepts,
};

use crate::jobs::{Lane, NewJob, note_stop};
use crate::names::named;
use crate::work::{BotRef, GameSpec, Work};
use crate::{Fault, Millis, Tx, submissions, values};

named! {
    /// Why a match is played.
    pub enum MatchKind, "kind of match" {
        /// The first game of a submission.
        Validation = "validation",
        /// Unranked games that a team asked for.
        Scrimmage = "scrimmage",
        /// Ranked games.
        Ladder = "ladder",
        /// A game of a tournament.
        Tournament = "tournament",
        /// A game for grades.
        Grading = "grading",
    }
}

named! {
    /// Where a match is.
    pub enum MatchState, "state of a match" {
        /// No game has begun.
        Queued = "queued",
        /// A worker has had one of its games.
        Running = "running",
        /// All games are played.
        Finished = "finished",
        /// It was given up and has no result.
        Void = "void",
        /// It was played again, and the other result counts.
        Superseded = "superseded",
    }
}

named! {
    /// How a side did in a match.
    pub enum SideResult, "result" {
        /// It was better than all others.
        Won = "won",
        /// It shared the first place.
        Drawn = "drawn",
        /// Another side was better.
        Lost = "lost",
    }
}

/// Whether a match `m` belongs to a run, or to a round of one, that only staff may see. Matches of a released
/// grading may be seen by the team that was graded.
pub(crate) const HIDDEN: &str = "EXISTS (SELECT 1 FROM run r WHERE r.id = m.run \
     AND (r.public = 0 OR m.round > r.released) AND NOT EXISTS (SELECT 1 FROM grading g \
     WHERE g.run = r.id AND g.released_ms IS NOT NULL))";

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
                None => job_key(id, number),
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

/// The key of the job of a game that belongs to no run.
pub(crate) fn job_key(id: i64, number: u64) -> String {
    format!("match/{id}/game/{number}")
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
pub(crate) async fn tell(tx: &mut Tx<'_>, id: i64, state: &str, now: Millis) -> Result<(), Fault> {
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
    let sql = "UPDATE match SET state = 'void', finished_ms = ?, why = ? WHERE id = ? \
               AND state IN ('queued', 'running') RETURNING kind, key, games";
    let Some(row) = tx.row(sql, &values![now, why, id]).await? else { return Ok(()) };
    for number in 1..=row.get::<u32>("games")? {
        note_stop(tx, &job_key(id, number.into())).await?;
        let sql = "UPDATE job SET state = 'cancelled', token = NULL, finished_ms = ? \
                   WHERE key = ? AND state IN ('queued', 'dispatched', 'dead')";
        tx.execute(sql, &values![now, job_key(id, number.into())]).await?;
    }
    if row.get::<String>("kind")? == "validation" {
        let submission = submissions::number_in_key(&row.get::<String>("key")?)?;
        submissions::give_up(tx, submission, why, now).await?;
    }
    tell(tx, id, "void", now).await
}

/// Notes that a worker has got a game.
pub(crate) async fn begin(tx: &mut Tx<'_>, job_key: &str) -> Result<(), Fault> {
    let (column, value) = match job_key.split_once('/') {
        Some(("run", _)) => ("key", crate::Value::from(job_key)),
        Some(("match", _)) => ("id", submissions::number_in_key(job_key)?.into()),
        _ => return Ok(()),
    };
    let sql = format!("UPDATE match SET state = 'running' WHERE {column} = ? AND state = 'queued'");
    tx.execute(&sql, &[value]).await?;
    Ok(())
}
