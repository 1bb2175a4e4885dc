//! Rust: a cargo project that has everything it needs in its folder, or a single file beside the kit.

use super::gdb::GDB;
use super::{Definition, Starter, exec};
use crate::compile::{PROGRAM, compile};
use crate::kits::{KitFile, embedded};
use crate::options::BotFault;
use crate::runtime::{Runtime, Toolchain, ask, outside_system, shell};
use crate::sources::Sources;
use crate::start::{Launch, Workbench};
use crate::tools::Tools;
use agon_sandbox::canonical;
use rust_embed::RustEmbed;
use std::env::consts::EXE_SUFFIX;
use std::path::Path;
use std::sync::OnceLock;

#[derive(RustEmbed)]
#[folder = "../../sdk/rust"]
#[include = "Cargo.toml"]
#[include = "README.md"]
#[include = "src/*"]
struct RustKit;

pub(super) static RUST: Definition = Definition {
    word: "rust",
    aliases: &[],
    title: "Rust",
    endings: &["rs"],
    entries: &["Cargo.toml", "bot.rs", "main.rs"],
    sources_of_file: Sources::Alone,
    compiles_folder: false,
    has_package_folders: false,
    prefers_original: false,
    toolchain: Some(Toolchain {
        name: "Rust",
        remedy: "install it with rustup",
        search,
        library_report: None,
        found: OnceLock::new(),
    }),
    commands: &["rustc", "cargo"],
    run_call: "agon_bot::run",
    names_place: false,
    kit: Some(kit),
    start,
    start_original: None,
    debugger: &GDB,
    starter: Some(Starter {
        template: "bot.rs",
        source: "src/main.rs",
        entry: "Cargo.toml",
        project: Some(("Cargo.toml", include_str!("../../templates/Cargo.toml.txt"))),
        kit_folder: Some("agon-bot/"),
        types: Some(("rs", "src/")),
        files: &[
            ("src/main.rs", "the bot"),
            ("Cargo.toml", "the project"),
            ("agon-bot/", "the kit, a crate without dependencies"),
        ],
        notes: "Agon builds the bot when it has changed, with `cargo build --release --offline`. Other \
                crates must lie in this folder too (`cargo vendor`): there is no network.",
        original_notes: "",
    }),
};

/// The compiler of the active toolchain; cargo lies beside it.
fn search() -> Option<Runtime> {
    let sysroot = ask(Path::new("rustc"), &["--print", "sysroot"])?;
    let sysroot = canonical(Path::new(sysroot.trim())).ok()?;
    let program = sysroot.join(format!("bin/rustc{EXE_SUFFIX}"));
    let version = ask(&program, &["--version"])?.trim().to_owned();
    let readable = outside_system([sysroot]);
    program.is_file().then_some(Runtime { program, version, readable })
}

fn kit() -> Vec<KitFile> {
    embedded::<RustKit>("")
}

fn start(bench: &Workbench<'_>) -> Result<Launch, BotFault> {
    if bench.found.build.is_some() {
        return exec::start(bench);
    }
    let Runtime { program, version, readable } = bench.runtime()?;
    let kit = bench.kit()?;
    let bin = program.parent().unwrap_or(Path::new("/")).to_owned();
    let (release, folder) =
        if bench.is_debugged { ("", "debug") } else { (" --release", "release") };
    let optimise = if bench.is_debugged { "-g" } else { "-O" };
    let script = if bench.found.entry.ends_with("Cargo.toml") {
        format!(
            "cargo build{release} --offline --quiet && \
             for file in target/{folder}/*; do \
             if [ -f \"$file\" ] && [ -x \"$file\" ]; then cp \"$file\" {PROGRAM}; fi; done && \
             rm -rf target"
        )
    } else {
        format!(
            "rustc --edition 2021 {optimise} --crate-type rlib --crate-name agon_bot \
             -o libagon_bot.rlib \"$AGON_KIT/src/lib.rs\" && \
             rustc --edition 2021 {optimise} --extern agon_bot=libagon_bot.rlib -o {PROGRAM} \"./$1\""
        )
    };
    let mut recipe = bench.recipe(shell()?, format!("{version} {}", kit.hash));
    let script = format!("CARGO_HOME=\"$TMPDIR/cargo\"; export CARGO_HOME; {script}");
    recipe.env.push(("PATH".into(), Tools { folders: vec![bin], ..Tools::default() }.path()));
    recipe.args = vec!["-c".into(), script.into(), "sh".into(), bench.found.entry.clone().into()];
    recipe.env.push(("AGON_KIT".into(), kit.dir.clone().into()));
    recipe.readable = readable;
    recipe.readable.push(kit.dir);
    let dir = compile(recipe, bench.sandbox, &bench.options.cache)?;
    Ok(bench.job(&dir, dir.join(PROGRAM), Vec::new()).into())
}
