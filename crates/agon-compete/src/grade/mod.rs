//! Grading: fixed opponents, fixed maps and seeds, thresholds on what the game reports, points.
//!
//! Marks never depend on classmates, and the same submission gets the same marks again.

mod condition;
mod marks;
mod rubric;

pub use condition::{Condition, Measure};
pub use marks::{Mark, Marks, grade};
pub use rubric::{Enough, Rubric, Task};
