//! A rubric: the tasks and points that an instructor defines.

use super::facts::unknown_to_logs;
use super::{Condition, LatePolicy};
use agon_core::{ClockRule, ConductSettings, Enforcement, Profile, Waiver};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Most seeds of a task.
const MAX_GAMES: u64 = 10_000;
/// Most points of a task.
const MAX_POINTS: f64 = 1_000_000.0;

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
    /// What students read instead of the opponent's name, if they must not know it: a sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hidden: Option<String>,
}

/// A task without games: staff read the program and give points.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ManualTask {
    /// Name in reports.
    pub name: String,
    /// What staff look at.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// Maximum points.
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

impl Task {
    /// What is wrong with the task, as a sentence.
    fn fault(&self) -> Option<String> {
        let wrong = |what: &str| Some(format!("task `{}`: {what}", self.name));
        if let Some(what) = fault_of_points(self.points) {
            return wrong(&what);
        }
        if let Some(why) = unknown_to_logs(&self.need) {
            return wrong(&why);
        }
        if self.seeds.is_empty() && self.games == Some(0) {
            return wrong("games must be at least 1");
        }
        if let Some(games) = self.games.filter(|games| *games > MAX_GAMES) {
            return wrong(&format!("games must be at most {MAX_GAMES}, not {games}"));
        }
        if let PassRule::Share(share) = self.enough
            && !(share > 0.0 && share <= 1.0)
        {
            return wrong("the share in `enough = { share = ... }` must lie between 0 and 1");
        }
        if self.hidden.as_ref().is_some_and(|sentence| sentence.trim().is_empty()) {
            return wrong("`hidden` is what students read about the opponent; write a sentence");
        }
        None
    }
}

impl ManualTask {
    /// What is wrong with the task, as a sentence.
    fn fault(&self) -> Option<String> {
        let wrong = |what: &str| Some(format!("manual task `{}`: {what}", self.name));
        if self.name.trim().is_empty() || self.name.chars().count() > 100 {
            return wrong("the name must have 1 to 100 characters");
        }
        if let Some(what) = fault_of_points(self.points) {
            return wrong(&what);
        }
        None
    }
}

fn fault_of_points(points: f64) -> Option<String> {
    let fits = (0.0..=MAX_POINTS).contains(&points);
    (!fits).then(|| format!("points must be from 0 to {MAX_POINTS}, not {points}"))
}

/// What is wrong with a table of a rubric; `number` counts the tables of its name from 0.
struct Fault {
    table: &'static str,
    number: usize,
    what: String,
}

/// The line of the table `[[name]]` with this number, counted from 0; none if tables are written in
/// another way.
fn line_of(text: &str, name: &str, number: usize) -> Option<usize> {
    let header = format!("[[{name}]]");
    let is_header = |line: &str| {
        let plain: String = line.chars().filter(|c| !c.is_whitespace()).collect();
        plain.starts_with(&header)
    };
    let mut lines = text.lines().zip(1..).filter(|(line, _)| is_header(line));
    lines.nth(number).map(|(_, line)| line)
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
    /// Which late submissions are graded, and what they lose [none are].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub late: Option<LatePolicy>,
    /// The tasks.
    #[serde(rename = "task")]
    pub tasks: Vec<Task>,
    /// The tasks that staff mark by hand.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub manual: Vec<ManualTask>,
}

impl Rubric {
    /// Parses a rubric; the error is a sentence that names the line.
    pub fn parse(text: &str) -> Result<Rubric, String> {
        let rubric: Rubric = toml::from_str(text).map_err(|error| error.to_string())?;
        match rubric.fault() {
            None => Ok(rubric),
            Some(Fault { table, number, what }) => match line_of(text, table, number) {
                Some(line) => Err(format!("line {line}: {what}")),
                None => Err(what),
            },
        }
    }

    /// Refuses a rubric that cannot be marked; the error is a sentence.
    pub fn check(&self) -> Result<(), String> {
        self.fault().map_or(Ok(()), |fault| Err(fault.what))
    }

    fn fault(&self) -> Option<Fault> {
        if self.tasks.is_empty() {
            let what = "the rubric has no [[task]]; add at least one".into();
            return Some(Fault { table: "task", number: usize::MAX, what });
        }
        let faults = self.tasks.iter().map(Task::fault).enumerate();
        let tasks = faults.filter_map(|(number, what)| Some(("task", number, what?)));
        let faults = self.manual.iter().map(ManualTask::fault).enumerate();
        let manual = faults.filter_map(|(number, what)| Some(("manual", number, what?)));
        let first = tasks.chain(manual).next();
        first.or_else(|| self.repeated()).map(|(table, number, what)| Fault { table, number, what })
    }

    /// A task with the name of an earlier one: points and reports name tasks.
    fn repeated(&self) -> Option<(&'static str, usize, String)> {
        let tasks = self.tasks.iter().map(|task| &task.name).enumerate();
        let manual = self.manual.iter().map(|task| &task.name).enumerate();
        let mut names = BTreeSet::new();
        let (table, number, name) = tasks
            .map(|(number, name)| ("task", number, name))
            .chain(manual.map(|(number, name)| ("manual", number, name)))
            .find(|(_, _, name)| !names.insert(*name))?;
        let what = format!("task `{name}`: another task has this name; choose another one");
        Some((table, number, what))
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

    /// The games of the tasks, which must not change when a grading is resumed. Regulations apply to
    /// submissions when they are entered; the clock must not change either, and is kept beside the tasks.
    pub fn fixed(&self) -> Rubric {
        Rubric {
            regulations: None,
            clock: None,
            packages: Vec::new(),
            waivers: Vec::new(),
            late: None,
            manual: Vec::new(),
            tasks: self.tasks.iter().map(|task| Task { hidden: None, ..task.clone() }).collect(),
            ..self.clone()
        }
    }

    /// Maximum points of the tasks with games.
    pub fn most(&self) -> f64 {
        self.tasks.iter().map(|task| task.points).sum()
    }

    /// Maximum points of the tasks that staff mark by hand.
    pub fn most_manual(&self) -> f64 {
        self.manual.iter().map(|task| task.points).sum()
    }
}
