//! `cargo xtask ladder`: the league of all levels of every game, and the table of their strength in the
//! manuals.
//!
//! `agon league` plays, on the game's own maps and as often on generated ones, in both rule profiles, and
//! computes the ratings. This file only asks for them and writes what comes back between two lines of
//! `games/GAME/manual.md`. Levels that score less than [`GOAL`] against the level below are named in the
//! end.

use crate::{cargo, root, target, tidy};
use anyhow::{Context, bail};
use serde_json::Value;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const BEGIN: &str = "<!-- ladder -->";
const END: &str = "<!-- /ladder -->";
/// The levels, the weakest first: `agon_core::LEVELS`.
const LEVELS: [&str; 6] = ["nothing", "random", "novice", "solid", "expert", "champion"];
const PROFILES: [&str; 2] = ["handbook", "original"];
/// The share that a level should score against the level below.
const GOAL: f64 = 0.75;
/// Games per game and profile, unless `--games` says otherwise.
const GAMES: u64 = 300;

/// A level in one profile, as `agon league --json` reports it.
#[derive(Clone, Debug, PartialEq)]
struct Rating {
    level: String,
    elo: f64,
    error: f64,
    games: u64,
    /// Share against the level below: points and games.
    against_below: Option<(f64, f64)>,
}

/// Plays the leagues and writes the tables: `--game ID` for one game, `--games N` per game and profile.
pub fn run(words: &[&str]) -> anyhow::Result<()> {
    let (mut only, mut games) = (None, GAMES);
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let value = words.next().with_context(|| format!("`{word}` needs a value"))?;
        match *word {
            "--game" => only = Some(*value),
            "--games" => {
                games = value.parse().with_context(|| {
                    format!("`--games {value}`: give a number of games, for example {GAMES}")
                })?;
            }
            _ => bail!("`{word}` is unknown; the options are --game ID and --games N"),
        }
    }
    let known = tidy::game_packages()?;
    let ids: Vec<&str> = known.iter().filter_map(|name| name.strip_prefix("agon-")).collect();
    if let Some(game) = only
        && !ids.contains(&game)
    {
        bail!("there is no game `{game}`: choose one of {}", ids.join(", "));
    }
    let program = program()?;
    let mut missed = Vec::new();
    for game in ids.into_iter().filter(|id| only.is_none_or(|only| only == *id)) {
        let mut leagues = Vec::new();
        for profile in PROFILES {
            println!("{game}, {profile}: {games} games ...");
            let ratings = league(&program, game, profile, games)?;
            missed.extend(misses(game, profile, &ratings));
            leagues.push(ratings);
        }
        let manual = root().join(format!("games/{game}/manual.md"));
        let text = fs::read_to_string(&manual)?;
        let text =
            insert(&text, &table(&leagues)).with_context(|| format!("games/{game}/manual.md"))?;
        fs::write(&manual, text)?;
        println!("wrote the table of games/{game}/manual.md");
    }
    for sentence in &missed {
        println!("{sentence}");
    }
    if missed.is_empty() {
        println!("Every level scores at least {:.0} % against the level below.", 100.0 * GOAL);
    }
    Ok(())
}

/// The program that plays: the one in the variable AGON, or a release build.
fn program() -> anyhow::Result<PathBuf> {
    if let Some(program) = std::env::var_os("AGON") {
        return Ok(program.into());
    }
    cargo(&["build", "--release", "--quiet", "--bin", "agon"], &[])?;
    Ok(target().join("release/agon"))
}

/// What `agon` prints as JSON.
fn ask(program: &Path, words: &[&str]) -> anyhow::Result<Value> {
    let output = Command::new(program)
        .args(words)
        .output()
        .with_context(|| format!("cannot start {}", program.display()))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        bail!("`agon {}` ended with {}: {said}", words.join(" "), output.status);
    }
    Ok(serde_json::from_slice(&output.stdout)?)
}

/// Plays the league of a game's levels in one profile.
fn league(program: &Path, game: &str, profile: &str, games: u64) -> anyhow::Result<Vec<Rating>> {
    let about = ask(program, &["games", game, "--json"])?;
    let about = &about["games"][0];
    let names = |list: &str| -> Vec<String> {
        let all = about[list].as_array().into_iter().flatten();
        all.filter_map(|entry| entry["name"].as_str()).map(str::to_owned).collect()
    };
    let is_level =
        |bot: &String| bot.strip_prefix("builtin:").is_some_and(|name| LEVELS.contains(&name));
    let bots: Vec<String> = names("bots").into_iter().filter(is_level).collect();
    // As many games on generated maps as on the game's own.
    let own = names("maps");
    let maps: Vec<&str> = own.iter().flat_map(|map| [map.as_str(), "random"]).collect();
    let folder = target().join(format!("ladder/{game}-{profile}"));
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    let config =
        format!("game = {game:?}\nrules = {profile:?}\nmaps = {maps:?}\nbots = {bots:?}\n");
    fs::write(folder.join("league.toml"), config)?;
    let (path, games) = (folder.display().to_string(), games.to_string());
    let words = ["league", &path, "--games", &games, "--json", "--replays", "none"];
    ratings(&ask(program, &words)?)
}

