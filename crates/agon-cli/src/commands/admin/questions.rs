//! `agon admin questions` and `agon admin answer`.

use super::console::{or_dash, print_json, words};
use crate::Done;
use crate::args::AnswerArgs;
use crate::report::table;
use agon_server::{Admin, Correction, CorrectionAction, TeamAnswer};
use std::io::Write;

/// Prints the questions and appeals of an event.
pub async fn list(
    admin: &Admin,
    event: &str,
    json: bool,
    out: &mut dyn Write,
) -> anyhow::Result<Done> {
    let questions = admin.questions(event).await?;
    if json {
        return print_json(&questions, out);
    }
    if questions.is_empty() {
        writeln!(out, "{event} has no questions.")?;
        return Ok(Done::Well);
    }
    let mut rows = vec![words(&["number", "state", "team", "match", "text"])];
    rows.extend(questions.iter().map(|one| {
        vec![
            one.id.to_string(),
            one.state.name().to_owned(),
            or_dash(one.team_name.as_ref()),
            or_dash(one.match_id),
            one.text.lines().next().unwrap_or_default().to_owned(),
        ]
    }));
    write!(out, "{}", table(&rows))?;
    Ok(Done::Well)
}

/// Answers a question, or decides an appeal.
pub async fn answer(admin: &Admin, args: AnswerArgs, out: &mut dyn Write) -> anyhow::Result<Done> {
    let state = match (args.uphold, args.reject) {
        (true, _) => "upheld",
        (_, true) => "rejected",
        _ => "answered",
    };
    let action = match (&args.ranks, args.rerun, args.void) {
        (Some(_), ..) => Some(CorrectionAction::Correct),
        (_, true, _) => Some(CorrectionAction::Rerun),
        (.., true) => Some(CorrectionAction::Void),
        _ => None,
    };
    let AnswerArgs { question: id, text, public, ranks, game, why, who, .. } = args;
    let why = why.unwrap_or_else(|| text.clone());
    let correction = action.map(|action| Correction { action, game, ranks, why });
    let answer = TeamAnswer { id, state: state.to_owned(), text, public };
    admin.answer(&who, answer, correction.as_ref()).await?;
    let done = if correction.is_some() { ", and its match is corrected" } else { "" };
    writeln!(out, "Question {id} is {state}{done}.")?;
    Ok(Done::Well)
}
