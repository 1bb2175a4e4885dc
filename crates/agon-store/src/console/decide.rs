//! Decisions of staff about matches: a declared result, a match that does not count, and its undoing.

use crate::events::check_reason;
use crate::jobs::note_stop_of;
use crate::matches::{self, CommitGame};
use crate::submissions::number_in_key;
use crate::{Change, Fault, Millis, Refusal, Tx, values};

/// The name of the worker of a declared result.
pub const STAFF: &str = "staff";

/// Ends a job without a worker. False: it is finished already.
pub(crate) async fn declare_job(tx: &mut Tx<'_>, id: i64, now: Millis) -> Result<bool, Fault> {
    note_stop_of(tx, id).await?;
    let sql = "UPDATE job SET state = 'done', finished_ms = ?, worker = ?, token = NULL WHERE id = ? \
               AND state IN ('queued', 'dispatched', 'dead')";
    Ok(tx.execute(sql, &values![now, STAFF, id]).await? == 1)
}

/// Staff declare the result of a game that belongs to no run.
#[derive(Clone, Debug)]
pub struct Declare {
    /// The game with its result.
    pub game: CommitGame,
    /// Why; it is shown with the match.
    pub why: String,
    /// The member of staff; none if it is done from the shell.
    pub account: Option<i64>,
}

impl Change for Declare {
    type Output = ();
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<(), Fault> {
        let CommitGame { job, key, now, .. } = &self.game;
        check_reason(&self.why)?;
        if !declare_job(tx, *job, *now).await? {
            let sentence = format!("job {job} is finished already");
            return Err(Refusal::Conflict(sentence).into());
        }
        matches::record(tx, std::slice::from_ref(&self.game), *now).await?;
        let sql = "UPDATE match SET why = ? WHERE id = ?";
        tx.execute(sql, &values![declared(&self.why), number_in_key(key)?]).await?;
        tx.audit(self.account, "declare result", key, &self.why, *now).await
    }
}

/// What a match with a declared result says.
pub(crate) fn declared(why: &str) -> String {
    format!("The result was declared by the organisers: {why}")
}

/// A match that belongs to no run; its row is locked.
struct Lone {
    state: String,
    kind: String,
    key: String,
    games: u32,
    why: Option<String>,
}

async fn lone(tx: &mut Tx<'_>, id: i64) -> Result<Lone, Fault> {
    let sql = format!(
        "SELECT run, state, kind, key, games, why FROM match WHERE id = ?{}",
        tx.for_update()
    );
    let Some(row) = tx.row(&sql, &values![id]).await? else {
        return Err(Refusal::Unknown(format!("match {id}")).into());
    };
    if let Some(run) = row.get::<Option<i64>>("run")? {
        let sentence = format!(
            "match {id} belongs to run {run}; decide there with a ruling: forfeit, correct or rerun"
        );
        return Err(Refusal::Conflict(sentence).into());
    }
    Ok(Lone {
        state: row.get("state")?,
        kind: row.get("kind")?,
        key: row.get("key")?,
        games: row.get("games")?,
        why: row.get("why")?,
    })
}

/// Staff decide that a match does not count. A finished one keeps its games and replays.
#[derive(Clone, Debug)]
pub struct VoidMatch {
    /// The match.
    pub id: i64,
    /// Why; competitors see it.
    pub why: String,
    /// The member of staff; none if it is done from the shell.
    pub account: Option<i64>,
    /// The time.
    pub now: Millis,
}

impl Change for VoidMatch {
    type Output = ();
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<(), Fault> {
        let VoidMatch { id, why, account, now } = self;
        let found = lone(tx, *id).await?;
        check_reason(why)?;
        match (found.state.as_str(), found.kind.as_str()) {
            ("queued" | "running", _) => matches::void(tx, *id, why, *now).await?,
            ("finished", "validation") => {
                let sentence = format!("match {id} has decided about its submission already");
                return Err(Refusal::Conflict(sentence).into());
            }
            ("finished", _) => {
                let sql = "UPDATE match SET state = 'void', why = ? WHERE id = ?";
                tx.execute(sql, &values![why, *id]).await?;
                tx.execute("UPDATE seat SET result = NULL WHERE match = ?", &values![*id]).await?;
                matches::tell(tx, *id, "void", *now).await?;
            }
            (state, _) => {
                return Err(Refusal::Conflict(format!("match {id} is {state} already")).into());
            }
        }
        tx.audit(*account, "void match", &format!("match {id}"), why, *now).await
    }
}

