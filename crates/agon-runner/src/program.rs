//! A bot on its seat during a match, and the report on it afterwards.

use agon_core::{Game, Outcome, Profile, Seat, Turn, Why};
use serde::Serialize;
use std::fmt;
use std::time::Duration;

/// A bot that sits on one seat for one match and plays every actor of that seat.
pub trait Program<G: Game>: Send {
    /// Plays one turn of the actor that `turn` belongs to, and says how it ended. What the bot
    /// does wrong is in the result; an error is a failure of Agon and makes the match void.
    fn turn(&mut self, view: &G::View, turn: &mut Turn<'_, G>) -> Result<Ended, Trouble>;

    /// Whether the bot thinks outside of this thread, in a process of its own. Such bots think at the same
    /// time where the game asks several actors at once.
    fn thinks_apart(&self) -> bool {
        false
    }

    /// A new round has begun: actors that are gone will not be asked again.
    fn close_gone(&mut self, _game: &G) {}

    /// The match is over.
    fn over(self: Box<Self>, outcome: &Outcome) -> Report;
}

/// How a turn ended, and the seconds it took as the rules count them.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Ended {
    /// Why.
    pub why: Why,
    /// Seconds of thinking.
    pub seconds: f64,
}

/// Something on Agon's side failed: the match is void and has to be played again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trouble(pub String);

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; this match has no result", self.0)
    }
}

impl std::error::Error for Trouble {}

/// What a program is told when it sits down.
#[derive(Copy, Clone, Debug)]
pub struct Seating<'a> {
    /// Its seat.
    pub seat: Seat,
    /// Seats at the table.
    pub seats: usize,
    /// All randomness of the program comes from here.
    pub seed: u64,
    /// The rule profile.
    pub rules: Profile,
    /// The map's name.
    pub map: &'a str,
    /// Whether the match is one of a tournament.
    pub tournament: bool,
}

/// The report on one seat's program after a match.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Report {
    /// What it did wrong, in order; what happened again is counted; at most [`Report::MAX_INCIDENTS`].
    pub incidents: Vec<Incident>,
    /// The number of further incidents.
    pub more_incidents: u64,
    /// Turns it was asked for.
    pub turns: u64,
    /// Seconds it thought, in all.
    pub seconds: f64,
    /// Seconds of its longest turn.
    pub longest: f64,
    /// How often Agon waited for a message of it.
    #[serde(skip)]
    pub exchanges: u64,
    /// Seconds of processor time that its processes have used since they were started.
    #[serde(skip)]
    pub cpu_seconds: f64,
    /// The most memory it had at once, in bytes, where the machine tells.
    pub memory: Option<u64>,
    /// The sandbox that it ran in; none for built-in bots.
    pub sandbox: Option<String>,
    /// The last lines it wrote to its standard error.
    pub last_words: Option<String>,
}

impl Report {
    /// The most different incidents that are kept.
    pub const MAX_INCIDENTS: usize = 100;

    /// Adds an incident, or counts it if it differs from an earlier one in its round only.
    pub fn add(&mut self, round: u32, kind: IncidentKind, sentence: String) {
        let incident = Incident { round, kind, sentence, times: 1 };
        if let Some(same) = self.incidents.iter_mut().find(|other| other.is_like(&incident)) {
            same.times += 1;
        } else if self.incidents.len() < Report::MAX_INCIDENTS {
            self.incidents.push(incident);
        } else {
            self.more_incidents += 1;
        }
    }

    /// Adds that its turns took longer than all turns of one match may take together, so that it is not asked
    /// again.
    pub fn add_match_time_over(&mut self, round: u32, whole_match: Duration) {
        let seconds = whole_match.as_secs_f64();
        let sentence = format!(
            "its turns took more than the {seconds} s that a bot has for one match, by round {round}, and \
             it was given up"
        );
        self.add(round, IncidentKind::OutOfTime, sentence);
    }

    /// The number of all incidents.
    pub fn incident_count(&self) -> u64 {
        self.incidents.iter().map(|incident| incident.times).sum::<u64>() + self.more_incidents
    }
}

/// Something a program did wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Incident {
    /// In which round it happened first; 0 before the first turn.
    pub round: u32,
    /// What kind of thing.
    pub kind: IncidentKind,
    /// The whole story as a sentence.
    pub sentence: String,
    /// How often it happened.
    pub times: u64,
}

impl Incident {
    /// Whether both tell the same story of different rounds.
    fn is_like(&self, other: &Incident) -> bool {
        let story = |incident: &Incident| {
            incident.sentence.replace(&format!("round {}", incident.round), "round")
        };
        self.kind == other.kind && story(self) == story(other)
    }
}

impl fmt::Display for Incident {
    /// The sentence, and how often the same happened.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence)?;
        match self.times {
            0 | 1 => Ok(()),
            times => write!(f, " ({times} times)"),
        }
    }
}

/// What kind of thing a program did wrong.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum IncidentKind {
    /// It was not ready in time, or its first message was not `ready`.
    NotReady,
    /// It sent a message that the protocol does not know, or at the wrong time.
    Protocol,
    /// It wrote more than the limits allow.
    Flood,
    /// It took longer than its turn allows.
    OutOfTime,
    /// An exception cut its turn short; it can be asked again.
    Exception,
    /// It ended, crashed, or closed its pipes.
    Exited,
    /// It was stopped because it took too much memory.
    OutOfMemory,
    /// It left files behind that could not be removed.
    LeftBehind,
}
