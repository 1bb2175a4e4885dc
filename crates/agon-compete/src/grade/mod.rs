//! Grading: fixed opponents, fixed maps and seeds, thresholds on reported values, points.
//!
//! Marks do not depend on other submissions; the same submission always gets the same marks.

mod facts;
mod late;
mod marks;
mod rubric;
mod total;

pub use agon_expect::Condition;
pub use facts::SeatFacts;
pub use late::{DAY_MS, LatePolicy, PerDay, started_days};
pub use marks::{Mark, Marks, marks_of, opponent_name};
pub(crate) use marks::{draw, marks};
pub use rubric::{ManualTask, PassRule, Rubric, Task};
pub use total::{Total, best};

/// A number of points in words.
fn points(number: f64) -> String {
    format!("{number} {}", agon_core::numbered(number, "point"))
}
