//! Committing a played game.

use super::{SideResult, tell_all};
use crate::console::{FailureClass, NewFailure};
use crate::list::{Kind, List};
use crate::submissions::{self, number_in_key};
use crate::work::{GameReport, GameSpec};
use crate::{Change, Fault, Millis, Tx, values};
use std::collections::{BTreeMap, BTreeSet};

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
        record(tx, std::slice::from_ref(self), self.now).await?;
        Ok(true)
    }
}

/// Inserts results, each once per game, and moves their matches on.
pub(crate) async fn record(
    tx: &mut Tx<'_>,
    results: &[CommitGame],
    now: Millis,
) -> Result<(), Fault> {
    if results.is_empty() {
        return Ok(());
    }
    let places = places(tx, results).await?;
    let matches: BTreeSet<i64> = places.iter().map(|(id, _)| *id).collect();
    // Matches of runs have one game each, which ends them. Of others it must be asked.
    let are_of_runs = results.iter().all(|result| result.key.starts_with("run/"));
    let list = List::ids(matches.iter().copied());
    if !are_of_runs {
        // Two servers may commit two games of a match at the same time. Each would count the games without
        // the other's, and the match would stay under way for ever; so the second waits for the first here.
        let sql = format!(
            "UPDATE match SET games = games WHERE id IN (SELECT one FROM {}) AND games > 1",
            tx.table(&list)
        );
        tx.execute(&sql, &values![&list]).await?;
    }
    insert_games(tx, results, &places, now).await?;
    for (result, (id, _)) in results.iter().zip(&places) {
        result.record_failures(tx, *id, now).await?;
    }
    let mut finished = BTreeSet::new();
    if are_of_runs {
        finished.clone_from(&matches);
    } else {
        let sql = format!(
            "SELECT m.id FROM match m WHERE m.id IN (SELECT one FROM {}) \
             AND m.games <= (SELECT COUNT(*) FROM game g WHERE g.match = m.id)",
            tx.table(&list)
        );
        for row in tx.rows(&sql, &values![&list]).await? {
            finished.insert(row.get::<i64>("id")?);
        }
    }
    let mut moved: BTreeMap<i64, &str> = BTreeMap::new();
    for (state, finished_ms, ids) in [
        ("finished", Some(now), finished.clone()),
        ("running", None, matches.difference(&finished).copied().collect()),
    ] {
        let list = List::ids(ids);
        if list.is_empty() {
            continue;
        }
        let sql = format!(
            "UPDATE match SET state = ?, finished_ms = ? WHERE id IN (SELECT one FROM {}) \
             AND state IN ('queued', 'running') RETURNING id, kind, key",
            tx.table(&list)
        );
        for row in tx.rows(&sql, &values![state, finished_ms, &list]).await? {
            let id: i64 = row.get("id")?;
            moved.insert(id, state);
            if row.get::<String>("kind")? == "validation" {
                let submission = number_in_key(&row.get::<String>("key")?)?;
                for (result, _) in results.iter().zip(&places).filter(|(_, place)| place.0 == id) {
                    submissions::validated(tx, submission, result.fatal_fault(), now).await?;
                }
            }
        }
    }
    let ended: Vec<i64> = finished.into_iter().filter(|id| moved.contains_key(id)).collect();
    match are_of_runs {
        true => {
            let placed = |(result, (id, _)): (&CommitGame, &(i64, i64))| {
                let sides = result.spec.seats.iter().map(|bot| bot.side).collect();
                moved.contains_key(id).then(|| (*id, vec![(sides, result.report.ranks.clone())]))
            };
            let games = results.iter().zip(&places).filter_map(placed).collect();
            set_results(tx, &games).await?;
        }
        false => record_results(tx, &ended).await?,
    }
    let told: Vec<(i64, &str)> = moved.into_iter().collect();
    tell_all(tx, &told, now).await
}

async fn insert_games(
    tx: &mut Tx<'_>,
    results: &[CommitGame],
    places: &[(i64, i64)],
    now: Millis,
) -> Result<(), Fault> {
    let row = |(result, (id, number)): (&CommitGame, &(i64, i64))| {
        let CommitGame { worker, spec, report, .. } = result;
        let sides: Vec<u32> = spec.seats.iter().map(|bot| bot.side).collect();
        let sides = serde_json::to_string(&sides).expect("plain data");
        let document = serde_json::to_string(report).expect("plain data");
        let (map, seed, replay) = (&report.map, spec.seed as i64, &report.replay);
        serde_json::json!([id, number, map, seed, sides, document, replay, worker])
    };
    let columns = &[
        ("of_match", Kind::Int),
        ("nr", Kind::Int),
        ("on_map", Kind::Text),
        ("from_seed", Kind::Int),
        ("by_seat", Kind::Text),
        ("document", Kind::Text),
        ("film", Kind::Text),
        ("by_worker", Kind::Text),
    ];
    let list = List::new(columns, results.iter().zip(places).map(row));
    let sql = format!(
        "INSERT INTO game (match, number, map, seed, sides, result, replay, worker, finished_ms) \
         SELECT of_match, nr, on_map, from_seed, by_seat, document, film, by_worker, ? FROM {} \
         WHERE true ON CONFLICT (match, number) DO NOTHING",
        tx.table(&list)
    );
    tx.execute(&sql, &values![now, &list]).await?;
    Ok(())
}

