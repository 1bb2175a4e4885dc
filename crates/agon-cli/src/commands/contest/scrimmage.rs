//! `agon scrimmage`: asks for unranked games and answers other teams' wishes.

use super::server::Server;
use super::{block_on, list, moment, print_json, versus, word};
use crate::Done;
use crate::args::{ScrimmageAction, ScrimmageArgs, SeatsWord, Switch};
use crate::report::table;
use anyhow::{Context, bail};
use reqwest::Method;
use serde_json::{Value, json};
use std::io::Write;

pub fn run(args: &ScrimmageArgs, out: &mut dyn Write) -> anyhow::Result<Done> {
    let server = Server::of_login(args.contest.event.as_ref())?;
    let answer = block_on(ask(&server, &args.action))?;
    if args.contest.json {
        print_json(&answer, out)?;
        return Ok(Done::Well);
    }
    match &args.action {
        ScrimmageAction::Ask { .. } | ScrimmageAction::Rematch { .. } => {
            write!(out, "{}", described(&answer["scrimmage"]))?;
            writeln!(out, "{} more can be asked for in this hour.", answer["left_this_hour"])?;
        }
        ScrimmageAction::List => {
            let rows: Vec<Vec<String>> = list(&answer["scrimmages"]).iter().map(row).collect();
            match rows.is_empty() {
                true => writeln!(out, "Your team has no scrimmages yet.")?,
                false => write!(out, "{}", table(&rows))?,
            }
        }
        ScrimmageAction::Accept { .. } | ScrimmageAction::Decline { .. } => {
            write!(out, "{}", described(&answer))?;
        }
        ScrimmageAction::Always { switch: Switch::On } => {
            writeln!(out, "Your team accepts every scrimmage.")?;
        }
        ScrimmageAction::Always { switch: Switch::Off } => {
            writeln!(out, "Your team is asked before each scrimmage.")?;
        }
    }
    Ok(Done::Well)
}

async fn ask(server: &Server, action: &ScrimmageAction) -> anyhow::Result<Value> {
    let path = server.in_event("/scrimmages")?;
    match action {
        ScrimmageAction::Ask { opponents, games, map, seats, seed, version } => {
            let mut found = Vec::new();
            for opponent in opponents {
                found.push(json!({ "team": team(server, opponent).await? }));
            }
            let seats = match seats {
                SeatsWord::Swap => "swap",
                SeatsWord::First => "first",
                SeatsWord::Last => "last",
            };
            let wish = json!({
                "opponents": found, "games": games, "maps": map, "seats": seats, "seed": seed,
                "version": version,
            });
            server.call(Method::POST, &path, &wish).await
        }
        ScrimmageAction::Rematch { number } => {
            server.call(Method::POST, &format!("/matches/{number}/rematch"), &json!({})).await
        }
        ScrimmageAction::List => server.get(&path, &[]).await,
        ScrimmageAction::Accept { scrimmage } => answer(server, *scrimmage, true).await,
        ScrimmageAction::Decline { scrimmage } => answer(server, *scrimmage, false).await,
        ScrimmageAction::Always { switch } => {
            let path = server.in_event("/my-team/scrimmages")?;
            let body = json!({ "always_accepts": *switch == Switch::On });
            server.call(Method::PUT, &path, &body).await
        }
    }
}

async fn answer(server: &Server, id: i64, accept: bool) -> anyhow::Result<Value> {
    let path = format!("/scrimmages/{id}/answer");
    server.call(Method::POST, &path, &json!({ "accept": accept })).await
}

/// The number of a team: as it was written, or found by its name.
async fn team(server: &Server, text: &str) -> anyhow::Result<i64> {
    if let Ok(number) = text.parse() {
        return Ok(number);
    }
    let path = server.in_event("/teams")?;
    let mut query = vec![("limit", "200".to_owned())];
    loop {
        let page = server.get(&path, &query).await?;
        let is_it = |team: &&Value| word(&team["name"]).eq_ignore_ascii_case(text);
        if let Some(found) = list(&page["teams"]).iter().find(is_it) {
            return found["id"].as_i64().context("the server's answer has no number");
        }
        let Some(next) = page["next"].as_i64() else {
            bail!("there is no team `{text}` in this event");
        };
        query = vec![("limit", "200".to_owned()), ("cursor", next.to_string())];
    }
}

fn row(one: &Value) -> Vec<String> {
    let played = one["match"].as_i64().map(|id| format!("match {id}")).unwrap_or_default();
    let state = word(&one["state"]).to_owned();
    vec![one["id"].to_string(), moment(&one["asked_ms"]), versus(&one["sides"]), state, played]
}

/// What became of a scrimmage, as a sentence.
fn described(one: &Value) -> String {
    let (id, sides) = (&one["id"], versus(&one["sides"]));
    match (word(&one["state"]), one["match"].as_i64()) {
        ("accepted", Some(found)) => {
            format!("Scrimmage {id} ({sides}) is played as match {found}.\n")
        }
        ("asked", _) => {
            let until = moment(&one["expires_ms"]);
            format!("Scrimmage {id} ({sides}) waits for an answer until {until}.\n")
        }
        (state, _) => format!("Scrimmage {id} ({sides}) is {state}.\n"),
    }
}
