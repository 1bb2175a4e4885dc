//! The Java kit in `sdk/java`: built and tested by Maven, which fetches what it needs the first time.
//! The build of the program makes its own jar (`crates/agon-bots/build.rs`).

use crate::root;
use anyhow::{Context, bail};
use std::process::Command;

/// Builds `sdk/java/kit/agon-java.jar`, for editors and for programs that were built without a kit.
pub fn build() -> anyhow::Result<()> {
    maven(&["-Dmaven.test.skip=true", "package"])
}

/// Tests the kit. The jar stays where Maven works: one in `sdk/java/kit` would be taken by the program.
pub fn test() -> anyhow::Result<()> {
    maven(&["-Dagon.jar=${agon.target}/tested/agon-java.jar", "package"])
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
