//! A rubric: the tasks and points that an instructor defines.

use super::Condition;
use super::facts::unknown_to_logs;
use agon_core::{ClockRule, ConductSettings, Enforcement, Profile, Waiver};
use serde::{Deserialize, Serialize};

/// How many games of a task must meet its condition.
#[derive(Copy, Clone, Debug, PartialEq, Serialize, Deserialize, Default)]
#[serde(rename_all = "snake_case")]
pub enum PassRule {
    /// All of them: full points or none.
    #[default]
    All,
    /// At least this share: full points or none.
    Share(f64),
    /// Points proportional to the number of games that do.
    Proportional,
}

/// One task: games against an opponent, and a condition on them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    /// Name in reports.
    pub name: String,
    /// The opponent; it takes all other seats.
    pub opponent: String,
    /// Maps, each played with all seeds; empty for the game's first map.
    #[serde(default)]
    pub maps: Vec<String>,
    /// The seeds; if empty, seeds 1 to `games`.
    #[serde(default)]
    pub seeds: Vec<u64>,
    /// Number of seeds, if `seeds` is empty.
    #[serde(default)]
    pub games: Option<u64>,
    /// Whether each seed is played once per seat.
    #[serde(default = "enabled")]
    pub swap: bool,
    /// Seats per game; default: the game's minimum.
    #[serde(default)]
    pub seats: Option<usize>,
    /// Condition on each game.
    pub need: Condition,
    /// How many games must meet the condition.
    #[serde(default)]
    pub enough: PassRule,
    /// Points.
    pub points: f64,
}

fn enabled() -> bool {
    true
}

impl Task {
    /// The seeds to play.
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
    /// Title.
    #[serde(default)]
    pub name: String,
    /// The game.
    pub game: String,
    /// Rule profile. Settings that hold for every game of the run stand here.
    #[serde(default)]
    pub rules: Profile,
    /// What follows from a violation of the contest's regulations [as its handbook says].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub regulations: Option<Enforcement>,
    /// How the time limits are meant [as the handbook says].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockRule>,
    /// Packages that bots may import besides those of the handbook.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub packages: Vec<String>,
    /// Violations that are forgiven.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub waivers: Vec<Waiver>,
    /// The tasks.
    #[serde(rename = "task")]
    pub tasks: Vec<Task>,
}

impl Rubric {
    /// Parses a rubric; the error is a sentence.
    pub fn parse(text: &str) -> Result<Rubric, String> {
        let rubric: Rubric = toml::from_str(text).map_err(|error| error.to_string())?;
        rubric.check()?;
        Ok(rubric)
    }

    /// Refuses a rubric that cannot be marked; the error is a sentence.
    pub fn check(&self) -> Result<(), String> {
        if self.tasks.is_empty() {
            return Err("the rubric has no [[task]]; add at least one".into());
        }
        for task in &self.tasks {
            let wrong = |what: &str| Err(format!("task `{}`: {what}", task.name));
            if !(task.points.is_finite() && task.points >= 0.0) {
                return wrong("points must be 0 or more");
            }
            if let Some(why) = unknown_to_logs(&task.need) {
                return wrong(&why);
            }
            if task.seeds.is_empty() && task.games == Some(0) {
                return wrong("games must be at least 1");
            }
            if let PassRule::Share(share) = task.enough
                && !(share > 0.0 && share <= 1.0)
            {
                return wrong("the share in `enough = { share = ... }` must lie between 0 and 1");
            }
        }
        Ok(())
    }

    /// Writes down the number of seats of tasks that do not say it: the game's minimum.
    pub fn fill_seats(&mut self, min: usize) {
        self.tasks.iter_mut().for_each(|task| {
            task.seats.get_or_insert(min);
        });
    }

    /// What the organiser says about the contest's regulations.
    pub fn conduct(&self) -> ConductSettings {
        ConductSettings {
            regulations: self.regulations,
            clock: self.clock,
            packages: self.packages.clone(),
            waivers: self.waivers.clone(),
        }
    }

    /// The tasks, which must not change when a grading is resumed. Regulations apply to submissions when they
    /// are entered; the clock must not change either, and is kept beside the tasks.
    pub fn fixed(&self) -> Rubric {
        Rubric {
            regulations: None,
            clock: None,
            packages: Vec::new(),
            waivers: Vec::new(),
            ..self.clone()
        }
    }

    /// Maximum points.
    pub fn most(&self) -> f64 {
        self.tasks.iter().map(|task| task.points).sum()
    }
}
