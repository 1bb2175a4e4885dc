//! The words of the commands that hold competitions.

use crate::bots::BotArgs;
use agon_compete::Keep;
use agon_compete::tournament::Format;
use agon_core::Profile;
use clap::Args;
use std::path::PathBuf;

/// What all runs of many games share.
#[derive(Args)]
pub struct RunArgs {
    /// The folder of the run: journal, replays, results [default: runs/ and a name].
    #[arg(long, value_name = "FOLDER")]
    pub out: Option<PathBuf>,
    /// Start anew; what is in the folder is moved aside.
    #[arg(long)]
    pub fresh: bool,
    /// Games played at the same time [default: the number of cores].
    #[arg(long, short, value_name = "J")]
    pub jobs: Option<usize>,
    /// Replays to keep: all, faults (of games in which a bot did something wrong), none.
    #[arg(long, value_name = "WHICH")]
    pub replays: Option<Keep>,
    #[command(flatten)]
    pub bot: BotArgs,
}

#[derive(Args)]
#[command(after_help = "\
Exit status: 0 the new bot is better, 1 it is not, 3 nobody can say, 2 wrong usage, 130 interrupted.
The same command goes on where it was interrupted.

Examples:
  agon compare builtin:greedy builtin:random --game mars
  agon compare new.py old.py --game galaxy --elo0 -30 --elo1 0     has it become worse?
  agon compare builtin:greedy builtin:sample --game asterobots     six at a table, seats turn")]
pub struct CompareArgs {
    /// The new bot.
    pub new: String,
    /// The old bot.
    pub old: String,
    /// The game.
    #[arg(long, short)]
    pub game: String,
    /// A map; several are taken in turn [default: random ones].
    #[arg(long, short)]
    pub map: Vec<String>,
    /// The seed of the first games.
    #[arg(long, short, default_value_t = 1, allow_negative_numbers = true)]
    pub seed: u64,
    /// The rules: handbook or original.
    #[arg(long, default_value = "handbook")]
    pub rules: Profile,
    /// Reject the new bot if it is at most this much better.
    #[arg(long, default_value_t = 0.0, allow_negative_numbers = true)]
    pub elo0: f64,
    /// Accept the new bot if it is at least this much better.
    #[arg(long, default_value_t = 30.0, allow_negative_numbers = true)]
    pub elo1: f64,
    /// How often a bot of strength elo0 may be accepted.
    #[arg(long, default_value_t = 0.05)]
    pub alpha: f64,
    /// How often a bot of strength elo1 may be rejected.
    #[arg(long, default_value_t = 0.05)]
    pub beta: f64,
    /// How Elo is meant: normalized (in deviations of a result) or logistic (in expected score).
    #[arg(long, default_value = "normalized")]
    pub model: String,
    /// Give up after so many pairs (or blocks in which the seats turn).
    #[arg(long, default_value_t = 2000, value_name = "N")]
    pub max: u64,
    /// Seats at a table [default: as many as the game allows].
    #[arg(long)]
    pub seats: Option<usize>,
    /// Print one JSON object at the end and nothing else.
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub run: RunArgs,
}

