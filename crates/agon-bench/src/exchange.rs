//! The cost of a turn of a bot in another process: the time between the bot's answer and its next turn,
//! compared with a bare pipe that carries the same bytes.
//!
//! The bot measures the time, because only the bot knows when it has answered and received its next turn.
//! It is this program, started with the argument [`PONG`]: see [`pong`].

use crate::median;
use agon_bots::{Options, player_of_job};
use agon_core::{Chance, Contest, GameMap, Profile};
use agon_protocol::{Format, ToBot};
use agon_runner::{Batch, IncidentKind, Match, Player, Stop, built_in, play_batch, play_match};
use agon_sandbox::{Job, MatchCore};
use serde::Serialize;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

/// The argument that makes this program run as the measuring bot.
pub const PONG: &str = "__pong";
/// Turns over the bare pipe.
const BARE_TURNS: usize = 2_000;
/// Number of alternating measurements of each placement; the medians are reported.
const REPEATS: usize = 9;
/// The goal for [`ExchangeFigures::ratio`].
pub const EXCHANGE_GOAL: f64 = 2.0;

/// The cost of a turn of a bot in another process.
#[derive(Clone, Debug, Serialize)]
pub struct ExchangeFigures {
    /// The game's id.
    pub game: &'static str,
    /// Length of the first turn's message in bytes.
    pub bytes: usize,
    /// Microseconds between answer and next turn over a bare pipe, both programs pinned to one core; median.
    pub bare_us: f64,
    /// The same in a match as Agon places it, with rules, view, protocol and sandbox.
    pub match_us: f64,
    /// The median of what a match took divided by what the bare pipe took just before it. Machines change
    /// their speed from second to second, so this is steadier than the ratio of the medians.
    pub ratio: f64,
    /// Over a bare pipe, the programs pinned to two cores. `None` if there is only one core.
    pub bare_apart_us: Option<f64>,
    /// In a match, the match and its bot pinned to two cores.
    pub match_apart_us: Option<f64>,
}

/// Whether bots lose time when many matches run at once.
#[derive(Clone, Debug, Serialize)]
pub struct CrowdFigures {
    /// Number of matches.
    pub matches: usize,
    /// Number of concurrent matches.
    pub at_once: usize,
    /// Number of turns of all bots.
    pub turns: u64,
    /// Turns that ran out of time. They are the engine's fault, because these bots answer immediately.
    pub time_losses: u64,
    /// The longest turn in seconds, by the match clock.
    pub longest_s: f64,
}

/// Measures the exchange in one game. `program` is the path of this program.
pub fn measure_exchange<G: Contest>(
    program: &Path,
    options: &Options,
) -> Result<ExchangeFigures, String> {
    let setup = first_setup::<G>()?;
    let game = G::new(&setup, Chance::seeded(1));
    let agon_core::Now::Turn(actors) = game.now() else {
        return Err(format!("{} is over before its first turn", G::INFO.title));
    };
    let mut view = G::View::default();
    game.view(actors[0], &mut view);
    let mut line = Vec::new();
    let (turn, actor, round) = (1, actors[0].0, game.round());
    let message =
        ToBot::<_, ()>::Turn { turn, actor, round, seconds: Some(1.0), energy: None, view };
    Format::Json.write(&message, &mut line);
    let cores = MatchCore::usable();
    let here = *cores.first().ok_or("this machine does not tell which cores may be used")?;
    let there = cores.get(1).copied();
    let bare = |bot| {
        let took = bare_wait_us(program, &line, [here, bot]);
        took.map_err(|fault| format!("cannot measure the bare pipe: {fault}"))
    };
    let nothing = built_in::<G>("nothing").map_err(|fault| fault.to_string())?;
    let pong = pong_player::<G>(program, None, options)?;
    let pong_apart =
        there.map(|core| pong_player::<G>(program, Some(core), options)).transpose()?;
    let in_match = |pong: &Player<G>| {
        let mut players = vec![&nothing; G::INFO.seats.0];
        players[0] = pong;
        match_wait_us(&spec_of(setup.clone(), players, 1))
    };
    let (mut bare_us, mut match_us) = (Vec::new(), Vec::new());
    let (mut bare_apart_us, mut match_apart_us) = (Vec::new(), Vec::new());
    for _ in 0..REPEATS {
        bare_us.push(bare(here)?);
        match_us.push(in_match(&pong)?);
        if let (Some(there), Some(pong)) = (there, &pong_apart) {
            bare_apart_us.push(bare(there)?);
            // On one core, Agon leaves the placement as it is.
            let core = MatchCore::on(here);
            core.pin_this_thread();
            match_apart_us.push(in_match(pong)?);
        }
    }
    let ratios = match_us.iter().zip(&bare_us).map(|(match_us, bare_us)| match_us / bare_us);
    let ratio = median(ratios.collect());
    let (bare_us, match_us) = (median(bare_us), median(match_us));
    let apart = |times: Vec<f64>| there.map(|_| median(times));
    Ok(ExchangeFigures {
        game: G::INFO.id,
        bytes: line.len(),
        bare_us,
        match_us,
        ratio,
        bare_apart_us: apart(bare_apart_us),
        match_apart_us: apart(match_apart_us),
    })
}

