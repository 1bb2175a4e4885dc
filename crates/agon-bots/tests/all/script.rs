//! A bot in memory: a function answers messages with bytes, so that every kind of misbehaviour can be
//! tested exactly.

use agon_bots::{Break, Farewell, HangUp, Line, Patience, Session};
use agon_core::{Chance, Contest, End, Game, GameMap, Profile, Scribe, Why};
use agon_protocol::{Format, MESSAGE_LIMIT};
use agon_runner::{Match, Played, Player, Program, built_in, play_match};
use serde_json::Value;
use std::sync::{Arc, Mutex};
use std::time::Instant;

/// Gets one message and returns the bytes of the answer; `None` closes the connection.
pub type Answer = Box<dyn FnMut(&Value) -> Option<Vec<u8>> + Send>;

/// A line whose other end is a function. Waiting for an answer that does not come fails at once as late.
pub struct Script {
    answer: Answer,
    said: Vec<u8>,
    taken: usize,
    format: Format,
    is_closed: bool,
    /// All messages to it.
    heard: Arc<Mutex<Vec<Value>>>,
}

impl Script {
    pub fn new(answer: Answer, heard: Arc<Mutex<Vec<Value>>>) -> Script {
        Script { answer, said: vec![], taken: 0, format: Format::Json, is_closed: false, heard }
    }
}

impl Line for Script {
    fn send(&mut self, bytes: &[u8], _deadline: Option<Instant>) -> Result<(), Break> {
        if self.is_closed {
            return Err(Break::Closed);
        }
        let is_json = bytes.starts_with(b"{") && bytes.ends_with(b"}\n");
        self.format = if is_json { Format::Json } else { Format::Msgpack };
        let (message, rest) = self.format.split(bytes, 0).unwrap().expect("a whole message");
        assert_eq!(rest, bytes.len(), "one message at a time");
        let message: Value = self.format.read(message).unwrap();
        self.heard.lock().unwrap().push(message.clone());
        match (self.answer)(&message) {
            Some(bytes) => self.said.extend(bytes),
            None => self.is_closed = true,
        }
        Ok(())
    }

    fn receive(&mut self, format: Format, _deadline: Option<Instant>) -> Result<&[u8], Break> {
        self.format = format;
        let rest = &self.said[self.taken..];
        let Ok(split) = format.split(rest, 0) else {
            let end = rest.iter().position(|&b| b == b'\n').map_or(rest.len(), |at| at + 1);
            assert!(end > MESSAGE_LIMIT);
            self.taken += end;
            return Err(Break::TooLong);
        };
        match split {
            Some((message, next)) => {
                self.taken += next;
                Ok(message)
            }
            None if self.is_closed => Err(Break::Closed),
            None => Err(Break::Late),
        }
    }

    fn unread(&self) -> &[u8] {
        &self.said[self.taken..]
    }

    fn hang_up(&mut self, _manner: HangUp) -> Farewell {
        self.is_closed = true;
        let ending = "ended with exit code 3".into();
        Farewell { ending, last_words: "Traceback: alas".into(), ..Farewell::default() }
    }
}

/// The result of a match of a scripted bot on the first seat.
pub struct Story<G: Contest> {
    pub played: Played<G>,
    pub heard: Vec<Value>,
    /// Why each turn of the scripted bot ended.
    pub ends: Vec<Why>,
}

impl<G: Contest> Story<G> {
    /// The scripted bot's incidents as text.
    pub fn incidents(&self) -> String {
        let report = &self.played.reports[0];
        report.incidents.iter().map(|i| format!("{:?}: {}\n", i.kind, i.sentence)).collect()
    }

    /// The messages of one type to the scripted bot.
    pub fn heard(&self, kind: &str) -> Vec<&Value> {
        self.heard.iter().filter(|message| message["type"] == kind).collect()
    }
}

struct Ends(Vec<Why>);

impl<G: Game> Scribe<G> for Ends {
    fn call(&mut self, _: &G, _: agon_core::Actor, _: &G::Call, _: &G::Reply) {}
    fn end(&mut self, game: &G, actor: agon_core::Actor, end: &End) {
        if game.seat(actor).0 == 0 {
            self.0.push(end.why);
        }
    }
}

/// Plays a whole match: the scripted bot on the first seat, built-in ones on the others.
pub fn play<G: Contest>(
    make: impl Fn() -> Answer + Send + Sync + 'static,
    opponent: &str,
    seats: usize,
) -> Story<G> {
    play_with(make, opponent, seats, Patience::default())
}

/// The same with other time limits.
pub fn play_with<G: Contest>(
    make: impl Fn() -> Answer + Send + Sync + 'static,
    opponent: &str,
    seats: usize,
    patience: Patience,
) -> Story<G> {
    let heard = Arc::new(Mutex::new(Vec::new()));
    let log = heard.clone();
    let scripted = Player::<G> {
        name: "scripted".into(),
        hash: None,
        sit: Box::new(move |seating| {
            let line = Script::new(make(), log.clone());
            let session = Session::<G, Script>::open(line, seating, patience, None)?;
            Ok(Box::new(session) as Box<dyn Program<G>>)
        }),
    };
    let opponent = built_in::<G>(opponent).unwrap();
    let map = G::Map::parse(G::own_maps()[0].text).unwrap();
    let mut players = vec![&opponent; seats];
    players[0] = &scripted;
    let spec = Match {
        setup: G::new_setup(map, Profile::Handbook, seats).unwrap(),
        map: G::own_maps()[0].name.into(),
        rules: Profile::Handbook,
        seed: 1,
        players,
        tournament: false,
        engine: "tests",
        date: None,
    };
    let mut ends = Ends(Vec::new());
    let mut game = G::new(&spec.setup, Chance::seeded(1));
    agon_runner::play(&spec, &mut game, &mut ends, &mut |_| {}).unwrap();
    heard.lock().unwrap().clear();
    let played = play_match(&spec, true, &mut |_| {}).unwrap();
    let heard = heard.lock().unwrap().clone();
    Story { played, heard, ends: ends.0 }
}
