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
        let mut recorder = Recorder::new(playback.setup(), &playback.game);
        playback.run(&mut NotesOf { inner: &mut recorder, keeps })?;
        let mut header = self.header.clone();
        header.fork = None;
        Ok(Replay::finish(recorder, &playback.game, header))
    }
}

/// Tells another scribe everything but the notes of some seats.
pub struct NotesOf<'a, G: Contest> {
    /// The other scribe.
    pub inner: &'a mut dyn Scribe<G>,
    /// Whether the notes of a seat are kept.
    pub keeps: &'a dyn Fn(Seat) -> bool,
}

impl<G: Contest> Scribe<G> for NotesOf<'_, G> {
    fn call(&mut self, game: &G, actor: Actor, call: &G::Call, reply: &G::Reply) {
        self.inner.call(game, actor, call, reply);
    }

    fn end(&mut self, game: &G, actor: Actor, end: &End) {
        self.inner.end(game, actor, end);
    }

    fn note(&mut self, game: &G, actor: Actor, note: &Note) {
        if (self.keeps)(game.seat(actor)) {
            self.inner.note(game, actor, note);
        }
    }
}
