//! One turn of a bot: what it sees, and everything it can say.

use crate::wire::{Closed, Wire};
use crate::{json, Json};
use std::cell::{Cell, RefCell};
use std::fmt;
use std::rc::Rc;
use std::time::Instant;

/// The turn has been taken away: time or energy is used up, or the unit is dead. Pass it on with `?`.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct TurnOver;

impl fmt::Display for TurnOver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the turn is over")
    }
}

impl std::error::Error for TurnOver {}

/// What a bot is told before the first turn.
#[derive(Clone, Debug)]
pub struct Hello {
    /// The id of the game.
    pub game: String,
    /// The version of the game's rules.
    pub version: i64,
    /// `handbook` or `original`.
    pub rules: String,
    /// The map's name.
    pub map: String,
    /// The bot's seat, from 0.
    pub seat: usize,
    /// The seat's name, such as `blue`.
    pub seat_name: String,
    /// The number of seats.
    pub seats: usize,
    /// Seed your generators with it, and the same match is played again.
    pub seed: u64,
    /// Whether the match is one of a tournament.
    pub tournament: bool,
}

impl Hello {
    pub(crate) fn new(message: &Json) -> Hello {
        let text = |name: &str| message[name].text().to_owned();
        Hello {
            game: text("game"),
            version: message["version"].integer(),
            rules: text("rules"),
            map: text("map"),
            seat: message["seat"].integer() as usize,
            seat_name: text("seat_name"),
            seats: message["seats"].integer() as usize,
            seed: message["seed"].integer() as u64,
            tournament: message["tournament"].boolean(),
        }
    }
}

/// Prepares a call for [`Turn::calls`] and [`Turn::draft`]:
/// `call("capture", 7)`, `call("refuel", ())`.
pub fn call(name: &str, value: impl Into<Json>) -> Json {
    match value.into() {
        Json::Null => Json::from(name),
        value => Json::Object(vec![(name.to_owned(), value)]),
    }
}

/// The game's answer to a call.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    /// Why the call was not carried out, as a sentence; `None` if it was.
    pub refused: Option<String>,
    /// The answer as it is in the manual, such as `{"moved": {"row": 2, "col": 5}}`.
    pub raw: Json,
}

impl Reply {
    fn new(answer: &Json) -> Reply {
        let refused = &answer["refused"];
        let refused = (!refused.is_null()).then(|| refused.text().to_owned());
        Reply { refused, raw: answer["reply"].clone() }
    }

    /// Whether the call was carried out.
    pub fn ok(&self) -> bool {
        self.refused.is_none()
    }

    /// The answer's name: `moved`.
    pub fn kind(&self) -> &str {
        self.raw.fields().first().map_or(self.raw.text(), |(name, _)| name)
    }

    /// What the answer brings: `{"row": 2, "col": 5}`; null if it is only a name.
    pub fn value(&self) -> &Json {
        self.raw.fields().first().map_or(&Json::Null, |(_, value)| value)
    }
}

/// A place to draw at: the coordinates of a tile, or the name or number of a unit.
pub struct Spot(Json);

impl<const N: usize> From<[i64; N]> for Spot {
    fn from(tile: [i64; N]) -> Spot {
        Spot(json!({"tile": tile}))
    }
}

impl From<&str> for Spot {
    fn from(unit: &str) -> Spot {
        Spot(json!({"unit": unit}))
    }
}

impl From<i64> for Spot {
    fn from(unit: i64) -> Spot {
        Spot(json!({"unit": unit.to_string()}))
    }
}

/// Red, green and blue.
pub type Colour = [u8; 3];

/// The turn being played.
pub struct Turn {
    /// What was told before the first turn.
    pub hello: Rc<Hello>,
    /// What the bot may know, from the start of the turn or the last [`look`](Turn::look).
    pub view: Json,
    /// The actor whose turn it is: your seat, or one unit where every unit is a program.
    pub actor: i64,
    /// The round being played.
    pub round: i64,
    /// The number of this turn.
    pub number: i64,
    /// The seconds this turn may take, if there is a limit.
    pub seconds: Option<f64>,
    /// The energy it may cost, in games that count it.
    pub energy: Option<i64>,
    began: Instant,
    wire: Rc<Wire>,
    spoke: Cell<bool>,
    open: Cell<bool>,
    next: RefCell<Option<Json>>,
}

impl Turn {
    /// Makes a call and returns the game's reply: `turn.call("capture", 7)?`. A call
    /// without a value says `()`: `turn.call("refuel", ())?`.
    pub fn call(&self, name: &str, value: impl Into<Json>) -> Result<Reply, TurnOver> {
        self.make(call(name, value))
    }

    /// Makes a call that was prepared with [`call`] or with the game's types:
    /// `turn.make(calls::capture(7))?`.
    pub fn make(&self, call: Json) -> Result<Reply, TurnOver> {
        self.say(json!({"type": "call", "turn": self.number, "call": call}))?;
        self.spoke.set(true);
        Ok(Reply::new(&self.answer("reply")?))
    }

