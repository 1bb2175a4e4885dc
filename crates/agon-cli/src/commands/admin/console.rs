//! The organiser's console in the terminal: plain tables, or JSON.

use crate::Done;
use crate::args::{AuditArgs, ShowArgs};
use crate::report::table;
use agon_server::{Admin, AuditQuery, JobInfo};
use serde::Serialize;
use std::io::Write;

pub fn print_json(value: &impl Serialize, out: &mut dyn Write) -> anyhow::Result<Done> {
    writeln!(out, "{}", serde_json::to_string_pretty(value)?)?;
    Ok(Done::Well)
}

pub fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

fn moment(ms: i64) -> String {
    let time = jiff::Timestamp::from_millisecond(ms).unwrap_or(jiff::Timestamp::UNIX_EPOCH);
    time.strftime("%Y-%m-%d %H:%M:%S UTC").to_string()
}

pub fn or_dash(text: Option<impl ToString>) -> String {
    text.map_or_else(|| "-".to_owned(), |text| text.to_string())
}

pub async fn queue(admin: &Admin, args: &ShowArgs, out: &mut dyn Write) -> anyhow::Result<Done> {
    let queue = admin.queue(args.event.as_deref()).await?;
    if args.json {
        return print_json(&queue, out);
    }
    let mut rows = vec![words(&["lane", "waiting", "running", "dead", "oldest s", "wait s"])];
    rows.extend(queue.lanes.iter().map(|lane| {
        vec![
            lane.lane.name().to_owned(),
            lane.waiting.to_string(),
            lane.running.to_string(),
            lane.dead.to_string(),
            or_dash(lane.oldest_s),
            or_dash(lane.expected_wait_s),
        ]
    }));
    write!(out, "{}", table(&rows))?;
    for (title, jobs) in
        [("Running", &queue.running), ("Waiting", &queue.waiting), ("Dead", &queue.dead)]
    {
        if !jobs.is_empty() {
            writeln!(out, "\n{title}:")?;
            write!(out, "{}", table(&job_rows(jobs)))?;
        }
    }
    Ok(Done::Well)
}

fn job_rows(jobs: &[JobInfo]) -> Vec<Vec<String>> {
    let mut head = words(&["job", "lane", "team", "age s", "attempt", "worker", "what"]);
    let need_something = jobs.iter().any(|job| !job.needs.is_empty());
    head.extend(need_something.then(|| "needs".to_owned()));
    let mut rows = vec![head];
    rows.extend(jobs.iter().map(|job| {
        let what = match &job.fault {
            Some(fault) if job.state == "dead" => format!("{}: {fault}", job.key),
            _ => job.key.clone(),
        };
        let mut row = vec![
            job.id.to_string(),
            job.lane.clone(),
            or_dash(job.team_name.as_ref()),
            job.age_s.to_string(),
            job.attempt.to_string(),
            or_dash(job.worker.as_ref()),
            what,
        ];
        row.extend(need_something.then(|| job.needs.join(" ")));
        row
    }));
    rows
}

pub async fn workers(admin: &Admin, json: bool, out: &mut dyn Write) -> anyhow::Result<Done> {
    let workers = admin.workers().await?;
    if json {
        return print_json(&workers, out);
    }
    let mut head = words(&[
        "worker", "there", "slots", "busy", "cores", "memory", "speed", "results", "late",
        "failed", "stale",
    ]);
    let lacks_something = workers.iter().any(|worker| !worker.lacks.is_empty());
    head.extend(lacks_something.then(|| "lacks".to_owned()));
    let mut rows = vec![head];
    rows.extend(workers.iter().map(|worker| {
        let mut row = vec![
            worker.name.clone(),
            if worker.connected { "yes" } else { "no" }.to_owned(),
            worker.slots.to_string(),
            worker.jobs.len().to_string(),
            worker.cores.to_string(),
            memory(worker.memory_mib),
            format!("{:.0}", worker.speed),
            worker.day.results.to_string(),
            worker.day.time_losses.to_string(),
            worker.day.failures.to_string(),
            worker.day.stale.to_string(),
        ];
        row.extend(lacks_something.then(|| worker.lacks.join(" ")));
        row
    }));
    write!(out, "{}", table(&rows))?;
    Ok(Done::Well)
}

