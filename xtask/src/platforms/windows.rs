//! Runs the archive of Windows under wine, unpacked in a folder whose name has blanks and letters from
//! outside ASCII: it plays, verifies, runs bots in processes of their own and serves the viewer's page.

use super::agon::Agon;
use super::evidence::{self, GameFacts};
use crate::dist::Optimised;
use crate::programs::{self, Compiler};
use crate::{cargo, dist, needs, target};
use anyhow::{Context, bail};
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

const SYSTEM: &str = "x86_64-pc-windows-gnu";
/// The folder that the archive is unpacked into.
const FOLDER: &str = "Übungen und Spiele – ñ 試合";
/// Matches of each game that both systems play.
const MATCHES: usize = 4;
/// Folders in one another around a replay: their path has more than 260 characters.
const DEPTH: usize = 14;
/// The library from which Rust's programs get random numbers. Wine has it since version 9.
const RANDOM_LIBRARY: &str = "bcryptprimitives.dll";

/// Runs the tests of the sandbox that are for all systems.
pub fn sandbox() -> anyhow::Result<()> {
    let wine = Wine::prepare()?;
    let selection = ["--package", "agon-sandbox", "--test", "all", "--target", SYSTEM];
    let built = programs::build(&selection, Compiler::Plain)?;
    let program = built.first().context("cargo built no test program")?.path.as_path();
    let status = wine.command(program).arg("portable::").status().context("cannot start wine")?;
    if !status.success() {
        bail!("the tests of the sandbox ended with {status} on Windows");
    }
    Ok(())
}

/// Packs the program and tries everything that a bot author does with it; `here` does the same on Linux.
pub fn archive(here: &Agon, optimised: Optimised) -> anyhow::Result<()> {
    let wine = Wine::prepare()?;
    let (folder, program) = unpack(here, optimised)?;
    let agon = Agon {
        system: "Windows",
        program,
        emulator: vec![needs::WINE.into()],
        environment: wine.environment,
    };
    evidence::compare(agon.system, &evidence::signatures(&agon, &folder)?)?;
    for game in evidence::games(&agon, &folder)? {
        play_the_same(here, &agon, &game, &folder)?;
        for build in [rust_starter, cpp_starter] {
            let bot = build(here, &game, &folder)?;
            let replay = play_with_process(here, &agon, &game, &bot, &folder)?;
            serve_page(&agon, &replay, &folder)
                .with_context(|| format!("`agon watch {replay}`"))?;
        }
    }
    Ok(())
}

/// Packs the program of Windows as a release does and unpacks it: the folder and the program in it.
fn unpack(here: &Agon, optimised: Optimised) -> anyhow::Result<(PathBuf, PathBuf)> {
    let out = std::path::absolute(target().join("dist"))?;
    let archive = dist::pack(SYSTEM, &dist::build(SYSTEM, optimised)?, &here.program, &out)?;
    println!("{}", archive.display());
    let folder = out.with_file_name("tools").join("windows").join(FOLDER);
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    zip::ZipArchive::new(File::open(&archive)?)?.extract(&folder)?;
    let name = archive.file_stem().context("an archive has a name")?;
    let program = folder.join(name).join("agon.exe");
    Ok((folder, program))
}

/// Plays matches of built-in bots on both systems; each verifies what the other one wrote.
fn play_the_same(here: &Agon, agon: &Agon, game: &GameFacts, folder: &Path) -> anyhow::Result<()> {
    let levels = ["expert", "solid"];
    let (ours, theirs) = (format!("{} Linux", game.id), format!("{} Windows", game.id));
    evidence::record(here, game, levels, MATCHES, folder, &ours)?;
    evidence::record(agon, game, levels, MATCHES, folder, &theirs)?;
    let (ours, theirs) = (folder.join(ours), folder.join(theirs));
    let same = evidence::compare_replays(&ours, &theirs)?;
    evidence::verify(agon, &ours)?;
    evidence::verify(here, &theirs)?;
    println!("Windows: {same} matches of {} have the replays of Linux", game.id);
    Ok(())
}

