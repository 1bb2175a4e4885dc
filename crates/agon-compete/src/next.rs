//! What to do next in a run: a pure function of its plan and its log.

use crate::compare::{ComparePlan, CompareStanding, compare_report};
use crate::grade::{Marks, Rubric, marks};
use crate::league::{LeaguePlan, LeagueReport, league_report};
use crate::{DrawnGame, Entry, History, Refusal, compare, grade, league, tournament};
use serde::{Deserialize, Serialize};

/// A game is dropped after this many infrastructure failures.
pub const MAX_ATTEMPTS: u32 = 3;
/// Formats whose schedule does not depend on results draw ahead while fewer games than this are open.
pub(crate) const GAMES_AHEAD: usize = 64;

/// The plan of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "plan", rename_all = "snake_case")]
pub enum Plan {
    /// A comparison of two bots.
    Compare(ComparePlan),
    /// A league.
    League(LeaguePlan),
    /// A tournament.
    Tournament(Box<tournament::Plan>),
    /// Grading.
    Grade(Rubric),
}

/// A game to play now.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Job {
    /// The game, as it was drawn.
    #[serde(flatten)]
    pub game: DrawnGame,
    /// The attempt, which the result repeats.
    pub attempt: u32,
}

/// What to do next.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Next {
    /// Entries to append to the log. If there are any, append them and ask again.
    pub append: Vec<Entry>,
    /// The games that can be played now, in any order and at the same time.
    pub jobs: Vec<Job>,
    /// Whether the run has ended.
    pub finished: bool,
}

/// The results of a run so far.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", content = "report", rename_all = "snake_case")]
pub enum Report {
    /// Of a comparison.
    Compare(Box<CompareStanding>),
    /// Of a league.
    League(LeagueReport),
    /// Of a tournament.
    Tournament(Box<tournament::Report>),
    /// Of grading.
    Grade(Vec<Marks>),
}

/// What to do next in a run.
pub fn next(plan: &Plan, history: &History) -> Next {
    let (append, plays) = draw(plan, history);
    let jobs = if plays { history.jobs() } else { Vec::new() };
    let finished = append.is_empty() && jobs.is_empty();
    Next { append, jobs, finished }
}

/// The entries to append, and whether the open games can be played now.
fn draw(plan: &Plan, history: &History) -> (Vec<Entry>, bool) {
    if history.stopped().is_some() {
        return (Vec::new(), false);
    }
    let dropped = drops(plan, history);
    if !dropped.is_empty() {
        return (dropped, false);
    }
    match plan {
        Plan::Compare(plan) => {
            let (append, is_decided) = compare::draw(plan, history);
            (append, !is_decided)
        }
        Plan::League(plan) => (league::draw(plan, history), true),
        Plan::Tournament(plan) => (tournament::draw(plan, history), true),
        Plan::Grade(rubric) => (grade::draw(rubric, history), true),
    }
}

/// Whether only the games that are open now are left to do: there is nothing to append, and none of them ends
/// without being played. This is cheaper than [`next`], which lists the games.
pub fn only_plays(plan: &Plan, history: &History) -> bool {
    let (append, plays) = draw(plan, history);
    append.is_empty() && plays && history.open().next().is_some()
}

/// Appends what has to be appended until only games are left to do. `store` keeps the entries; what it
/// refuses is not applied.
pub fn settle<E: From<Refusal>>(
    plan: &Plan,
    history: &mut History,
    mut store: impl FnMut(&[Entry]) -> Result<(), E>,
) -> Result<Next, E> {
    loop {
        let next = next(plan, history);
        if next.append.is_empty() {
            return Ok(next);
        }
        store(&next.append)?;
        for entry in next.append {
            history.apply(entry)?;
        }
    }
}

/// The results so far.
pub fn report(plan: &Plan, history: &History) -> Report {
    match plan {
        Plan::Compare(plan) => Report::Compare(Box::new(compare_report(plan, history))),
        Plan::League(_) => Report::League(league_report(history)),
        Plan::Tournament(plan) => Report::Tournament(Box::new(tournament::report(plan, history))),
        Plan::Grade(rubric) => Report::Grade(marks(rubric, history)),
    }
}

/// Open games that are not played: they failed too often, or one of their entrants has left or is set aside.
/// In a tournament the entrant forfeits such a game; elsewhere the game has no result.
fn drops(plan: &Plan, history: &History) -> Vec<Entry> {
    let mut dropped = Vec::new();
    for game in history.open() {
        let key = &game.drawn.key;
        if game.voids >= MAX_ATTEMPTS {
            let last = history.voids().iter().rev().find(|(voided, _)| voided == key);
            let why = last.map_or("", |(_, why)| why.as_str());
            let why = format!("it failed {MAX_ATTEMPTS} times: {why}");
            dropped.push(Entry::Dropped { game: key.clone(), by: Vec::new(), why });
            continue;
        }
        let mut away = Vec::new();
        let mut reasons: Vec<String> = Vec::new();
        for &seat in &game.drawn.seats {
            let Some(entrant) = history.entrant(seat) else { continue };
            let Some(why) = entrant.absence() else { continue };
            if !away.contains(&seat) {
                away.push(seat);
                reasons.push(format!("{} {why}", entrant.name));
            }
        }
        if !away.is_empty() {
            let by = if matches!(plan, Plan::Tournament(_)) { away } else { Vec::new() };
            dropped.push(Entry::Dropped { game: key.clone(), by, why: reasons.join("; ") });
        }
    }
    dropped
}