/// The memory of a machine for a table.
fn memory(mib: u64) -> String {
    match mib {
        0 => "?".to_owned(),
        mib => format!("{:.1} GiB", mib as f64 / 1024.0),
    }
}

pub async fn alerts(admin: &Admin, json: bool, out: &mut dyn Write) -> anyhow::Result<Done> {
    let alerts = admin.alerts().await?;
    if json {
        return print_json(&alerts, out);
    }
    if alerts.is_empty() {
        writeln!(out, "No alert is on.")?;
    }
    for alert in alerts {
        writeln!(out, "{}  {}: {}", moment(alert.since_ms), alert.kind.name(), alert.sentence)?;
    }
    Ok(Done::Well)
}

pub async fn failures(
    admin: &Admin,
    args: &ShowArgs,
    hours: u32,
    out: &mut dyn Write,
) -> anyhow::Result<Done> {
    let report = admin.failures(args.event.as_deref(), hours).await?;
    if args.json {
        return print_json(&report, out);
    }
    if report.classes.is_empty() {
        writeln!(out, "No failure in {hours} hours.")?;
        return Ok(Done::Well);
    }
    let mut rows = vec![words(&["class", "whose", "failures", "example"])];
    rows.extend(report.classes.iter().map(|line| {
        let whose = if line.ours { "ours" } else { "bot" };
        let example = line.example.map(|id| format!("match {id}"));
        vec![
            line.class.name().to_owned(),
            whose.to_owned(),
            line.failures.to_string(),
            or_dash(example),
        ]
    }));
    write!(out, "{}", table(&rows))?;
    for (title, lines) in [("team", &report.teams), ("worker", &report.workers)] {
        let mut rows = vec![words(&[title, "failures"])];
        rows.extend(lines.iter().map(|line| vec![line.name.clone(), line.failures.to_string()]));
        write!(out, "\n{}", table(&rows))?;
    }
    let mut rows = vec![words(&["time", "class", "team", "match"])];
    rows.extend(report.failures.iter().map(|one| {
        vec![
            moment(one.at_ms),
            one.class.name().to_owned(),
            or_dash(one.team_name.as_ref()),
            or_dash(one.match_id),
        ]
    }));
    // Sentences begin in one column behind the table, which sets its cells to the right.
    let width = table(&rows).lines().map(|line| line.chars().count()).max().unwrap_or(0);
    let sentences =
        report.failures.iter().map(|one| one.sentence.lines().next().unwrap_or_default());
    writeln!(out)?;
    for (line, what) in table(&rows).lines().zip(["what"].into_iter().chain(sentences)) {
        writeln!(out, "{line:<width$}  {what}")?;
    }
    Ok(Done::Well)
}

pub async fn audit(admin: &Admin, args: AuditArgs, out: &mut dyn Write) -> anyhow::Result<Done> {
    let AuditArgs { actor, action, object, limit, json } = args;
    let entries = admin.audit(AuditQuery { actor, action, object, limit }).await?;
    if json {
        return print_json(&entries, out);
    }
    let mut rows = vec![words(&["time", "who", "action", "object", "detail"])];
    rows.extend(entries.iter().map(|entry| {
        vec![
            moment(entry.at_ms),
            or_dash(entry.actor.as_ref()),
            entry.action.clone(),
            entry.object.clone(),
            entry.detail.lines().next().unwrap_or_default().to_owned(),
        ]
    }));
    write!(out, "{}", table(&rows))?;
    Ok(Done::Well)
}

pub async fn search(
    admin: &Admin,
    (event, text): (&str, &str),
    json: bool,
    out: &mut dyn Write,
) -> anyhow::Result<Done> {
    let found = admin.search(event, text).await?;
    if json {
        return print_json(&found, out);
    }
    if found.is_empty() {
        writeln!(out, "Nothing in {event} matches `{text}`.")?;
        return Ok(Done::Well);
    }
    let mut rows = vec![words(&["kind", "number", "name", "detail"])];
    rows.extend(found.iter().map(|one| {
        vec![one.kind.name().to_owned(), one.id.to_string(), one.title.clone(), one.detail.clone()]
    }));
    write!(out, "{}", table(&rows))?;
    Ok(Done::Well)
}
