//! `agon versions`: the versions of a team's bot.

use super::server::Server;
use super::{block_on, list, moment, print_json, word};
use crate::args::{VersionsAction, VersionsArgs};
use crate::report::table;
use crate::{Done, files};
use anyhow::Context;
use reqwest::Method;
use serde_json::{Value, json};
use std::io::Write;

pub fn run(args: &VersionsArgs, out: &mut dyn Write) -> anyhow::Result<Done> {
    let server = Server::of_login(args.contest.event.as_ref())?;
    let Some(action) = &args.action else { return show(&server, args.contest.json, out) };
    let (version, answer, sentence) = block_on(act(&server, action))?;
    match args.contest.json {
        true => print_json(&answer, out)?,
        false => writeln!(out, "Version {version} {sentence}.")?,
    }
    Ok(Done::Well)
}

/// Prints the versions, newest first.
fn show(server: &Server, as_json: bool, out: &mut dyn Write) -> anyhow::Result<Done> {
    let (versions, mine) = block_on(async {
        let versions = server.get(&server.in_event("/submissions")?, &[]).await?;
        Ok((versions, server.get(&server.in_event("/my-team")?, &[]).await?))
    })?;
    if as_json {
        print_json(&versions, out)?;
        return Ok(Done::Well);
    }
    let rows: Vec<Vec<String>> = list(&versions)
        .iter()
        .map(|version| {
            let is_active = version["id"] == mine["active_submission"];
            let state = if is_active { "plays" } else { word(&version["state"]) };
            vec![
                version["number"].to_string(),
                moment(&version["received_ms"]),
                state.to_owned(),
                word(&version["name"]).to_owned(),
                word(&version["label"]).to_owned(),
            ]
        })
        .collect();
    match rows.is_empty() {
        true => writeln!(out, "Your team has handed in nothing yet: agon submit BOT")?,
        false => write!(out, "{}", table(&rows))?,
    }
    Ok(Done::Well)
}

/// Does something with a version: its number, the answer, and what was done.
async fn act(
    server: &Server,
    action: &VersionsAction,
) -> anyhow::Result<(u32, Value, &'static str)> {
    match action {
        VersionsAction::Activate { version } => {
            let path = path_of(server, *version).await? + "/activate";
            let answer = server.call(Method::POST, &path, &json!({})).await?;
            Ok((*version, answer, "plays from now on"))
        }
        VersionsAction::Label { version, label } => {
            let label = Some(label).filter(|label| !label.is_empty());
            let path = path_of(server, *version).await? + "/label";
            let answer = server.call(Method::PUT, &path, &json!({ "label": label })).await?;
            let done = if label.is_some() { "has its name" } else { "has no name any more" };
            Ok((*version, answer, done))
        }
        VersionsAction::Download { version, output } => {
            let found = find(server, *version).await?;
            let bytes = server.file(&format!("/submissions/{}/source", found["id"])).await?;
            // The name is that of the upload; folders in it are not followed.
            let name = word(&found["name"]).rsplit(['/', '\\']).next().unwrap_or_default();
            let path = output.join(format!("version-{version}-{name}"));
            files::write(&path, &bytes)?;
            Ok((*version, json!({ "file": path.to_string_lossy() }), "is downloaded"))
        }
    }
}

/// The version with a number within the team.
async fn find(server: &Server, version: u32) -> anyhow::Result<Value> {
    let answer = server.get(&server.in_event("/submissions")?, &[]).await?;
    let found = list(&answer).iter().find(|found| found["number"] == version).cloned();
    found.with_context(|| format!("your team has no version {version}; see `agon versions`"))
}

async fn path_of(server: &Server, version: u32) -> anyhow::Result<String> {
    Ok(format!("/submissions/{}", find(server, version).await?["id"]))
}
