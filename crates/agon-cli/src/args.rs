//! The command line. The modules of `commands` interpret the arguments.

mod admin;
mod bot;
mod compete;
mod console;
mod contest;
mod examples;
mod help;
mod numbers;
mod replay;
mod serve;
mod simulate;
mod worker;

pub use admin::{
    AdminArgs, AdminCommand, AnswerArgs, EventCommand, GradeCommand, JobsCommand, UserCommand,
};
pub use bot::{BotAction, BotCommandArgs, CheckArgs, DebugArgs, RecordArgs, TestArgs};
pub use compete::{CompareArgs, GradeArgs, LeagueArgs, Paper, RunArgs, TournamentArgs};
pub use console::{AuditArgs, LadderArgs, MakeRunArgs, RunsCommand, ShowArgs};
pub use contest::{
    ApiArgs, DownloadArgs, LoginArgs, MarksArgs, MatchesArgs, QuestionsAction, QuestionsArgs,
    RaffleArgs, ScrimmageAction, ScrimmageArgs, SeatsWord, StandingsArgs, SubmitArgs, Switch,
    TeamAction, TeamArgs, VersionsAction, VersionsArgs,
};
pub use help::{CompletionsArgs, ManArgs};
pub use numbers::in_our_words;
pub use replay::{FeedArgs, ForkArgs, ReplayAction, ReplayArgs};
pub use serve::ServeArgs;
pub use simulate::SimulateArgs;
pub use worker::WorkerArgs;

use crate::bots::BotArgs;
use agon_core::Profile;
use clap::{Args, Parser, Subcommand};
use examples::examples;
use numbers::jobs;
use std::path::PathBuf;

/// AI bots play programming-contest games.
#[derive(Parser)]
#[command(name = "agon", version, max_term_width = 100)]
#[command(after_help = examples(&[("play {game}", "")]))]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand)]
pub enum Command {
    /// Play one match or many.
    Play(PlayArgs),
    /// Play many games as fast as possible, here or on workers, and write a line of JSON for each.
    Simulate(SimulateArgs),
    /// Test whether a new bot is better than an old one.
    Compare(CompareArgs),
    /// Run a league of all bots in a folder.
    League(LeagueArgs),
    /// Run a tournament.
    Tournament(Box<TournamentArgs>),
    /// Grade submissions by a rubric.
    Grade(GradeArgs),
    /// Watch a replay in the browser or in the terminal; edit maps.
    Watch(WatchArgs),
    /// Run a contest server: accounts, submissions, matches.
    Serve(ServeArgs),
    /// Play and build for a contest server on another machine.
    Worker(WorkerArgs),
    /// Look after a contest server: accounts, invitations, gradings, failed jobs, backup, another database.
    Admin(AdminArgs),
    /// Log in to a contest server.
    Login(LoginArgs),
    /// Hand in a bot at a contest server and wait for its verdict.
    Submit(SubmitArgs),
    /// Ask other teams of a contest server for unranked games, and answer them.
    Scrimmage(ScrimmageArgs),
    /// List the matches of your team on a contest server, or show one.
    Matches(MatchesArgs),
    /// Download the replays of a match from a contest server.
    Download(DownloadArgs),
    /// Print the released marks of your team on a contest server, with their reasons.
    Marks(MarksArgs),
    /// Print the raffles of an event on a contest server and your tickets; check the draw.
    Raffle(RaffleArgs),
    /// Print the ladder of an event on a contest server.
    Standings(StandingsArgs),
    /// Make, join, rename or leave a team, or show yours.
    Team(TeamArgs),
    /// List the versions of your bot on a contest server; activate, name or download one.
    Versions(VersionsArgs),
    /// Ask the organisers of a contest server, dispute a result, or list questions and answers.
    Questions(QuestionsArgs),
    /// Send any request to a contest server: everything that its pages do.
    Api(ApiArgs),
    /// List the games, or describe one.
    Games(GamesArgs),
    /// Print the manual of a game: rules, views, calls, replies, a first bot.
    #[command(after_help = examples(&[("manual {game}", "")]))]
    Manual(ManualArgs),
    /// List, draw, check and generate maps.
    Maps(MapsArgs),
    /// Show, verify and convert replays.
    Replay(ReplayArgs),
    /// Print the bot protocol of a game as a JSON Schema (docs/protocol.md).
    Schema(SchemaArgs),
    /// Replay recorded games of other engines and report differences.
    Conformance(ConformanceArgs),
    /// Measure this machine and the games.
    Bench(BenchArgs),
    /// Create a bot from a template; it plays legal games at once.
    New(NewArgs),
    /// Write what a contest handed out: its Java classes as a jar, or the folder of its program.
    Kit(KitArgs),
    /// Check and test a bot.
    Bot(BotCommandArgs),
    /// Report the sandbox and the languages of this machine, and how to install what is missing.
    Doctor(DoctorArgs),
    /// Print a shell's completions of this program's commands and flags.
    Completions(CompletionsArgs),
    /// Write the man pages of this program.
    Man(ManArgs),
}

