//! Flags that say how bots are run, the same for every command that runs some.

use crate::usage;
use agon_bots::{BotFault, Options, player};
use agon_core::Contest;
use agon_runner::Player;
use agon_sandbox::{Choice, Sandbox};
use clap::Args;
use std::time::Duration;

/// How bots that are programs of their own are run.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Bots")]
pub struct BotArgs {
    /// What holds bots: auto, bubblewrap, landlock, or off for bots that you trust.
    #[arg(long, default_value = "auto", value_name = "KIND")]
    pub sandbox: Choice,
    /// Leave the clock off: for debugging.
    #[arg(long)]
    pub no_clock: bool,
    /// Do not seed the bots' random numbers; matches then do not repeat.
    #[arg(long)]
    pub no_seed: bool,
    /// Memory of each bot, in MiB.
    #[arg(long, default_value_t = 1024, value_name = "MIB")]
    #[arg(value_parser = clap::value_parser!(u64).range(16..1 << 20))]
    pub memory: u64,
    /// Seconds that a bot may take to get ready.
    #[arg(long, default_value_t = 30, value_name = "S")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..1 << 20))]
    pub start_seconds: u64,
}

impl BotArgs {
    /// What the flags mean. Whether there is a sandbox is found out only if a bot needs one.
    pub fn options(&self, words: &[String]) -> Options {
        let needs_sandbox = words.iter().any(|word| !word.starts_with("builtin:"));
        let choice = if needs_sandbox { self.sandbox } else { Choice::Off };
        let mut options = Options::new(Sandbox::choose(choice));
        options.patience.clock = !self.no_clock;
        options.patience.start = Duration::from_secs(self.start_seconds);
        options.seed_bots = !self.no_seed;
        options.memory = self.memory << 20;
        options
    }

    /// The players that words name.
    pub fn players<G: Contest>(&self, words: &[String]) -> anyhow::Result<Vec<Player<G>>> {
        let options = self.options(words);
        words.iter().map(|word| one_player(word, &options)).collect()
    }
}

/// The player that a word names; a wrong word is wrong usage, a bot that cannot be built is a failure.
pub fn one_player<G: Contest>(word: &str, options: &Options) -> anyhow::Result<Player<G>> {
    player::<G>(word, options).map_err(|fault| match fault {
        BotFault::NoSuchBuiltIn(_) | BotFault::Word(_) => usage(fault.to_string()),
        other => anyhow::Error::new(other),
    })
}
