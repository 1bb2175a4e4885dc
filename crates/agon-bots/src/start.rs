//! From a bot that was found to a job that can be started: built if need be, with its language and
//! its kit beside it.

mod timetravel;

use crate::compile::{Recipe, compile};
use crate::host::{Host, JAVA_HOUSEKEEPING};
use crate::kits::Kit;
use crate::language::{Api, Language};
use crate::options::{BotFault, Options};
use crate::runtimes::{self, Missing, Runtime};
use crate::sources::{Snapshot, snapshot};
use crate::word::Found;
use agon_sandbox::{Job, Limits, Sandbox};
use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// What compilers are told to make. (A bot's own folder may well have something called agon-bot: the
/// kit.)
const PROGRAM: &str = "agon-program";

/// A bot that can be started any number of times.
pub(crate) struct Prepared {
    /// What to start.
    pub job: Job,
    /// The fingerprint of the bot's own files.
    pub hash: String,
    /// What is known of the program that is started.
    pub host: Host,
}

/// What to do without the Java kit.
const JAVA_KIT: &str = "this program was built without it; `cargo xtask java`, then build again";
/// The games whose contests had a Java interface.
const JAVA_GAMES: [&str; 4] = ["asterobots", "galaxy", "homerun", "timetravel"];
/// A match is short, and the good compiler takes its time: it gets what runs eight times as often as usual
/// before it is called. A bot that computes much is there within milliseconds; a kit never is.
const JAVA_LATER: [&str; 4] = [
    "-XX:Tier4InvocationThreshold=40000",
    "-XX:Tier4MinInvocationThreshold=4800",
    "-XX:Tier4CompileThreshold=120000",
    "-XX:Tier4BackEdgeThreshold=320000",
];
/// Threads of a Java program: in Home Run every unit has one.
const JAVA_THREADS: u32 = 4096;

