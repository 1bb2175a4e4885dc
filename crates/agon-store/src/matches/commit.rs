//! Committing a played game.

use super::tell;
use crate::submissions::{self, number_in_key};
use crate::work::{GameReport, GameSpec};
use crate::{Change, Fault, Millis, Tx, values};

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
        self.record(tx).await?;
        Ok(true)
    }
}

impl CommitGame {
    /// Inserts the result, once per game, and moves its match on.
    pub(crate) async fn record(&self, tx: &mut Tx<'_>) -> Result<(), Fault> {
        let (id, number) = match_and_number(tx, &self.key).await?;
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
        Ok(())
    }
}

/// The match and the number of the game that a job plays. The job of a run's game has the key of its match.
async fn match_and_number(tx: &mut Tx<'_>, key: &str) -> Result<(i64, i64), Fault> {
    if !key.starts_with("run/") {
        let number = key.rsplit('/').next().and_then(|word| word.parse().ok());
        let number = number.ok_or_else(|| Fault::Damaged(format!("job key {key}")))?;
        return Ok((number_in_key(key)?, number));
    }
    let row = tx.row("SELECT id FROM match WHERE key = ?", &values![key]).await?;
    let row = row.ok_or_else(|| Fault::Damaged(format!("there is no match {key}")))?;
    Ok((row.get("id")?, 1))
}
