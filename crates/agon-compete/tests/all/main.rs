//! Runs as logs, without playing a game: a fake stage decides the results.

mod credit;
mod fairness;
mod fake;
mod grading;
mod logs;
mod planning;
mod tally;