/// Makes a bot ready to be started.
pub(crate) fn prepare(found: &Found, options: &Options) -> Result<Prepared, BotFault> {
    let sandbox = options.sandbox.as_ref().map_err(Clone::clone)?;
    let snapshot = snapshot(&found.root, &found.entry, found.sources, &options.cache)?;
    let bench = Workbench { found, options, sandbox, snapshot: &snapshot };
    let mut host = Host::default();
    let mut job = match (found.api, found.language) {
        (Api::Original, Language::Java) if JAVA_GAMES.contains(&found.game) => {
            // Whoever counts a bot's energy has also seen to it that it can leave nothing behind.
            let is_counted = found.game == "homerun";
            (host.counts_energy, host.plays_again) = (is_counted, is_counted);
            host.computes_by_turns = is_counted;
            host.housekeeping = JAVA_HOUSEKEEPING;
            bench.java()?
        }
        (Api::Original, Language::Python) if found.game == "mars" => bench.mars_original()?,
        (Api::Original, Language::Cpp) if found.game == "timetravel" => bench.timetravel_cpp()?,
        (Api::Original, Language::Python) if found.game == "timetravel" => {
            bench.timetravel_python()?
        }
        (Api::Original, language) => {
            let name = found.name.clone();
            return Err(BotFault::NoOriginal { name, language });
        }
        (Api::Agon, Language::Python) => bench.python()?,
        (Api::Agon, Language::Js) => bench.js()?,
        (Api::Agon, Language::Cpp) => bench.cpp()?,
        (Api::Agon, Language::Rust) => bench.rust()?,
        (Api::Agon, Language::Exec) => bench.exec()?,
        (Api::Agon, language @ Language::Java) => {
            return Err(BotFault::NotYet { name: found.name.clone(), language });
        }
    };
    job.env.extend(bench.environment());
    job.limits = Limits {
        memory: options.memory,
        forks: sandbox.supports_child_processes(),
        ..Limits::default()
    };
    if found.language == Language::Java {
        job.limits.processes = JAVA_THREADS;
    }
    Ok(Prepared { job, hash: snapshot.hash, host })
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
            makes: PathBuf::from(PROGRAM),
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

    /// A bot of the Mars Makeover contest: the kit's host loads it, with the rules beside it.
    fn mars_original(&self) -> Result<Job, BotFault> {
        let module = module("agon_mars_python")?;
        let host = Kit::MarsOriginal.unpack(&self.options.cache)?.dir;
        let mut job = self.python()?;
        let bot = job.args.pop().unwrap_or_default();
        job.args.extend([host.join("host.py").into_os_string(), bot]);
        job.env.push(("AGON_MARS_NATIVE".into(), module.clone().into()));
        job.readable.extend([host, module]);
        Ok(job)
    }

    fn js(&self) -> Result<Job, BotFault> {
        let node = runtimes::node()?;
        let kit = Kit::Js.unpack(&self.options.cache)?;
        let dir = self.built()?;
        let entry = dir.join(&self.found.entry).into_os_string();
        let mut args = vec![entry];
        if is_module(&dir, &self.found.entry) {
            // Modules do not heed NODE_PATH: a small hook of the kit leads them to it.
            let hook = kit.dir.join("agon/register.mjs").into_os_string();
            args.splice(0..0, ["--import".into(), hook]);
        }
        let args: Vec<&OsString> = args.iter().collect();
        let mut job = self.job(&dir, node.program, &args);
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
            ["-std=c++17", "-O2", "-pthread", "-o", PROGRAM, "-I"].map(Into::into).into();
        args.push(kit.dir.clone().into());
        args.extend(self.files(&["cpp", "cc", "cxx", "c"]));
        let mut recipe = self.recipe(program, format!("{version} {}", kit.hash));
        recipe.args = args;
        recipe.readable = readable;
        recipe.readable.push(kit.dir);
        let dir = compile(recipe, self.sandbox, &self.options.cache)?;
        Ok(self.job(&dir, dir.join(PROGRAM), &[]))
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
             if [ -f \"$file\" ] && [ -x \"$file\" ]; then cp \"$file\" agon-program; fi; done && \
             rm -rf target"
                .to_owned()
        } else {
            let entry = self.found.entry.display();
            format!(
                "rustc --edition 2021 -O --crate-type rlib --crate-name agon_bot \
                 -o libagon_bot.rlib \"$AGON_KIT/src/lib.rs\" && \
                 rustc --edition 2021 -O --extern agon_bot=libagon_bot.rlib -o {PROGRAM} '{entry}'"
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
        Ok(self.job(&dir, dir.join(PROGRAM), &[]))
    }

    /// The contests' own Java kits: sources, or classes in a jar, are compiled and checked by the
    /// program that later plays them.
    fn java(&self) -> Result<Job, BotFault> {
        let Runtime { program, version, readable } = runtimes::java()?;
        let kit = Kit::Java.unpack(&self.options.cache)?;
        let jar = kit.dir.join("agon-java.jar").into_os_string();
        if !Path::new(&jar).is_file() {
            return Err(Missing { what: "Agon's Java kit", remedy: JAVA_KIT }.into());
        }
        let plain: Vec<OsString> = ["-XX:+UseSerialGC", "-XX:-UsePerfData"].map(Into::into).into();
        let mut quick = plain.clone();
        quick.push("-XX:TieredStopAtLevel=1".into());
        let kit_does = |what: &str| [OsString::from("-jar"), jar.clone(), what.into()];
        let mut recipe = self.recipe(program.clone(), format!("{version} {}", kit.hash));
        recipe.args = quick.clone();
        recipe.args.extend(kit_does("build"));
        recipe.args.extend([self.found.game, "agon-bot.jar", "."].map(OsString::from));
        recipe.args.extend(self.java_class());
        recipe.makes = "agon-bot.jar".into();
        recipe.readable = readable.clone();
        recipe.readable.push(kit.dir.clone());
        let dir = compile(recipe, self.sandbox, &self.options.cache)?;
        // What Java needs besides its heap is within the limit too.
        let heap = (self.options.memory >> 20) * 5 / 8;
        // A unit of Home Run never computes long; other bots are worth being compiled well.
        let well = plain.into_iter().chain(JAVA_LATER.map(OsString::from)).collect();
        let mut args: Vec<OsString> = if self.found.game == "homerun" { quick } else { well };
        args.push(format!("-Xmx{heap}m").into());
        args.extend(kit_does("play"));
        args.extend([self.found.game.into(), dir.join("agon-bot.jar").into_os_string()]);
        args.extend(self.java_class());
        let mut job = self.job(&dir, program, &args.iter().collect::<Vec<_>>());
        job.readable.extend(readable);
        job.readable.push(kit.dir);
        Ok(job)
    }

    /// Which class is to play, where the bot's author has said so by naming a file.
    fn java_class(&self) -> Vec<OsString> {
        match self.found.entry.file_stem() {
            Some(name) if self.found.is_entry_named => vec!["--bot".into(), name.into()],
            _ => Vec::new(),
        }
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

/// A library of ours that bots load. It lies beside this program; tests run one folder further down.
fn module(name: &str) -> Result<PathBuf, BotFault> {
    let file = format!("{DLL_PREFIX}{name}{DLL_SUFFIX}");
    let program = std::env::current_exe().unwrap_or_default();
    let beside = program.ancestors().skip(1).take(2).map(|folder| folder.join(&file));
    beside.into_iter().find(|path| path.is_file()).ok_or_else(|| {
        let folder = program.parent().unwrap_or(Path::new("/")).to_owned();
        BotFault::NoModule { file, folder }
    })
}

/// Whether a file of JavaScript is a module: by its ending, or because `package.json` says so.
fn is_module(dir: &Path, entry: &Path) -> bool {
    let package = || -> Option<serde_json::Value> {
        serde_json::from_slice(&std::fs::read(dir.join("package.json")).ok()?).ok()
    };
    match entry.extension().and_then(|ending| ending.to_str()) {
        Some("mjs") => true,
        Some("js") => package().is_some_and(|package| package["type"] == "module"),
        _ => false,
    }
}
