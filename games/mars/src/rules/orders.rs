//! R7.1 to R7.4: each order is a pair of functions: `check_x` tests the order, `x` checks and carries it out.

use crate::command::{Invalid, Reply, RobotInfo};
use crate::constants::*;
use crate::profile::{SecondMove, Transform};
use crate::state::{Mars, Robot};
use crate::types::{Cell, Direction, RobotId, RobotType, Team};
use arrayvec::ArrayVec;

/// R7.1 A robot of any type can be built on a free own tile for 50 metal.
pub(crate) fn check_spawn(
    game: &Mars,
    team: Team,
    kind: Option<RobotType>,
    row: i32,
    col: i32,
) -> Result<(RobotType, Cell), Invalid> {
    let kind = kind.ok_or(Invalid::NoType)?;
    let open = |&cell: &Cell| game.is_visible(team, cell) && game.map.is_passable(cell);
    let cell = game.map.cell(row, col).filter(open).ok_or(Invalid::TileClosed { row, col })?;
    if !game.is_own(team, cell) {
        return Err(Invalid::TileNotOwn { row, col });
    }
    if game.occupant(cell).is_some() {
        return Err(Invalid::TileOccupied { row, col });
    }
    if game.rules.one_spawn_per_tile && game.spawned.contains(&cell) {
        return Err(Invalid::TileUsed { row, col });
    }
    check_metal(game, team, SPAWN_COST)?;
    Ok((kind, cell))
}

pub(crate) fn spawn(
    game: &mut Mars,
    team: Team,
    kind: Option<RobotType>,
    row: i32,
    col: i32,
) -> Result<Reply, Invalid> {
    let (kind, cell) = check_spawn(game, team, kind, row, col)?;
    game.teams[team as usize].metal -= SPAWN_COST;
    game.spawned.push(cell);
    game.set_occupant(cell, Some(team));
    Ok(Reply::Spawned(enlist(game, team, kind, cell, BATTERY_MAX)))
}

/// Adds a robot with the next name at the end of the list; it neither moves nor acts this turn.
fn enlist(game: &mut Mars, team: Team, kind: RobotType, cell: Cell, battery: u8) -> RobotInfo {
    let id = RobotId(game.next_robot);
    game.next_robot += 1;
    let robot = Robot { id, cell, kind, battery, moved: true, acted: true };
    game.teams[team as usize].robots.push(robot);
    robot.info(team, game.map.width())
}

/// The effect of a legal `move`.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// R7.2 step 7: the robot moves.
    Go,
    /// R7.2 step 5: both are destroyed.
    Ram,
    /// R7.2 step 6: the robot has moved already; it stays, and the order is not refused.
    Stay,
}

/// R7.2 A robot moves one step onto any visible tile that is not rock, once a turn.
pub(crate) fn check_move(
    game: &Mars,
    team: Team,
    robot: RobotId,
    direction: Option<Direction>,
) -> Result<(usize, Cell, Step), Invalid> {
    let direction = direction.ok_or(Invalid::NoDirection { robot })?;
    let index = game.team(team).index_of(robot).ok_or(Invalid::UnknownRobot { robot })?;
    let mover = &game.team(team).robots[index];
    let (row, col) = game.map.neighbour(mover.cell, direction);
    let seen = |&cell: &Cell| game.is_visible(team, cell);
    let hidden = Invalid::TargetHidden { robot, row, col };
    let target = game.map.cell(row, col).filter(seen).ok_or(hidden)?;
    if !game.map.is_passable(target) {
        return Err(Invalid::TargetImpassable { robot, row, col });
    }
    // C3: the handbook checks `moved` before the collision, the original after it.
    let spent = mover.moved;
    let occupied = game.occupant(target).is_some();
    let step = match game.rules.second_move {
        SecondMove::Nothing if spent => Step::Stay,
        _ if occupied => Step::Ram,
        _ if spent => Step::Stay,
        _ => Step::Go,
    };
    Ok((index, target, step))
}

pub(crate) fn move_robot(
    game: &mut Mars,
    team: Team,
    robot: RobotId,
    direction: Option<Direction>,
) -> Result<Reply, Invalid> {
    let (index, target, step) = check_move(game, team, robot, direction)?;
    Ok(match step {
        Step::Stay => Reply::AlreadyMoved,
        Step::Ram => Reply::Rammed { victim: ram(game, team, index, target) },
        Step::Go => {
            let mover = &mut game.teams[team as usize].robots[index];
            let from = std::mem::replace(&mut mover.cell, target);
            mover.moved = true;
            game.set_occupant(from, None);
            game.set_occupant(target, Some(team));
            let (row, col) = game.map.place(target);
            Reply::Moved { row, col }
        }
    })
}

