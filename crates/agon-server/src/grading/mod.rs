//! Gradings: takes up the versions of the deadline and the late ones, and computes results.
//!
//! Nothing has to be started by hand: a server looks at the gradings whose deadline has passed. The versions
//! of the deadline are drawn when all of them are validated; versions that come later are entered into the
//! same run, so that the games of the earlier ones are not played again.

mod gradebook;
mod results;
mod shell;

pub(crate) use gradebook::gradebook;
pub(crate) use results::{Graded, TeamResult, VersionResult, results};
pub use shell::{GradingLine, NewGradingFile};

use crate::app::{App, now};
use crate::problem::{Problem, invalid};
use crate::runs::{enter_versions, plan_grading, read_rubric};
use agon_compete::grade::{DAY_MS, LatePolicy};
use agon_store::grading::{BeginGrading, Grading, Handed, SetGradingFault};
use agon_store::runs::Candidate;
use agon_store::submissions::SubmissionState;
use agon_store::{Fault, Millis};
use std::collections::{BTreeMap, BTreeSet};

/// Gradings with an older deadline are looked at only when an organiser asks.
const LONGEST_DAYS: i64 = 120;
/// How long after the last accepted moment versions may still be validated.
const VALIDATION_MS: Millis = DAY_MS;

/// What a look at a grading has changed.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Taken {
    /// Unchanged: all versions were entered before.
    Nothing,
    /// Versions of the deadline are still validated, this many.
    Waiting(usize),
    /// New versions are graded.
    New,
}

/// Looks at the gradings whose deadline has passed.
pub(crate) async fn look_at_gradings(app: &App) -> Result<(), Fault> {
    let since = now() - LONGEST_DAYS * DAY_MS;
    for grading in app.store.due_gradings(since, now()).await? {
        let fault = match take_up(app, &grading, false).await {
            Ok(_) => None,
            Err(problem) if problem.status < 500 => Some(problem.detail),
            Err(problem) => {
                tracing::error!(grading = grading.id, problem = problem.detail, "cannot grade");
                continue;
            }
        };
        if grading.run.is_none() && fault.is_some() && fault != grading.fault {
            app.store.change(SetGradingFault { grading: grading.id, fault }).await?;
        }
    }
    Ok(())
}

/// Draws the games of a grading, or enters the versions that came in since. `always` also looks at one whose
/// last accepted moment is long over, and at what teams with an extension have now.
pub(crate) async fn take_up(app: &App, grading: &Grading, always: bool) -> Result<Taken, Problem> {
    let gone = || invalid("the event or its game is gone");
    let event = app.store.event_by_id(grading.event).await?.ok_or_else(gone)?;
    let rubric = read_rubric(app.game(&event.game).ok_or_else(gone)?, &grading.rubric)?;
    let own = app.store.own_deadlines(grading).await?;
    let last = own.values().copied().max().unwrap_or(0).max(grading.deadline_ms);
    let end = last + late_ms(rubric.late.as_ref()) + VALIDATION_MS;
    if grading.run.is_some() && now() > end && !always {
        return Ok(Taken::Nothing);
    }
    let handed = app.store.handed_in(event.id, now()).await?;
    let mut wanted = wanted(&handed, grading.deadline_ms, &own, rubric.late.as_ref());
    // What a team with an extension has now may not be what it has at its deadline. Staff may ask for its
    // games all the same; a later version replaces it.
    let waits = |team: i64| !always && own.get(&team).is_some_and(|deadline| *deadline >= now());
    wanted.retain(|one| !waits(one.side.team));
    let Some(run) = grading.run else {
        let waiting = pending(app, grading, &own).await?;
        if waiting > 0 {
            return Ok(Taken::Waiting(waiting));
        }
        if wanted.is_empty() && handed.iter().any(|one| waits(one.candidate.side.team)) {
            return Ok(Taken::Nothing);
        }
        if wanted.is_empty() {
            return Err(invalid(
                "no team has a valid version of the deadline; there is nothing to grade",
            ));
        }
        let change = plan_grading(app, &event, grading, None, &wanted).await?;
        let (rubric, deadline_ms) = (grading.rubric.clone(), grading.deadline_ms);
        let change = BeginGrading { grading: grading.id, deadline_ms, rubric, run: change };
        let begun = app.store.change(change).await?;
        app.changed();
        return Ok(if begun { Taken::New } else { Taken::Nothing });
    };
    let entrants = app.store.run_entrants(run).await?;
    let known: BTreeSet<i64> = entrants.into_iter().map(|(_, side)| side.submission).collect();
    let new: Vec<Candidate> =
        wanted.into_iter().filter(|one| !known.contains(&one.side.submission)).collect();
    if new.is_empty() || !enter_versions(app, &event, grading, run, &new).await? {
        return Ok(Taken::Nothing);
    }
    app.changed();
    Ok(Taken::New)
}

