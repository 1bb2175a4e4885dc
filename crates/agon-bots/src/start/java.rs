//! Bots in Java, all of them written for an original contest: compiled, checked and played by the Java
//! kit, which is one jar for all games.

use super::{Prepared, Workbench};
use crate::compile::compile;
use crate::kits::Kit;
use crate::options::BotFault;
use crate::runtimes::{self, Runtime};
use crate::sources::Sources;
use agon_sandbox::Job;
use std::ffi::OsString;
use std::path::PathBuf;

/// The games that have a Java interface.
const GAMES: [&str; 4] = ["asterobots", "galaxy", "homerun", "timetravel"];
/// Where the kit puts what it has compiled, inside the bot's folder.
const CLASSES: &str = "agon-classes";
/// The file in it with which the kit says that the bot can play.
const MARK: &str = "agon-bot";
/// What a Java machine needs besides its heap, at most.
const BESIDE_HEAP: u64 = 256 << 20;
/// Threads of a Java machine; in Home Run every unit has one.
const THREADS: u32 = 2048;

impl Workbench<'_> {
    /// A bot in Java: sources in a file or a folder, or a jar.
    pub(super) fn java(&self, game: &'static str) -> Result<Job, BotFault> {
        if !GAMES.contains(&game) {
            let (name, language) = (self.found.name.clone(), self.found.language);
            return Err(BotFault::NoInterface { name, language, game });
        }
        let java = runtimes::java()?;
        let kit = Kit::Java.unpack(&self.options.cache)?;
        let jar = kit.dir.join("agon-java.jar");
        if !jar.is_file() {
            return Err(runtimes::NO_JAVA_KIT.into());
        }
        let version = format!("{} {}", java.version, kit.hash);
        let is_jar = self.found.entry.extension().is_some_and(|ending| ending == "jar");
        let (dir, classes) = if is_jar {
            (self.snapshot.dir.clone(), self.found.entry.clone())
        } else {
            (self.compiled(game, &java, &jar, version)?, PathBuf::from(CLASSES))
        };
        let mut args = self.machine(&jar);
        args.extend(["play".into(), game.into(), classes.into_os_string()]);
        args.extend(self.wish());
        let args: Vec<&OsString> = args.iter().collect();
        let mut job = self.job(&dir, java.program, &args);
        job.readable.extend(java.readable);
        job.readable.push(kit.dir);
        Ok(job)
    }

    fn compiled(
        &self,
        game: &str,
        java: &Runtime,
        jar: &std::path::Path,
        version: String,
    ) -> Result<PathBuf, BotFault> {
        let mut recipe = self.recipe(java.program.clone(), version);
        recipe.args = self.machine(jar);
        recipe.args.extend(["build", game, CLASSES].map(Into::into));
        recipe.args.extend(self.wish());
        recipe.args.push(".".into());
        recipe.makes = PathBuf::from(CLASSES).join(MARK);
        recipe.readable = java.readable.clone();
        recipe.readable.extend(jar.parent().map(Into::into));
        Ok(compile(recipe, self.sandbox, &self.options.cache)?)
    }

    /// The flags of the machine. One turn at a time needs no parallel collector, and a collector with
    /// threads of its own would take time from the other bots.
    fn machine(&self, jar: &std::path::Path) -> Vec<OsString> {
        let memory = self.options.memory;
        let heap = memory.saturating_sub(BESIDE_HEAP).max(memory / 2) >> 20;
        let flags = ["-XX:+UseSerialGC", "-XX:-UsePerfData", "-Xshare:auto", "-jar"];
        let mut args: Vec<OsString> = vec![format!("-Xmx{}m", heap.max(16)).into()];
        args.extend(flags.map(Into::into));
        args.push(jar.into());
        args
    }

    /// Which class is to play, where the bot's author has said so: by naming a file.
    fn wish(&self) -> Vec<OsString> {
        let is_named = self.found.sources == Sources::Alone || self.found.is_entry_named;
        match self.found.entry.file_stem() {
            Some(name) if is_named => vec!["--bot".into(), name.into()],
            _ => Vec::new(),
        }
    }
}

impl Prepared {
    /// Lets a Java machine have its threads.
    pub(super) fn with_threads(mut self) -> Prepared {
        self.job.limits.processes = THREADS;
        self
    }
}
