//! `cargo xtask new-game NAME`: makes a small complete game from the template in `xtask/template`, and the
//! test that such a game needs no edit outside its folder but one line.

use crate::{cargo_output, root, target, web};
use anyhow::{Context, bail, ensure};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The id and the type of the template's game; both are replaced.
const TEMPLATE_ID: &str = "harvest";
const TEMPLATE_TYPE: &str = "Harvest";
/// Where the one line is added that makes the game known.
const REGISTRY: &str = "crates/agon-games/Cargo.toml";

/// Makes the game in the working tree and says what to do next.
pub fn run(name: &str) -> anyhow::Result<()> {
    make(&root(), name)?;
    let schema = cargo_output(&["run", "--quiet", "--package", "agon-cli", "--", "schema", name])?;
    fs::write(root().join("games").join(name).join("schema.json"), schema)?;
    println!(
        "games/{name} is a game that plays, and {REGISTRY} has one line more. Next:\n\
         \n  cargo run -- play {name}              play it\
         \n  cargo test -p agon-{name}             its tests: the battery and worked examples\
         \n  cargo xtask signature --bless         write games/{name}/figures.json\
         \n  cargo xtask instructions --bless\
         \n\nThen turn it into your game: docs/howto/new-game.md."
    );
    Ok(())
}

/// Writes the game's folder and the line of the registry below `root`.
fn make(root: &Path, name: &str) -> anyhow::Result<()> {
    let is_word = name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit());
    if !is_word || !name.starts_with(|c: char| c.is_ascii_lowercase()) {
        bail!("`{name}` cannot be the id of a game: use small letters and digits, a letter first");
    }
    let folder = root.join("games").join(name);
    if folder.exists() {
        bail!("games/{name} is there already: choose another name, or remove the folder");
    }
    if root.join("crates").join(format!("agon-{name}")).exists() {
        bail!("`{name}` is the name of a platform crate (crates/agon-{name}): choose another name");
    }
    let (first, rest) = name.split_at(1);
    let type_name = first.to_uppercase() + rest;
    let template = root.join("xtask/template");
    let mut made = Vec::new();
    for file in files_below(&template)? {
        let text =
            fs::read_to_string(template.join(&file)).with_context(|| file.display().to_string())?;
        let mut words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
        if type_name != TEMPLATE_TYPE && words.any(|word| word == type_name) {
            bail!(
                "`{name}` cannot be the id: the template has another `{type_name}`; choose another name"
            );
        }
        let text = text.replace(TEMPLATE_ID, name).replace(TEMPLATE_TYPE, &type_name);
        // Cargo would take the template for a package of the workspace if its manifest had the usual name.
        let path = folder.join(file.to_string_lossy().replace("Cargo.toml.txt", "Cargo.toml"));
        made.push((path, text));
    }
    let registry = root.join(REGISTRY);
    let manifest = fs::read_to_string(&registry).context(REGISTRY)?;
    made.push((registry, with_game(&manifest, name).context(REGISTRY)?));
    // Nothing is written before everything is known to fit.
    for (path, text) in made {
        fs::create_dir_all(path.parent().expect("a file lies in a folder"))?;
        fs::write(&path, text).with_context(|| path.display().to_string())?;
    }
    Ok(())
}

/// The manifest of the registry with one line more, behind the last game.
fn with_game(manifest: &str, name: &str) -> anyhow::Result<String> {
    let mut lines: Vec<String> = manifest.lines().map(str::to_owned).collect();
    let last = lines.iter().rposition(|line| line.contains("{ path = \"../../games/"));
    let last = last.context("it lists no game, so there is no place for another one")?;
    lines.insert(last + 1, format!("agon-{name} = {{ path = \"../../games/{name}\" }}"));
    Ok(lines.join("\n") + "\n")
}

