//! R5, R9, R12 The turn change: feeding, fees, training and the end.

use crate::constants::*;
use crate::profile::{EndConflict, Feeding};
use crate::state::{Decision, Ending, TimeTravel};
use crate::types::Player;
use agon_core::{Outcome, Why};

/// R5 Ends the turn of the player on turn.
pub(crate) fn finish_turn(game: &mut TimeTravel, why: Why) {
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
}

/// R9 In every period that lacks food, each of the player's units loses ten hit points per missing piece,
/// regardless of armor.
fn feed(game: &mut TimeTravel, player: Player) {
    let mut missing = [0; PERIODS];
    for unit in game.units.iter().filter(|unit| unit.owner == player) {
        missing[unit.cell.period()] += unit.kind.stats().hunger;
    }
    for farm in game.buildings.iter().filter(|b| b.owner == player && b.complete) {
        missing[farm.corner.period()] -= farm.kind.stats().food(farm.level);
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

/// R12 The winner and the reason, if the game is over.
fn decide(game: &TimeTravel) -> Option<Ending> {
    let eliminated = eliminated(game);
    let last = game.turn >= game.rules.turn_limit;
    match game.rules.end_conflict {
        EndConflict::FirstWinsNetWorthLast if last => Some(by_net_worth(game)),
        _ => eliminated.or_else(|| last.then(|| by_net_worth(game))),
    }
}

/// R12.1 A player who owns no building loses.
fn eliminated(game: &TimeTravel) -> Option<Ending> {
    let owns = |player| game.buildings.iter().any(|building| building.owner == player);
    let winner = match (owns(Player::First), owns(Player::Second)) {
        (true, true) => return None,
        (true, false) => Player::First,
        (false, true) => Player::Second,
        (false, false) => match game.rules.end_conflict {
            EndConflict::SecondWinsEliminationFirst => Player::Second,
            EndConflict::FirstWinsNetWorthLast => Player::First,
        },
    };
    Some(Ending { winner, decision: Decision::Elimination })
}

/// R12.2 The higher net worth wins; the second player wins a tie.
fn by_net_worth(game: &TimeTravel) -> Ending {
    let [first, second] = Player::BOTH.map(|player| game.net_worth(player));
    let winner = if first > second { Player::First } else { Player::Second };
    Ending { winner, decision: Decision::NetWorth }
}

/// R12 How a finished game ended: ranks, scores and the reason.
pub(crate) fn outcome(game: &TimeTravel, Ending { winner, decision }: Ending) -> Outcome {
    let loser = winner.other();
    let worth = Player::BOTH.map(|player| game.net_worth(player));
    let (code, sentence) = match decision {
        Decision::Elimination => ("elimination", format!("{loser} has no building left")),
        Decision::NetWorth if worth[0] == worth[1] => {
            ("net_worth", format!("both are worth {}, and {winner} moved second", worth[0]))
        }
        Decision::NetWorth => {
            let [own, other] = [worth[winner as usize], worth[loser as usize]];
            ("net_worth", format!("{winner} is worth {own}, {loser} {other}"))
        }
        Decision::Timeout => ("timeout", format!("{loser} took too long over a turn")),
        Decision::Gone => ("gone", format!("{loser} left the game or crashed")),
    };
    Outcome::won_by(winner.seat(), worth.map(|worth| worth as f64), code, sentence)
}
