//! R9 The end of the game: the winner and the sentence.

use crate::profile::TimeTie;
use crate::state::{Decision, Ending, Mars};
use crate::types::Team;
use agon_core::{Outcome, plain_count};

/// R9 Tiles, then robots, then metal, then the time bank, then red.
pub(super) fn decide(game: &Mars) -> Ending {
    let [blue, red] = &game.teams;
    let more = |decision, blue: f64, red: f64| {
        let winner = if blue > red { Team::Blue } else { Team::Red };
        (blue != red).then_some(Ending { winner, decision })
    };
    let time_sign = match game.rules.time_tie {
        TimeTie::MoreLeft => 1.0,
        TimeTie::LessLeft => -1.0,
    };
    more(Decision::Tiles, f64::from(blue.tiles), f64::from(red.tiles))
        .or(more(Decision::Robots, blue.robots.len() as f64, red.robots.len() as f64))
        .or(more(Decision::Metal, f64::from(blue.metal), f64::from(red.metal)))
        .or(more(Decision::TimeBank, blue.bank_s * time_sign, red.bank_s * time_sign))
        .unwrap_or(Ending { winner: Team::Red, decision: Decision::Default })
}

/// The outcome of a finished game (R9); for an unfinished one, the default outcome.
pub(crate) fn outcome(game: &Mars) -> Outcome {
    let [blue, red] = Team::BOTH.map(|team| game.team(team));
    let winner = game.ending.map_or(Team::Red, |ending| ending.winner);
    let loser = winner.other();
    let (w, l) = (game.team(winner), game.team(loser));
    let decision = game.ending.map_or(Decision::Default, |ending| ending.decision);
    let (code, sentence) = match decision {
        Decision::Tiles => (
            "tiles",
            format!("{winner} owns {}, {loser} {}", plain_count(w.tiles, "tile"), l.tiles),
        ),
        Decision::Robots => (
            "robots",
            format!(
                "{} each; {winner} has {}, {loser} {}",
                plain_count(w.tiles, "tile"),
                plain_count(w.robots.len() as i64, "robot"),
                l.robots.len()
            ),
        ),
        Decision::Metal => (
            "metal",
            format!(
                "tiles and robots are equal; {winner} has {} metal, {loser} {}",
                w.metal, l.metal
            ),
        ),
        Decision::TimeBank => (
            "time_bank",
            format!(
                "tiles, robots and metal are equal; {winner} has {:.3} s left, {loser} {:.3} s",
                w.bank_s, l.bank_s
            ),
        ),
        Decision::Default => ("default", "everything is equal, and then red wins".into()),
        Decision::Timeout => {
            ("timeout", format!("{loser} ran out of time in round {}", game.round))
        }
        Decision::Gone => ("gone", format!("{loser}'s program died in round {}", game.round)),
    };
    Outcome::won_by(winner.seat(), [blue.tiles.into(), red.tiles.into()], code, sentence)
}
