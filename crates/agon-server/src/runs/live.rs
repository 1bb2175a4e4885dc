//! The state of one run in memory: the folded log, and which games are in the queue.

use agon_compete::{
    EntrantId, Entry, History, Job, Plan, Played, Refusal, Report, Tallied, Tally, next, report,
    settle,
};
use agon_core::StateHash;
use agon_store::jobs::Lane;
use agon_store::matches::Side;
use agon_store::runs::{RunGame, Steps, Terms, short_key};
use agon_store::tally::Counted;
use agon_store::work::{GameReport, strict};
use agon_store::{Fault, Store};
use std::collections::{BTreeMap, BTreeSet};

/// A run in memory.
pub(super) struct Live {
    plan: Plan,
    history: History,
    sides: BTreeMap<EntrantId, Side>,
    /// Number of entries of the log.
    pub length: i64,
    /// Short keys of the jobs that are in the queue or being played.
    enqueued: BTreeSet<String>,
    /// The results, counted as in the database.
    tally: Tally,
}

impl Live {
    /// A run whose log is empty.
    pub fn new(plan: Plan, sides: &[Side]) -> Live {
        let sides = sides.iter().zip(1..).map(|(side, id)| (EntrantId(id), side.clone())).collect();
        let (history, enqueued, tally) = (History::default(), BTreeSet::new(), Tally::default());
        Live { plan, history, sides, length: 0, enqueued, tally }
    }

    /// Reads a run from the database.
    pub async fn load(store: &Store, run: i64) -> Result<Live, Fault> {
        let damaged = |why: String| Fault::Damaged(format!("the log of run {run}: {why}"));
        // The log first: if it grows before the jobs are read, its old length is refused at the commit.
        let entries = store.run_entries(run, 0).await?;
        let enqueued = store.open_run_jobs(run).await?.into_iter().collect();
        let length = entries.len() as i64;
        let mut history = History::default();
        for (entry, number) in entries.iter().zip(1..) {
            let entry: Entry = serde_json::from_str(entry)
                .map_err(|error| damaged(format!("entry {number}: {error}")))?;
            history
                .apply(entry)
                .map_err(|refusal| damaged(format!("entry {number}: {refusal}")))?;
        }
        let begin = history.begin().ok_or_else(|| damaged("it is empty".into()))?;
        let plan = serde_json::json!({ "kind": begin.kind, "plan": begin.plan });
        let plan = serde_json::from_value(plan).map_err(|error| damaged(error.to_string()))?;
        let sides = store.run_entrants(run).await?;
        let sides = sides.into_iter().map(|(id, side)| (EntrantId(id), side)).collect();
        let tally = Tally::of(&history);
        Ok(Live { plan, history, sides, length, enqueued, tally })
    }

    /// Appends entries and everything that the plan makes of them. After a refusal this state must not be
    /// used any more.
    pub fn extend(&mut self, entries: Vec<Entry>) -> Result<Steps, Refusal> {
        let mut steps = Steps::default();
        for entry in entries {
            steps.entries.push(text(&entry));
            self.history.apply(entry.clone())?;
            let changes = self.tally.follow(&entry, &self.history).into_iter();
            steps.tally.extend(changes.map(|(Tallied { map, seats, ranks }, games)| Counted {
                run: 0,
                map,
                seats,
                ranks,
                games,
            }));
        }
        let store = |entries: &[Entry]| {
            steps.entries.extend(entries.iter().map(text));
            Ok::<(), Refusal>(())
        };
        let next = settle(&self.plan, &mut self.history, store)?;
        steps.finished = next.finished;
        let wanted: BTreeMap<String, Job> =
            next.jobs.into_iter().map(|job| (short_key(job.attempt, &job.game.key), job)).collect();
        steps.cancel =
            self.enqueued.iter().filter(|key| !wanted.contains_key(*key)).cloned().collect();
        self.enqueued.retain(|key| wanted.contains_key(key));
        // In the order of the draws, which is the order of play.
        let mut new: Vec<(String, Job)> =
            wanted.into_iter().filter(|(key, _)| !self.enqueued.contains(key)).collect();
        let order: BTreeMap<String, usize> =
            self.history.games().iter().map(|game| game.drawn.key.clone()).zip(0..).collect();
        new.sort_by_key(|(_, job)| order.get(&job.game.key).copied());
        for (key, job) in new {
            steps.games.push(self.game(&key, &job)?);
            self.enqueued.insert(key);
        }
        self.length += steps.entries.len() as i64;
        Ok(steps)
    }

    fn game(&self, key: &str, job: &Job) -> Result<RunGame, Refusal> {
        let side = |seat: &EntrantId| {
            self.sides.get(seat).cloned().ok_or_else(|| Refusal(format!("{seat} has no version")))
        };
        let game = &job.game;
        Ok(RunGame {
            key: key.to_owned(),
            replaces: (job.attempt > 1).then(|| short_key(job.attempt - 1, &game.key)),
            map: game.map.clone(),
            seed: game.seed,
            lot: game.lot(),
            sides: game.seats.iter().map(side).collect::<Result<_, _>>()?,
        })
    }

    /// Whether the log waits for the result of this attempt.
    pub fn is_awaited(&self, game: &str, attempt: u32) -> bool {
        let game = self.history.game(game);
        game.is_some_and(|game| game.is_open() && game.attempt == attempt)
    }

    /// The entry of a result, if the log waits for it.
    pub fn played(&self, game: &str, attempt: u32, report: &GameReport) -> Option<Entry> {
        if !self.is_awaited(game, attempt) {
            return None;
        }
        let drawn = &self.history.game(game)?.drawn;
        let report = report.clone();
        Some(Entry::Played(Played {
            game: game.to_owned(),
            attempt,
            seats: drawn.seats.clone(),
            map: report.map,
            seed: drawn.seed,
            ranks: report.ranks,
            scores: report.scores,
            most: report.most,
            reason: report.reason,
            sentence: report.sentence,
            rounds: report.rounds,
            state: StateHash(report.state),
            faults: report.faults,
            dead: report.dead,
            silent: report.silent,
            seconds: report.seconds,
            replay: report.replay,
        }))
    }

    /// The results so far.
    pub fn report(&self) -> Report {
        report(&self.plan, &self.history)
    }

    /// How the run's games are played.
    pub fn terms(&self, wall_limit_ms: i64) -> Terms {
        let (kind, lane) = match &self.plan {
            Plan::Tournament(_) => ("tournament", Lane::Tournament),
            Plan::League(_) => ("ladder", Lane::Ladder),
            Plan::Grade(_) => ("grading", Lane::Grading),
            Plan::Compare(_) => ("ladder", Lane::Bulk),
        };
        let begin = self.history.begin();
        let rules = begin.map(|begin| begin.rules).unwrap_or_default().to_string();
        let clock = begin.and_then(|begin| begin.plan["clock"].as_str());
        let clock = clock.map_or_else(strict, str::to_owned);
        Terms { kind, lane, rules, clock, wall_limit_ms }
    }

    /// Whether the plan asks for anything.
    pub fn is_finished(&self) -> bool {
        next(&self.plan, &self.history).finished
    }
}

fn text(entry: &Entry) -> String {
    serde_json::to_string(entry).expect("entries are plain data")
}
