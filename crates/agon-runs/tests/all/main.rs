//! Runs of many games with built-in bots and with bots that fail on purpose.

mod comparing;
mod conduct;
mod grading;
mod infrastructure;
mod journals;
mod leagues;
mod support;
mod tournaments;
