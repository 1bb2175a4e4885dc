//! Runs of many games, held with built-in bots and with some that fail on purpose.

mod comparing;
mod grading;
mod hall;
mod infrastructure;
mod journals;
mod leagues;
mod tournaments;
