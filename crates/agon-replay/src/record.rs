//! The entries of a replay's body, and the scribe that writes them during a match.

use agon_core::{Actor, End, Game, Note, Now, Scribe, Spent, StateHash, Why};
use serde::{Deserialize, Serialize};

/// One entry of the log. The order of the variants is part of the file format.
///
/// The actor is stored only if it is not the first actor on turn, which is rare.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Record<C> {
    /// An order was given.
    Call(C),
    /// The bot ended its turn, which cost no time and this much energy.
    Done {
        /// The energy spent.
        energy: u64,
    },
    /// A turn ended in any other way.
    End(End),
    /// The next entry belongs to this actor instead of the first actor on turn.
    By(Actor),
    /// A new round has begun; the [`brief`] hash of the position.
    Round([u8; 2]),
    /// The game is over; the full hash of the last position.
    Over(StateHash),
    /// A note of a bot for its author. Only in files of format 2.
    Note(Note),
}

/// The low 16 bits of a hash. Two bytes per round are enough: a wrong position stays wrong, and each further
/// round hides it with a probability of only 1 in 65,536. Eight bytes would be more than half of many files.
/// The hash of the last position has all 64 bits.
pub fn brief(hash: StateHash) -> [u8; 2] {
    (hash.0 as u16).to_le_bytes()
}

/// The first actor on turn: the actor of an entry that names none.
pub(crate) fn first_actor<G: Game>(game: &G) -> Option<Actor> {
    match game.now() {
        Now::Turn(actors) => actors.first().copied(),
        Now::Over(_) => None,
    }
}

/// Sees the body of a record at the start of a match and after every turn.
pub type Tap = Box<dyn FnMut(&[u8]) + Send>;

/// Records a match while it is played.
pub struct Recorder {
    pub(crate) body: Vec<u8>,
    pub(crate) orders: u64,
    pub(crate) has_notes: bool,
    round: u32,
    first: Option<Actor>,
    /// Lets others watch the match while it is played.
    tap: Option<Tap>,
}

impl Recorder {
    /// Starts with the setup and the hash before the first turn.
    pub fn new<G: Game>(setup: &G::Setup, game: &G) -> Recorder {
        let setup = serde_json::to_vec(setup).expect("setups are plain data with text keys");
        let first = first_actor(game);
        let (body, round) = (Vec::new(), game.round());
        let (has_notes, tap) = (false, None);
        let mut recorder = Recorder { body, orders: 0, has_notes, round, first, tap };
        recorder.body.extend((setup.len() as u32).to_le_bytes());
        recorder.body.extend(setup);
        recorder.push::<G>(&Record::Round(brief(game.hash())));
        recorder
    }

    /// Calls `tap` now and after every turn, with the body so far.
    #[must_use]
    pub fn tapped(mut self, mut tap: Tap) -> Recorder {
        tap(&self.body);
        self.tap = Some(tap);
        self
    }

    /// The bytes of the body so far.
    pub fn bytes(&self) -> usize {
        self.body.len()
    }

    fn push<G: Game>(&mut self, record: &Record<G::Call>) {
        let body = std::mem::take(&mut self.body);
        self.body = postcard::to_extend(record, body).expect("calls are plain data");
    }

    fn push_by<G: Game>(&mut self, actor: Actor, record: &Record<G::Call>) {
        if self.first != Some(actor) {
            self.push::<G>(&Record::By(actor));
        }
        self.push::<G>(record);
    }

    /// Ends the log of a finished game.
    pub(crate) fn close<G: Game>(&mut self, game: &G) {
        self.push::<G>(&Record::Over(game.hash()));
    }
}

impl<G: Game> Scribe<G> for Recorder {
    fn call(&mut self, _game: &G, actor: Actor, call: &G::Call, _reply: &G::Reply) {
        if G::is_order(call) {
            self.orders += 1;
            self.push_by::<G>(actor, &Record::Call(call.clone()));
        }
    }

    fn end(&mut self, game: &G, actor: Actor, end: &End) {
        let record = match *end {
            End { why: Why::Done, spent: Spent { seconds, energy } } if seconds.to_bits() == 0 => {
                Record::Done { energy }
            }
            end => Record::End(end),
        };
        self.push_by::<G>(actor, &record);
        self.first = first_actor(game);
        if game.round() != self.round && self.first.is_some() {
            self.round = game.round();
            self.push::<G>(&Record::Round(brief(game.hash())));
        }
        if let Some(tap) = &mut self.tap {
            tap(&self.body);
        }
    }

    fn note(&mut self, _game: &G, actor: Actor, note: &Note) {
        self.has_notes = true;
        self.push_by::<G>(actor, &Record::Note(note.clone()));
    }
}
