//! The arguments of `agon simulate`.

use super::examples::examples;
use super::numbers::jobs;
use agon_bots::DEFAULT_MEMORY_BYTES;
use agon_core::Profile;
use agon_sandbox::Choice;
use clap::Args;
use std::path::PathBuf;

#[derive(Args)]
#[command(after_help = examples(&[
    ("simulate {game} {strong} {weak} -n 10000 -o games.jsonl", ""),
    ("simulate {game} my_bot {strong} -n 1000 | jq .winner", "a line of JSON per game"),
    ("simulate {game} -n 100000 -o games.jsonl --on nats://lab:4222", "on all workers there"),
]))]
pub struct SimulateArgs {
    /// The game; `agon games` lists them.
    pub game: String,
    /// The bots in the seat order of the first game: builtin:NAME, a file or a folder [default: built-in
    /// bots].
    #[arg(value_name = "BOT")]
    pub bots: Vec<String>,
    /// Number of games: the bots swap (or rotate) seats, then the seed counts up and the next map is played.
    #[arg(long, short = 'n', value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub games: u64,
    /// The file for the games, a line of JSON each (docs/json-output.md); if it is there, the simulation goes
    /// on after its last game [default: standard output].
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// A built-in map or random[:key=value,...]; several take turns [default: all maps of the game].
    #[arg(long, short)]
    pub map: Vec<String>,
    /// The seed of the first game.
    #[arg(long, short, default_value_t = 1, allow_negative_numbers = true)]
    pub seed: u64,
    /// The rules: handbook (as the contest's handbook says) or original (as its program did).
    #[arg(long, default_value = "handbook")]
    pub rules: Profile,
    /// How time limits apply to bots in their own processes: off, loose or strict. With a clock, results
    /// depend on the machine.
    #[arg(long, default_value = "off", value_parser = ["off", "loose", "strict"])]
    pub clock: String,
    /// Games played in parallel on this machine [default: number of cores].
    #[arg(long, short, value_name = "J", conflicts_with = "on", value_parser = jobs)]
    pub jobs: Option<usize>,
    /// The sandbox on this machine: auto, bubblewrap, landlock, or off for bots that you trust.
    #[arg(long, default_value = "auto", value_name = "KIND", conflicts_with = "on")]
    pub sandbox: Choice,
    /// Memory limit of each bot on this machine, in MiB.
    #[arg(long, default_value_t = DEFAULT_MEMORY_BYTES >> 20, value_name = "MIB", conflicts_with = "on")]
    #[arg(value_parser = clap::value_parser!(u64).range(16..1 << 20))]
    pub memory: u64,
    /// Let the workers (`agon worker`) of this NATS server play: nats://HOST:PORT or tls://HOST:PORT.
    #[arg(long, value_name = "URL")]
    pub on: Option<String>,
    /// A file with the seed of an nkey, or with credentials as `nsc` writes them.
    #[arg(long, value_name = "FILE", requires = "on")]
    pub credentials: Option<PathBuf>,
    /// A file with the certificate of the authority that signed the certificate of NATS, if the system does
    /// not know it.
    #[arg(long, value_name = "FILE", requires = "on")]
    pub ca: Option<PathBuf>,
    /// First word of the workers' subjects in NATS, as `agon worker --prefix`.
    #[arg(long, value_name = "WORD", default_value = "agon", requires = "on")]
    pub prefix: String,
}
