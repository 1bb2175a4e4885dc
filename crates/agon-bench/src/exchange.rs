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
use agon_sandbox::Job;
use serde::Serialize;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

/// The argument that makes this program run as the measuring bot.
pub const PONG: &str = "__pong";
/// Turns over the bare pipe.
const BARE_TURNS: usize = 2_000;
/// Number of alternating measurements of both; the median is reported. The scheduler's placement is random,
/// and two communicating programs are several times faster on one core than on two.
const REPEATS: usize = 9;

/// The cost of a turn of a bot in another process.
#[derive(Clone, Debug, Serialize)]
pub struct ExchangeFigures {
    /// The game's id.
    pub game: &'static str,
    /// Length of the first turn's message in bytes.
    pub bytes: usize,
    /// Microseconds between answer and next turn over a bare pipe; median.
    pub bare_us: f64,
    /// The same in a match, with rules, view, protocol and sandbox.
    pub match_us: f64,
    /// `match_us` divided by `bare_us`.
    pub ratio: f64,
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
    let pong = pong_player::<G>(program, options)?;
    let nothing = built_in::<G>("nothing").map_err(|fault| fault.to_string())?;
    let (mut bare_us, mut match_us) = (Vec::new(), Vec::new());
    for _ in 0..REPEATS {
        let took = bare_wait_us(program, &line)
            .map_err(|fault| format!("cannot measure the bare pipe: {fault}"))?;
        bare_us.push(took);
        let mut players = vec![&nothing; G::INFO.seats.0];
        players[0] = &pong;
        match_us.push(match_wait_us(&spec_of(setup.clone(), players, 1))?);
    }
    let (bare_us, match_us) = (median(bare_us), median(match_us));
    let ratio = match_us / bare_us;
    Ok(ExchangeFigures { game: G::INFO.id, bytes: line.len(), bare_us, match_us, ratio })
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
    let pong = pong_player::<G>(program, options)?;
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

fn pong_player<G: Contest>(program: &Path, options: &Options) -> Result<Player<G>, String> {
    let mut job = Job::new(program);
    job.args = vec![PONG.into()];
    job.readable = vec![program.to_owned()];
    player_of_job("pong", job, options).map_err(|fault| fault.to_string())
}

/// Runs the measuring bot over two bare pipes and returns its figure.
fn bare_wait_us(program: &Path, line: &[u8]) -> io::Result<f64> {
    let mut child = Command::new(program)
        .arg(PONG)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
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
