//! The arguments of `agon admin` that show and decide what the organiser's console does.

use super::Paper;
use clap::{Args, Subcommand};
use std::path::PathBuf;

#[derive(Args)]
pub struct ShowArgs {
    /// Only of this event (its name in addresses).
    #[arg(long)]
    pub event: Option<String>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct AuditArgs {
    /// Only what this person did (login name).
    #[arg(long)]
    pub actor: Option<String>,
    /// Only actions that begin so, such as `set`.
    #[arg(long)]
    pub action: Option<String>,
    /// Only what was done to this, such as `team 3`.
    #[arg(long)]
    pub object: Option<String>,
    /// Most entries.
    #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub limit: u32,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

#[derive(Subcommand)]
pub enum RunsCommand {
    /// List the runs of an event.
    List {
        /// The event's name in addresses.
        event: String,
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// Make a tournament, a league or a grading of the teams' active versions.
    Make(MakeRunArgs),
    /// Decide something about a run: withdraw, disqualify, enter, correct, rerun, ...
    Rule {
        /// Number of the run.
        run: i64,
        /// A file with the ruling, such as `action = "withdraw"` and `entrant = 3`.
        file: PathBuf,
        /// Why; the report shows it.
        #[arg(long)]
        why: String,
        /// Who decided.
        #[arg(long, default_value = "the organisers")]
        who: String,
    },
    /// Stop a run for good: its games that have no result are not played, and results stay.
    Stop {
        /// Number of the run.
        run: i64,
        /// Why; the report shows it.
        #[arg(long)]
        why: String,
        /// Who decided.
        #[arg(long, default_value = "the organisers")]
        who: String,
    },
    /// Play the games of a round that waits after its draw, and of all rounds before it.
    Start {
        /// Number of the run.
        run: i64,
        /// The round.
        round: u32,
    },
    /// Show the rounds of a run to all people up to a number.
    Release {
        /// Number of the run.
        run: i64,
        /// The last round that is shown.
        round: u32,
    },
    /// Print a paper of a tournament: pairings, standings or certificates.
    Print {
        /// Number of the run.
        run: i64,
        /// The paper.
        paper: Paper,
        /// The round of the pairings [default: the last one], or the last place with a certificate
        /// [default: all].
        #[arg(long, value_name = "N")]
        number: Option<u32>,
        /// Print a page of HTML instead of text.
        #[arg(long)]
        html: bool,
    },
    /// Print the log of a run, an entry per line.
    Export {
        /// Number of the run.
        run: i64,
    },
}

#[derive(Args)]
pub struct MakeRunArgs {
    /// The event's name in addresses.
    pub event: String,
    /// The plan: the file that `agon tournament` or `agon grade` reads, or the keys of a league.
    pub plan: PathBuf,
    /// The title.
    #[arg(long)]
    pub title: String,
    /// Kind of run: tournament, league or grade.
    #[arg(long, default_value = "tournament")]
    pub kind: String,
    /// Numbers of the teams that take part [default: all that can play].
    #[arg(long, value_delimiter = ',')]
    pub teams: Option<Vec<i64>>,
    /// Play with the versions of this moment, such as 2026-11-17T12:00:00Z.
    #[arg(long, value_name = "TIME")]
    pub deadline: Option<String>,
    /// Seed a tournament by `ladder`, or by the number of an earlier run.
    #[arg(long, value_name = "SOURCE")]
    pub seed_from: Option<String>,
    /// Show the results to all people at once.
    #[arg(long)]
    pub public: bool,
    /// Let every round wait after its draw until it is started.
    #[arg(long)]
    pub hold: bool,
    /// Hide rounds until they are released.
    #[arg(long)]
    pub show: bool,
}

#[derive(Args)]
pub struct LadderArgs {
    /// The event's name in addresses.
    pub event: String,
    /// When rounds are drawn: off, continuous or every; without it, print how it is.
    #[arg(long)]
    pub mode: Option<String>,
    /// Minutes between two rounds, for `every`.
    #[arg(long, requires = "mode")]
    pub minutes: Option<u32>,
    /// How often a team is paired in a round.
    #[arg(long, default_value_t = 1, requires = "mode")]
    pub turns: u32,
    /// A file with the keys of a league's plan but `until` and `batch` [default: as it is].
    #[arg(long, value_name = "FILE", requires = "mode")]
    pub plan: Option<PathBuf>,
    /// Print JSON.
    #[arg(long, conflicts_with = "mode")]
    pub json: bool,
}
