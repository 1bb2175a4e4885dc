//! The rules: the phases of a turn, and the answer to every call.

mod ending;
mod orders;
mod paths;

pub(crate) use ending::outcome;
pub(crate) use orders::{
    Step, act, check_act, check_move, check_spawn, check_transform, move_robot, spawn, transform,
};
pub(crate) use paths::{way, way_to_base};

use crate::command::{Call, Invalid, Reply};
use crate::constants::*;
use crate::profile::SecondMove;
use crate::state::{Decision, Ending, Mars};
use crate::types::Team;
use agon_core::{End, Why};
use ending::decide;

/// R5.2, R5.3 The upkeep before the bot plays its turn.
pub(crate) fn begin_turn(game: &mut Mars) {
    pay_income(game);
    refresh_and_recharge(game);
    game.spawned.clear();
}

/// R5.2 Ten metal each turn, but not in the first round.
fn pay_income(game: &mut Mars) {
    if game.round > 1 {
        game.teams[game.team as usize].metal += METAL_PER_TURN;
    }
}

/// R5.3 Own robots may move and act again, and those on own tiles are charged.
fn refresh_and_recharge(game: &mut Mars) {
    let team = game.team;
    for i in 0..game.team(team).robots.len() {
        let home = game.is_own(team, game.team(team).robots[i].cell);
        let robot = &mut game.teams[team as usize].robots[i];
        (robot.moved, robot.acted) = (false, false);
        if home {
            robot.battery = (robot.battery + RECHARGE).min(BATTERY_MAX);
        }
    }
}

/// R5.5, R10 Charges the time; then the game ends or the other team is on turn. The caller runs its upkeep
/// with [`begin_turn`].
pub(crate) fn end_turn(game: &mut Mars, end: End) {
    let team = game.team;
    let loses = |decision| Some(Ending { winner: team.other(), decision });
    // A replay can contain any number: NaN and negative durations count as 0.
    let seconds = if end.spent.seconds > 0.0 { end.spent.seconds } else { 0.0 };
    let timed_out = end.why == Why::OutOfTime || seconds >= game.team(team).bank_s;
    if timed_out {
        game.ending = loses(Decision::Timeout);
    } else if matches!(end.why, Why::Gone | Why::Finished) {
        // R8 Agon's own rule: a program that cannot play on loses. The original ran both bots in the
        // engine's process, so it has no such case.
        game.ending = loses(Decision::Gone);
    } else {
        game.teams[team as usize].bank_s -= seconds;
        if team == Team::Red && game.round == game.rules.rounds {
            game.ending = Some(decide(game));
        } else {
            game.team = team.other();
            game.round += u16::from(team == Team::Red);
        }
    }
}

/// R7 Answers one call of the team on turn.
pub(crate) fn answer(game: &mut Mars, team: Team, call: &Call) -> Reply {
    match *call {
        Call::Spawn { kind, row, col } => spawn(game, team, kind, row, col),
        Call::Move { robot, direction } => move_robot(game, team, robot, direction),
        Call::Act { robot } => act(game, team, robot),
        Call::Transform { robot, kind } => transform(game, team, robot, kind),
        _ => Ok(inquire(game, team, call)),
    }
    .unwrap_or_else(Reply::Refused)
}

/// R7.5 Answers a question. For an order, answers whether it would be carried out.
pub(crate) fn inquire(game: &Mars, team: Team, call: &Call) -> Reply {
    let can = |verdict: Result<(), Invalid>| Reply::Can(verdict.is_ok());
    match *call {
        Call::Spawn { kind, row, col } | Call::CanSpawn { kind, row, col } => {
            can(check_spawn(game, team, kind, row, col).map(|_| ()))
        }
        Call::CanMove { robot, direction } => {
            // C11: the original's question for `move` ignores `moved`.
            let lenient = game.rules.second_move == SecondMove::Rams;
            let step = check_move(game, team, robot, direction);
            Reply::Can(step.is_ok_and(|(_, _, step)| lenient || step != Step::Stay))
        }
        Call::Move { robot, direction } => {
            let step = check_move(game, team, robot, direction);
            Reply::Can(step.is_ok_and(|(_, _, step)| step != Step::Stay))
        }
        Call::Act { robot } | Call::CanAct { robot } => {
            can(check_act(game, team, robot).map(|_| ()))
        }
        Call::Transform { robot, kind } | Call::CanTransform { robot, kind } => {
            can(check_transform(game, team, robot, kind).map(|_| ()))
        }
        Call::Path { from, to, avoid_robots } => way(game, team, from, to, avoid_robots),
        Call::PathToBase { robot, avoid_robots } => way_to_base(game, team, robot, avoid_robots),
        Call::RobotAt { row, col } => {
            let cell = game.map.cell(row, col).filter(|&cell| game.is_visible(team, cell));
            let robot = cell.and_then(|cell| game.robot_at(cell));
            Reply::Robot(robot.map(|(owner, robot)| robot.info(owner, game.map.width())))
        }
    }
}
