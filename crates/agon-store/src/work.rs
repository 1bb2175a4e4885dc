//! What a job's payload and its result say. Workers see nothing else: no database, no accounts.

use crate::console::FailureClass;
use crate::jobs::amounts;
use serde::{Deserialize, Serialize};

/// The work of a job.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "work", rename_all = "snake_case")]
pub enum Work {
    /// Unpack and compile a bot.
    Build(Build),
    /// Play one game.
    Game(GameSpec),
}

/// A bot to compile.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Build {
    /// The game that it plays.
    pub game: String,
    /// Rule profile.
    pub rules: String,
    /// What the event asks of a submission.
    #[serde(default)]
    pub policy: Policy,
    /// How strictly the time limits apply in the first game: `strict`, `loose` or `off`.
    #[serde(default = "strict")]
    pub clock: String,
    /// Map of the first game; empty for the game's first map.
    #[serde(default)]
    pub map: String,
    /// The bot.
    pub bot: BotRef,
}

/// What an event asks of a submission, beyond its size.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Policy {
    /// Languages that are allowed; empty for all.
    pub languages: Vec<String>,
    /// Whether compiled programs and libraries are refused.
    pub sources_only: bool,
    /// Packages that bots may import besides what the handbook allows.
    pub packages: Vec<String>,
    /// Packages that Java classes must be in: `cs228hw4.game`, or `team.*` with those below; empty for any.
    pub java_packages: Vec<String>,
    /// Whether a program that breaks a regulation of the contest is rejected.
    pub regulations: bool,
}

/// A game to play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameSpec {
    /// The game.
    pub game: String,
    /// Rule profile.
    pub rules: String,
    /// Specifier of the map; empty for the game's first map.
    pub map: String,
    /// The seed.
    pub seed: u64,
    /// Sets the bots' seeds apart from those of other games with the same seed.
    pub lot: u64,
    /// Whether bots are told that this is a tournament.
    #[serde(default)]
    pub tournament: bool,
    /// How strictly the time limits apply: `strict`, `loose` or `off`.
    #[serde(default = "strict")]
    pub clock: String,
    /// What its bots get.
    #[serde(default, skip_serializing_if = "Resources::are_usual")]
    pub resources: Resources,
    /// The bots by seat.
    pub seats: Vec<BotRef>,
}

/// What the bots of a game get, as the settings of an event say it.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Resources {
    /// Memory limit of each bot in MiB; none for the worker's own limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bot_memory_mib: Option<u32>,
    /// Whole cores for the bots of a game together; none if they share the cores of the machine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game_cores: Option<u32>,
}

impl Resources {
    fn are_usual(&self) -> bool {
        *self == Resources::default()
    }

    /// What a worker must have for a game with this many programs, as needs of its job.
    pub(crate) fn needs(self, programs: usize) -> Vec<String> {
        let mib = u64::from(self.bot_memory_mib.unwrap_or(0)) * programs as u64;
        amounts(mib, self.game_cores.unwrap_or(0))
    }
}

/// The clock as the rules say.
pub fn strict() -> String {
    "strict".into()
}

/// A bot as a worker sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BotRef {
    /// Its side in the match, from 0; a game's seats are the sides in some order.
    pub side: u32,
    /// Its name in replays.
    pub name: String,
    /// File name of the upload, which tells its kind.
    pub file: String,
    /// Content address of its source, or `builtin:NAME`.
    pub source: String,
}

impl BotRef {
    /// Whether it is a program of its own, and not built into Agon.
    pub fn is_program(&self) -> bool {
        !self.source.starts_with("builtin:")
    }
}

/// What came out of a job.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "done", rename_all = "snake_case")]
pub enum Done {
    /// The bot was compiled, or cannot be.
    Built(Built),
    /// The game was played.
    Played(Box<GameReport>),
}

/// The end of a build.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Built {
    /// Why the bot cannot play, as a sentence; `None` if it can.
    pub fault: Option<String>,
    /// The compiler's output, shortened in the middle.
    pub log: String,
    /// What reading its program has shown, as a JSON document; none if no regulations apply to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reading: Option<String>,
    /// The language whose tools a worker must have; none if the bot needs nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub needs: Option<String>,
    /// What kind of fault it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub class: Option<FailureClass>,
}

/// The result of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameReport {
    /// The map's name.
    pub map: String,
    /// Ranks by seat, 1 is best.
    pub ranks: Vec<u8>,
    /// Scores by seat.
    pub scores: Vec<f64>,
    /// Short code of the deciding reason.
    pub reason: String,
    /// The deciding reason as a sentence.
    pub sentence: String,
    /// The highest possible score, if the game reports it.
    #[serde(default)]
    pub most: Option<f64>,
    /// The last round.
    pub rounds: u32,
    /// Hash of the last position.
    #[serde(default)]
    pub state: u64,
    /// Hash of all orders; workers of older programs do not send it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub orders: Option<u64>,
    /// First fault of each bot.
    pub faults: Vec<Option<String>>,
    /// What kind of fault each of them is.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub classes: Vec<Option<FailureClass>>,
    /// Whether each bot had stopped responding.
    pub dead: Vec<bool>,
    /// Whether each bot was asked and never played a turn.
    #[serde(default)]
    pub silent: Vec<bool>,
    /// Duration in seconds.
    pub seconds: f64,
    /// Content address of the replay.
    pub replay: Option<String>,
}
