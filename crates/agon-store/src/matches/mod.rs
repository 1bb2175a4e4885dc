//! Matches and their games: requested, played, committed.

mod asked;
mod commit;
mod correct;
mod live;
mod new;
mod read;
mod scrimmages;

pub use asked::{Scrimmage, ScrimmageFilter, ScrimmageSide};
pub use commit::CommitGame;
pub(crate) use commit::{record, record_results};
pub use correct::{CorrectedGame, GameCorrection};
pub(crate) use correct::{correct_game, correct_run_game};
pub use live::LiveGame;
pub(crate) use new::{NewGame, NewMatch, insert, insert_all, job_key, rotating_games};
pub use read::{Match, MatchFilter, NamedSide, PlayedGame, Viewer};
pub use scrimmages::{
    ASKED_MS, AnswerScrimmage, AskScrimmage, AskedFor, AskedSide, ExpireScrimmages, ScrimmageGame,
    ScrimmageState, ScrimmageTerms, SetAlwaysAccepts,
};

use crate::jobs::{Dispatched, note_stop};
use crate::list::{Kind, List};
use crate::names::named;
use crate::{Fault, Millis, Tx, submissions, values};
use std::collections::BTreeSet;

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
    tell_all(tx, &[(id, state)], now).await
}

/// Tells the teams of several matches their new states, in this order.
pub(crate) async fn tell_all(
    tx: &mut Tx<'_>,
    matches: &[(i64, &str)],
    now: Millis,
) -> Result<(), Fault> {
    let rows = matches.iter().map(|(id, state)| serde_json::json!([id, state]));
    let list = List::new(&[("of_match", Kind::Int), ("now_is", Kind::Text)], rows);
    if list.is_empty() {
        return Ok(());
    }
    let sql = format!(
        "SELECT DISTINCT place, m.id, now_is, s.team FROM {} JOIN match m ON m.id = of_match \
         JOIN seat s ON s.match = m.id WHERE NOT {HIDDEN} ORDER BY place, s.team",
        tx.table(&list)
    );
    let mut news = Vec::new();
    for row in tx.rows(&sql, &values![&list]).await? {
        let (id, state): (i64, String) = (row.get("id")?, row.get("now_is")?);
        let body = serde_json::json!({ "match": id, "state": state }).to_string();
        news.push((format!("team:{}", row.get::<i64>("team")?), body));
    }
    tx.tell_all("match", &news, now).await
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

/// Notes that workers get the games of these jobs.
pub(crate) async fn begin(tx: &mut Tx<'_>, jobs: &[Dispatched]) -> Result<(), Fault> {
    let (mut keys, mut ids) = (Vec::new(), BTreeSet::new());
    for job in jobs.iter().filter(|job| job.kind == "game") {
        match job.key.split_once('/') {
            Some(("run", _)) => keys.push(job.key.as_str()),
            Some(("match", _)) => drop(ids.insert(submissions::number_in_key(&job.key)?)),
            _ => {}
        }
    }
    for (column, list) in [("key", List::texts(keys)), ("id", List::ids(ids))] {
        if !list.is_empty() {
            let sql = format!(
                "UPDATE match SET state = 'running' WHERE {column} IN (SELECT one FROM {}) \
                 AND state = 'queued'",
                tx.table(&list)
            );
            tx.execute(&sql, &values![&list]).await?;
        }
    }
    Ok(())
}
