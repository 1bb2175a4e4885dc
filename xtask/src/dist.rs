//! Makes the files of a release: an archive per system, a Debian package, lists of what is inside, checksums,
//! and the files that package managers read.
//!
//! `cargo xtask dist` builds the programs for Linux and Windows, which takes long. `dist pack` packs a
//! program that is built already, as the release workflow does on each system and as the test does.
//! `dist kits` builds the packages that bot authors install.

mod inside;
mod installed;
mod kits;
mod managers;

pub use installed::test;

use crate::{cargo, cargo_output, metadata, root, target};
use anyhow::{Context, bail};
use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use zip::write::SimpleFileOptions;

/// The systems that can be built on Linux, and the linker that each needs.
const SYSTEMS: [(&str, Option<&str>); 3] = [
    ("x86_64-unknown-linux-gnu", None),
    ("aarch64-unknown-linux-gnu", Some("aarch64-linux-gnu-gcc")),
    ("x86_64-pc-windows-gnu", Some("x86_64-w64-mingw32-gcc")),
];
/// Files of the repository that every archive has.
const TEXTS: [&str; 4] = ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"];
/// Shells, and what their files of completions are called.
const SHELLS: [(&str, &str); 4] =
    [("bash", "agon.bash"), ("fish", "agon.fish"), ("powershell", "agon.ps1"), ("zsh", "_agon")];

/// How a program of another system is built.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Optimised {
    /// As in a release.
    Fully,
    /// As the tests are built: several times as fast.
    Little,
}

impl Optimised {
    /// The option of `cargo build`.
    pub fn option(self) -> Option<&'static str> {
        (self == Optimised::Fully).then_some("--release")
    }

    /// The folder of cargo's that has the program.
    pub fn folder(self) -> &'static str {
        if self == Optimised::Fully { "release" } else { "debug" }
    }
}

/// Builds and packs everything that this machine can, into `target/dist`.
pub fn run(url: Option<&str>) -> anyhow::Result<()> {
    let out = target().join("dist");
    let mut helper = None;
    for (system, linker) in SYSTEMS {
        if let Some(linker) = linker
            && Command::new(linker).arg("--version").output().is_err()
        {
            println!("left out: {system}, because {linker} is not installed");
            continue;
        }
        let program = build(system, Optimised::Fully)?;
        let helper = helper.get_or_insert_with(|| program.clone());
        println!("{}", pack(system, &program, helper, &out)?.display());
    }
    kits(&out)?;
    finish(&out, url)
}

/// Builds the packages of the kits into a folder.
pub fn kits(out: &Path) -> anyhow::Result<()> {
    let kits::Kits { wheel, npm, jar, pom } = kits::build(&version()?, out)?;
    [wheel, npm, jar, pom].iter().for_each(|file| println!("{}", file.display()));
    Ok(())
}

/// Builds the program for one of the systems and returns its path.
pub fn build(system: &str, optimised: Optimised) -> anyhow::Result<PathBuf> {
    let (_, linker) = SYSTEMS
        .iter()
        .find(|(known, _)| *known == system)
        .with_context(|| format!("the program cannot be built for {system} on this machine"))?;
    let variable = format!("CARGO_TARGET_{}_LINKER", system.to_uppercase().replace('-', "_"));
    let environment: Vec<(&str, &str)> =
        linker.iter().map(|linker| (variable.as_str(), *linker)).collect();
    let mut words = vec!["build", "--locked", "--target", system];
    words.extend(optimised.option());
    cargo(&words, &environment)?;
    Ok(target().join(system).join(optimised.folder()).join(program_name(system)))
}

