//! The state of one run in memory: the folded log, and which games are in the queue.

use agon_compete::league::LeaguePlan;
use agon_compete::{
    self as compete, Action, EntrantId, Entry, History, Job, Plan, Played, Report, Role, Ruling,
    Tallied, Tally, next, only_plays, report, settle,
};
use agon_core::StateHash;
use agon_store::jobs::Lane;
use agon_store::matches::{CorrectedGame, Side};
use agon_store::runs::{Run, RunGame, Steps, Terms, short_key};
use agon_store::tally::Counted;
use agon_store::work::{GameReport, strict};
use agon_store::{Fault, Refusal, Store};
use std::collections::{BTreeMap, BTreeSet};

/// What is to be appended to a run.
#[derive(Clone, Debug, Default)]
pub(super) struct Made {
    /// The entries.
    pub entries: Vec<Entry>,
    /// What plays for the entrants that come in with them.
    pub sides: Vec<(EntrantId, Side)>,
    /// Number of games to draw, of a ladder.
    pub games: Option<u64>,
    /// The last round whose games may be played from now on.
    pub start: Option<i64>,
}

impl From<Entry> for Made {
    fn from(entry: Entry) -> Made {
        Made { entries: vec![entry], ..Made::default() }
    }
}

/// A run in memory.
pub(super) struct Live {
    plan: Plan,
    history: History,
    sides: BTreeMap<EntrantId, Side>,
    /// Number of entries of the log.
    pub length: i64,
    /// The last round whose games may be played.
    pub started: i64,
    /// Short keys of the jobs that are in the queue or being played.
    enqueued: BTreeSet<String>,
    /// The results, counted as in the database.
    tally: Tally,
}

impl Live {
    /// A run whose log is empty.
    pub fn new(plan: Plan, started: i64) -> Live {
        let sides = BTreeMap::new();
        let (history, enqueued, tally) = (History::default(), BTreeSet::new(), Tally::default());
        Live { plan, history, sides, length: 0, started, enqueued, tally }
    }

    /// Reads a run from the database.
    pub async fn load(store: &Store, run: i64) -> Result<Live, Fault> {
        let damaged = |why: String| Fault::Damaged(format!("the log of run {run}: {why}"));
        let unknown = || Refusal::Unknown(format!("run {run}"));
        let started = store.run(run).await?.ok_or_else(unknown)?.started;
        // The log first: if it grows before the jobs are read, its old length is refused at the commit.
        let entries = store.run_entries(run, 0).await?;
        let enqueued = store.open_run_jobs(run).await?.into_iter().collect();
        let length = entries.len() as i64;
        let mut history = History::default();
        for (entry, number) in entries.iter().zip(1..) {
            apply(&mut history, run, entry, number)?;
        }
        let begin = history.begin().ok_or_else(|| damaged("it is empty".into()))?;
        let plan = serde_json::json!({ "kind": begin.kind, "plan": begin.plan });
        let plan = serde_json::from_value(plan).map_err(|error| damaged(error.to_string()))?;
        let sides = store.run_entrants(run).await?;
        let sides = sides.into_iter().map(|(id, side)| (EntrantId(id), side)).collect();
        let tally = Tally::of(&history);
        Ok(Live { plan, history, sides, length, started, enqueued, tally })
    }

    /// Applies what other servers have appended since. After a fault this state must not be used any more.
    pub async fn catch_up(&mut self, store: &Store, there: &Run) -> Result<(), Fault> {
        let entries = store.run_entries(there.id, self.length).await?;
        let (mut has_entrants, mut has_others) = (false, there.started != self.started);
        for (entry, number) in entries.iter().zip(self.length + 1..) {
            let entry = apply(&mut self.history, there.id, entry, number)?;
            has_entrants |= matches!(entry, Entry::Entered(_));
            has_others |= !self.end_job(&entry);
            self.tally.follow(&entry, &self.history);
        }
        if has_entrants {
            let sides = store.run_entrants(there.id).await?;
            self.sides = sides.into_iter().map(|(id, side)| (EntrantId(id), side)).collect();
        }
        self.length += entries.len() as i64;
        self.started = there.started;
        // The server that appended them has enqueued and cancelled what follows from them.
        if has_others || !only_plays(&self.plan, &self.history) {
            let wanted = self.wanted(next(&self.plan, &self.history).jobs);
            self.enqueued = wanted.into_iter().map(|(key, _)| key).collect();
        }
        Ok(())
    }