fn late_ms(late: Option<&LatePolicy>) -> Millis {
    late.map_or(0, |late| i64::from(late.days).saturating_mul(DAY_MS))
}

/// Number of submissions of the deadline that are still validated.
async fn pending(
    app: &App,
    grading: &Grading,
    own: &BTreeMap<i64, Millis>,
) -> Result<usize, Fault> {
    let is_open = |state: SubmissionState| {
        !matches!(state, SubmissionState::Valid | SubmissionState::Rejected)
    };
    let received = app.store.received(grading.event).await?;
    let deadline = |team: i64| own.get(&team).copied().unwrap_or(grading.deadline_ms);
    let is_pending =
        received.iter().filter(|one| is_open(one.state) && one.received_ms <= deadline(one.team));
    Ok(is_pending.count())
}

/// The versions that are graded, of each team: the one that played for it at its deadline, and the last late
/// one that the policy accepts.
fn wanted(
    handed: &[Handed],
    deadline: Millis,
    own: &BTreeMap<i64, Millis>,
    late: Option<&LatePolicy>,
) -> Vec<Candidate> {
    let mut all: Vec<Candidate> = Vec::new();
    for versions in handed.chunk_by(|a, b| a.candidate.side.team == b.candidate.side.team) {
        let team = versions[0].candidate.side.team;
        let deadline = own.get(&team).copied().unwrap_or(deadline);
        let last = deadline.saturating_add(late_ms(late));
        let in_time = versions.iter().rfind(|one| one.active_ms <= deadline);
        let after = versions.iter().rfind(|one| one.active_ms > deadline && one.active_ms <= last);
        let mut chosen: Vec<&Candidate> =
            [in_time, after].into_iter().flatten().map(|one| &one.candidate).collect();
        chosen.dedup_by_key(|one| one.side.submission);
        all.extend(chosen.into_iter().cloned());
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_compete::grade::PerDay;
    use agon_store::matches::Side;

    fn handed(team: i64, submission: i64, active_ms: Millis) -> Handed {
        let candidate = Candidate {
            side: Side { team, submission },
            number: submission as u32,
            name: format!("team {team}"),
            staff: false,
            source: String::new(),
            reading: None,
        };
        Handed { candidate, received_ms: active_ms, active_ms }
    }

    #[test]
    fn the_version_of_the_deadline_and_the_last_accepted_late_one_are_graded() {
        let policy = LatePolicy { per_day: PerDay::Points(1.0), days: 2 };
        let (deadline, day) = (1000, DAY_MS);
        let own = BTreeMap::from([(2, deadline + day)]);
        for (name, late, versions, graded) in [
            ("none", None, vec![], vec![]),
            ("in time", None, vec![(1, 1, 900), (1, 2, 1000)], vec![2]),
            ("late without a policy", None, vec![(1, 1, 900), (1, 2, 1001)], vec![1]),
            ("only late", Some(&policy), vec![(1, 1, 1001)], vec![1]),
            (
                "the last accepted one",
                Some(&policy),
                vec![(1, 1, 900), (1, 2, 2000), (1, 3, 1000 + 2 * day), (1, 4, 1001 + 2 * day)],
                vec![1, 3],
            ),
            ("extended", None, vec![(1, 1, 1001), (2, 2, 1000 + day), (2, 3, 1001 + day)], vec![2]),
            ("chosen again", Some(&policy), vec![(1, 1, 900), (1, 1, 2000)], vec![1]),
        ] {
            let all: Vec<Handed> = versions.iter().map(|(t, s, at)| handed(*t, *s, *at)).collect();
            let found = wanted(&all, deadline, &own, late);
            let found: Vec<i64> = found.iter().map(|one| one.side.submission).collect();
            assert_eq!(found, graded, "{name}");
        }
    }
}
