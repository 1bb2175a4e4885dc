//! Bookkeeping of a turn that several actors play at the same time.

use crate::{Actor, Actors, End, MAX_SEATS, Now, StateHasher};
use arrayvec::ArrayVec;

/// The turns that have ended, in the order of their actors.
pub type Ends = ArrayVec<(Actor, End), MAX_SEATS>;

/// The actors that still have to end a turn that several play at the same time, and how the others ended it.
///
/// A game calls [`begin`](Simultaneous::begin) with the actors of a turn, answers
/// [`Game::now`](crate::Game::now) with [`now`](Simultaneous::now), and resolves the turn when
/// [`end`](Simultaneous::end) returns the ends of all. They are sorted by actor, so the order in which the
/// bots finished cannot change the result.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Simultaneous {
    waiting: Actors,
    ended: Ends,
}

impl Simultaneous {
    /// Begins a turn of these actors.
    pub fn begin(&mut self, actors: impl IntoIterator<Item = Actor>) {
        self.waiting = actors.into_iter().collect();
        self.waiting.sort_unstable();
        self.ended.clear();
    }

    /// The actors that still have to end their turn.
    pub fn now(&self) -> Now {
        Now::Turn(self.waiting.clone())
    }

    /// Whether this actor still has to end its turn.
    pub fn is_waiting_for(&self, actor: Actor) -> bool {
        self.waiting.contains(&actor)
    }

    /// Ends an actor's turn. Returns the ends of all actors once the last one has ended; an actor that is not
    /// waited for changes nothing.
    pub fn end(&mut self, actor: Actor, end: End) -> Option<Ends> {
        let at = self.waiting.iter().position(|&waiting| waiting == actor)?;
        self.waiting.remove(at);
        self.ended.push((actor, end));
        if !self.waiting.is_empty() {
            return None;
        }
        self.ended.sort_unstable_by_key(|&(actor, _)| actor);
        Some(std::mem::take(&mut self.ended))
    }

    /// Adds the bookkeeping to a fingerprint.
    pub fn hash_into(&self, hasher: &mut StateHasher) {
        for actor in &self.waiting {
            hasher.word(u64::from(actor.0) + 1);
        }
        for (actor, end) in &self.ended {
            hasher.word(u64::from(actor.0) << 8 | end.why as u64);
            hasher.word(end.spent.seconds.to_bits()).word(end.spent.energy);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Why;

    fn begun() -> Simultaneous {
        let mut turn = Simultaneous::default();
        turn.begin([Actor(1), Actor(0), Actor(2)]);
        turn
    }

    #[test]
    fn the_order_of_ends_does_not_matter() {
        let by = |order: [u32; 3]| {
            let mut turn = begun();
            let why = |actor| if actor == 1 { Why::Failed } else { Why::Done };
            let ends = order.map(|actor| turn.end(Actor(actor), End::because(why(actor))));
            assert!(ends[0].is_none() && ends[1].is_none());
            ends[2].clone().expect("all have ended")
        };
        assert_eq!(by([0, 1, 2]), by([2, 1, 0]));
        assert_eq!(by([1, 2, 0])[1], (Actor(1), End::because(Why::Failed)));
    }

    #[test]
    fn an_actor_ends_its_turn_once() {
        let mut turn = begun();
        assert!(turn.is_waiting_for(Actor(2)));
        assert_eq!(turn.end(Actor(2), End::DONE), None);
        assert!(!turn.is_waiting_for(Actor(2)));
        let before = turn.clone();
        assert_eq!(turn.end(Actor(2), End::DONE), None);
        assert_eq!(turn.end(Actor(9), End::DONE), None);
        assert_eq!(turn, before);
        assert_eq!(turn.now(), Now::Turn([Actor(0), Actor(1)].into_iter().collect()));
    }
}