/// The ratings of a league's table, the weakest level first.
fn ratings(report: &Value) -> anyhow::Result<Vec<Rating>> {
    let table = &report["table"];
    let lines = table["lines"].as_array().context("the league printed no table")?;
    let name = |line: &Value| {
        let name = line["name"].as_str().unwrap_or_default();
        name.strip_prefix("builtin:").unwrap_or(name).to_owned()
    };
    let places: Vec<(&str, usize)> = LEVELS
        .iter()
        .filter_map(|level| Some((*level, lines.iter().position(|line| name(line) == *level)?)))
        .collect();
    let mut ratings = Vec::new();
    for (i, &(level, row)) in places.iter().enumerate() {
        let number = |key: &str| {
            lines[row][key].as_f64().with_context(|| format!("{level} has no number `{key}`"))
        };
        let share = i.checked_sub(1).map(|below| &table["head_to_head"][row][places[below].1]);
        let share = share.and_then(|s| Some((s["points"].as_f64()?, s["games"].as_f64()?)));
        ratings.push(Rating {
            level: level.to_owned(),
            elo: number("elo")?,
            error: number("error")?,
            games: number("games")? as u64,
            against_below: share.filter(|(_, games)| *games > 0.0),
        });
    }
    Ok(ratings)
}

/// A sentence for each level that does not reach the goal against the level below.
fn misses(game: &str, profile: &str, ratings: &[Rating]) -> Vec<String> {
    let pairs = ratings.iter().zip(ratings.iter().skip(1));
    let missed = pairs.filter_map(|(below, level)| {
        let (name, other) = (&level.level, &below.level);
        match level.against_below {
            None => Some(format!("{game}, {profile}: {name} and {other} did not meet.")),
            Some((points, games)) => (points / games < GOAL).then(|| {
                format!(
                    "{game}, {profile}: {name} scores {:.0} % in {games} games against {other}; the \
                     goal is {:.0} %.",
                    100.0 * points / games,
                    100.0 * GOAL
                )
            }),
        }
    });
    missed.collect()
}

/// The table of a manual: a row per level, three columns per profile.
fn table(leagues: &[Vec<Rating>]) -> String {
    let mut text = String::from("| level |");
    for profile in PROFILES {
        let _ = write!(text, " Elo, `{profile}` | games | against the level below |");
    }
    text.push_str("\n|---|");
    text.push_str(&"---|---|---|".repeat(PROFILES.len()));
    text.push('\n');
    for level in LEVELS.iter().rev() {
        let ratings: Vec<Option<&Rating>> = leagues
            .iter()
            .map(|league| league.iter().find(|rating| rating.level == *level))
            .collect();
        if ratings.iter().all(Option::is_none) {
            continue;
        }
        let _ = write!(text, "| `{level}` |");
        for rating in ratings {
            let Some(rating) = rating else {
                text.push_str(" - | - | - |");
                continue;
            };
            let below = rating.against_below;
            let below =
                below.map_or("-".to_owned(), |(won, of)| format!("{:.0} %", 100.0 * won / of));
            let Rating { elo, error, games, .. } = rating;
            let _ = write!(text, " {elo:.0} ± {error:.0} | {games} | {below} |");
        }
        text.push('\n');
    }
    text
}

/// A manual with another table between its two marks.
fn insert(manual: &str, table: &str) -> anyhow::Result<String> {
    let missing = || format!("it needs the lines `{BEGIN}` and `{END}`, in this order");
    let (before, rest) = manual.split_once(BEGIN).with_context(missing)?;
    let (_, after) = rest.split_once(END).with_context(missing)?;
    Ok(format!("{before}{BEGIN}\n{table}{END}{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// A report as `agon league --json` prints it.
    fn report() -> Value {
        let line =
            |name: &str, elo: f64| json!({"name": name, "elo": elo, "error": 20.4, "games": 60});
        let share = |points: f64, games: u32| json!({"points": points, "games": games});
        json!({"table": {
            "lines": [line("novice", 1700.6), line("nothing", 1300.0), line("random", 1500.0)],
            "head_to_head": [
                [share(0.0, 0), share(30.0, 30), share(21.0, 30)],
                [share(0.0, 30), share(0.0, 0), share(3.0, 30)],
                [share(9.0, 30), share(27.0, 30), share(0.0, 0)],
            ],
        }})
    }

    #[test]
    fn a_table_has_the_levels_from_the_strongest_to_the_weakest() {
        let ratings = ratings(&report()).unwrap();
        let text = table(&[ratings.clone(), ratings]);
        let rows: Vec<&str> = text.lines().collect();
        assert_eq!(rows.len(), 5, "{text}");
        assert!(rows[2].starts_with("| `novice` | 1701 ± 20 | 60 | 70 % | 1701"), "{text}");
        assert!(rows[3].starts_with("| `random` | 1500 ± 20 | 60 | 90 % |"), "{text}");
        assert!(rows[4].starts_with("| `nothing` | 1300 ± 20 | 60 | - |"), "{text}");
        let bars = |row: &str| row.matches('|').count();
        assert!(rows.iter().all(|row| bars(row) == bars(rows[0])), "{text}");
    }

    #[test]
    fn levels_below_the_goal_are_named() {
        let ratings = ratings(&report()).unwrap();
        let missed = misses("chess", "handbook", &ratings);
        assert_eq!(missed.len(), 1, "{missed:?}");
        assert!(missed[0].contains("novice scores 70 % in 30 games against random"), "{missed:?}");
    }

    #[test]
    fn a_manual_keeps_everything_but_the_table() {
        let manual = format!("# Chess\n{BEGIN}\nold\n{END}\nThe end.\n");
        let text = insert(&manual, "new\n").unwrap();
        assert_eq!(text, format!("# Chess\n{BEGIN}\nnew\n{END}\nThe end.\n"));
        let fault = insert("# Chess\n", "new\n").unwrap_err().to_string();
        assert!(fault.contains(BEGIN) && fault.contains(END), "{fault}");
    }
}