impl CommitGame {
    /// Writes down what the bots did wrong.
    async fn record_failures(&self, tx: &mut Tx<'_>, id: i64, now: Millis) -> Result<(), Fault> {
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
            failure.record(tx, &side.get::<String>("lane")?, now).await?;
        }
        Ok(())
    }

    /// What ended the bot of the first side, if it did not live to the end.
    fn fatal_fault(&self) -> Option<&str> {
        let seat = self.spec.seats.iter().position(|bot| bot.side == 0).unwrap_or(0);
        let is_dead = self.report.dead.get(seat).copied().unwrap_or(false);
        self.report.faults.get(seat)?.as_deref().filter(|_| is_dead)
    }
}

/// The match and the number of each game. The job of a run's game has the key of its match.
async fn places(tx: &mut Tx<'_>, results: &[CommitGame]) -> Result<Vec<(i64, i64)>, Fault> {
    let of_runs = results.iter().map(|result| result.key.as_str());
    let list = List::texts(of_runs.filter(|key| key.starts_with("run/")));
    let mut by_key: BTreeMap<String, i64> = BTreeMap::new();
    if !list.is_empty() {
        let sql =
            format!("SELECT id, key FROM match WHERE key IN (SELECT one FROM {})", tx.table(&list));
        for row in tx.rows(&sql, &values![&list]).await? {
            by_key.insert(row.get("key")?, row.get("id")?);
        }
    }
    let place = |CommitGame { key, .. }: &CommitGame| {
        if key.starts_with("run/") {
            let id = by_key.get(key).copied();
            return Ok((id.ok_or_else(|| Fault::Damaged(format!("there is no match {key}")))?, 1));
        }
        let number = key.rsplit('/').next().and_then(|word| word.parse().ok());
        let number = number.ok_or_else(|| Fault::Damaged(format!("job key {key}")))?;
        Ok((number_in_key(key)?, number))
    };
    results.iter().map(place).collect()
}

/// Writes down how each side did in finished matches.
pub(crate) async fn record_results(tx: &mut Tx<'_>, matches: &[i64]) -> Result<(), Fault> {
    let list = List::ids(matches.iter().copied());
    if list.is_empty() {
        return Ok(());
    }
    let mut games: BTreeMap<i64, Vec<Placed>> = BTreeMap::new();
    let sql = format!(
        "SELECT match, sides, result FROM game WHERE match IN (SELECT one FROM {})",
        tx.table(&list)
    );
    for row in tx.rows(&sql, &values![&list]).await? {
        let id: i64 = row.get("match")?;
        let damaged = |error: serde_json::Error| Fault::Damaged(format!("match {id}: {error}"));
        let sides: Vec<u32> =
            serde_json::from_str(&row.get::<String>("sides")?).map_err(damaged)?;
        let report: GameReport =
            serde_json::from_str(&row.get::<String>("result")?).map_err(damaged)?;
        games.entry(id).or_default().push((sides, report.ranks));
    }
    set_results(tx, &games).await
}

/// Writes down how each side did in matches with these games.
async fn set_results(tx: &mut Tx<'_>, games: &BTreeMap<i64, Vec<Placed>>) -> Result<(), Fault> {
    let rows = games.iter().flat_map(|(id, games)| {
        let row =
            move |(side, result): (u32, SideResult)| serde_json::json!([id, side, result.name()]);
        results(games).into_iter().map(row)
    });
    let columns = &[("of_match", Kind::Int), ("nr", Kind::Int), ("outcome", Kind::Text)];
    let list = List::new(columns, rows);
    if list.is_empty() {
        return Ok(());
    }
    let sql = format!(
        "UPDATE seat SET result = outcome FROM {} WHERE seat.match = of_match AND seat.seat = nr",
        tx.table(&list)
    );
    tx.execute(&sql, &values![&list]).await?;
    Ok(())
}

/// The sides and the ranks of a game, by seat.
type Placed = (Vec<u32>, Vec<u8>);

/// How each side did over all games: the lowest sum of ranks is best.
fn results(games: &[Placed]) -> Vec<(u32, SideResult)> {
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
