//! `cargo xtask ladder`: the league of all levels of every game, and the table of their strength in the
//! manuals.
//!
//! `agon league` plays, on the game's own maps and as often on generated ones, in both rule profiles, and
//! computes the ratings. `agon compare` then plays each level against the level below alone, because a league
//! chooses games for their information: neighbours may hardly meet, and in games of many seats the other
//! levels decide too. This file only asks for both and writes what comes back between two lines of
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
/// Games of a league, unless `--games` says otherwise.
const GAMES: u64 = 300;
/// Games of each level against the level below, as a part of those of the league.
const DUEL_SHARE: u64 = 3;

/// A level in one profile, as `agon league --json` and `agon compare --json` report it.
#[derive(Clone, Debug, PartialEq)]
struct Rating {
    level: String,
    elo: f64,
    error: f64,
    games: u64,
    /// Against the level below: points and games.
    against_below: Option<(f64, f64)>,
}

/// What is played in one profile.
struct Field {
    game: String,
    profile: &'static str,
    /// The words of the levels, the weakest first.
    bots: Vec<String>,
    /// As many generated maps as own ones, in turn.
    maps: Vec<String>,
    /// Seats of a game.
    seats: u64,
    /// Where the journals are.
    folder: PathBuf,
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
            let field = Field::new(&program, game, profile)?;
            let mut ratings = field.league(&program, games)?;
            field.duels(&program, games / DUEL_SHARE, &mut ratings)?;
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

/// What `agon` prints as JSON. A comparison that ends undecided (exit code 3) or with a worse bot (1) has a
/// result too.
fn ask(program: &Path, words: &[&str]) -> anyhow::Result<Value> {
    let output = Command::new(program)
        .args(words)
        .output()
        .with_context(|| format!("cannot start {}", program.display()))?;
    let is_result = output.status.code().is_some_and(|code| match words[0] {
        "compare" => [0, 1, 3].contains(&code),
        _ => code == 0,
    });
    if !is_result {
        let said = String::from_utf8_lossy(&output.stderr);
        bail!("`agon {}` ended with {}: {said}", words.join(" "), output.status);
    }
    Ok(serde_json::from_slice(&output.stdout)?)
}

impl Field {
    fn new(program: &Path, game: &str, profile: &'static str) -> anyhow::Result<Field> {
        let about = ask(program, &["games", game, "--json"])?;
        let about = &about["games"][0];
        let names = |list: &str| -> Vec<String> {
            let all = about[list].as_array().into_iter().flatten();
            all.filter_map(|entry| entry["name"].as_str()).map(str::to_owned).collect()
        };
        let known = names("bots");
        let words = LEVELS.iter().map(|level| format!("builtin:{level}"));
        let bots = words.filter(|word| known.contains(word)).collect();
        let own = names("maps");
        let maps = own.iter().flat_map(|map| [map.clone(), "random".into()]).collect();
        let seats = about["seats"].as_array().and_then(|seats| seats.last()?.as_u64());
        let seats = seats.with_context(|| format!("`agon games {game}` names no seats"))?;
        let folder = target().join(format!("ladder/{game}-{profile}"));
        if folder.exists() {
            fs::remove_dir_all(&folder)?;
        }
        fs::create_dir_all(&folder)?;
        Ok(Field { game: game.into(), profile, bots, maps, seats, folder })
    }

    /// Plays the league of all levels.
    fn league(&self, program: &Path, games: u64) -> anyhow::Result<Vec<Rating>> {
        let Field { game, profile, bots, maps, .. } = self;
        let config =
            format!("game = {game:?}\nrules = {profile:?}\nmaps = {maps:?}\nbots = {bots:?}\n");
        let folder = self.folder.join("league");
        fs::create_dir_all(&folder)?;
        fs::write(folder.join("league.toml"), config)?;
        let (path, games) = (folder.display().to_string(), games.to_string());
        let words = ["league", &path, "--games", &games, "--json", "--replays", "none"];
        ratings(&ask(program, &words)?)
    }

    /// Plays each level against the level below: at a table of more than two seats each has half of them.
    fn duels(&self, program: &Path, games: u64, ratings: &mut [Rating]) -> anyhow::Result<()> {
        let units = games.div_ceil(self.seats).max(1).to_string();
        for (pair, rating) in self.bots.windows(2).zip(ratings.iter_mut().skip(1)) {
            let folder = self.folder.join(&rating.level).display().to_string();
            // Error rates so small that the test never stops: the number of games is what is asked for.
            let mut words = vec!["compare", &pair[1], &pair[0], "--game", &self.game];
            words.extend(["--rules", self.profile, "--max", &units, "--alpha", "1e-99"]);
            words.extend(["--beta", "1e-99", "--out", &folder, "--replays", "none", "--json"]);
            words.extend(self.maps.iter().flat_map(|map| ["--map", map]));
            rating.against_below = duel(&ask(program, &words)?["result"])?;
        }
        Ok(())
    }
}

/// The points and games of a comparison; a draw is half a point. At a table of more than two seats the better
/// mean place wins.
fn duel(result: &Value) -> anyhow::Result<Option<(f64, f64)>> {
    let number = |key: &str| {
        result[key].as_f64().with_context(|| format!("the comparison has no number `{key}`"))
    };
    let (won, drawn, lost) = (number("won")?, number("drawn")?, number("lost")?);
    let games = won + drawn + lost;
    Ok((games > 0.0).then_some((won + drawn / 2.0, games)))
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
    for (level, row) in places {
        let number = |key: &str| {
            lines[row][key].as_f64().with_context(|| format!("{level} has no number `{key}`"))
        };
        ratings.push(Rating {
            level: level.to_owned(),
            elo: number("elo")?,
            error: number("error")?,
            games: number("games")? as u64,
            against_below: None,
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

    /// Ratings from reports as `agon league --json` and `agon compare --json` print them.
    fn rated() -> Vec<Rating> {
        let line =
            |name: &str, elo: f64| json!({"name": name, "elo": elo, "error": 20.4, "games": 60});
        let lines = [line("novice", 1700.6), line("nothing", 1300.0), line("random", 1500.0)];
        let mut ratings = ratings(&json!({"table": {"lines": lines}})).unwrap();
        let result = |won, drawn, lost| json!({"won": won, "drawn": drawn, "lost": lost});
        ratings[1].against_below = duel(&result(26, 2, 2)).unwrap();
        ratings[2].against_below = duel(&result(20, 2, 8)).unwrap();
        ratings
    }

    #[test]
    fn a_table_has_the_levels_from_the_strongest_to_the_weakest() {
        let ratings = rated();
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
        let missed = misses("chess", "handbook", &rated());
        assert_eq!(missed.len(), 1, "{missed:?}");
        assert!(missed[0].contains("novice scores 70 % in 30 games against random"), "{missed:?}");
    }

    #[test]
    fn a_comparison_without_games_gives_no_share() {
        let none = json!({"won": 0, "drawn": 0, "lost": 0});
        assert_eq!(duel(&none).unwrap(), None);
        assert!(duel(&json!({"won": 1})).unwrap_err().to_string().contains("`drawn`"));
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