#[derive(Args)]
#[command(after_help = examples(&[
    ("play {game}", "built-in bots on the first map"),
    ("play {game} {strong} {weak} --seed 7 --map {map}", ""),
    ("play {game} my_bot.py {strong}", "your own bot"),
    ("play {game} {strong} {weak} --games 100 -j 2", ""),
    ("play {game} --map random", "a random map"),
    ("play {game} human {strong}", "play it yourself, in the browser"),
    ("play {game} --tutorial", "ten guided turns"),
]))]
pub struct PlayArgs {
    /// The game; `agon games` lists them.
    pub game: Option<String>,
    /// The bots in seat order: builtin:NAME, a file, a folder, or human to play yourself [default: built-in
    /// bots].
    pub bots: Vec<String>,
    /// A built-in map, a map file, or random[:key=value,...].
    #[arg(long, short)]
    pub map: Option<String>,
    /// Play the map and the bots that a settings file of the original contest names; only for games whose
    /// contest had one.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["bots", "map"])]
    pub settings: Option<PathBuf>,
    /// The seed of the match; with --games, of the first match.
    #[arg(long, short, default_value_t = 1, allow_negative_numbers = true)]
    pub seed: u64,
    /// The rules: handbook (as the contest's handbook says) or original (as its program did).
    #[arg(long, default_value = "handbook")]
    pub rules: Profile,
    /// Where to write the replay: a file, or with --games a folder [default: replays/ for one match].
    #[arg(long, value_name = "PATH")]
    pub replay: Option<PathBuf>,
    /// Write no replay.
    #[arg(long, conflicts_with = "replay")]
    pub no_replay: bool,
    /// Play this many matches: the bots swap (or rotate) seats, then the seed counts up and the next map of
    /// the game is played, unless --map names one.
    #[arg(long, short = 'n', value_name = "N")]
    pub games: Option<usize>,
    /// Matches played in parallel [default: number of cores].
    #[arg(long, short, value_name = "J", value_parser = jobs)]
    pub jobs: Option<usize>,
    /// Assign seats at random, by the seed.
    #[arg(long)]
    pub shuffle: bool,
    /// Print one line of JSON per match and nothing else.
    #[arg(long, conflicts_with = "text")]
    pub json: bool,
    /// Print the position after every turn, in the format of the contest's text mode.
    #[arg(long, conflicts_with = "games")]
    pub text: bool,
    /// Print every turn as it is played: the bots' output, their calls, the answers and the refusals; with
    /// --log=SEAT, the turns of one seat.
    #[arg(long, value_name = "SEAT", num_args = 0..=1, require_equals = true)]
    #[arg(conflicts_with_all = ["games", "json", "watch"])]
    pub log: Option<Option<String>>,
    /// Tell the bots that the match belongs to a tournament.
    #[arg(long)]
    pub tournament: bool,
    /// Watch the match in the browser while it is played.
    #[arg(long, conflicts_with_all = ["games", "text", "json"])]
    pub watch: bool,
    /// Wait for network clients of the original contest at this address and the next port; write
    /// `remote` for the seat of each. The original clients expect port 19000.
    #[arg(long, value_name = "ADDR", conflicts_with_all = ["games", "text", "watch"])]
    pub listen: Option<String>,
    /// Allow --listen on an address that other machines can reach: any client may connect and play.
    #[arg(long, requires = "listen")]
    pub expose: bool,
    #[command(flatten)]
    pub serving: Serving,
    #[command(flatten)]
    pub people: PeopleArgs,
    #[command(flatten)]
    pub bot: BotArgs,
}

