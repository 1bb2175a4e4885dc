//! `agon download`: the replays of a match.

use super::server::Server;
use super::{block_on, print_json};
use crate::args::DownloadArgs;
use crate::{Done, files};
use anyhow::bail;
use serde_json::{Value, json};
use std::io::Write;

pub fn run(args: &DownloadArgs, out: &mut dyn Write) -> anyhow::Result<Done> {
    let server = Server::of_login(args.contest.event.as_ref())?;
    let number = args.number;
    let written = block_on(async {
        let found = server.get(&format!("/matches/{number}"), &[]).await?;
        let games = found["games"].as_array().map(Vec::as_slice).unwrap_or_default();
        let games: Vec<i64> = games
            .iter()
            .filter(|game| game["replay"] == true)
            .filter_map(|game| game["number"].as_i64())
            .filter(|game| args.game.is_none_or(|wanted| i64::from(wanted) == *game))
            .collect();
        if games.is_empty() {
            let what = args.game.map_or("no game".into(), |game| format!("no game {game}"));
            bail!("match {number} has {what} with a replay yet");
        }
        let mut written = Vec::new();
        for game in games {
            let bytes = server.file(&format!("/matches/{number}/games/{game}/replay")).await?;
            let path = args.output.join(format!("match-{number}-game-{game}.agonreplay"));
            files::write(&path, &bytes)?;
            written.push(path);
        }
        Ok(written)
    })?;
    if args.contest.json {
        let paths: Vec<Value> = written.iter().map(|path| json!(path.to_string_lossy())).collect();
        print_json(&json!({ "replays": paths }), out)?;
        return Ok(Done::Well);
    }
    for path in &written {
        writeln!(out, "{}", path.display())?;
    }
    Ok(Done::Well)
}
