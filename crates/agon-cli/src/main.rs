//! The `agon` program: AI bots play programming-contest games.
//!
//! This crate handles flags, progress and exit codes; everything else is in the libraries below it.
//! Exit codes: 0 success, 1 the work failed (a difference, an invalid map), 2 wrong usage, 3 an undecided
//! comparison, 130 interrupted.

mod args;
mod bots;
mod build;
mod commands;
mod files;
mod interrupt;
mod newer;
mod patience;
mod report;
mod safe_out;
mod signals;
mod turns;

use agon_core::safe_text;
use anyhow::Context;
use args::{Cli, Command};
use clap::Parser;
use safe_out::SafeWriter;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

// Counts allocations for `agon bench`; costs one addition per allocation.
#[global_allocator]
static ALLOCATOR: agon_bench::CountingAllocator = agon_bench::CountingAllocator;

/// How a command ended, unless it failed with an error.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Done {
    /// Success: exit code 0.
    Well,
    /// The work was done and found a fault, which has been printed: exit code 1.
    Badly,
    /// The work was done without a decision: exit code 3.
    Undecided,
    /// Interrupted by Ctrl-C; finished games are kept: exit code 130.
    Interrupted,
}

/// Wrong usage: exit code 2.
#[derive(Debug)]
pub(crate) struct Usage(pub String);

impl std::fmt::Display for Usage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Usage {}

/// A usage error as an `anyhow::Error`.
pub(crate) fn usage(sentence: impl Into<String>) -> anyhow::Error {
    anyhow::Error::new(Usage(sentence.into()))
}

/// Terminals understand the sequences for colours.
#[cfg(not(windows))]
fn shows_colours() -> bool {
    true
}

/// Consoles of Windows must be asked to understand the sequences for colours.
#[cfg(windows)]
fn shows_colours() -> bool {
    crossterm::ansi_support::supports_ansi()
}

fn main() -> ExitCode {
    // `agon bench bots` starts this program as its bot, with this argument.
    if std::env::args().nth(1).as_deref() == Some(agon_bench::PONG) {
        return match agon_bench::pong() {
            Ok(()) => ExitCode::SUCCESS,
            Err(_) => ExitCode::FAILURE,
        };
    }
    let cli = Cli::try_parse().unwrap_or_else(|error| args::in_our_words(error).exit());
    let has_colours = io::stdout().is_terminal() && shows_colours();
    let mut out = SafeWriter::new(io::BufWriter::new(io::stdout().lock()), has_colours);
    let result = run(cli, &mut out).and_then(|done| {
        unless_closed(out.flush().context("cannot write to standard output"))?;
        Ok(done)
    });
    match result {
        Ok(Done::Well) => ExitCode::SUCCESS,
        Ok(Done::Badly) => ExitCode::FAILURE,
        Ok(Done::Undecided) => ExitCode::from(3),
        Ok(Done::Interrupted) => ExitCode::from(130),
        // The reader closed the pipe (`agon games | head -1`): success.
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("agon: {}", safe_text(&format!("{error:#}")));
            ExitCode::from(if error.is::<Usage>() { 2 } else { 1 })
        }
    }
}

/// Not an error if the reader has closed the pipe. The exit code of a command that has ended is the same
/// then: it may be a verdict (`agon bot test | head -1`).
fn unless_closed(said: anyhow::Result<()>) -> anyhow::Result<()> {
    said.or_else(|error| if is_closed_pipe(&error) { Ok(()) } else { Err(error) })
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let closed = |e: &io::Error| e.kind() == io::ErrorKind::BrokenPipe;
    error.chain().any(|cause| cause.downcast_ref::<io::Error>().is_some_and(closed))
}

fn run(cli: Cli, out: &mut dyn Write) -> anyhow::Result<Done> {
    match cli.command {
        Command::Play(args) => commands::play::run(args, out),
        Command::Simulate(args) => commands::simulate::run(&args, out),
        Command::Compare(args) => commands::compare::run(args, out),
        Command::League(args) => commands::league::run(args, out),
        Command::Tournament(args) => commands::tournament::run(*args, out),
        Command::Grade(args) => commands::grade::run(args, out),
        Command::Watch(args) => commands::watch::run(&args, out),
        Command::Serve(args) => commands::serve::run(&args, out),
        Command::Worker(args) => commands::worker::run(&args, out),
        Command::Admin(args) => commands::admin::run(args, out),
        Command::Login(args) => commands::contest::login(&args, out),
        Command::Submit(args) => commands::contest::submit(&args, out),
        Command::Scrimmage(args) => commands::contest::scrimmage(&args, out),
        Command::Matches(args) => commands::contest::matches(&args, out),
        Command::Download(args) => commands::contest::download(&args, out),
        Command::Marks(args) => commands::contest::marks(&args, out),
        Command::Raffle(args) => commands::contest::raffle(&args, out),
        Command::Standings(args) => commands::contest::standings(&args, out),
        Command::Team(args) => commands::contest::team(&args, out),
        Command::Versions(args) => commands::contest::versions(&args, out),
        Command::Questions(args) => commands::contest::questions(&args, out),
        Command::Api(args) => commands::contest::api(&args, out),
        Command::Games(args) => commands::games::run(args, out),
        Command::Manual(args) => commands::manual::run(&args, out),
        Command::Maps(args) => commands::maps::run(args, out),
        Command::Replay(args) => commands::replay::run(args, out),
        Command::Schema(args) => commands::schema::run(args, out),
        Command::Conformance(args) => commands::conformance::run(args, out),
        Command::Bench(args) => commands::bench::run(args, out),
        Command::Bot(args) => commands::bot::run(args, out),
        Command::Doctor(args) => commands::doctor::run(&args, out),
        Command::Completions(args) => commands::help::completions(&args, out),
        Command::Man(args) => commands::help::man(&args, out),
        Command::New(args) => commands::new::run(args, out),
        Command::Kit(args) => commands::kit::run(&args, out),
    }
}
