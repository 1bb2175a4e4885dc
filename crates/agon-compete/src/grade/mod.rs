//! Grading: fixed opponents, fixed maps and seeds, thresholds on reported values, points.
//!
//! Marks do not depend on other submissions; the same submission always gets the same marks.

mod condition;
mod marks;
mod rubric;

pub use condition::{Condition, Measure};
pub use marks::{Mark, Marks, opponent_name};
pub(crate) use marks::{draw, marks};
pub use rubric::{PassRule, Rubric, Task};