/// Packs one program and returns the archive's path. `helper` is a program of this machine that writes man
/// pages and completions.
pub fn pack(system: &str, program: &Path, helper: &Path, out: &Path) -> anyhow::Result<PathBuf> {
    let version = version()?;
    let name = format!("agon-{version}-{system}");
    let folder = out.join(&name);
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(folder.join("completions"))?;
    copy(program, &folder.join(program_name(system)))?;
    for text in TEXTS {
        copy(&root().join(text), &folder.join(text))?;
    }
    run_helper(helper, &["man", "-o", &folder.join("man").to_string_lossy()])?;
    for (shell, file) in SHELLS {
        let script = run_helper(helper, &["completions", shell])?;
        fs::write(folder.join("completions").join(file), script)?;
    }
    let packages = inside::packages(&metadata()?, &used(system)?)?;
    fs::write(folder.join("LICENSES-OF-LIBRARIES.md"), inside::licences(&packages))?;
    fs::write(folder.join("sbom.cdx.json"), inside::sbom(&version, &packages))?;
    let archive = if system.contains("windows") {
        zipped(&folder, &out.join(format!("{name}.zip")))?
    } else {
        tarred(&folder, &out.join(format!("{name}.tar.gz")))?
    };
    if system.contains("linux") {
        println!("{}", debian(&folder, system, &version, out)?.display());
    }
    fs::remove_dir_all(&folder)?;
    Ok(archive)
}

/// Writes the checksums of all files, and with the address of the release what package managers read.
pub fn finish(out: &Path, url: Option<&str>) -> anyhow::Result<()> {
    let mut sums = Vec::new();
    let mut files: Vec<PathBuf> = fs::read_dir(out)?
        .map(|entry| Ok(entry?.path()))
        .collect::<anyhow::Result<Vec<PathBuf>>>()?;
    files.sort();
    for file in files.iter().filter(|file| file.is_file()) {
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if managers::FILES.contains(&name.as_str()) || name == "SHA256SUMS" {
            continue;
        }
        let digest = Sha256::digest(fs::read(file)?);
        let sum: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        sums.push((name, sum));
    }
    let list: String = sums.iter().map(|(name, sum)| format!("{sum}  {name}\n")).collect();
    fs::write(out.join("SHA256SUMS"), list)?;
    if let Some(url) = url {
        for (name, text) in managers::files(&version()?, url, &sums) {
            fs::write(out.join(name), text)?;
        }
    }
    Ok(())
}

fn program_name(system: &str) -> &'static str {
    if system.contains("windows") { "agon.exe" } else { "agon" }
}

/// The version of the workspace.
fn version() -> anyhow::Result<String> {
    let text = fs::read_to_string(root().join("Cargo.toml"))?;
    let table: toml::Table = text.parse()?;
    let version = table.get("workspace").and_then(|table| table.get("package")?.get("version"));
    Ok(version.and_then(|version| version.as_str()).context("Cargo.toml has no version")?.into())
}

/// The packages that the program for a system contains: name and version.
fn used(system: &str) -> anyhow::Result<Vec<(String, String)>> {
    let words = ["tree", "--package", "agon-cli", "--edges", "normal", "--prefix", "none"];
    let more = ["--target", system, "--locked", "--format", "{p}"];
    let text = cargo_output(&[&words[..], &more].concat())?;
    let mut used: Vec<(String, String)> = text
        .lines()
        .filter_map(|line| {
            let mut words = line.split_whitespace();
            Some((words.next()?.to_owned(), words.next()?.strip_prefix('v')?.to_owned()))
        })
        .collect();
    used.sort();
    used.dedup();
    Ok(used)
}

fn copy(from: &Path, to: &Path) -> anyhow::Result<()> {
    fs::copy(from, to).with_context(|| format!("cannot copy {}", from.display())).map(drop)
}

fn run_helper(helper: &Path, words: &[&str]) -> anyhow::Result<Vec<u8>> {
    let output = Command::new(helper).args(words).output();
    let output = output.with_context(|| format!("cannot start {}", helper.display()))?;
    if !output.status.success() {
        bail!("`{} {}` ended with {}", helper.display(), words.join(" "), output.status);
    }
    Ok(output.stdout)
}

fn tarred(folder: &Path, archive: &Path) -> anyhow::Result<PathBuf> {
    let name = folder.file_name().context("the folder has a name")?;
    let mut tar = tar::Builder::new(GzEncoder::new(File::create(archive)?, Compression::best()));
    tar.append_dir_all(name, folder)?;
    tar.into_inner()?.finish()?;
    Ok(archive.to_owned())
}

