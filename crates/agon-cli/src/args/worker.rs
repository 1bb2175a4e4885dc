//! The arguments of `agon worker`.

use crate::bots::BotArgs;
use clap::Args;
use std::path::PathBuf;

#[derive(Args)]
pub struct WorkerArgs {
    /// Address of NATS, where the contest's servers hand out jobs: nats://HOST:PORT or tls://HOST:PORT.
    /// Several are separated by commas.
    #[arg(long, value_name = "URL")]
    pub nats: String,
    /// A file with the seed of an nkey, or with credentials as `nsc` writes them.
    #[arg(long, value_name = "FILE")]
    pub credentials: Option<PathBuf>,
    /// A file with the certificate of the authority that signed the certificate of NATS, if the system does
    /// not know it.
    #[arg(long, value_name = "FILE")]
    pub ca: Option<PathBuf>,
    /// First word of the contest's subjects in NATS, as `nats_prefix` of the server's configuration.
    #[arg(long, value_name = "WORD", default_value = "agon")]
    pub prefix: String,
    /// Name of this worker, which no other one has. A key of its own in NATS can be limited to it. [default:
    /// the machine's name and the number of the process]
    #[arg(long, value_name = "NAME", value_parser = parse_name)]
    pub name: Option<String>,
    /// Games and builds at the same time [default: number of cores].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub slots: Option<u32>,
    /// Cores of this machine for games of events that ask for whole cores [default: those of this machine].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=65536))]
    pub machine_cores: Option<u32>,
    /// Memory of this machine, in MiB, for games of events that limit the memory of bots [default: as the
    /// system says].
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(1..=1 << 30))]
    pub machine_memory: Option<u64>,
    /// The folder where bots are unpacked, which is made if it does not exist; it can be deleted while the
    /// worker is stopped.
    #[arg(long, value_name = "DIR", default_value = "agon-worker")]
    pub data: PathBuf,
    /// Seconds that games under way get to finish when the worker stops; the others are given back.
    #[arg(long, value_name = "SECONDS", default_value_t = 30)]
    pub drain_seconds: u64,
    /// Play uploads although the sandbox lacks something, such as control groups: for people you trust.
    #[arg(long)]
    pub weak_sandbox: bool,
    /// Play simulations (`agon simulate --on`) only; no contest server is needed.
    #[arg(long)]
    pub only_simulations: bool,
    /// For load tests: sleep for this many milliseconds instead of playing; every game is a draw. The server
    /// must have `pretended_workers = true`.
    #[arg(long, value_name = "MS", hide_short_help = true, conflicts_with = "only_simulations")]
    pub pretend_ms: Option<u64>,
    /// With --pretend-ms: workers in this process, each with its own connection.
    #[arg(
        long,
        value_name = "K",
        hide_short_help = true,
        requires = "pretend_ms",
        default_value_t = 1
    )]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=5000))]
    pub pretend_workers: u32,
    /// Write log lines as JSON.
    #[arg(long)]
    pub log_json: bool,
    #[command(flatten)]
    pub bot: BotArgs,
}

/// Checks a worker's name, which becomes a word of subjects in NATS.
fn parse_name(text: &str) -> Result<String, String> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
    match !text.is_empty() && text.len() <= 60 && text.chars().all(is_plain) {
        true => Ok(text.to_owned()),
        false => Err("a worker's name has 1 to 60 letters (a to z), digits and `_`".to_owned()),
    }
}
