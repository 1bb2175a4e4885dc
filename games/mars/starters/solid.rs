//! A solid bot for Mars Makeover: plays like `builtin:solid`.
//!
//! There are three kinds of work. Explorers work where they see something new, miners on deposits, and
//! terraformers on land that is not ours. Every robot goes to the nearest work of its type, and no two robots
//! go to the same tile. Robots recharge on own land before they go on, and never ram.
//!
//! All metal goes into new robots: a few explorers while much is hidden, miners for the deposits, and
//! terraformers with the rest. They are built where their work is near.

mod mars_helpers;
mod mars_types;

use agon_bot::{Turn, TurnOver};
use mars_helpers::{Place, STEPS, direction};
use mars_types::{RobotInfo, View, calls};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// A robot that rests on own land leaves with this charge.
const SETS_OUT: i64 = 60;
/// Hidden tiles for which one more explorer is built.
const HIDDEN_PER_EXPLORER: usize = 200;
/// Miners beyond the number of terraformers.
const SPARE_MINERS: usize = 2;
/// Terraformers beyond the number of tiles to take. More would only stand in the way.
const SPARE_TERRAFORMERS: usize = 10;
/// Explorers and miners are built until this many rounds before the end.
const PAYS_UNTIL: i64 = 30;

type Tiles = BTreeSet<Place>;

fn neighbours((row, col): Place) -> impl Iterator<Item = Place> {
    STEPS.iter().map(move |(_, step)| (row + step.0, col + step.1))
}

/// The known part of the map.
#[derive(Default)]
struct Ground {
    hidden: Tiles,
    land: Tiles,
    deposits: Tiles,
    own: Tiles,
    /// Land that takes few actions: neutral, or the enemy's with a value of -1 or -2.
    weak: Tiles,
    /// Seen tiles that robots can enter.
    open: Tiles,
    /// Open tiles without a robot.
    free: Tiles,
}

impl Ground {
    fn of(view: &View) -> Ground {
        let mut ground = Ground::default();
        for (row, (tiles, values)) in (0..).zip(view.tiles.iter().zip(&view.terraform)) {
            for (col, (tile, &value)) in (0..).zip(tiles.chars().zip(values)) {
                let at = (row, col);
                match tile {
                    '#' => ground.hidden.insert(at),
                    'T' => ground.land.insert(at),
                    'M' => ground.deposits.insert(at),
                    _ => false,
                };
                if value > 0 {
                    ground.own.insert(at);
                } else if tile == 'T' && value >= -2 {
                    ground.weak.insert(at);
                }
            }
        }
        ground.open = &ground.land | &ground.deposits;
        ground.free = ground.open.clone();
        for robot in view.robots.iter().chain(&view.enemies) {
            ground.free.remove(&(robot.row, robot.col));
        }
        ground
    }

    /// Seen tiles from which an explorer sees something new.
    fn frontier(&self) -> Tiles {
        let near = self.hidden.iter().flat_map(|&at| neighbours(at));
        near.filter(|at| self.open.contains(at)).collect()
    }

    /// The first step of a shortest way over free tiles to the nearest goal, and the goal. Of equally good
    /// steps one on own land is better, because robots are charged there.
    fn way(&self, start: Place, goals: &Tiles) -> Option<(Place, Place)> {
        if goals.is_empty() {
            return None;
        }
        let mut near: Vec<Place> = neighbours(start).filter(|at| self.free.contains(at)).collect();
        near.sort_by_key(|at| !self.own.contains(at));
        let mut first: BTreeMap<Place, Place> = near.iter().map(|&at| (at, at)).collect();
        first.insert(start, start);
        let mut queue = VecDeque::from(near);
        while let Some(at) = queue.pop_front() {
            if goals.contains(&at) {
                return Some((first[&at], at));
            }
            for next in neighbours(at) {
                if self.free.contains(&next) && !first.contains_key(&next) {
                    first.insert(next, first[&at]);
                    queue.push_back(next);
                }
            }
        }
        None
    }

    /// The free own tile that is nearest to one of the goals; robots do not block the way.
    fn spawn_place(&self, goals: &Tiles) -> Option<Place> {
        let mut seen = goals.clone();
        let mut queue: VecDeque<Place> = goals.iter().copied().collect();
        while let Some(at) = queue.pop_front() {
            if self.own.contains(&at) && self.free.contains(&at) {
                return Some(at);
            }
            for next in neighbours(at) {
                if self.open.contains(&next) && seen.insert(next) {
                    queue.push_back(next);
                }
            }
        }
        None
    }
}

/// A turn.
struct Solid<'a> {
    turn: &'a Turn,
    view: &'a View,
    ground: Ground,
    metal: i64,
    /// Tiles with work for each type of robot. A tile is the target of at most one robot.
    jobs: BTreeMap<&'static str, Tiles>,
}

