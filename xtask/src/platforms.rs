//! Checks that the program compiles for the systems on which the tests do not run.
//!
//! Nothing is built: the compiler checks the Rust code, and the C code of libraries is left out (a program
//! that does nothing stands for its compiler). So no cross compilers are needed, only the standard libraries
//! of the other systems, which rustup installs.

use crate::programs::{self, Compiler};
use crate::{cargo, needs, target};
use anyhow::{Context, bail};
use std::path::Path;
use std::process::Command;

/// Windows, macOS, and Linux on another processor.
const TARGETS: [&str; 3] =
    ["x86_64-pc-windows-gnu", "aarch64-apple-darwin", "aarch64-unknown-linux-gnu"];
/// Parts that the program carries; they are the same on all systems, and slow to build.
const WITHOUT: [(&str, &str); 3] =
    [("AGON_WITHOUT_JAVA", "1"), ("AGON_WITHOUT_NATIVE", "1"), ("AGON_WITHOUT_WEB", "1")];

/// Checks the program with clippy for each system; a warning is an error.
pub fn check() -> anyhow::Result<()> {
    install()?;
    let mut words = vec!["check", "--package", "agon-cli", "--quiet"];
    for target in TARGETS {
        words.extend(["--target", target]);
    }
    let mut environment = Compiler::Clippy.environment()?;
    environment.extend(WITHOUT.map(|(name, value)| (name.to_owned(), value.to_owned())));
    for target in TARGETS {
        let target = target.replace('-', "_");
        for tool in ["CC", "AR", "RANLIB"] {
            environment.push((format!("{tool}_{target}"), "true".to_owned()));
        }
    }
    let environment: Vec<(&str, &str)> =
        environment.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    cargo(&words, &environment)
}

/// Runs the tests of the sandbox that are for all systems on Windows, under wine.
pub fn windows_tests() -> anyhow::Result<()> {
    install()?;
    needs::install_for_windows()?;
    let selection = ["--package", "agon-sandbox", "--test", "all", "--target", TARGETS[0]];
    let built = programs::build(&selection, Compiler::Plain)?;
    let program = built.first().context("cargo built no test program")?.path.as_path();
    add_random_numbers(program)?;
    let prefix = target().join("tools/wine");
    std::fs::create_dir_all(&prefix)?;
    let status = Command::new(needs::WINE)
        .arg(program)
        .arg("portable::")
        .env("WINEPREFIX", std::path::absolute(prefix)?)
        .env("WINEDEBUG", "-all")
        .status()
        .context("cannot start wine")?;
    if !status.success() {
        bail!("the tests of the sandbox ended with {status} on Windows");
    }
    Ok(())
}

/// Puts the library from which Rust's programs get random numbers beside a program: wine has it since
/// version 9.
fn add_random_numbers(program: &Path) -> anyhow::Result<()> {
    const SOURCE: &str = "#include <windows.h>\n#include <ntsecapi.h>\n\
        __declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T length)\n\
        { return RtlGenRandom(data, (ULONG) length); }\n";
    let library = program.with_file_name("bcryptprimitives.dll");
    let source = library.with_extension("c");
    std::fs::write(&source, SOURCE)?;
    let mut compiler = Command::new("x86_64-w64-mingw32-gcc");
    compiler.arg("-shared").arg("-o").arg(&library).arg(&source).arg("-ladvapi32");
    let status = compiler.status().context("cannot start the C compiler for Windows")?;
    if !status.success() {
        bail!("the C compiler for Windows ended with {status}");
    }
    Ok(())
}

/// Lets rustup install the standard libraries that are missing.
fn install() -> anyhow::Result<()> {
    let list = Command::new("rustup").args(["target", "list", "--installed"]).output();
    let list = list.with_context(|| {
        format!("the standard libraries for {} are needed: install rustup", TARGETS.join(", "))
    })?;
    let installed = String::from_utf8(list.stdout)?;
    let is_missing = |target: &&str| !installed.lines().any(|line| line == *target);
    let missing: Vec<&str> = TARGETS.into_iter().filter(is_missing).collect();
    if missing.is_empty() {
        return Ok(());
    }
    println!("installing the standard libraries for {}", missing.join(", "));
    let status = Command::new("rustup").args(["target", "add"]).args(&missing).status()?;
    if !status.success() {
        bail!("`rustup target add {}` ended with {status}", missing.join(" "));
    }
    Ok(())
}
