//! Turns a replay into the frames a viewer draws.

use crate::{Playback, ReplayFault};
use agon_core::{Actor, Contest, Deed, End, FramePer, Now, Scribe};
use serde_json::Value;

/// Repeats the match and hands every frame to `show`: first the position before the first turn, then
/// one per turn or round, as the game prefers.
pub fn frames<G: Contest>(
    playback: &mut Playback<'_, G>,
    show: &mut dyn FnMut(Value),
) -> Result<(), ReplayFault> {
    let game = &playback.game;
    let asked = asked_by(game);
    let mut maker = FrameMaker { show, asked, ended: vec![], deeds: vec![], round: game.round() };
    maker.show(game);
    playback.run(&mut maker).map(|_| ())
}

fn asked_by<G: Contest>(game: &G) -> Vec<Actor> {
    match game.now() {
        Now::Turn(actors) => actors.to_vec(),
        Now::Over(_) => Vec::new(),
    }
}

struct FrameMaker<'a, G: Contest> {
    show: &'a mut dyn FnMut(Value),
    /// Of the actors asked together, those that still think.
    asked: Vec<Actor>,
    ended: Vec<Actor>,
    deeds: Vec<Deed<G>>,
    round: u32,
}

impl<G: Contest> FrameMaker<'_, G> {
    fn show(&mut self, game: &G) {
        let frame = game.frame(&self.ended, &self.deeds);
        (self.show)(serde_json::to_value(frame).expect("frames are plain data with text keys"));
        self.ended.clear();
        self.deeds.clear();
    }
}

impl<G: Contest> Scribe<G> for FrameMaker<'_, G> {
    fn call(&mut self, _game: &G, actor: Actor, call: &G::Call, reply: &G::Reply) {
        self.deeds.push(Deed { actor, call: call.clone(), reply: reply.clone() });
    }

    fn end(&mut self, game: &G, actor: Actor, _end: &End) {
        self.ended.push(actor);
        self.asked.retain(|&other| other != actor);
        if self.asked.is_empty() {
            self.asked = asked_by(game);
            let due = match G::INFO.frame_per {
                FramePer::Turn => true,
                FramePer::Round => game.round() != self.round || self.asked.is_empty(),
            };
            if due {
                self.round = game.round();
                self.show(game);
            }
        }
    }
}