    /// Makes many calls at once, which is faster than one by one.
    pub fn calls(&self, calls: Vec<Json>) -> Result<Vec<Reply>, TurnOver> {
        self.say(json!({"type": "calls", "turn": self.number, "calls": calls}))?;
        self.spoke.set(true);
        Ok(self.answer("replies")?["replies"].list().iter().map(Reply::new).collect())
    }

    /// Brings `view` up to date and returns it.
    pub fn look(&mut self) -> Result<&Json, TurnOver> {
        self.say(json!({"type": "look", "turn": self.number}))?;
        self.view = self.answer("view")?["view"].clone();
        Ok(&self.view)
    }

    /// Saves calls that Agon makes if the turn ends before the bot has made any.
    pub fn draft(&self, calls: Vec<Json>) -> Result<(), TurnOver> {
        self.say(json!({"type": "draft", "turn": self.number, "calls": calls}))
    }

    /// Writes a line into the replay, for you to read beside this turn.
    pub fn log(&self, text: impl fmt::Display) -> Result<(), TurnOver> {
        // Sent at once: it may be the last sign of a bot that hangs.
        self.say(json!({"type": "note", "note": json!({"log": text.to_string()})}))
    }

    /// Draws a dot into the replay.
    pub fn dot(&self, at: impl Into<Spot>, colour: Colour) -> Result<(), TurnOver> {
        self.draw(json!({"dot": json!({"at": at.into().0, "colour": colour})}))
    }

    /// Draws a line into the replay.
    pub fn line(
        &self,
        from: impl Into<Spot>,
        to: impl Into<Spot>,
        colour: Colour,
    ) -> Result<(), TurnOver> {
        let line = json!({"from": from.into().0, "to": to.into().0, "colour": colour});
        self.draw(json!({"line": line}))
    }

    /// Writes a few words on the board in the replay.
    pub fn text(
        &self,
        at: impl Into<Spot>,
        text: impl fmt::Display,
        colour: Colour,
    ) -> Result<(), TurnOver> {
        let text = json!({"at": at.into().0, "text": text.to_string(), "colour": colour});
        self.draw(json!({"text": text}))
    }

    /// The seconds left of this turn, if there is a limit.
    pub fn seconds_left(&self) -> Option<f64> {
        self.seconds.map(|seconds| seconds - self.began.elapsed().as_secs_f64())
    }

    pub(crate) fn new(wire: Rc<Wire>, hello: Rc<Hello>, message: &Json) -> Turn {
        let given = |name: &str| Some(&message[name]).filter(|value| !value.is_null());
        Turn {
            hello,
            view: message["view"].clone(),
            actor: message["actor"].integer(),
            round: message["round"].integer(),
            number: message["turn"].integer(),
            seconds: given("seconds").map(Json::number),
            energy: given("energy").map(Json::integer),
            began: Instant::now(),
            wire,
            spoke: Cell::new(false),
            open: Cell::new(true),
            next: RefCell::new(None),
        }
    }

    fn say(&self, message: Json) -> Result<(), TurnOver> {
        if !self.open.get() {
            return Err(TurnOver);
        }
        self.wire.send(&message).map_err(|Closed| self.shut())
    }

    fn draw(&self, note: Json) -> Result<(), TurnOver> {
        if !self.open.get() {
            return Err(TurnOver);
        }
        self.wire.later(&json!({"type": "note", "note": note})).map_err(|Closed| self.shut())
    }

    fn shut(&self) -> TurnOver {
        self.open.set(false);
        TurnOver
    }

    /// Waits for the answer to the last message.
    fn answer(&self, kind: &str) -> Result<Json, TurnOver> {
        loop {
            let message = self.wire.read().map_err(|Closed| self.shut())?;
            match message["type"].text() {
                "error" => complain(&message),
                "turn" | "over" => *self.next.borrow_mut() = Some(message),
                _ if !message.get("turn").is_some_and(|turn| *turn == self.number) => continue,
                what if what == kind => return Ok(message),
                _ => {}
            }
            return Err(self.shut());
        }
    }

    /// Ends the turn; returns the message that arrived in place of an answer, if one did.
    pub(crate) fn finish(self, error: Option<String>) -> Result<Option<Json>, Closed> {
        if self.open.get() {
            let how = match (&error, self.spoke.get()) {
                (Some(_), _) => "failed",
                (None, true) => "done",
                (None, false) => "silent",
            };
            let turn = self.number;
            let done = json!({"type": "done", "turn": turn, "how": how, "error": error});
            self.wire.send(&done)?;
        }
        Ok(self.next.into_inner())
    }
}

pub(crate) fn complain(message: &Json) {
    eprintln!("Agon does not understand this bot: {}", message["message"].text());
}
