//! `agon completions` and `agon man`: help for shells and for `man`, made from the definition of the command
//! line.

use crate::Done;
use crate::args::{Cli, CompletionsArgs, ManArgs};
use anyhow::Context;
use clap::CommandFactory;
use std::io::Write;

const PROGRAM: &str = "agon";

pub fn completions(args: &CompletionsArgs, out: &mut dyn Write) -> anyhow::Result<Done> {
    // The generator panics if it cannot write, so it writes into memory.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), PROGRAM, &mut script);
    out.write_all(&script)?;
    Ok(Done::Well)
}

pub fn man(args: &ManArgs, out: &mut dyn Write) -> anyhow::Result<Done> {
    let folder = args.output.display();
    let cannot = || format!("cannot write man pages to {folder}");
    std::fs::create_dir_all(&args.output).with_context(cannot)?;
    clap_mangen::generate_to(Cli::command(), &args.output).with_context(cannot)?;
    writeln!(out, "{folder}: read them with man -l {folder}/{PROGRAM}.1")?;
    Ok(Done::Well)
}
