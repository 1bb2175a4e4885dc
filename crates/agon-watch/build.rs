//! Builds the page in `web/` with npm and puts it where the crate embeds it from.
//!
//! With `AGON_WITHOUT_WEB=1` nothing is built and a page that says so is embedded.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;
use std::{env, fs};

const FILES: [&str; 3] = ["index.html", "app.js", "app.css"];
const WITHOUT: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Agon</title>\
    <p>This Agon was built with AGON_WITHOUT_WEB=1: it has no viewer. Build it again without that \
    setting, with Node.js 20 or newer installed.</p></html>\n";

fn main() {
    println!("cargo::rerun-if-env-changed=AGON_WITHOUT_WEB");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    if env::var_os("AGON_WITHOUT_WEB").is_some_and(|value| value == "1") {
        for file in FILES {
            let text = if file == "index.html" { WITHOUT } else { "" };
            fs::write(out.join(file), text).expect("cargo's output folder can be written");
        }
        return;
    }
    let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
    let own = ["src", "index.html", "package.json", "package-lock.json", "vite.config.ts"];
    let mut sources: Vec<PathBuf> = own.iter().map(|name| web.join(name)).collect();
    // Of a game only its board: a change in its rules must not build the page again. A new game is
    // noticed by the registry.
    sources.push(web.join("../crates/agon-games/src/lib.rs"));
    let games = fs::read_dir(web.join("../games")).expect("the games are beside web/");
    sources
        .extend(games.flatten().map(|game| game.path().join("web")).filter(|path| path.is_dir()));
    for source in &sources {
        println!("cargo::rerun-if-changed={}", source.display());
    }
    if let Err(fault) = build(&web, &sources).and_then(|()| copy(&web.join("dist"), &out)) {
        println!("cargo::error={fault}");
        std::process::exit(1);
    }
}

fn build(web: &Path, sources: &[PathBuf]) -> Result<(), String> {
    let newest = sources.iter().filter_map(|path| newest_in(path)).max();
    let built = FILES.iter().map(|file| modified(&web.join("dist").join(file))).min().flatten();
    if built.is_some() && built >= newest {
        return Ok(());
    }
    let installed = modified(&web.join("node_modules/.package-lock.json"));
    if installed.is_none() || installed < modified(&web.join("package-lock.json")) {
        npm(web, &["install", "--no-save", "--no-audit", "--no-fund"])?;
    }
    npm(web, &["run", "build"])
}

fn npm(web: &Path, words: &[&str]) -> Result<(), String> {
    let run = Command::new("npm")
        .args(words)
        .env("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")
        .current_dir(web)
        .output()
        .map_err(|_| {
            "the viewer is built with npm, which was not found: install Node.js 20 or newer, or set \
             AGON_WITHOUT_WEB=1 to build Agon without a viewer"
                .to_owned()
        })?;
    if run.status.success() {
        return Ok(());
    }
    let said = [run.stdout, run.stderr].concat();
    let said = String::from_utf8_lossy(&said).replace('\n', " | ");
    Err(format!("`npm {}` failed in web/: {said}", words.join(" ")))
}

fn copy(dist: &Path, out: &Path) -> Result<(), String> {
    for file in FILES {
        fs::copy(dist.join(file), out.join(file))
            .map_err(|e| format!("npm built no web/dist/{file}: {e}"))?;
    }
    Ok(())
}

fn modified(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).and_then(|data| data.modified()).ok()
}

fn newest_in(path: &Path) -> Option<SystemTime> {
    if !path.is_dir() {
        return modified(path);
    }
    let entries = fs::read_dir(path).ok()?;
    entries.flatten().filter_map(|entry| newest_in(&entry.path())).max()
}
