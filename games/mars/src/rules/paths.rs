//! R7.5: shortest paths with the exact tie-breaks of the original.

use crate::command::Reply;
use crate::constants::CELLS_MAX;
use crate::state::Mars;
use crate::types::{Cell, Direction, RobotId, Team};

/// No path exists.
const NO_WAY: Reply = Reply::Way { direction: None, steps: -1 };

/// R7.5 `optimal_path`: from one tile to another through tiles that the team can see.
pub(crate) fn way(
    game: &Mars,
    team: Team,
    from: (i32, i32),
    to: (i32, i32),
    avoid_robots: bool,
) -> Reply {
    let open = |(row, col)| {
        let seen = |&cell: &Cell| game.is_visible(team, cell) && game.map.is_passable(cell);
        game.map.cell(row, col).filter(seen)
    };
    match (open(from), open(to)) {
        (Some(from), Some(to)) => search(game, team, from, avoid_robots, |cell| cell == to),
        _ => NO_WAY,
    }
}

/// R7.5 `robot_to_base`: from a robot to the own tile that is found first.
pub(crate) fn way_to_base(game: &Mars, team: Team, robot: RobotId, avoid_robots: bool) -> Reply {
    match game.team(team).robot(robot) {
        Some(robot) => search(game, team, robot.cell, avoid_robots, |c| game.is_own(team, c)),
        None => NO_WAY,
    }
}

/// Breadth-first search. Neighbours are queued in the order of the directions; a tile is marked when it is
/// queued and inherits the first direction of the tile it was reached from; the goal is tested when a tile
/// leaves the queue. With `avoid_robots` an occupied tile is never entered, not even as the goal; a robot on
/// the start is ignored.
fn search(
    game: &Mars,
    team: Team,
    start: Cell,
    avoid_robots: bool,
    is_goal: impl Fn(Cell) -> bool,
) -> Reply {
    const UNSEEN: u8 = 255;
    const HERE: u8 = 8;
    let visible = game.visible_plane(team);
    let occupant = game.occupant_plane();
    // Fixed buffers on the stack: a question neither allocates nor enlarges the state.
    let mut first = [UNSEEN; CELLS_MAX];
    let mut steps = [0u16; CELLS_MAX];
    let mut queue = [0 as Cell; CELLS_MAX];
    let (mut head, mut tail) = (0, 1);
    queue[0] = start;
    first[usize::from(start)] = HERE;
    while head < tail {
        let cell = queue[head];
        head += 1;
        let (way, length) = (first[usize::from(cell)], steps[usize::from(cell)]);
        if is_goal(cell) {
            let direction = Direction::ALL.get(usize::from(way)).copied();
            return Reply::Way { direction, steps: i32::from(length) };
        }
        for direction in Direction::ALL {
            let (row, col) = game.map.neighbour(cell, direction);
            let Some(next) = game.map.cell(row, col) else {
                continue;
            };
            let i = usize::from(next);
            let open = visible[i] != 0 && game.map.is_passable(next);
            if first[i] != UNSEEN || !open || (avoid_robots && occupant[i] != 0) {
                continue;
            }
            first[i] = if way == HERE { direction as u8 } else { way };
            steps[i] = length + 1;
            queue[tail] = next;
            tail += 1;
        }
    }
    NO_WAY
}
