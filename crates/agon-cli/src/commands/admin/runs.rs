//! `agon admin runs` and `agon admin ladder`.

use super::console::print_json;
use crate::Done;
use crate::args::{LadderArgs, MakeRunArgs, RunsCommand};
use crate::commands::play::ENGINE;
use crate::commands::runs::read_text;
use crate::commands::tournament::paper::paper;
use crate::report::{count, table};
use agon_server::{Admin, Engine};
use serde_json::{Map, Value, json};
use std::io::Write;

/// The games of this program.
pub fn engine() -> Engine {
    Engine { games: agon_worker::games(), name: ENGINE.to_owned() }
}

pub async fn runs(
    admin: &Admin,
    command: RunsCommand,
    out: &mut dyn Write,
) -> anyhow::Result<Done> {
    match command {
        RunsCommand::List { event, json } => {
            let runs = admin.list_runs(&event).await?;
            if json {
                return print_json(&runs, out);
            }
            let head = ["run", "kind", "state", "public", "entries", "title"];
            let mut rows = vec![head.map(str::to_owned).to_vec()];
            rows.extend(runs.into_iter().map(|run| {
                let public = if run.public { "yes" } else { "no" }.to_owned();
                let (id, length) = (run.id.to_string(), run.length.to_string());
                vec![id, run.kind, run.state, public, length, run.title]
            }));
            write!(out, "{}", table(&rows))?;
        }
        RunsCommand::Make(args) => {
            let plan = read_text(&args.plan)?;
            let id = admin.make_run(&args.event, &plan, request(&args), &engine()).await?;
            writeln!(out, "Run {id} is made.")?;
        }
        RunsCommand::Rule { run, file, why, who } => {
            admin.rule(run, (&who, &why), &read_text(&file)?, &engine()).await?;
            writeln!(out, "The ruling is in the log of run {run}.")?;
        }
        RunsCommand::Stop { run, why, who } => {
            admin.rule(run, (&who, &why), "action = \"stop\"", &engine()).await?;
            writeln!(
                out,
                "Run {run} is stopped: its results stay, its other games are not played."
            )?;
        }
        RunsCommand::Start { run, round } => {
            admin.start_round(run, round).await?;
            writeln!(out, "Run {run} is played up to round {round}.")?;
        }
        RunsCommand::Release { run, round } => {
            admin.release(run, round).await?;
            writeln!(out, "Run {run} is shown up to round {round}.")?;
        }
        RunsCommand::Print { run, paper: what, number, html } => {
            let (title, plan, history) = admin.tournament(run).await?;
            write!(out, "{}", paper(&title, &plan, &history, (what, number), html)?)?;
        }
        RunsCommand::Export { run } => {
            for entry in admin.export_run(run).await? {
                writeln!(out, "{entry}")?;
            }
        }
    }
    Ok(Done::Well)
}

/// The request of a new run, without its plan.
fn request(args: &MakeRunArgs) -> Map<String, Value> {
    let all = json!({
        "title": args.title,
        "kind": args.kind,
        "teams": args.teams,
        "deadline": args.deadline,
        "seed_from": args.seed_from,
        "public": args.public,
        "hold": args.hold,
        "show": args.show,
    });
    match all {
        Value::Object(keys) => keys,
        _ => Map::new(),
    }
}

pub async fn ladder(admin: &Admin, args: LadderArgs, out: &mut dyn Write) -> anyhow::Result<Done> {
    let LadderArgs { event, mode, minutes, turns, plan, json } = args;
    if let Some(mode) = &mode {
        let plan = plan.map(|path| read_text(&path)).transpose()?;
        admin.set_ladder(&event, mode, minutes, turns, plan.as_deref(), &engine()).await?;
    }
    let ladder = admin.ladder(&event).await?;
    if json {
        return print_json(&ladder, out);
    }
    match ladder {
        None => writeln!(out, "{event} has no ladder; set it up with --mode.")?,
        Some(ladder) => {
            let every = match ladder.mode {
                "every" => match ladder.minutes {
                    1 => "every minute".to_owned(),
                    minutes => format!("every {minutes} minutes"),
                },
                mode => mode.to_owned(),
            };
            let (run, pairings) = (ladder.run, count(ladder.turns.into(), "pairing"));
            writeln!(out, "The ladder of {event} is run {run}: {every}, {pairings} a team.")?;
        }
    }
    Ok(Done::Well)
}
