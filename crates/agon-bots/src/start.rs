//! From a bot that was found to a job that can be started: built if need be, with its language and
//! its kit beside it.

mod java;

use crate::compile::{Recipe, compile};
use crate::kits::Kit;
use crate::language::{Api, Language};
use crate::options::{BotFault, Options};
use crate::runtimes::{self, Runtime};
use crate::sources::{Snapshot, snapshot};
use crate::word::Found;
use agon_sandbox::{Job, Limits, Sandbox};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// A bot that can be started any number of times.
pub(crate) struct Prepared {
    /// What to start.
    pub job: Job,
    /// The fingerprint of the bot's own files.
    pub hash: String,
}

/// Makes a bot ready to be started in a game.
pub(crate) fn prepare(
    found: &Found,
    game: &'static str,
    options: &Options,
) -> Result<Prepared, BotFault> {
    let sandbox = options.sandbox.as_ref().map_err(Clone::clone)?;
    let snapshot = snapshot(&found.root, &found.entry, found.sources, &options.cache)?;
    let bench = Workbench { found, options, sandbox, snapshot: &snapshot };
    let mut job = match (found.api, found.language) {
        (_, Language::Java) => bench.java(game)?,
        (Api::Original, language) => {
            let name = found.name.clone();
            return Err(BotFault::NoOriginal { name, language });
        }
        (Api::Agon, Language::Python) => bench.python()?,
        (Api::Agon, Language::Js) => bench.js()?,
        (Api::Agon, Language::Cpp) => bench.cpp()?,
        (Api::Agon, Language::Rust) => bench.rust()?,
        (Api::Agon, Language::Exec) => bench.exec()?,
    };
    job.env.extend(bench.environment());
    job.limits =
        Limits { memory: options.memory, forks: sandbox.holds_families(), ..Limits::default() };
    let prepared = Prepared { job, hash: snapshot.hash };
    Ok(if found.language == Language::Java { prepared.with_threads() } else { prepared })
}

/// Everything that making a job needs.
struct Workbench<'a> {
    found: &'a Found,
    options: &'a Options,
    sandbox: &'a Sandbox,
    snapshot: &'a Snapshot,
}