    /// Takes the job of a result out of the list: it has ended. Returns false for every other entry, because
    /// it may change which jobs are needed.
    fn end_job(&mut self, entry: &Entry) -> bool {
        let Entry::Played(played) = entry else { return false };
        self.enqueued.remove(&short_key(played.attempt, &played.game));
        true
    }

    /// The jobs that may be played now, with their short keys.
    fn wanted(&self, jobs: Vec<Job>) -> Vec<(String, Job)> {
        let is_started = |job: &Job| {
            let round = self.history.game(&job.game.key).map_or(0, |game| game.round);
            i64::from(round) <= self.started
        };
        let jobs = jobs.into_iter().filter(is_started);
        jobs.map(|job| (short_key(job.attempt, &job.game.key), job)).collect()
    }

    /// Appends entries and everything that the plan makes of them. After a refusal this state must not be
    /// used any more.
    pub fn extend(&mut self, made: Made) -> Result<Steps, compete::Refusal> {
        let mut steps = Steps::default();
        let mut has_others = made.start.is_some() || made.games.is_some();
        self.started = made.start.unwrap_or(self.started);
        for (entrant, side) in made.sides {
            let ranked = made.entries.iter().any(|entry| {
                matches!(entry, Entry::Entered(it) if it.number == entrant && it.role == Role::Player)
            });
            steps.entrants.push((i64::from(entrant.0), side.clone(), ranked));
            self.sides.insert(entrant, side);
        }
        for entry in made.entries {
            steps.entries.push(text(&entry));
            self.history.apply(entry.clone())?;
            has_others |= !self.end_job(&entry);
            if let Entry::Ruling(ruling) = &entry {
                steps.why = Some(ruling.why.clone()).filter(|why| !why.trim().is_empty());
                steps.corrected.extend(self.corrected(ruling));
                steps.stopped |= ruling.action == Action::Stop;
            }
            let changes = self.tally.follow(&entry, &self.history).into_iter();
            steps.tally.extend(changes.map(|(Tallied { map, seats, ranks }, games)| Counted {
                run: 0,
                map,
                seats,
                ranks,
                games,
            }));
        }
        // While there is nothing to draw, results need no look at all games that are open.
        if has_others || !only_plays(&self.plan, &self.history) {
            self.settle(made.games, &mut steps)?;
        }
        self.length += steps.entries.len() as i64;
        Ok(steps)
    }

    /// Appends what the plan draws now (of a ladder, this number of games), and finds the jobs to enqueue and
    /// to cancel.
    fn settle(&mut self, games: Option<u64>, steps: &mut Steps) -> Result<(), compete::Refusal> {
        let store = |entries: &[Entry]| {
            steps.entries.extend(entries.iter().map(text));
            Ok::<(), compete::Refusal>(())
        };
        let next = match (games, &self.plan) {
            (Some(games), Plan::League(plan)) => {
                let until = self.history.games().len() as u64 + games;
                let plan = Plan::League(LeaguePlan { until, batch: games, ..plan.clone() });
                settle(&plan, &mut self.history, store)?
            }
            _ => settle(&self.plan, &mut self.history, store)?,
        };
        steps.finished = next.finished && (steps.stopped || !self.is_ladder());
        let wanted = self.wanted(next.jobs);
        let keys: BTreeSet<&str> = wanted.iter().map(|(key, _)| key.as_str()).collect();
        let enqueued = std::mem::take(&mut self.enqueued).into_iter();
        let (kept, cancelled): (BTreeSet<String>, _) =
            enqueued.partition(|key| keys.contains(key.as_str()));
        self.enqueued = kept;
        steps.cancel = cancelled.into_iter().collect();
        // In the order of the draws, which is the order of play.
        for (key, job) in wanted {
            if !self.enqueued.contains(&key) {
                steps.games.push(self.game(&key, &job)?);
                self.enqueued.insert(key);
            }
        }
        Ok(())
    }

