//! What is asked of a submission, as an instructor writes it.

use super::Condition;
use agon_core::Profile;
use serde::{Deserialize, Serialize};

/// How many games of a task must hold.
#[derive(Copy, Clone, Debug, PartialEq, Serialize, Deserialize, Default)]
#[serde(rename_all = "snake_case")]
pub enum Enough {
    /// All of them: full points or none.
    #[default]
    All,
    /// At least this share: full points or none.
    Share(f64),
    /// Points in proportion to the games that hold.
    Proportional,
}

/// One task: games against an opponent, and what they must come to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    /// What it is called in reports.
    pub name: String,
    /// The opponent; every other seat is taken by it.
    pub opponent: String,
    /// Maps, each with all seeds; none for the game's first one.
    #[serde(default)]
    pub maps: Vec<String>,
    /// The seeds; if there are none, `games` seeds from 1 on.
    #[serde(default)]
    pub seeds: Vec<u64>,
    /// How many seeds, if they are not listed.
    #[serde(default)]
    pub games: Option<u64>,
    /// Whether each seed is played on every seat.
    #[serde(default = "yes")]
    pub swap: bool,
    /// Seats of a game; the fewest the game allows if not given.
    #[serde(default)]
    pub seats: Option<usize>,
    /// What each game must come to.
    pub need: Condition,
    /// How many must.
    #[serde(default)]
    pub enough: Enough,
    /// What it is worth.
    pub points: f64,
}

fn yes() -> bool {
    true
}

impl Task {
    /// The seeds that are played.
    pub fn all_seeds(&self) -> Vec<u64> {
        if self.seeds.is_empty() {
            (1..=self.games.unwrap_or(1)).collect()
        } else {
            self.seeds.clone()
        }
    }
}

/// A whole rubric.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rubric {
    /// What it is called.
    #[serde(default)]
    pub name: String,
    /// The game.
    pub game: String,
    /// The rules.
    #[serde(default)]
    pub rules: Profile,
    /// The tasks.
    #[serde(rename = "task")]
    pub tasks: Vec<Task>,
}

impl Rubric {
    /// Reads a rubric; what is wrong with it is a sentence.
    pub fn parse(text: &str) -> Result<Rubric, String> {
        let rubric: Rubric = toml::from_str(text).map_err(|error| error.to_string())?;
        if rubric.tasks.is_empty() {
            return Err("the rubric has no [[task]]".into());
        }
        for task in &rubric.tasks {
            let wrong = |what: &str| Err(format!("task `{}`: {what}", task.name));
            if !(task.points.is_finite() && task.points >= 0.0) {
                return wrong("points must be a number from 0 up");
            }
            if task.seeds.is_empty() && task.games == Some(0) {
                return wrong("games = 0 plays nothing");
            }
            if let Enough::Share(share) = task.enough
                && !(share > 0.0 && share <= 1.0)
            {
                return wrong("enough = { share = ... } must lie between 0 and 1");
            }
        }
        Ok(rubric)
    }

    /// The most points there are.
    pub fn most(&self) -> f64 {
        self.tasks.iter().map(|task| task.points).sum()
    }
}
