//! `agon standings`: the ladder of an event.

use super::server::Server;
use super::{block_on, print_json, word};
use crate::Done;
use crate::args::StandingsArgs;
use crate::report::table;
use serde_json::Value;
use std::io::Write;

pub fn run(args: &StandingsArgs, out: &mut dyn Write) -> anyhow::Result<Done> {
    let server = Server::of_login(args.contest.event.as_ref())?;
    let board = block_on(server.get(&server.in_event("/leaderboard")?, &[]))?;
    if args.contest.json {
        print_json(&board, out)?;
        return Ok(Done::Well);
    }
    let lines = board["lines"].as_array().map(Vec::as_slice).unwrap_or_default();
    if lines.is_empty() {
        writeln!(out, "There are no ranked results yet.")?;
        return Ok(Done::Well);
    }
    let head = ["team", "rating", "+-", "places", "games", "won", "shared", "lost"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    rows.extend(lines.iter().map(row));
    write!(out, "{}", table(&rows))?;
    Ok(Done::Well)
}

fn row(line: &Value) -> Vec<String> {
    let whole = |value: &Value| format!("{:.0}", value.as_f64().unwrap_or_default());
    let state = line["state"].as_str().map_or(String::new(), |state| format!(" ({state})"));
    vec![
        format!("{}{state}", word(&line["name"])),
        whole(&line["elo"]),
        whole(&line["error"]),
        format!("{}-{}", line["best_place"], line["worst_place"]),
        line["games"].to_string(),
        line["won"].to_string(),
        line["shared"].to_string(),
        line["lost"].to_string(),
    ]
}
