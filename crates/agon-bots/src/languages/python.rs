//! Python 3: the bot is run from its sources, with the package `agon` on its path.

use super::{Definition, Starter};
use crate::debug::{Access, Debugger};
use crate::kits::{Kit, KitFile, embedded};
use crate::options::BotFault;
use crate::runtime::{LibraryReport, Runtime, Toolchain, ask, outside_system};
use crate::sources::Sources;
use crate::start::{Launch, Workbench, native_module};
use agon_core::{OriginalApi, OriginalHost};
use agon_sandbox::Job;
use rust_embed::RustEmbed;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

#[derive(RustEmbed)]
#[folder = "../../sdk/python/src"]
#[exclude = "**/__pycache__/*"]
struct PythonKit;

pub(super) static PYTHON: Definition = Definition {
    word: "python",
    aliases: &[],
    title: "Python",
    endings: &["py"],
    entries: &["bot.py", "main.py"],
    sources_of_file: Sources::WithImports,
    compiles_folder: false,
    has_package_folders: false,
    prefers_original: false,
    toolchain: Some(Toolchain {
        name: "Python 3.9 or newer",
        remedy: "install it (on Debian: python3), or name one in AGON_PYTHON",
        search,
        library_report: Some(LIBRARY_REPORT),
        found: OnceLock::new(),
    }),
    commands: &["python3", "python"],
    run_call: "agon.run",
    names_place: true,
    kit: Some(kit),
    start,
    start_original: Some(start_original),
    debugger: &PDB,
    starter: Some(Starter {
        template: "bot.py",
        source: "bot.py",
        entry: "bot.py",
        project: None,
        kit_folder: None,
        types: Some(("py", "")),
        files: &[("bot.py", "the bot; it can import files beside it")],
        notes: "Agon gives the package `agon` to the bot when it starts it. To have it in your editor too: \
                `pip install ./sdk/python` in Agon's sources.",
        original_notes: "Agon gives its classes to the bot.",
    }),
};

static PDB: Debugger = Debugger {
    name: "pdb",
    access: Access::Terminal,
    attach: under_pdb,
    advice: "It stops at the first line of the bot. `help` lists the commands, `break {file}:LINE` sets a \
             breakpoint, `continue` plays on, `quit` ends the bot.",
    tools: &[],
};

/// The packages that a contest promised to its bots.
const LIBRARY_REPORT: LibraryReport = LibraryReport {
    args: &[
        "-c",
        "import importlib\n\
         for name in ('numpy', 'scipy'):\n\
         \ttry: print(name, importlib.import_module(name).__version__)\n\
         \texcept Exception: print(name)",
    ],
    remedy: "bots that import it fail; install it (on Debian: python3-{name}; in a virtual environment: \
             `{program} -m pip install {name}`), or name a Python that has it in AGON_PYTHON",
};

/// The Python that `$AGON_PYTHON` names, or the first on the path.
fn search() -> Option<Runtime> {
    // A virtual environment lies over the Python that it was made from: both must be visible.
    const ASK: &str = "import sys, os; assert sys.version_info >= (3, 9); \
                       print(sys.executable); print('Python ' + sys.version.split()[0]); \
                       print(sys.prefix); print(sys.base_prefix); \
                       print(os.path.dirname(os.path.realpath(sys.executable)))";
    // On Windows the launcher `py` finds what installers put anywhere; `-3` is its option.
    const USUAL: &[(&str, &[&str])] = if cfg!(windows) {
        &[("py", &["-3"]), ("python", &[]), ("python3", &[])]
    } else {
        &[("python3", &[])]
    };
    let answer = match std::env::var_os("AGON_PYTHON").filter(|name| !name.is_empty()) {
        Some(name) => ask(Path::new(&name), &["-I", "-c", ASK])?,
        None => USUAL.iter().find_map(|(name, options)| {
            ask(Path::new(name), &[options, &["-I", "-c", ASK][..]].concat())
        })?,
    };
    let mut lines = answer.lines();
    let program = PathBuf::from(lines.next()?);
    let version = lines.next()?.to_owned();
    let readable = outside_system(lines.map(PathBuf::from));
    Some(Runtime { program, version, readable })
}

fn kit() -> Vec<KitFile> {
    embedded::<PythonKit>("")
}

fn start(bench: &Workbench<'_>) -> Result<Launch, BotFault> {
    let python = bench.runtime()?;
    let kit = bench.kit()?;
    let dir = bench.built()?;
    let entry = dir.join(&bench.found.entry).into_os_string();
    let mut job = bench.job(&dir, python.program, vec!["-B".into(), entry]);
    job.env.push(("PYTHONPATH".into(), kit.dir.clone().into()));
    job.env.push(("PYTHONHASHSEED".into(), "0".into()));
    job.env.push(("PYTHONBREAKPOINT".into(), "agon_breakpoint.skip".into()));
    job.readable.extend(python.readable);
    job.readable.push(kit.dir);
    Ok(job.into())
}

/// The kit's launcher runs the program, whose last argument is the bot, under pdb.
fn under_pdb(bench: &Workbench<'_>, job: &mut Job, _port: u16) -> Result<(), BotFault> {
    let bot = job.args.last().cloned().unwrap_or_default();
    let launcher = bench.kit()?.dir.join("agon_debug.py").into_os_string();
    // The first argument is an option of Python's.
    job.args.splice(1..1, [launcher, bot]);
    Ok(())
}

/// The interface's `host.py` loads the bot; its modules come before the bot's.
fn start_original(bench: &Workbench<'_>, api: &OriginalApi) -> Result<Launch, BotFault> {
    let OriginalHost::Python { native } = api.host else {
        return Err(bench.no_original());
    };
    let host = Kit::original(bench.found.game, api).unpack(&bench.options.cache)?.dir;
    let mut launch = start(bench)?;
    let job = &mut launch.job;
    let bot = job.args.pop().unwrap_or_default();
    job.args.extend([host.join("host.py").into_os_string(), bot]);
    job.readable.push(host);
    if let Some(native) = native {
        let module = native_module(native.library, &bench.options.cache)?;
        job.env.push((native.variable.into(), module.clone().into()));
        job.readable.push(module);
    }
    Ok(launch)
}
