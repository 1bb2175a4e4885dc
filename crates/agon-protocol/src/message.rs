//! The messages, the same for every game: a game only brings its own views, calls and replies.
//!
//! Every message is one object whose `type` says which it is. Everything said within a turn carries
//! the number of that turn, so that an answer that comes too late is never taken for the next one.

use agon_core::{Note, Outcome, Profile};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// The version of the protocol. It is raised when a bot of today would no longer understand.
pub const VERSION: u32 = 1;

/// What Agon says to a bot. `V` is the game's view, `R` its reply; both may be references.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schemars(rename = "ToBot")]
pub enum ToBot<V, R> {
    /// The first message. The bot answers with `ready`.
    Hello(Hello),
    /// It is the bot's turn. It makes calls and ends with `done`.
    Turn {
        /// The number of this turn: everything the bot says in it names this number.
        turn: u64,
        /// Who is to act: the seat, or in Home Run one unit of it.
        actor: u32,
        /// The round being played.
        round: u32,
        /// Seconds this turn may take; null without a limit.
        seconds: Option<f64>,
        /// Energy this turn may cost; null in games that do not count it.
        energy: Option<i64>,
        /// What the actor may know.
        view: V,
    },
    /// The answer to `call`.
    Reply {
        /// The turn.
        turn: u64,
        /// The game's answer; null if the call could not be understood.
        reply: Option<R>,
        /// Why nothing came of the call, as a sentence; null if something did.
        refused: Option<String>,
        /// The position after the call, if the call asked for it with `look`; null otherwise.
        view: Option<V>,
    },
    /// The answer to `calls`: one entry for each, in order.
    Replies {
        /// The turn.
        turn: u64,
        /// The answers.
        replies: Vec<Answer<R>>,
        /// The position after the last call, if `look` was asked for; null otherwise.
        view: Option<V>,
    },
    /// The answer to `look`.
    View {
        /// The turn.
        turn: u64,
        /// The position as it is now.
        view: V,
    },
    /// The turn is over before the bot has said `done`. Nothing said in it counts any more.
    Stopped {
        /// The turn.
        turn: u64,
        /// Why.
        why: Stop,
    },
    /// An actor is dead and will not be asked again (Home Run).
    Gone {
        /// Who.
        actor: u32,
    },
    /// Something the bot said could not be understood; its turn has failed.
    Error {
        /// What was wrong, as a sentence.
        message: String,
    },
    /// The match is over. The bot has a moment to end by itself.
    Over {
        /// Its seat, from 0.
        seat: u8,
        /// Its rank; 1 is best.
        rank: u8,
        /// How the match ended.
        result: Outcome,
    },
}

/// What a bot is told before anything else.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Hello {
    /// The version of the protocol: 1.
    pub protocol: u32,
    /// The game's id, such as `mars`.
    pub game: Cow<'static, str>,
    /// The version of the game's rules.
    pub version: u32,
    /// The rule profile.
    pub rules: Profile,
    /// The map's name.
    pub map: String,
    /// The bot's seat, from 0.
    pub seat: u8,
    /// The seat's name, such as `blue`.
    pub seat_name: Cow<'static, str>,
    /// The number of seats.
    pub seats: u8,
    /// A seed of 53 bits: a bot that takes its randomness from it plays the same match again.
    pub seed: u64,
    /// Whether the match is one of a tournament.
    pub tournament: bool,
}

/// One entry of `replies`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Answer")]
pub struct Answer<R> {
    /// The game's answer; null if the call could not be understood.
    pub reply: Option<R>,
    /// Why nothing came of the call, as a sentence; null if something did.
    pub refused: Option<String>,
}

/// Why a turn was stopped.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Stop {
    /// Its seconds are used up.
    OutOfTime,
    /// Its energy is used up; the turn goes on in the actor's next one.
    OutOfEnergy,
    /// The actor has died.
    Dead,
    /// The bot said something that could not be understood.
    Failed,
}

/// What a bot says to Agon. `C` is the game's call.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schemars(rename = "FromBot")]
pub enum FromBot<C> {
    /// The answer to `hello`; always one line of JSON.
    Ready {
        /// How both sides write from now on.
        #[serde(default)]
        format: Format,
        /// Whether the bot's kit counts energy itself and tells it in `done`.
        #[serde(default)]
        metered: bool,
    },
    /// Makes one call; answered by `reply`.
    Call {
        /// The turn.
        turn: u64,
        /// The call.
        call: C,
        /// Whether the answer is to bring the position after the call.
        #[serde(default)]
        look: bool,
    },
    /// Makes several calls, one after the other; answered by `replies`.
    Calls {
        /// The turn.
        turn: u64,
        /// The calls.
        calls: Vec<C>,
        /// Whether the answer is to bring the position after the last call.
        #[serde(default)]
        look: bool,
    },
    /// Asks for the position as it is now; answered by `view`.
    Look {
        /// The turn.
        turn: u64,
    },
    /// Saves calls that are made if the turn ends without any; not answered.
    Draft {
        /// The turn.
        turn: u64,
        /// The calls.
        calls: Vec<C>,
    },
    /// A log line or a drawing for the bot's author; not answered. Also outside turns.
    Note {
        /// The note.
        note: Note,
    },
    /// Ends the turn; not answered.
    Done {
        /// The turn.
        turn: u64,
        /// How it ended.
        #[serde(default)]
        how: How,
        /// The energy spent, from bots that are `metered`.
        #[serde(default)]
        energy: u64,
        /// With `failed`: what happened, for the bot's author.
        #[serde(default)]
        error: Option<String>,
    },
}

/// How messages are written.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Format {
    /// One line of JSON each.
    #[default]
    Json,
    /// MessagePack maps, each behind its length in four bytes, little end first.
    Msgpack,
}

/// How a bot ended its turn.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum How {
    /// By its own word: what it has said is all it wanted to say.
    #[default]
    Done,
    /// It came back without having decided: a saved draft counts, if it made no call.
    Silent,
    /// An exception cut it short; it can be asked again.
    Failed,
    /// It was stopped in the middle because its energy ran out, and goes on next turn.
    Paused,
    /// The actor's program has come to its end (Home Run).
    Finished,
}