fn play(turn: &mut Turn) -> Result<(), TurnOver> {
    let view: View = turn.view.read();
    let ground = Ground::of(&view);
    let jobs = BTreeMap::from([
        ("explorer", ground.frontier()),
        ("miner", ground.deposits.clone()),
        ("terraformer", ground.weak.clone()),
    ]);
    let mut solid = Solid { turn, view: &view, ground, metal: view.metal, jobs };
    for robot in &view.robots {
        solid.work(robot)?;
    }
    solid.build()
}

impl Solid<'_> {
    /// One robot's turn: moves towards work, or towards own land to recharge; then acts.
    fn work(&mut self, robot: &RobotInfo) -> Result<(), TurnOver> {
        let mut at = (robot.row, robot.col);
        if self.ground.own.contains(&at) {
            if robot.battery < SETS_OUT {
                return Ok(());
            }
        } else if robot.battery < robot.action_cost {
            if let Some((step, _)) = self.ground.way(at, &self.ground.own) {
                self.step(robot, at, step)?;
            }
            return Ok(());
        }

        let kind = robot.r#type.as_str();
        let mut target = at;
        if !self.jobs[kind].contains(&at) {
            let Some((step, goal)) = self.ground.way(at, &self.jobs[kind]) else { return Ok(()) };
            target = goal;
            if self.step(robot, at, step)? {
                at = step;
            }
        }
        if self.jobs[kind].contains(&at) {
            self.act(robot, at)?;
        }
        if let Some(jobs) = self.jobs.get_mut(kind) {
            jobs.remove(&at);
            jobs.remove(&target);
        }
        Ok(())
    }

    fn step(&mut self, robot: &RobotInfo, at: Place, to: Place) -> Result<bool, TurnOver> {
        let order = calls::r#move(&robot.name, direction(at, to));
        if self.turn.make(order)?.kind() != "moved" {
            return Ok(false);
        }
        self.ground.free.insert(at);
        self.ground.free.remove(&to);
        Ok(true)
    }

    fn act(&mut self, robot: &RobotInfo, at: Place) -> Result<(), TurnOver> {
        // An explorer before it may have shown everything here.
        let is_new = neighbours(at).any(|near| self.ground.hidden.contains(&near));
        if robot.battery < robot.action_cost || robot.r#type == "explorer" && !is_new {
            return Ok(());
        }
        let reply = self.turn.make(calls::act(&robot.name))?;
        let value = reply.value();
        match reply.kind() {
            "explored" => {
                for tile in value["tiles"].list() {
                    self.ground.hidden.remove(&(tile[0].integer(), tile[1].integer()));
                }
            }
            "mined" => self.metal += value["metal"].integer(),
            "terraformed" if value["value"].integer() > 0 => {
                self.ground.own.insert(at);
            }
            _ => {}
        }
        Ok(())
    }

    /// Builds robots next to their work, as long as there are metal and work.
    fn build(&mut self) -> Result<(), TurnOver> {
        let mut kinds: Vec<&str> = self.view.robots.iter().map(|robot| robot.r#type.as_str()).collect();
        while self.metal >= self.view.spawn_cost {
            let Some(kind) = self.next_robot(&kinds) else { return Ok(()) };
            let Some(at) = self.ground.spawn_place(&self.jobs[kind]) else { return Ok(()) };
            if !self.turn.make(calls::spawn(kind, at.0, at.1))?.ok() {
                return Ok(());
            }
            self.metal -= self.view.spawn_cost;
            self.ground.free.remove(&at);
            kinds.push(kind);
            // The work beside it is for this robot: the next one is built elsewhere.
            let near = [at].into_iter().chain(neighbours(at));
            let work = near.into_iter().find(|near| self.jobs[kind].contains(near));
            if let (Some(jobs), Some(work)) = (self.jobs.get_mut(kind), work) {
                jobs.remove(&work);
            }
        }
        Ok(())
    }

    /// Explorers while tiles are hidden, then miners for the deposits in sight, then terraformers for the
    /// land in sight.
    fn next_robot(&self, kinds: &[&str]) -> Option<&'static str> {
        let ground = &self.ground;
        let rounds_left = self.view.turns - self.view.turn;
        let count = |kind| kinds.iter().filter(|other| **other == kind).count();
        let has_work = |kind| !self.jobs[kind].is_empty();
        if rounds_left > PAYS_UNTIL {
            let explorers = 1 + ground.hidden.len() / HIDDEN_PER_EXPLORER;
            if has_work("explorer") && count("explorer") < explorers {
                return Some("explorer");
            }
            let miners = ground.deposits.len().min(count("terraformer") + SPARE_MINERS);
            if has_work("miner") && count("miner") < miners {
                return Some("miner");
            }
        }
        let foreign = ground.land.difference(&ground.own).count();
        let is_useful = has_work("terraformer") && count("terraformer") < foreign + SPARE_TERRAFORMERS;
        (rounds_left > 0 && is_useful).then_some("terraformer")
    }
}

fn main() {
    agon_bot::run(play)
}
