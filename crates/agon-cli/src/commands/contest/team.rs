//! `agon team`: makes, joins, renames or leaves a team, and shows it.

use super::server::Server;
use super::{block_on, list, print_json, word};
use crate::Done;
use crate::args::{TeamAction, TeamArgs};
use reqwest::Method;
use serde_json::{Value, json};
use std::io::Write;

pub fn run(args: &TeamArgs, out: &mut dyn Write) -> anyhow::Result<Done> {
    let server = Server::of_login(args.contest.event.as_ref())?;
    let asked = match &args.action {
        Some(TeamAction::Make { name }) => Some((Method::POST, "/teams", json!({ "name": name }))),
        Some(TeamAction::Join { code }) => Some((Method::POST, "/join", json!({ "code": code }))),
        Some(TeamAction::Leave) => Some((Method::POST, "/leave", json!({}))),
        Some(TeamAction::Rename { name }) => {
            Some((Method::PATCH, "/my-team", json!({ "name": name })))
        }
        Some(TeamAction::NewCode) => {
            Some((Method::PATCH, "/my-team", json!({ "new_join_code": true })))
        }
        None => None,
    };
    let has_left = matches!(args.action, Some(TeamAction::Leave));
    let mine = block_on(async {
        if let Some((method, path, body)) = asked {
            server.call(method, &server.in_event(path)?, &body).await?;
        }
        match has_left {
            true => Ok(Value::Null),
            false => server.get(&server.in_event("/my-team")?, &[]).await,
        }
    })?;
    if args.contest.json {
        print_json(&mine, out)?;
        return Ok(Done::Well);
    }
    if has_left {
        writeln!(out, "You have left your team.")?;
        return Ok(Done::Well);
    }
    let members: Vec<&str> = list(&mine["members"]).iter().map(word).collect();
    writeln!(
        out,
        "{} (team {}): {}",
        word(&mine["team"]["name"]),
        mine["team"]["id"],
        members.join(", ")
    )?;
    let state = word(&mine["team"]["state"]);
    if state != "active" {
        match word(&mine["reason"]) {
            "" => writeln!(out, "Your team is {state}.")?,
            reason => writeln!(out, "Your team is {state}: {reason}")?,
        }
        return Ok(Done::Well);
    }
    writeln!(out, "Others join with: agon team join {}", word(&mine["join_code"]))?;
    Ok(Done::Well)
}
