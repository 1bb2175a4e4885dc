//! The Java kit in `sdk/java`: built and tested by Maven, which fetches what it needs the first time.

use crate::root;
use anyhow::{Context, bail};
use std::process::Command;

/// Builds the kit's jar.
pub fn build() -> anyhow::Result<()> {
    maven(&["-DskipTests", "package"])
}

/// Tests the kit and builds its jar.
pub fn test() -> anyhow::Result<()> {
    maven(&["package"])
}

fn maven(words: &[&str]) -> anyhow::Result<()> {
    let status = Command::new("mvn")
        .args(["--quiet", "--batch-mode"])
        .args(words)
        .current_dir(root().join("sdk/java"))
        .status()
        .context("cannot start mvn")?;
    if !status.success() {
        bail!("`mvn {}` ended with {status} in sdk/java", words.join(" "));
    }
    Ok(())
}
