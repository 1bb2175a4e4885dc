//! Runs on the server: the logs of `agon-compete` in the database, planned by the same functions as on the
//! command line.
//!
//! The state of a run is kept in memory and can be lost at any moment. It is extended outside of the
//! transaction, which checks that the log still has the length it was planned from; if not, the log is read
//! again and planned again. Servers take turns at a run, so that this is rare.

mod commits;
mod grading;
mod ladder;
mod late;
mod live;
mod plans;
mod ratings;
mod teams;

pub(crate) use grading::{enter_versions, plan_grading, read_rubric};
pub(crate) use ladder::draw_due_rounds;
pub(crate) use late::{ORGANISERS, decide};
pub(crate) use plans::{ALL_ROUNDS, NewRunRequest, Planner, plan_ladder, plan_run, plan_run_by};
pub(crate) use ratings::{Ladders, Leaderboard, ladder_counts, rate_ladder, rate_run};

use crate::app::now;
use crate::play::Gather;
use agon_compete::{Entry, History, Plan, Report, Ruling, shown};
use agon_store::jobs::Void;
use agon_store::matches::CommitGame;
use agon_store::questions::AnswerTeam;
use agon_store::runs::{Extend, Extended, Release, Run, parts_of_key};
use agon_store::{Fault, Refusal, Store};
use live::{Live, Made};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::sync::{Semaphore, SemaphorePermit};

/// Runs that are kept in memory although no request uses them.
const MAX_IDLE_RUNS: usize = 32;
/// How often a run that other servers extend at the same time is planned again.
const MAX_REPLANS: u32 = 20;

/// The results of a busy run are committed at most this often.
const MAX_COMMIT_PAUSE: Duration = Duration::from_millis(100);
/// The same for each game that is open: when the last ones end, the plan draws others, and workers wait for
/// that.
const COMMIT_PAUSE: Duration = Duration::from_micros(250);
/// Most runs that are extended at the same time. Each holds a connection to PostgreSQL while it waits for
/// its turn.
const MAX_TURNS: usize = 4;

/// The runs that were used lately. One request at a time works on a run.
pub struct Runs {
    store: Store,
    game_limit_ms: i64,
    slots: Mutex<BTreeMap<i64, Arc<Slot>>>,
    turns: Semaphore,
}

/// What is committed together with the entries of a run.
#[derive(Clone, Default)]
struct With {
    results: Vec<CommitGame>,
    /// Why staff declared the results; none if workers brought them.
    declared: Option<String>,
    /// The organiser and the decision, for the audit log.
    decision: Option<(Option<i64>, String)>,
    /// The answer to the appeal that the decision follows from.
    answer: Option<AnswerTeam>,
    /// The event whose ladder is extended, when its round was due, and when the next one is.
    due: Option<(i64, i64, i64)>,
}

/// A run that was used lately.
struct Slot {
    /// Its state; empty if it must be read from the database.
    live: tokio::sync::Mutex<Option<Live>>,
    /// Results that workers have brought.
    results: Gather<CommitGame, Result<bool, Fault>>,
}

impl Default for Slot {
    fn default() -> Slot {
        Slot { live: Default::default(), results: Gather::every(Duration::ZERO) }
    }
}

/// The right to extend a run.
struct Turn<'r> {
    _permit: SemaphorePermit<'r>,
    _turn: agon_store::Turn,
}

/// What became of an attempt to append to a run.
enum Appended {
    Done,
    /// Nothing was appended, because its round is not due any more.
    NotDue,
    /// Nothing was appended, because the results with these tokens are stale.
    Stale(Vec<String>),
    /// Nothing was appended, because the log has another length now.
    Moved,
}

impl Runs {
    /// The runs of a database; a game takes at most `game_limit_ms`.
    pub fn new(store: Store, game_limit_ms: i64) -> Runs {
        Runs { store, game_limit_ms, slots: Mutex::default(), turns: Semaphore::new(MAX_TURNS) }
    }

    fn slot(&self, run: i64) -> Arc<Slot> {
        let mut slots = self.slots.lock().expect("no thread panics while holding the lock");
        if slots.len() >= MAX_IDLE_RUNS {
            slots.retain(|_, slot| Arc::strong_count(slot) > 1);
        }
        Arc::clone(slots.entry(run).or_default())
    }

    /// Appends a decision of the organisers.
    pub async fn rule(&self, run: i64, account: Option<i64>, ruling: Ruling) -> Result<(), Fault> {
        self.rule_on_appeal(run, account, ruling, None).await
    }

