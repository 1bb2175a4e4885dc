//! The Java kit in `sdk/java`: built and tested by Maven, which fetches what it needs the first time.
//! The build of the program makes its own jar (`crates/agon-bots/build.rs`).

use crate::root;
use anyhow::{Context, bail};
use std::path::Path;
use std::process::Command;

/// Builds `sdk/java/kit/agon-java.jar`, for editors and for programs that were built without a kit.
pub fn build() -> anyhow::Result<()> {
    maven(&["-Dmaven.test.skip=true", "package"])
}

/// Tests the kit. The jar stays where Maven works: one in `sdk/java/kit` would be taken by the program.
pub fn test() -> anyhow::Result<()> {
    maven(&["-Dagon.jar=${agon.target}/tested/agon-java.jar", "package"])
}

/// Builds the jar of a release into a file; Maven works in `folder`, where the jars of other libraries stay.
pub fn package(jar: &Path, folder: &Path) -> anyhow::Result<()> {
    let (jar, folder) = (std::path::absolute(jar)?, std::path::absolute(folder)?);
    maven(&[
        "-Dmaven.test.skip=true",
        &format!("-Dagon.target={}", folder.display()),
        &format!("-Dagon.libraries={}", folder.display()),
        &format!("-Dagon.jar={}", jar.display()),
        "package",
    ])
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
