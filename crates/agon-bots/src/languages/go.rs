//! Go: the bot's folder is one package, compiled without network, with the package `agon` in its module.

use super::gdb::GDB;
use super::{Definition, Starter, exec};
use crate::compile::{PROGRAM, Recipe, compile};
use crate::kits::{KitFile, UnpackedKit, embedded};
use crate::options::BotFault;
use crate::runtime::{Runtime, Toolchain, ask, outside_system, shell};
use crate::sources::Sources;
use crate::start::{Launch, Workbench};
use agon_sandbox::canonical;
use rust_embed::RustEmbed;
use std::env::consts::EXE_SUFFIX;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

#[derive(RustEmbed)]
#[folder = "../../sdk/go"]
#[include = "go.mod"]
#[include = "README.md"]
#[include = "*.go"]
#[exclude = "*_test.go"]
#[exclude = "*/*"]
struct GoKit;

pub(super) static GO: Definition = Definition {
    word: "go",
    aliases: &["golang"],
    title: "Go",
    endings: &["go"],
    entries: &["bot.go", "main.go", "go.mod"],
    sources_of_file: Sources::Alone,
    compiles_folder: true,
    has_package_folders: false,
    prefers_original: false,
    toolchain: Some(Toolchain {
        name: "Go 1.19 or newer",
        remedy: "install it (on Debian: golang-go)",
        search,
        library_report: None,
        found: OnceLock::new(),
    }),
    commands: &["go"],
    run_call: "agon.Run",
    names_place: true,
    kit: Some(kit),
    start,
    start_original: None,
    debugger: &GDB,
    starter: Some(Starter {
        template: "bot.go",
        source: "bot.go",
        entry: "bot.go",
        project: Some(("go.mod", include_str!("../../templates/go.mod.txt"))),
        kit_folder: Some("agon/"),
        types: Some(("go", "")),
        files: &[
            ("bot.go", "the bot; all .go files of this folder are compiled together"),
            ("go.mod", "the module"),
            ("agon/", "the kit, a module without dependencies"),
        ],
        notes: "Agon builds the bot when it has changed, with `go build`. Other modules must lie in this \
                folder too (`go mod vendor`): there is no network.",
        original_notes: "",
    }),
};

/// The part of the bot's memory, in percent, above which the garbage collector works harder. The rest is for
/// stacks and for what the collector has not returned yet.
const SOFT_MEMORY_PERCENT: u64 = 75;

/// Compiles the kit and the packages that bots often use, so that bots find them in the build cache.
const CACHE_SCRIPT: &str = r#"
GOCACHE="$PWD/cache" "$GO" build . \
    bufio bytes container/heap container/list fmt math math/bits math/rand \
    sort strconv strings time
"#;

/// Compiles the package in the folder that is its first argument, with the compiler's flags that are its
/// second. A bot without a `go.mod` gets one that names the
/// kit and the compiler's own version of the language. The build cache is copied because the compiler writes
/// to it.
const BUILD_SCRIPT: &str = r#"
cp -r "$CACHE" "$TMPDIR/go-cache" && chmod -R u+w "$TMPDIR/go-cache" || exit 1
if [ ! -e go.mod ]
then
    printf '%s\n' 'module bot' "go $LANGUAGE_VERSION" > go.mod
    printf '%s\n' 'require agon v0.0.0' "replace agon => \"$KIT\"" >> go.mod
fi
GOCACHE="$TMPDIR/go-cache" GOPATH="$TMPDIR/go" "$GO" build "-gcflags=$2" -o "$PROGRAM" "./$1"
"#;

