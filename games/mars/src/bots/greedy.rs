//! A bot with a simple plan: explore, mine, and terraform outwards from its base.

use crate::command::{Call, Reply, RobotInfo};
use crate::constants::*;
use crate::observe::View;
use crate::state::Mars;
use crate::types::{Direction, RobotType};
use agon_core::{Bot, Rng, Stopped, Turn};
use std::collections::VecDeque;

/// Explores, mines what it finds and terraforms outwards from its base.
pub struct Greedy {
    rng: Rng,
}

impl Greedy {
    /// A bot whose random choices follow from the seed.
    pub fn new(seed: u64) -> Greedy {
        Greedy { rng: Rng::new(seed) }
    }
}

impl Bot<Mars> for Greedy {
    fn turn(&mut self, view: &View, turn: &mut Turn<'_, Mars>) -> Result<(), Stopped> {
        let mut plan = Plan::new(view, turn);
        for robot in &view.robots {
            plan.work(robot)?;
        }
        plan.build(&mut self.rng)
    }
}

/// The state of one turn: the view, updated after every order.
struct Plan<'a, 'b> {
    view: View,
    turn: &'a mut Turn<'b, Mars>,
    occupied: Vec<bool>,
    /// Targets of own robots: each tile is the target of at most one robot.
    claimed: Vec<bool>,
    height: usize,
    width: usize,
}

type Place = (usize, usize);

impl<'a, 'b> Plan<'a, 'b> {
    fn new(view: &View, turn: &'a mut Turn<'b, Mars>) -> Plan<'a, 'b> {
        let (height, width) = (view.tiles.height(), view.tiles.width());
        let mut occupied = vec![false; height * width];
        for robot in view.robots.iter().chain(&view.enemies) {
            occupied[usize::from(robot.row) * width + usize::from(robot.col)] = true;
        }
        let claimed = vec![false; height * width];
        Plan { view: view.clone(), turn, occupied, claimed, height, width }
    }

    /// One robot's turn: moves towards a task, or towards own land to recharge; then acts.
    fn work(&mut self, robot: &RobotInfo) -> Result<(), Stopped> {
        let mut at = (usize::from(robot.row), usize::from(robot.col));
        let powered = robot.battery >= robot.action_cost;
        if !powered || !self.is_job(robot.kind, at) {
            let kind = robot.kind;
            let goal = |plan: &Plan<'_, '_>, place: Place| {
                if powered { plan.is_job(kind, place) } else { plan.view.terraform[place] > 0 }
            };
            if let Some((direction, target)) = self.first_step(at, goal) {
                self.claimed[target.0 * self.width + target.1] = true;
                at = self.step(robot, at, direction)?;
            }
        }
        self.claimed[at.0 * self.width + at.1] = true;
        if powered && self.is_job(robot.kind, at) {
            let reply = self.turn.call(&Call::Act { robot: robot.name })?;
            self.note(at, &reply);
        }
        Ok(())
    }

    fn step(&mut self, robot: &RobotInfo, at: Place, way: Direction) -> Result<Place, Stopped> {
        let order = Call::Move { robot: robot.name, direction: Some(way) };
        let Reply::Moved { row, col } = self.turn.call(&order)? else {
            return Ok(at);
        };
        let to = (usize::from(row), usize::from(col));
        self.occupied[at.0 * self.width + at.1] = false;
        self.occupied[to.0 * self.width + to.1] = true;
        Ok(to)
    }

    /// Updates the view with the result of an action.
    fn note(&mut self, at: Place, reply: &Reply) {
        match reply {
            Reply::Explored { .. } => self.turn.look(&mut self.view),
            Reply::Terraformed { value, .. } => self.view.terraform[at] = *value,
            Reply::Mined { metal } => self.view.metal += metal,
            _ => {}
        }
    }

    /// Whether a robot of this type has a useful task on a tile.
    fn is_job(&self, kind: RobotType, place: Place) -> bool {
        match kind {
            RobotType::Explorer => self.neighbours(place).any(|near| self.view.tiles[near] == b'#'),
            RobotType::Miner => self.view.tiles[place] == b'M',
            // A neutral tile takes one action. An enemy tile takes several, so it is a task only if
            // its value is -1 or -2.
            RobotType::Terraformer => {
                self.view.tiles[place] == b'T' && (-2..=0).contains(&self.view.terraform[place])
            }
        }
    }

    /// The first step of a shortest path to an unclaimed goal tile, avoiding all robots.
    fn first_step(
        &self,
        from: Place,
        goal: impl Fn(&Plan<'_, '_>, Place) -> bool,
    ) -> Option<(Direction, Place)> {
        let mut first: Vec<Option<Direction>> = vec![None; self.height * self.width];
        let mut queue = VecDeque::from([from]);
        while let Some(place) = queue.pop_front() {
            let index = place.0 * self.width + place.1;
            if place != from && !self.claimed[index] && goal(self, place) {
                return first[index].map(|direction| (direction, place));
            }
            for direction in Direction::ALL {
                let (down, right) = direction.step();
                let (row, col) = (place.0 as i32 + down, place.1 as i32 + right);
                if !self.view.is_open(row, col) {
                    continue;
                }
                let next = (row as usize, col as usize);
                let i = next.0 * self.width + next.1;
                if next != from && first[i].is_none() && !self.occupied[i] {
                    first[i] = Some(first[index].unwrap_or(direction));
                    queue.push_back(next);
                }
            }
        }
        None
    }

    fn neighbours(&self, (row, col): Place) -> impl Iterator<Item = Place> + use<> {
        let rows = row.saturating_sub(1)..(row + 2).min(self.height);
        let columns = col.saturating_sub(1)..(col + 2).min(self.width);
        rows.flat_map(move |r| columns.clone().map(move |c| (r, c)))
    }

    /// Builds a few explorers while tiles are hidden, miners for the visible deposits, and terraformers
    /// with the rest. In the last 30 rounds only terraformers, because the others no longer pay off.
    fn build(&mut self, rng: &mut Rng) -> Result<(), Stopped> {
        let count = |kind| self.view.robots.iter().filter(|r| r.kind == kind).count();
        let (mut explorers, mut miners) = (count(RobotType::Explorer), count(RobotType::Miner));
        let mut metal = self.view.metal;
        let cells = self.view.tiles.cells();
        let deposits = cells.iter().filter(|&&letter| letter == b'M').count();
        let hidden = cells.iter().filter(|&&letter| letter == b'#').count();
        let early = self.view.turn + 30 < self.view.turns;
        let mut homes: Vec<Place> = (0..self.height * self.width)
            .filter(|&i| self.view.terraform.cells()[i] > 0 && !self.occupied[i])
            .map(|i| (i / self.width, i % self.width))
            .collect();
        rng.shuffle(&mut homes);
        for (row, col) in homes {
            if metal < SPAWN_COST || self.view.turn >= self.view.turns {
                break;
            }
            let kind = if early && hidden > 0 && explorers < 1 + hidden / 400 {
                explorers += 1;
                RobotType::Explorer
            } else if early && miners < deposits.min(12) && miners * 2 < self.view.robots.len() + 2
            {
                miners += 1;
                RobotType::Miner
            } else {
                RobotType::Terraformer
            };
            let order = Call::Spawn { kind: Some(kind), row: row as i32, col: col as i32 };
            if let Reply::Spawned(_) = self.turn.call(&order)? {
                metal -= SPAWN_COST;
            }
        }
        Ok(())
    }
}
