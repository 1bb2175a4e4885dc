//! `agon admin event`.

use super::fault;
use super::runs::engine;
use crate::Done;
use crate::args::EventCommand;
use crate::commands::runs::read_text;
use crate::commands::tournament::paper::seat_plan;
use agon_core::Rng;
use agon_server::Admin;
use anyhow::Context;
use std::io::Write;

pub async fn run(
    admin: &Admin,
    command: EventCommand,
    out: &mut dyn Write,
) -> anyhow::Result<Done> {
    match command {
        EventCommand::Make { event, file } => {
            let made = admin.make_event(&event, &read_text(&file)?, &engine()).await;
            made.with_context(|| format!("{}: no event was made", file.display()))?;
            writeln!(out, "The event {event} is made.")?;
        }
        EventCommand::Phase { event, phase } => {
            admin.set_phase(&event, &phase).await?;
            writeln!(out, "{event} is in the phase {phase}.")?;
        }
        EventCommand::Export { event, out: file } => {
            let written = admin.export_event(&event, &file, &engine().name).await.map_err(fault)?;
            let (rows, blobs) = (written.rows, written.blobs);
            writeln!(out, "{rows} rows and {blobs} blobs of {event} are in {}.", file.display())?;
        }
        EventCommand::Import { file, slug } => {
            let made = admin.import_event(&file, slug, &engine()).await.map_err(fault)?;
            writeln!(out, "The event {} is here, with {} rows.", made.slug, made.rows)?;
            if !made.matched.is_empty() {
                writeln!(out, "Accounts that were here: {}.", made.matched.join(", "))?;
            }
            if !made.made.is_empty() {
                writeln!(out, "Accounts that were made: {}.", made.made.join(", "))?;
                writeln!(
                    out,
                    "They have no password. For a link that sets one: agon admin user reset LOGIN"
                )?;
            }
        }
    }
    Ok(Done::Well)
}

/// Prints which team sits where: by name, or by lot.
pub async fn seats(
    admin: &Admin,
    event: &str,
    (row, seed): (u32, Option<u64>),
    html: bool,
    out: &mut dyn Write,
) -> anyhow::Result<Done> {
    let mut teams = admin.seated_teams(event).await?;
    if let Some(seed) = seed {
        Rng::new(seed).shuffle(&mut teams);
    }
    let sheet = seat_plan(event, &teams, row as usize);
    write!(out, "{}", if html { sheet.html() } else { sheet.text() })?;
    Ok(Done::Well)
}
