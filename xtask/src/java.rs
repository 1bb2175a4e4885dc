//! The Java kit, `sdk/java`: Maven builds and tests it.

use anyhow::{Context, bail};
use std::process::Command;

/// Builds the jar. Bots are compiled against it and played by it; Agon carries it inside.
pub fn build() -> anyhow::Result<()> {
    maven(&["package", "-DskipTests"])
}

/// Builds the jar and runs the kit's own tests.
pub fn test() -> anyhow::Result<()> {
    maven(&["package"])
}

fn maven(words: &[&str]) -> anyhow::Result<()> {
    let mut command = Command::new("mvn");
    command
        .args(["--quiet", "--batch-mode"])
        .args(words)
        .current_dir(crate::root().join("sdk/java"));
    let status = command.status().context("cannot start Maven (on Debian: maven)")?;
    if !status.success() {
        bail!("`mvn {}` ended with {status}", words.join(" "));
    }
    Ok(())
}
