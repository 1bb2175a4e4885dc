//! R10 The end of the game and who stands where.

use super::trade::cancel_all_trades;
use crate::constants::PLAYERS_MAX;
use crate::state::{Asterobots, EndReason, Finish};
use arrayvec::ArrayVec;
use std::cmp::Reverse;

/// R10 Whether the game is over now, and why.
pub(super) fn end_reason(state: &Asterobots) -> Option<EndReason> {
    if state.alive() <= 1 {
        Some(EndReason::LastSurvivor)
    } else if state.round > state.rules.max_round {
        Some(EndReason::MaxRound)
    } else {
        None
    }
}

/// R10 Trades are cancelled, players are ranked.
pub(super) fn finish(state: &mut Asterobots, reason: EndReason) {
    cancel_all_trades(state);
    state.finish = Some(Finish {
        reason,
        ranking: ranking(state),
    });
}

/// R10 The five criteria, each descending but the last.
fn ranking(state: &Asterobots) -> ArrayVec<u8, PLAYERS_MAX> {
    let mut ids: ArrayVec<u8, PLAYERS_MAX> = (0..state.players.len() as u8).collect();
    ids.sort_by_key(|&id| {
        let i = usize::from(id);
        let player = &state.players[i];
        let merits = (
            player.time_to_live,
            player.veins,
            state.robots_of(i),
            state.total_money(i),
        );
        (Reverse(merits), id)
    });
    ids
}
