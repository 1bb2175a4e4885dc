//! The points of a submission over all tasks: those of its games, those that staff give, and what is taken
//! off because it was late.

use super::{Mark, Marks, PassRule, Rubric, Task, points};
use agon_core::count;
use serde::Serialize;
use std::collections::BTreeMap;

/// The points of one submission.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Total {
    /// Points of the tasks with games.
    pub automatic: f64,
    /// Points that staff have given.
    pub manual: f64,
    /// Days that had started since the deadline when it came.
    pub late_days: u32,
    /// Points that are taken off because it was late.
    pub taken_off: f64,
    /// All points.
    pub total: f64,
    /// Maximum points.
    pub most: f64,
    /// Manual tasks for which staff have not given points yet.
    pub unmarked: Vec<String>,
}

/// Points are rounded to thousandths, so that sums of thirds are printed alike everywhere.
pub(super) fn rounded(points: f64) -> f64 {
    (points * 1000.0).round() / 1000.0
}

impl Rubric {
    /// Adds up the points of a submission: the marks of its games, if it could play, and the points of staff
    /// by manual task.
    pub fn total(
        &self,
        marks: Option<&Marks>,
        given: &BTreeMap<String, f64>,
        late_days: u32,
    ) -> Total {
        let automatic = rounded(marks.map_or(0.0, |marks| marks.points));
        let points = |name: &String| given.get(name).copied();
        let manual = rounded(self.manual.iter().filter_map(|task| points(&task.name)).sum::<f64>());
        let unmarked = self.manual.iter().map(|task| task.name.clone());
        let unmarked = unmarked.filter(|name| points(name).is_none()).collect();
        let taken_off = match &self.late {
            Some(policy) => rounded(policy.taken_off(automatic + manual, late_days)),
            None => 0.0,
        };
        let total = rounded(automatic + manual - taken_off);
        let most = rounded(self.most() + self.most_manual());
        Total { automatic, manual, late_days, taken_off, total, most, unmarked }
    }
}

/// The place of the submission that counts among several of one author: the one with the most points, the
/// first of equals.
pub fn best(totals: &[Total]) -> Option<usize> {
    let mut best: Option<usize> = None;
    for (place, total) in totals.iter().enumerate() {
        if best.is_none_or(|best| total.total > totals[best].total) {
            best = Some(place);
        }
    }
    best
}

impl Mark {
    /// Says what the points follow from; `need` is the task's condition.
    pub fn held_sentence(&self, need: &str) -> String {
        format!(
            "{} of {} met the condition `{need}`; 95 % confidence interval: {:.0} to {:.0} %.",
            self.held,
            count(self.games as u64, "game"),
            100.0 * self.interval.0,
            100.0 * self.interval.1
        )
    }

    /// The reasons for the points, one sentence each, as the author may read them. About the games against
    /// a hidden opponent only the counts are told.
    pub fn sentences(&self, task: &Task) -> Vec<String> {
        let mut all = vec![self.held_sentence(&task.need.to_string())];
        all.push(match task.enough {
            PassRule::All => format!("All games must meet it for the {}.", points(task.points)),
            PassRule::Share(share) => {
                format!(
                    "{} % of the games must meet it for the {}.",
                    100.0 * share,
                    points(task.points)
                )
            }
            PassRule::Proportional => {
                format!("Each game that meets it counts its part of the {}.", points(task.points))
            }
        });
        if let Some(hidden) = &task.hidden {
            all.push(format!("The opponent is hidden: {hidden}"));
            return all;
        }
        all.extend(self.why.iter().map(|(why, count)| format!("{count} x {why}")));
        all.extend(self.worst_sentence.iter().map(|worst| format!("Worst game: {worst}.")));
        all
    }
}
