//! The arguments of `agon replay`.

use crate::args::examples::examples;
use crate::bots::BotArgs;
use clap::{Args, Subcommand};
use std::path::PathBuf;

#[derive(Args)]
pub struct ReplayArgs {
    #[command(subcommand)]
    pub action: ReplayAction,
}

#[derive(Subcommand)]
pub enum ReplayAction {
    /// Summarise a match and draw a position.
    Show {
        /// The replay.
        file: PathBuf,
        /// Draw the position at the start of this round instead of the last position.
        #[arg(long, value_name = "ROUND")]
        at: Option<u32>,
        /// Print what the bots printed and ordered, and the answers: in the round of --at, or in the whole
        /// match; with --log=SEAT, the turns of one seat.
        #[arg(long, value_name = "SEAT", num_args = 0..=1, require_equals = true)]
        log: Option<Option<String>>,
    },
    /// Give a bot the views of a recorded match and compare its orders with the recorded ones; exit code 1 if
    /// they differ.
    Feed(Box<FeedArgs>),
    /// Play on from a turn of a recorded match with other bots.
    Fork(Box<ForkArgs>),
    /// Simulate replays again and compare every state; exit code 1 if one is wrong.
    Verify {
        /// The replays.
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Print the viewer's frames as lines of JSON: the first one complete, then the changes.
    Frames {
        /// The replay, also one of the original program if the game can read it.
        file: PathBuf,
        /// Print every frame complete.
        #[arg(long)]
        whole: bool,
    },
    /// Print what the bots printed.
    Log {
        /// The replay.
        file: PathBuf,
        /// Print one line of JSON per line: round, seat, text.
        #[arg(long)]
        json: bool,
    },
    /// Convert a replay.
    #[command(group = clap::ArgGroup::new("format").required(true))]
    Export {
        /// The replay.
        file: PathBuf,
        /// To the format of the game's original program.
        #[arg(long, group = "format")]
        original: bool,
        /// To a single page that shows the match in any browser, offline.
        #[arg(long, group = "format")]
        html: bool,
        /// Where to write it [default: beside the replay].
        #[arg(long, short, value_name = "FILE")]
        output: Option<PathBuf>,
    },
}

#[derive(Args)]
#[command(after_help = examples(&[
    ("replay feed lost.agonreplay my_bot", "up to the first difference"),
    ("replay feed lost.agonreplay my_bot --at 40 --log", "with its output from round 40 on"),
]))]
pub struct FeedArgs {
    /// The replay.
    pub file: PathBuf,
    /// The bot: a file or a folder, or builtin:NAME. Its clock is off.
    pub bot: String,
    /// Compare from this round on. The bot gets the earlier views too, so that it remembers the match.
    #[arg(long, value_name = "ROUND")]
    pub at: Option<u32>,
    /// The seat whose views it gets [default: the seat that it played].
    #[arg(long)]
    pub seat: Option<String>,
    /// Report every turn that differs, not only the first.
    #[arg(long)]
    pub all: bool,
    /// Print what the bot prints and calls.
    #[arg(long)]
    pub log: bool,
    #[command(flatten)]
    pub run: BotArgs,
}

#[derive(Args)]
#[command(after_help = examples(&[
    ("replay fork lost.agonreplay --at 40 --seat blue=my_bot", "blue's other plan, from round 40 on"),
    ("replay fork lost.agonreplay --at 40:red --seat red={strong}", "from red's turn of round 40 on"),
]))]
pub struct ForkArgs {
    /// The replay.
    pub file: PathBuf,
    /// The turn to play on from: a round, or ROUND:SEAT for the turn of that seat.
    #[arg(long, value_name = "TURN")]
    pub at: String,
    /// The bot that takes over a seat. Seats of built-in bots keep their bot.
    #[arg(long = "seat", value_name = "SEAT=BOT")]
    pub seats: Vec<String>,
    /// Where to write the replay of the new match [default: beside the replay].
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Print every turn as it is played; with --log=SEAT, the turns of one seat.
    #[arg(long, value_name = "SEAT", num_args = 0..=1, require_equals = true)]
    pub log: Option<Option<String>>,
    #[command(flatten)]
    pub run: BotArgs,
}
