//! `agon matches`: lists matches, or shows one.

use super::server::Server;
use super::{block_on, moment, print_json, versus, word};
use crate::Done;
use crate::args::MatchesArgs;
use crate::report::table;
use serde_json::Value;
use std::io::Write;

pub fn run(args: &MatchesArgs, out: &mut dyn Write) -> anyhow::Result<Done> {
    let server = Server::of_login(args.contest.event.as_ref())?;
    let answer = match args.number {
        Some(number) => block_on(server.get(&format!("/matches/{number}"), &[]))?,
        None => block_on(server.get(&server.in_event("/matches")?, &query(args)))?,
    };
    if args.contest.json {
        print_json(&answer, out)?;
    } else if args.number.is_some() {
        write!(out, "{}", described(&answer))?;
    } else {
        let matches = answer["matches"].as_array().map(Vec::as_slice).unwrap_or_default();
        match matches.is_empty() {
            true => writeln!(out, "There is no such match.")?,
            false => write!(out, "{}", table(&matches.iter().map(row).collect::<Vec<_>>()))?,
        }
    }
    Ok(Done::Well)
}

fn query(args: &MatchesArgs) -> Vec<(&'static str, String)> {
    let words = [
        ("kind", &args.kind),
        ("state", &args.state),
        ("result", &args.result),
        ("map", &args.map),
        ("since", &args.since),
    ];
    let mut query = vec![("limit", args.limit.to_string())];
    query.extend(words.into_iter().filter_map(|(name, value)| Some((name, value.clone()?))));
    query
}

fn row(one: &Value) -> Vec<String> {
    vec![
        one["id"].to_string(),
        moment(&one["created_ms"]),
        word(&one["kind"]).to_owned(),
        versus(&one["sides"]),
        word(&one["state"]).to_owned(),
        results(one),
    ]
}

/// How the sides did: "won, lost"; empty before the end.
fn results(one: &Value) -> String {
    let sides = one["sides"].as_array().map(Vec::as_slice).unwrap_or_default();
    sides.iter().filter_map(|side| side["result"].as_str()).collect::<Vec<_>>().join(", ")
}

fn described(one: &Value) -> String {
    let (id, kind, state) = (&one["id"], word(&one["kind"]), word(&one["state"]));
    let mut text = format!("Match {id} ({kind}): {} is {state}.\n", versus(&one["sides"]));
    if let Some(why) = one["why"].as_str() {
        text.push_str(&format!("{why}\n"));
    }
    for game in one["games"].as_array().map(Vec::as_slice).unwrap_or_default() {
        let (number, map, seed) = (&game["number"], word(&game["map"]), &game["seed"]);
        let reason = word(&game["reason"]);
        text.push_str(&format!("  game {number} on {map}, seed {seed}: {reason}\n"));
        let faults = game["faults"].as_array().map(Vec::as_slice).unwrap_or_default();
        for fault in faults.iter().filter_map(Value::as_str) {
            text.push_str(&format!("    your bot: {fault}\n"));
        }
    }
    text
}
