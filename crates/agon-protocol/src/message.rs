//! The messages. They are the same for every game; views, calls and replies belong to the game.
//!
//! Every message is one object whose `type` names its kind. Every message of a turn carries the number of
//! that turn, so that a late answer is never mistaken for an answer in the next turn.

use agon_core::{Note, Outcome, Profile};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// The version of the protocol. It is raised by changes that existing bots would not understand.
pub const VERSION: u32 = 1;

/// What a bot speaks that does not say it: the version before bots could say it.
fn unstated_version() -> u32 {
    1
}

/// A message from Agon to a bot. `V` is the game's view, `R` its reply; both may be references.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schemars(rename = "ToBot")]
pub enum ToBot<V, R> {
    /// The first message. The bot answers with `ready`.
    Hello(Hello),
    /// Starts a turn of the bot, which makes calls and ends the turn with `done`.
    Turn {
        /// The number of this turn; all messages of the bot in this turn carry it.
        turn: u64,
        /// The actor whose turn it is: the seat, or one unit in games where every unit has its own turn.
        actor: u32,
        /// The round being played.
        round: u32,
        /// Seconds this turn may take; null if there is no limit.
        seconds: Option<f64>,
        /// Energy this turn may cost; null in games that do not count it.
        energy: Option<i64>,
        /// What the actor can see.
        view: V,
    },
    /// The answer to `call`.
    Reply {
        /// The turn.
        turn: u64,
        /// The game's answer; null if the call could not be understood.
        reply: Option<R>,
        /// Why the call was refused, as a sentence; null if it was accepted.
        refused: Option<String>,
        /// The view after the call if the call had `look`; null otherwise.
        view: Option<V>,
    },
    /// The answer to `calls`: one entry for each, in order.
    Replies {
        /// The turn.
        turn: u64,
        /// The answers.
        replies: Vec<Answer<R>>,
        /// The view after the last call if the message had `look`; null otherwise.
        view: Option<V>,
    },
    /// The answer to `look`.
    View {
        /// The turn.
        turn: u64,
        /// The current view.
        view: V,
    },
    /// The turn ended before the bot sent `done`. Further messages of this turn are ignored.
    Stopped {
        /// The turn.
        turn: u64,
        /// The reason.
        why: Stop,
    },
    /// An actor is dead and gets no more turns.
    Gone {
        /// The actor.
        actor: u32,
    },
    /// A message of the bot could not be understood; its turn has failed.
    Error {
        /// What was wrong, as a sentence.
        message: String,
    },
    /// The match is over. The bot should exit; it is killed if it does not.
    Over {
        /// The bot's seat, from 0.
        seat: u8,
        /// The bot's rank; 1 is best.
        rank: u8,
        /// How the match ended.
        result: Outcome,
    },
}

/// The first message of a match: which match it is and which seat the bot has.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Hello {
    /// The highest version of the protocol that Agon speaks: 1.
    pub protocol: u32,
    /// The game's id.
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
    /// A seed of 53 bits. A bot that draws all its random numbers from it plays reproducibly.
    pub seed: u64,
    /// Whether the match belongs to a tournament.
    pub tournament: bool,
}

/// One entry of `replies`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Answer")]
pub struct Answer<R> {
    /// The game's answer; null if the call could not be understood.
    pub reply: Option<R>,
    /// Why the call was refused, as a sentence; null if it was accepted.
    pub refused: Option<String>,
}

/// Why a turn was stopped.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Stop {
    /// Its time is used up.
    OutOfTime,
    /// Its energy is used up; the program continues in the actor's next turn.
    OutOfEnergy,
    /// The actor has died.
    Dead,
    /// A message of the bot could not be understood.
    Failed,
}

/// A message from a bot to Agon. `C` is the game's call.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schemars(rename = "FromBot")]
pub enum FromBot<C> {
    /// The answer to `hello`; always one line of JSON.
    Ready {
        /// The format of all messages from now on, in both directions.
        #[serde(default)]
        format: Format,
        /// Whether the bot's kit counts energy itself and reports it in `done`.
        #[serde(default)]
        metered: bool,
        /// The version of the protocol that the bot speaks. A bot that speaks several names the highest of
        /// them that is not above `protocol` in `hello`.
        #[serde(default = "unstated_version")]
        protocol: u32,
    },
    /// Makes one call; answered by `reply`.
    Call {
        /// The turn.
        turn: u64,
        /// The call.
        call: C,
        /// Whether the reply shall include the view after the call.
        #[serde(default)]
        look: bool,
    },
    /// Makes several calls, one after the other; answered by `replies`.
    Calls {
        /// The turn.
        turn: u64,
        /// The calls.
        calls: Vec<C>,
        /// Whether the reply shall include the view after the last call.
        #[serde(default)]
        look: bool,
    },
    /// Asks for the current view; answered by `view`.
    Look {
        /// The turn.
        turn: u64,
    },
    /// Saves calls that Agon makes if the turn ends without any call; not answered.
    Draft {
        /// The turn.
        turn: u64,
        /// The calls.
        calls: Vec<C>,
    },
    /// A log line or a drawing for the bot's author; not answered. Allowed outside turns, too.
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
        /// The energy spent, if the bot is `metered`.
        #[serde(default)]
        energy: u64,
        /// With `failed`: the error, for the bot's author.
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
    /// MessagePack maps, each preceded by its length as a little-endian number of four bytes.
    Msgpack,
}

/// How a bot ended its turn.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum How {
    /// The bot decided to end it.
    #[default]
    Done,
    /// The bot returned without a decision: its draft is played if it made no call.
    Silent,
    /// An exception ended it; the bot can play its next turn.
    Failed,
    /// Its energy ran out; the program continues in its next turn.
    Paused,
    /// The actor's program has ended.
    Finished,
}
