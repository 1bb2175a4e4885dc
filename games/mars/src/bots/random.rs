//! A bot that plays random legal orders, and the generator of random calls for fuzzing.

use crate::command::{Call, Reply};
use crate::observe::View;
use crate::state::Mars;
use crate::types::{Direction, RobotId, RobotType, Team};
use agon_core::{Actor, Bot, Rng, Stopped, Turn};

/// Builds, moves and acts at random; asks before every order, so that none is refused.
pub struct Random {
    rng: Rng,
}

impl Random {
    /// A bot whose choices follow from the seed.
    pub fn new(seed: u64) -> Random {
        Random { rng: Rng::new(seed) }
    }
}

impl Bot<Mars> for Random {
    fn turn(&mut self, view: &View, turn: &mut Turn<'_, Mars>) -> Result<(), Stopped> {
        let may = |turn: &mut Turn<'_, Mars>, question| {
            turn.call(&question).map(|reply| reply == Reply::Can(true))
        };
        for robot in view.robots.iter().map(|robot| robot.name) {
            let direction = Some(*self.rng.pick(&Direction::ALL));
            if may(turn, Call::CanMove { robot, direction })? {
                turn.call(&Call::Move { robot, direction })?;
            }
            if may(turn, Call::CanAct { robot })? {
                turn.call(&Call::Act { robot })?;
            }
        }
        for (row, values) in view.terraform.rows().enumerate() {
            for (col, &value) in values.iter().enumerate() {
                if value <= 0 || !self.rng.chance(1, 3) {
                    continue;
                }
                let kind = Some(*self.rng.pick(&RobotType::ALL));
                let (row, col) = (row as i32, col as i32);
                if may(turn, Call::CanSpawn { kind, row, col })? {
                    turn.call(&Call::Spawn { kind, row, col })?;
                }
            }
        }
        Ok(())
    }
}

/// A random call: mostly about existing robots and tiles, sometimes about invalid ones.
pub(crate) fn wild_call(game: &Mars, actor: Actor, rng: &mut Rng) -> Call {
    let team = Team::of(actor).unwrap_or(Team::Blue);
    let robots = &game.team(team).robots;
    let robot = match rng.below(10) {
        0 => RobotId(rng.below(game.next_robot + 2)),
        _ if robots.is_empty() => RobotId(1),
        _ => rng.pick(robots).id,
    };
    let absurd = rng.chance(1, 50);
    let place = |rng: &mut Rng| {
        if absurd {
            return (rng.next_u64() as i32, rng.next_u64() as i32);
        }
        let own = (0..8).map(|_| rng.below(game.map.cells() as u32) as u16);
        let cell = own.reduce(|a, b| if game.is_own(team, a) { a } else { b }).unwrap_or(0);
        let (row, col) = game.map.place(cell);
        (row.into(), col.into())
    };
    let direction = (!absurd).then(|| *rng.pick(&Direction::ALL));
    let kind = (!absurd).then(|| *rng.pick(&RobotType::ALL));
    let ((row, col), to) = (place(rng), place(rng));
    let avoid_robots = rng.chance(1, 2);
    match rng.below(24) {
        0..5 => Call::Spawn { kind, row, col },
        5..12 => Call::Move { robot, direction },
        12..17 => Call::Act { robot },
        17 => Call::Transform { robot, kind },
        18 => Call::CanSpawn { kind, row, col },
        19 => Call::CanMove { robot, direction },
        20 => Call::CanAct { robot },
        21 => Call::CanTransform { robot, kind },
        22 => Call::Path { from: (row, col), to, avoid_robots },
        _ if avoid_robots => Call::PathToBase { robot, avoid_robots },
        _ => Call::RobotAt { row, col },
    }
}
