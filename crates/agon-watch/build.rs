//! Builds the pages in `web/` with npm and copies them to where the crate embeds them from: the viewer as
//! three files, the contest server's page as any number of compressed files.
//!
//! With `AGON_WITHOUT_WEB=1` it embeds a page that says that there is no viewer.

use flate2::Compression;
use flate2::write::GzEncoder;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;
use std::{env, fs, io};

const FILES: [&str; 3] = ["index.html", "app.js", "app.css"];
const NO_VIEWER: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Agon</title>\
    <p>This Agon was built with AGON_WITHOUT_WEB=1: it has no viewer. Build it again without that \
    setting, with Node.js 20 or newer installed.</p></html>\n";

fn main() {
    println!("cargo::rerun-if-env-changed=AGON_WITHOUT_WEB");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    if env::var_os("AGON_WITHOUT_WEB").is_some_and(|value| value == "1") {
        for file in FILES {
            let text = if file == "index.html" { NO_VIEWER } else { "" };
            fs::write(out.join(file), text).expect("cargo's output folder can be written");
        }
        let page = [("/contest.html".to_owned(), NO_VIEWER.as_bytes().to_vec())];
        embed(&page, &out).expect("cargo's output folder can be written");
        return;
    }
    // Asked at run time: cargo reuses this program for a copy of the repository with the same target folder.
    let folder = env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets CARGO_MANIFEST_DIR");
    let web = Path::new(&folder).join("../../web");
    let own = [
        "src",
        "index.html",
        "contest.html",
        "package.json",
        "package-lock.json",
        "vite.config.ts",
        "vite.contest.config.ts",
    ];
    let sources: Vec<PathBuf> =
        own.iter().map(|name| web.join(name)).chain(game_folders(&web.join("../games"))).collect();
    for source in &sources {
        println!("cargo::rerun-if-changed={}", source.display());
    }
    // The registry of games: it changes when a game, and with it perhaps a `web` folder, is added.
    println!("cargo::rerun-if-changed={}", web.join("../crates/agon-games").display());
    let built = build(&web, &sources).and_then(|()| copy(&web.join("dist"), &out));
    if let Err(fault) = built.and_then(|()| pack(&web.join("dist-contest"), &out)) {
        println!("cargo::error={fault}");
        std::process::exit(1);
    }
}

/// The `web` folder of every game. A game that has none is watched as a whole, so that the page is
/// built again when it gets one.
fn game_folders(games: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(games).into_iter().flatten().flatten();
    let folders = entries.map(|entry| entry.path()).filter(|path| path.is_dir());
    folders.map(|path| Some(path.join("web")).filter(|web| web.is_dir()).unwrap_or(path)).collect()
}

fn build(web: &Path, sources: &[PathBuf]) -> Result<(), String> {
    let newest = sources.iter().filter_map(|path| newest_in(path)).max();
    let files = FILES.iter().map(|file| web.join("dist").join(file));
    let files = files.chain([web.join("dist-contest/contest.html")]);
    let built = files.map(|file| modified(&file)).min().flatten();
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
            "cannot build the viewer: npm was not found. Install Node.js 20 or newer, or set \
             AGON_WITHOUT_WEB=1 to build Agon without a viewer"
                .to_owned()
        })?;
    if run.status.success() {
        return Ok(());
    }
    let output = [run.stdout, run.stderr].concat();
    let output = String::from_utf8_lossy(&output).replace('\n', " | ");
    Err(format!("`npm {}` failed in web/: {output}", words.join(" ")))
}

fn copy(dist: &Path, out: &Path) -> Result<(), String> {
    for file in FILES {
        fs::copy(dist.join(file), out.join(file)).map_err(|e| {
            format!("cannot copy web/dist/{file}, which npm should have built: {e}")
        })?;
    }
    Ok(())
}

/// Compresses the page of the contest server with all its files.
fn pack(dist: &Path, out: &Path) -> Result<(), String> {
    let mut files = Vec::new();
    collect(dist, "", &mut files)
        .and_then(|()| embed(&files, out))
        .map_err(|e| format!("cannot embed web/dist-contest, which npm should have built: {e}"))
}

/// Reads all files of a folder, with their addresses on the server, in order.
fn collect(folder: &Path, address: &str, files: &mut Vec<(String, Vec<u8>)>) -> io::Result<()> {
    let mut entries = fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let address = format!("{address}/{}", entry.file_name().to_string_lossy());
        match entry.file_type()?.is_dir() {
            true => collect(&entry.path(), &address, files)?,
            false => files.push((address, fs::read(entry.path())?)),
        }
    }
    Ok(())
}

/// Writes the compressed files, and a list of them in Rust.
fn embed(files: &[(String, Vec<u8>)], out: &Path) -> io::Result<()> {
    let mut list = String::from("&[\n");
    for (number, (address, bytes)) in files.iter().enumerate() {
        let mut packer = GzEncoder::new(Vec::new(), Compression::best());
        packer.write_all(bytes)?;
        fs::write(out.join(format!("contest-{number}.gz")), packer.finish()?)?;
        let included =
            format!("include_bytes!(concat!(env!(\"OUT_DIR\"), \"/contest-{number}.gz\"))");
        writeln!(list, "    ({address:?}, {included}),").map_err(io::Error::other)?;
    }
    list.push_str("]\n");
    fs::write(out.join("contest.in"), list)
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
