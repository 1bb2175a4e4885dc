//! C++ (or C): all sources of the bot are compiled together, with the kit's header on the include path.

use super::gdb::GDB;
use super::{Definition, Starter, exec};
use crate::compile::{PROGRAM, Recipe, compile};
use crate::kits::{Kit, KitFile, UnpackedKit, embedded};
use crate::options::BotFault;
use crate::runtime::{Runtime, Toolchain, ask, on_path, outside_system, shell};
use crate::sources::Sources;
use crate::start::{Launch, Workbench};
use agon_core::{OriginalApi, OriginalHost};
use rust_embed::RustEmbed;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

#[derive(RustEmbed)]
#[folder = "../../sdk/cpp"]
#[include = "*.hpp"]
struct CppKit;

/// Compiles each source in a process of its own. Optimises little: a bot waits for the compiler, and the
/// interface is a small part of every turn.
const COMPILE_ALL: &str = r#"
for source
do { "$CXX" -std=c++17 -O1 -c "$source" || : > failed; } & done
wait
test ! -e failed
"#;

/// Flags for bots that are debugged.
const DEBUG_FLAGS: &str = "-O0 -g";

const ENDINGS: &[&str] = &["cpp", "cc", "cxx", "c"];

pub(super) static CPP: Definition = Definition {
    word: "cpp",
    aliases: &[],
    title: "C++",
    endings: ENDINGS,
    entries: &["bot.cpp", "main.cpp"],
    sources_of_file: Sources::Alone,
    compiles_folder: true,
    has_package_folders: false,
    prefers_original: false,
    toolchain: Some(Toolchain {
        name: "g++",
        remedy: "install it (on Debian: g++; on Windows MinGW-w64 or LLVM; on macOS \
                 `xcode-select --install`)",
        search,
        library_report: None,
        found: OnceLock::new(),
    }),
    commands: &[],
    run_call: "agon::run",
    names_place: false,
    kit: Some(kit),
    start,
    start_original: Some(start_original),
    debugger: &GDB,
    starter: Some(Starter {
        template: "bot.cpp",
        source: "bot.cpp",
        entry: "bot.cpp",
        project: None,
        kit_folder: Some(""),
        types: Some(("hpp", "")),
        files: &[
            ("bot.cpp", "the bot; all .cpp files of this folder are compiled together"),
            ("agon.hpp", "the kit, a single header"),
        ],
        notes: "Agon compiles the bot when it has changed, with `g++ -std=c++17 -O2`. By hand: \
                `g++ -std=c++17 -O2 -Wall bot.cpp -o /tmp/bot`.",
        original_notes: "Agon gives its classes to the bot.",
    }),
};

fn search() -> Option<Runtime> {
    // On macOS `g++` is clang, which does not know the first question. GCC (MinGW on Windows) comes first.
    let compilers = [("g++", "-dumpfullversion"), ("clang++", "-dumpversion")];
    compilers.into_iter().find_map(|(name, question)| {
        let version = ask(Path::new(name), &[question])?.trim().to_owned();
        let program = on_path(name)?;
        let readable = outside_system([program.clone()]);
        Some(Runtime { program, version: format!("{name} {version}"), readable })
    })
}

fn kit() -> Vec<KitFile> {
    embedded::<CppKit>("")
}

fn start(bench: &Workbench<'_>) -> Result<Launch, BotFault> {
    if bench.found.build.is_some() {
        return exec::start(bench);
    }
    let Runtime { program, version, readable } = bench.runtime()?;
    let kit = bench.kit()?;
    let mut args: Vec<OsString> =
        ["-std=c++17", "-O2", "-pthread", "-o", PROGRAM, "-I"].map(Into::into).into();
    if bench.is_debugged {
        args.splice(1..2, DEBUG_FLAGS.split(' ').map(OsString::from));
    }
    args.push(kit.dir.clone().into());
    args.extend(bench.files(ENDINGS));
    let mut recipe = bench.recipe(program, format!("{version} {}", kit.hash));
    recipe.args = args;
    recipe.readable = readable;
    recipe.readable.push(kit.dir);
    let dir = compile(recipe, bench.sandbox, &bench.options.cache)?;
    Ok(bench.job(&dir, dir.join(PROGRAM), Vec::new()).into())
}

/// The interface's `build.sh` compiles the bot's own files with the interface's sources, which replace the
/// contest's client.
fn start_original(bench: &Workbench<'_>, api: &OriginalApi) -> Result<Launch, BotFault> {
    let OriginalHost::Cpp { client, library } = api.host else {
        return Err(bench.no_original());
    };
    if bench.found.build.is_some() {
        return exec::start(bench);
    }
    let gxx = bench.runtime()?;
    let mut kit = Kit::original(bench.found.game, api);
    kit.extend(self::kit());
    let kit = kit.unpack(&bench.options.cache)?;
    let library = build_library(bench, library, &gxx, &kit)?;
    let home = bench.found.entry.parent().unwrap_or(Path::new("")).to_owned();
    let is_client =
        |name: &OsString| client.iter().any(|file| Path::new(name).starts_with(home.join(file)));
    let home_dir = if home.as_os_str().is_empty() { Path::new(".") } else { &home };
    let debug_flags = if bench.is_debugged { DEBUG_FLAGS } else { "" };
    let with = format!("{} {} {debug_flags}", gxx.version, kit.hash);
    let mut recipe = bench.recipe(shell()?, with);
    recipe.args = vec![kit.dir.join("build.sh").into()];
    let sources = bench.files(ENDINGS);
    recipe.args.extend(sources.into_iter().filter(|name| !is_client(name)));
    recipe.env = vec![
        ("CXX".into(), gxx.program.into()),
        ("DEBUG_FLAGS".into(), debug_flags.into()),
        ("CLIENT".into(), client.join(" ").into()),
        ("HOME_DIR".into(), home_dir.into()),
        ("KIT".into(), kit.dir.clone().into()),
        ("LIB".into(), library.clone().into()),
    ];
    recipe.readable = gxx.readable;
    recipe.readable.extend([kit.dir, library]);
    let dir = compile(recipe, bench.sandbox, &bench.options.cache)?;
    Ok(bench.job(&dir, dir.join(PROGRAM), Vec::new()).into())
}

/// Compiles the interface's sources that do not depend on the bot, once for all bots.
fn build_library(
    bench: &Workbench<'_>,
    sources: &[&str],
    gxx: &Runtime,
    kit: &UnpackedKit,
) -> Result<PathBuf, BotFault> {
    let mut args: Vec<OsString> = ["-c", COMPILE_ALL, "sh"].map(Into::into).into();
    args.extend(sources.iter().map(OsString::from));
    let recipe = Recipe {
        name: format!("the C++ interface of {}", bench.found.game),
        sources: kit.dir.clone(),
        hash: kit.hash.clone(),
        with: gxx.version.clone(),
        program: shell()?,
        args,
        env: vec![("CXX".into(), gxx.program.clone().into())],
        readable: gxx.readable.clone(),
        announce: bench.options.announce(&format!("the C++ interface of {}", bench.found.game)),
        makes: Path::new(sources.last().copied().unwrap_or_default()).with_extension("o"),
    };
    Ok(compile(recipe, bench.sandbox, &bench.options.cache)?)
}
