//! The command line as it is typed. What the words mean is decided in `commands`.

mod compete;

pub use compete::{CompareArgs, GradeArgs, LeagueArgs, RunArgs, TournamentArgs};

use crate::bots::BotArgs;
use agon_core::Profile;
use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;

/// AI bots play programming-contest games.
#[derive(Parser)]
#[command(name = "agon", version, max_term_width = 100)]
#[command(after_help = "Try it: agon play mars")]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand)]
pub enum Command {
    /// Play a match, or many.
    Play(PlayArgs),
    /// Find out whether a new bot is better than an old one.
    Compare(CompareArgs),
    /// Keep a league of all bots in a folder.
    League(LeagueArgs),
    /// Hold a tournament.
    Tournament(Box<TournamentArgs>),
    /// Grade submissions by a rubric.
    Grade(GradeArgs),
    /// Watch a replay in the browser, or in the terminal; make maps.
    Watch(WatchArgs),
    /// List the games; with a name, all about one.
    Games(GamesArgs),
    /// List, draw, check and make maps.
    Maps(MapsArgs),
    /// Show, prove and convert replays.
    Replay(ReplayArgs),
    /// Print what Agon and a bot say to each other, as a JSON Schema (docs/protocol.md).
    Schema(SchemaArgs),
    /// Replay recorded games of other engines and report differences.
    Conformance(ConformanceArgs),
    /// Measure this machine and the games on it.
    Bench(BenchArgs),
    /// Begin a bot of your own: a folder with a bot that plays a legal game at once.
    New(NewArgs),
    /// Look after a bot: does it work?
    Bot(BotCommandArgs),
    /// What this machine offers for bots: sandbox and languages, and how to get what is missing.
    Doctor,
}

#[derive(Args)]
#[command(after_help = "\
Examples:
  agon play mars                                   two built-in bots on the default map
  agon play mars builtin:greedy builtin:random --seed 7 --map olympus
  agon play mars my_bot.py builtin:greedy          a bot of yours
  agon play mars builtin:greedy builtin:random --games 100 -j 2
  agon play mars --map random:size=24x24,symmetry=rotational
  agon play timetravel --listen 127.0.0.1:19000 remote builtin:builder")]
pub struct PlayArgs {
    /// The game; `agon games` lists them.
    pub game: Option<String>,
    /// The bots in seat order: builtin:greedy, a file, a folder; none for built-in ones.
    pub bots: Vec<String>,
    /// A map of ours, a map file, or random[:key=value,...].
    #[arg(long, short)]
    pub map: Option<String>,
    /// The seed of the match; of the first match with --games.
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
    /// Play this many matches: seeds count up, seats are swapped (or rotated) among the bots.
    #[arg(long, short = 'n', value_name = "N")]
    pub games: Option<usize>,
    /// Matches played at the same time [default: the number of cores].
    #[arg(long, short, value_name = "J")]
    pub jobs: Option<usize>,
    /// Draw the seats from the seed instead of taking them in order.
    #[arg(long)]
    pub shuffle: bool,
    /// Print one line of JSON per match and nothing else.
    #[arg(long, conflicts_with = "text")]
    pub json: bool,
    /// Print the position after every turn, as the contest's own text mode does.
    #[arg(long, conflicts_with = "games")]
    pub text: bool,
    /// Watch the match in the browser while it is played.
    #[arg(long, conflicts_with_all = ["games", "text", "json"])]
    pub watch: bool,
    /// Let compiled clients of the Time Travel contest connect here and on the next port; name
    /// `remote` for the seat of each. They expect port 19000.
    #[arg(long, value_name = "ADDR", conflicts_with_all = ["games", "text", "watch"])]
    pub listen: Option<String>,
    /// Listen also on an address that other machines can reach: whoever connects may play.
    #[arg(long, requires = "listen")]
    pub expose: bool,
    #[command(flatten)]
    pub serving: Serving,
    #[command(flatten)]
    pub bot: BotArgs,
}

#[derive(Args)]
#[command(after_help = "\
Examples:
  agon watch replays/mars-crossing-1-greedy-random.agonreplay
  agon watch match.awap23r                         a replay of the original program
  agon watch                                       the page alone: drop replays, make maps
  agon watch --terminal match.agonreplay           without a browser")]
pub struct WatchArgs {
    /// The replay; also one of the original program, where the game reads them.
    pub replay: Option<PathBuf>,
    /// Play it in the terminal instead of a browser.
    #[arg(long, requires = "replay")]
    pub terminal: bool,
    /// Open at this frame.
    #[arg(long, value_name = "FRAME", default_value_t = 0)]
    pub at: usize,
    #[command(flatten)]
    pub serving: Serving,
}

/// Where the page is served.
#[derive(Args, Clone)]
pub struct Serving {
    /// The port on 127.0.0.1 [default: a free one].
    #[arg(long, default_value_t = 0, hide_default_value = true)]
    pub port: u16,
    /// Only print the address.
    #[arg(long)]
    pub no_open: bool,
}