fn zipped(folder: &Path, archive: &Path) -> anyhow::Result<PathBuf> {
    let mut zip = zip::ZipWriter::new(File::create(archive)?);
    let base = folder.parent().context("the folder is in another one")?;
    let mut to_visit = vec![folder.to_owned()];
    while let Some(path) = to_visit.pop() {
        if path.is_dir() {
            let mut below: Vec<PathBuf> = fs::read_dir(&path)?
                .map(|entry| Ok(entry?.path()))
                .collect::<anyhow::Result<_>>()?;
            below.sort();
            to_visit.extend(below.into_iter().rev());
            continue;
        }
        let name: Vec<_> =
            path.strip_prefix(base)?.iter().map(|part| part.to_string_lossy()).collect();
        zip.start_file(name.join("/"), SimpleFileOptions::default())?;
        zip.write_all(&fs::read(&path)?)?;
    }
    zip.finish()?;
    Ok(archive.to_owned())
}

/// Makes a Debian package of the files of an archive, with dpkg-deb.
fn debian(folder: &Path, system: &str, version: &str, out: &Path) -> anyhow::Result<PathBuf> {
    let processor = if system.starts_with("aarch64") { "arm64" } else { "amd64" };
    let tree = out.join("debian");
    if tree.exists() {
        fs::remove_dir_all(&tree)?;
    }
    let place = |from: &str, to: &str| {
        let to = tree.join(to);
        fs::create_dir_all(to.parent().context("a file is in a folder")?)?;
        copy(&folder.join(from), &to)
    };
    place("agon", "usr/bin/agon")?;
    place("README.md", "usr/share/doc/agon/README.md")?;
    place("LICENSES-OF-LIBRARIES.md", "usr/share/doc/agon/LICENSES-OF-LIBRARIES.md")?;
    place("sbom.cdx.json", "usr/share/doc/agon/sbom.cdx.json")?;
    place("CHANGELOG.md", "usr/share/doc/agon/changelog")?;
    let licences = ["LICENSE-MIT", "LICENSE-APACHE"].map(|name| fs::read(folder.join(name)));
    let [mit, apache] = licences;
    fs::write(tree.join("usr/share/doc/agon/copyright"), [mit?, apache?].join(&b"\n\n"[..]))?;
    place("completions/agon.bash", "usr/share/bash-completion/completions/agon")?;
    place("completions/agon.fish", "usr/share/fish/vendor_completions.d/agon.fish")?;
    place("completions/_agon", "usr/share/zsh/vendor-completions/_agon")?;
    for page in fs::read_dir(folder.join("man"))? {
        let page = page?.file_name().to_string_lossy().into_owned();
        place(&format!("man/{page}"), &format!("usr/share/man/man1/{page}"))?;
    }
    fs::create_dir_all(tree.join("DEBIAN"))?;
    let control = format!(
        "Package: agon\nVersion: {version}\nArchitecture: {processor}\nMaintainer: The Agon developers\n\
         Depends: libc6, libgcc-s1\nRecommends: bubblewrap\nSection: games\nPriority: optional\n\
         Description: AI bots play programming-contest games\n Plays matches between bots, records \
         replays, and holds competitions.\n"
    );
    fs::write(tree.join("DEBIAN/control"), control)?;
    let package = out.join(format!("agon_{version}_{processor}.deb"));
    let mut build = Command::new("dpkg-deb");
    build.args(["--build", "--root-owner-group"]).arg(&tree).arg(&package);
    let output = build.output().context("dpkg-deb makes Debian packages: install dpkg")?;
    if !output.status.success() {
        bail!("dpkg-deb ended with {}: {}", output.status, String::from_utf8_lossy(&output.stderr));
    }
    fs::remove_dir_all(&tree)?;
    Ok(package)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;
    use std::os::unix::fs::PermissionsExt;

    /// What every archive has besides the program.
    const INSIDE: [&str; 11] = [
        "man/agon.1",
        "completions/agon.bash",
        "completions/agon.fish",
        "completions/agon.ps1",
        "completions/_agon",
        "README.md",
        "CHANGELOG.md",
        "LICENSE-MIT",
        "LICENSE-APACHE",
        "LICENSES-OF-LIBRARIES.md",
        "sbom.cdx.json",
    ];
    const IN_DEBIAN: [&str; 9] = [
        "bin/agon",
        "share/man/man1/agon.1",
        "share/bash-completion/completions/agon",
        "share/fish/vendor_completions.d/agon.fish",
        "share/zsh/vendor-completions/_agon",
        "share/doc/agon/copyright",
        "share/doc/agon/changelog",
        "share/doc/agon/LICENSES-OF-LIBRARIES.md",
        "share/doc/agon/sbom.cdx.json",
    ];

    /// A program that writes man pages and completions as `agon` does.
    fn helper(folder: &Path) -> PathBuf {
        let path = folder.join("agon");
        let script = "#!/bin/sh\nif [ \"$1\" = man ]; then mkdir -p \"$3\" && echo page > \"$3/agon.1\"\n\
                      else echo \"completions for $2\"; fi\n";
        fs::write(&path, script).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        path
    }

    #[test]
    fn archives_have_the_program_its_pages_and_what_it_is_made_of() {
        let here = tempfile::tempdir().unwrap();
        let (program, out) = (helper(here.path()), here.path().join("out of it"));
        let version = version().unwrap();
        for (system, _) in [SYSTEMS[0], SYSTEMS[2]] {
            pack(system, &program, &program, &out).unwrap();
        }
        finish(&out, Some("https://example.org/v1")).unwrap();
        let linux = format!("agon-{version}-x86_64-unknown-linux-gnu");
        let tar = File::open(out.join(format!("{linux}.tar.gz"))).unwrap();
        let mut tar = tar::Archive::new(flate2::read::GzDecoder::new(tar));
        let names: Vec<String> = tar
            .entries()
            .unwrap()
            .map(|entry| entry.unwrap().path().unwrap().to_string_lossy().into_owned())
            .collect();
        for file in INSIDE.iter().chain(&["agon"]) {
            assert!(names.contains(&format!("{linux}/{file}")), "{file} in {names:?}");
        }
        let windows = format!("agon-{version}-x86_64-pc-windows-gnu");
        let zip = File::open(out.join(format!("{windows}.zip"))).unwrap();
        let mut zip = zip::ZipArchive::new(zip).unwrap();
        for file in INSIDE.iter().chain(&["agon.exe"]) {
            zip.by_name(&format!("{windows}/{file}")).unwrap();
        }
        let mut sbom = String::new();
        zip.by_name(&format!("{windows}/sbom.cdx.json"))
            .unwrap()
            .read_to_string(&mut sbom)
            .unwrap();
        let sbom: serde_json::Value = serde_json::from_str(&sbom).unwrap();
        let parts = sbom["components"].as_array().unwrap();
        let has = |name: &str| parts.iter().any(|part| part["name"] == name);
        assert!(has("windows-sys") && has("serde") && !has("landlock"), "of Windows only");
        let list = Command::new("dpkg-deb")
            .arg("--contents")
            .arg(out.join(format!("agon_{version}_amd64.deb")))
            .output()
            .unwrap();
        let list = String::from_utf8_lossy(&list.stdout);
        for file in IN_DEBIAN {
            assert!(list.contains(&format!("./usr/{file}\n")), "{file} in {list}");
        }
        let sums = fs::read_to_string(out.join("SHA256SUMS")).unwrap();
        assert_eq!(sums.lines().count(), 3, "{sums}");
        let sum = |end: &str| {
            let line = sums.lines().find(|line| line.ends_with(end)).unwrap();
            line.split_whitespace().next().unwrap().to_owned()
        };
        let manager = |name: &str| fs::read_to_string(out.join(name)).unwrap();
        let scoop: serde_json::Value = serde_json::from_str(&manager("agon.json")).unwrap();
        assert_eq!(scoop["architecture"]["64bit"]["hash"], sum(".zip").as_str());
        assert!(manager("agon.rb").contains(&sum(".tar.gz")));
        assert!(manager("agon.winget.yaml").contains(&sum(".zip").to_uppercase()));
    }
}
