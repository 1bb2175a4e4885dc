//! The arguments of `agon admin`.

use super::console::{AuditArgs, LadderArgs, RunsCommand, ShowArgs};
use clap::{Args, Subcommand};
use std::path::PathBuf;

#[derive(Args)]
pub struct AdminArgs {
    /// The folder of the server's data.
    #[arg(long, value_name = "DIR", default_value = "agon-data", global = true)]
    pub data: PathBuf,
    /// The server's configuration file.
    #[arg(long, value_name = "FILE", global = true)]
    pub config: Option<PathBuf>,
    #[command(subcommand)]
    pub command: AdminCommand,
}

#[derive(Subcommand)]
pub enum AdminCommand {
    /// Make, reset, export and erase accounts.
    #[command(subcommand)]
    User(UserCommand),
    /// Print codes that each let one person make an account (`sign_up = "invite"`).
    Invite {
        /// Number of codes.
        #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000))]
        count: u32,
        /// Days that they work.
        #[arg(long, default_value_t = 14, value_parser = clap::value_parser!(u32).range(1..=365))]
        days: u32,
    },
    /// Hand in a bot for a team, such as one that came on a USB stick.
    Submit {
        /// The event's name in addresses.
        event: String,
        /// The team's name.
        team: String,
        /// A file, a folder or an archive; or `builtin:NAME`, a built-in bot of the game.
        bot: PathBuf,
        /// When it arrived, such as 2026-11-20T18:00 (in the event's time zone) or 2026-11-20T18:00Z
        /// [default: now].
        #[arg(long, value_name = "TIME")]
        at: Option<String>,
        /// Why; it is kept in the audit log.
        #[arg(long)]
        why: String,
    },
    /// Make an event, move it to a phase, export all of it into one file, or import such a file.
    #[command(subcommand)]
    Event(EventCommand),
    /// Print a seat plan of an event: which team sits where, row by row.
    Seats {
        /// The event's name in addresses.
        event: String,
        /// Seats in a row.
        #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=1000))]
        row: u32,
        /// Seat the teams by lot with this seed, instead of by name.
        #[arg(long)]
        seed: Option<u64>,
        /// Print a page of HTML instead of text.
        #[arg(long)]
        html: bool,
    },
    /// Make gradings, release their results, and export gradebooks.
    #[command(subcommand)]
    Grade(GradeCommand),
    /// Show the queue: lanes with ages and expected waiting times, and every job.
    Queue(ShowArgs),
    /// Show the workers: which are connected, and what they did in 24 hours.
    Workers {
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// Let a worker work again that was set aside because it failed more than the others.
    Readmit {
        /// Its name, as in `agon admin workers`.
        worker: String,
    },
    /// Show what staff should look at now.
    Alerts {
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// Show failures by class, team and worker: faults of bots, and ours.
    Failures {
        #[command(flatten)]
        show: ShowArgs,
        /// Hours that are looked back.
        #[arg(long, default_value_t = 24, value_parser = clap::value_parser!(u32).range(1..=720))]
        hours: u32,
    },
    /// Show what staff did, newest first.
    Audit(AuditArgs),
    /// Find people, teams, matches, submissions and runs of an event.
    Search {
        /// The event's name in addresses.
        event: String,
        /// A part of a name, or a number.
        text: String,
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// Stop something in an event for a while: uploads, scrimmages, ladder or activation.
    Freeze {
        /// The event's name in addresses.
        event: String,
        /// What is stopped.
        switch: String,
        /// Why; teams are shown it.
        #[arg(long)]
        why: String,
    },
    /// Let something go on that was stopped with `freeze`.
    Thaw {
        /// The event's name in addresses.
        event: String,
        /// What goes on.
        switch: String,
    },
    /// List the questions and appeals of an event, newest first.
    Questions {
        /// The event's name in addresses.
        event: String,
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// Answer a question, or decide an appeal and correct the disputed match.
    Answer(AnswerArgs),
    /// List, make, decide, release and export tournaments, leagues and gradings.
    #[command(subcommand)]
    Runs(RunsCommand),
    /// Show or change when rounds of the ladder are drawn.
    Ladder(LadderArgs),
    /// List the jobs that failed too often, and decide about them.
    Jobs {
        #[command(subcommand)]
        command: Option<JobsCommand>,
    },
    /// Copy database and blobs into a new data folder, while the server may go on.
    Backup {
        /// The new folder.
        folder: PathBuf,
    },
    /// Copy a backup into an empty server that is stopped, and erase again who was erased since.
    Restore {
        /// The folder of the backup.
        folder: PathBuf,
    },
    /// Copy the database of a stopped server into another one, which must be empty, or its blobs into another
    /// store.
    Migrate {
        /// The other database: `sqlite`, or `postgres://USER:PASSWORD@HOST/NAME`.
        #[arg(long, value_name = "DATABASE", required_unless_present = "blobs")]
        to: Option<String>,
        /// The other store of blobs: `folder`, or `s3://BUCKET/PREFIX`; the configuration has its address and
        /// keys.
        #[arg(long, value_name = "STORE")]
        blobs: Option<String>,
    },
}

#[derive(Args)]
pub struct AnswerArgs {
    /// Number of the question or appeal.
    pub question: i64,
    /// The answer, or the reason of the decision.
    pub text: String,
    /// Uphold the appeal.
    #[arg(long, conflicts_with = "reject")]
    pub uphold: bool,
    /// Reject the appeal.
    #[arg(long)]
    pub reject: bool,
    /// All people may read question and answer, without the team's name.
    #[arg(long)]
    pub public: bool,
    /// Correct the result: ranks of the match's sides in their order; 1 is best.
    #[arg(long, value_delimiter = ',', requires = "uphold")]
    pub ranks: Option<Vec<u8>>,
    /// Number of the game that is corrected, if the match has several [default: 1].
    #[arg(long, value_name = "NUMBER", requires = "ranks")]
    pub game: Option<u32>,
    /// Have the game played again: a match of a ladder, a tournament or a grading.
    #[arg(long, requires = "uphold", conflicts_with_all = ["ranks", "void"])]
    pub rerun: bool,
    /// Let the match not count: a scrimmage.
    #[arg(long, requires = "uphold", conflicts_with = "ranks")]
    pub void: bool,
    /// Why the match is changed; it is shown with the match [default: the answer].
    #[arg(long)]
    pub why: Option<String>,
    /// Who decided.
    #[arg(long, default_value = "the organisers")]
    pub who: String,
}

#[derive(Subcommand)]
pub enum UserCommand {
    /// Make an account and print its password.
    Create {
        /// Login name.
        login: String,
        /// Display name [default: the login name].
        #[arg(long)]
        name: Option<String>,
        /// Role: competitor, staff or organiser.
        #[arg(long, default_value = "competitor")]
        role: String,
        /// E-mail address.
        #[arg(long)]
        email: Option<String>,
        /// Student number.
        #[arg(long)]
        student_number: Option<String>,
    },
    /// Make accounts from a CSV file with the columns login, name, email, student_number and role, of which
    /// only login is needed; print login names and passwords as CSV.
    Import {
        /// The file.
        file: PathBuf,
    },
    /// Print a link with which a person sets a new password; it works once, for 24 hours.
    Reset {
        /// Login name.
        login: String,
    },
    /// Print everything that is stored about a person, as JSON.
    Export {
        /// Login name.
        login: String,
    },
    /// Delete what is stored about a person; results stay under "deleted user".
    Erase {
        /// Login name.
        login: String,
        /// Needed, because this cannot be undone.
        #[arg(long)]
        yes: bool,
    },
}

#[derive(Subcommand)]
pub enum EventCommand {
    /// Make an event.
    Make {
        /// Its name in addresses.
        event: String,
        /// A TOML file with its title, its game, and tables `settings` and `timeline`.
        file: PathBuf,
    },
    /// Move an event to a phase at once: registration, open, frozen, finals or over.
    Phase {
        /// The event's name in addresses.
        event: String,
        /// The phase.
        phase: String,
    },
    /// Write everything of an event into one file: settings, teams, submissions, matches, replays, runs,
    /// marks.
    Export {
        /// The event's name in addresses.
        event: String,
        /// The new file.
        #[arg(short, long, value_name = "FILE")]
        out: PathBuf,
    },
    /// Put an exported event into this server, all of it or nothing. People are found by login name; the
    /// others get accounts without a password.
    Import {
        /// The file.
        file: PathBuf,
        /// The event's name in addresses [default: the one it had].
        #[arg(long = "as", value_name = "ADDRESS")]
        slug: Option<String>,
    },
}

#[derive(Subcommand)]
pub enum JobsCommand {
    /// Queue a dead job again, or all of them.
    Requeue {
        /// Number of the job.
        #[arg(required_unless_present = "all")]
        job: Option<i64>,
        /// All dead jobs.
        #[arg(long, conflicts_with = "job")]
        all: bool,
        /// Only say what would happen.
        #[arg(long)]
        dry_run: bool,
    },
    /// Declare the result of a game that cannot be played.
    Declare {
        /// Number of the job.
        job: i64,
        /// Ranks of the match's sides in their order; 1 is best.
        #[arg(long, value_delimiter = ',', required = true)]
        ranks: Vec<u8>,
        /// Why; competitors see it.
        #[arg(long)]
        why: String,
        /// Only say what would happen.
        #[arg(long)]
        dry_run: bool,
    },
    /// Give up a job: its game has no result.
    Void {
        /// Number of the job.
        job: i64,
        /// Why; competitors see it.
        #[arg(long)]
        why: String,
        /// Only say what would happen.
        #[arg(long)]
        dry_run: bool,
    },
}

#[derive(Subcommand)]
pub enum GradeCommand {
    /// Make a grading; its games are played by themselves after the deadline.
    Make {
        /// The event's name in addresses.
        event: String,
        /// The rubric, as `agon grade` reads it.
        rubric: PathBuf,
        /// The deadline, such as 2026-12-11T23:59 (in the event's time zone) or 2026-12-11T23:59Z.
        #[arg(long, value_name = "TIME")]
        deadline: String,
        /// The title [default: the name of the rubric].
        #[arg(long)]
        title: Option<String>,
    },
    /// List the gradings of an event.
    List {
        /// The event's name in addresses.
        event: String,
    },
    /// Print the gradebook of a grading as CSV.
    Export {
        /// Number of the grading.
        grading: i64,
    },
    /// Let authors read their results.
    Release {
        /// Number of the grading.
        grading: i64,
        /// Hide them again.
        #[arg(long)]
        undo: bool,
    },
}
