//! The arguments of the commands that run competitions.

use super::examples::{examples, fill};
use super::numbers::jobs;
use crate::bots::BotArgs;
use agon_compete::tournament::Format;
use agon_core::{ClockRule, ConductSettings, Enforcement, Profile, Waiver};
use agon_runs::Keep;
use clap::Args;
use serde::de::DeserializeOwned;
use std::path::PathBuf;

/// Options of all runs of many games.
#[derive(Args)]
pub struct RunArgs {
    /// The run's folder: journal, replays, results [default: runs/ and a name].
    #[arg(long, value_name = "FOLDER")]
    pub out: Option<PathBuf>,
    /// Start over; the contents of the folder are moved to another folder.
    #[arg(long)]
    pub fresh: bool,
    /// Games played in parallel [default: number of cores].
    #[arg(long, short, value_name = "J", value_parser = jobs)]
    pub jobs: Option<usize>,
    /// Replays to keep: all, faults (games in which a bot committed a fault), none.
    #[arg(long, value_name = "WHICH")]
    pub replays: Option<Keep>,
    #[command(flatten)]
    pub bot: BotArgs,
}

/// How a competition applies the contest's regulations. Flags override the file; packages and waivers are
/// added to those of the file.
#[derive(Args)]
#[command(next_help_heading = "The contest's regulations")]
pub struct ConductArgs {
    /// A violation keeps a bot out (enforce), is reported (report), or programs are not read (off) [default:
    /// as the handbook says].
    #[arg(long, value_name = "HOW", value_parser = word::<Enforcement>)]
    pub regulations: Option<Enforcement>,
    /// The time limits of the rules (strict), twice as long (loose), or none (off) [default: as the handbook
    /// says].
    #[arg(long, value_name = "HOW", value_parser = word::<ClockRule>, conflicts_with = "no_clock")]
    pub clock: Option<ClockRule>,
    /// A package that bots may import besides those of the handbook; may be repeated.
    #[arg(long, value_name = "PACKAGE")]
    pub allow: Vec<String>,
    /// Forgive a bot's violations, with the reason for the reports: BOT=REASON, or BOT:WORD=REASON for one
    /// kind, such as ada:threads=agreed; may be repeated.
    #[arg(long, value_name = "BOT[:WORD]=REASON", value_parser = waiver)]
    pub waive: Vec<Waiver>,
}

/// A word as it is written in files.
fn word<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    serde_json::from_value(text.into()).map_err(|error| error.to_string())
}

fn waiver(text: &str) -> Result<Waiver, String> {
    let (bot, reason) = text
        .split_once('=')
        .filter(|(bot, reason)| !bot.is_empty() && !reason.trim().is_empty())
        .ok_or("a waiver is BOT=REASON or BOT:WORD=REASON, such as ada:threads=agreed")?;
    let (bot, ban) = match bot.rsplit_once(':') {
        Some((bot, ban)) => (bot, Some(word(ban)?)),
        None => (bot, None),
    };
    Ok(Waiver { bot: bot.to_owned(), ban, reason: reason.to_owned() })
}

impl ConductArgs {
    /// The settings of the file, overridden by these flags; `--no-clock` means `--clock off`.
    pub fn over(&self, file: ConductSettings, bot: &BotArgs) -> ConductSettings {
        let clock = if bot.no_clock { Some(ClockRule::Off) } else { self.clock };
        let mut settings = ConductSettings {
            regulations: self.regulations.or(file.regulations),
            clock: clock.or(file.clock),
            ..file
        };
        settings.packages.extend(self.allow.iter().cloned());
        settings.waivers.extend(self.waive.iter().cloned());
        settings
    }
}

fn compare_help() -> String {
    let status = "\
Exit status: 0 the new bot is better, 1 it is not, 3 undecided, 2 wrong usage, 130 interrupted.
The same command resumes an interrupted comparison.\n\n";
    let rows = [
        ("compare {strong} {weak} --game {game}", ""),
        ("compare new.py old.py --game {game} --elo0 -30 --elo1 0", "has it become worse?"),
    ];
    status.to_owned() + &examples(&rows)
}

