//! Committing a played game.

use super::{SideResult, tell};
use crate::console::{FailureClass, NewFailure};
use crate::submissions::{self, number_in_key};
use crate::work::{GameReport, GameSpec};
use crate::{Change, Fault, Millis, Tx, values};
use std::collections::BTreeMap;

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
        // Two servers may commit two games of a match at the same time. Each would count the games without
        // the other's, and the match would stay under way for ever; so the second waits for the first here.
        let sql = "UPDATE match SET games = games WHERE id = ? AND games > 1";
        tx.execute(sql, &values![id]).await?;
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
        self.record_failures(tx, id).await?;
        let sql = "SELECT m.games - COUNT(*) AS missing FROM match m JOIN game g ON g.match = m.id \
                   WHERE m.id = ? GROUP BY m.games";
        let row = tx.row(sql, &values![id]).await?;
        let left: i64 = row.map_or(Ok(0), |row| row.get("missing"))?;
        let state = if left == 0 { "finished" } else { "running" };
        let finished_ms = (left == 0).then_some(self.now);
        let sql = "UPDATE match SET state = ?, finished_ms = ? WHERE id = ? \
                   AND state IN ('queued', 'running') RETURNING kind, key";
        if let Some(row) = tx.row(sql, &values![state, finished_ms, id]).await? {
            if left == 0 {
                record_results(tx, id).await?;
            }
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

impl CommitGame {
    /// Writes down what the bots did wrong.
    async fn record_failures(&self, tx: &mut Tx<'_>, id: i64) -> Result<(), Fault> {
        let GameReport { faults, classes, .. } = &self.report;
        if faults.iter().all(Option::is_none) {
            return Ok(());
        }
        let sql = "SELECT j.lane, m.event, s.seat, s.team FROM match m JOIN seat s ON s.match = m.id \
                   JOIN job j ON j.id = ? WHERE m.id = ? ORDER BY s.seat";
        let sides = tx.rows(sql, &values![self.job, id]).await?;
        for (seat, bot) in self.spec.seats.iter().enumerate() {
            let side = sides.get(bot.side as usize);
            let (Some(Some(sentence)), Some(side)) = (faults.get(seat), side) else { continue };
            let failure = NewFailure {
                class: classes.get(seat).copied().flatten().unwrap_or(FailureClass::Exception),
                worker: self.worker.clone(),
                event: side.get("event")?,
                team: side.get("team")?,
                job: self.job,
                key: self.key.clone(),
                sentence: sentence.clone(),
            };
            failure.record(tx, &side.get::<String>("lane")?, self.now).await?;
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

/// Writes down how each side did in a finished match.
pub(crate) async fn record_results(tx: &mut Tx<'_>, id: i64) -> Result<(), Fault> {
    let damaged = |error: serde_json::Error| Fault::Damaged(format!("match {id}: {error}"));
    let mut games = Vec::new();
    for row in tx.rows("SELECT sides, result FROM game WHERE match = ?", &values![id]).await? {
        let sides: Vec<u32> =
            serde_json::from_str(&row.get::<String>("sides")?).map_err(damaged)?;
        let report: GameReport =
            serde_json::from_str(&row.get::<String>("result")?).map_err(damaged)?;
        games.push((sides, report.ranks));
    }
    for (side, result) in results(&games) {
        let sql = "UPDATE seat SET result = ? WHERE match = ? AND seat = ?";
        tx.execute(sql, &values![result, id, side]).await?;
    }
    Ok(())
}

/// How each side did over all games, each of which has its sides and ranks by seat: the lowest sum of ranks
/// is best.
fn results(games: &[(Vec<u32>, Vec<u8>)]) -> Vec<(u32, SideResult)> {
    let mut sums: BTreeMap<u32, u32> = BTreeMap::new();
    for (sides, ranks) in games {
        for (side, rank) in sides.iter().zip(ranks) {
            *sums.entry(*side).or_default() += u32::from(*rank);
        }
    }
    let best = sums.values().min().copied().unwrap_or_default();
    let winners = sums.values().filter(|sum| **sum == best).count();
    let result = |sum: u32| match (sum == best, winners) {
        (true, 1) => SideResult::Won,
        (true, _) => SideResult::Drawn,
        (false, _) => SideResult::Lost,
    };
    sums.iter().map(|(side, sum)| (*side, result(*sum))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use SideResult::{Drawn, Lost, Won};

    #[test]
    fn the_lowest_sum_of_ranks_wins_a_match() {
        let game = |sides: &[u32], ranks: &[u8]| (sides.to_vec(), ranks.to_vec());
        let swapped = [game(&[0, 1], &[1, 2]), game(&[1, 0], &[2, 1])];
        assert_eq!(results(&swapped), [(0, Won), (1, Lost)]);
        let shared = [game(&[0, 1], &[1, 2]), game(&[1, 0], &[1, 2])];
        assert_eq!(results(&shared), [(0, Drawn), (1, Drawn)]);
        let three = [game(&[0, 1, 2], &[2, 1, 1])];
        assert_eq!(results(&three), [(0, Lost), (1, Drawn), (2, Drawn)]);
    }
}
