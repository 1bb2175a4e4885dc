//! Legal calls: every order that a team may give now.
//!
//! The checks of the rules read only what the team can see (R6), so the list follows from the team's
//! view: [`View::position`](crate::View::position) has the same legal calls as the game itself.

use crate::command::{Call, Reply};
use crate::rules::{Step, check_act, check_move, check_spawn, check_transform};
use crate::state::Mars;
use crate::types::{Cell, Direction, RobotType, Team};
use agon_core::{Aim, LegalCall, Spot};

/// Appends the orders that a team may give now; none if it is not on turn. Moves that would be answered with
/// `AlreadyMoved` are left out, because they change nothing.
pub(crate) fn legal_calls(game: &Mars, team: Team, out: &mut Vec<LegalCall<Call>>) {
    if team != game.team || game.ending.is_some() {
        return;
    }
    for robot in game.team(team).robots.iter().map(|robot| robot.id) {
        let moves = Direction::ALL.map(Some).into_iter().filter(|&direction| {
            let step = check_move(game, team, robot, direction);
            step.is_ok_and(|(_, _, step)| step != Step::Stay)
        });
        out.extend(moves.map(|direction| LegalCall::one(Call::Move { robot, direction })));
        if check_act(game, team, robot).is_ok() {
            out.push(LegalCall::one(Call::Act { robot }));
        }
        let kinds = RobotType::ALL.map(Some).into_iter();
        let kinds = kinds.filter(|&kind| check_transform(game, team, robot, kind).is_ok());
        out.extend(kinds.map(|kind| LegalCall::one(Call::Transform { robot, kind })));
    }
    for cell in (0..game.map.cells() as Cell).filter(|&cell| game.is_own(team, cell)) {
        let (row, col) = game.map.place(cell);
        let (row, col) = (row.into(), col.into());
        let kinds = RobotType::ALL.map(Some).into_iter();
        let kinds = kinds.filter(|&kind| check_spawn(game, team, kind, row, col).is_ok());
        out.extend(kinds.map(|kind| LegalCall::one(Call::Spawn { kind, row, col })));
    }
}

/// Where on the board an order belongs: robots move and act, own tiles build robots.
pub(crate) fn aim(game: &Mars, team: Team, call: &Call) -> Aim {
    let tile = |row: i32, col: i32| Spot::Tile(vec![row, col]);
    match *call {
        Call::Spawn { row, col, .. } => Aim::by(tile(row, col)),
        Call::Move { robot, direction } => {
            let aim = Aim::by(Spot::Unit(robot.to_string()));
            let (Some(at), Some(direction)) = (game.team(team).robot(robot), direction) else {
                return aim;
            };
            let (row, col) = game.map.place(at.cell);
            let (down, right) = direction.step();
            aim.at(tile(i32::from(row) + down, i32::from(col) + right))
        }
        Call::Act { robot } | Call::Transform { robot, .. } => {
            Aim::by(Spot::Unit(robot.to_string()))
        }
        _ => Aim::NONE,
    }
}

/// Whether an order uncovered tiles. The name of a new robot tells how many were built before it; that is no
/// reason to forbid taking it back.
pub(crate) fn reveals(reply: &Reply) -> bool {
    matches!(reply, Reply::Explored { .. })
}
