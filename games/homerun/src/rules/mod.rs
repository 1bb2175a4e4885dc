//! The rules: the answer to every call, and the turn queue.
//!
//! Each order is a pair of functions: `check_x` tests the order, `x` checks and carries it out. [`turn`]
//! reads like the rulebook's section on rounds and turns; [`orders`], [`bat`] and [`sense`] hold the rest.

mod bat;
mod ending;
mod orders;
mod sense;
mod turn;

pub(crate) use turn::Step;

use crate::command::{Call, Invalid, Reply};
use crate::state::{HomeRun, Phase, Unit};
use agon_core::Actor;

impl HomeRun {
    /// Answers one call: R6 for orders, R7 for questions.
    #[inline]
    pub(crate) fn answer(&mut self, actor: Actor, call: &Call) -> Reply {
        // Answered here, because most calls of bots that share an array are reads: the general way costs
        // three times the instructions.
        if let Call::Read(index) = *call
            && let Ok(index) = orders::check_index(index)
            && let Some(unit) = self.running_unit(actor)
        {
            return Reply::Number(self.teams[unit.team.index()].array.read(index));
        }
        self.answer_any(actor, call)
    }

    /// The unit of an actor, if it is alive and has its turn.
    #[inline]
    pub(crate) fn running_unit(&self, actor: Actor) -> Option<&Unit> {
        if self.phase != Phase::Turn {
            return None;
        }
        Some(&self.units[self.running_slot()]).filter(|unit| unit.is_alive && unit.actor() == actor)
    }

    fn answer_any(&mut self, actor: Actor, call: &Call) -> Reply {
        // The most frequent question, too, is cheaper without a reason for a no.
        if let Call::CanMove(Some(direction)) = *call
            && self.running_unit(actor).is_some()
        {
            return Reply::Is(self.can_go(self.running_slot(), direction));
        }
        let slot = match self.speaker(actor) {
            Ok(slot) => slot,
            Err(invalid) => return Reply::Refused(invalid),
        };
        if !call.is_order() {
            return self.question(slot, call).unwrap_or_else(Reply::Refused);
        }
        let reply = self.order(slot, call).unwrap_or_else(Reply::Refused);
        // R8.4 A ghost has one call. Only an order that is carried out uses it up: questions and
        // refusals are not recorded, so nothing may depend on them.
        let is_done = !matches!(reply, Reply::Refused(_));
        if let Phase::Ghost { has_called } = &mut self.phase {
            *has_called |= is_done;
        }
        reply
    }

    /// Whether a call would be carried out.
    pub(crate) fn would_answer(&self, actor: Actor, call: &Call) -> Result<(), Invalid> {
        let slot = self.speaker(actor)?;
        if call.is_order() {
            self.check_order(slot, call)
        } else {
            self.question(slot, call).map(|_| ())
        }
    }

    /// The unit of an actor, if it is its turn.
    pub(crate) fn speaker(&self, actor: Actor) -> Result<usize, Invalid> {
        let slot = match self.phase {
            Phase::Over(_) => return Err(Invalid::GameOver),
            Phase::Turn | Phase::Ghost { .. } => self.running_slot(),
            Phase::Between => return Err(Invalid::NotYourTurn),
        };
        let unit = &self.units[slot];
        let has_spoken = match self.phase {
            Phase::Ghost { has_called } => has_called,
            _ => !unit.is_alive,
        };
        if unit.actor() != actor {
            Err(Invalid::NotYourTurn)
        } else if has_spoken {
            Err(Invalid::Dead { id: unit.id })
        } else {
            Ok(slot)
        }
    }
}