/// R7.2 step 5: mover and victim disappear; the mover never arrives.
fn ram(game: &mut Mars, team: Team, mover: usize, target: Cell) -> RobotInfo {
    let width = game.map.width();
    let (owner, &victim) = game.robot_at(target).expect("check_move saw a robot there");
    let mover = game.teams[team as usize].robots.remove(mover);
    let robots = &mut game.teams[owner as usize].robots;
    robots.retain(|robot| robot.id != victim.id);
    game.set_occupant(mover.cell, None);
    game.set_occupant(target, None);
    victim.info(owner, width)
}

/// R7.3 A robot acts once a turn, if its battery suffices and its type has a task on the tile.
pub(crate) fn check_act(game: &Mars, team: Team, robot: RobotId) -> Result<usize, Invalid> {
    let index = game.team(team).index_of(robot).ok_or(Invalid::UnknownRobot { robot })?;
    let Robot { cell, kind, battery, acted, .. } = game.team(team).robots[index];
    if acted {
        return Err(Invalid::AlreadyActed { robot });
    }
    let needs = kind.action_cost();
    if battery < needs {
        return Err(Invalid::BatteryTooLow { robot, kind, has: battery, needs });
    }
    let (row, col) = game.map.place(cell);
    match kind {
        RobotType::Explorer => {
            let hidden = game.map.square_round(cell).any(|near| !game.is_visible(team, near));
            hidden.then_some(index).ok_or(Invalid::NothingToExplore { robot, row, col })
        }
        RobotType::Miner => {
            let deposit = game.map.mining(cell) > 0;
            deposit.then_some(index).ok_or(Invalid::NotOnDeposit { robot, row, col })
        }
        RobotType::Terraformer if !game.map.is_terraformable(cell) => {
            Err(Invalid::NotTerraformable { robot, row, col })
        }
        RobotType::Terraformer => {
            let room = game.terraform(cell) * team.sign() < TERRAFORM_MAX;
            room.then_some(index).ok_or(Invalid::TerraformAtMax { robot, row, col })
        }
    }
}

pub(crate) fn act(game: &mut Mars, team: Team, robot: RobotId) -> Result<Reply, Invalid> {
    let index = check_act(game, team, robot)?;
    let actor = &mut game.teams[team as usize].robots[index];
    actor.acted = true;
    actor.battery -= actor.kind.action_cost();
    let Robot { cell, kind, .. } = *actor;
    Ok(match kind {
        RobotType::Explorer => explore(game, team, cell),
        RobotType::Miner => mine(game, team, cell),
        RobotType::Terraformer => terraform(game, team, cell),
    })
}

/// R7.3 The 3x3 square around the explorer becomes permanently visible to its team.
fn explore(game: &mut Mars, team: Team, cell: Cell) -> Reply {
    let mut found = ArrayVec::<Cell, 9>::new();
    game.reveal_round(team, cell, |near| found.push(near));
    Reply::Explored { tiles: found.into_iter().map(|near| game.map.place(near)).collect() }
}

/// R7.3 The miner takes the deposit's yield; deposits never run out.
fn mine(game: &mut Mars, team: Team, cell: Cell) -> Reply {
    let metal = i32::from(game.map.mining(cell));
    game.teams[team as usize].metal += metal;
    Reply::Mined { metal }
}

/// R7.3 The tile moves one step towards the terraformer's team.
fn terraform(game: &mut Mars, team: Team, cell: Cell) -> Reply {
    game.terraform_towards(team, cell);
    let (row, col) = game.map.place(cell);
    Reply::Terraformed { row, col, value: game.terraform(cell) * team.sign() }
}

/// R7.4 Any own robot can be rebuilt as any type, for metal.
pub(crate) fn check_transform(
    game: &Mars,
    team: Team,
    robot: RobotId,
    kind: Option<RobotType>,
) -> Result<(usize, RobotType), Invalid> {
    let kind = kind.ok_or(Invalid::NoType)?;
    let index = game.team(team).index_of(robot).ok_or(Invalid::UnknownRobot { robot })?;
    check_metal(game, team, TRANSFORM_COST)?;
    Ok((index, kind))
}

pub(crate) fn transform(
    game: &mut Mars,
    team: Team,
    robot: RobotId,
    kind: Option<RobotType>,
) -> Result<Reply, Invalid> {
    let (index, kind) = check_transform(game, team, robot, kind)?;
    // C1: the original checks for 40 metal but takes 50.
    game.teams[team as usize].metal -= game.rules.transform_price;
    Ok(Reply::Transformed(match game.rules.transform {
        Transform::SameRobot => {
            let robot = &mut game.teams[team as usize].robots[index];
            robot.kind = kind;
            robot.info(team, game.map.width())
        }
        Transform::NewRobot => {
            let old = game.teams[team as usize].robots.remove(index);
            enlist(game, team, kind, old.cell, old.battery)
        }
    }))
}

fn check_metal(game: &Mars, team: Team, needs: i32) -> Result<(), Invalid> {
    let has = game.team(team).metal;
    if has < needs {
        return Err(Invalid::NotEnoughMetal { has, needs });
    }
    Ok(())
}
