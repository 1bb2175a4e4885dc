//! `cargo xtask scale`: the load test of `crates/agon-cli/tests/all/serve/scale.rs`, built for release.

use crate::{cargo_output, needs, programs, root};
use anyhow::{Context, bail};
use std::process::Command;

/// The test.
const TEST: &str = "serve::scale::every_job_has_one_effect_with_many_workers_and_two_servers";
/// How long a pretended game takes, in milliseconds.
const GAME_MS: u32 = 1_000;

/// Runs the test with this many workers and jobs, and prints its figures.
pub fn run(workers: u32, jobs: u32) -> anyhow::Result<()> {
    needs::install()?;
    let python = needs::python()?;
    let words =
        ["test", "--release", "--no-run", "--quiet", "--message-format=json-render-diagnostics"];
    let selection = ["--package", "agon-cli", "--test", "all"];
    let messages = cargo_output(&[&words[..], &selection].concat())?;
    let suite = programs::programs(&messages)?.pop().context("cargo built no test program")?.path;
    let status = Command::new(&suite)
        .args([TEST, "--exact", "--nocapture"])
        .current_dir(root().join("crates/agon-cli"))
        .env("AGON_PYTHON", python)
        .env("AGON_SCALE_WORKERS", workers.to_string())
        .env("AGON_SCALE_JOBS", jobs.to_string())
        .env("AGON_SCALE_MS", GAME_MS.to_string())
        .status()
        .with_context(|| format!("cannot start {}", suite.display()))?;
    if !status.success() {
        bail!("a job had no effect, or more than one: see above");
    }
    Ok(())
}
