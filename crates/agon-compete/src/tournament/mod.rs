//! Tournaments: round robin, arena, gauntlet, Swiss, McMahon, single and double elimination, and pods
//! (Swiss for games with more than two seats). One file per format; each draws its next games and reports.

mod elimination;
mod field;
mod knockout;
mod late;
mod pairs;
mod plan;
mod pods;
mod report;
mod series;
mod swiss;

pub use field::{Field, Seeding};
pub use late::late_fault;
pub use plan::{
    Advance, Correction, EntrantPlan, EntrantRound, Forfeit, Format, Plan, Reinstatement, Rename,
    Rerun,
};
pub use report::{Meeting, Place, Report, RoundReport, bracket_text};
pub use swiss::explain_pairing;

use crate::{Entry, History};
use series::Rules;

/// What is known about a tournament before it starts.
pub struct Preview {
    /// The first round.
    pub first_round: RoundReport,
    /// Minimum number of games.
    pub fewest: u64,
    /// Maximum number of games, not counting decider games of tied series.
    pub most: u64,
}

/// The draws to append now.
pub(crate) fn draw(plan: &Plan, history: &History) -> Vec<Entry> {
    match plan.format {
        Format::RoundRobin | Format::Arena | Format::Gauntlet => pairs::draw(plan, history),
        Format::Swiss | Format::Mcmahon => swiss::draw(plan, history),
        Format::Single | Format::Double => elimination::draw(plan, history),
        Format::Pods => pods::draw(plan, history),
    }
}

/// The results so far.
pub fn report(plan: &Plan, history: &History) -> Report {
    let field = Field::of(plan, history);
    let mut report = match plan.format {
        Format::RoundRobin | Format::Arena | Format::Gauntlet => {
            pairs::report(plan, history, &field)
        }
        Format::Swiss | Format::Mcmahon => swiss::report(plan, history, &field),
        Format::Single | Format::Double => elimination::report(plan, history, &field),
        Format::Pods => pods::report(plan, history, &field),
    };
    report.notes.splice(0..0, field.notes);
    let disqualified = history.disqualified_names();
    report::take_places(&mut report.standings, |name| disqualified.contains(name));
    report
}

/// The drawn rounds and their results so far; cheaper than the whole report.
pub fn rounds(plan: &Plan, history: &History) -> Vec<RoundReport> {
    let field = Field::of(plan, history);
    history.rounds().iter().map(|drawn| round_with(plan, history, &field, drawn)).collect()
}

/// One drawn round and its results so far; `None` if it has not been drawn.
pub fn round(plan: &Plan, history: &History, number: u32) -> Option<RoundReport> {
    let drawn = history.rounds().get((number as usize).checked_sub(1)?)?;
    Some(round_with(plan, history, &Field::of(plan, history), drawn))
}

fn round_with(
    plan: &Plan,
    history: &History,
    field: &Field,
    drawn: &crate::DrawnRound,
) -> RoundReport {
    let decide = match plan.format {
        Format::Single | Format::Double => true,
        Format::Swiss | Format::Mcmahon => plan.decider || is_playoff(history, drawn),
        _ => false,
    };
    match plan.format {
        Format::Pods => pods::round_report(history, drawn),
        _ => Rules { plan, field, decide }.round_report(history, drawn),
    }
}

/// Whether a drawn round belongs to the play-off of a Swiss tournament.
fn is_playoff(history: &History, drawn: &crate::DrawnRound) -> bool {
    let first = history.rounds().iter().find(|round| !round.seeds.is_empty());
    first.is_some_and(|first| first.number <= drawn.number)
}

/// The first round and the number of games of a tournament whose entrants are in the log.
pub fn preview(plan: &Plan, history: &History) -> Preview {
    let (games, field) = (u64::from(plan.games()), Field::of(plan, history));
    let n = field.on_time().len() as u64;
    let mut drawn = history.clone();
    for entry in draw(plan, history).into_iter().take(1) {
        // The draw is only shown: a refusal leaves the preview without a round.
        let _ = drawn.apply(entry);
    }
    let mut first_round = round(plan, &drawn, 1).unwrap_or_default();
    first_round.title = "Round 1".into();
    let (fewest, most) = match plan.format {
        Format::RoundRobin | Format::Arena | Format::Gauntlet => {
            let schedule = pairs::schedule(plan, &field);
            let pairings = schedule.iter().map(|round| round.len() as u64).sum::<u64>();
            (pairings * games, pairings * games)
        }
        Format::Swiss | Format::Mcmahon => {
            let most = u64::from(plan.rounds_for(n as usize)) * (n / 2) * games;
            (most, most)
        }
        Format::Single => {
            let matches = n.saturating_sub(1) + u64::from(plan.third_place && n > 3);
            (matches * (games / 2 + 1), matches * games)
        }
        Format::Double => {
            let (few, many) = ((2 * n).saturating_sub(2), (2 * n).saturating_sub(1));
            (few * (games / 2 + 1), many * games)
        }
        Format::Pods => {
            let tables = n.div_ceil(plan.table_size() as u64);
            let all = u64::from(plan.rounds_for(n as usize)) * tables * games;
            (all, all)
        }
    };
    if matches!(plan.format, Format::Single | Format::Double) {
        let plays = |name: &String| first_round.meetings.iter().any(|m| m.names.contains(name));
        let idle = field.seeds.iter().map(|seed| &seed.name).filter(|name| !plays(name));
        first_round.idle = idle.map(|name| (name.clone(), "has a bye".to_owned())).collect();
    }
    Preview { first_round, fewest, most }
}
