//! The arguments of `agon serve`.

use crate::bots::BotArgs;
use crate::commands::demo::Size;
use clap::Args;
use std::net::SocketAddr;
use std::path::PathBuf;

#[derive(Args)]
pub struct ServeArgs {
    /// The folder of the server's data, which is made if it does not exist [default: agon-data; for --demo a
    /// new temporary one].
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
    /// Set up a running event for each game with invented teams, in a new folder, to look at. `small` plays
    /// fewer games, for slow machines.
    #[arg(long, value_name = "SIZE", num_args = 0..=1, require_equals = true, default_missing_value = "full")]
    pub demo: Option<Size>,
    /// Address and port to listen on; port 0 picks a free one [default: 127.0.0.1:8080].
    #[arg(long, value_name = "ADDR:PORT")]
    pub listen: Option<SocketAddr>,
    /// A configuration file (docs/serve/configuration.md).
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Address of NATS, through which workers on other machines get jobs (docs/serve/scale.md).
    #[arg(long, value_name = "URL")]
    pub nats: Option<String>,
    /// Accept uploads although the sandbox lacks something, such as control groups: for people you trust.
    #[arg(long)]
    pub weak_sandbox: bool,
    /// Write log lines as JSON.
    #[arg(long)]
    pub log_json: bool,
    #[command(flatten)]
    pub bot: BotArgs,
}