#[derive(Args)]
#[command(after_help = "\
Examples:
  agon new mars my_bot                             a bot for Mars Makeover in Python
  agon new galaxy --lang cpp my_bot
  agon play galaxy my_bot builtin:random           play with it")]
pub struct NewArgs {
    /// The game; `agon games` lists them.
    pub game: String,
    /// The folder to write it to; it must be new or empty.
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// The language: python, cpp, js, rust or java (not for mars).
    #[arg(long, short, default_value = "python")]
    pub lang: String,
    /// The interface: agon (our kit), or original (the contest's own; Time Travel in cpp and python).
    #[arg(long, default_value = "agon", value_parser = ["agon", "original"])]
    pub api: String,
}

#[derive(Args)]
pub struct GamesArgs {
    /// All about this game: seats, bots, maps.
    pub game: Option<String>,
}

#[derive(Args)]
#[command(after_help = "\
Examples:
  agon maps mars                                   list the maps of Mars Makeover
  agon maps mars show olympus
  agon maps mars check my.awap23m
  agon maps mars new size=24x24 symmetry=rotational --seed 7 -o my.awap23m")]
pub struct MapsArgs {
    /// The game.
    pub game: String,
    #[command(subcommand)]
    pub action: Option<MapsAction>,
}

#[derive(Subcommand)]
pub enum MapsAction {
    /// List the maps that come with Agon (this is what happens without a word).
    List,
    /// Draw a map in the terminal.
    Show {
        /// A map of ours, a map file, or random[:key=value,...].
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
        /// The rules that must accept them.
        #[arg(long, default_value = "handbook")]
        rules: Profile,
    },
    /// Make a map from a seed.
    New {
        /// What it should be like, as key=value; `agon games GAME` lists the keys.
        wishes: Vec<String>,
        /// The seed.
        #[arg(long, short, default_value_t = 1, allow_negative_numbers = true)]
        seed: u64,
        /// Where to write it; standard output if not given.
        #[arg(long, short, value_name = "FILE")]
        output: Option<PathBuf>,
    },
}

#[derive(Args)]
pub struct ReplayArgs {
    #[command(subcommand)]
    pub action: ReplayAction,
}

#[derive(Subcommand)]
pub enum ReplayAction {
    /// Tell about a match and draw a position of it.
    Show {
        /// The replay.
        file: PathBuf,
        /// Draw the position at the beginning of this round instead of the last one.
        #[arg(long, value_name = "ROUND")]
        at: Option<u32>,
    },
    /// Play replays again and prove them right; exit code 1 if one is wrong.
    Verify {
        /// The replays.
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Print what a viewer draws, one line of JSON per frame: the first whole, then what changes.
    Frames {
        /// The replay; also one of the original program, where the game reads them.
        file: PathBuf,
        /// Print every frame whole.
        #[arg(long)]
        whole: bool,
    },
    /// Convert a replay.
    Export {
        /// The replay.
        file: PathBuf,
        /// To the format of the game's original program.
        #[arg(long, required_unless_present = "html", conflicts_with = "html")]
        original: bool,
        /// To one page that shows the match in any browser, without a network.
        #[arg(long)]
        html: bool,
        /// Where to write it [default: beside the replay].
        #[arg(long, short, value_name = "FILE")]
        output: Option<PathBuf>,
    },
}

#[derive(Args)]
pub struct SchemaArgs {
    /// The game; `agon games` lists them.
    pub game: String,
}

#[derive(Args)]
pub struct BotCommandArgs {
    #[command(subcommand)]
    pub action: BotAction,
}

#[derive(Subcommand)]
pub enum BotAction {
    /// Play a short match with a bot and tell what is wrong with it; exit code 1 if something is.
    #[command(after_help = "\
Examples:
  agon bot check my_bot                            a folder with an agon.toml
  agon bot check my_bot.py --game mars --rounds 50")]
    Check {
        /// The bot: a file or a folder.
        bot: String,
        /// The game it plays, unless its agon.toml or its code tells.
        #[arg(long, value_name = "GAME")]
        game: Option<String>,
        /// The bot to play against.
        #[arg(long, value_name = "BOT")]
        against: Option<String>,
        /// Stop after this many rounds.
        #[arg(long, default_value_t = 30, value_name = "N")]
        rounds: u32,
        #[command(flatten)]
        run: BotArgs,
    },
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
    /// The games to measure, all if none is named; or `bots`: what a bot in another process costs;
    /// or `java`: what Java bots cost.
    pub games: Vec<String>,
    /// Print one JSON object (docs/bench.md says what the keys mean).
    #[arg(long)]
    pub json: bool,
    /// A first impression: less of everything.
    #[arg(long)]
    pub quick: bool,
    /// Only the behaviour signatures.
    #[arg(long)]
    pub signature: bool,
    /// Play this many idle games and print nothing: a steady load for counting instructions.
    #[arg(long, hide = true, value_name = "GAMES")]
    pub idle: Option<u64>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn the_description_is_sound() {
        use clap::CommandFactory;
        Cli::command().debug_assert();
    }

    /// Any words at all: understood or refused, never the end of the program.
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
