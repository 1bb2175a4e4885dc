//! Observes the calls of one seat during a match.

use agon_core::{Actor, Contest, End, Game, Scribe, Why};
use serde_json::Value;
use std::collections::BTreeMap;

/// Refusals with different reasons that are kept.
const MAX_REASONS: usize = 3;

/// What the bot on one seat called.
#[derive(Default)]
pub struct Observer {
    seat: usize,
    /// Number of calls.
    pub made: u64,
    /// Number of refused calls.
    pub refused: u64,
    /// The first different reasons for refusals.
    pub reasons: Vec<String>,
    /// Number of turns.
    pub turns: u64,
    /// Number of turns in which the energy ran out.
    pub paused: u64,
    /// Number of turns in which the program was dead.
    pub gone: u64,
    /// The turn of the first call of each name; turns are counted per actor, from 1.
    pub first_calls: BTreeMap<String, u64>,
    ended_turns: BTreeMap<Actor, u64>,
}

impl Observer {
    pub fn new(seat: usize) -> Observer {
        Observer { seat, ..Observer::default() }
    }
}

impl<G: Contest> Scribe<G> for Observer {
    fn call(&mut self, game: &G, actor: Actor, call: &G::Call, reply: &G::Reply) {
        if game.seat(actor).index() != self.seat {
            return;
        }
        self.made += 1;
        let turn = self.ended_turns.get(&actor).copied().unwrap_or(0) + 1;
        let first = self.first_calls.entry(call_name::<G>(call)).or_insert(turn);
        *first = turn.min(*first);
        if let Some(why) = G::refusal(reply) {
            self.refused += 1;
            if self.reasons.len() < MAX_REASONS && !self.reasons.contains(&why) {
                self.reasons.push(why);
            }
        }
    }

    fn end(&mut self, game: &G, actor: Actor, end: &End) {
        if game.seat(actor).index() == self.seat {
            self.turns += 1;
            self.paused += u64::from(end.why == Why::Paused);
            self.gone += u64::from(end.why == Why::Gone);
            *self.ended_turns.entry(actor).or_default() += 1;
        }
    }
}

/// The name of a call, as the protocol writes it: `"refuel"` or `{"spawn": ...}`.
fn call_name<G: Game>(call: &G::Call) -> String {
    match serde_json::to_value(call) {
        Ok(Value::String(name)) => name,
        Ok(Value::Object(fields)) => fields.into_iter().next().map_or_else(String::new, |f| f.0),
        _ => String::new(),
    }
}
