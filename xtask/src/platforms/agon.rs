//! A program of the project and how it is started on this machine: directly, under wine, or under qemu.

use crate::programs::Compiler;
use crate::{cargo, target};
use anyhow::{Context, bail};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Ends a command that hangs. No command takes an hour.
const TIMEOUT: [&str; 3] = ["timeout", "--kill-after=5s", "3600s"];

/// A program of the project.
#[derive(Clone)]
pub struct Agon {
    /// The system that it was built for, as messages name it.
    pub system: &'static str,
    /// The program's file.
    pub program: PathBuf,
    /// The emulator with its arguments; empty for a program of this machine.
    pub emulator: Vec<OsString>,
    pub environment: Vec<(&'static str, OsString)>,
}

impl Agon {
    /// Builds the program of this machine, which the others are compared with. It is built as the tests build
    /// it, so that nothing is compiled twice in a test run.
    pub fn of_this_machine() -> anyhow::Result<Agon> {
        let environment = Compiler::Clippy.environment()?;
        let environment: Vec<(&str, &str)> =
            environment.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        // Features of libraries are chosen for the whole workspace.
        cargo(&["build", "--quiet", "--workspace", "--bin", "agon"], &environment)?;
        Agon::at(&target().join("debug/agon"))
    }

    /// A program of this machine that is built already.
    pub fn at(program: &Path) -> anyhow::Result<Agon> {
        Ok(Agon {
            system: "Linux on x86-64",
            program: std::path::absolute(program)?,
            emulator: Vec::new(),
            environment: Vec::new(),
        })
    }

    /// A command of the program in a folder, for a process that is ended by the caller.
    pub fn command(&self, folder: &Path, words: &[impl AsRef<OsStr>]) -> Command {
        self.command_after(&[], folder, words)
    }

    fn command_after(
        &self,
        before: &[&str],
        folder: &Path,
        words: &[impl AsRef<OsStr>],
    ) -> Command {
        let mut parts: Vec<&OsStr> = before.iter().map(OsStr::new).collect();
        parts.extend(self.emulator.iter().map(OsString::as_os_str));
        parts.push(self.program.as_os_str());
        let mut command = Command::new(parts[0]);
        command.args(&parts[1..]).args(words).current_dir(folder);
        command.envs(self.environment.iter().map(|(name, value)| (name, value)));
        command
    }

    /// Runs a command in a folder and returns what it printed.
    pub fn run(&self, folder: &Path, words: &[impl AsRef<OsStr>]) -> anyhow::Result<String> {
        let shown = || {
            let words: Vec<_> = words.iter().map(|word| word.as_ref().to_string_lossy()).collect();
            let shown = words.join(" ").chars().take(200).collect::<String>();
            format!("`{shown}` of the program of {}", self.system)
        };
        let output = self.command_after(&TIMEOUT, folder, words).output();
        let output = output.with_context(|| format!("cannot start {}", shown()))?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        if !output.status.success() {
            let errors = String::from_utf8_lossy(&output.stderr);
            bail!("{} ended with {}:\n{text}{errors}", shown(), output.status);
        }
        Ok(text)
    }
}
