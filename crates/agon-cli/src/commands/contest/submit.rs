//! `agon submit`: hands in a bot and waits for the verdict.

use super::server::Server;
use super::{block_on, moment, print_json, word};
use crate::args::SubmitArgs;
use crate::{Done, usage};
use anyhow::Context;
use std::io::Write;
use std::path::Path;
use std::time::Duration;

/// How often the server is asked for the verdict.
const LOOK: Duration = Duration::from_millis(500);

pub fn run(args: &SubmitArgs, out: &mut dyn Write) -> anyhow::Result<Done> {
    let (name, bytes) = pack(&args.bot)?;
    let server = Server::of_login(args.contest.event.as_ref())?;
    let path = server.in_event("/submissions")?;
    let (end, limits) = block_on(async {
        let mut found = server.upload(&path, &[("name", name.clone())], bytes).await?;
        let limits = found["limits"].clone();
        let path = format!("/submissions/{}", found["id"]);
        while !args.no_wait && !["valid", "rejected"].contains(&word(&found["state"])) {
            tokio::time::sleep(LOOK).await;
            found = server.get(&path, &[]).await?;
        }
        Ok((found, limits))
    })?;
    let state = word(&end["state"]);
    if args.contest.json {
        print_json(&end, out)?;
    } else {
        writeln!(out, "Version {} of your bot ({name}) is {state}.", end["number"])?;
        if state == "rejected" {
            // The log begins with the reason, in full.
            let log = word(&end["log"]);
            writeln!(out, "{}", if log.is_empty() { word(&end["reason"]) } else { log })?;
        }
        if let Some(left) = limits["left"].as_u64() {
            let versions = if left == 1 { "version" } else { "versions" };
            writeln!(out, "You may hand in {left} more {versions} within this hour.")?;
        }
        if limits["deadline_ms"].is_i64() {
            writeln!(out, "The deadline is {}.", moment(&limits["deadline_ms"]))?;
        }
    }
    Ok(if state == "rejected" { Done::Badly } else { Done::Well })
}

/// The name and the bytes of an upload: a file as it is, a folder as an archive.
pub fn pack(bot: &Path) -> anyhow::Result<(String, Vec<u8>)> {
    let cannot = || format!("cannot read {}", bot.display());
    let whole = agon_sandbox::canonical(bot).with_context(cannot)?;
    let name = whole.file_name().map(|name| name.to_string_lossy().into_owned());
    let name = name.ok_or_else(|| usage(format!("{} is no bot", bot.display())))?;
    if !whole.is_dir() {
        return Ok((name, std::fs::read(&whole).with_context(cannot)?));
    }
    let mut archive = tar::Builder::new(Vec::new());
    let files = agon_bots::folder_files(&whole)?;
    if files.is_empty() {
        return Err(usage(format!("{} has no files; name the folder of your bot", bot.display())));
    }
    for file in files {
        let mut header = tar::Header::new_gnu();
        header.set_size(file.bytes.len() as u64);
        header.set_mode(if file.is_executable { 0o755 } else { 0o644 });
        archive
            .append_data(&mut header, &file.name, file.bytes.as_slice())
            .with_context(|| format!("cannot pack {}", file.name.display()))?;
    }
    Ok((format!("{name}.tar"), archive.into_inner().with_context(cannot)?))
}
