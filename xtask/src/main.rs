//! Everything the project would otherwise keep in shell scripts: `cargo xtask` lists the chores.

mod deny;
mod figures;
mod java;
mod needs;
mod tidy;
mod web;

use anyhow::{Context, bail};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Instant;

const CHORES: &str = "\
cargo xtask CHORE, where CHORE is

  test            all tests, as CI runs them; installs what they need
  check           the quick part of it: fmt, tidy, deny, clippy, docs
  tidy            line lengths, file headers, crate arrows, leftovers
  java            build the Java kit (sdk/java/kit), which agon then carries
  screenshots     take the pictures of the README anew (docs/images)
  signature       compare the games' behaviour with games/*/figures.json (--bless: rewrite)
  protocol        compare games/*/schema.json and docs/protocol.md with the program (--bless: rewrite)
  instructions    compare instruction counts with games/*/figures.json (--bless: rewrite)
";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let result = match words.as_slice() {
        ["test"] => test(),
        ["check"] => check(),
        ["tidy"] => tidy::run(),
        ["java"] => needs::install().and_then(|()| java::build()),
        ["screenshots"] => screenshots(),
        ["signature"] => figures::signatures(false),
        ["signature", "--bless"] => figures::signatures(true),
        ["protocol"] => protocol(&[]),
        ["protocol", "--bless"] => protocol(&[("AGON_BLESS", "1")]),
        ["instructions"] => figures::instructions(false),
        ["instructions", "--bless"] => figures::instructions(true),
        _ => {
            eprint!("{CHORES}");
            return ExitCode::from(2);
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// The workspace's root.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the root").to_owned()
}

/// Where cargo builds.
fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), Into::into)
}

/// Everything, in the order in which a fault is found soonest.
fn test() -> anyhow::Result<()> {
    let start = Instant::now();
    needs::install()?;
    check()?;
    step("web", web::check)?;
    step("java", java::test)?;
    step("tests", || {
        let python = needs::python()?.to_string_lossy().into_owned();
        cargo(&["test", "--workspace", "--quiet"], &[("AGON_PYTHON", &python)])
    })?;
    step("build", || cargo(&["build", "--release", "--quiet"], &[]))?;
    step("browser", web::browse)?;
    step("signature", || figures::signatures(false))?;
    step("instructions", || figures::instructions(false))?;
    println!(
        "everything holds, {} min {} s",
        start.elapsed().as_secs() / 60,
        start.elapsed().as_secs() % 60
    );
    Ok(())
}

/// What cargo knows of the workspace and of all its dependencies.
fn metadata() -> anyhow::Result<serde_json::Value> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["metadata", "--format-version=1", "--locked"])
        .current_dir(root())
        .output()
        .context("cannot start cargo")?;
    if !output.status.success() {
        bail!("cargo metadata: {}", String::from_utf8_lossy(&output.stderr));
    }
    Ok(serde_json::from_slice(&output.stdout)?)
}

fn screenshots() -> anyhow::Result<()> {
    needs::install()?;
    step("build", || cargo(&["build", "--release", "--quiet"], &[]))?;
    step("screenshots", web::screenshots)
}

fn check() -> anyhow::Result<()> {
    step("fmt", || cargo(&["fmt", "--all", "--check"], &[]))?;
    step("tidy", tidy::run)?;
    step("deny", deny::run)?;
    step("clippy", || {
        cargo(&["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"], &[])
    })?;
    step("Rust kit", || {
        // It is no member of the workspace, because bots are built with it alone.
        let kit = ["--manifest-path", "sdk/rust/Cargo.toml"];
        let apart = ["--target-dir", "target/kit", "--quiet"];
        cargo(&[&["fmt"], &kit[..], &["--check"]].concat(), &[])?;
        let strict = ["--all-targets", "--", "-D", "warnings"];
        cargo(&[&["clippy"], &kit[..], &apart, &strict].concat(), &[])?;
        cargo(&[&["test"], &kit[..], &apart].concat(), &[])
    })?;
    step("docs", || {
        let strict = [("RUSTDOCFLAGS", "-D warnings")];
        cargo(&["doc", "--workspace", "--no-deps", "--quiet"], &strict)
    })
}

/// The schemas, tables and transcripts of the protocol; the tests that compare them rewrite them too.
fn protocol(environment: &[(&str, &str)]) -> anyhow::Result<()> {
    let words = ["test", "--quiet", "--package", "agon-protocol", "--package", "agon-bots"];
    cargo(&[&words[..], &["--test", "all", "documents"]].concat(), environment)
}

fn step(name: &str, work: impl FnOnce() -> anyhow::Result<()>) -> anyhow::Result<()> {
    println!("== {name}");
    let start = Instant::now();
    work().with_context(|| format!("{name} failed"))?;
    println!("== {name} holds, {:.0} s", start.elapsed().as_secs_f64());
    Ok(())
}

fn cargo(words: &[&str], environment: &[(&str, &str)]) -> anyhow::Result<()> {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(words).envs(environment.iter().copied()).current_dir(root());
    let status = command.status().context("cannot start cargo")?;
    if !status.success() {
        bail!("`cargo {}` ended with {status}", words.join(" "));
    }
    Ok(())
}