#[derive(Args)]
#[command(after_help = "\
Every file and folder in FOLDER is a bot (texts and data are not). FOLDER/league.toml may say more:
  game = \"mars\"
  maps = [\"olympus\", \"crossing\"]
  bots = [\"builtin:greedy\", \"builtin:random\"]     besides those in the folder

Examples:
  agon league bots --game mars --games 100
  agon league bots                                 goes on until Ctrl-C
  agon league bots --show --only-map olympus       the table, no games")]
pub struct LeagueArgs {
    /// The folder with the bots.
    pub folder: PathBuf,
    /// The game; league.toml may name it.
    #[arg(long, short)]
    pub game: Option<String>,
    /// Play so many games, then stop [default: until Ctrl-C].
    #[arg(long, short = 'n', value_name = "N")]
    pub games: Option<usize>,
    /// Play nothing, show the table.
    #[arg(long, conflicts_with = "games")]
    pub show: bool,
    /// Count only games on this map; several may be named.
    #[arg(long, value_name = "MAP")]
    pub only_map: Vec<String>,
    /// Count only games between these bots.
    #[arg(long, value_name = "BOT")]
    pub only_bot: Vec<String>,
    /// Print the table as JSON and nothing else.
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub run: RunArgs,
}

#[derive(Args)]
#[command(after_help = "\
A file describes a tournament; flags override it. The same command goes on where it was interrupted.

  name = \"Spring cup\"
  game = \"mars\"
  format = \"mcmahon\"        round-robin, arena, gauntlet, swiss, mcmahon, single, double, pods
  bots = [\"builtin:greedy\", { name = \"beta\", bot = \"bots/beta.py\", team = \"B\" }]
  games = 2                 in a series, seats swapped
  seed_from = \"runs/arena\"  the run whose results seed this one

Examples:
  agon tournament cup.toml --dry-run
  agon tournament --game mars --format arena --bot builtin:greedy --bot builtin:random
  agon tournament cup.toml --why 2:alpha:beta      why did they not meet in round 2?")]
pub struct TournamentArgs {
    /// A file that describes the tournament.
    pub file: Option<PathBuf>,
    /// The game.
    #[arg(long, short)]
    pub game: Option<String>,
    /// How it is held.
    #[arg(long, short)]
    pub format: Option<Format>,
    /// An entrant: a bot, or NAME=BOT.
    #[arg(long, short, value_name = "BOT")]
    pub bot: Vec<String>,
    /// A map; several are taken in turn.
    #[arg(long, short)]
    pub map: Vec<String>,
    /// Games of a series.
    #[arg(long, value_name = "N")]
    pub games: Option<u32>,
    /// Number of rounds.
    #[arg(long, value_name = "N")]
    pub rounds: Option<u32>,
    /// The seed of lots and games.
    #[arg(long, short)]
    pub seed: Option<u64>,
    /// The rules: handbook or original.
    #[arg(long)]
    pub rules: Option<Profile>,
    /// The folder of an earlier run whose results seed this one.
    #[arg(long, value_name = "FOLDER")]
    pub seed_from: Option<String>,
    /// Who is absent in a round: NAME@ROUND.
    #[arg(long, value_name = "NAME@ROUND")]
    pub absent: Vec<String>,
    /// Who leaves before a round: NAME@ROUND.
    #[arg(long, value_name = "NAME@ROUND")]
    pub withdraw: Vec<String>,
    /// Show the first round and the number of games, play nothing.
    #[arg(long)]
    pub dry_run: bool,
    /// Say with every pairing why it was made.
    #[arg(long)]
    pub explain: bool,
    /// Explain why two did not meet: ROUND:NAME:NAME. Plays nothing.
    #[arg(long, value_name = "ROUND:A:B")]
    pub why: Option<String>,
    /// Print the report as JSON and nothing else.
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub run: RunArgs,
}

#[derive(Args)]
#[command(after_help = "\
A rubric is a file:

  game = \"galaxy\"
  [[task]]
  name = \"captures all systems from a bot that does nothing\"
  opponent = \"builtin:nothing\"
  games = 5                              seeds 1 to 5, on every seat
  need = \"share >= 1\"                    also: won, score, margin, rank, rounds, faults
  points = 10                            enough = { share = 0.8 } or \"proportional\" for less than all

Examples:
  agon grade hw5.toml handed-in/alice handed-in/bob.java
  agon grade hw5.toml --all-in handed-in")]
pub struct GradeArgs {
    /// The rubric.
    pub rubric: PathBuf,
    /// The submissions: bots, or NAME=BOT.
    pub submissions: Vec<String>,
    /// Grade everything in this folder.
    #[arg(long, value_name = "FOLDER")]
    pub all_in: Option<PathBuf>,
    /// Print the marks as JSON and nothing else.
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub run: RunArgs,
}