/// How people play.
#[derive(Args)]
#[command(next_help_heading = "People")]
pub struct PeopleArgs {
    /// Play in the terminal instead of the browser: type the orders, Tab completes them.
    #[arg(long, conflicts_with_all = ["watch", "lan"])]
    pub terminal: bool,
    /// Hold people to the time limits of the rules; without it they have all the time they want.
    #[arg(long)]
    pub clock: bool,
    /// Let people on other machines of the local network play, each by a secret link.
    #[arg(long)]
    pub lan: bool,
    /// Play the game's tutorial: ten guided turns against a built-in bot.
    #[arg(long, conflicts_with_all = ["bots", "map", "settings", "seed", "rules"])]
    pub tutorial: bool,
}

#[derive(Args)]
#[command(after_help = examples(&[
    ("watch replays/match.agonreplay", ""),
    ("watch replays", "a table of all replays of a folder"),
    ("watch runs/arena", "a tournament: standings, bracket, every match"),
    ("watch", "the page alone: drop replays, edit maps"),
    ("watch --terminal match.agonreplay", "without a browser"),
]))]
pub struct WatchArgs {
    /// Replays, and folders of replays, leagues or tournaments; also replays of an original program if
    /// its game can read them.
    #[arg(value_name = "REPLAY|FOLDER")]
    pub paths: Vec<PathBuf>,
    /// Show a replay in the terminal instead of the browser.
    #[arg(long, requires = "paths")]
    pub terminal: bool,
    /// With --terminal, show what the bots printed and ordered beside the board (the key o does too).
    #[arg(long, requires = "terminal")]
    pub log: bool,
    /// Start a replay at this frame.
    #[arg(long, value_name = "FRAME", default_value_t = 0)]
    pub at: usize,
    #[command(flatten)]
    pub serving: Serving,
    #[command(flatten)]
    pub bot: BotArgs,
}

/// Address of the viewer's page.
#[derive(Args, Clone)]
pub struct Serving {
    /// The port on 127.0.0.1 [default: 7723, or a free one if that is taken].
    #[arg(long)]
    pub port: Option<u16>,
    /// Print the address without opening a browser.
    #[arg(long)]
    pub no_open: bool,
}

#[derive(Args)]
#[command(after_help = examples(&[
    ("new {game} my_bot", "a bot in Python"),
    ("new {game} --lang cpp my_bot", "a bot in C++"),
    ("new {game} --from solid my_bot", "begin with the strategy of builtin:solid"),
    ("new {game} --ci my_bot", "with tests that run on GitHub"),
    ("play {game} my_bot {weak}", "play against a built-in bot"),
]))]
pub struct NewArgs {
    /// The game; `agon games` lists them.
    pub game: String,
    /// The folder to write it to; it must be new or empty.
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// The language of the bot.
    #[arg(
        long, short, alias = "language", default_value = "python", value_name = "LANGUAGE",
        help = language_help()
    )]
    pub lang: String,
    /// The interface: agon (Agon's own kit) or original (the contest's own, where there is one). The default
    /// is agon, and for Java the contest's own.
    #[arg(long, value_parser = ["agon", "original"])]
    pub api: Option<String>,
    /// The example to begin with: starter (the shortest bot that plays legally), or solid (the strategy of
    /// `builtin:solid`, explained).
    #[arg(long, default_value = agon_bots::STARTER, value_name = "EXAMPLE")]
    pub from: String,
    /// Also write a scene, and a workflow file that runs `agon bot test` and `agon compare` on GitHub.
    #[arg(long)]
    pub ci: bool,
}

#[derive(Args)]
#[command(after_help = examples(&[
    ("kit java -o agon.jar", "all contests with Java bots"),
    ("kit {game} -o at-home", "the folder of one contest"),
]))]
pub struct KitArgs {
    /// `java`, or a game whose contest handed out a folder with its program.
    pub what: String,
    /// For `java`: the game [default: every game with Java bots].
    pub game: Option<String>,
    /// Where to write it: a jar for `java`, otherwise a new folder.
    #[arg(long, short, value_name = "PATH")]
    pub output: PathBuf,
}

#[derive(Args)]
pub struct GamesArgs {
    /// The game to describe: seats, bots, maps.
    pub game: Option<String>,
    /// Print one JSON object and nothing else.
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct DoctorArgs {
    /// Print one JSON object and nothing else.
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
#[command(after_help = examples(&[
    ("maps {game}", "list the maps"),
    ("maps {game} show {map}", ""),
    ("maps {game} check my.{ext}", ""),
    ("maps {game} new --seed 7 -o my.{ext}", ""),
]))]
pub struct MapsArgs {
    /// The game.
    pub game: String,
    #[command(subcommand)]
    pub action: Option<MapsAction>,
}

