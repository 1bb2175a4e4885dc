//! Tournaments: round robin, arena, gauntlet, Swiss, McMahon, single and double elimination, and pods
//! (Swiss for games with more than two seats).

mod elimination;
mod field;
mod pairs;
mod plan;
mod pods;
mod report;
mod series;
mod swiss;

pub use field::{Field, Seeding};
pub use plan::{Correction, EntrantPlan, EntrantRound, Format, Plan};
pub use report::{Meeting, Place, Report, RoundReport, TournamentEvent, bracket_text};
pub use swiss::explain_pairing;

use crate::{Run, RunFault};

/// What is known about a tournament before it starts.
pub struct Preview {
    /// The first round.
    pub first_round: RoundReport,
    /// Minimum number of games.
    pub fewest: u64,
    /// Maximum number of games, not counting decider games of tied series.
    pub most: u64,
}

/// Plays or resumes a tournament; `watch` receives the events.
pub fn hold(
    run: &mut Run<'_>,
    plan: &Plan,
    field: &Field,
    watch: &mut dyn FnMut(TournamentEvent<'_>),
) -> Result<Report, RunFault> {
    run.tournament = true;
    let mut report = match plan.format {
        Format::RoundRobin | Format::Arena | Format::Gauntlet => {
            pairs::hold(run, plan, field, watch)?
        }
        Format::Swiss | Format::Mcmahon => swiss::hold(run, plan, field, watch)?,
        Format::Single | Format::Double => elimination::hold(run, plan, field, watch)?,
        Format::Pods => pods::hold(run, plan, field, watch)?,
    };
    report.notes.splice(0..0, field.notes.iter().cloned());
    Ok(report)
}

/// The first round and the number of games.
pub fn preview(plan: &Plan, field: &Field) -> Preview {
    let games = u64::from(plan.games());
    let n = field.len() as u64;
    let (first_round, fewest, most) = match plan.format {
        Format::RoundRobin | Format::Arena | Format::Gauntlet => {
            let rounds = pairs::rounds(plan, field);
            let pairings = rounds.iter().map(|round| round.len() as u64).sum::<u64>();
            (pairs::first_round(&rounds, field), pairings * games, pairings * games)
        }
        Format::Swiss | Format::Mcmahon => {
            let most = u64::from(plan.rounds_for(field.len())) * (n / 2) * games;
            (swiss::first_round(plan, field), most, most)
        }
        Format::Single => {
            let matches = n.saturating_sub(1) + u64::from(plan.third_place && n > 3);
            (elimination::first_round(plan, field), matches * (games / 2 + 1), matches * games)
        }
        Format::Double => {
            let (few, many) = ((2 * n).saturating_sub(2), (2 * n).saturating_sub(1));
            (elimination::first_round(plan, field), few * (games / 2 + 1), many * games)
        }
        Format::Pods => {
            let tables = n.div_ceil(plan.table_size() as u64);
            let all = u64::from(plan.rounds_for(field.len())) * tables * games;
            (pods::first_round(plan, field), all, all)
        }
    };
    Preview { first_round, fewest, most }
}
