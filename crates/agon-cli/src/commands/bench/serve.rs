//! `agon bench serve`: the contest server with a long season in its database.

use super::super::play::ENGINE;
use crate::args::BenchArgs;
use crate::report::{count, table};
use crate::{Done, usage};
use agon_bots::Options;
use agon_sandbox::{Choice, Sandbox};
use agon_server::ServeFault;
use agon_server::bench::{Amounts, Figures, PageFigures, measure};
use agon_worker::LocalWorkshop;
use anyhow::Context;
use std::io::Write;
use std::path::PathBuf;

/// A folder that is removed in the end.
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

pub fn run(args: &BenchArgs, out: &mut dyn Write) -> anyhow::Result<Done> {
    let amounts = Amounts {
        matches: args.matches.unwrap_or(if args.quick { 20_000 } else { 1_000_000 }),
        teams: args.teams.unwrap_or(500),
        seconds: if args.quick { 0.2 } else { 3.0 },
        repeats: if args.quick { 1 } else { 5 },
        commits: if args.quick { 200 } else { 5_000 },
        streams: if args.quick { 50 } else { 1_000 },
    };
    if amounts.teams < 2 || amounts.matches == 0 {
        return Err(usage("--teams must be at least 2, and --matches at least 1"));
    }
    let database = args.database.as_deref().unwrap_or("sqlite");
    let folder = Folder(std::env::temp_dir().join(format!("agon-bench-{}", std::process::id())));
    // No bot is started: the season was played already.
    let options = Options::new(Sandbox::choose(Choice::Auto));
    let workshop = LocalWorkshop::new(folder.0.join("unpacked"), options, ENGINE);
    // Log lines are made as on a real server, and thrown away.
    let log = tracing_subscriber::fmt().with_env_filter("warn,agon_server=info");
    let _ = log.with_writer(std::io::sink).try_init();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.context("cannot start the server's threads")?;
    eprintln!("filling a server with {} ...", count(amounts.matches, "match"));
    let figures = runtime.block_on(measure(&folder.0, database, Box::new(workshop), amounts));
    let figures = figures.map_err(|fault| match fault {
        fault @ ServeFault::Config(_) => usage(fault.to_string()),
        fault => anyhow::Error::new(fault),
    })?;
    runtime.shutdown_background();
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&figures)?)?;
    } else {
        write!(out, "{}", show(&figures))?;
    }
    Ok(Done::Well)
}

fn show(figures: &Figures) -> String {
    let row =
        |name: &str, value: String, wanted: &str| vec![name.to_owned(), value, wanted.to_owned()];
    let page = |name: &str, page: &PageFigures| {
        let PageFigures { bytes, per_second, bare_per_second, share, p99_ms, bare_p99_ms, .. } =
            page;
        [
            row(
                &format!("{name}, requests per second"),
                format!(
                    "{share:.2} of bare axum ({per_second:.0} of {bare_per_second:.0}; {bytes} bytes)"
                ),
                "at least 0.5",
            ),
            row(
                &format!("{name}, 99th percentile"),
                format!(
                    "{:.1} times bare axum ({p99_ms:.2} ms, {bare_p99_ms:.2} ms)",
                    page.p99_ratio
                ),
                "at most 4",
            ),
        ]
    };
    let mut rows = vec![row("", "measured".into(), "wanted")];
    rows.extend(page("match list", &figures.match_list));
    rows.extend(page("leaderboard", &figures.leaderboard));
    let cpu = format!("{:.0} us of CPU", figures.commit_cpu_us);
    rows.push(row(
        "a committed result",
        format!("{cpu}, {:.0} per second", figures.commits_per_second),
        "",
    ));
    let streams = format!("{} open event streams", figures.streams);
    rows.push(row(&streams, format!("{:.0} MB", figures.streams_mb), "at most 200 MB for 1,000"));
    rows.push(row("start", format!("{:.2} s", figures.start_s), "at most 2 s"));
    rows.push(row("all ratings from counts", format!("{:.2} s", figures.rating_s), ""));
    rows.push(row("filling the database", format!("{:.1} s", figures.fill_s), ""));
    let (matches, teams) = (count(figures.matches, "match"), count(figures.teams, "team"));
    format!("{matches} of {teams}, {}\n\n{}", figures.database, table(&rows))
}
