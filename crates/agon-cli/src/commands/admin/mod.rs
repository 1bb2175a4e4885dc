//! `agon admin`: what an organiser does from the shell.

mod console;
mod csv;
mod event;
mod grade;
mod questions;
mod runs;

use super::tournament::csv_line;
use crate::args::{AdminArgs, AdminCommand, JobsCommand, UserCommand};
use crate::bots::built_in_name;
use crate::commands::contest::pack;
use crate::commands::runs::read_text;
use crate::{Done, usage};
use agon_server::{
    Admin, Config, JobAction, JobDecision, Person, Restored, ServeFault, SignUp, TeamUpload,
};
use anyhow::Context;
use std::io::Write;

pub fn run(args: AdminArgs, out: &mut dyn Write) -> anyhow::Result<Done> {
    let config = match &args.config {
        Some(path) => Config::read(path).map_err(|fault| usage(fault.to_string()))?,
        None => Config::default(),
    };
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    let runtime = runtime.context("cannot start the program's threads")?;
    let sign_up = config.sign_up;
    runtime.block_on(async {
        let is_new = matches!(args.command, AdminCommand::Restore { .. });
        let admin = match is_new {
            true => Admin::open_new(config, &args.data).await,
            false => Admin::open(config, &args.data).await,
        };
        let admin = admin.map_err(fault)?;
        match args.command {
            AdminCommand::User(command) => user(&admin, command, out).await,
            AdminCommand::Invite { count, days } => {
                for code in admin.invite(count, days).await? {
                    writeln!(out, "{code}")?;
                }
                if sign_up != SignUp::Invite {
                    // Not among the codes, which are printed to be cut out.
                    eprintln!("Set `sign_up = \"invite\"` in the configuration to ask for codes.");
                }
                Ok(Done::Well)
            }
            AdminCommand::Submit { event, team, bot, at, why } => {
                let made = match bot.to_str().and_then(|word| word.strip_prefix("builtin:")) {
                    Some(_) if at.is_some() => {
                        return Err(usage("a built-in bot plays from now on; leave out --at"));
                    }
                    Some(bot) => {
                        let bot = built_in_name(&admin.game_of(&event).await?, bot);
                        admin.submit_built_in(&event, &team, bot, &why).await?
                    }
                    None => {
                        let (name, bytes) = pack(&bot)?;
                        let upload = TeamUpload { event, team: team.clone(), name, bytes, at, why };
                        admin.submit(upload).await.map_err(fault)?
                    }
                };
                writeln!(out, "Version {} of {team} is {}.", made.number, made.state.name())?;
                Ok(Done::Well)
            }
            AdminCommand::Event(command) => event::run(&admin, command, out).await,
            AdminCommand::Seats { event, row, seed, html } => {
                event::seats(&admin, &event, (row, seed), html, out).await
            }
            AdminCommand::Grade(command) => grade::run(&admin, command, out).await,
            AdminCommand::Jobs { command } => jobs(&admin, command, out).await,
            AdminCommand::Queue(args) => console::queue(&admin, &args, out).await,
            AdminCommand::Workers { json } => console::workers(&admin, json, out).await,
            AdminCommand::Readmit { worker } => {
                admin.readmit_worker(&worker).await?;
                writeln!(out, "The worker {worker} gets jobs again within half a minute.")?;
                Ok(Done::Well)
            }
            AdminCommand::Alerts { json } => console::alerts(&admin, json, out).await,
            AdminCommand::Failures { show, hours } => {
                console::failures(&admin, &show, hours, out).await
            }
            AdminCommand::Audit(args) => console::audit(&admin, args, out).await,
            AdminCommand::Search { event, text, json } => {
                console::search(&admin, (&event, &text), json, out).await
            }
            AdminCommand::Freeze { event, switch, why } => {
                admin.set_switch(&event, &switch, Some(why)).await?;
                writeln!(out, "{switch} of {event}: stopped.")?;
                Ok(Done::Well)
            }
            AdminCommand::Thaw { event, switch } => {
                admin.set_switch(&event, &switch, None).await?;
                writeln!(out, "{switch} of {event}: going on.")?;
                Ok(Done::Well)
            }
            AdminCommand::Questions { event, json } => {
                questions::list(&admin, &event, json, out).await
            }
            AdminCommand::Answer(args) => questions::answer(&admin, args, out).await,
            AdminCommand::Runs(command) => runs::runs(&admin, command, out).await,
            AdminCommand::Ladder(args) => runs::ladder(&admin, args, out).await,
            AdminCommand::Backup { folder } => {
                let (rows, blobs) = admin.backup(&folder).await.map_err(fault)?;
                let folder = folder.display();
                writeln!(out, "{rows} rows and {blobs} blobs are in {folder}.")?;
                writeln!(out, "To restore: agon admin --data NEW restore {folder}")?;
                Ok(Done::Well)
            }
            AdminCommand::Restore { folder } => {
                let Restored { rows, blobs, again, missing_list, own_list } =
                    admin.restore(&folder).await.map_err(fault)?;
                writeln!(out, "{rows} rows and {blobs} blobs were restored.")?;
                match again {
                    1 => writeln!(out, "1 account that was erased since was erased again.")?,
                    _ => writeln!(out, "{again} accounts that were erased since were erased again.")?,
                }
                if let Some(list) = missing_list {
                    let (list, own) = (list.display(), own_list.display());
                    writeln!(
                        out,
                        "{list}, the list of erased accounts of the old server, is not here. If accounts \
                         were erased after the backup, copy that file to {own} before you start the server."
                    )?;
                }
                Ok(Done::Well)
            }
            AdminCommand::Migrate { to, blobs } => {
                let (rows, copied) =
                    admin.migrate(to.as_deref(), blobs.as_deref()).await.map_err(fault)?;
                if let Some(to) = to {
                    writeln!(out, "{rows} rows were copied. Set `database = {to:?}` now.")?;
                }
                if let Some(blobs) = blobs {
                    writeln!(out, "{copied} blobs were copied. Set `blobs = {blobs:?}` now.")?;
                }
                Ok(Done::Well)
            }
        }
    })
}