    /// Appends a decision of the organisers and answers the appeal that it follows from, if there is one.
    pub(crate) async fn rule_on_appeal(
        &self,
        run: i64,
        account: Option<i64>,
        ruling: Ruling,
        answer: Option<AnswerTeam>,
    ) -> Result<(), Fault> {
        let sentence = serde_json::to_string(&ruling).expect("plain data");
        let make = |live: &Live| match live.ruling_fault(&ruling.action) {
            Some(fault) => Err(Refusal::Conflict(fault).into()),
            None => Ok(Some(Entry::Ruling(ruling.clone()).into())),
        };
        let with = With { decision: Some((account, sentence)), answer, ..With::default() };
        self.extend(run, make, with).await.map(|_| ())
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
            let by = Vec::new();
            Ok(live.is_awaited(&game, attempt).then(|| Entry::Dropped { game, by, why }.into()))
        };
        let with = With { decision: Some((*account, sentence)), ..With::default() };
        match self.extend(run, make, with).await? {
            true => Ok(()),
            false => Err(Refusal::Conflict(format!("the run no longer waits for {key}")).into()),
        }
    }

    /// Commits a result that staff declared.
    pub(crate) async fn declare(
        &self,
        result: CommitGame,
        why: String,
        account: Option<i64>,
    ) -> Result<(), Fault> {
        let (run, attempt, game) = parts_of_key(&result.key)
            .ok_or_else(|| Fault::Damaged(format!("job key {}", result.key)))?;
        let make = |live: &Live| Ok(live.played(game, attempt, &result.report).map(Made::from));
        let decision = Some((account, format!("declare game {game}: {why}")));
        let with = With {
            results: vec![result.clone()],
            declared: Some(why),
            decision,
            ..With::default()
        };
        match self.extend(run, make, with).await? {
            true => Ok(()),
            false => {
                let sentence = format!("the run no longer waits for {}", result.key);
                Err(Refusal::Conflict(sentence).into())
            }
        }
    }

    /// Lets the games of a run's rounds be played up to a number.
    pub(crate) async fn start(
        &self,
        run: i64,
        account: Option<i64>,
        round: u32,
    ) -> Result<(), Fault> {
        let make = |live: &Live| {
            if let Some(why) = live.history().stopped() {
                let sentence = format!("run {run} was stopped: {why}; no round can be started");
                return Err(Refusal::Conflict(sentence).into());
            }
            let drawn = live.history().rounds().len() as u32;
            if round == 0 || round > drawn {
                let sentence = format!("round {round} of run {run} has not been drawn");
                return Err(Refusal::Conflict(sentence).into());
            }
            let start = (i64::from(round) > live.started).then_some(i64::from(round));
            Ok(start.map(|start| Made { start: Some(start), ..Made::default() }))
        };
        let decision = Some((account, format!("start round {round}")));
        self.extend(run, make, With { decision, ..With::default() }).await.map(|_| ())
    }

    /// Shows a run to all people up to a round whose games have ended. False: it was shown before.
    pub(crate) async fn release(
        &self,
        run: &Run,
        account: Option<i64>,
        round: u32,
    ) -> Result<bool, Fault> {
        if run.released >= ALL_ROUNDS {
            let id = run.id;
            let sentence = format!(
                "run {id} is not shown round by round, so that no round can be released; its results are \
                 shown together when they are made public"
            );
            return Err(Refusal::Conflict(sentence).into());
        }
        let (_, history) = self.shown(run, ALL_ROUNDS).await?;
        let is_drawn = (1..=history.rounds().len() as u32).contains(&round);
        if !is_drawn || history.open().any(|game| game.round <= round) {
            let sentence = match history.stopped() {
                None => format!("round {round} has not ended; it can be released when it has"),
                Some(why) => format!(
                    "round {round} was not played to its end, because the run was stopped: {why}; it cannot \
                     be released"
                ),
            };
            return Err(Refusal::Conflict(sentence).into());
        }
        let is_new = i64::from(round) > run.released;
        if is_new {
            let (run, round) = (run.id, i64::from(round));
            self.store.change(Release { run, round, account, now: now() }).await?;
        }
        Ok(is_new)
    }

    /// A run as its log tells it up to a round, with its plan.
    pub(crate) async fn shown(&self, run: &Run, rounds: i64) -> Result<(Plan, History), Fault> {
        let damaged = |why: String| Fault::Damaged(format!("the log of run {}: {why}", run.id));
        let entries = self.store.run_entries(run.id, 0).await?;
        let entries: Result<Vec<Entry>, _> =
            entries.iter().map(|entry| serde_json::from_str(entry)).collect();
        let entries = entries.map_err(|error| damaged(error.to_string()))?;
        let rounds = u32::try_from(rounds).unwrap_or(u32::MAX);
        let history = shown(entries, rounds).map_err(|refusal| damaged(refusal.0))?;
        let begin = history.begin().ok_or_else(|| damaged("it is empty".into()))?;
        let plan = serde_json::json!({ "kind": begin.kind, "plan": begin.plan });
        let plan = serde_json::from_value(plan).map_err(|error| damaged(error.to_string()))?;
        Ok((plan, history))
    }

    /// The results so far, and the length of the log that they follow from.
    pub async fn report(&self, run: i64) -> Result<(i64, Report), Fault> {
        let slot = self.slot(run);
        let mut kept = slot.live.lock().await;
        let live = self.current(kept.take(), run).await?;
        let report = tokio::task::spawn_blocking(move || {
            let report = live.report();
            (live, report)
        });
        let (live, report) = report.await.map_err(|error| Fault::Damaged(error.to_string()))?;
        let length = live.length;
        *kept = Some(live);
        Ok((length, report))
    }

    /// Appends the entry that `make` returns and everything that follows from it. False: nothing is to be
    /// appended, or the result is stale.
    async fn extend(
        &self,
        run: i64,
        make: impl Fn(&Live) -> Result<Option<Made>, Fault>,
        with: With,
    ) -> Result<bool, Fault> {
        let slot = self.slot(run);
        let mut kept = slot.live.lock().await;
        for _ in 0..MAX_REPLANS {
            let _turn = self.turn(run).await?;
            let live = self.current(kept.take(), run).await?;
            let Some(made) = make(&live)? else {
                *kept = Some(live);
                return Ok(false);
            };
            match self.append(&mut kept, live, run, made, with.clone()).await? {
                Appended::Done => return Ok(true),
                Appended::NotDue | Appended::Stale(_) => return Ok(false),
                Appended::Moved => {}
            }
        }
        Err(moved(run))
    }

    /// Waits until this server may extend a run.
    async fn turn(&self, run: i64) -> Result<Turn<'_>, Fault> {
        let permit = self.turns.acquire().await.map_err(|_| Fault::Closed)?;
        Ok(Turn { _permit: permit, _turn: self.store.turn(run).await? })
    }

    /// The state of a run as the database has it now, from one that may be out of date.
    async fn current(&self, live: Option<Live>, run: i64) -> Result<Live, Fault> {
        let there = self.store.run(run).await?;
        let there = there.ok_or_else(|| Refusal::Unknown(format!("run {run}")))?;
        match live {
            Some(live) if (live.length, live.started) == (there.length, there.started) => Ok(live),
            Some(mut live) if live.length <= there.length => {
                live.catch_up(&self.store, &there).await?;
                Ok(live)
            }
            _ => Live::load(&self.store, run).await,
        }
    }

    /// Appends to a run, and keeps its new state. What fails half-way is read again the next time.
    async fn append(
        &self,
        kept: &mut Option<Live>,
        mut live: Live,
        run: i64,
        made: Made,
        with: With,
    ) -> Result<Appended, Fault> {
        let (length, started, start) = (live.length, live.started, made.start);
        let planned = tokio::task::spawn_blocking(move || {
            let steps = live.extend(made);
            (live, steps)
        });
        let (live, steps) = planned.await.map_err(|error| Fault::Damaged(error.to_string()))?;
        let steps = steps.map_err(|refusal| Refusal::Conflict(refusal.0))?;
        let With { results, declared, decision, answer, due } = with;
        let (terms, now) = (live.terms(self.game_limit_ms), now());
        let change = Extend {
            run,
            length,
            started,
            start,
            due,
            results,
            declared,
            decision,
            answer,
            steps,
            terms,
            now,
        };
        Ok(match self.store.change(change).await? {
            Extended::Done => {
                *kept = Some(live);
                Appended::Done
            }
            Extended::NotDue => Appended::NotDue,
            Extended::Stale(tokens) => Appended::Stale(tokens),
            Extended::Moved => Appended::Moved,
        })
    }
}

fn moved(run: i64) -> Fault {
    Fault::NotCommitted(format!("run {run} is extended by others all the time; try again"))
}