/// Builds the game's starter in Rust for Windows and returns the program's name in `folder`.
fn rust_starter(here: &Agon, game: &GameFacts, folder: &Path) -> anyhow::Result<String> {
    let (source, bot) = (format!("{} rust", game.id), format!("{} böt.exe", game.id));
    here.run(folder, &["new", &game.id, "--lang", "rust", &source])?;
    let built = std::path::absolute(target().join("tools/windows/bots"))?;
    let manifest = folder.join(&source).join("Cargo.toml");
    cargo(
        &[
            "build",
            "--release",
            "--offline",
            "--quiet",
            "--target",
            SYSTEM,
            "--manifest-path",
            &manifest.to_string_lossy(),
            "--target-dir",
            &built.to_string_lossy(),
        ],
        &[("CARGO_TARGET_X86_64_PC_WINDOWS_GNU_LINKER", "x86_64-w64-mingw32-gcc")],
    )?;
    fs::copy(only_program(&built.join(SYSTEM).join("release"))?, folder.join(&bot))?;
    Ok(bot)
}

/// The same for the starter in C++.
fn cpp_starter(here: &Agon, game: &GameFacts, folder: &Path) -> anyhow::Result<String> {
    let (source, bot) = (format!("{} cpp", game.id), format!("{} bót.exe", game.id));
    here.run(folder, &["new", &game.id, "--lang", "cpp", &source])?;
    let mut compiler = Command::new(needs::MINGW);
    compiler.args(["-std=c++17", "-O2", "-Wall", "-Wextra", "-Werror", "-static", "-o"]);
    compiler.arg(folder.join(&bot)).arg("bot.cpp").current_dir(folder.join(&source));
    let status = compiler.status().context("cannot start the C++ compiler for Windows")?;
    if !status.success() {
        bail!("{source}/bot.cpp is not compiled for Windows: {status}");
    }
    Ok(bot)
}

/// Plays matches of a bot in a process of its own and returns a replay's name. The bot is found by its name
/// in another case, and the replays lie deeper than old programs of Windows can reach.
fn play_with_process(
    here: &Agon,
    agon: &Agon,
    game: &GameFacts,
    bot: &str,
    folder: &Path,
) -> anyhow::Result<String> {
    let mut place = vec![format!("{bot} played")];
    place.extend(vec!["a folder in a folder".to_owned(); DEPTH]);
    let (windows, linux) = (place.join("\\"), folder.join(place.join("/")));
    let names = [(bot.to_owned(), "exact"), (bot.to_uppercase(), "upper case")];
    for (bot, name) in &names {
        let replay = format!("{windows}\\{name}.agonreplay");
        let mut words = vec!["play", &game.id, bot];
        words.extend((1..game.seats).map(|_| "builtin:random"));
        words.extend(["--replay", &replay]);
        let said = agon.run(folder, &words)?;
        let mut lines = said.lines();
        let report = lines.find(|line| line.contains("per turn") && line.contains("sandbox: "));
        let report = report.with_context(|| format!("no report on the bot in:\n{said}"))?;
        println!("Windows: {bot}: {report}");
    }
    evidence::verify(here, &linux)?;
    let fingerprints = names.map(|(_, name)| evidence::fingerprint(&linux, name));
    if let [Ok(exact), Ok(upper)] = &fingerprints
        && exact == upper
    {
        return Ok(format!("{windows}\\exact.agonreplay"));
    }
    bail!("{bot} has another fingerprint if it is named in upper case: {fingerprints:?}")
}

/// The program that cargo left in a folder; it is taken out, since the next bot leaves its own there.
fn only_program(folder: &Path) -> anyhow::Result<PathBuf> {
    let programs: Vec<PathBuf> = fs::read_dir(folder)?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|ending| ending == "exe"))
        .collect();
    let [program] = programs.as_slice() else {
        bail!("cargo left {} programs in {}", programs.len(), folder.display())
    };
    let taken = program.with_extension("taken");
    fs::rename(program, &taken)?;
    Ok(taken)
}

