//! `agon questions`: asks the organisers, disputes a result, and lists questions with their answers.

use super::server::Server;
use super::{block_on, list, moment, print_json, word};
use crate::Done;
use crate::args::{QuestionsAction, QuestionsArgs};
use reqwest::Method;
use serde_json::{Value, json};
use std::io::Write;

pub fn run(args: &QuestionsArgs, out: &mut dyn Write) -> anyhow::Result<Done> {
    let server = Server::of_login(args.contest.event.as_ref())?;
    let path = server.in_event("/questions")?;
    let body = match &args.action {
        Some(QuestionsAction::Ask { text }) => Some(json!({ "text": text })),
        Some(QuestionsAction::Appeal { number, text }) => {
            Some(json!({ "text": text, "match": number }))
        }
        None => None,
    };
    let answer = block_on(async {
        match &body {
            Some(body) => server.call(Method::POST, &path, body).await,
            None => server.get(&path, &[]).await,
        }
    })?;
    if args.contest.json {
        print_json(&answer, out)?;
    } else if body.is_some() {
        writeln!(out, "It is sent as number {}; `agon questions` shows the answer.", answer["id"])?;
    } else {
        let questions = list(&answer["questions"]);
        if questions.is_empty() {
            writeln!(out, "There are no questions yet.")?;
        }
        for question in questions {
            show(question, out)?;
        }
    }
    Ok(Done::Well)
}

fn show(question: &Value, out: &mut dyn Write) -> anyhow::Result<()> {
    let about = question["match"].as_i64().map(|id| format!(", about match {id}"));
    let (id, state) = (&question["id"], word(&question["state"]));
    writeln!(
        out,
        "{id} ({state}{}), {}: {}",
        about.unwrap_or_default(),
        moment(&question["asked_ms"]),
        word(&question["text"])
    )?;
    for key in ["answer", "correction"] {
        if let Some(text) = question[key].as_str() {
            writeln!(out, "  {text}")?;
        }
    }
    Ok(())
}
