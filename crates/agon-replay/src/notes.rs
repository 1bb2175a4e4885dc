//! Removes the notes of some seats from a replay.

use crate::{Playback, Recorder, Replay, ReplayFault};
use agon_core::{Actor, Contest, End, Note, Scribe, Seat};

impl Replay {
    /// Whether it may contain notes of bots.
    pub fn has_notes(&self) -> bool {
        self.has_notes
    }

    /// The same match with the notes of those seats only for which `keeps` is true. It is played again for
    /// that, since only the game knows which seat an actor belongs to. A fork becomes an ordinary replay,
    /// because its header counts bytes that are no longer there.
    pub fn with_notes_of<G: Contest>(
        &self,
        keeps: &dyn Fn(Seat) -> bool,
    ) -> Result<Replay, ReplayFault> {
        let mut playback = Playback::<G>::open(self)?;
        let recorder = Recorder::new(playback.setup(), &playback.game);
        let mut scribe = Selective { recorder, keeps };
        playback.run(&mut scribe)?;
        let mut header = self.header.clone();
        header.fork = None;
        Ok(Replay::finish(scribe.recorder, &playback.game, header))
    }
}

/// Records everything but the notes of some seats.
struct Selective<'a> {
    recorder: Recorder,
    keeps: &'a dyn Fn(Seat) -> bool,
}

impl<G: Contest> Scribe<G> for Selective<'_> {
    fn call(&mut self, game: &G, actor: Actor, call: &G::Call, reply: &G::Reply) {
        self.recorder.call(game, actor, call, reply);
    }

    fn end(&mut self, game: &G, actor: Actor, end: &End) {
        self.recorder.end(game, actor, end);
    }

    fn note(&mut self, game: &G, actor: Actor, note: &Note) {
        if (self.keeps)(game.seat(actor)) {
            self.recorder.note(game, actor, note);
        }
    }
}
