//! The entries of a run's log.
//!
//! A run is nothing but its log. Entrants have permanent numbers, and every game is drawn in an entry
//! before it is played, so a result can be checked against the draw that it belongs to.

use crate::{Inspected, Ruling};
use agon_core::{Profile, StateHash, StateHasher};
use agon_ladder::mcmahon::Idle;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fmt;

/// Permanent number of an entrant in its run, counted from 1.
#[derive(
    Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct EntrantId(pub u32);

impl fmt::Display for EntrantId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "entrant {}", self.0)
    }
}

/// The parameters of a run, which never change.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Begin {
    /// Kind of run: `compare`, `league`, `tournament`, `grade`.
    pub kind: String,
    /// The game.
    pub game: String,
    /// The version of the game's rules.
    pub version: u32,
    /// Rule profile.
    pub rules: Profile,
    /// Name and version of the program.
    pub engine: String,
    /// The plan of the run.
    pub plan: Value,
    /// Start date.
    pub date: String,
    /// Hash of the program file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub build: Option<String>,
}

/// What an entrant does in a run.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// It competes.
    #[default]
    Player,
    /// It plays where an opponent is missing and is not ranked.
    House,
    /// It is an opponent of a rubric's task and is not marked.
    Opponent,
}

/// An entrant's results before the run, for seeding.
#[derive(Copy, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// Games won; draws count half.
    pub wins: f64,
    /// Games played.
    pub games: u32,
    /// Rating; 0 if unrated.
    pub rating: f64,
}

/// An entrant of the run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Entered {
    /// Its permanent number.
    pub number: EntrantId,
    /// Display name; unique in a run.
    pub name: String,
    /// Specifier of the bot: `builtin:NAME` or a path.
    pub word: String,
    /// Hash of its files; none for built-in bots, whose version is the program's.
    pub hash: Option<String>,
    /// What it does in the run.
    #[serde(default, skip_serializing_if = "is_default")]
    pub role: Role,
    /// Entrants of one team can be kept apart.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub team: Option<String>,
    /// The first round it plays; none for the next one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub joins: Option<u32>,
    /// Its results before the run.
    #[serde(default, skip_serializing_if = "is_default")]
    pub record: Record,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// A game that is to be played: its key within the run, and everything that determines it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct DrawnGame {
    /// The key; unique in a run.
    pub key: String,
    /// Specifier of the map; empty for the game's first map.
    pub map: String,
    /// The seed.
    pub seed: u64,
    /// The entrants by seat.
    pub seats: Vec<EntrantId>,
}

impl DrawnGame {
    /// Sets the bots' seeds apart from those of the run's other games with the same seed; never 0.
    pub fn lot(&self) -> u64 {
        StateHasher::new().bytes(self.key.as_bytes()).finish().0.max(1)
    }
}

/// Entrants that meet in one or several games, or are paired without games.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Meeting {
    /// The key; unique in a run.
    pub key: String,
    /// The entrants.
    pub entrants: Vec<EntrantId>,
    /// The games drawn so far.
    pub games: Vec<DrawnGame>,
    /// The winner of a meeting without games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub walkover: Option<EntrantId>,
    /// Why they meet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// A drawn round, batch or list of games.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Draw {
    /// Number from 1, without gaps.
    pub round: u32,
    /// "Round 2 of 5", "Semi-finals".
    pub title: String,
    /// The meetings.
    pub meetings: Vec<Meeting>,
    /// Entrants without a meeting.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub idle: Vec<(EntrantId, Idle)>,
    /// The entrants of a bracket in seed order, in its first draw.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seeds: Vec<EntrantId>,
    /// Winners of earlier meetings on which this draw relies: later rulings do not change them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub settled: Vec<(String, EntrantId)>,
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Played {
    /// Key of the game.
    pub game: String,
    /// The attempt, from 1; a rerun raises it.
    pub attempt: u32,
    /// The entrants by seat, as they were drawn.
    pub seats: Vec<EntrantId>,
    /// The map's name.
    pub map: String,
    /// The seed.
    pub seed: u64,
    /// Ranks by seat, 1 is best, as the game decided.
    pub ranks: Vec<u8>,
    /// Scores by seat.
    pub scores: Vec<f64>,
    /// The highest possible score, if the game reports it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most: Option<f64>,
    /// Short code of the deciding reason.
    pub reason: String,
    /// The deciding reason as a sentence.
    pub sentence: String,
    /// The last round.
    pub rounds: u32,
    /// Hash of the last position.
    pub state: StateHash,
    /// Hash of all orders; journals of older programs do not have it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub orders: Option<StateHash>,
    /// First fault of each bot.
    pub faults: Vec<Option<String>>,
    /// Whether each bot had stopped responding: not started, exited or out of memory.
    pub dead: Vec<bool>,
    /// Whether each bot was asked and never played a turn.
    pub silent: Vec<bool>,
    /// Duration in seconds.
    pub seconds: f64,
    /// Path of the replay, relative to the run's folder.
    pub replay: Option<String>,
}

/// One entry of a run's log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case")]
pub enum Entry {
    /// The first entry.
    Begin {
        /// Version of the format.
        format: u32,
        /// The run's parameters.
        #[serde(flatten)]
        begin: Begin,
    },
    /// The run is resumed with another build of the program.
    Build {
        /// Hash of the program file.
        build: String,
        /// Date.
        date: String,
    },
    /// An entrant.
    Entered(Entered),
    /// A bot that cannot take part, such as one that does not compile.
    Rejected {
        /// Its name.
        name: String,
        /// Why; none if it no longer asks to take part.
        why: Option<String>,
    },
    /// An entrant's program was read by the contest's regulations; replaces earlier findings.
    Inspected {
        /// The entrant.
        entrant: EntrantId,
        /// What was found.
        #[serde(flatten)]
        found: Inspected,
    },
    /// An entrant plays no more games until it is back.
    Aside {
        /// The entrant.
        entrant: EntrantId,
        /// Why.
        why: String,
        /// Whether its files are missing: it is back when they are.
        #[serde(default, skip_serializing_if = "is_default")]
        missing: bool,
    },
    /// An entrant that was set aside plays again.
    Back {
        /// The entrant.
        entrant: EntrantId,
    },
    /// Meetings and their games.
    Draw(Draw),
    /// Further games of a drawn meeting.
    More {
        /// Key of the meeting.
        meeting: String,
        /// The games.
        games: Vec<DrawnGame>,
    },
    /// A game was played.
    Played(Played),
    /// An infrastructure failure: the attempt has no result and the game is played again.
    Void {
        /// Key of the game.
        game: String,
        /// The attempt.
        attempt: u32,
        /// What failed.
        why: String,
    },
    /// A drawn game is not played.
    Dropped {
        /// Key of the game.
        game: String,
        /// The entrants that forfeit it; if there are none, the game has no result.
        by: Vec<EntrantId>,
        /// Why.
        why: String,
    },
    /// A decision of the organisers.
    Ruling(Ruling),
}
