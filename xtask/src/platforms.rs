//! The systems on which the tests do not run: checks that the program compiles for them, and runs it where
//! this machine can.
//!
//! The check builds nothing: the compiler checks the Rust code, and the C code of libraries is left out (a
//! program that does nothing stands for its compiler). So no cross compilers are needed, only the standard
//! libraries of the other systems, which rustup installs. Running builds the programs: that of
//! Windows runs under wine, that of Linux on arm64 under qemu.

mod agon;
mod arm64;
mod evidence;
mod windows;

pub use agon::Agon;

use crate::cargo;
use crate::dist::Optimised;
use crate::programs::Compiler;
use crate::suite::step;
use anyhow::{Context, bail};
use std::path::PathBuf;
use std::process::Command;

/// Windows, macOS, and Linux on another processor.
const TARGETS: [&str; 3] =
    ["x86_64-pc-windows-gnu", "aarch64-apple-darwin", "aarch64-unknown-linux-gnu"];
/// Parts that the program carries; they are the same on all systems, and slow to build.
const WITHOUT: [(&str, &str); 3] =
    [("AGON_WITHOUT_JAVA", "1"), ("AGON_WITHOUT_NATIVE", "1"), ("AGON_WITHOUT_WEB", "1")];

/// Number of replays of each game that a program of another processor verifies, unless told otherwise.
const REPLAYS: usize = 1000;

/// Checks the program with clippy for each system; a warning is an error.
pub fn check() -> anyhow::Result<()> {
    install()?;
    let mut words = vec!["check", "--package", "agon-cli", "--quiet"];
    for target in TARGETS {
        words.extend(["--target", target]);
    }
    let mut environment = Compiler::Clippy.environment()?;
    environment.extend(WITHOUT.map(|(name, value)| (name.to_owned(), value.to_owned())));
    for target in TARGETS {
        let target = target.replace('-', "_");
        for tool in ["CC", "AR", "RANLIB"] {
            environment.push((format!("{tool}_{target}"), "true".to_owned()));
        }
    }
    let environment: Vec<(&str, &str)> =
        environment.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    cargo(&words, &environment)?;
    // The kit that bots in Rust are built with, which is outside the workspace.
    let kit = ["clippy", "--manifest-path", "sdk/rust/Cargo.toml", "--target-dir", "target/kit"];
    TARGETS.into_iter().try_for_each(|target| {
        cargo(&[&kit[..], &["--quiet", "--target", target, "--", "-D", "warnings"]].concat(), &[])
    })
}

/// Runs the programs of other systems on this one, with `words` of the command line: the name of one system,
/// `--replays N`, `--release`, `--here PROGRAM`.
pub fn run(words: &[&str]) -> anyhow::Result<()> {
    let wanted = Wanted::parse(words)?;
    install()?;
    let here = match &wanted.here {
        Some(program) => Agon::at(program)?,
        None => Agon::of_this_machine()?,
    };
    if wanted.windows {
        step("Windows: the sandbox", windows::sandbox)?;
        step("Windows: the archive", || windows::archive(&here, wanted.optimised))?;
    }
    if wanted.arm64 {
        step("Linux on arm64", || arm64::run(&here, wanted.replays, wanted.optimised))?;
    }
    Ok(())
}

/// What `platforms --run` is asked for.
#[derive(Debug, PartialEq)]
struct Wanted {
    windows: bool,
    arm64: bool,
    /// Number of replays of each game that Linux on arm64 verifies.
    replays: usize,
    optimised: Optimised,
    /// The program of this machine, if it is built already.
    here: Option<PathBuf>,
}

impl Wanted {
    fn parse(words: &[&str]) -> anyhow::Result<Wanted> {
        let optimised = Optimised::Little;
        let mut wanted =
            Wanted { windows: true, arm64: true, replays: REPLAYS, optimised, here: None };
        let mut words = words.iter().copied();
        while let Some(word) = words.next() {
            match word {
                "windows" => wanted.arm64 = false,
                "arm64" => wanted.windows = false,
                "--release" => wanted.optimised = Optimised::Fully,
                "--replays" => {
                    let number = words.next().and_then(|number| number.parse().ok());
                    wanted.replays = number
                        .filter(|number| *number > 0)
                        .context("--replays needs a number of replays, at least 1")?;
                }
                "--here" => {
                    let program = words.next().map(PathBuf::from).filter(|file| file.is_file());
                    wanted.here = Some(program.context("--here needs a program's file")?);
                }
                _ => bail!(
                    "`{word}` is unknown: --run takes windows, arm64, --replays N, --release, \
                     --here PROGRAM"
                ),
            }
        }
        Ok(wanted)
    }
}

/// Lets rustup install the standard libraries that are missing.
fn install() -> anyhow::Result<()> {
    let list = Command::new("rustup").args(["target", "list", "--installed"]).output();
    let list = list.with_context(|| {
        format!("the standard libraries for {} are needed: install rustup", TARGETS.join(", "))
    })?;
    let installed = String::from_utf8(list.stdout)?;
    let is_missing = |target: &&str| !installed.lines().any(|line| line == *target);
    let missing: Vec<&str> = TARGETS.into_iter().filter(is_missing).collect();
    if missing.is_empty() {
        return Ok(());
    }
    println!("installing the standard libraries for {}", missing.join(", "));
    let status = Command::new("rustup").args(["target", "add"]).args(&missing).status()?;
    if !status.success() {
        bail!("`rustup target add {}` ended with {status}", missing.join(" "));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_system_and_fewer_replays_can_be_asked_for() {
        let parse = |words: &[&str]| Wanted::parse(words).map_err(|error| error.to_string());
        let optimised = Optimised::Little;
        let all = Wanted { windows: true, arm64: true, replays: REPLAYS, optimised, here: None };
        assert_eq!(parse(&[]), Ok(all));
        let own = std::env::current_exe().unwrap();
        let few = Wanted {
            windows: false,
            arm64: true,
            replays: 7,
            optimised: Optimised::Fully,
            here: Some(own.clone()),
        };
        let here = own.to_str().unwrap();
        assert_eq!(parse(&["arm64", "--replays", "7", "--release", "--here", here]), Ok(few));
        assert!(parse(&["--here", "no such file"]).unwrap_err().contains("--here needs"));
        assert!(parse(&["--replays", "0"]).unwrap_err().contains("at least 1"));
        assert!(parse(&["macos"]).unwrap_err().contains("`macos` is unknown"));
    }
}
