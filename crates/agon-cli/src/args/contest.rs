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
    /// Also allow what staff do, for `agon api`.
    #[arg(long)]
    pub manage: bool,
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
    ("scrimmage rematch 17", "with the same maps and seeds"),
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
    /// Play a match of your team once more, with the same maps and seeds.
    Rematch {
        /// The number of the match.
        number: i64,
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
    ("team rename 'Ada and Eve'", ""),
    ("team new-code", "the old code stops working"),
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
    /// Leave your team; a team without members is withdrawn.
    Leave,
    /// Give your team another name.
    Rename {
        /// The new name.
        name: String,
    },
    /// Make a new code for joining; the old one stops working.
    NewCode,
}

#[derive(Args)]
#[command(after_help = examples(&[
    ("versions", "your team's, newest first"),
    ("versions activate 3", "version 3 plays from now on"),
    ("versions label 3 'rushes early'", ""),
    ("versions download 3 -o old", "what was handed in"),
]))]
pub struct VersionsArgs {
    #[command(subcommand)]
    pub action: Option<VersionsAction>,
    #[command(flatten)]
    pub contest: ContestArgs,
}

#[derive(Subcommand)]
pub enum VersionsAction {
    /// Let a valid version play again.
    Activate {
        /// Its number within the team.
        version: u32,
    },
    /// Give a version a name of your own.
    Label {
        /// Its number within the team.
        version: u32,
        /// The name; an empty one removes it.
        label: String,
    },
    /// Download what was handed in.
    Download {
        /// Its number within the team.
        version: u32,
        /// The folder to write to, which is made if it does not exist.
        #[arg(long, short, value_name = "DIR", default_value = ".")]
        output: PathBuf,
    },
}

#[derive(Args)]
#[command(after_help = examples(&[
    ("questions", "yours and the public ones, with their answers"),
    ("questions ask 'Does a draw count?'", ""),
    ("questions appeal 17 'My bot was not started.'", "dispute the result of match 17"),
]))]
pub struct QuestionsArgs {
    #[command(subcommand)]
    pub action: Option<QuestionsAction>,
    #[command(flatten)]
    pub contest: ContestArgs,
}

#[derive(Subcommand)]
pub enum QuestionsAction {
    /// Ask the organisers.
    Ask {
        /// The question.
        text: String,
    },
    /// Dispute the result of a match of your team.
    Appeal {
        /// The number of the match.
        number: i64,
        /// What is wrong with it.
        text: String,
    },
}

#[derive(Args)]
#[command(after_help = examples(&[
    ("api GET /events/{event}", "{event} is the event of the log-in"),
    ("api GET /events/{event}/matches -q state=finished -q limit=5", ""),
    ("api PATCH /events/{event} --body @change.json", "needs `agon login --manage`"),
    ("api POST /events/{event}/handbook --body @handbook.json", "the body from a file"),
    ("api GET /submissions/7/source -o bot.tar", "a file"),
]))]
pub struct ApiArgs {
    /// GET, POST, PUT, PATCH or DELETE.
    pub method: String,
    /// The path after /api/v1, such as /server. Its description is at /api/v1/openapi.json of the server.
    pub path: String,
    /// A part of the query; several are allowed.
    #[arg(long, short, value_name = "NAME=VALUE")]
    pub query: Vec<String>,
    /// The JSON to send; @FILE reads it from a file, and - from the standard input.
    #[arg(long, short)]
    pub body: Option<String>,
    /// Write the answer to a file as it is.
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// The event for {event} [default: the one of `agon login`].
    #[arg(long, value_name = "NAME")]
    pub event: Option<String>,
}