#[derive(Args)]
#[command(after_help = compare_help())]
pub struct CompareArgs {
    /// The new bot.
    pub new: String,
    /// The old bot.
    pub old: String,
    /// The game.
    #[arg(long, short)]
    pub game: String,
    /// A map; several are used in turn [default: random maps].
    #[arg(long, short)]
    pub map: Vec<String>,
    /// The seed of the first games.
    #[arg(long, short, default_value_t = 1, allow_negative_numbers = true)]
    pub seed: u64,
    /// The rules: handbook or original.
    #[arg(long, default_value = "handbook")]
    pub rules: Profile,
    /// Reject the new bot if it is at most this many Elo better.
    #[arg(long, default_value_t = 0.0, allow_negative_numbers = true)]
    pub elo0: f64,
    /// Accept the new bot if it is at least this many Elo better.
    #[arg(long, default_value_t = 30.0, allow_negative_numbers = true)]
    pub elo1: f64,
    /// Probability of accepting a bot of strength elo0.
    #[arg(long, default_value_t = 0.05)]
    pub alpha: f64,
    /// Probability of rejecting a bot of strength elo1.
    #[arg(long, default_value_t = 0.05)]
    pub beta: f64,
    /// The Elo scale: normalized (standard deviations of a result) or logistic (expected score).
    #[arg(long, default_value = "normalized")]
    pub model: String,
    /// Stop after this many pairs (or blocks in which the seats rotate).
    #[arg(long, default_value_t = 2000, value_name = "N")]
    pub max: u64,
    /// Seats per game [default: the game's maximum].
    #[arg(long)]
    pub seats: Option<usize>,
    /// Print one JSON object at the end and nothing else.
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub run: RunArgs,
}