/// A failure of the server's data; wrong usage keeps its exit code.
pub fn fault(fault: ServeFault) -> anyhow::Error {
    match fault {
        fault @ (ServeFault::Config(_) | ServeFault::InUse { .. } | ServeFault::NoData { .. }) => {
            usage(fault.to_string())
        }
        fault => anyhow::Error::new(fault),
    }
}

async fn user(admin: &Admin, command: UserCommand, out: &mut dyn Write) -> anyhow::Result<Done> {
    match command {
        UserCommand::Create { login, name, role, email, student_number } => {
            let name = name.unwrap_or_else(|| login.clone());
            let person = Person { login, name, email, student_number, role };
            for (login, password) in admin.make_accounts(vec![person]).await? {
                writeln!(out, "login {login}, password {password}")?;
            }
        }
        UserCommand::Import { file } => {
            let text = read_text(&file)?;
            let people =
                csv::people(&text).map_err(|why| usage(format!("{}: {why}", file.display())))?;
            let made = admin.make_accounts(people).await;
            let made =
                made.with_context(|| format!("no account of {} was made", file.display()))?;
            write!(out, "{}", csv_line(&["login".into(), "password".into()]))?;
            for (login, password) in made {
                write!(out, "{}", csv_line(&[login, password]))?;
            }
        }
        UserCommand::Reset { login } => writeln!(out, "{}", admin.reset_link(&login).await?)?,
        UserCommand::Export { login } => {
            let about = admin.export(&login).await?;
            writeln!(out, "{}", serde_json::to_string_pretty(&about)?)?;
        }
        UserCommand::Erase { login, yes } => {
            if !yes {
                return Err(usage("erasing cannot be undone; repeat the command with --yes"));
            }
            admin.erase(&login).await.map_err(fault)?;
            writeln!(out, "What was stored about {login} is deleted.")?;
        }
    }
    Ok(Done::Well)
}

async fn jobs(
    admin: &Admin,
    command: Option<JobsCommand>,
    out: &mut dyn Write,
) -> anyhow::Result<Done> {
    match command {
        None => {
            let dead = admin.dead_jobs().await?;
            if dead.is_empty() {
                writeln!(out, "No job waits for a decision.")?;
            }
            for job in dead {
                let fault = job.fault.unwrap_or_default();
                writeln!(out, "{}  {}  {fault}", job.id, job.key)?;
            }
        }
        Some(command) => return decide(admin, command, out).await,
    }
    Ok(Done::Well)
}

async fn decide(admin: &Admin, command: JobsCommand, out: &mut dyn Write) -> anyhow::Result<Done> {
    let (job, action, why, ranks, dry_run) = match command {
        JobsCommand::Requeue { job: Some(job), dry_run: false, .. } => {
            admin.requeue(job).await?;
            writeln!(out, "Job {job} is queued again.")?;
            return Ok(Done::Well);
        }
        JobsCommand::Void { job, why, dry_run: false } => {
            admin.void(job, &why).await?;
            writeln!(out, "Job {job} is given up.")?;
            return Ok(Done::Well);
        }
        JobsCommand::Requeue { job, dry_run, .. } => (job, JobAction::Requeue, None, None, dry_run),
        JobsCommand::Void { job, why, dry_run } => {
            (Some(job), JobAction::Void, Some(why), None, dry_run)
        }
        JobsCommand::Declare { job, ranks, why, dry_run } => {
            (Some(job), JobAction::Declare, Some(why), Some(ranks), dry_run)
        }
    };
    let jobs = job.map(|job| vec![job]);
    let effects = admin.decide_jobs(&JobDecision { jobs, action, why, ranks, dry_run }).await?;
    if effects.jobs.is_empty() {
        writeln!(out, "No job waits for a decision.")?;
    }
    let mut is_refused = false;
    for one in effects.jobs {
        is_refused |= one.refused.is_some();
        let sentence = one.effect.or(one.refused).unwrap_or_default();
        writeln!(out, "{}  {sentence}", one.job)?;
    }
    Ok(if is_refused { Done::Badly } else { Done::Well })
}
