//! The arguments of the commands that write help for other programs: shells and `man`.

use super::examples::examples;
use clap::Args;
use clap_complete::Shell;
use std::path::PathBuf;

#[derive(Args)]
#[command(after_help = examples(&[
    ("completions bash > ~/.local/share/bash-completion/completions/agon", ""),
    ("completions fish > ~/.config/fish/completions/agon.fish", ""),
]))]
pub struct CompletionsArgs {
    /// The shell.
    pub shell: Shell,
}

#[derive(Args)]
#[command(after_help = examples(&[("man -o ~/.local/share/man/man1", "")]))]
pub struct ManArgs {
    /// The folder to write them to, one file per command; it is made if it does not exist.
    #[arg(long, short, value_name = "DIR")]
    pub output: PathBuf,
}
