//! The results of a grading, by team: computed from the run's log, the points of staff and the late policy.

use super::wanted;
use crate::runs::Runs;
use agon_compete::grade::{Marks, Rubric, Total, best, marks_of, started_days};
use agon_compete::{EntrantId, History, Role};
use agon_store::grading::{Comment, GradedTeam, Grading, Handed, ManualMark, Received};
use agon_store::submissions::SubmissionState;
use agon_store::{Fault, Millis, Store};
use std::collections::{BTreeMap, BTreeSet};

/// The results of all teams.
pub(crate) struct Graded {
    /// The rubric, with the regulations of the run.
    pub rubric: Rubric,
    /// The teams, by name.
    pub teams: Vec<TeamResult>,
}

/// The result of a team.
pub(crate) struct TeamResult {
    pub team: GradedTeam,
    /// The team's deadline.
    pub deadline_ms: Millis,
    /// The graded versions, in the order in which they were entered.
    pub versions: Vec<VersionResult>,
    /// The place of the version that counts.
    pub counts: Option<usize>,
    /// What the team gets: that of the version that counts, or what remains without one.
    pub total: Total,
    /// Why a version is missing or incomplete.
    pub note: Option<String>,
    pub manual: Vec<ManualMark>,
    pub comments: Vec<Comment>,
}

/// A graded version.
pub(crate) struct VersionResult {
    pub submission: i64,
    pub number: u32,
    pub received_ms: Millis,
    /// None while its games are played, and if it cannot play.
    pub marks: Option<Marks>,
    /// Why it cannot play by the regulations.
    pub broken: Option<String>,
    pub total: Total,
}

impl TeamResult {
    /// The version that counts.
    pub fn counted(&self) -> Option<&VersionResult> {
        self.versions.get(self.counts?)
    }
}

/// Computes the results of a grading.
pub(crate) async fn results(
    store: &Store,
    runs: &Runs,
    grading: &Grading,
) -> Result<Graded, Fault> {
    let damaged = |why: String| Fault::Damaged(format!("grading {}: {why}", grading.id));
    let rubric = Rubric::parse(&grading.rubric).map_err(damaged)?;
    let played = match grading.run {
        None => None,
        Some(run) => {
            let found = store.run(run).await?;
            let found = found.ok_or_else(|| damaged(format!("run {run} is gone")))?;
            let (_, history) = runs.shown(&found, i64::MAX).await?;
            Some((history, store.run_entrants(run).await?))
        }
    };
    let teams = store.graded_teams(grading.event).await?;
    let handed = store.handed_in(grading.event, Millis::MAX).await?;
    let (own, received) =
        (store.own_deadlines(grading).await?, store.received(grading.event).await?);
    let (manual, comments) =
        (store.manual_marks(grading.id).await?, store.source_comments(grading.id).await?);
    // A version that a later one of the team has replaced was graded, but does not count.
    let chosen = wanted(&handed, grading.deadline_ms, &own, rubric.late.as_ref());
    let chosen: BTreeSet<i64> = chosen.iter().map(|one| one.side.submission).collect();
    let mut all = Vec::new();
    for team in teams {
        let id = team.id;
        let deadline_ms = own.get(&id).copied().unwrap_or(grading.deadline_ms);
        let manual: Vec<ManualMark> =
            manual.iter().filter(|mark| mark.team == id).cloned().collect();
        let given: BTreeMap<String, f64> =
            manual.iter().map(|mark| (mark.task.clone(), mark.points)).collect();
        let mut versions = Vec::new();
        if let Some((history, entrants)) = &played {
            let of_team = entrants
                .iter()
                .filter(|(_, side)| side.team == id && chosen.contains(&side.submission));
            for (number, side) in of_team {
                let version = handed.iter().find(|one| one.candidate.side == *side);
                let marks = marks_of_player(&rubric, history, EntrantId(*number));
                versions.extend(version.map(|version| {
                    version_result(&rubric, version, deadline_ms, marks, None, &given)
                }));
            }
            versions.extend(rejected(history, &handed, id).map(|(version, why)| {
                version_result(&rubric, version, deadline_ms, None, Some(why), &given)
            }));
        }
        let totals: Vec<Total> = versions.iter().map(|version| version.total.clone()).collect();
        let counts = best(&totals);
        let total =
            counts.map_or_else(|| rubric.total(None, &given, 0), |place| totals[place].clone());
        let stopped = played.as_ref().and_then(|(history, _)| history.stopped());
        let note = note(&versions, counts, &received, id, deadline_ms, stopped);
        let comments = comments.iter().filter(|comment| comment.team == id).cloned().collect();
        all.push(TeamResult { team, deadline_ms, versions, counts, total, note, manual, comments });
    }
    Ok(Graded { rubric, teams: all })
}