#[derive(Subcommand)]
pub enum MapsAction {
    /// List the built-in maps (the default).
    List,
    /// Draw a map in the terminal.
    Show {
        /// A built-in map, a map file, or random[:key=value,...].
        map: String,
        /// The seed, for random maps.
        #[arg(long, short, default_value_t = 1, allow_negative_numbers = true)]
        seed: u64,
    },
    /// Check map files; exit code 1 if one is invalid.
    Check {
        /// Map files.
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// The rules that the maps must comply with.
        #[arg(long, default_value = "handbook")]
        rules: Profile,
    },
    /// Generate a map from a seed.
    New {
        /// Options of the map; `agon games GAME` lists the keys.
        #[arg(value_name = "KEY=VALUE")]
        wishes: Vec<String>,
        /// The seed.
        #[arg(long, short, default_value_t = 1, allow_negative_numbers = true)]
        seed: u64,
        /// Where to write it [default: standard output].
        #[arg(long, short, value_name = "FILE")]
        output: Option<PathBuf>,
    },
}

#[derive(Args)]
#[command(after_help = examples(&[
    ("manual {game} | less", ""),
    ("manual {game} --browser", ""),
]))]
pub struct ManualArgs {
    /// The game; `agon games` lists them.
    pub game: String,
    /// Open the manual in the browser and print its address.
    #[arg(long)]
    pub browser: bool,
}

#[derive(Args)]
pub struct SchemaArgs {
    /// The game; `agon games` lists them.
    pub game: String,
}

#[derive(Args)]
pub struct ConformanceArgs {
    /// The game.
    pub game: String,
    /// Recordings (*.jsonl, *.jsonl.gz) or folders of them.
    #[arg(required = true)]
    pub paths: Vec<PathBuf>,
}

#[derive(Args)]
pub struct BenchArgs {
    /// The games to measure [default: all]; or `bots [GAME]`: the cost of a bot in another process;
    /// or `java`: the cost of Java bots; or `serve`: the contest server with a long season.
    pub games: Vec<String>,
    /// Print one JSON object (keys: docs/bench.md).
    #[arg(long)]
    pub json: bool,
    /// Measure less, for a first impression.
    #[arg(long)]
    pub quick: bool,
    /// Print only the behaviour signatures.
    #[arg(long)]
    pub signature: bool,
    /// With `serve`: matches in the server's database [default: 1000000; with --quick 20000].
    #[arg(long, value_name = "COUNT")]
    pub matches: Option<u64>,
    /// With `serve`: teams of the season [default: 500].
    #[arg(long, value_name = "COUNT")]
    pub teams: Option<u64>,
    /// With `serve`: an empty database, as in the server's configuration [default: a new SQLite file].
    #[arg(long, value_name = "DATABASE")]
    pub database: Option<String>,
}

fn language_help() -> String {
    let words: Vec<&str> = agon_bots::Language::with_starter().map(|l| l.word()).collect();
    format!("The language: {}", words.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn the_command_line_definition_is_valid() {
        use clap::CommandFactory;
        Cli::command().debug_assert();
    }

    /// Arbitrary words are parsed or refused, without a panic.
    #[test]
    fn fuzz_command_lines() {
        const WORDS: [&str; 24] = [
            "play",
            "mars",
            "galaxy",
            "--map",
            "random:size=",
            "--seed",
            "-1",
            "99999999999999999999",
            "--games",
            "-j",
            "--rules",
            "original",
            "maps",
            "new",
            "size=24x",
            "=",
            "replay",
            "show",
            "--at",
            "bench",
            "--",
            "--json",
            "\u{0}",
            "builtin:",
        ];
        bolero::check!().with_test_time(Duration::from_secs(3)).for_each(|input: &[u8]| {
            let words = input.chunks(3).map(|chunk| match chunk {
                [pick, ..] if *pick < 200 => WORDS[usize::from(*pick) % WORDS.len()].to_owned(),
                other => String::from_utf8_lossy(other).into_owned(),
            });
            let words = std::iter::once("agon".to_owned()).chain(words.take(12));
            if let Err(refusal) = Cli::try_parse_from(words) {
                assert!(!refusal.to_string().is_empty());
            }
        });
    }
}
