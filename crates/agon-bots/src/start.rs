//! Makes a bot that was found ready to be started: builds it if need be, and gives it its language and its
//! kit.

use crate::api::Api;
use crate::cache::Cache;
use crate::compile::{CompileFault, PROGRAM, Recipe, compile};
use crate::debug::{Attached, attach};
use crate::embedded;
use crate::host::Host;
use crate::kits::{Kit, UnpackedKit};
use crate::languages::Language;
use crate::options::{Beside, BotFault, Options};
use crate::runtime::{Runtime, shell};
use crate::sources::{Snapshot, Sources, snapshot};
use crate::tools::{Tools, system_path};
use crate::word::Found;
use agon_core::safe_line;
use agon_sandbox::{Job, Limits, Sandbox, canonical};
use std::collections::BTreeMap;
use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// A bot that can be started any number of times.
pub(crate) struct Prepared {
    /// What to start.
    pub job: Job,
    /// The fingerprint of the bot's own files.
    pub hash: String,
    /// What is known about the program that is started.
    pub host: Host,
}

/// What a language says about starting a bot.
pub(crate) struct Launch {
    /// What to start.
    pub job: Job,
    /// What is known about the program that is started.
    pub host: Host,
}

impl From<Job> for Launch {
    fn from(job: Job) -> Launch {
        Launch { job, host: Host::default() }
    }
}

/// Copies the files of a bot; in a competition, a bot that is one file gets none beside it.
pub(crate) fn take_snapshot(found: &Found, options: &Options) -> Result<Snapshot, BotFault> {
    let sources = match options.beside {
        Beside::Hidden if found.is_one_file => Sources::Alone,
        _ => found.sources,
    };
    Ok(snapshot(&found.folder, &found.entry, sources, &options.cache)?)
}

/// Makes a bot ready to be started.
pub(crate) fn prepare(found: &Found, options: &Options) -> Result<Prepared, BotFault> {
    let sandbox = options.sandbox.as_ref().map_err(Clone::clone)?;
    let snapshot = take_snapshot(found, options)?;
    tell_companions(found, options, &snapshot);
    let bench = Workbench { found, options, sandbox, snapshot: &snapshot, is_debugged: false };
    let Launch { job, host } = bench.launch()?;
    Ok(Prepared { job, hash: snapshot.hash, host })
}

/// Makes a bot ready to be started under the debugger of its language. `port` is the one that the debugger
/// gets; `None` is its usual one, 0 any free one.
pub(crate) fn prepare_debugged(
    found: &Found,
    options: &Options,
    port: Option<u16>,
) -> Result<(Prepared, Attached), BotFault> {
    let sandbox = options.sandbox.as_ref().map_err(Clone::clone)?;
    let snapshot = take_snapshot(found, options)?;
    tell_companions(found, options, &snapshot);
    let bench = Workbench { found, options, sandbox, snapshot: &snapshot, is_debugged: true };
    let mut launch = bench.launch()?;
    let attached = attach(&bench, &mut launch, port)?;
    let Launch { job, host } = launch;
    Ok((Prepared { job, hash: snapshot.hash, host }, attached))
}

/// Tells which files a bot of one file uses besides, if the options want to know.
fn tell_companions(found: &Found, options: &Options, snapshot: &Snapshot) {
    if let (Beside::Shared(tell), true, 2..) =
        (options.beside, found.is_one_file, snapshot.names.len())
    {
        tell(&companions(found, snapshot));
    }
}

/// A sentence about the files that a bot of one file uses besides.
fn companions(found: &Found, snapshot: &Snapshot) -> String {
    const MAX_LISTED: usize = 3;
    let others: Vec<String> = snapshot
        .names
        .iter()
        .filter(|name| **name != found.entry)
        .map(|name| safe_line(&name.to_string_lossy()).into_owned())
        .collect();
    let listed = others.iter().take(MAX_LISTED).cloned().collect::<Vec<_>>().join(", ");
    let rest = others.len().saturating_sub(MAX_LISTED);
    let more = if rest > 0 { format!(" and {rest} more") } else { String::new() };
    format!(
        "{} also uses {listed}{more}, beside it. In competitions a bot is one file or one folder: put the \
         files into a folder of their own.",
        found.name
    )
}

