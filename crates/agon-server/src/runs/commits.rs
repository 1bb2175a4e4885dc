//! Results of a run's games. Those that arrive while others are being committed share the next transaction,
//! so that a busy run is planned once for many results.

use super::live::{Live, Made};
use super::{Appended, COMMIT_PAUSE, MAX_COMMIT_PAUSE, MAX_REPLANS, Runs, With, moved};
use agon_store::Fault;
use agon_store::matches::CommitGame;
use agon_store::runs::parts_of_key;
use futures_util::FutureExt;
use std::collections::BTreeSet;

impl Runs {
    /// Commits the result of a run's game. False: the result is stale and was dropped.
    pub(crate) async fn commit(&self, result: CommitGame) -> Result<bool, Fault> {
        let (run, _, _) = key_parts(&result)?;
        let slot = self.slot(run);
        let commit = |results| self.commit_all(run, results).map(Ok).boxed();
        slot.results.ask(result, commit).await?
    }

    /// Commits results of one run. If they cannot be committed together, one by one: a result that is refused
    /// must not stop the others.
    async fn commit_all(&self, run: i64, results: Vec<CommitGame>) -> Vec<Result<bool, Fault>> {
        match self.commit_together(run, &results).await {
            Ok(stale) => results.iter().zip(0..).map(|(_, n)| Ok(!stale.contains(&n))).collect(),
            Err(fault) if results.len() == 1 => vec![Err(fault)],
            Err(fault) if fault.is_permanent() => {
                let mut answers = Vec::new();
                for result in results {
                    let answer = self.commit_together(run, &[result]).await;
                    answers.push(answer.map(|stale| stale.is_empty()));
                }
                answers
            }
            Err(fault) => {
                let why = fault.to_string();
                results.iter().map(|_| Err(Fault::NotCommitted(why.clone()))).collect()
            }
        }
    }

    /// Commits results in one transaction; returns the places of the stale ones, which are dropped.
    async fn commit_together(
        &self,
        run: i64,
        results: &[CommitGame],
    ) -> Result<BTreeSet<usize>, Fault> {
        let mut stale = repeated(results);
        let slot = self.slot(run);
        let mut kept = slot.live.lock().await;
        for _ in 0..MAX_REPLANS {
            let _turn = self.turn(run).await?;
            let live = self.current(kept.take(), run).await?;
            let mut made = Made::default();
            for (result, place) in results.iter().zip(0..) {
                if !stale.contains(&place) {
                    let entry = entry(&live, result)?;
                    stale.extend(entry.is_none().then_some(place));
                    made.entries.extend(entry);
                }
            }
            if made.entries.is_empty() {
                *kept = Some(live);
                return Ok(stale);
            }
            let fresh = results.iter().zip(0..).filter(|(_, place)| !stale.contains(place));
            let fresh = fresh.map(|(result, _)| result.clone()).collect();
            let with = With { results: fresh, ..With::default() };
            match self.append(&mut kept, live, run, made, with).await? {
                Appended::Done => {
                    let open = kept.as_ref().map_or(0, |live| live.history().open().count());
                    let pause =
                        COMMIT_PAUSE.saturating_mul(u32::try_from(open).unwrap_or(u32::MAX));
                    slot.results.set_pause(pause.min(MAX_COMMIT_PAUSE));
                    return Ok(stale);
                }
                Appended::NotDue | Appended::Moved => {}
                Appended::Stale(tokens) => {
                    let is_stale =
                        |(result, _): &(&CommitGame, usize)| tokens.contains(&result.token);
                    let places = results.iter().zip(0..).filter(is_stale);
                    stale.extend(places.map(|(_, place)| place));
                }
            }
        }
        Err(moved(run))
    }
}

/// The number of the run, the attempt and the game of a result.
fn key_parts(result: &CommitGame) -> Result<(i64, u32, &str), Fault> {
    parts_of_key(&result.key).ok_or_else(|| Fault::Damaged(format!("job key {}", result.key)))
}

/// The entry of a result; none if the run does not wait for it.
fn entry(live: &Live, result: &CommitGame) -> Result<Option<agon_compete::Entry>, Fault> {
    let (_, attempt, game) = key_parts(result)?;
    Ok(live.played(game, attempt, &result.report))
}

/// The places of results of attempts that have a result before them.
fn repeated(results: &[CommitGame]) -> BTreeSet<usize> {
    let mut tokens = BTreeSet::new();
    let places = results.iter().zip(0..).filter(|(result, _)| !tokens.insert(&result.token));
    places.map(|(_, place)| place).collect()
}
