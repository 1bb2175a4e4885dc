//! What a farmer may do now.

use crate::command::Call;
use crate::rules;
use crate::state::Harvest;
use crate::types::Direction;
use agon_core::{Actor, LegalCall};

/// Appends every step that the rules accept.
pub(crate) fn list(game: &Harvest, actor: Actor, out: &mut Vec<LegalCall<Call>>) {
    let steps = Direction::ALL.into_iter().map(Call::Step);
    let legal = steps.filter(|call| rules::check(game, actor, call).is_ok());
    out.extend(legal.map(LegalCall::one));
}