/// Everything that a language needs to build and start a bot.
pub(crate) struct Workbench<'a> {
    pub found: &'a Found,
    pub options: &'a Options,
    pub sandbox: &'a Sandbox,
    pub snapshot: &'a Snapshot,
    /// Whether it is started under a debugger: from its author's own files, so that editors and debuggers
    /// name the same paths, or compiled with symbols and without optimisation.
    pub is_debugged: bool,
}

impl Workbench<'_> {
    /// Builds the bot and says how to start it.
    fn launch(&self) -> Result<Launch, BotFault> {
        let definition = self.found.language.definition();
        let launch = match self.found.api {
            Api::Agon => (definition.start)(self),
            Api::Original => match (self.found.original, definition.start_original) {
                (Some(api), Some(start)) => start(self, api),
                _ => return Err(self.no_original()),
            },
        };
        let Launch { job, mut host } = launch.map_err(|fault| self.with_advice(fault))?;
        host.memory_limit = Some(job.limits.memory);
        if self.found.api == Api::Agon {
            host.run_call = definition.run_call;
            host.names_place = definition.names_place;
        }
        Ok(Launch { job, host })
    }

    /// A job in the bot's folder, or in the folder that was made of it.
    pub fn job(&self, dir: &Path, program: PathBuf, args: Vec<OsString>) -> Job {
        let mut job = Job::new(program);
        job.args = args;
        job.env = self.environment();
        job.dir = dir.to_owned();
        job.readable = self.visible_files(dir);
        job.limits = Limits {
            memory: self.options.memory,
            forks: self.sandbox.supports_child_processes(),
            ..Limits::default()
        };
        job
    }

    /// What the bot sees of the folder that it runs in: of its author's own folder, a bot of one file sees
    /// only its files.
    fn visible_files(&self, dir: &Path) -> Vec<PathBuf> {
        if self.is_debugged && self.found.is_one_file && *dir == self.own_dir() {
            return self.snapshot.names.iter().map(|name| dir.join(name)).collect();
        }
        vec![dir.to_owned()]
    }

    /// The folder that the bot's author works in.
    fn own_dir(&self) -> PathBuf {
        let root = self.found.root();
        canonical(root).unwrap_or_else(|_| root.to_owned())
    }

    fn environment(&self) -> Vec<(OsString, OsString)> {
        let mut env = vec![
            ("AGON_BOT".into(), "1".into()),
            ("PATH".into(), system_path()),
            ("LANG".into(), "C.UTF-8".into()),
            // A bot has one turn at a time, so that more threads would only compete with each other.
            ("OPENBLAS_NUM_THREADS".into(), "1".into()),
            ("OMP_NUM_THREADS".into(), "1".into()),
        ];
        if !self.options.seed_bots {
            env.push(("AGON_NO_SEED".into(), "1".into()));
        }
        env
    }

    /// The interpreter or compiler of the bot's language.
    pub fn runtime(&self) -> Result<Runtime, BotFault> {
        let toolchain = self.found.language.definition().toolchain.as_ref();
        Ok(toolchain.expect("a language that asks for its runtime has a toolchain").find()?)
    }

    /// The kit of the bot's language, unpacked.
    pub fn kit(&self) -> Result<UnpackedKit, BotFault> {
        let files = self.found.language.definition().kit.map(|files| files()).unwrap_or_default();
        Ok(Kit::new(files).unpack(&self.options.cache)?)
    }

    /// The folder with the bot's files, after its own build command if there is one.
    pub fn built(&self) -> Result<PathBuf, BotFault> {
        let Some(command) = &self.found.build else {
            return Ok(if self.is_debugged { self.own_dir() } else { self.snapshot.dir.clone() });
        };
        let tools = self.tools([command.as_str()]);
        let recipe = Recipe {
            args: vec!["-c".into(), command.into()],
            env: vec![("PATH".into(), tools.path())],
            readable: tools.readable,
            makes: self.found.entry.clone(),
            ..self.recipe(shell()?, "its own command".into())
        };
        Ok(compile(recipe, self.sandbox, &self.options.cache)?)
    }

    /// The programs that these texts and `agon.toml` name.
    pub fn tools<'t>(&'t self, texts: impl IntoIterator<Item = &'t str>) -> Tools {
        Tools::named_in(texts.into_iter().chain(self.found.tools.iter().map(String::as_str)))
    }

    /// The bot's name and its language: "my_bot (C++)".
    fn title(&self) -> String {
        format!("{} ({})", self.found.name, self.found.language.title())
    }

    /// A recipe for the bot's files without arguments; `with` names whatever else decides the result.
    pub fn recipe(&self, program: PathBuf, with: String) -> Recipe {
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
            announce: self.options.announce(&self.title()),
        }
    }

    /// The names of the bot's files with these endings, sorted.
    pub fn files(&self, endings: &[&str]) -> Vec<OsString> {
        let mut names = Vec::new();
        let mut folders = vec![PathBuf::new()];
        while let Some(folder) = folders.pop() {
            let entries = std::fs::read_dir(self.snapshot.dir.join(&folder));
            for entry in entries.into_iter().flatten().flatten() {
                let name = folder.join(entry.file_name());
                if entry.path().is_dir() {
                    folders.push(name);
                } else if name.extension().is_some_and(|e| endings.iter().any(|end| e == *end)) {
                    // A compiler would take `-x.c` for an option and `@x.java` for a list of arguments.
                    let is_plain = !name.as_os_str().as_encoded_bytes().starts_with(b"-")
                        && !name.as_os_str().as_encoded_bytes().starts_with(b"@");
                    let name = if is_plain { name } else { Path::new(".").join(name) };
                    names.push(name.into_os_string());
                }
            }
        }
        names.sort();
        names
    }

    /// Adds to a compiler's complaint what the layout of the bot's files may have to do with it.
    fn with_advice(&self, fault: BotFault) -> BotFault {
        let BotFault::Compile(CompileFault::Refused { name, ending, mut message }) = fault else {
            return fault;
        };
        for advice in [self.advice_about_one_file(), self.advice_about_copies()] {
            message.extend(advice.map(|advice| format!("\n\n{advice}")));
        }
        BotFault::Compile(CompileFault::Refused { name, ending, message })
    }

    fn advice_about_one_file(&self) -> Option<String> {
        let Found { folder, entry, language, is_one_file: true, .. } = self.found else {
            return None;
        };
        let others = folder.list(Path::new("")).unwrap_or_default();
        let is_source = |name: &OsString| {
            Path::new(name) != entry && Language::of_file(Path::new(name)) == Some(*language)
        };
        let is_alone = self.snapshot.names.len() == 1;
        (is_alone && others.iter().any(|(name, _)| is_source(name))).then(|| {
            format!(
                "{} was compiled alone. If it needs the files beside it, put them into a folder of their own \
                 and name the folder.",
                entry.display()
            )
        })
    }

    fn advice_about_copies(&self) -> Option<String> {
        let mut seen = BTreeMap::new();
        let names = self.snapshot.names.iter();
        let is_source = |name: &&PathBuf| Language::of_file(name) == Some(self.found.language);
        names.filter(is_source).find_map(|name| {
            let first = seen.insert(name.file_name()?, name)?;
            Some(format!(
                "{} is there twice: {} and {}. If one is a copy, delete it, or name the folder of the other.",
                name.file_name()?.display(),
                first.display(),
                name.display()
            ))
        })
    }

    /// There is no debugger for this bot.
    pub fn no_debugger(&self) -> BotFault {
        BotFault::NoDebugger { name: self.found.name.clone() }
    }

    /// The game has no original interface in the bot's language.
    pub fn no_original(&self) -> BotFault {
        let Found { name, language, game, .. } = self.found;
        BotFault::NoOriginal { name: name.clone(), language: *language, game }
    }
}

/// A library of Agon's that bots load: the one that this program carries, or else one that lies beside it.
pub(crate) fn native_module(name: &str, cache: &Cache) -> Result<PathBuf, BotFault> {
    let file = format!("{DLL_PREFIX}{name}{DLL_SUFFIX}");
    let why = match embedded::native_module(&file) {
        Ok(bytes) => {
            let kit = Kit::new(vec![(file.clone(), bytes.to_vec())]).unpack(cache)?;
            return Ok(kit.dir.join(file));
        }
        Err(why) => why,
    };
    let program = std::env::current_exe().unwrap_or_default();
    let folder = program.parent().unwrap_or(Path::new("/")).to_owned();
    let beside = folder.join(&file);
    if beside.is_file() { Ok(beside) } else { Err(BotFault::NoModule { file, why, folder }) }
}
