//! House rules that no other tool checks.

use crate::arrows::{ARROWS, GAME_MAY_USE, is_pure};
use crate::root;
use anyhow::{Context, bail};
use serde_json::Value;
use std::path::Path;
use std::process::Command;

/// Runs all checks and reports every fault at once.
pub fn run() -> anyhow::Result<()> {
    let mut faults = Vec::new();
    check_files(&mut faults)?;
    check_crates(&mut faults)?;
    if faults.is_empty() {
        return Ok(());
    }
    bail!("{} faults\n  {}", faults.len(), faults.join("\n  "));
}

fn tracked_files() -> anyhow::Result<Vec<String>> {
    let list = Command::new("git")
        .args(["ls-files", "--cached", "--others", "--exclude-standard"])
        .current_dir(root())
        .output()
        .context("cannot start git")?;
    Ok(String::from_utf8_lossy(&list.stdout).lines().map(str::to_owned).collect())
}

fn check_files(faults: &mut Vec<String>) -> anyhow::Result<()> {
    for file in tracked_files()? {
        let path = root().join(&file);
        if !Path::new(&file).extension().is_some_and(|e| e == "rs" || e == "md") || !path.exists() {
            continue;
        }
        let text = std::fs::read_to_string(&path).with_context(|| file.clone())?;
        let rust = file.ends_with(".rs");
        if rust && !text.starts_with("//!") {
            faults.push(format!(
                "{file}: does not open with a paragraph (//!) saying what it is for"
            ));
        }
        for (i, line) in text.lines().enumerate() {
            let number = i + 1;
            if rust && line.chars().count() > 110 {
                faults.push(format!("{file}:{number}: longer than 110 characters"));
            }
            // Split words, so that this file does not find itself.
            let unfinished = [concat!("TO", "DO"), concat!("FIX", "ME"), concat!("X", "XX:")];
            if let Some(word) = unfinished.iter().find(|word| line.contains(**word)) {
                faults.push(format!("{file}:{number}: {word}: do it or say why not"));
            }
            if line.ends_with(' ') && rust {
                faults.push(format!("{file}:{number}: trailing blank"));
            }
        }
    }
    Ok(())
}

fn metadata() -> anyhow::Result<Value> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["metadata", "--format-version=1", "--locked"])
        .current_dir(root())
        .output()
        .context("cannot start cargo")?;
    if !output.status.success() {
        bail!("cargo metadata: {}", String::from_utf8_lossy(&output.stderr));
    }
    Ok(serde_json::from_slice(&output.stdout)?)
}

fn check_crates(faults: &mut Vec<String>) -> anyhow::Result<()> {
    let metadata = metadata()?;
    let packages = metadata["packages"].as_array().context("cargo metadata lists no packages")?;
    let documented = std::fs::read_to_string(root().join("docs/dependencies.md"))
        .context("docs/dependencies.md")?;
    for package in packages {
        let name = package["name"].as_str().unwrap_or_default();
        if package["source"].is_null() {
            check_arrows(name, package, &documented, faults);
        }
    }
    Ok(())
}

/// One of our crates: whom may it use?
fn check_arrows(name: &str, package: &Value, documented: &str, faults: &mut Vec<String>) {
    let Some((_, may)) = ARROWS.iter().find(|(user, _)| *user == name) else {
        faults.push(format!("{name} is missing in xtask/src/arrows.rs: say what it may use"));
        return;
    };
    for used in package["dependencies"].as_array().into_iter().flatten() {
        let (dependency, ours) =
            (used["name"].as_str().unwrap_or_default(), used["path"].is_string());
        let normal = used["kind"].is_null();
        if ours && normal && !may.contains(&dependency) {
            faults.push(format!("{name} uses {dependency}, against the arrows"));
        }
        if !ours && !documented.contains(&format!("`{dependency}`")) {
            faults.push(format!(
                "{name} uses {dependency}, which docs/dependencies.md does not name"
            ));
        }
        if !ours && normal && is_pure(name) && !GAME_MAY_USE.contains(&dependency) {
            faults.push(format!("{name} is pure and may not use {dependency}"));
        }
    }
}
