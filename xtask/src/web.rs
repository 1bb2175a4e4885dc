//! The page in `web/`: its packages, checks, tests in a browser, and screenshots.

use crate::{root, target};
use anyhow::{Context, bail};
use std::path::{Path, PathBuf};
use std::process::Command;

fn folder() -> PathBuf {
    root().join("web")
}

/// Installs the page's packages as the lock file names them.
pub fn install() -> anyhow::Result<()> {
    let modified =
        |path: &str| std::fs::metadata(folder().join(path)).and_then(|data| data.modified()).ok();
    if modified("node_modules/.package-lock.json") >= modified("package-lock.json") {
        return Ok(());
    }
    run("npm", &["install", "--no-save", "--no-audit", "--no-fund"])
}

/// Checks types, also those of the JavaScript kit, and runs the unit tests.
pub fn check() -> anyhow::Result<()> {
    install()?;
    let compiler = ["--ignoreConfig", "--noEmit", "--strict", "--module", "nodenext"];
    let words = [&["tsc"], &compiler[..], &["../sdk/js/tests/types.ts"]].concat();
    run("npx", &words)?;
    run("npm", &["run", "--silent", "check"])?;
    run("npm", &["run", "--silent", "test"])
}

/// Runs the unit tests, which need no browser.
pub fn check_quick() -> anyhow::Result<()> {
    install()?;
    run("npm", &["run", "--silent", "test"])
}

/// Runs the tests in a browser, with the program as the tests build it.
pub fn browse() -> anyhow::Result<()> {
    install()?;
    run_with(&target().join("debug/agon"), "npm", &["run", "--silent", "e2e"])
}

/// Opens a replay with a program of its own in a browser and fails if the page does not show the game.
pub fn watch_new_game(agon: &Path, replay: &Path) -> anyhow::Result<()> {
    run_with(agon, "node", &["tests/new-game.mjs", &replay.to_string_lossy()])
}

/// Takes the screenshots of the README, and of all pages of the contest.
pub fn screenshots() -> anyhow::Result<()> {
    install()?;
    run("node", &["tests/screenshots.mjs"])?;
    run("npx", &["playwright", "test", "--config", "playwright.pictures.config.ts"])
}

fn run(program: &str, words: &[&str]) -> anyhow::Result<()> {
    run_with(&target().join("release/agon"), program, words)
}

fn run_with(agon: &Path, program: &str, words: &[&str]) -> anyhow::Result<()> {
    let status = Command::new(program)
        .args(words)
        .env("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")
        .env("AGON", agon)
        .current_dir(folder())
        .status()
        .with_context(|| format!("cannot start {program}: install Node.js 20 or newer"))?;
    if !status.success() {
        bail!("`{program} {}` ended with {status} in web/", words.join(" "));
    }
    Ok(())
}
