//! Installs the packages of a release from the built files, as their users do, and plays with each.

use super::kits::{self, Kits};
use super::{finish, pack, version};
use crate::platforms::Agon;
use crate::{root, target};
use anyhow::{Context, bail};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

const SYSTEM: &str = "x86_64-unknown-linux-gnu";

/// Packs the program of the tests and the kits, installs every package, and plays with it.
pub fn test() -> anyhow::Result<()> {
    let agon = Agon::of_this_machine()?;
    let place = std::path::absolute(target().join("tools/installed"))?;
    if place.exists() {
        fs::remove_dir_all(&place)?;
    }
    let out = place.join("release");
    fs::create_dir_all(&out)?;
    pack(SYSTEM, &agon.program, &agon.program, &out)?;
    let version = version()?;
    let kits = kits::build(&version, &out)?;
    finish(&out, None)?;
    checksums(&out)?;
    debian(&out.join(format!("agon_{version}_amd64.deb")), &place.join("debian"))?;
    let game = first_game()?;
    python(&agon, &kits, &game, &place)?;
    javascript(&agon, &kits, &game, &place)?;
    java(&agon, &kits, &version, &place)
}

/// Compares the files with the list of checksums, as the users of a release can.
fn checksums(out: &Path) -> anyhow::Result<()> {
    let mut check = Command::new("sha256sum");
    kits::run(check.args(["--check", "--strict", "--quiet"]).arg("SHA256SUMS"), &shown(out))?;
    let list = fs::read_to_string(out.join("SHA256SUMS"))?;
    println!("{} files have their checksums", list.lines().count());
    Ok(())
}

/// Unpacks the Debian package and plays with the program in it.
fn debian(package: &Path, folder: &Path) -> anyhow::Result<()> {
    kits::run(Command::new("dpkg-deb").arg("--extract").arg(package).arg(folder), ".")?;
    let program = folder.join("usr/bin/agon");
    let game = first_game()?;
    kits::run(Command::new(program).args(["play", &game, "--no-replay"]), &shown(folder))?;
    println!("the Debian package plays {game}");
    Ok(())
}

/// Installs the wheel into a Python of its own, and checks a bot that imports it from there.
fn python(agon: &Agon, kits: &Kits, game: &str, place: &Path) -> anyhow::Result<()> {
    let python = kits::venv(&place.join("python"))?;
    let pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-index"];
    kits::run(Command::new(&python).args(pip).arg(&kits.wheel), ".")?;
    let source = place.join("bot in Python");
    agon.run(place, &["new".as_ref(), game.as_ref(), source.as_os_str()])?;
    check(agon, game, &source, &format!("{python:?} bot.py"), "the wheel")
}

/// Installs the package of npm into a new bot's folder, and checks the bot.
fn javascript(agon: &Agon, kits: &Kits, game: &str, place: &Path) -> anyhow::Result<()> {
    let source = place.join("bot in JavaScript");
    let words = ["new".as_ref(), game.as_ref(), "--lang".as_ref(), "js".as_ref()];
    agon.run(place, &[&words[..], &[source.as_os_str()]].concat())?;
    let words = ["install", "--silent", "--offline", "--no-audit", "--no-fund", "--prefix"];
    kits::run(Command::new("npm").args(words).arg(&source).arg(&kits.npm), ".")?;
    check(agon, game, &source, "node bot.js", "the package of npm")
}

/// Checks a bot that is started by its own command, so that it gets no kit from Agon.
fn check(
    agon: &Agon,
    game: &str,
    source: &Path,
    command: &str,
    package: &str,
) -> anyhow::Result<()> {
    let starter = source.with_extension("sh");
    fs::write(&starter, format!("#!/bin/sh\ncd {source:?} && exec {command}\n"))?;
    fs::set_permissions(&starter, fs::Permissions::from_mode(0o755))?;
    let words = ["bot".as_ref(), "check".as_ref(), starter.as_os_str(), "--game".as_ref()];
    let more = [game.as_ref(), "--sandbox".as_ref(), "off".as_ref()];
    agon.run(source, &[&words[..], &more].concat())?;
    println!("a bot with {package} plays {game}");
    Ok(())
}

/// Installs the jar into a repository of Maven, and plays with an example bot of each game that has one.
fn java(agon: &Agon, kits: &Kits, version: &str, place: &Path) -> anyhow::Result<()> {
    let repository = place.join("maven");
    let mut maven = Command::new("mvn");
    maven.args(["--quiet", "--batch-mode", "install:install-file"]);
    maven.arg(format!("-Dfile={}", kits.jar.display()));
    maven.arg(format!("-DpomFile={}", kits.pom.display()));
    maven.arg(format!("-DlocalRepositoryPath={}", repository.display()));
    kits::run(&mut maven, ".")?;
    let jar = repository.join(format!("agon/agon-java/{version}/agon-java-{version}.jar"));
    let mut agon = Agon { environment: Vec::new(), ..agon.clone() };
    agon.environment.push(("AGON_JAVA_KIT", jar.into()));
    for (game, bot) in java_bots()? {
        let words = ["bot".as_ref(), "check".as_ref(), bot.as_os_str(), "--game".as_ref()];
        let more = [game.as_ref(), "--sandbox".as_ref(), "off".as_ref()];
        agon.run(place, &[&words[..], &more].concat())?;
        println!("a bot with the jar of Maven plays {game}");
    }
    Ok(())
}

/// An example bot in Java of each game whose contest had such bots.
fn java_bots() -> anyhow::Result<Vec<(String, PathBuf)>> {
    let mut bots = Vec::new();
    for entry in fs::read_dir(root().join("games"))? {
        let entry = entry?;
        let examples = entry.path().join("original/java/examples");
        let mut found: Vec<PathBuf> =
            fs::read_dir(examples).into_iter().flatten().flatten().map(|bot| bot.path()).collect();
        found.sort();
        let game = entry.file_name().to_string_lossy().into_owned();
        bots.extend(found.into_iter().next().map(|bot| (game, bot)));
    }
    if bots.is_empty() {
        bail!("no game has an example bot in Java");
    }
    bots.sort();
    Ok(bots)
}

/// The first game by name that has starters.
fn first_game() -> anyhow::Result<String> {
    let games = fs::read_dir(root().join("games"))?.flatten().map(|entry| entry.path());
    let mut games: Vec<PathBuf> =
        games.filter(|game| game.join("starters/bot.py").is_file()).collect();
    games.sort();
    let game = games.first().and_then(|game| game.file_name()).context("no game has starters")?;
    Ok(game.to_string_lossy().into_owned())
}

fn shown(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}
