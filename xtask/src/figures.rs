//! Figures that must not change unnoticed: what the games do, and how many instructions it takes.

use crate::root;
use anyhow::{Context, bail};
use serde_json::{Map, Value, json};
use std::path::PathBuf;
use std::process::Command;

/// How far an instruction count may move.
const TOLERANCE: f64 = 0.02;
/// Games played under callgrind: the difference of two runs is free of everything that happens
/// once, such as starting the program.
const GAMES: [u64; 2] = [2, 12];

fn agon() -> anyhow::Result<PathBuf> {
    // All of it, as the tests have built it: one package alone would have other features and be built anew.
    crate::cargo(&["build", "--release", "--quiet"], &[])?;
    Ok(crate::target().join("release/agon"))
}

fn output(command: &mut Command) -> anyhow::Result<String> {
    let output = command.output().with_context(|| format!("cannot start {command:?}"))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        bail!("{command:?} ended with {}: {said}", output.status);
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

fn games() -> anyhow::Result<Vec<String>> {
    let text = output(Command::new(agon()?).arg("games"))?;
    let ids = text.lines().take_while(|line| !line.is_empty());
    Ok(ids.filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect())
}

/// The behaviour signatures of all games.
pub fn signatures(bless: bool) -> anyhow::Result<()> {
    let text = output(Command::new(agon()?).args(["bench", "--signature", "--quick", "--json"]))?;
    let mut found = Map::new();
    for line in text.lines() {
        let line: Value = serde_json::from_str(line).context("agon bench printed no JSON")?;
        let game = line["game"].as_str().context("a line without a game")?.to_owned();
        found.insert(game, json!({"version": line["version"], "signature": line["signature"]}));
    }
    hold("signatures.json", found, bless, |known, found| known == found)
        .context("a game behaves differently: raise its version and say why, or find the mistake")
}

/// Instructions of one idle game with views, for every game.
pub fn instructions(bless: bool) -> anyhow::Result<()> {
    let mut found = Map::new();
    for game in games()? {
        let [few, many] = [count(&game, GAMES[0])?, count(&game, GAMES[1])?];
        let each = (many - few) / (GAMES[1] - GAMES[0]);
        println!("{game}: {each} instructions per idle game");
        found.insert(game, json!(each));
    }
    hold("instructions.json", found, bless, |known, found| match (known.as_f64(), found.as_f64()) {
        (Some(known), Some(found)) => (found / known - 1.0).abs() <= TOLERANCE,
        _ => false,
    })
    .context("a game takes another number of instructions: bless it with the reason, or mend it")
}

fn count(game: &str, games: u64) -> anyhow::Result<u64> {
    let report = std::env::temp_dir().join(format!("agon-callgrind-{}-{game}", std::process::id()));
    let run = Command::new("valgrind")
        .args(["--tool=callgrind", "--quiet"])
        .arg(format!("--callgrind-out-file={}", report.display()))
        .arg(agon()?)
        .args(["bench", game, "--idle", &games.to_string()])
        .output()
        .context("cannot start valgrind")?;
    let text = std::fs::read_to_string(&report).with_context(|| {
        format!("valgrind left no report: {}", String::from_utf8_lossy(&run.stderr))
    })?;
    let _ = std::fs::remove_file(&report);
    let total = text.lines().find_map(|line| line.strip_prefix("totals: "));
    total.and_then(|total| total.trim().parse().ok()).context("the report names no total")
}

/// Compares with what is known, or makes it known.
fn hold(
    file: &str,
    found: Map<String, Value>,
    bless: bool,
    same: impl Fn(&Value, &Value) -> bool,
) -> anyhow::Result<()> {
    let path = root().join("data/figures").join(file);
    if bless {
        std::fs::create_dir_all(path.parent().context("the file has a folder")?)?;
        std::fs::write(&path, serde_json::to_string_pretty(&found)? + "\n")?;
        println!("wrote data/figures/{file}");
        return Ok(());
    }
    let text = std::fs::read_to_string(&path).with_context(|| format!("data/figures/{file}"))?;
    let known: Map<String, Value> = serde_json::from_str(&text)?;
    let mut faults = Vec::new();
    for game in known.keys().chain(found.keys().filter(|game| !known.contains_key(*game))) {
        let (known, found) = (known.get(game), found.get(game));
        if !known.zip(found).is_some_and(|(known, found)| same(known, found)) {
            let text = |value: Option<&Value>| value.map_or("nothing".into(), Value::to_string);
            faults.push(format!("{game}: known {}, found {}", text(known), text(found)));
        }
    }
    if !faults.is_empty() {
        bail!("data/figures/{file} does not hold\n  {}", faults.join("\n  "));
    }
    Ok(())
}
