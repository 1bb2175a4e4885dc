//! Many matches: a progress bar and a table with confidence intervals, or lines of JSON.

use super::MatchPlan;
use super::one::{file_name, line};
use crate::interrupt::{self, STOP};
use crate::report::{as_sentence, count, mean, table as lay_out, time, wilson};
use crate::{Done, files, usage};
use agon_core::{Contest, Outcome, StateHash, safe_line, safe_text};
use agon_runner::{Batch, BatchJob, Player, play_batch};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::Value;
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
    interrupt::listen_while_playing();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let jobs = plan.args.jobs.unwrap_or(cores);
    let batch = Batch { games, jobs, record: plan.args.replay.is_some(), stop: &STOP };
    let bar = progress_bar(games);
    let start = Instant::now();
    let mut results = Results::new(plan.players.len());
    let mut in_order = InOrder::default();
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
            let line = plan.args.json.then(|| line(&spec, job.index, &played, written));
            let faults = played.reports.iter().map(|report| report.incidents.first());
            let faults =
                faults.map(|first| first.map(|incident| incident.sentence.clone())).collect();
            let (orders, outcome) = (job.orders, played.outcome);
            let game = FinishedGame { seats, map: spec.map, orders, outcome, faults, line };
            in_order.add(job.index, game);
            while let Some((index, game)) = in_order.take_next() {
                results.add(index, game, out)?;
            }
            bar.set_message(results.brief());
            bar.inc(1);
            Ok(())
        },
    )?;
    bar.finish_and_clear();
    for (index, game) in in_order.rest() {
        results.add(index, game, out)?;
    }
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

/// A match that was played.
struct FinishedGame {
    /// The bots by seat, by their positions on the command line.
    seats: Vec<usize>,
    map: String,
    /// The fingerprint of all orders.
    orders: StateHash,
    outcome: Outcome,
    /// What each seat's bot did wrong first.
    faults: Vec<Option<String>>,
    /// The match as JSON, if it is to be printed.
    line: Option<Value>,
}

/// Hands matches on in their order, whatever the order in which they end.
#[derive(Default)]
struct InOrder {
    next: usize,
    waiting: BTreeMap<usize, FinishedGame>,
}

impl InOrder {
    fn add(&mut self, index: usize, game: FinishedGame) {
        self.waiting.insert(index, game);
    }

    /// The next match, if it has ended.
    fn take_next(&mut self) -> Option<(usize, FinishedGame)> {
        let game = self.waiting.remove(&self.next)?;
        self.next += 1;
        Some((self.next - 1, game))
    }

    /// The remaining matches, after some that were not finished.
    fn rest(self) -> impl Iterator<Item = (usize, FinishedGame)> {
        self.waiting.into_iter()
    }
}

/// Seats, map, orders, and rank and score of each seat.
type MatchKey = (Vec<usize>, String, u64, Vec<(u8, u64)>);

/// Results of each bot, by its position on the command line. A match that repeats an earlier one is
/// not counted, because it adds no evidence.
struct Results {
    games: usize,
    repeats: u64,
    ranks: Vec<Vec<f64>>,
    points: Vec<f64>,
    wins: Vec<usize>,
    shared: Vec<usize>,
    /// The number of matches in which each bot did something wrong, and what it was first.
    faults: Vec<Option<(u64, String)>>,
    /// The first match with these seats on this map in which the bots did the same with the same result.
    /// Seeds and positions are not compared: dice that change neither are no evidence.
    seen: BTreeMap<MatchKey, usize>,
}

impl Results {
    fn new(bots: usize) -> Results {
        Results {
            games: 0,
            repeats: 0,
            ranks: vec![Vec::new(); bots],
            points: vec![0.0; bots],
            wins: vec![0; bots],
            shared: vec![0; bots],
            faults: vec![None; bots],
            seen: BTreeMap::new(),
        }
    }

    /// Counts a match, or notes which one it repeats; prints its line.
    fn add(&mut self, index: usize, game: FinishedGame, out: &mut dyn Write) -> anyhow::Result<()> {
        let FinishedGame { seats, map, orders, outcome, faults, line } = game;
        for (&bot, fault) in seats.iter().zip(faults) {
            if let Some(sentence) = fault {
                self.faults[bot].get_or_insert((0, sentence)).0 += 1;
            }
        }
        let scores = outcome.standings.iter().map(|s| (s.rank, s.score.to_bits())).collect();
        let key = (seats.clone(), map, orders.0, scores);
        let first = *self.seen.entry(key).or_insert(index);
        if let Some(mut line) = line {
            line["repeats"] = if first == index { Value::Null } else { first.into() };
            writeln!(out, "{line}")?;
            out.flush()?;
        }
        if first == index {
            self.count(&seats, &outcome);
        } else {
            self.repeats += 1;
        }
        Ok(())
    }

    fn count(&mut self, seats: &[usize], outcome: &Outcome) {
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

/// The bots' names. Bots of the same name are told apart by their words on the command line, or numbered.
fn names<G: Contest>(plan: &MatchPlan<G>) -> Vec<String> {
    let (players, words) = (&plan.players, &plan.args.bots);
    let name = |(bot, player): (usize, &Player<G>)| {
        let name = &player.name;
        if players.iter().filter(|other| other.name == *name).count() == 1 {
            return name.clone();
        }
        match words.get(bot) {
            Some(word) if words.iter().filter(|other| *other == word).count() == 1 => {
                format!("{name} ({})", safe_line(word))
            }
            _ => format!("{name} {}", bot + 1),
        }
    };
    players.iter().enumerate().map(name).collect()
}

/// Says in how many matches each bot did something wrong, and what it was first.
fn print_faults(names: &[String], results: &Results, out: &mut dyn Write) -> anyhow::Result<()> {
    let faults = names.iter().zip(&results.faults);
    let faults = faults.filter_map(|(name, fault)| fault.as_ref().map(|fault| (name, fault)));
    for (index, (name, (games, sentence))) in faults.enumerate() {
        let gap = if index == 0 { "\n" } else { "" };
        let games = count(*games, "match");
        writeln!(out, "{gap}{name} failed in {games}; first: {}", as_sentence(sentence))?;
    }
    Ok(())
}

fn report<G: Contest>(
    plan: &MatchPlan<G>,
    results: &Results,
    start: Instant,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let spent = start.elapsed();
    let (n, title) = (results.games, G::INFO.title);
    let played = n as u64 + results.repeats;
    let rate = played as f64 / spent.as_secs_f64().max(1e-9);
    writeln!(
        out,
        "{} of {title}, {} rules, seeds from {}, in {} ({rate:.1} per second)\n",
        count(played, "match"),
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
    let names = names(plan);
    for (bot, name) in names.iter().enumerate() {
        let (low, high) = wilson(results.points[bot], n as f64);
        let (rank, reach) = mean(&results.ranks[bot]);
        let lost = n - results.wins[bot] - results.shared[bot];
        rows.push(vec![
            name.clone(),
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
    print_faults(&names, results, out)?;
    match results.repeats {
        0 => {}
        1 => writeln!(out, "\n1 match repeated an earlier one and does not count.")?,
        n => writeln!(out, "\n{} repeated earlier ones and do not count.", count(n, "match"))?,
    }
    if let Some(folder) = &plan.args.replay {
        writeln!(out, "\nReplays: {}", folder.display())?;
    }
    if STOP.is_asked() {
        writeln!(out, "\nStopped early; the table counts the finished matches.")?;
    }
    Ok(())
}
