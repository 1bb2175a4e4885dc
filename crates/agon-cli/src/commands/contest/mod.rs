//! What a competitor does on a contest server from the shell: log in, hand in a bot, play, look at results.

pub mod account;
mod api;
mod download;
mod login;
mod marks;
mod matches;
mod questions;
mod raffle;
mod scrimmage;
mod server;
mod standings;
mod submit;
mod team;
mod versions;

pub use api::run as api;
pub use download::run as download;
pub use login::run as login;
pub use marks::run as marks;
pub use matches::run as matches;
pub use questions::run as questions;
pub use raffle::run as raffle;
pub use scrimmage::run as scrimmage;
pub use server::Server;
pub use standings::run as standings;
pub use submit::{pack, run as submit};
pub use team::run as team;
pub use versions::run as versions;

use anyhow::Context;
use serde_json::Value;
use std::io::Write;

/// Runs requests to the end.
fn block_on<T>(work: impl Future<Output = anyhow::Result<T>>) -> anyhow::Result<T> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.context("cannot start the program's threads")?.block_on(work)
}

/// Prints an answer as JSON.
fn print_json(answer: &Value, out: &mut dyn Write) -> anyhow::Result<()> {
    Ok(writeln!(out, "{}", serde_json::to_string_pretty(answer)?)?)
}

/// A word of an answer; empty if it is missing.
pub fn word(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// The elements of an answer's list; none if it is missing.
fn list(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

/// The sides of a match or scrimmage: "Team Ada v Team Bob".
fn versus(sides: &Value) -> String {
    list(sides).iter().map(|side| word(&side["name"])).collect::<Vec<_>>().join(" v ")
}

/// A time of an answer for people.
fn moment(ms: &Value) -> String {
    let time = ms.as_i64().and_then(|ms| jiff::Timestamp::from_millisecond(ms).ok());
    time.map(|time| time.strftime("%Y-%m-%d %H:%M UTC").to_string()).unwrap_or_default()
}