    fn game(&self, key: &str, job: &Job) -> Result<RunGame, compete::Refusal> {
        let side = |seat: &EntrantId| {
            self.sides
                .get(seat)
                .cloned()
                .ok_or_else(|| compete::Refusal(format!("{seat} has no version")))
        };
        let game = &job.game;
        Ok(RunGame {
            key: key.to_owned(),
            replaces: (job.attempt > 1).then(|| short_key(job.attempt - 1, &game.key)),
            map: game.map.clone(),
            seed: game.seed,
            lot: game.lot(),
            sides: game.seats.iter().map(side).collect::<Result<_, _>>()?,
            round: self.history.game(&game.key).map_or(0, |game| game.round),
        })
    }

    /// The game whose result the last ruling has changed.
    fn corrected(&self, ruling: &Ruling) -> Option<CorrectedGame> {
        let (Action::Correct { game, .. } | Action::Forfeit { game, .. }) = &ruling.action else {
            return None;
        };
        let found = self.history.game(game)?;
        Some(CorrectedGame {
            key: short_key(found.attempt, game),
            ranks: found.ranks().unwrap_or_default(),
            why: ruling.why.clone(),
        })
    }

    /// Whether the log waits for the result of this attempt.
    pub fn is_awaited(&self, game: &str, attempt: u32) -> bool {
        let game = self.history.game(game);
        let is_open = game.is_some_and(|game| game.is_open() && game.attempt == attempt);
        is_open && self.history.stopped().is_none()
    }