impl Workbench<'_> {
    fn environment(&self) -> Vec<(OsString, OsString)> {
        let mut env = vec![
            ("AGON_BOT".into(), "1".into()),
            ("PATH".into(), "/usr/local/bin:/usr/bin:/bin".into()),
            ("LANG".into(), "C.UTF-8".into()),
            // A bot has one turn at a time; more threads than that only get into each other's way.
            ("OPENBLAS_NUM_THREADS".into(), "1".into()),
            ("OMP_NUM_THREADS".into(), "1".into()),
        ];
        if !self.options.seed_bots {
            env.push(("AGON_NO_SEED".into(), "1".into()));
        }
        env
    }

    /// A job in the bot's folder, or in the folder that was made of it.
    fn job(&self, dir: &Path, program: PathBuf, args: &[&OsString]) -> Job {
        let mut job = Job::new(program);
        job.args = args.iter().map(|&arg| arg.clone()).collect();
        job.dir = dir.to_owned();
        job.readable = vec![dir.to_owned()];
        job
    }

    /// The folder with the bot's files, after its own build command if there is one.
    fn built(&self) -> Result<PathBuf, BotFault> {
        let Some(command) = &self.found.build else {
            return Ok(self.snapshot.dir.clone());
        };
        let recipe = Recipe {
            args: vec!["-c".into(), command.into()],
            makes: self.found.entry.clone(),
            ..self.recipe(PathBuf::from("/bin/sh"), "its own command".into())
        };
        Ok(compile(recipe, self.sandbox, &self.options.cache)?)
    }

    fn recipe(&self, program: PathBuf, with: String) -> Recipe {
        Recipe {
            name: self.found.name.clone(),
            sources: self.snapshot.dir.clone(),
            hash: self.snapshot.hash.clone(),
            with,
            program,
            args: Vec::new(),
            env: Vec::new(),
            readable: Vec::new(),
            makes: PathBuf::from("agon-bot"),
        }
    }

    fn python(&self) -> Result<Job, BotFault> {
        let python = runtimes::python()?;
        let kit = Kit::Python.unpack(&self.options.cache)?;
        let dir = self.built()?;
        let entry = dir.join(&self.found.entry).into_os_string();
        let mut job = self.job(&dir, python.program, &[&"-B".into(), &entry]);
        job.env.push(("PYTHONPATH".into(), kit.dir.clone().into()));
        job.env.push(("PYTHONHASHSEED".into(), "0".into()));
        job.readable.extend(python.readable);
        job.readable.push(kit.dir);
        Ok(job)
    }

    fn js(&self) -> Result<Job, BotFault> {
        let node = runtimes::node()?;
        let kit = Kit::Js.unpack(&self.options.cache)?;
        let dir = self.built()?;
        let entry = dir.join(&self.found.entry).into_os_string();
        let mut job = self.job(&dir, node.program, &[&entry]);
        job.env.push(("NODE_PATH".into(), kit.dir.clone().into()));
        job.readable.extend(node.readable);
        job.readable.push(kit.dir);
        Ok(job)
    }

    fn exec(&self) -> Result<Job, BotFault> {
        let dir = self.built()?;
        Ok(self.job(&dir, dir.join(&self.found.entry), &[]))
    }

    fn cpp(&self) -> Result<Job, BotFault> {
        if self.found.build.is_some() {
            return self.exec();
        }
        let Runtime { program, version, readable } = runtimes::gxx()?;
        let kit = Kit::Cpp.unpack(&self.options.cache)?;
        let mut args: Vec<OsString> =
            ["-std=c++17", "-O2", "-pthread", "-o", "agon-bot", "-I"].map(Into::into).into();
        args.push(kit.dir.clone().into());
        args.extend(self.files(&["cpp", "cc", "cxx", "c"]));
        let mut recipe = self.recipe(program, format!("{version} {}", kit.hash));
        recipe.args = args;
        recipe.readable = readable;
        recipe.readable.push(kit.dir);
        let dir = compile(recipe, self.sandbox, &self.options.cache)?;
        Ok(self.job(&dir, dir.join("agon-bot"), &[]))
    }

    fn rust(&self) -> Result<Job, BotFault> {
        if self.found.build.is_some() {
            return self.exec();
        }
        let Runtime { program, version, readable } = runtimes::rustc()?;
        let kit = Kit::Rust.unpack(&self.options.cache)?;
        let bin = program.parent().unwrap_or(Path::new("/")).to_owned();
        // One script for both shapes: a project of cargo's, or a single file beside the kit.
        let script = if self.found.entry.ends_with("Cargo.toml") {
            "cargo build --release --offline --quiet && \
             for file in target/release/*; do \
             if [ -f \"$file\" ] && [ -x \"$file\" ]; then cp \"$file\" agon-bot; fi; done && \
             rm -rf target"
                .to_owned()
        } else {
            let entry = self.found.entry.display();
            format!(
                "rustc --edition 2021 -O --crate-type rlib --crate-name agon_bot \
                 -o libagon_bot.rlib \"$AGON_KIT/src/lib.rs\" && \
                 rustc --edition 2021 -O --extern agon_bot=libagon_bot.rlib -o agon-bot '{entry}'"
            )
        };
        let mut recipe = self.recipe("/bin/sh".into(), format!("{version} {}", kit.hash));
        let path = format!("{}:/usr/local/bin:/usr/bin:/bin", bin.display());
        recipe.args = vec!["-c".into(), format!("PATH={path}; export PATH; {script}").into()];
        recipe.env.push(("AGON_KIT".into(), kit.dir.clone().into()));
        recipe.env.push(("CARGO_HOME".into(), "/tmp/cargo".into()));
        recipe.readable = readable;
        recipe.readable.push(kit.dir);
        let dir = compile(recipe, self.sandbox, &self.options.cache)?;
        Ok(self.job(&dir, dir.join("agon-bot"), &[]))
    }

    /// The names of the bot's files with these endings, in order.
    fn files(&self, endings: &[&str]) -> Vec<OsString> {
        let mut names = Vec::new();
        let mut folders = vec![PathBuf::new()];
        while let Some(folder) = folders.pop() {
            let entries = std::fs::read_dir(self.snapshot.dir.join(&folder));
            for entry in entries.into_iter().flatten().flatten() {
                let name = folder.join(entry.file_name());
                if entry.path().is_dir() {
                    folders.push(name);
                } else if name.extension().is_some_and(|e| endings.iter().any(|end| e == *end)) {
                    names.push(name.into_os_string());
                }
            }
        }
        names.sort();
        names
    }
}
