//! Everything the project would otherwise keep in shell scripts: `cargo xtask` lists the tasks.

mod attack;
mod chaos;
mod deny;
mod dist;
mod figures;
mod java;
mod ladder;
mod needs;
mod new_game;
mod platforms;
mod programs;
mod scale;
mod site;
mod starters;
mod suite;
mod tidy;
mod types;
mod web;
mod workflows;

use anyhow::{Context, bail};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use suite::step;

const TASKS: &str = "\
cargo xtask TASK, where TASK is

  test            all tests, as CI runs them; installs what they need
  test --quick    the essentials in under 3 minutes: no bots in processes, no Java, no browser
  test --long     all tests, with many more drawn cases and a minute for every fuzz target
  check           the part that runs no tests: fmt, tidy, deny, clippy, docs
  attack          all hostile programs against the sandbox, and their table in docs/security.md
  scale [--quick] 1,000 workers that pretend to play, two servers: matches/s, the servers' CPU per match
  chaos           3 minutes in which servers, workers, NATS and database are killed (--long: 2 hours)
  tidy            headers, line lengths, layout, names, links, crate arrows
  deny            licences and sources of all dependencies (deny.toml)
  web             check the page in web/ (--quick: unit tests; --browser: with target/debug/agon)
  java            build the Java kit into sdk/java/kit (--test: test it instead)
  new-game NAME   make a small complete game in games/NAME (--test: prove that one works)
  site            build the documentation site into target/site (--check: without the API reference)
  platforms       check that the program compiles for Windows, macOS and Linux on arm64
  platforms --run build the programs for Windows and arm64 and run them under wine and qemu (windows or arm64:
                  only this one; --replays N: verify N replays of each game on arm64; --release: optimised;
                  --here PROGRAM: the program of this machine, if it is built already)
  workflows       lint .github/workflows with actionlint
  dist            build and pack a release for Linux and Windows into target/dist (--url URL: also the
                  files for Homebrew, Scoop and winget)
  dist kits                  build the packages of the kits for pip, npm and Maven into target/dist
  dist --test                pack the program and the kits, install every package and play with it
  dist pack SYSTEM PROGRAM   pack a program that is built already into target/dist
  dist finish URL            checksums and the files for package managers, of what is in target/dist
  screenshots     take the screenshots of the README (docs/images)
  signature       compare the games' behaviour with games/*/figures.json (--bless: rewrite)
  protocol        compare games/*/schema.json and docs/protocol.md with the program (--bless: rewrite)
  types           write the types of views, calls and replies, games/*/types (--check: compare them)
  starters        check starters and examples with mypy (Python) and the TypeScript compiler (JavaScript)
  ladder          play the league of all levels, write the manuals' tables (--game ID, --games N)
  instructions    compare instruction counts with games/*/figures.json (--bless: rewrite)
";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let result = match words.as_slice() {
        ["test"] => suite::all(),
        ["test", "--quick"] => suite::quick(),
        ["test", "--long"] => suite::long(),
        ["test", suite::COMPUTING, effort] => suite::computing(effort),
        ["check"] => suite::check(),
        ["attack"] => attack::run(),
        ["scale"] => scale::run(1_000, 60_000),
        ["scale", "--quick"] => scale::run(100, 5_000),
        ["chaos"] => chaos::run(180),
        ["chaos", "--long"] => chaos::run(7200),
        ["tidy"] => tidy::run(),
        ["deny"] => deny::run(),
        ["web"] => step("web", web::check),
        ["web", "--quick"] => step("web", web::check_quick),
        ["web", "--browser"] => step("browser", web::browse),
        ["java"] => needs::install().and_then(|()| java::build()),
        ["java", "--test"] => step("java", java::test),
        ["new-game", "--test"] => {
            needs::python().and_then(|python| step("new game", || new_game::test(&python)))
        }
        ["new-game", name] => new_game::run(name),
        ["site"] => site::build(),
        ["site", "--check"] => site::check(),
        ["dist"] => dist::run(None),
        ["dist", "--url", url] => dist::run(Some(url)),
        ["dist", "kits"] => dist::kits(&target().join("dist")),
        ["dist", "--test"] => needs::install().and_then(|()| step("packages", dist::test)),
        ["dist", "pack", system, program] => {
            let program = Path::new(program);
            dist::pack(system, program, program, &target().join("dist"))
                .map(|archive| println!("{}", archive.display()))
        }
        ["dist", "finish", url] => dist::finish(&target().join("dist"), Some(url)),
        ["platforms"] => step("platforms", platforms::check),
        ["platforms", "--run", rest @ ..] => platforms::run(rest),
        ["workflows"] => workflows::check(),
        ["screenshots"] => screenshots(),
        ["signature"] => figures::signatures(false),
        ["signature", "--bless"] => figures::signatures(true),
        ["protocol"] => protocol(&[]),
        ["protocol", "--bless"] => protocol(&[("AGON_BLESS", "1")]),
        ["types"] => types::write(),
        ["types", "--check"] => types::check(),
        ["starters"] => web::install()
            .and_then(|()| needs::python())
            .and_then(|python| step("starters", || starters::check(&python))),
        ["ladder", rest @ ..] => ladder::run(rest),
        ["instructions"] => figures::instructions(false),
        ["instructions", "--bless"] => figures::instructions(true),
        _ => {
            eprint!("{TASKS}");
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
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("xtask is a folder of the root")
        .to_owned()
}

/// Where cargo builds.
fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), Into::into)
}

/// What cargo knows of the workspace and of all its dependencies.
fn metadata() -> anyhow::Result<serde_json::Value> {
    let text = cargo_output(&["metadata", "--format-version=1", "--locked"])?;
    Ok(serde_json::from_str(&text)?)
}

fn screenshots() -> anyhow::Result<()> {
    needs::install()?;
    step("build", || cargo(&["build", "--release", "--quiet"], &[]))?;
    step("screenshots", web::screenshots)
}

/// Compares the schemas, tables and transcripts of the protocol. The same tests rewrite them with AGON_BLESS.
fn protocol(environment: &[(&str, &str)]) -> anyhow::Result<()> {
    let words = ["test", "--quiet", "--package", "agon-protocol", "--package", "agon-bots"];
    cargo(&[&words[..], &["--test", "all", "documents"]].concat(), environment)
}

/// A program with the lowest priority: it gets about 1/70 of the time of one with the usual priority.
fn politely(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new("nice");
    command.args(["-n", "19"]).arg(program);
    command
}

fn cargo_command(words: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(words).current_dir(root());
    command
}

/// Runs cargo, which prints to the terminal.
fn cargo(words: &[&str], environment: &[(&str, &str)]) -> anyhow::Result<()> {
    let mut command = cargo_command(words);
    let status =
        command.envs(environment.iter().copied()).status().context("cannot start cargo")?;
    if !status.success() {
        bail!("`cargo {}` ended with {status}", words.join(" "));
    }
    Ok(())
}

/// Runs cargo and returns what it prints to stdout; warnings and errors go to the terminal.
fn cargo_output(words: &[&str]) -> anyhow::Result<String> {
    let output =
        cargo_command(words).stderr(Stdio::inherit()).output().context("cannot start cargo")?;
    if !output.status.success() {
        bail!("`cargo {}` ended with {}", words.join(" "), output.status);
    }
    Ok(String::from_utf8(output.stdout)?)
}
