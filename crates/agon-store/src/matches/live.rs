//! The games that workers play at this moment.

use super::job_key;
use crate::work::{GameSpec, Work};
use crate::{Fault, Row, Store, Value};
use std::collections::BTreeMap;

/// A game that a worker plays.
#[derive(Clone, Debug, PartialEq)]
pub struct LiveGame {
    /// The match.
    pub match_id: i64,
    /// The number of the game within the match, from 1.
    pub number: u32,
    /// The token of its job.
    pub token: String,
    /// The worker.
    pub worker: String,
    /// What is played.
    pub spec: GameSpec,
}

impl Store {
    /// The games of matches that workers have begun and not ended, by match and number.
    pub async fn live_games(&self, matches: &[i64]) -> Result<Vec<LiveGame>, Fault> {
        let keys = self.keys_of_running(matches).await?;
        if keys.is_empty() {
            return Ok(Vec::new());
        }
        let marks = vec!["?"; keys.len()].join(", ");
        let sql = format!(
            "SELECT key, token, worker, payload FROM job WHERE key IN ({marks}) \
             AND state = 'dispatched' AND started_ms IS NOT NULL"
        );
        let values: Vec<Value> = keys.keys().cloned().map(Value::from).collect();
        let live = |row: &Row| {
            let key: String = row.get("key")?;
            let (Some(&(match_id, number)), Ok(Work::Game(spec))) =
                (keys.get(&key), serde_json::from_str(&row.get::<String>("payload")?))
            else {
                return Err(Fault::Damaged(format!("the job {key}")));
            };
            let (token, worker): (Option<String>, Option<String>) =
                (row.get("token")?, row.get("worker")?);
            let (token, worker) = (token.unwrap_or_default(), worker.unwrap_or_default());
            Ok(LiveGame { match_id, number, token, worker, spec })
        };
        let rows = self.rows(&sql, &values).await?;
        let mut games: Vec<LiveGame> = rows.iter().map(live).collect::<Result<_, Fault>>()?;
        games.sort_by_key(|game| (game.match_id, game.number));
        Ok(games)
    }

    /// The keys of the jobs of those matches that are running; each with the match and the game's number.
    async fn keys_of_running(
        &self,
        matches: &[i64],
    ) -> Result<BTreeMap<String, (i64, u32)>, Fault> {
        let mut keys = BTreeMap::new();
        if matches.is_empty() {
            return Ok(keys);
        }
        let marks = vec!["?"; matches.len()].join(", ");
        let sql = format!(
            "SELECT id, run, key, games FROM match WHERE id IN ({marks}) AND state = 'running'"
        );
        let values: Vec<Value> = matches.iter().map(|id| (*id).into()).collect();
        for row in self.rows(&sql, &values).await? {
            let id: i64 = row.get("id")?;
            // The job of a run's game has the key of its match.
            if row.get::<Option<i64>>("run")?.is_some() {
                keys.insert(row.get("key")?, (id, 1));
                continue;
            }
            for number in 1..=row.get::<u32>("games")? {
                keys.insert(job_key(id, number.into()), (id, number));
            }
        }
        Ok(keys)
    }
}
