//! What the tests need besides Rust: installed when we may, named when we may not.

use anyhow::{Context, bail};
use std::process::{Command, Stdio};

/// Programs and the Debian packages they come from.
const PROGRAMS: [(&str, &str); 1] = [("valgrind", "valgrind")];

/// Makes sure that every program is there.
pub fn install() -> anyhow::Result<()> {
    let missing: Vec<&str> = PROGRAMS
        .iter()
        .filter(|(program, _)| !is_there(program))
        .map(|(_, package)| *package)
        .collect();
    if missing.is_empty() {
        return Ok(());
    }
    if !is_root() {
        bail!(
            "the tests need {}: install them with `sudo apt-get install {}`",
            missing.join(", "),
            missing.join(" ")
        );
    }
    println!("installing {}", missing.join(", "));
    apt(&["update"])?;
    apt(&[&["install", "--yes", "--no-install-recommends"], missing.as_slice()].concat())
}

fn is_there(program: &str) -> bool {
    let quiet = || Stdio::null();
    let run = Command::new(program).arg("--version").stdout(quiet()).stderr(quiet()).status();
    run.is_ok_and(|status| status.success())
}

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output();
    id.is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

fn apt(words: &[&str]) -> anyhow::Result<()> {
    let status = Command::new("apt-get")
        .args(words)
        .env("DEBIAN_FRONTEND", "noninteractive")
        .status()
        .context("cannot start apt-get")?;
    if !status.success() {
        bail!("`apt-get {}` ended with {status}", words.join(" "));
    }
    Ok(())
}