/// Plays a match and returns the figure of the measuring bot in the first seat.
fn match_wait_us<G: Contest>(spec: &Match<'_, G>) -> Result<f64, String> {
    let played = play_match(spec, false, &mut |_| {}).map_err(|trouble| trouble.to_string())?;
    let log = played.reports[0].last_words.clone().unwrap_or_default();
    log.lines().rev().find_map(|line| line.strip_prefix("median ")?.parse().ok()).ok_or_else(|| {
        format!("the measuring bot reported no figure: {:?}", played.reports[0].incidents)
    })
}

/// Plays matches between bots in processes, four times as many at once as there are cores.
pub fn measure_crowd<G: Contest>(
    program: &Path,
    options: &Options,
    matches: usize,
) -> Result<CrowdFigures, String> {
    let setup = first_setup::<G>()?;
    let pong = pong_player::<G>(program, None, options)?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let batch = Batch { games: matches, jobs: 4 * cores, record: false, stop: &Stop::new() };
    let plan = |index: usize| {
        let players = vec![&pong; G::INFO.seats.0];
        Ok::<_, String>(spec_of(setup.clone(), players, index as u64))
    };
    let mut figures =
        CrowdFigures { matches, at_once: batch.jobs, turns: 0, time_losses: 0, longest_s: 0.0 };
    play_batch(&batch, plan, |job| {
        for report in job.played.map_err(|trouble| trouble.to_string())?.reports {
            let late = |i: &&agon_runner::Incident| i.kind == IncidentKind::OutOfTime;
            figures.time_losses += report.incidents.iter().filter(late).count() as u64;
            figures.turns += report.turns;
            figures.longest_s = figures.longest_s.max(report.longest);
        }
        Ok(())
    })?;
    Ok(figures)
}

fn first_setup<G: Contest>() -> Result<G::Setup, String> {
    let map = G::Map::parse(G::own_maps()[0].text).map_err(|fault| fault.to_string())?;
    G::new_setup(map, Profile::Handbook, G::INFO.seats.0).map_err(|fault| fault.to_string())
}

fn spec_of<G: Contest>(setup: G::Setup, players: Vec<&Player<G>>, seed: u64) -> Match<'_, G> {
    let (map, rules) = (G::own_maps()[0].name.to_owned(), Profile::Handbook);
    Match { setup, map, rules, seed, players, tournament: false, engine: "bench", date: None }
}

/// The measuring bot, pinned to a core if one is given.
fn pong_player<G: Contest>(
    program: &Path,
    core: Option<usize>,
    options: &Options,
) -> Result<Player<G>, String> {
    let mut job = Job::new(program);
    job.core = core.map(MatchCore::on);
    job.args = vec![PONG.into()];
    job.readable = vec![program.to_owned()];
    player_of_job("pong", job, options).map_err(|fault| fault.to_string())
}

/// Runs the measuring bot over two bare pipes and returns its figure. This thread and the bot are pinned to
/// the two cores.
fn bare_wait_us(program: &Path, line: &[u8], [ours, bots]: [usize; 2]) -> io::Result<f64> {
    // A process has the cores of the thread that starts it.
    let bots = MatchCore::on(bots);
    bots.pin_this_thread();
    let mut child = Command::new(program)
        .arg(PONG)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    drop(bots);
    let ours = MatchCore::on(ours);
    ours.pin_this_thread();
    let ended = || io::Error::other("the measuring bot ended early");
    let mut to = child.stdin.take().ok_or_else(ended)?;
    let mut from = BufReader::new(child.stdout.take().ok_or_else(ended)?);
    let mut answer = Vec::new();
    to.write_all(b"{\"type\":\"hello\"}\n")?;
    from.read_until(b'\n', &mut answer)?;
    for _ in 0..BARE_TURNS {
        to.write_all(line)?;
        answer.clear();
        if from.read_until(b'\n', &mut answer)? == 0 {
            return Err(ended());
        }
    }
    to.write_all(b"{\"type\":\"over\"}\n")?;
    let mut log = String::new();
    child.stderr.take().ok_or_else(ended)?.read_to_string(&mut log)?;
    child.wait()?;
    let median = log.lines().find_map(|line| line.strip_prefix("median ")?.parse().ok());
    median.ok_or_else(|| io::Error::other(format!("the measuring bot reported no figure: {log}")))
}

/// The measuring bot: ends every turn immediately, and at the end prints to standard error the median time
/// in microseconds between an answer and the next turn.
pub fn pong() -> io::Result<()> {
    let mut input = BufReader::with_capacity(1 << 16, io::stdin().lock());
    let mut output = io::stdout().lock();
    let (mut line, mut waits) = (Vec::new(), Vec::new());
    let mut answered: Option<Instant> = None;
    loop {
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            break;
        }
        if line.starts_with(b"{\"type\":\"turn\"") {
            waits.extend(answered.map(|then| then.elapsed().as_secs_f64() * 1e6));
            let number: String = line[22..]
                .iter()
                .map(|&byte| char::from(byte))
                .take_while(char::is_ascii_digit)
                .collect();
            let done = format!("{{\"type\":\"done\",\"turn\":{number}}}\n");
            // Taken before the answer is written, because the engine may run before this process continues.
            answered = Some(Instant::now());
            output.write_all(done.as_bytes())?;
            output.flush()?;
        } else if line.starts_with(b"{\"type\":\"hello\"") {
            output.write_all(b"{\"type\":\"ready\"}\n")?;
            output.flush()?;
        } else if line.starts_with(b"{\"type\":\"over\"") {
            break;
        }
    }
    if !waits.is_empty() {
        eprintln!("median {}", median(waits));
    }
    Ok(())
}
