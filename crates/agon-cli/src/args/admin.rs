//! The arguments of `agon admin`.

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
        /// A file, a folder or an archive.
        bot: PathBuf,
        /// When it arrived, such as 2026-11-20T18:00 (in the event's time zone) or 2026-11-20T18:00Z
        /// [default: now].
        #[arg(long, value_name = "TIME")]
        at: Option<String>,
        /// Why; it is kept in the audit log.
        #[arg(long)]
        why: String,
    },
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
pub enum JobsCommand {
    /// Queue a dead job again.
    Requeue {
        /// Number of the job.
        job: i64,
    },
    /// Give up a job: its game has no result.
    Void {
        /// Number of the job.
        job: i64,
        /// Why; competitors see it.
        #[arg(long)]
        why: String,
    },
}
