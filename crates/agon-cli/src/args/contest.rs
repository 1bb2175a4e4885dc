//! The arguments of the commands for competitors of a contest server.

use super::examples::examples;
use clap::{Args, Subcommand, ValueEnum};
use std::path::PathBuf;

/// What all commands for competitors share.
#[derive(Args)]
pub struct ContestArgs {
    /// The event [default: the one of `agon login`].
    #[arg(long, value_name = "NAME", global = true)]
    pub event: Option<String>,
    /// Print the server's answer as JSON and nothing else.
    #[arg(long, global = true)]
    pub json: bool,
}

#[derive(Args)]
#[command(after_help = examples(&[
    ("login https://contest.example.org ada --event cup", "asks for the password"),
    ("login http://127.0.0.1:8080 ada < password.txt", "reads the password from a file"),
]))]
pub struct LoginArgs {
    /// Address of the server.
    pub server: String,
    /// Login name.
    pub login: String,
    #[command(flatten)]
    pub contest: ContestArgs,
}

#[derive(Args)]
#[command(after_help = examples(&[
    ("submit my_bot.py", "a file"),
    ("submit my_bot", "a folder"),
]))]
pub struct SubmitArgs {
    /// The bot: a file, a folder or an archive.
    pub bot: PathBuf,
    /// Do not wait until the bot is built and has played its first game.
    #[arg(long)]
    pub no_wait: bool,
    #[command(flatten)]
    pub contest: ContestArgs,
}

#[derive(Args)]
#[command(after_help = examples(&[
    ("scrimmage ask 'Team Bob' --games 4", "two games from each seat"),
    ("scrimmage ask 7 --map {map} --seats first", "by the team's number"),
    ("scrimmage list", "who asks whom"),
    ("scrimmage accept 3", ""),
    ("scrimmage always off", "be asked before each scrimmage"),
]))]
pub struct ScrimmageArgs {
    #[command(subcommand)]
    pub action: ScrimmageAction,
    #[command(flatten)]
    pub contest: ContestArgs,
}

#[derive(Subcommand)]
pub enum ScrimmageAction {
    /// Ask for unranked games.
    Ask {
        /// Names or numbers of the opponents.
        #[arg(required = true)]
        opponents: Vec<String>,
        /// Number of games, at most 10.
        #[arg(long, short = 'n', default_value_t = 2)]
        games: u32,
        /// A map; several are played in turn [default: the event's].
        #[arg(long, short)]
        map: Vec<String>,
        /// Which seat your team has.
        #[arg(long, value_enum, default_value = "swap")]
        seats: SeatsWord,
        /// The first seed [default: drawn at random].
        #[arg(long, short)]
        seed: Option<u32>,
        /// The number of the version of your bot that plays [default: the active one].
        #[arg(long)]
        version: Option<u32>,
    },
    /// List the scrimmages of your team, newest first.
    List,
    /// Accept a scrimmage.
    Accept {
        /// Its number.
        scrimmage: i64,
    },
    /// Decline a scrimmage.
    Decline {
        /// Its number.
        scrimmage: i64,
    },
    /// Accept every scrimmage without being asked, or not.
    Always {
        /// on or off.
        #[arg(value_enum)]
        switch: Switch,
    },
}

/// Which seat a team has in its scrimmage.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub enum SeatsWord {
    /// Every map and seed from each seat.
    Swap,
    /// Always the first one.
    First,
    /// Always the last one.
    Last,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub enum Switch {
    On,
    Off,
}

#[derive(Args)]
#[command(after_help = examples(&[
    ("matches", "your team's, newest first"),
    ("matches --result lost --kind scrimmage", ""),
    ("matches 17", "one match with its games"),
]))]
pub struct MatchesArgs {
    /// The number of a match [default: list them].
    pub number: Option<i64>,
    /// Only matches of this kind: validation, scrimmage, ladder, tournament or grading.
    #[arg(long)]
    pub kind: Option<String>,
    /// Only matches in this state: queued, running, finished, void or superseded.
    #[arg(long)]
    pub state: Option<String>,
    /// Only matches that your team won, drew or lost: won, drawn or lost.
    #[arg(long)]
    pub result: Option<String>,
    /// Only matches with a game on this map.
    #[arg(long, short)]
    pub map: Option<String>,
    /// Only matches since a time, such as 2026-11-17T09:00:00Z.
    #[arg(long)]
    pub since: Option<String>,
    /// Most matches of the list.
    #[arg(long, short = 'n', default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=200))]
    pub limit: u32,
    #[command(flatten)]
    pub contest: ContestArgs,
}

#[derive(Args)]
#[command(after_help = examples(&[
    ("download 17", "the replays of all its games"),
    ("download 17 --game 2 -o replays", ""),
]))]
pub struct DownloadArgs {
    /// The number of the match.
    pub number: i64,
    /// One of its games [default: all].
    #[arg(long, value_name = "N")]
    pub game: Option<u32>,
    /// The folder to write to, which is made if it does not exist.
    #[arg(long, short, value_name = "DIR", default_value = ".")]
    pub output: PathBuf,
    #[command(flatten)]
    pub contest: ContestArgs,
}

#[derive(Args)]
#[command(after_help = examples(&[("standings", "the ladder of the event")]))]
pub struct StandingsArgs {
    #[command(flatten)]
    pub contest: ContestArgs,
}

#[derive(Args)]
#[command(after_help = examples(&[("raffle", "your tickets; after the draw, checks it")]))]
pub struct RaffleArgs {
    #[command(flatten)]
    pub contest: ContestArgs,
}

#[derive(Args)]
#[command(after_help = examples(&[("marks", "the released marks of your team, with their reasons")]))]
pub struct MarksArgs {
    #[command(flatten)]
    pub contest: ContestArgs,
}

#[derive(Args)]
#[command(after_help = examples(&[
    ("team make 'Team Ada'", "prints the code with which others join"),
    ("team join k3x9wq2m7a", ""),
    ("team", "its members and its code"),
]))]
pub struct TeamArgs {
    #[command(subcommand)]
    pub action: Option<TeamAction>,
    #[command(flatten)]
    pub contest: ContestArgs,
}

#[derive(Subcommand)]
pub enum TeamAction {
    /// Make a team.
    Make {
        /// Its name.
        name: String,
    },
    /// Join a team.
    Join {
        /// The code that its members have.
        code: String,
    },
}
