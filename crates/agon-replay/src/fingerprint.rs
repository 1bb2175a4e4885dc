//! A fingerprint of what the players of a match did.

use agon_core::{Actor, Contest, End, Scribe, StateHash, StateHasher};

/// A scribe that hashes all orders by round and seat, and whether each was refused. Chance is not part of it:
/// matches with different seeds have the same fingerprint if all players did the same.
#[derive(Default)]
pub struct Fingerprint {
    hasher: StateHasher,
    bytes: Vec<u8>,
}

impl Fingerprint {
    /// No orders yet.
    pub fn new() -> Fingerprint {
        Fingerprint::default()
    }

    /// The fingerprint of the orders so far.
    pub fn finish(&self) -> StateHash {
        self.hasher.finish()
    }
}

impl<G: Contest> Scribe<G> for Fingerprint {
    fn call(&mut self, game: &G, actor: Actor, call: &G::Call, reply: &G::Reply) {
        if !G::is_order(call) {
            return;
        }
        self.bytes.clear();
        let bytes = std::mem::take(&mut self.bytes);
        self.bytes = postcard::to_extend(call, bytes).expect("calls are plain data");
        self.hasher.word(game.round().into()).word(game.seat(actor).0.into());
        self.hasher.bytes(&self.bytes).word(u64::from(G::refusal(reply).is_some()));
    }

    fn end(&mut self, game: &G, actor: Actor, end: &End) {
        // A turn that a fault ended is part of what the player did.
        self.hasher.word(game.round().into()).word(game.seat(actor).0.into());
        self.hasher.word(end.why as u64);
    }
}
