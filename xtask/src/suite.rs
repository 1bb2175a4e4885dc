//! The tests as a whole: which steps there are, in which order, and which of them run side by side.

use crate::programs::Compiler;
use crate::{
    cargo, deny, dist, figures, needs, new_game, platforms, politely, programs, root, site,
    starters, target, tidy, web, workflows,
};
use anyhow::{Context, bail};
use std::fs::File;
use std::path::PathBuf;
use std::process::{Child, Command};
use std::time::Instant;

/// The variable from which tests read how much to try; `agon_testkit::Effort` explains it.
const EFFORT: &str = "AGON_TEST_EFFORT";
/// The argument after `test` for the steps that run beside the tests; see [`computing`].
pub const COMPUTING: &str = "--computing";
/// Lines shown of the output of a task that passed beside the others.
const SHOWN_LINES: usize = 10;
/// Platform crates whose tests belong to the quick ones: they start no process and wait for no clock.
const QUICK_CRATES: &[&str] =
    &["agon-core", "agon-ladder", "agon-protocol", "agon-replay", "agon-runner", "xtask"];

/// Crates whose reference only their own authors read. Their many dependencies make it slow to build, so CI
/// leaves it out; `cargo xtask check` and the long tests build it.
const WITHOUT_READERS: &[&str] = &[
    "agon-bench",
    "agon-cli",
    "agon-server",
    "agon-store",
    "agon-testservers",
    "agon-watch",
    "agon-worker",
    "xtask",
];

/// All steps; the quickest come first, so that most faults show early.
pub fn all() -> anyhow::Result<()> {
    whole("")
}

/// All steps, with more cases and more time for the tests that draw their cases.
pub fn long() -> anyhow::Result<()> {
    whole("long")
}

/// The essential steps: without bots in processes, Java and a browser.
pub fn quick() -> anyhow::Result<()> {
    let start = Instant::now();
    step("fmt", || cargo(&["fmt", "--all", "--check"], &[]))?;
    step("tidy", tidy::run)?;
    step("deny", deny::run)?;
    web::install()?;
    let page = Beside::start("web", &["web", "--quick"])?;
    step("clippy", clippy)?;
    step("tests", || {
        let games = tidy::game_packages()?;
        let mut words = vec!["--lib", "--bins", "--test", "all"];
        for package in QUICK_CRATES.iter().copied().chain(games.iter().map(String::as_str)) {
            words.extend(["--package", package]);
        }
        programs::run(&programs::build(&words, Compiler::Plain)?, &[(EFFORT, "quick")])
    })?;
    page.join()?;
    report("the essentials passed", start);
    Ok(())
}

/// The steps without tests: formatting, tidiness, dependencies, clippy, the Rust kit, docs.
pub fn check() -> anyhow::Result<()> {
    check_texts()?;
    step("clippy", clippy)?;
    step("docs", || docs(&[]))
}

/// What is checked without compiling the workspace.
fn check_texts() -> anyhow::Result<()> {
    step("fmt", || cargo(&["fmt", "--all", "--check"], &[]))?;
    step("tidy", tidy::run)?;
    step("deny", deny::run)?;
    step("Rust kit", rust_kit)?;
    step("site", site::check)?;
    step("workflows", workflows::check)
}

fn whole(effort: &str) -> anyhow::Result<()> {
    let start = Instant::now();
    needs::install()?;
    // First, because `agon-watch` would install the same packages while it is built.
    step("web packages", web::install)?;
    let page = Beside::start("web", &["web"])?;
    let kit = Beside::start("java", &["java", "--test"])?;
    let python = std::thread::spawn(needs::python);
    check_texts()?;
    let mut built = Vec::new();
    step("clippy and tests are built", || {
        built = programs::build(&["--workspace"], Compiler::Clippy)?;
        Ok(())
    })?;
    page.join()?;
    kit.join()?;
    let python = python.join().expect("installing does not panic")?;
    // Many tests wait for bots, servers and clocks. The steps that only compute take what processor time they
    // leave. The tests in a browser come after the others, because they would take processor time from bots
    // whose time counts.
    let computing = Beside::start_politely("computing steps", &["test", COMPUTING, effort])?;
    let starters = step("starters", || starters::check(&python));
    let tests = step("tests", || {
        let environment = [("AGON_PYTHON", &*python.to_string_lossy()), (EFFORT, effort)];
        programs::run(&built, &environment)
    });
    starters.and(tests)?;
    step("browser", web::browse)?;
    computing.join()?;
    if effort == "long" {
        step("packages", dist::test)?;
        platforms::run(&[])?;
    }
    // Last, because it builds another program in the place of the one that the tests use.
    step("new game", || new_game::test(&python))?;
    report("all steps passed", start);
    Ok(())
}

