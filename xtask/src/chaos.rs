//! `cargo xtask chaos`: the test in which everything fails (`crates/agon-cli/tests/all/serve/chaos.rs`), for
//! three minutes with two servers, eight workers and 40 teams, or for two hours.

use crate::{cargo_output, needs, programs, root};
use anyhow::{Context, bail};
use std::process::Command;

/// The test.
const TEST: &str = "serve::chaos::every_request_has_one_effect_while_everything_fails";

/// Runs the test for some seconds and prints its report.
pub fn run(seconds: u32) -> anyhow::Result<()> {
    needs::install()?;
    let python = needs::python()?;
    let words = ["test", "--no-run", "--quiet", "--message-format=json-render-diagnostics"];
    let selection = ["--package", "agon-cli", "--test", "all"];
    let messages = cargo_output(&[&words[..], &selection].concat())?;
    let suite = programs::programs(&messages)?.pop().context("cargo built no test program")?.path;
    let status = Command::new(&suite)
        .args([TEST, "--exact", "--nocapture"])
        .current_dir(root().join("crates/agon-cli"))
        .env("AGON_PYTHON", python)
        .env("AGON_CHAOS_SECONDS", seconds.to_string())
        .env("AGON_CHAOS_WORKERS", "8")
        .env("AGON_CHAOS_TEAMS", "40")
        .status()
        .with_context(|| format!("cannot start {}", suite.display()))?;
    if !status.success() {
        bail!("a request had no effect, or more than one: see above");
    }
    Ok(())
}
