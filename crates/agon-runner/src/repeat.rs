//! A player that repeats the orders of a recorded match.

use crate::Player;
use agon_core::{Actor, Bot, Contest, End, Game, Scribe, Stopped, Turn};
use agon_replay::{Playback, Replay, ReplayFault};
use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

/// The orders of each actor, turn by turn.
type Turns<G> = BTreeMap<Actor, VecDeque<Vec<<G as Game>::Call>>>;

/// A player that gives the recorded orders of its seat, turn by turn, whatever the others do. After the last
/// recorded turn of an actor it ends every turn at once. The whole replay is verified.
pub fn recorded_player<G: Contest>(name: &str, replay: &Replay) -> Result<Player<G>, ReplayFault> {
    let mut collector = Collector::<G> { turns: Turns::<G>::new(), orders: Vec::new() };
    Playback::<G>::open(replay)?.run(&mut collector)?;
    // Behind a lock because calls need not be shareable between threads.
    let turns = Arc::new(Mutex::new(collector.turns));
    Ok(Player::of_bots(name, move |actor, _| {
        let turns = turns.lock().unwrap_or_else(PoisonError::into_inner);
        Box::new(Repeater::<G>(turns.get(&actor).cloned().unwrap_or_default()))
    }))
}

struct Collector<G: Game> {
    turns: Turns<G>,
    /// The orders of the turn that is being played.
    orders: Vec<G::Call>,
}

impl<G: Contest> Scribe<G> for Collector<G> {
    fn call(&mut self, _: &G, _: Actor, call: &G::Call, _: &G::Reply) {
        self.orders.push(call.clone());
    }

    fn end(&mut self, _: &G, actor: Actor, _: &End) {
        let orders = std::mem::take(&mut self.orders);
        self.turns.entry(actor).or_default().push_back(orders);
    }
}

struct Repeater<G: Game>(VecDeque<Vec<G::Call>>);

impl<G: Game> Bot<G> for Repeater<G> {
    fn turn(&mut self, _: &G::View, turn: &mut Turn<'_, G>) -> Result<(), Stopped> {
        for call in self.0.pop_front().unwrap_or_default() {
            turn.call(&call)?;
        }
        Ok(())
    }
}