/// The steps that compile and compute, and read no clock: they run at the lowest priority, beside the tests.
pub fn computing(effort: &str) -> anyhow::Result<()> {
    step("instructions", || figures::instructions(false))?;
    step("signature", || figures::signatures(false))?;
    step("platforms", platforms::check)?;
    step("examples", || programs::examples(Compiler::Clippy))?;
    step("docs", || docs(if effort == "long" { &[] } else { WITHOUT_READERS }))
}

/// Builds the reference of the crates, all but the given ones. A link that leads nowhere is an error.
fn docs(without: &[&str]) -> anyhow::Result<()> {
    let mut words = vec!["doc", "--workspace", "--no-deps", "--quiet"];
    without.iter().for_each(|package| words.extend(["--exclude", package]));
    cargo(&words, &[("RUSTDOCFLAGS", "-D warnings")])
}

fn clippy() -> anyhow::Result<()> {
    cargo(&["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"], &[])
}

/// The kit for bots in Rust, which is outside the workspace because bots are built with it alone.
fn rust_kit() -> anyhow::Result<()> {
    let kit = ["--manifest-path", "sdk/rust/Cargo.toml"];
    let apart = ["--target-dir", "target/kit", "--quiet"];
    cargo(&[&["fmt"], &kit[..], &["--check"]].concat(), &[])?;
    let strict = ["--all-targets", "--", "-D", "warnings"];
    cargo(&[&["clippy"], &kit[..], &apart, &strict].concat(), &[])?;
    cargo(&[&["test"], &kit[..], &apart].concat(), &[])
}

/// Runs one step and says how long it took.
pub fn step(name: &str, work: impl FnOnce() -> anyhow::Result<()>) -> anyhow::Result<()> {
    println!("== {name}");
    let start = Instant::now();
    work().with_context(|| format!("{name} failed"))?;
    println!("== {name} passed, {:.0} s", start.elapsed().as_secs_f64());
    Ok(())
}

fn report(what: &str, start: Instant) {
    let seconds = start.elapsed().as_secs();
    println!("{what}, {} min {} s", seconds / 60, seconds % 60);
}

/// A task in a process of its own, beside the steps that follow. What it prints is kept and shown when it
/// is joined, so that the output of two tasks never mixes.
struct Beside {
    name: &'static str,
    child: Option<Child>,
    log: PathBuf,
}

impl Beside {
    fn start(name: &'static str, task: &[&str]) -> anyhow::Result<Self> {
        Self::start_by(name, Command::new(std::env::current_exe()?), task)
    }

    /// The same at the lowest priority.
    fn start_politely(name: &'static str, task: &[&str]) -> anyhow::Result<Self> {
        Self::start_by(name, politely(std::env::current_exe()?), task)
    }

    fn start_by(name: &'static str, mut command: Command, task: &[&str]) -> anyhow::Result<Self> {
        println!("== {name} runs beside the next steps");
        let folder = target().join("tools");
        std::fs::create_dir_all(&folder)?;
        let log = folder.join(format!("{name}.log"));
        let file = File::create(&log).with_context(|| format!("cannot write {}", log.display()))?;
        let child = command
            .args(task)
            .current_dir(root())
            .stdout(file.try_clone()?)
            .stderr(file)
            .spawn()
            .with_context(|| format!("cannot start `cargo xtask {}`", task.join(" ")))?;
        Ok(Self { name, child: Some(child), log })
    }

    /// Waits for the task. Shows the last lines that it printed, or all of them if it failed.
    fn join(mut self) -> anyhow::Result<()> {
        let Some(mut child) = self.child.take() else { return Ok(()) };
        let status = child.wait()?;
        let said = std::fs::read(&self.log)?;
        let said = String::from_utf8_lossy(&said);
        if !status.success() {
            print!("{said}");
            bail!("{} failed", self.name);
        }
        let lines: Vec<&str> = said.lines().collect();
        lines[lines.len().saturating_sub(SHOWN_LINES)..].iter().for_each(|line| println!("{line}"));
        Ok(())
    }
}

impl Drop for Beside {
    /// Another step failed. Waits nevertheless, because the processes of the task would outlive it.
    fn drop(&mut self) {
        if let Some(child) = &mut self.child {
            let _ = child.wait();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In a test the started program is the test program itself, whose arguments differ.
    #[test]
    fn a_task_beside_keeps_its_output_and_reports_its_failure() {
        let listing = Beside::start("listing", &["--list"]).unwrap();
        let log = listing.log.clone();
        listing.join().unwrap();
        assert!(std::fs::read_to_string(log).unwrap().contains("a_task_beside"));
        let wrong = Beside::start_politely("wrong", &["--no-such-flag"]).unwrap();
        assert_eq!(wrong.join().unwrap_err().to_string(), "wrong failed");
    }
}