/// Staff correct the result of a game that belongs to no run.
#[derive(Clone, Debug)]
pub struct CorrectMatch {
    /// The match.
    pub id: i64,
    /// The number of the game, from 1.
    pub game: u32,
    /// The ranks by seat that count.
    pub ranks: Vec<u8>,
    /// Why; competitors see it.
    pub why: String,
    /// The member of staff; none if it is done from the shell.
    pub account: Option<i64>,
    /// The time.
    pub now: Millis,
}

impl Change for CorrectMatch {
    type Output = ();
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<(), Fault> {
        let CorrectMatch { id, game, ranks, why, account, now } = self;
        let found = lone(tx, *id).await?;
        check_reason(why)?;
        if found.kind == "validation" || found.state != "finished" {
            let sentence = match found.kind.as_str() {
                "validation" => format!("match {id} has decided about its submission already"),
                _ => format!("match {id} is {}; only a finished one is corrected", found.state),
            };
            return Err(Refusal::Conflict(sentence).into());
        }
        if !matches::correct_game(tx, (*id, *game), ranks, why, *now).await? {
            return Err(Refusal::Unknown(format!("game {game} of match {id}")).into());
        }
        let ranks: Vec<String> = ranks.iter().map(u8::to_string).collect();
        let detail = format!("game {game} has the ranks {}: {why}", ranks.join(", "));
        tx.audit(*account, "correct match", &format!("match {id}"), &detail, *now).await
    }
}

/// Staff let a void match count again: its games that were not played are queued.
#[derive(Clone, Debug)]
pub struct RestoreMatch {
    /// The match.
    pub id: i64,
    /// The member of staff; none if it is done from the shell.
    pub account: Option<i64>,
    /// The time.
    pub now: Millis,
}

impl Change for RestoreMatch {
    type Output = ();
    async fn apply(&self, tx: &mut Tx<'_>) -> Result<(), Fault> {
        let RestoreMatch { id, account, now } = self;
        let found = lone(tx, *id).await?;
        if found.state != "void" {
            let sentence =
                format!("match {id} is {}; only a void one can be restored", found.state);
            return Err(Refusal::Conflict(sentence).into());
        }
        let sql = "SELECT COUNT(*) AS n, MAX(finished_ms) AS last_ms FROM game WHERE match = ?";
        let row = tx.row(sql, &values![*id]).await?;
        let row = row.ok_or_else(|| Fault::Damaged("a count returned no row".into()))?;
        let (played, last_ms): (u32, Option<Millis>) = (row.get("n")?, row.get("last_ms")?);
        let is_finished = played >= found.games;
        let state = match played {
            _ if is_finished => "finished",
            0 => "queued",
            _ => "running",
        };
        let sql = "UPDATE match SET state = ?, why = NULL, finished_ms = ? WHERE id = ?";
        let finished_ms = last_ms.filter(|_| is_finished);
        tx.execute(sql, &values![state, finished_ms, *id]).await?;
        if is_finished {
            matches::record_results(tx, &[*id]).await?;
        }
        for number in 1..=found.games {
            let sql = "UPDATE job SET state = 'queued', faults = 0, fault = NULL, run_after_ms = ?, \
                       finished_ms = NULL, started_ms = NULL WHERE key = ? AND state = 'cancelled'";
            tx.execute(sql, &values![*now, matches::job_key(*id, number.into())]).await?;
        }
        if found.kind == "validation" {
            let sql = "UPDATE submission SET state = 'validating', reason = NULL WHERE id = ? \
                       AND state = 'rejected' AND reason = ?";
            let why = found.why.unwrap_or_default();
            tx.execute(sql, &values![number_in_key(&found.key)?, why]).await?;
        }
        matches::tell(tx, *id, state, *now).await?;
        tx.audit(*account, "restore match", &format!("match {id}"), state, *now).await
    }
}
