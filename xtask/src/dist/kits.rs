//! The packages of the kits: a wheel for Python, a package for npm, a jar with its description for Maven.

use crate::{java, root, target};
use anyhow::{Context, bail};
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The files of the packages.
pub struct Kits {
    pub wheel: PathBuf,
    pub npm: PathBuf,
    pub jar: PathBuf,
    pub pom: PathBuf,
}

/// Builds all packages into a folder. Their versions are those of the program, or it fails.
pub fn build(version: &str, out: &Path) -> anyhow::Result<Kits> {
    fs::create_dir_all(out)?;
    let out = std::path::absolute(out)?;
    let kits = Kits {
        wheel: out.join(format!("agon-{version}-py3-none-any.whl")),
        npm: out.join(format!("agon-{version}.tgz")),
        jar: out.join(format!("agon-java-{version}.jar")),
        pom: out.join(format!("agon-java-{version}.pom")),
    };
    wheel(&out)?;
    run(Command::new("npm").args(["pack", "--silent", "--pack-destination"]).arg(&out), "sdk/js")?;
    java::package(&kits.jar, &target().join("tools/kits/java"))?;
    fs::write(&kits.pom, pom(version))?;
    for file in [&kits.wheel, &kits.npm, &kits.jar, &kits.pom] {
        if !file.is_file() {
            bail!(
                "there is no {}: the versions in sdk/python/pyproject.toml and sdk/js/package.json \
                 must be {version}, as in Cargo.toml",
                file.display()
            );
        }
    }
    Ok(kits)
}

/// Builds the wheel from a copy: pip leaves files beside the sources.
fn wheel(out: &Path) -> anyhow::Result<()> {
    let copy = std::path::absolute(target().join("tools/kits/python"))?;
    if copy.exists() {
        fs::remove_dir_all(&copy)?;
    }
    copy_folder(&root().join("sdk/python"), &copy)?;
    let python = venv(&target().join("tools/kits/builder"))?;
    let words = ["-m", "pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-deps"];
    run(Command::new(python).args(words).arg("--wheel-dir").arg(out).arg(&copy), ".")
}

/// Makes a Python of its own in a folder, without any package, and returns its program.
pub fn venv(folder: &Path) -> anyhow::Result<PathBuf> {
    let folder = std::path::absolute(folder)?;
    run(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&folder), ".")
        .context("install venv (on Debian: python3-venv)")?;
    Ok(folder.join("bin/python"))
}

fn copy_folder(from: &Path, to: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let to = to.join(entry.file_name());
        if !entry.file_type()?.is_dir() {
            fs::copy(entry.path(), to)?;
        } else if entry.file_name() != "__pycache__" {
            copy_folder(&entry.path(), &to)?;
        }
    }
    Ok(())
}

/// What Maven reads about the jar. Its libraries are inside, all but the one that only some bots need.
fn pom(version: &str) -> String {
    format!(
        r#"<?xml version="1.0" encoding="UTF-8"?>
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>agon</groupId>
  <artifactId>agon-java</artifactId>
  <version>{version}</version>
  <packaging>jar</packaging>
  <name>Agon's Java kit</name>
  <licenses>
    <license><name>MIT</name></license>
    <license><name>Apache-2.0</name></license>
  </licenses>
</project>
"#
    )
}

/// Runs a command in a folder of the repository; shows what it printed if it fails.
pub fn run(command: &mut Command, folder: &str) -> anyhow::Result<()> {
    let program = command.get_program().to_string_lossy().into_owned();
    let words: Vec<_> = command.get_args().map(OsStr::to_string_lossy).collect();
    let shown = format!("`{program} {}`", words.join(" "));
    let output = command.current_dir(root().join(folder)).output();
    let output = output.with_context(|| format!("cannot start {shown}"))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        let errors = String::from_utf8_lossy(&output.stderr);
        bail!("{shown} ended with {}:\n{said}{errors}", output.status);
    }
    Ok(())
}
