//! Figures that must not change unnoticed: how each game behaves, and how many instructions it takes. They
//! are in `games/GAME/figures.json`, beside the rules that they measure. They do not depend on the time that
//! measuring takes, so the programs run at the lowest priority, beside the tests.

use crate::{cargo, politely, root, target, tidy};
use anyhow::{Context, bail};
use serde_json::{Map, Value, json};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Number of games in a signature.
pub const SIGNATURE_GAMES: &str = "50";
/// How far an instruction count may change, as a share.
const TOLERANCE: f64 = 0.02;
/// Games played under callgrind: the difference of two runs is free of everything that happens
/// once, such as starting the program.
const GAMES: [u64; 2] = [2, 12];
/// The same for whole games of a level, which take much longer.
const LEVEL_GAMES: [u64; 2] = [1, 3];
/// The champions may think for milliseconds per turn; their cost is not guarded.
const UNGUARDED_LEVEL: &str = "champion";

/// The program that prints the figures, built for release. It has the games and little else: the whole of
/// Agon would take several times as long to build.
fn program() -> anyhow::Result<PathBuf> {
    cargo(&["build", "--release", "--quiet", "--package", "agon-figures"], &[])?;
    Ok(target().join("release/agon-figures"))
}

fn output(command: &mut Command) -> anyhow::Result<String> {
    let output = command.output().with_context(|| format!("cannot start {command:?}"))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        bail!("{command:?} ended with {}: {said}", output.status);
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The behaviour signatures of all games.
pub fn signatures(bless: bool) -> anyhow::Result<()> {
    let text = output(politely(program()?).args(["signatures", SIGNATURE_GAMES]))?;
    compare_signatures(&Signature::parse_all(&text)?, bless)
        .context("a game behaves differently: raise its version and say why, or find the mistake")
}

/// How a program plays one game.
pub struct Signature {
    pub game: String,
    /// The version of the game's rules.
    pub version: u64,
    pub signature: String,
}

impl Signature {
    /// What `agon-figures signatures` prints.
    pub fn parse_all(text: &str) -> anyhow::Result<Vec<Signature>> {
        let parse = |line: &str| {
            let words: Vec<&str> = line.split_whitespace().collect();
            let &[game, version, signature] = words.as_slice() else {
                bail!("`{line}` is not a game, a version and a signature")
            };
            let version = version.parse().context("the version of a game")?;
            Ok(Signature { game: game.into(), version, signature: signature.into() })
        };
        text.lines().map(parse).collect()
    }
}

/// Compares what a program plays with `games/*/figures.json`, or writes it there.
pub fn compare_signatures(signatures: &[Signature], bless: bool) -> anyhow::Result<()> {
    let mut found = Vec::new();
    for Signature { game, version, signature } in signatures {
        found.push((game.clone(), "version".to_owned(), json!(version)));
        found.push((game.clone(), "signature".to_owned(), json!(signature)));
    }
    compare(&root(), &found, bless, |known, found| known == found)
}

/// Instructions of one idle game with views, and of one whole game of each level up to `expert`, for every
/// game.
pub fn instructions(bless: bool) -> anyhow::Result<()> {
    let program = program()?;
    let mut found = Vec::new();
    for package in tidy::game_packages()? {
        let game = package.strip_prefix("agon-").context("a game's package is agon-GAME")?;
        let each = count_each(&program, &["idle", game], GAMES)?;
        println!("{game}: {each} instructions per idle game");
        found.push((game.to_owned(), "instructions".to_owned(), json!(each)));
        let levels = output(Command::new(&program).args(["levels", game]))?;
        for level in levels.lines().filter(|level| *level != UNGUARDED_LEVEL) {
            let each = count_each(&program, &["level", game, level], LEVEL_GAMES)?;
            println!("{game}: {each} instructions per whole game of {level}");
            found.push((game.to_owned(), format!("instructions_{level}"), json!(each)));
        }
    }
    let near = |known: &Value, found: &Value| match (known.as_f64(), found.as_f64()) {
        (Some(known), Some(found)) => (found / known - 1.0).abs() <= TOLERANCE,
        _ => false,
    };
    compare(&root(), &found, bless, near).context(
        "a game takes another number of instructions: bless it with the reason, or find the mistake",
    )
}

/// Instructions of one game: the difference of two runs, divided by the games between them.
fn count_each(program: &Path, words: &[&str], games: [u64; 2]) -> anyhow::Result<u64> {
    // Counts do not depend on what else the machine does: both runs at once.
    let [few, many] = std::thread::scope(|scope| {
        let runs = games.map(|games| scope.spawn(move || count(program, words, games)));
        runs.map(|run| run.join().expect("counting does not panic"))
    });
    Ok((many? - few?) / (games[1] - games[0]))
}

fn count(program: &Path, words: &[&str], games: u64) -> anyhow::Result<u64> {
    let name = format!("agon-callgrind-{}-{}-{games}", std::process::id(), words.join("-"));
    let report = std::env::temp_dir().join(name);
    let run = politely("valgrind")
        .args(["--tool=callgrind", "--quiet"])
        .arg(format!("--callgrind-out-file={}", report.display()))
        .arg(program)
        .args(words)
        .arg(games.to_string())
        .output()
        .context("cannot start valgrind")?;
    let text = std::fs::read_to_string(&report).with_context(|| {
        format!("valgrind left no report: {}", String::from_utf8_lossy(&run.stderr))
    })?;
    let _ = std::fs::remove_file(&report);
    let total = text.lines().find_map(|line| line.strip_prefix("totals: "));
    total.and_then(|total| total.trim().parse().ok()).context("the report names no total")
}

/// Compares figures (game, name, value) with the files of the games, or writes them there.
fn compare(
    root: &Path,
    found: &[(String, String, Value)],
    bless: bool,
    same: impl Fn(&Value, &Value) -> bool,
) -> anyhow::Result<()> {
    let mut faults = Vec::new();
    for (game, name, value) in found {
        let file = format!("games/{game}/figures.json");
        let path = root.join(&file);
        let mut known: Map<String, Value> = match std::fs::read_to_string(&path) {
            Ok(text) => {
                serde_json::from_str(&text).with_context(|| format!("cannot read {file}"))?
            }
            Err(_) => Map::new(),
        };
        if bless {
            known.insert(name.clone(), value.clone());
            std::fs::write(&path, serde_json::to_string_pretty(&known)? + "\n")
                .with_context(|| format!("cannot write {file}"))?;
            continue;
        }
        match known.get(name) {
            Some(known) if same(known, value) => {}
            Some(known) => faults.push(format!("{file}: {name} was {known} and is {value}")),
            None => {
                faults.push(format!("{file}: {name} is missing; it is {value} (--bless writes it)"))
            }
        }
    }
    if !faults.is_empty() {
        bail!("{}", faults.join("\n  "));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_written_once_and_then_compared() {
        let root = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(root.path().join("games/chess")).unwrap();
        let figure = |name: &str, value: u64| [("chess".to_owned(), name.to_owned(), json!(value))];
        let equal = |a: &Value, b: &Value| a == b;
        let check = |name, value, bless| compare(root.path(), &figure(name, value), bless, equal);

        let missing = check("instructions", 7, false).unwrap_err().to_string();
        assert!(missing.contains("games/chess/figures.json: instructions is missing"), "{missing}");
        check("instructions", 7, true).unwrap();
        check("version", 1, true).unwrap();
        check("instructions", 7, false).unwrap();
        let changed = check("instructions", 8, false).unwrap_err().to_string();
        assert!(changed.contains("instructions was 7 and is 8"), "{changed}");
    }
}