/// The compiler of the active toolchain, which may not be the first `go` on the path.
fn search() -> Option<Runtime> {
    let root = ask(Path::new("go"), &["env", "GOROOT"])?;
    let root = canonical(Path::new(root.trim())).ok()?;
    let program = root.join(format!("bin/go{EXE_SUFFIX}"));
    let answer = ask(&program, &["env", "GOVERSION"])?;
    let version = answer.trim().strip_prefix("go")?;
    let mut numbers = version.split('.').map(|number| number.parse::<u32>().ok());
    let is_new = numbers.next()?? > 1 || numbers.next()?? >= 19;
    let readable = outside_system([root]);
    is_new.then(|| Runtime { program, version: format!("Go {version}"), readable })
}

/// The version of the language that a compiler such as `Go 1.26.8` compiles: 1.26.
fn language_version(version: &str) -> String {
    let numbers = version.trim_start_matches("Go ").split('.').take(2);
    numbers.collect::<Vec<_>>().join(".")
}

fn kit() -> Vec<KitFile> {
    embedded::<GoKit>("")
}

fn start(bench: &Workbench<'_>) -> Result<Launch, BotFault> {
    if bench.found.build.is_some() {
        return exec::start(bench);
    }
    let go = bench.runtime()?;
    let kit = bench.kit()?;
    let cache = build_cache(bench, &go, &kit)?;
    let package = bench.found.entry.parent().unwrap_or(Path::new(""));
    let mut recipe = bench.recipe(shell()?, format!("{} {}", go.version, kit.hash));
    recipe.args = ["-c", BUILD_SCRIPT, "sh"].map(OsString::from).into();
    recipe.args.push(package.into());
    // A debugger needs variables that the optimiser has not removed.
    recipe.args.push(if bench.is_debugged { "all=-N -l" } else { "" }.into());
    recipe.env = compiler_environment(&go);
    recipe.env.push(("CACHE".into(), cache.join("cache").into()));
    recipe.env.push(("KIT".into(), kit.dir.clone().into()));
    recipe.env.push(("PROGRAM".into(), PROGRAM.into()));
    recipe.env.push(("LANGUAGE_VERSION".into(), language_version(&go.version).into()));
    recipe.readable = go.readable;
    recipe.readable.extend([kit.dir, cache]);
    let dir = compile(recipe, bench.sandbox, &bench.options.cache)?;
    let mut job = bench.job(&dir, dir.join(PROGRAM), Vec::new());
    let soft_limit = (bench.options.memory >> 20) * SOFT_MEMORY_PERCENT / 100;
    job.env.push(("GOMEMLIMIT".into(), format!("{soft_limit}MiB").into()));
    Ok(job.into())
}

/// Makes the build cache that all bots begin with. Go does not come with compiled packages, and compiling
/// them takes longer than compiling a bot.
fn build_cache(
    bench: &Workbench<'_>,
    go: &Runtime,
    kit: &UnpackedKit,
) -> Result<PathBuf, BotFault> {
    let recipe = Recipe {
        name: "the Go kit".into(),
        sources: kit.dir.clone(),
        hash: kit.hash.clone(),
        with: go.version.clone(),
        program: shell()?,
        args: ["-c", CACHE_SCRIPT].map(OsString::from).into(),
        env: compiler_environment(go),
        readable: go.readable.clone(),
        announce: bench.options.announce("the Go kit"),
        makes: "cache/README".into(),
    };
    Ok(compile(recipe, bench.sandbox, &bench.options.cache)?)
}

/// Keeps the compiler from the network, from other toolchains and from C compilers.
fn compiler_environment(go: &Runtime) -> Vec<(OsString, OsString)> {
    let mut env: Vec<(OsString, OsString)> = [
        ("CGO_ENABLED", "0"),
        ("GO111MODULE", "on"),
        ("GOENV", "off"),
        ("GOFLAGS", "-trimpath -buildvcs=false"),
        ("GOPROXY", "off"),
        ("GOTELEMETRY", "off"),
        ("GOTOOLCHAIN", "local"),
        ("GOWORK", "off"),
    ]
    .map(|(name, value)| (name.into(), value.into()))
    .into();
    env.push(("GO".into(), go.program.clone().into()));
    env
}
