//! Runs on the server: the logs of `agon-compete` in the database, planned by the same functions as on the
//! command line.
//!
//! The state of a run is kept in memory and can be lost at any moment. It is extended outside of the
//! transaction, which checks that the log still has the length it was planned from; if not, the log is read
//! again and planned again.

mod live;
mod plans;
mod ratings;

pub(crate) use plans::{NewRunRequest, plan_run};
pub(crate) use ratings::{Ladders, Leaderboard, rate_run};

use crate::app::now;
use agon_compete::{Entry, Report, Ruling};
use agon_store::jobs::Void;
use agon_store::matches::CommitGame;
use agon_store::runs::{Extend, Extended, parts_of_key};
use agon_store::{Fault, Refusal, Store};
use live::Live;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

/// Runs that are kept in memory although no request uses them.
const MAX_IDLE_RUNS: usize = 32;
/// How often a run that other servers extend at the same time is planned again.
const MAX_REPLANS: u32 = 20;

/// The runs that were used lately. One request at a time works on a run.
pub struct Runs {
    store: Store,
    game_limit_ms: i64,
    slots: Mutex<BTreeMap<i64, Arc<Slot>>>,
}

/// The state of a run; empty if it must be read from the database.
type Slot = tokio::sync::Mutex<Option<Live>>;

impl Runs {
    /// The runs of a database; a game takes at most `game_limit_ms`.
    pub fn new(store: Store, game_limit_ms: i64) -> Runs {
        Runs { store, game_limit_ms, slots: Mutex::default() }
    }

    fn slot(&self, run: i64) -> Arc<Slot> {
        let mut slots = self.slots.lock().expect("no thread panics while holding the lock");
        if slots.len() >= MAX_IDLE_RUNS {
            slots.retain(|_, slot| Arc::strong_count(slot) > 1);
        }
        Arc::clone(slots.entry(run).or_default())
    }

    /// Commits the result of a run's game. False: the result is stale and was dropped.
    pub(crate) async fn commit(&self, result: CommitGame) -> Result<bool, Fault> {
        let (run, attempt, game) = parts_of_key(&result.key)
            .ok_or_else(|| Fault::Damaged(format!("job key {}", result.key)))?;
        let make = |live: &Live| live.played(game, attempt, &result.report);
        self.extend(run, make, Some(&result), None).await
    }

    /// Appends a decision of the organisers.
    pub async fn rule(&self, run: i64, account: Option<i64>, ruling: Ruling) -> Result<(), Fault> {
        let sentence = serde_json::to_string(&ruling).expect("plain data");
        let make = |_: &Live| Some(Entry::Ruling(ruling.clone()));
        self.extend(run, make, None, Some((account, sentence))).await.map(|_| ())
    }

    /// Gives up a job. The game of a run is dropped: it has no result, and the run goes on without it.
    pub async fn void(&self, change: Void) -> Result<(), Fault> {
        let job = self.store.job_key(change.id).await?;
        let key = job.ok_or_else(|| Refusal::Unknown(format!("job {}", change.id)))?;
        let Some((run, attempt, game)) = parts_of_key(&key) else {
            return self.store.change(change).await;
        };
        let Void { why, account, .. } = &change;
        let sentence = format!("drop game {game}: {why}");
        let make = |live: &Live| {
            let (game, why) = (game.to_owned(), why.clone());
            live.is_awaited(&game, attempt).then(|| Entry::Dropped { game, by: Vec::new(), why })
        };
        match self.extend(run, make, None, Some((*account, sentence))).await? {
            true => Ok(()),
            false => Err(Refusal::Conflict(format!("the run no longer waits for {key}")).into()),
        }
    }

    /// The results so far, and the length of the log that they follow from.
    pub async fn report(&self, run: i64) -> Result<(i64, Report), Fault> {
        let mut slot = self.slot(run).lock_owned().await;
        let there = self.store.run(run).await?;
        let there = there.ok_or_else(|| Refusal::Unknown(format!("run {run}")))?;
        let live = match slot.take().filter(|live| live.length == there.length) {
            Some(live) => live,
            None => Live::load(&self.store, run).await?,
        };
        let report = tokio::task::spawn_blocking(move || {
            let report = (live.length, live.report());
            *slot = Some(live);
            report
        });
        report.await.map_err(|error| Fault::Damaged(error.to_string()))
    }

    /// Appends the entry that `make` returns and everything that follows from it. False: nothing is to be
    /// appended, or the result is stale.
    async fn extend(
        &self,
        run: i64,
        make: impl Fn(&Live) -> Option<Entry>,
        result: Option<&CommitGame>,
        decision: Option<(Option<i64>, String)>,
    ) -> Result<bool, Fault> {
        let slot = self.slot(run);
        let mut slot = slot.lock().await;
        for _ in 0..MAX_REPLANS {
            // The state is taken out and put back after the commit: what fails half-way is read again.
            let mut live = match slot.take() {
                Some(live) => live,
                None => Live::load(&self.store, run).await?,
            };
            let length = live.length;
            let Some(entry) = make(&live) else {
                // Another server may have extended the log; only the database can tell.
                if self.store.run(run).await?.is_some_and(|there| there.length != length) {
                    continue;
                }
                *slot = Some(live);
                return Ok(false);
            };
            let planned = tokio::task::spawn_blocking(move || {
                let steps = live.extend(vec![entry]);
                (live, steps)
            });
            let (live, steps) = planned.await.map_err(|error| Fault::Damaged(error.to_string()))?;
            let steps = match steps {
                Ok(steps) => steps,
                // The refusal may follow from a state that is out of date.
                Err(_) if self.store.run(run).await?.is_some_and(|it| it.length != length) => {
                    continue;
                }
                Err(refusal) => return Err(Refusal::Conflict(refusal.0).into()),
            };
            let change = Extend {
                run,
                length,
                result: result.cloned(),
                decision: decision.clone(),
                steps,
                terms: live.terms(self.game_limit_ms),
                now: now(),
            };
            match self.store.change(change).await? {
                Extended::Done => {
                    *slot = Some(live);
                    return Ok(true);
                }
                Extended::Stale => return Ok(false),
                Extended::Moved => {}
            }
        }
        Err(Fault::NotCommitted(format!("run {run} is extended by others all the time; try again")))
    }
}