    /// Why a ruling would not do what it says, as a sentence; none if it would.
    pub fn ruling_fault(&self, action: &Action) -> Option<String> {
        match action {
            Action::Stop if self.is_finished() && !self.is_ladder() => {
                Some("the run has ended, so that it cannot be stopped".into())
            }
            Action::Rerun { games } => games.iter().find_map(|key| {
                let mut seats = self.history.game(key)?.drawn.seats.iter();
                let (name, why) = seats.find_map(|seat| {
                    let entrant = self.history.entrant(*seat)?;
                    Some((&entrant.name, entrant.absence()?))
                })?;
                Some(format!(
                    "game {key} cannot be played again: {name} {why}; correct the result instead"
                ))
            }),
            _ => None,
        }
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
            orders: report.orders.map(StateHash),
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

    /// Whether rounds are drawn only when they are asked for.
    pub fn is_ladder(&self) -> bool {
        matches!(&self.plan, Plan::League(plan) if plan.until == 0)
    }

    /// The plan.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The folded log.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// The entrant that plays with a version.
    pub fn entrant(&self, side: &Side) -> Option<EntrantId> {
        self.sides.iter().find(|(_, known)| *known == side).map(|(entrant, _)| *entrant)
    }

    /// Whether a version of this team takes part.
    pub fn has_team(&self, team: i64) -> bool {
        self.sides.values().any(|side| side.team == team)
    }

    /// Whether the plan asks for anything.
    pub fn is_finished(&self) -> bool {
        next(&self.plan, &self.history).finished
    }
}

/// Applies an entry of a run's log; numbers count from 1.
fn apply(history: &mut History, run: i64, text: &str, number: i64) -> Result<Entry, Fault> {
    let damaged =
        |why: String| Fault::Damaged(format!("the log of run {run}: entry {number}: {why}"));
    let entry: Entry = serde_json::from_str(text).map_err(|error| damaged(error.to_string()))?;
    history.apply(entry.clone()).map_err(|refusal| damaged(refusal.to_string()))?;
    Ok(entry)
}

fn text(entry: &Entry) -> String {
    serde_json::to_string(entry).expect("entries are plain data")
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_compete::{Begin, Entered, FORMAT};
    use agon_core::Profile;
    use serde_json::json;

    /// A league of two teams with this many games per draw, and its first steps.
    fn league(until: u64, batch: u64) -> (Live, Steps) {
        let plan = json!({ "maps": [], "seats": 2, "seed": 1, "until": until, "batch": batch });
        let begin = Begin {
            kind: "league".into(),
            game: "chess".into(),
            version: 1,
            rules: Profile::Handbook,
            engine: "tests".into(),
            plan: plan.clone(),
            date: "today".into(),
            build: None,
        };
        let mut made = Made::from(Entry::Begin { format: FORMAT, begin });
        for number in 1..=2 {
            let (entrant, name) = (EntrantId(number), format!("bot {number}"));
            let word = name.clone();
            let entered = Entered { number: entrant, name, word, ..Entered::default() };
            made.entries.push(Entry::Entered(entered));
            let number = i64::from(number);
            made.sides.push((entrant, Side { team: number, submission: number }));
        }
        let plan = serde_json::from_value(json!({ "kind": "league", "plan": plan })).unwrap();
        let mut live = Live::new(plan, 1000);
        let steps = live.extend(made).unwrap();
        (live, steps)
    }

    fn keys(steps: &Steps) -> Vec<&str> {
        steps.games.iter().map(|game| game.key.as_str()).collect()
    }

    /// Appends the results of some games, which all end alike.
    fn play(live: &mut Live, games: &[&str]) -> Steps {
        let report = GameReport {
            map: "board".into(),
            ranks: vec![1, 2],
            scores: vec![1.0, 0.0],
            reason: "mate".into(),
            sentence: "the first seat won".into(),
            most: None,
            rounds: 40,
            state: 7,
            orders: None,
            faults: vec![None; 2],
            classes: Vec::new(),
            dead: vec![false; 2],
            silent: vec![false; 2],
            seconds: 1.0,
            replay: None,
        };
        let entries = games.iter().map(|game| live.played(game, 1, &report).unwrap()).collect();
        live.extend(Made { entries, ..Made::default() }).unwrap()
    }

    #[test]
    fn results_end_their_jobs_and_cancel_none() {
        let (mut live, steps) = league(6, 4);
        assert_eq!(keys(&steps), ["1/g1", "1/g2", "1/g3", "1/g4"]);
        let steps = play(&mut live, &["g3", "g1"]);
        assert_eq!((steps.entries.len(), steps.tally.len()), (2, 2));
        assert_eq!((steps.games, steps.cancel, steps.finished), (Vec::new(), Vec::new(), false));
        // The last results of a draw bring the next one.
        let steps = play(&mut live, &["g2", "g4"]);
        assert_eq!((keys(&steps), steps.entries.len()), (vec!["1/g5", "1/g6"], 3));
        assert_eq!((&steps.cancel, steps.finished), (&Vec::new(), false));
        let steps = play(&mut live, &["g6", "g5"]);
        assert_eq!((steps.games, steps.cancel, steps.finished), (Vec::new(), Vec::new(), true));
    }

    #[test]
    fn games_that_are_given_up_have_their_jobs_cancelled() {
        let (mut live, _) = league(4, 4);
        play(&mut live, &["g1"]);
        let (game, why) = ("g2".to_owned(), "a test".to_owned());
        let steps = live.extend(Entry::Dropped { game, by: Vec::new(), why }.into()).unwrap();
        assert_eq!((steps.cancel, steps.finished), (vec!["1/g2".to_owned()], false));
        // The plan drops the games of an entrant that is disqualified.
        let action = Action::Disqualify { entrant: EntrantId(1), round: None };
        let ruling = Ruling { who: "ann".into(), why: "a test".into(), action };
        let steps = live.extend(Entry::Ruling(ruling).into()).unwrap();
        assert_eq!(steps.cancel, ["1/g3", "1/g4"]);
        assert!(steps.finished);
    }
}
