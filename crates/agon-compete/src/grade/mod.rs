//! Grading: fixed opponents, fixed maps and seeds, thresholds on reported values, points.
//!
//! Marks do not depend on other submissions; the same submission always gets the same marks.

mod facts;
mod marks;
mod rubric;

pub use agon_expect::Condition;
pub use facts::SeatFacts;
pub use marks::{Mark, Marks, opponent_name};
pub(crate) use marks::{draw, marks};
pub use rubric::{PassRule, Rubric, Task};
