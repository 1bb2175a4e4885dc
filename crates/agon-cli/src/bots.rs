//! Flags for running bots, shared by all commands that run bots.

use crate::{newer, usage};
use agon_bots::{Beside, BotFault, DEFAULT_MEMORY_BYTES, Options, player};
use agon_core::Contest;
use agon_runner::Player;
use agon_sandbox::{Choice, Sandbox};
use clap::Args;
use std::time::Duration;

/// How bots in their own processes are run.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Bots")]
pub struct BotArgs {
    /// The sandbox: auto, bubblewrap, landlock, or off for bots that you trust.
    #[arg(long, default_value = "auto", value_name = "KIND")]
    pub sandbox: Choice,
    /// Disable time limits, for debugging.
    #[arg(long)]
    pub no_clock: bool,
    /// Do not seed the bots' random numbers; matches are then not reproducible.
    #[arg(long)]
    pub no_seed: bool,
    /// Memory limit of each bot, in MiB.
    #[arg(long, default_value_t = DEFAULT_MEMORY_BYTES >> 20, value_name = "MIB")]
    #[arg(value_parser = clap::value_parser!(u64).range(16..1 << 20))]
    pub memory: u64,
    /// Seconds that a bot may take to start.
    #[arg(long, default_value_t = 30, value_name = "S")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..1 << 20))]
    pub start_seconds: u64,
    /// Seconds that all turns of a bot in one match may take together.
    #[arg(long, default_value_t = 3600, value_name = "S")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..1 << 20))]
    pub match_seconds: u64,
}

impl BotArgs {
    /// The options for these bots. The sandbox is only set up if a bot needs one.
    pub fn options(&self, words: &[String]) -> Options {
        let needs_sandbox = words.iter().any(|word| !word.starts_with("builtin:"));
        let choice = if needs_sandbox { self.sandbox } else { Choice::Off };
        let mut options = Options::new(Sandbox::choose(choice));
        options.patience.clock = !self.no_clock;
        options.patience.start = Duration::from_secs(self.start_seconds);
        options.patience.whole_match = Duration::from_secs(self.match_seconds);
        options.seed_bots = !self.no_seed;
        options.memory = self.memory << 20;
        options.too_old_for = Some(newer::remember_bot);
        options
    }

    /// The same for bots outside of competitions, which may use files beside them. What takes long is told.
    pub fn options_beside(&self, words: &[String]) -> Options {
        Options {
            beside: Beside::Shared(|sentence| eprintln!("{sentence}")),
            tell: Some(|sentence| eprintln!("{}", agon_core::safe_line(sentence))),
            ..self.options(words)
        }
    }

    /// The players named by bot specifiers, for a match that is not part of a competition.
    pub fn players<G: Contest>(&self, words: &[String]) -> anyhow::Result<Vec<Player<G>>> {
        let options = self.options_beside(words);
        words.iter().map(|word| one_player(word, &options)).collect()
    }
}

/// The player named by a bot specifier. An unknown bot is wrong usage; a failed build is a failure.
pub fn one_player<G: Contest>(word: &str, options: &Options) -> anyhow::Result<Player<G>> {
    player::<G>(word, options).map_err(refused)
}

/// Why a bot cannot play, as an error of the program.
pub fn refused(fault: BotFault) -> anyhow::Error {
    match fault {
        BotFault::NoSuchBuiltIn(_) | BotFault::Word(_) => usage(fault.to_string()),
        other => anyhow::Error::new(other),
    }
}

/// The name of the built-in bot that has this name or had it in an earlier version; an unknown name stays.
pub fn built_in_name<'a>(game: &str, name: &'a str) -> &'a str {
    agon_games::visit(game, NameOf(name)).flatten().unwrap_or(name)
}

struct NameOf<'a>(&'a str);

impl agon_games::Visitor for NameOf<'_> {
    type Out = Option<&'static str>;
    fn visit<G: Contest>(self) -> Option<&'static str> {
        agon_runner::find_built_in::<G>(self.0).map(|bot| bot.name)
    }
}