fn files_below(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut folders = vec![PathBuf::new()];
    while let Some(below) = folders.pop() {
        for entry in
            fs::read_dir(folder.join(&below)).with_context(|| folder.display().to_string())?
        {
            let entry = entry?;
            let path = below.join(entry.file_name());
            if entry.file_type()?.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    files.sort();
    Ok(files)
}

/// Makes a game in a copy of the repository, then builds, tests, plays, verifies, watches and ranks it. The
/// bots of the league run with `python`.
pub fn test(python: &Path) -> anyhow::Result<()> {
    const NAME: &str = "tron";
    let tree = target().join("new-game");
    copy_repository(&tree)?;
    make(&tree, NAME)?;
    let cargo = |words: &[&str]| {
        let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        // Compiled dependencies are shared with the checkout.
        command.args(words).current_dir(&tree).env("CARGO_TARGET_DIR", target());
        // All our crates are compiled again in the copy, for a few short games: quickly is better than well.
        command.env("CARGO_PROFILE_DEV_OPT_LEVEL", "0");
        succeeds(&mut command)
    };
    // The copy's program takes the place of the checkout's, which is put back at once.
    let (program, agon, own) =
        (target().join("debug/agon"), tree.join("agon-new"), tree.join("agon-own"));
    if program.is_file() {
        fs::copy(&program, &own)?;
    }
    // The whole workspace is chosen, as for the tests, so that the dependencies have the same features.
    cargo(&["build", "--quiet", "--workspace", "--bin", "agon"])?;
    fs::rename(&program, &agon)?;
    if own.is_file() {
        fs::rename(&own, &program)?;
    }
    cargo(&["test", "--quiet", "--package", &format!("agon-{NAME}")])?;
    let matches = tree.join("matches");
    fs::create_dir_all(&matches)?;
    let agon_runs = |words: &[&str]| {
        succeeds(Command::new(&agon).args(words).current_dir(&matches).env("AGON_PYTHON", python))
    };
    agon_runs(&["play", NAME, "--replay", "one.agonreplay"])?;
    agon_runs(&["replay", "verify", "one.agonreplay"])?;
    agon_runs(&["bench", NAME, "--quick"])?;
    for bot in ["bots/a", "bots/b"] {
        agon_runs(&["new", NAME, "--lang", "python", bot])?;
    }
    agon_runs(&["league", "bots", "--game", NAME, "--games", "4"])?;
    web::watch_new_game(&agon, &matches.join("one.agonreplay"))?;
    fs::remove_dir_all(&tree).context("the copy of the repository")
}

/// Copies every tracked or new file of the repository, and links the page's packages.
fn copy_repository(tree: &Path) -> anyhow::Result<()> {
    if tree.exists() {
        fs::remove_dir_all(tree)?;
    }
    let list = Command::new("git")
        .args(["ls-files", "--cached", "--others", "--exclude-standard"])
        .current_dir(root())
        .output()
        .context("cannot start git")?;
    for file in String::from_utf8(list.stdout)?.lines() {
        let (from, to) = (root().join(file), tree.join(file));
        if from.is_file() {
            fs::create_dir_all(to.parent().expect("a file lies in a folder"))?;
            fs::copy(&from, &to).with_context(|| file.to_owned())?;
            // The page's packages are older than this copy: a newer lock file would install them again.
            let modified = from.metadata()?.modified()?;
            fs::File::options().write(true).open(&to)?.set_modified(modified)?;
        }
    }
    // Cargo names what it compiles by version and place inside the workspace: with the same version the
    // crates of the copy would replace those of the checkout.
    let manifest = tree.join("Cargo.toml");
    let version = concat!("version = \"", env!("CARGO_PKG_VERSION"), "\"");
    let text = fs::read_to_string(&manifest)?;
    ensure!(text.contains(version), "Cargo.toml does not say {version}");
    fs::write(&manifest, text.replacen(version, "version = \"0.0.0-new-game\"", 1))?;
    web::install()?;
    std::os::unix::fs::symlink(root().join("web/node_modules"), tree.join("web/node_modules"))?;
    Ok(())
}

fn succeeds(command: &mut Command) -> anyhow::Result<()> {
    let output = command.output().with_context(|| format!("cannot start {command:?}"))?;
    if !output.status.success() {
        let (out, err) =
            (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        bail!("{command:?} ended with {}\n{out}{err}", output.status);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const MANIFEST: &str = "[dependencies]\nagon-go = { path = \"../../games/go\" }\n\n[lints]\n";

    fn tree() -> tempfile::TempDir {
        let tree = tempfile::tempdir().unwrap();
        let at = |path: &str| tree.path().join(path);
        for folder in ["crates/agon-games", "crates/agon-core", "games/go", "xtask/template/src"] {
            fs::create_dir_all(at(folder)).unwrap();
        }
        fs::write(at(REGISTRY), MANIFEST).unwrap();
        fs::write(at("xtask/template/Cargo.toml.txt"), "name = \"agon-harvest\"\n").unwrap();
        let source = "pub struct Harvest;\nstruct Harvester;\n";
        fs::write(at("xtask/template/src/lib.rs"), source).unwrap();
        tree
    }

    #[test]
    fn a_game_is_one_folder_and_one_line() {
        let tree = tree();
        make(tree.path(), "tron").unwrap();
        let read = |path: &str| fs::read_to_string(tree.path().join(path)).unwrap();
        assert_eq!(read("games/tron/Cargo.toml"), "name = \"agon-tron\"\n");
        assert_eq!(read("games/tron/src/lib.rs"), "pub struct Tron;\nstruct Troner;\n");
        let more = "agon-go = { path = \"../../games/go\" }\nagon-tron = { path = \"../../games/tron\" }\n";
        assert!(read(REGISTRY).contains(more), "{}", read(REGISTRY));
        assert_eq!(read(REGISTRY).lines().count(), MANIFEST.lines().count() + 1);
    }

    #[test]
    fn names_that_cannot_be_games_are_refused_with_a_sentence() {
        let tree = tree();
        for (name, word) in [
            ("harvester", "another `Harvester`"),
            ("Tron", "small letters"),
            ("2048", "a letter first"),
            ("go", "already"),
            ("core", "platform"),
            ("", "small"),
        ] {
            let fault = make(tree.path(), name).unwrap_err().to_string();
            assert!(fault.contains(word), "{name}: {fault}");
        }
        assert_eq!(fs::read_to_string(tree.path().join(REGISTRY)).unwrap(), MANIFEST);
    }
}