fn league_help() -> String {
    let config = fill(
        "\
Every file and folder in FOLDER is a bot, except for text and data files. Optional league.toml:
  game = \"{game}\"
  maps = [\"{map}\", \"random\"]
  bots = [\"{strong}\", \"{weak}\"]     in addition to those in the folder\n\n",
    );
    let rows = [
        ("league bots --game {game} --games 100", ""),
        ("league bots", "plays until Ctrl-C"),
        ("league bots --show --only-map {map}", "the table, without playing"),
    ];
    config + &examples(&rows)
}

#[derive(Args)]
#[command(after_help = league_help())]
pub struct LeagueArgs {
    /// The folder with the bots.
    pub folder: PathBuf,
    /// The game; default: the one in league.toml.
    #[arg(long, short)]
    pub game: Option<String>,
    /// Play until the league has this many games, earlier ones included [default: until Ctrl-C].
    #[arg(long, short = 'n', value_name = "N")]
    pub games: Option<usize>,
    /// Show the table without playing, also while the league runs.
    #[arg(long, conflicts_with = "games")]
    pub show: bool,
    /// Count only games on this map; may be repeated.
    #[arg(long, value_name = "MAP")]
    pub only_map: Vec<String>,
    /// Count only games between these bots; may be repeated.
    #[arg(long, value_name = "BOT")]
    pub only_bot: Vec<String>,
    /// Print the table as JSON and nothing else.
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub conduct: ConductArgs,
    #[command(flatten)]
    pub run: RunArgs,
}

fn tournament_help() -> String {
    let file = fill(
        "\
A TOML file describes a tournament; flags override it. The same command resumes it.

  name = \"Spring cup\"
  game = \"{game}\"
  format = \"mcmahon\"        round-robin, arena, gauntlet, swiss, mcmahon, single, double, pods
  bots = [\"{strong}\", { name = \"beta\", bot = \"bots/beta.py\", team = \"B\" }]
  games = 2                 per series, with swapped seats
  seed_from = \"runs/arena\"  the run whose results seed this one\n\n",
    );
    let rows = [
        ("tournament cup.toml --dry-run", ""),
        ("tournament --game {game} --format arena --bot {strong} --bot {weak}", ""),
        ("tournament cup.toml --why 2:alpha:beta", "why did they not meet in round 2?"),
        ("tournament cup.toml --rerun r1.p2.g1 --by jury --because \"wrong map\"", "a ruling"),
    ];
    file + &examples(&rows)
}

#[derive(Args)]
#[command(after_help = tournament_help())]
pub struct TournamentArgs {
    /// The TOML file of the tournament.
    pub file: Option<PathBuf>,
    /// The game.
    #[arg(long, short)]
    pub game: Option<String>,
    /// The format.
    #[arg(long, short)]
    pub format: Option<Format>,
    /// An entrant: a bot, or NAME=BOT; may be repeated.
    #[arg(long, short, value_name = "BOT")]
    pub bot: Vec<String>,
    /// A map; several are used in turn.
    #[arg(long, short)]
    pub map: Vec<String>,
    /// Games per series.
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
    /// An entrant that is absent in a round: NAME@ROUND.
    #[arg(long, value_name = "NAME@ROUND")]
    pub absent: Vec<String>,
    /// An entrant that leaves before a round: NAME@ROUND.
    #[arg(long, value_name = "NAME@ROUND")]
    pub withdraw: Vec<String>,
    /// An entrant that is disqualified from a round on: NAME@ROUND.
    #[arg(long, value_name = "NAME@ROUND")]
    pub disqualify: Vec<String>,
    /// Change a result: the game's key and the ranks by seat, such as r1.p2.g1=2,1.
    #[arg(long, value_name = "GAME=RANKS")]
    pub correct: Vec<String>,
    /// Play a finished game again; its result no longer counts.
    #[arg(long, value_name = "GAME")]
    pub rerun: Vec<String>,
    /// Let an entrant lose a game, played or not: the game's key and the entrant, such as r1.p2.g1=alpha.
    #[arg(long, value_name = "GAME=NAME")]
    pub forfeit: Vec<String>,
    /// Let an entrant advance from an elimination match, whatever its games say: the match's key and the
    /// entrant, such as r1.n2=alpha.
    #[arg(long, value_name = "MATCH=NAME")]
    pub advance: Vec<String>,
    /// Let an entrant that has left play again.
    #[arg(long, value_name = "NAME")]
    pub reinstate: Vec<String>,
    /// Give an entrant another name: OLD=NEW.
    #[arg(long, value_name = "OLD=NEW")]
    pub rename: Vec<String>,
    /// Who makes these rulings.
    #[arg(long, value_name = "NAME")]
    pub by: Option<String>,
    /// Why; the reports say it.
    #[arg(long, value_name = "REASON")]
    pub because: Option<String>,
    /// Show the first round and the number of games without playing.
    #[arg(long)]
    pub dry_run: bool,
    /// Print the reasons of every pairing.
    #[arg(long)]
    pub explain: bool,
    /// Explain why two entrants did or did not meet: ROUND:NAME:NAME. Plays no games.
    #[arg(long, value_name = "ROUND:A:B")]
    pub why: Option<String>,
    /// Print a paper of the tournament as it is now. Plays no games.
    #[arg(long, value_name = "PAPER")]
    pub print: Option<Paper>,
    /// The round of the pairings [default: the last one], or the last place with a certificate
    /// [default: all].
    #[arg(long, value_name = "N", requires = "print")]
    pub print_number: Option<u32>,
    /// Print a page of HTML instead of text.
    #[arg(long, requires = "print")]
    pub html: bool,
    /// Print the report as JSON and nothing else.
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub conduct: ConductArgs,
    #[command(flatten)]
    pub run: RunArgs,
}

/// A paper to hang up or hand out.
#[derive(Copy, Clone, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Paper {
    /// Who meets whom in a round.
    Pairings,
    /// The standings.
    Standings,
    /// A page for each entrant with its place.
    Certificates,
}

fn grade_help() -> String {
    let rubric = fill(
        "\
A rubric is a TOML file:

  game = \"{game}\"
  [[task]]
  name = \"wins against a weak bot\"
  opponent = \"{weak}\"
  games = 5                              seeds 1 to 5, in every seat
  need = \"won and faults == 0\"           also: score, share, margin, rank, rounds
  points = 10                            enough = { share = 0.8 } or \"proportional\"\n\n",
    );
    let rows = [
        ("grade hw5.toml handed-in/alice handed-in/bob.java", ""),
        ("grade hw5.toml --all-in handed-in", ""),
        ("grade hw5.toml --show --out runs/hw5", "the marks, without playing"),
    ];
    rubric + &examples(&rows)
}

#[derive(Args)]
#[command(after_help = grade_help())]
pub struct GradeArgs {
    /// The rubric.
    pub rubric: PathBuf,
    /// The submissions: bots, or NAME=BOT.
    pub submissions: Vec<String>,
    /// Grade all submissions in this folder.
    #[arg(long, value_name = "FOLDER")]
    pub all_in: Option<PathBuf>,
    /// Show the marks of a run without playing, also of one that a contest server has exported.
    #[arg(long, conflicts_with_all = ["submissions", "all_in", "fresh"])]
    pub show: bool,
    /// Print the marks as JSON and nothing else.
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub conduct: ConductArgs,
    #[command(flatten)]
    pub run: RunArgs,
}
