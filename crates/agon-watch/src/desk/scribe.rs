//! Follows a match and tells the people at their desks what their seats see of it.

use super::Desk;
use agon_core::{Actor, Contest, Deed, End, Event, Scribe, Seat};
use agon_replay::Beat;
use serde_json::{Value, json};
use std::sync::Arc;

/// Publishes the position after every turn or round to every desk.
pub struct DeskScribe<'a, G: Contest> {
    desks: &'a [Arc<Desk>],
    beat: Beat,
    before: G,
    ended: Vec<Actor>,
    deeds: Vec<Deed<G>>,
}

impl<'a, G: Contest> DeskScribe<'a, G> {
    /// Shows the first position at all desks.
    pub fn new(game: &G, desks: &'a [Arc<Desk>]) -> DeskScribe<'a, G> {
        let beat = Beat::new(game);
        let scribe =
            DeskScribe { desks, beat, before: game.clone(), ended: Vec::new(), deeds: Vec::new() };
        scribe.publish(game);
        scribe
    }

    fn publish(&self, game: &G) {
        let events = game.events(&self.before, &self.ended, &self.deeds);
        for desk in self.desks {
            let seat = desk.seat();
            let noticed = events.iter().filter(|event| game.notices(seat, event));
            let noticed: Vec<Event> = noticed.cloned().collect();
            let frame = frame_of(game, seat, &self.ended, &self.deeds, noticed.clone());
            desk.add_news(noticed, frame, game.round());
        }
    }
}

impl<G: Contest> Scribe<G> for DeskScribe<'_, G> {
    fn call(&mut self, _: &G, actor: Actor, call: &G::Call, reply: &G::Reply) {
        if G::is_order(call) {
            self.deeds.push(Deed { actor, call: call.clone(), reply: reply.clone() });
        }
    }

    fn end(&mut self, game: &G, actor: Actor, _: &End) {
        self.ended.push(actor);
        if self.beat.is_due(game, actor) {
            self.publish(game);
            self.before.clone_from(game);
            self.ended.clear();
            self.deeds.clear();
        }
    }
}

/// A position as a seat sees it, in the form of a film's frame. It has no orders, notes and costs, because
/// they belong to the seats that gave, wrote and paid them.
pub(super) fn frame_of<G: Contest>(
    game: &G,
    seat: Seat,
    ended: &[Actor],
    deeds: &[Deed<G>],
    events: Vec<Event>,
) -> Value {
    let mut seats: Vec<u8> = ended.iter().map(|&actor| game.seat(actor).0).collect();
    seats.sort_unstable();
    seats.dedup();
    let board = game.seat_frame(seat, ended, deeds);
    let text: Value = game.seat_draw(seat, false).lines().collect();
    json!({
        "round": (!ended.is_empty()).then(|| game.round()),
        "seats": seats,
        "spent": [],
        "ends": [],
        "orders": [],
        "notes": [],
        "events": events,
        "board": board,
        "text": text,
    })
}
