//! The arguments of `agon serve`.

use crate::bots::BotArgs;
use clap::Args;
use std::net::SocketAddr;
use std::path::PathBuf;

#[derive(Args)]
pub struct ServeArgs {
    /// The folder of the server's data, which is made if it does not exist.
    #[arg(long, value_name = "DIR", default_value = "agon-data")]
    pub data: PathBuf,
    /// Address and port to listen on; port 0 picks a free one [default: 127.0.0.1:8080].
    #[arg(long, value_name = "ADDR:PORT")]
    pub listen: Option<SocketAddr>,
    /// A configuration file (docs/serve/configuration.md).
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Accept uploads although the sandbox lacks something, such as control groups: for people you trust.
    #[arg(long)]
    pub weak_sandbox: bool,
    /// Write log lines as JSON.
    #[arg(long)]
    pub log_json: bool,
    #[command(flatten)]
    pub bot: BotArgs,
}
