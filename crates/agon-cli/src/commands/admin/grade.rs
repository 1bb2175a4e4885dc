//! `agon admin grade`: gradings of a contest server.

use crate::Done;
use crate::args::GradeCommand;
use crate::commands::runs::read_text;
use crate::report::table;
use agon_server::{Admin, NewGradingFile};
use std::io::Write;

pub async fn run(
    admin: &Admin,
    command: GradeCommand,
    out: &mut dyn Write,
) -> anyhow::Result<Done> {
    match command {
        GradeCommand::Make { event, rubric, deadline, title } => {
            let rubric = read_text(&rubric)?;
            let new = NewGradingFile { event, title, rubric, deadline };
            let id = admin.make_grading(new, &agon_worker::games()).await?;
            writeln!(out, "Grading {id} is made; its games are played after the deadline.")?;
        }
        GradeCommand::List { event } => {
            let lines = admin.gradings(&event).await?;
            if lines.is_empty() {
                writeln!(out, "The event has no gradings.")?;
            }
            let row = |line: agon_server::GradingLine| {
                vec![line.id.to_string(), line.title, line.deadline, line.state]
            };
            write!(out, "{}", table(&lines.into_iter().map(row).collect::<Vec<_>>()))?;
        }
        GradeCommand::Export { grading } => write!(out, "{}", admin.gradebook(grading).await?)?,
        GradeCommand::Release { grading, undo } => {
            admin.release_grading(grading, !undo).await?;
            let end = if undo { "hidden again" } else { "released to their authors" };
            writeln!(out, "The results of grading {grading} are {end}.")?;
        }
    }
    Ok(Done::Well)
}
