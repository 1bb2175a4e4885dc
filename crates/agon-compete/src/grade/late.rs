//! What is taken off the points of a submission that came after the deadline.

use super::points;
use serde::{Deserialize, Serialize};

/// Length of a day of lateness in milliseconds.
pub const DAY_MS: i64 = 86_400_000;

/// What a late submission loses for each day that has started since the deadline.
#[derive(Copy, Clone, Debug, PartialEq)]
pub enum PerDay {
    /// Nothing.
    Nothing,
    /// This many points.
    Points(f64),
    /// This share of its points, in per cent.
    Percent(f64),
}

/// Which late submissions are graded, and what they lose. A rubric without one accepts none.
#[derive(Copy, Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "LateKeys", into = "LateKeys")]
pub struct LatePolicy {
    /// What each started day costs.
    pub per_day: PerDay,
    /// The latest accepted submission comes within this many days after the deadline.
    pub days: u32,
}

/// A policy as it is written in a rubric.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LateKeys {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    points: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    percent: Option<f64>,
    days: u32,
}

impl TryFrom<LateKeys> for LatePolicy {
    type Error = String;
    fn try_from(keys: LateKeys) -> Result<LatePolicy, String> {
        let per_day = match (keys.points, keys.percent) {
            (None, None) => PerDay::Nothing,
            (Some(points), None) if points.is_finite() && points >= 0.0 => PerDay::Points(points),
            (None, Some(percent)) if (0.0..=100.0).contains(&percent) => PerDay::Percent(percent),
            (Some(_), Some(_)) => {
                return Err("a late policy takes off `points` or `percent`, not both".into());
            }
            (Some(_), None) => return Err("the `points` per late day must be 0 or more".into()),
            (None, Some(_)) => {
                return Err("the `percent` per late day must lie between 0 and 100".into());
            }
        };
        if keys.days == 0 {
            let sentence = "`days` of a late policy must be at least 1; leave the policy out to accept no \
                            late submission";
            return Err(sentence.into());
        }
        Ok(LatePolicy { per_day, days: keys.days })
    }
}

impl From<LatePolicy> for LateKeys {
    fn from(policy: LatePolicy) -> LateKeys {
        let (points, percent) = match policy.per_day {
            PerDay::Nothing => (None, None),
            PerDay::Points(points) => (Some(points), None),
            PerDay::Percent(percent) => (None, Some(percent)),
        };
        LateKeys { points, percent, days: policy.days }
    }
}

/// Number of days that have started by `at_ms` since the deadline; 0 in time.
pub fn started_days(at_ms: i64, deadline_ms: i64) -> u32 {
    let late_ms = at_ms.saturating_sub(deadline_ms).max(0);
    u32::try_from(late_ms.saturating_add(DAY_MS - 1) / DAY_MS).unwrap_or(u32::MAX)
}

impl LatePolicy {
    /// What a submission with these points loses after this many started days.
    pub fn taken_off(&self, points: f64, days: u32) -> f64 {
        let days = f64::from(days);
        let off = match self.per_day {
            PerDay::Nothing => 0.0,
            PerDay::Points(each) => each * days,
            PerDay::Percent(each) => points * each * days / 100.0,
        };
        off.clamp(0.0, points.max(0.0))
    }

    /// The policy as a sentence.
    pub fn sentence(&self) -> String {
        let cost = match self.per_day {
            PerDay::Nothing => "nothing".to_owned(),
            PerDay::Points(number) => points(number),
            PerDay::Percent(percent) => format!("{percent} % of its points"),
        };
        let days = self.days;
        let until = if days == 1 { "one day".to_owned() } else { format!("{days} days") };
        format!(
            "A submission is accepted until {until} after the deadline and loses {cost} for each started day."
        )
    }
}
