//! R10 The end of the game and the ranking.

use super::trade::cancel_all_trades;
use crate::constants::PLAYERS_MAX;
use crate::state::Asterobots;
use crate::types::{Decision, Ending};
use agon_core::{Outcome, Reason, Standing, plain_count};
use arrayvec::ArrayVec;
use std::borrow::Cow;
use std::cmp::Reverse;

/// R10 Whether the game is over now, and why.
pub(super) fn decide(state: &Asterobots) -> Option<Decision> {
    if state.alive() <= 1 {
        Some(Decision::LastSurvivor)
    } else if state.round > state.rules.max_round {
        Some(Decision::MaxRound)
    } else {
        None
    }
}

/// R10 Trades are cancelled, players are ranked.
pub(super) fn finish(state: &mut Asterobots, decision: Decision) {
    cancel_all_trades(state);
    state.ending = Some(Ending { decision, ranking: ranking(state) });
}

/// R10 The five criteria, each descending but the last.
fn ranking(state: &Asterobots) -> ArrayVec<u8, PLAYERS_MAX> {
    let mut ids: ArrayVec<u8, PLAYERS_MAX> = (0..state.players.len() as u8).collect();
    ids.sort_by_key(|&id| {
        let i = usize::from(id);
        let player = &state.players[i];
        let merits = (player.time_to_live, player.veins, state.robots_of(i), state.total_money(i));
        (Reverse(merits), id)
    });
    ids
}

/// How a finished game ended (R10). The score is the number of veins.
pub(crate) fn outcome(game: &Asterobots, ending: &Ending) -> Outcome {
    let rank = |id: usize| {
        let place = ending.ranking.iter().position(|r| usize::from(*r) == id);
        place.map_or(ending.ranking.len(), |p| p + 1) as u8
    };
    let standings = game
        .players()
        .iter()
        .enumerate()
        .map(|(id, player)| Standing { rank: rank(id), score: player.veins.into() })
        .collect();
    let first = ending.ranking[0];
    let id = usize::from(first);
    let merits = format!(
        "player {first} is first: lived until round {}, {}, {}, worth {} J",
        game.players()[id].time_to_live,
        plain_count(game.players()[id].veins, "vein"),
        plain_count(game.robots_of(id), "robot"),
        game.total_money(id)
    );
    let (code, sentence) = match ending.decision {
        Decision::LastSurvivor => {
            ("last_survivor", format!("only one player has a vein left; {merits}"))
        }
        Decision::MaxRound => {
            ("max_round", format!("all {} rounds are played; {merits}", game.rules().max_round))
        }
    };
    Outcome { standings, reason: Reason { code: Cow::Borrowed(code), sentence } }
}