/// Serves a replay and fetches the viewer's page, its script and the replay's film over loopback.
fn serve_page(agon: &Agon, replay: &str, folder: &Path) -> anyhow::Result<()> {
    let words = ["watch", replay, "--no-open", "--port", "0"];
    let child = agon.command(folder, &words).stdout(Stdio::piped()).spawn();
    let mut server = Server(child.context("cannot start wine")?);
    let mut line = String::new();
    BufReader::new(server.0.stdout.as_mut().context("it has an output")?).read_line(&mut line)?;
    let (host, film) = line
        .split_once("http://")
        .and_then(|(_, address)| address.trim().split_once("/#/film/"))
        .with_context(|| format!("`agon watch` printed no address of a film: {line}"))?;
    let page = fetch(host, "/")?;
    let script = page.split_once("src=\"").and_then(|(_, rest)| rest.split_once('"'));
    let (script, _) = script.context("the viewer's page has no script")?;
    let script = fetch(host, &format!("/{}", script.trim_start_matches(['.', '/'])))?;
    let summary = fetch(host, &format!("/api/films/{film}"))?;
    if !page.contains("<title>Agon</title>") || !summary.contains("\"game\"") {
        bail!("`agon watch` served another page:\n{page}\n{summary}");
    }
    println!("Windows: served the page, a script of {} bytes and a film", script.len());
    Ok(())
}

/// Fetches a path over HTTP; anything but success is an error.
fn fetch(host: &str, path: &str) -> anyhow::Result<String> {
    let mut stream = TcpStream::connect(host).with_context(|| format!("cannot reach {host}"))?;
    write!(stream, "GET {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n")?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer)?;
    let answer = String::from_utf8_lossy(&answer).into_owned();
    if !answer.starts_with("HTTP/1.1 200 ") {
        bail!("{path} was answered with {}", answer.lines().next().unwrap_or("nothing"));
    }
    Ok(answer)
}

/// A serving process; it is ended with this value.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Wine with a folder of its own, in the target folder.
struct Wine {
    environment: Vec<(&'static str, OsString)>,
}

impl Wine {
    /// Installs wine and makes its folder, with the library that old versions lack.
    fn prepare() -> anyhow::Result<Wine> {
        needs::install_for_windows()?;
        let prefix = std::path::absolute(target().join("tools/wine"))?;
        fs::create_dir_all(&prefix)?;
        let environment = vec![
            ("WINEPREFIX", prefix.clone().into()),
            ("WINEDEBUG", "-all".into()),
            // Names of files are translated by the locale: without UTF-8 most of them cannot be named.
            ("LC_ALL", "C.UTF-8".into()),
        ];
        let wine = Wine { environment };
        let system = prefix.join("drive_c/windows/system32");
        if !system.join("kernel32.dll").exists() {
            println!("making a folder for wine");
            let status = wine.command("wineboot.exe").arg("--init").status();
            let status = status.context("cannot start wine")?;
            if !status.success() {
                bail!("`wineboot --init` ended with {status}");
            }
        }
        if !system.join(RANDOM_LIBRARY).exists() {
            compile_random_numbers(&system.join(RANDOM_LIBRARY))?;
        }
        Ok(wine)
    }

    fn command(&self, program: impl AsRef<OsStr>) -> Command {
        let mut command = Command::new(needs::WINE);
        command.arg(program).envs(self.environment.iter().map(|(name, value)| (name, value)));
        command
    }
}

fn compile_random_numbers(library: &Path) -> anyhow::Result<()> {
    const SOURCE: &str = "#include <windows.h>\n#include <ntsecapi.h>\n\
        __declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T length)\n\
        { return RtlGenRandom(data, (ULONG) length); }\n";
    let source = library.with_extension("c");
    fs::write(&source, SOURCE)?;
    let mut compiler = Command::new("x86_64-w64-mingw32-gcc");
    compiler.arg("-shared").arg("-o").arg(library).arg(&source).arg("-ladvapi32");
    let status = compiler.status().context("cannot start the C compiler for Windows")?;
    fs::remove_file(&source)?;
    if !status.success() {
        bail!("the C compiler for Windows ended with {status}");
    }
    Ok(())
}
