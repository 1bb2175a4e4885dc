//! R5, R9 The turn change: feeding, fees and training.

use super::ending::decide;
use crate::constants::*;
use crate::profile::Feeding;
use crate::state::{Decision, Ending, TimeTravel};
use crate::types::Player;
use agon_core::Why;

/// R5 Ends the turn of the player on turn.
pub(crate) fn end_turn(game: &mut TimeTravel, why: Why) {
    let player = game.current;
    let loses = |decision| Some(Ending { winner: player.other(), decision });
    match why {
        Why::Done | Why::Paused => change_turn(game),
        Why::OutOfTime => game.ending = loses(Decision::Timeout),
        // The rulebook leaves this open (R13). In Agon leaving, an exit and a crash lose at once.
        Why::Failed | Why::Finished | Why::Gone => game.ending = loses(Decision::Gone),
    }
}

fn change_turn(game: &mut TimeTravel) {
    let next = game.current.other();
    match game.rules.feeding {
        Feeding::AfterOwnTurn => {
            feed(game, game.current); // R5.2
            let_fees_decay(game); // R5.3
            game.turn += 1; // R5.4
            game.ending = decide(game); // R5.5
            game.current = next; // R5.6
            if game.ending.is_none() {
                refresh_units(game, next);
                advance_training(game, next);
            }
        }
        Feeding::BeforeOwnTurn => {
            game.turn += 1;
            game.current = next;
            feed(game, next);
            let_fees_decay(game);
            refresh_units(game, next);
            advance_training(game, next);
            game.ending = decide(game);
        }
    }
    game.renew_hints();
}

/// R9 In every period that lacks food, each of the player's units loses ten hit points per missing piece,
/// regardless of armor.
fn feed(game: &mut TimeTravel, player: Player) {
    let mut missing = [0; PERIODS];
    for unit in game.units.iter().filter(|unit| unit.owner == player) {
        missing[usize::from(unit.z)] += unit.kind.stats().hunger;
    }
    for farm in game.buildings.iter().filter(|b| b.owner == player && b.complete) {
        missing[usize::from(farm.z)] -= farm.kind.stats().food(farm.level);
    }
    if missing.iter().any(|&food| food > 0) {
        game.remove_units(|unit| {
            if unit.owner == player {
                unit.hp -= HUNGER_DAMAGE * missing[unit.cell.period()].max(0);
            }
            unit.hp <= 0
        });
    }
}

/// R5.3, R10 Every fee becomes floor(fee * 0.8).
fn let_fees_decay(game: &mut TimeTravel) {
    let (part, whole) = PORTAL_FEE_LEFT;
    for fee in &mut game.fees {
        *fee = (u64::from(*fee) * part / whole) as u32;
    }
}

/// R5.6 Resets the moves and actions of a player's units; unused ones are lost.
pub(crate) fn refresh_units(game: &mut TimeTravel, player: Player) {
    for unit in game.units.iter_mut().filter(|unit| unit.owner == player) {
        let stats = unit.kind.stats();
        (unit.moves, unit.actions) = (stats.moves, stats.actions);
    }
}

/// R5.6, R7 Advances a player's trainings by one turn. Trained units appear on the corners of their
/// buildings, in the order of the buildings' ids, and can act from the next turn on.
fn advance_training(game: &mut TimeTravel, player: Player) {
    for index in 0..game.buildings.len() {
        let building = &mut game.buildings[index];
        let Some(kind) = building.training.filter(|_| building.owner == player) else {
            continue;
        };
        building.progress = building.progress.saturating_add(1);
        if building.progress >= kind.stats().train_turns {
            (building.training, building.progress) = (None, 0);
            let (level, corner) = (building.level, building.corner);
            game.add_unit(kind, player, level, corner);
        }
    }
}
