//! Many matches: a progress bar and a table with confidence intervals, or lines of JSON.

use super::MatchPlan;
use super::one::{file_name, line};
use crate::interrupt::{self, STOP};
use crate::report::{grouped, mean, table as lay_out, time, wilson};
use crate::{Done, files, usage};
use agon_core::{Contest, safe_text};
use agon_runner::{Batch, BatchJob, play_batch};
use indicatif::{ProgressBar, ProgressStyle};
use std::collections::BTreeMap;
use std::io::Write;
use std::time::Instant;

pub fn run<G: Contest>(plan: &MatchPlan<G>, out: &mut dyn Write) -> anyhow::Result<Done> {
    let games = plan.args.games.unwrap_or(1);
    if games == 0 {
        return Err(usage("--games must be at least 1"));
    }
    if let Some(path) = plan.args.replay.as_ref().filter(|path| path.is_file()) {
        return Err(usage(format!(
            "{} is a file; --games needs a folder for the replays",
            path.display()
        )));
    }
    plan.match_spec(0)?; // report an invalid map before the first match
    interrupt::listen();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let jobs = plan.args.jobs.unwrap_or(cores);
    if jobs == 0 {
        return Err(usage("-j must be at least 1"));
    }
    let batch = Batch { games, jobs, record: plan.args.replay.is_some(), stop: &STOP };
    let bar = progress_bar(games);
    let start = Instant::now();
    let mut results = Results::new(plan.players.len());
    let mut lines = InOrder::default();
    play_batch(
        &batch,
        |index| Ok(plan.match_spec(index)?.0),
        |job: BatchJob<G>| -> anyhow::Result<()> {
            let (spec, seats) = plan.match_spec(job.index)?;
            for trouble in job.troubles.iter().filter(|_| job.played.is_ok()) {
                let number = job.index + 1;
                bar.suspend(|| {
                    eprintln!(
                        "Match {number} failed and is played again: {}.",
                        safe_text(&trouble.to_string())
                    )
                });
            }
            let played = job.played?;
            let mut written = None;
            if let (Some(folder), Some(replay)) = (&plan.args.replay, &played.replay) {
                let path = folder.join(file_name(&spec, job.index + 1));
                files::write(&path, &replay.to_bytes())?;
                written = Some(path.display().to_string());
            }
            results.add(&seats, &played.outcome);
            if plan.args.json {
                let text = line(&spec, job.index, &played, written).to_string();
                lines.add(job.index, text, out)?;
            }
            bar.set_message(results.brief());
            bar.inc(1);
            Ok(())
        },
    )?;
    bar.finish_and_clear();
    lines.flush(out)?;
    if !plan.args.json {
        report(plan, &results, start, out)?;
    }
    Ok(if STOP.is_asked() { Done::Interrupted } else { Done::Well })
}

fn progress_bar(games: usize) -> ProgressBar {
    let style =
        ProgressStyle::with_template("{pos} of {len} {wide_bar} {msg}  {per_sec}  {eta} left");
    ProgressBar::new(games as u64).with_style(style.expect("the template is valid"))
}

/// Prints lines in the order of the matches, whatever the order in which they end.
#[derive(Default)]
struct InOrder {
    next: usize,
    waiting: BTreeMap<usize, String>,
}

impl InOrder {
    fn add(&mut self, index: usize, text: String, out: &mut dyn Write) -> std::io::Result<()> {
        self.waiting.insert(index, text);
        while let Some(text) = self.waiting.remove(&self.next) {
            writeln!(out, "{text}")?;
            out.flush()?;
            self.next += 1;
        }
        Ok(())
    }

    /// Prints the remaining lines, after matches that were not finished.
    fn flush(&mut self, out: &mut dyn Write) -> std::io::Result<()> {
        for text in std::mem::take(&mut self.waiting).into_values() {
            writeln!(out, "{text}")?;
        }
        Ok(())
    }
}

/// Results of each bot, by its position on the command line.
struct Results {
    games: usize,
    ranks: Vec<Vec<f64>>,
    points: Vec<f64>,
    wins: Vec<usize>,
    shared: Vec<usize>,
}

impl Results {
    fn new(bots: usize) -> Results {
        Results {
            games: 0,
            ranks: vec![Vec::new(); bots],
            points: vec![0.0; bots],
            wins: vec![0; bots],
            shared: vec![0; bots],
        }
    }

    fn add(&mut self, seats: &[usize], outcome: &agon_core::Outcome) {
        self.games += 1;
        let firsts = outcome.standings.iter().filter(|s| s.rank == 1).count();
        for (standing, &bot) in outcome.standings.iter().zip(seats) {
            self.ranks[bot].push(standing.rank.into());
            if standing.rank == 1 {
                self.points[bot] += 1.0 / firsts as f64;
                if firsts == 1 { self.wins[bot] += 1 } else { self.shared[bot] += 1 }
            }
        }
    }

    fn brief(&self) -> String {
        let wins: Vec<String> = self.wins.iter().map(usize::to_string).collect();
        format!("wins {}", wins.join(" : "))
    }
}

fn report<G: Contest>(
    plan: &MatchPlan<G>,
    results: &Results,
    start: Instant,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let spent = start.elapsed();
    let (n, title) = (results.games, G::INFO.title);
    let rate = n as f64 / spent.as_secs_f64().max(1e-9);
    writeln!(
        out,
        "{} matches of {title}, {} rules, seeds from {}, in {} ({rate:.1} per second)\n",
        grouped(n as u64),
        plan.args.rules,
        plan.args.seed,
        time(spent)
    )?;
    if n == 0 {
        return Ok(());
    }
    let mut rows = vec![
        ["bot", "games", "won", "shared", "lost", "share of wins (95 %)", "mean rank (95 %)"]
            .map(String::from)
            .to_vec(),
    ];
    for (bot, player) in plan.players.iter().enumerate() {
        let (low, high) = wilson(results.points[bot], n as f64);
        let (rank, reach) = mean(&results.ranks[bot]);
        let lost = n - results.wins[bot] - results.shared[bot];
        rows.push(vec![
            player.name.clone(),
            n.to_string(),
            results.wins[bot].to_string(),
            results.shared[bot].to_string(),
            lost.to_string(),
            format!(
                "{:.1} % ({:.1}..{:.1})",
                100.0 * results.points[bot] / n as f64,
                100.0 * low,
                100.0 * high
            ),
            format!("{rank:.2} +- {reach:.2}"),
        ]);
    }
    write!(out, "{}", lay_out(&rows))?;
    if let Some(folder) = &plan.args.replay {
        writeln!(out, "\nReplays: {}", folder.display())?;
    }
    if STOP.is_asked() {
        writeln!(out, "\nStopped early; the table counts the finished matches.")?;
    }
    Ok(())
}
