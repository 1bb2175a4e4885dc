//! What a replay's body is made of, and the scribe that writes it during a match.

use agon_core::{Actor, End, Game, Scribe, StateHash};
use serde::{Deserialize, Serialize};

/// One entry of the log. The order of the variants is part of the file format.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Record<C> {
    /// An order was given.
    Call {
        /// By whom.
        actor: Actor,
        /// What was said.
        call: C,
    },
    /// A turn ended.
    End {
        /// Whose.
        actor: Actor,
        /// Why, and what it cost.
        end: End,
    },
    /// A new round has begun.
    Round {
        /// Its number.
        round: u32,
        /// The position at its beginning.
        hash: StateHash,
    },
    /// The game is over.
    Over {
        /// The last position.
        hash: StateHash,
    },
}

/// Writes down a match as it is played.
pub struct Recorder {
    pub(crate) body: Vec<u8>,
    pub(crate) orders: u64,
    round: u32,
}

impl Recorder {
    /// Begins with the setup and the position before the first turn.
    pub fn new<G: Game>(setup: &G::Setup, game: &G) -> Recorder {
        let setup = serde_json::to_vec(setup).expect("setups are plain data with text keys");
        let mut recorder = Recorder { body: Vec::new(), orders: 0, round: game.round() };
        recorder.body.extend((setup.len() as u32).to_le_bytes());
        recorder.body.extend(setup);
        recorder.push::<G>(&Record::Round { round: game.round(), hash: game.hash() });
        recorder
    }

    fn push<G: Game>(&mut self, record: &Record<G::Call>) {
        let body = std::mem::take(&mut self.body);
        self.body = postcard::to_extend(record, body).expect("calls are plain data");
    }

    /// Closes the log of a finished game.
    pub(crate) fn close<G: Game>(&mut self, game: &G) {
        self.push::<G>(&Record::Over { hash: game.hash() });
    }
}

impl<G: Game> Scribe<G> for Recorder {
    fn call(&mut self, _game: &G, actor: Actor, call: &G::Call, _reply: &G::Reply) {
        if G::is_order(call) {
            self.orders += 1;
            self.push::<G>(&Record::Call { actor, call: call.clone() });
        }
    }

    fn end(&mut self, game: &G, actor: Actor, end: &End) {
        self.push::<G>(&Record::End { actor, end: *end });
        if game.round() != self.round {
            self.round = game.round();
            self.push::<G>(&Record::Round { round: self.round, hash: game.hash() });
        }
    }
}
