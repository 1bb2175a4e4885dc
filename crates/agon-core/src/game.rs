//! The state machine that every game is: which actors must speak, what they see, how a turn ends.

use crate::{Chance, Outcome, StateHash};
use arrayvec::ArrayVec;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use std::fmt;

/// The most seats any match has, and so the most actors that can be asked at once.
pub const MAX_SEATS: usize = 8;

/// A place at the table, counted from 0 in the order of play. One bot program sits on it.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seat(pub u8);

impl Seat {
    /// The seat as an index into per-seat arrays.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// What one running bot instance controls: a whole seat in most games, a single unit in others.
///
/// The number is the game's own handle; it is never reused within a match.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Actor(pub u32);

/// The actors that are asked at the same time.
pub type Actors = ArrayVec<Actor, MAX_SEATS>;

/// What the game waits for.
#[derive(Clone, Debug, PartialEq)]
pub enum Now {
    /// These actors must each play a turn; the game goes on when all of them have ended it.
    Turn(Actors),
    /// The game is over.
    Over(Outcome),
}

impl Now {
    /// One actor must play a turn.
    pub fn one(actor: Actor) -> Now {
        let mut actors = Actors::new();
        actors.push(actor);
        Now::Turn(actors)
    }
}

/// Why an actor's turn ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// The bot said it was done.
    Done,
    /// The energy ran out: the program is suspended where it stands and goes on in its next turn.
    Paused,
    /// The clock ran out.
    OutOfTime,
    /// The turn was cut short by a fault of the bot (an exception); the program can be asked again.
    Failed,
    /// The actor's program came to its end on its own.
    Finished,
    /// The program is dead (crashed, was killed, closed its pipes) and cannot be asked again.
    Gone,
}

/// What a turn cost. The bot's host measures it; the game uses what its rules count.
///
/// Both numbers are written into the replay, so that a re-simulation repeats them exactly.
#[derive(Copy, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Spent {
    /// Wall-clock seconds of thinking.
    pub seconds: f64,
    /// Energy charged during the turn, penalties included, debts of earlier turns not included.
    pub energy: u64,
}

/// The end of one actor's turn.
#[derive(Copy, Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct End {
    /// Why it ended.
    pub why: Why,
    /// What it cost.
    pub spent: Spent,
}

impl End {
    /// The ordinary end: done, nothing charged.
    pub const DONE: End = End::because(Why::Done);

    /// An end for the given reason with nothing charged.
    pub const fn because(why: Why) -> End {
        End { why, spent: Spent { seconds: 0.0, energy: 0 } }
    }
}

/// What an actor may spend in the turn it is asked for. `None` means the rules set no limit.
#[derive(Copy, Clone, Debug, Default, PartialEq)]
pub struct Allowance {
    /// Wall-clock seconds.
    pub seconds: Option<f64>,
    /// Energy; negative while a debt of earlier turns is larger than a whole turn's energy.
    pub energy: Option<i64>,
}

/// Which of the two rule sets of a game is played.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Profile {
    /// What the contest's handbook says (the default).
    #[default]
    Handbook,
    /// What the contest's original program really did, including its mistakes.
    Original,
}

impl Profile {
    /// Both profiles, the default first.
    pub const ALL: [Profile; 2] = [Profile::Handbook, Profile::Original];

    /// The word used on command lines and in files.
    pub fn word(self) -> &'static str {
        match self {
            Profile::Handbook => "handbook",
            Profile::Original => "original",
        }
    }
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl std::str::FromStr for Profile {
    type Err = String;
    fn from_str(word: &str) -> Result<Profile, String> {
        Profile::ALL
            .into_iter()
            .find(|p| p.word() == word)
            .ok_or_else(|| format!("there is no rule profile `{word}`: use handbook or original"))
    }
}

/// One position of one game; everything that changes during play is inside, everything that does
/// not (map, rules) is shared behind an `Arc`.
///
/// A turn of an actor named by [`now`](Game::now) is a dialogue: it gets a [`view`](Game::view),
/// makes any number of [`call`](Game::call)s, and [`end`](Game::end)s. The same calls and ends on
/// the same setup and chance give the same states, bit for bit, on every machine.
///
/// Implementations do no I/O, read no clock, start no threads and allocate nothing after `new`
/// in `now`, `view`, `call` and `end` while the game goes on (buffers grow to their size once).
pub trait Game: Clone + Send + Sync + 'static {
    /// Everything a match starts from but chance: map, rules, number of seats. Its `Deserialize`
    /// refuses what cannot be played, so that [`Game::new`] cannot fail.
    type Setup: Clone + Send + Sync + Serialize + DeserializeOwned + 'static;
    /// What one actor may know. Filled in place, so that a buffer serves a whole match. Views, calls
    /// and replies can be read back by a bot in another process, and described by a JSON Schema.
    type View: Default
        + Clone
        + fmt::Debug
        + Send
        + Serialize
        + DeserializeOwned
        + JsonSchema
        + 'static;
    /// Something an actor says: an order or a question. Must survive a non-self-describing format
    /// (no untagged or internally tagged enums).
    type Call: Clone
        + PartialEq
        + fmt::Debug
        + Send
        + Serialize
        + DeserializeOwned
        + JsonSchema
        + 'static;
    /// The answer to a call: a result or a typed refusal.
    type Reply: Clone
        + PartialEq
        + fmt::Debug
        + Send
        + Serialize
        + DeserializeOwned
        + JsonSchema
        + 'static;

    /// The position before the first turn.
    fn new(setup: &Self::Setup, chance: Chance) -> Self;

    /// The actors that must play a turn now, or how the game ended.
    fn now(&self) -> Now;

    /// The seat whose program plays this actor.
    fn seat(&self, actor: Actor) -> Seat {
        Seat(actor.0 as u8)
    }

    /// Writes what `actor` may know into `out`, overwriting what was there.
    fn view(&self, actor: Actor, out: &mut Self::View);

    /// Answers one call of an actor whose turn it is. A refused call changes nothing.
    fn call(&mut self, actor: Actor, call: &Self::Call) -> Self::Reply;

    /// Ends the turn of an actor whose turn it is.
    fn end(&mut self, actor: Actor, end: End);

    /// The round being played, as the rulebook numbers it; never decreases.
    fn round(&self) -> u32;

    /// A fingerprint of the whole position, chance included.
    fn hash(&self) -> StateHash;

    /// Whether a call can change the position. Questions are answered but not recorded.
    fn is_order(_call: &Self::Call) -> bool {
        true
    }

    /// What the actor may spend in its turn.
    fn allowance(&self, _actor: Actor) -> Allowance {
        Allowance::default()
    }

    /// The energy a call costs, charged before it is carried out.
    fn price(_call: &Self::Call) -> u64 {
        0
    }

    /// The energy charged for the answer: the penalty for an invalid call.
    fn penalty(_reply: &Self::Reply) -> u64 {
        0
    }

    /// Whether this actor will never be asked again, so that its program can be closed.
    fn is_gone(&self, _actor: Actor) -> bool {
        false
    }

    /// Replaces the future of chance, so that a planner working on a copy cannot foresee it.
    fn reseed(&mut self, _seed: u64) {}
}
