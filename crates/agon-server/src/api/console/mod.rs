//! The organiser's console: one file per subject.

pub mod audit;
pub mod decisions;
pub mod overview;
pub mod review;
pub mod switches;
