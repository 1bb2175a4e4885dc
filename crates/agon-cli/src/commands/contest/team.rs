//! `agon team`: makes or joins a team, and shows it.

use super::server::Server;
use super::{block_on, print_json, word};
use crate::Done;
use crate::args::{TeamAction, TeamArgs};
use reqwest::Method;
use serde_json::json;
use std::io::Write;

pub fn run(args: &TeamArgs, out: &mut dyn Write) -> anyhow::Result<Done> {
    let server = Server::of_login(args.contest.event.as_ref())?;
    let asked = match &args.action {
        Some(TeamAction::Make { name }) => Some(("/teams", json!({ "name": name }))),
        Some(TeamAction::Join { code }) => Some(("/join", json!({ "code": code }))),
        None => None,
    };
    let mine = block_on(async {
        if let Some((path, body)) = asked {
            server.call(Method::POST, &server.in_event(path)?, &body).await?;
        }
        server.get(&server.in_event("/my-team")?, &[]).await
    })?;
    if args.contest.json {
        print_json(&mine, out)?;
        return Ok(Done::Well);
    }
    let members = mine["members"].as_array().map(Vec::as_slice).unwrap_or_default();
    let members: Vec<&str> = members.iter().map(word).collect();
    writeln!(
        out,
        "{} (team {}): {}",
        word(&mine["team"]["name"]),
        mine["team"]["id"],
        members.join(", ")
    )?;
    writeln!(out, "Others join with: agon team join {}", word(&mine["join_code"]))?;
    Ok(Done::Well)
}
