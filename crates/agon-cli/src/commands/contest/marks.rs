//! `agon marks`: the released marks of one's own team.

use super::server::Server;
use super::{block_on, print_json, word};
use crate::Done;
use crate::args::MarksArgs;
use crate::report::count;
use serde_json::Value;
use std::io::Write;

pub fn run(args: &MarksArgs, out: &mut dyn Write) -> anyhow::Result<Done> {
    let server = Server::of_login(args.contest.event.as_ref())?;
    let marks = block_on(server.get(&server.in_event("/my-grades")?, &[]))?;
    if args.contest.json {
        print_json(&marks, out)?;
        return Ok(Done::Well);
    }
    if list(&marks).is_empty() {
        writeln!(out, "No marks of your team are released yet.")?;
    }
    for one in list(&marks) {
        show(one, out)?;
    }
    Ok(Done::Well)
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

fn show(one: &Value, out: &mut dyn Write) -> anyhow::Result<()> {
    let (title, name) = (word(&one["title"]), word(&one["name"]));
    writeln!(out, "{title}, {name}: {} of {} points", one["total"], one["most"])?;
    if one["late_days"].as_i64().unwrap_or_default() > 0 {
        let days = count(one["late_days"].as_u64().unwrap_or_default(), "day");
        writeln!(out, "  late by {days}: {} points off", one["taken_off"])?;
    }
    if let Some(note) = one["note"].as_str() {
        writeln!(out, "  {note}")?;
    }
    for task in list(&one["tasks"]) {
        writeln!(out, "  {}: {} of {} points", word(&task["name"]), task["points"], task["most"])?;
        for sentence in list(&task["sentences"]) {
            writeln!(out, "    {}", word(sentence))?;
        }
    }
    for task in list(&one["by_hand"]) {
        let points = match task["points"].is_null() {
            true => "not marked yet".to_owned(),
            false => format!("{} of {} points", task["points"], task["most"]),
        };
        writeln!(out, "  {}: {points}", word(&task["name"]))?;
        if !word(&task["comment"]).is_empty() {
            writeln!(out, "    {}", word(&task["comment"]))?;
        }
    }
    for comment in list(&one["comments"]) {
        let (file, line, text) = (word(&comment["file"]), &comment["line"], word(&comment["text"]));
        writeln!(out, "  {file}:{line}: {text}")?;
    }
    for remark in list(&one["remarks"]) {
        writeln!(out, "  {}", word(remark))?;
    }
    Ok(())
}
