//! The orders of a turn that is not ended yet. They are carried out on a copy of the position, so that they
//! can be taken back; the match gets them when the turn ends.

use agon_core::{Actor, Contest, Deed};

/// A turn as its player sees it.
pub(super) struct DraftTurn<G: Contest> {
    actor: Actor,
    /// The position before each order of `deeds`.
    earlier: Vec<G>,
    /// The position after all orders.
    pub now: G,
    /// The orders and their replies.
    pub deeds: Vec<Deed<G>>,
    /// Orders that cannot be taken back, counted from the first.
    fixed: usize,
    /// What the turn may still cost, where the game counts energy.
    energy_left: Option<i64>,
}

impl<G: Contest> DraftTurn<G> {
    /// A turn without orders.
    pub fn new(game: &G, actor: Actor) -> DraftTurn<G> {
        let energy_left = game.allowance(actor).energy;
        let (now, earlier, deeds) = (game.clone(), Vec::new(), Vec::new());
        DraftTurn { actor, earlier, now, deeds, fixed: 0, energy_left }
    }

    /// Gives an order, or asks a question, which leaves nothing behind. A refused order changes nothing; the
    /// error is the game's sentence.
    pub fn order(&mut self, call: G::Call) -> Result<G::Reply, String> {
        if self.now.is_gone(self.actor) {
            return Err("the unit is gone: end the turn".into());
        }
        let price = G::price(&call) as i64;
        if self.energy_left.is_some_and(|left| price > 0 && price > left) {
            return Err(format!("this order costs {price} energy, and the turn has less left"));
        }
        let mut next = self.now.clone();
        let reply = next.call(self.actor, &call);
        if let Some(why) = G::refusal(&reply) {
            return Err(why);
        }
        if !G::is_order(&call) {
            return Ok(reply);
        }
        if let Some(left) = &mut self.energy_left {
            *left -= price;
        }
        self.earlier.push(std::mem::replace(&mut self.now, next));
        self.deeds.push(Deed { actor: self.actor, call: call.clone(), reply: reply.clone() });
        if G::reveals(&call, &reply) {
            self.fixed = self.deeds.len();
        }
        Ok(reply)
    }

    /// Whether the last order can be taken back.
    pub fn can_undo(&self) -> bool {
        self.deeds.len() > self.fixed
    }

    /// Takes the last order back; the error is a sentence.
    pub fn undo(&mut self) -> Result<(), String> {
        if self.deeds.is_empty() {
            return Err("there is no order to take back".into());
        }
        if !self.can_undo() {
            return Err("the last order showed you something new and cannot be taken back".into());
        }
        let (Some(before), Some(deed)) = (self.earlier.pop(), self.deeds.pop()) else {
            return Err("there is no order to take back".into());
        };
        self.now = before;
        if let Some(left) = &mut self.energy_left {
            *left += G::price(&deed.call) as i64;
        }
        Ok(())
    }
}
