//! Lints the workflows in `.github/workflows` and the one that `agon new --ci` writes, with actionlint.
//! Actionlint is built once into the target folder.

use crate::{root, target};
use anyhow::{Context, bail};
use std::process::Command;

const VERSION: &str = "1.7.12";
/// The workflow that `agon new --ci` writes.
const BOT_WORKFLOW: &str = "crates/agon-cli/templates/test.yml";

/// Fails if a workflow would not be understood.
pub fn check() -> anyhow::Result<()> {
    let tools = target().join("tools").join(format!("actionlint-{VERSION}"));
    let program = tools.join("actionlint");
    if !program.exists() {
        println!("building actionlint {VERSION}");
        let module = format!("github.com/rhysd/actionlint/cmd/actionlint@v{VERSION}");
        let status = Command::new("go")
            .args(["install", &module])
            .env("GOBIN", std::path::absolute(&tools)?)
            .env("GOFLAGS", "-modcacherw")
            .status()
            .context(
                "actionlint, which lints the workflows, is built with Go 1.25 or newer: install Go",
            )?;
        if !status.success() {
            bail!("`go install {module}` ended with {status}");
        }
    }
    // Without a file actionlint reads all workflows of the repository.
    for files in [&[][..], &[BOT_WORKFLOW]] {
        let status =
            Command::new(&program).arg("-no-color").args(files).current_dir(root()).status();
        if !status.context("cannot start actionlint")?.success() {
            bail!("a workflow in {} has a fault", files.first().unwrap_or(&".github/workflows"));
        }
    }
    Ok(())
}
