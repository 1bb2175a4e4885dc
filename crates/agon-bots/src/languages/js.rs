//! JavaScript: the bot is run by Node from its sources, with the package `agon` where `require` and `import`
//! find it.

use super::{Definition, Starter};
use crate::debug::{Access, Debugger};
use crate::kits::{KitFile, embedded};
use crate::options::BotFault;
use crate::runtime::{Runtime, Toolchain, ask, outside_system};
use crate::sources::Sources;
use crate::start::{Launch, Workbench};
use agon_sandbox::{Job, canonical};
use rust_embed::RustEmbed;
use std::path::Path;
use std::sync::OnceLock;

#[derive(RustEmbed)]
#[folder = "../../sdk/js"]
#[include = "package.json"]
#[include = "index.*"]
#[include = "register.mjs"]
struct JsKit;

pub(super) static JS: Definition = Definition {
    word: "js",
    aliases: &["javascript"],
    title: "JavaScript",
    endings: &["js", "mjs", "cjs"],
    entries: &["bot.js", "bot.mjs", "main.js", "index.js"],
    sources_of_file: Sources::Alone,
    compiles_folder: false,
    has_package_folders: false,
    prefers_original: false,
    toolchain: Some(Toolchain {
        name: "Node 18 or newer",
        remedy: "install it (on Debian: nodejs)",
        search,
        library_report: None,
        found: OnceLock::new(),
    }),
    commands: &["node"],
    run_call: "agon.run",
    names_place: false,
    kit: Some(kit),
    start,
    start_original: None,
    debugger: &INSPECTOR,
    starter: Some(Starter {
        template: "bot.js",
        source: "bot.js",
        entry: "bot.js",
        project: None,
        kit_folder: None,
        types: Some(("d.ts", "")),
        files: &[("bot.js", "the bot; it can require files beside it")],
        notes: "Agon gives the package `agon` to the bot when it starts it. To have it in your editor too: \
                `npm install PATH/sdk/js`, where PATH has Agon's sources.",
        original_notes: "",
    }),
};

static INSPECTOR: Debugger = Debugger {
    name: "node --inspect",
    access: Access::Port { usual: 9229, traces: false },
    attach: with_inspector,
    advice: "It stops at the first line of the bot. Attach to it: `node inspect 127.0.0.1:{port}`, \
             chrome://inspect, or an editor.",
    tools: &[],
};

fn search() -> Option<Runtime> {
    let answer = ask(Path::new("node"), &["-p", "process.execPath + '\\n' + process.version"])?;
    let (program, version) = answer.split_once('\n')?;
    let program = canonical(Path::new(program.trim())).ok()?;
    let readable = outside_system([program.clone()]);
    Some(Runtime { program, version: format!("Node {}", version.trim()), readable })
}

/// Node finds packages by the name of their folder.
fn kit() -> Vec<KitFile> {
    embedded::<JsKit>("agon/")
}

fn start(bench: &Workbench<'_>) -> Result<Launch, BotFault> {
    let node = bench.runtime()?;
    let kit = bench.kit()?;
    let dir = bench.built()?;
    let mut args = vec![dir.join(&bench.found.entry).into_os_string()];
    if is_module(&dir, &bench.found.entry) {
        // `import` ignores NODE_PATH; a hook of the kit resolves the package for it.
        let hook = kit.dir.join("agon/register.mjs").into_os_string();
        args.splice(0..0, ["--import".into(), hook]);
    }
    let mut job = bench.job(&dir, node.program, args);
    job.env.push(("NODE_PATH".into(), kit.dir.clone().into()));
    job.readable.extend(node.readable);
    job.readable.push(kit.dir);
    Ok(job.into())
}

fn with_inspector(_: &Workbench<'_>, job: &mut Job, port: u16) -> Result<(), BotFault> {
    job.args.insert(0, format!("--inspect-brk=127.0.0.1:{port}").into());
    Ok(())
}

/// Whether a line of a source is an `import` or `export` declaration. Node runs such a file as a module.
fn has_import(source: &str) -> bool {
    let is_one = |line: &str| {
        let rest = line.strip_prefix("import").or_else(|| line.strip_prefix("export"));
        rest.is_some_and(|rest| rest.starts_with([' ', '{', '*', '"', '\'']))
    };
    source.lines().any(is_one)
}

/// Whether a file is an ECMAScript module: by its ending, because `package.json` says so, or by its imports.
fn is_module(dir: &Path, entry: &Path) -> bool {
    let package = || -> Option<serde_json::Value> {
        serde_json::from_slice(&std::fs::read(dir.join("package.json")).ok()?).ok()
    };
    match entry.extension().and_then(|ending| ending.to_str()) {
        Some("mjs") => true,
        Some("js") => {
            package().is_some_and(|package| package["type"] == "module")
                || std::fs::read_to_string(dir.join(entry)).is_ok_and(|text| has_import(&text))
        }
        _ => false,
    }
}
