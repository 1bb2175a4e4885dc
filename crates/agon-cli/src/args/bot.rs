//! The arguments of `agon bot`.

use super::examples::examples;
use super::numbers::jobs;
use crate::bots::BotArgs;
use agon_bots::DEFAULT_MEMORY_BYTES;
use agon_core::Profile;
use agon_expect::Expectation;
use agon_sandbox::Choice;
use clap::{Args, Subcommand};
use std::path::PathBuf;

#[derive(Args)]
pub struct BotCommandArgs {
    #[command(subcommand)]
    pub action: BotAction,
}

#[derive(Subcommand)]
pub enum BotAction {
    /// Play a short match with a bot and report its faults; exit code 1 if there are any.
    Check(CheckArgs),
    /// Play a match with a bot under its language's debugger (docs/howto/debug.md); the clock is off.
    Debug(DebugArgs),
    /// Test a bot with scenes (*.agonscene, docs/howto/test-a-bot.md); exit code 1 if an expectation fails.
    Test(TestArgs),
    /// Make a scene of a position in a replay.
    Record(RecordArgs),
}

#[derive(Args)]
#[command(after_help = examples(&[
    ("bot check my_bot", "a folder with an agon.toml"),
    ("bot check my_bot.py --game {game} --rounds 50", ""),
    ("bot check my_bot --regulations", "what the contest's handbook forbids in its program"),
]))]
pub struct CheckArgs {
    /// The bot: a file or a folder.
    pub bot: String,
    /// The game, if neither agon.toml nor the code names it.
    #[arg(long, value_name = "GAME")]
    pub game: Option<String>,
    /// The rules to play by.
    #[arg(long, default_value = "handbook")]
    pub rules: Profile,
    /// The bot to play against.
    #[arg(long, value_name = "BOT")]
    pub against: Option<String>,
    /// Stop after this many rounds.
    #[arg(long, default_value_t = 30, value_name = "N")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    pub rounds: u32,
    /// Play no match: read the bot's program and list what the contest's regulations forbid.
    #[arg(long)]
    pub regulations: bool,
    /// A package that bots may import besides those of the handbook.
    #[arg(long, value_name = "PACKAGE", requires = "regulations")]
    pub allow: Vec<String>,
    /// Print one JSON object and nothing else.
    #[arg(long, conflicts_with = "regulations")]
    pub json: bool,
    #[command(flatten)]
    pub run: BotArgs,
}

#[derive(Args)]
#[command(after_help = examples(&[
    ("bot debug {game} my_bot.py", "pdb in this terminal"),
    ("bot debug {game} my_bot {weak} --seat red", "against this bot, on this seat"),
    ("bot debug {game} bot.cpp --symbols .vscode/bot", "gdb; the editor reads this file"),
]))]
pub struct DebugArgs {
    /// The game; `agon games` lists them.
    pub game: String,
    /// The bot: a file or a folder.
    pub bot: String,
    /// The bot on all other seats [default: the best built-in one].
    pub opponent: Option<String>,
    /// The seat of the bot [default: the first one].
    #[arg(long, value_name = "SEAT")]
    pub seat: Option<String>,
    /// The map: a built-in one, random[:key=value,...], or a file [default: the first built-in map].
    #[arg(long, short)]
    pub map: Option<String>,
    /// The seed of the match.
    #[arg(long, short, default_value_t = 1, allow_negative_numbers = true)]
    pub seed: u64,
    /// The rules to play by.
    #[arg(long, default_value = "handbook")]
    pub rules: Profile,
    /// The port of the debugger on 127.0.0.1; 0 is any free one [default: 9229 for node --inspect, 5005 for
    /// jdwp, 2345 for gdb].
    #[arg(long, value_name = "PORT")]
    pub port: Option<u16>,
    /// Also write the compiled program with its symbols to this file, for an editor that starts gdb.
    #[arg(long, value_name = "FILE")]
    pub symbols: Option<PathBuf>,
    /// The sandbox: auto, bubblewrap, landlock, or off for bots that you trust.
    #[arg(long, default_value = "auto", value_name = "KIND")]
    pub sandbox: Choice,
    /// Memory limit of each bot, in MiB.
    #[arg(long, default_value_t = DEFAULT_MEMORY_BYTES >> 20, value_name = "MIB")]
    #[arg(value_parser = clap::value_parser!(u64).range(16..1 << 20))]
    pub memory: u64,
}

#[derive(Args)]
#[command(after_help = examples(&[
    ("bot test", "all scenes in this folder and the folders in it"),
    ("bot test tests/opening.agonscene", ""),
    ("bot test tests --bot my_bot.py --junit results.xml", ""),
]))]
pub struct TestArgs {
    /// Scenes, and folders of scenes.
    #[arg(default_value = ".")]
    pub paths: Vec<PathBuf>,
    /// Test this bot instead of those that the scenes name.
    #[arg(long, value_name = "BOT")]
    pub bot: Option<String>,
    /// Write the results as JUnit XML, which CI services read.
    #[arg(long, value_name = "FILE")]
    pub junit: Option<PathBuf>,
    /// Print one JSON object and nothing else.
    #[arg(long)]
    pub json: bool,
    /// Games played in parallel [default: number of cores].
    #[arg(long, short, value_name = "J", value_parser = jobs)]
    pub jobs: Option<usize>,
    #[command(flatten)]
    pub run: BotArgs,
}

#[derive(Args)]
#[command(after_help = examples(&[
    ("bot record lost.agonreplay --at 41 -o tests/lost.agonscene", ""),
]))]
pub struct RecordArgs {
    /// The replay; it is copied beside the scene.
    pub replay: PathBuf,
    /// The round at whose beginning the bot takes over.
    #[arg(long, value_name = "ROUND")]
    pub at: u32,
    /// The seat of the bot [default: the first one]; the recorded orders play the other seats.
    #[arg(long, value_name = "SEAT")]
    pub seat: Option<String>,
    /// The bot [default: the bot in whose folder the scene lies].
    #[arg(long, value_name = "BOT")]
    pub bot: Option<String>,
    /// Stop after this many rounds [default: play to the end of the match].
    #[arg(long, value_name = "N")]
    pub rounds: Option<u32>,
    /// An expectation, such as "no refusals"; may be repeated [default: no faults, no refusals].
    #[arg(long, value_name = "TEXT")]
    pub expect: Vec<Expectation>,
    /// The scene to write [default: the replay's name in this folder].
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}