fn marks_of_player(rubric: &Rubric, history: &History, entrant: EntrantId) -> Option<Marks> {
    let entrant = history.entrant(entrant).filter(|one| one.entered.role == Role::Player)?;
    marks_of(rubric, history, entrant)
}

/// The versions of a team that the regulations keep out, and why.
fn rejected<'a>(
    history: &'a History,
    handed: &'a [Handed],
    team: i64,
) -> impl Iterator<Item = (&'a Handed, String)> {
    let mut seen = Vec::new();
    handed.iter().filter_map(move |one| {
        let found = &one.candidate;
        let name = format!("{}@{}", found.name, found.number);
        let why = history.rejected().get(&name).filter(|_| found.side.team == team)?;
        // A version that was chosen again is there twice.
        let is_new = !seen.contains(&found.side.submission);
        seen.push(found.side.submission);
        is_new.then(|| (one, why.clone()))
    })
}

fn version_result(
    rubric: &Rubric,
    version: &Handed,
    deadline_ms: Millis,
    marks: Option<Marks>,
    broken: Option<String>,
    given: &BTreeMap<String, f64>,
) -> VersionResult {
    let late_days = started_days(version.received_ms, deadline_ms);
    let total = rubric.total(marks.as_ref(), given, late_days);
    VersionResult {
        submission: version.candidate.side.submission,
        number: version.candidate.number,
        received_ms: version.received_ms,
        marks,
        broken,
        total,
    }
}

/// What has to be said about a result that is not simply the points of a version.
fn note(
    versions: &[VersionResult],
    counts: Option<usize>,
    received: &[Received],
    team: i64,
    deadline_ms: Millis,
    stopped: Option<&str>,
) -> Option<String> {
    let still_playing = |one: &&VersionResult| one.marks.is_none() && one.broken.is_none();
    if let Some(version) = versions.iter().find(still_playing) {
        let number = version.number;
        return Some(match stopped {
            None => format!("the games of version {number} are still played"),
            Some(why) => format!(
                "the games of version {number} were not all played, because the grading was stopped: {why}"
            ),
        });
    }
    let counted = counts.and_then(|place| versions.get(place));
    if let Some(version) = counted {
        let why = version.broken.as_ref()?;
        return Some(format!("version {} could not play: {why}", version.number));
    }
    let in_time =
        || received.iter().filter(|one| one.team == team && one.received_ms <= deadline_ms);
    // A rejected version counts only if there is no other one.
    let last = in_time().rfind(|one| one.state != SubmissionState::Rejected);
    Some(match last.or_else(|| in_time().next_back()) {
        Some(last) if last.state == SubmissionState::Rejected => {
            let why = last.reason.as_deref().unwrap_or("no reason is known");
            format!("version {} was rejected: {why}", last.number)
        }
        Some(last) if last.state == SubmissionState::Valid => {
            format!("version {} is not graded yet", last.number)
        }
        Some(last) => format!("version {} is still validated", last.number),
        None => "no version was handed in by the deadline".to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rejected_version_is_named_only_if_there_is_no_other_one() {
        let handed_in = |number, state| {
            let reason = Some("no bot".to_owned());
            Received { team: 1, number, state, reason, received_ms: number.into() }
        };
        let said = |received: &[Received]| note(&[], None, received, 1, 9, None).unwrap();
        let (valid, bad) = (SubmissionState::Valid, SubmissionState::Rejected);
        let received = [handed_in(1, valid), handed_in(2, valid), handed_in(3, bad)];
        assert_eq!(said(&received), "version 2 is not graded yet");
        assert_eq!(said(&received[2..]), "version 3 was rejected: no bot");
        assert_eq!(said(&[handed_in(10, valid)]), "no version was handed in by the deadline");
    }
}
