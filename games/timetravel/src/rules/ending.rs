//! R12 The end of the game: the winner and the sentence.

use crate::profile::EndConflict;
use crate::state::{Decision, Ending, TimeTravel};
use crate::types::Player;
use agon_core::Outcome;

/// R12 The winner and the reason, if the game is over.
pub(super) fn decide(game: &TimeTravel) -> Option<Ending> {
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
