//! The level `champion`: the economy of `expert`, grown as fast as it pays, and a fight for the border.
//! It rams enemy robots that are worth more than its own, takes disputed land before safe land, and
//! turns surplus metal into explorers and into robots that ram.

use super::bits::{Bits, Place};
use super::crew::Crew;
use super::ground::place_of;
use super::search::Compass;
use super::window::NEAR;
use crate::command::{Call, Reply, RobotInfo};
use crate::constants::*;
use crate::observe::View;
use crate::state::Mars;
use crate::types::RobotType;
use agon_core::{Bot, Stopped, Turn};

/// From this much metal on, robots are cheap.
const RICH: i32 = 500;
/// How much more than the own robot, in robots, an enemy robot must be worth to be rammed; poor and
/// rich.
const RAM_MARGIN: f64 = 0.3;
const RAM_MARGIN_RICH: f64 = -0.7;
/// A miner must earn this many times its price before the end.
const MINER_RETURN: f64 = 1.6;
/// Hidden tiles for which one explorer is built; poor and rich.
const HIDDEN_PER_EXPLORER: usize = 50;
const HIDDEN_PER_EXPLORER_RICH: usize = 25;
/// Explorers at the start; later one in five robots.
const FIRST_EXPLORERS: usize = 3;
/// Explorers are built until this many rounds before the end.
const EXPLORE_UNTIL: u16 = 25;
/// What makes land more valuable than neutral land in the hinterland, which counts 1: each of the two
/// tiles that turning enemy land swings, land beside an undocked deposit (twice if a miner works there),
/// the border. A place beside an enemy robot is worth less.
const SWING: f64 = 2.0;
const DOCK: f64 = 2.0;
const BORDER: f64 = 1.0;
const DANGER: f64 = 0.5;
/// How many steps from the enemy the border reaches.
const BORDER_WIDTH: usize = 13;
/// Idle terraformers raise own land near the enemy up to this value.
const RAISED: i8 = 3;

/// Grows as fast as it pays, fights for the border and rams.
#[derive(Default)]
pub struct Champion<const N: usize> {
    crew: Crew<N>,
    /// Tiles at distance 0, 1, 2, ... from enemy land or robots.
    near_enemy: Vec<Bits<N>>,
    /// The ways of idle terraformers to the border.
    compass: Compass<N>,
}

impl<const N: usize> Bot<Mars> for Champion<N> {
    fn turn(&mut self, view: &View, turn: &mut Turn<'_, Mars>) -> Result<(), Stopped> {
        self.crew.begin(view);
        self.compass.reset();
        self.ram(turn)?;
        for robot in self.crew.explore(turn)? {
            self.retire(turn, robot)?;
        }
        for robot in self.crew.mine(turn)? {
            self.hunt(turn, robot)?;
        }
        self.measure_border();
        self.terraform(turn)?;
        self.build(turn)
    }
}

impl<const N: usize> Champion<N> {
    /// Every robot beside an enemy rams it if the exchange is good. Both robots are lost, so it is good
    /// if the enemy loses a miner at work and we lose an explorer without work, or if we can replace
    /// robots more easily.
    fn ram(&mut self, turn: &mut Turn<'_, Mars>) -> Result<(), Stopped> {
        let rich = self.crew.ground.view.metal >= RICH;
        let margin = if rich { RAM_MARGIN_RICH } else { RAM_MARGIN };
        for i in 0..self.crew.ground.view.robots.len() {
            let ground = &self.crew.ground;
            let robot = ground.view.robots[i];
            let near = ground.enemies.square(place_of(&robot));
            if near == 0 {
                continue;
            }
            let beside = |enemy: &&RobotInfo| {
                enemy.row.abs_diff(robot.row) <= 1 && enemy.col.abs_diff(robot.col) <= 1
            };
            let enemies = ground.view.enemies.iter().filter(beside);
            let best = enemies
                .map(|enemy| (self.worth(enemy, false), place_of(enemy)))
                .max_by(|a, b| a.0.total_cmp(&b.0));
            if let Some((worth, target)) = best
                && worth > self.worth(&robot, true) + margin
            {
                self.crew.ground.ram(turn, i, target)?;
            }
        }
        Ok(())
    }

    /// How much a robot is worth to its team; 1 is a new terraformer.
    fn worth(&self, robot: &RobotInfo, is_own: bool) -> f64 {
        let ground = &self.crew.ground;
        let place = place_of(robot);
        let left = f64::from(ground.rounds_left());
        // Miners and explorers earn nothing more when the end is near.
        let future = (left / 30.0).min(1.0);
        let (home, foreign) = match is_own {
            true => (&ground.own, &ground.enemy),
            false => (&ground.enemy, &ground.own),
        };
        match robot.kind {
            RobotType::Miner if ground.deposits.square(place) != 0 => 1.5 * future,
            RobotType::Miner => future,
            RobotType::Explorer if !is_own => 0.6 * future,
            RobotType::Explorer if ground.frontier.is_empty() || left < 15.0 => 0.05,
            RobotType::Explorer => 0.7 * future,
            RobotType::Terraformer => {
                let stranded = robot.battery < TERRAFORMER_ACTION_COST && home.square(place) == 0;
                let invades = !is_own && foreign.count_round(place) > 2;
                match stranded {
                    true => 0.3,
                    false => {
                        0.7 + 0.3 * f64::from(robot.battery) / f64::from(BATTERY_MAX)
                            + if invades { 0.3 } else { 0.0 }
                    }
                }
            }
        }
    }

    /// An explorer that sees nothing new becomes a terraformer, or hunts.
    fn retire(&mut self, turn: &mut Turn<'_, Mars>, i: usize) -> Result<(), Stopped> {
        let robot = self.crew.robot(i);
        let ground = &mut self.crew.ground;
        let has_work = !ground.neutral.is_empty() && ground.rounds_left() > 3;
        let can_work = robot.battery >= 2 * TERRAFORMER_ACTION_COST;
        if has_work && can_work && ground.view.metal >= SPAWN_COST {
            let order = Call::Transform { robot: robot.name, kind: Some(RobotType::Terraformer) };
            if let Reply::Transformed(info) = turn.call(&order)? {
                ground.view.robots[i] = info;
                // The handbook takes less; the next view shows the rest.
                ground.view.metal -= SPAWN_COST;
                return Ok(());
            }
        }
        self.hunt(turn, i)
    }

    /// A robot without work walks beside the nearest enemy robot, to ram it in the next turn.
    fn hunt(&mut self, turn: &mut Turn<'_, Mars>, i: usize) -> Result<(), Stopped> {
        let at = place_of(&self.crew.robot(i));
        let beside = self.crew.ground.enemies.grown() & self.crew.ground.open;
        if beside.is_empty() {
            return self.crew.go_home(turn, i);
        }
        if let Some((step, _)) = self.crew.ground.way(at, &beside) {
            self.crew.ground.step(turn, i, step)?;
        }
        Ok(())
    }

    /// Measures how far every tile is from the enemy; hidden tiles count as open.
    fn measure_border(&mut self) {
        let ground = &mut self.crew.ground;
        let enemy = (ground.enemy | ground.enemies) & ground.open;
        let passable = ground.open | ground.hidden;
        ground.search.run(&enemy, &passable, &Bits::EMPTY, BORDER_WIDTH - 1);
        self.near_enemy.clear();
        self.near_enemy.extend((0..ground.search.rings()).map(|ring| ground.search.ring(ring)));
    }

    fn distance_to_enemy(&self, place: Place) -> usize {
        self.near_enemy.iter().position(|ring| ring.has(place)).unwrap_or(BORDER_WIDTH)
    }

    /// Every terraformer takes the land that gains most per round.
    fn terraform(&mut self, turn: &mut Turn<'_, Mars>) -> Result<(), Stopped> {
        let undocked = self.crew.ground.deposits - self.crew.ground.own.grown();
        let mut mined = Bits::EMPTY;
        self.crew.mines.iter().for_each(|(_, place)| mined.add(*place));
        let docks = [undocked, undocked & mined];
        let mut next = 0;
        while let Some(i) = self.crew.next_mover(RobotType::Terraformer, next) {
            next = i + 1;
            let robot = self.crew.robot(i);
            if robot.battery < TERRAFORMER_ACTION_COST {
                self.crew.go_home(turn, i)?;
                continue;
            }
            let Some((target, distance)) = self.best_land(&robot, &docks) else {
                self.guard(turn, i)?;
                continue;
            };
            self.crew.claimed.add(target);
            if distance > 0
                && let Some(step) = self.crew.ground.first_step(place_of(&robot), target, distance)
            {
                self.crew.ground.step(turn, i, step)?;
            }
            let here = place_of(&self.crew.robot(i));
            if self.crew.ground.land.has(here) && !self.crew.ground.own.has(here) {
                self.crew.claimed.add(here);
                self.crew.ground.act(turn, i)?;
            }
        }
        Ok(())
    }

    /// The land that gains most per round, and its distance. Looks up to four steps beyond the nearest.
    fn best_land(&mut self, robot: &RobotInfo, docks: &[Bits<N>; 2]) -> Option<(Place, usize)> {
        let at = place_of(robot);
        let ground = &mut self.crew.ground;
        let jobs = ground.land - ground.own - self.crew.claimed;
        let first = match jobs.has(at) {
            true => 0,
            false => ground.search.run_far(at, &ground.free, &jobs)?,
        };
        ground.search.run_from(at, &ground.free, &Bits::EMPTY, first + 4);
        let mut best: Option<(f64, Place, usize)> = None;
        for distance in first..self.crew.ground.search.rings() {
            for place in self.crew.ground.search.hits(distance, &jobs) {
                let actions = 1 + self.crew.ground.value(place).unsigned_abs();
                // The last action makes the land own, where the robot is charged.
                if (actions - 1) * TERRAFORMER_ACTION_COST > robot.battery {
                    continue;
                }
                let rounds = distance.max(1) - 1 + usize::from(actions);
                let score = self.gain(place, docks) / rounds as f64;
                if best.is_none_or(|(most, ..)| score > most) {
                    best = Some((score, place, distance));
                }
            }
        }
        best.map(|(_, place, distance)| (place, distance))
    }

    /// What taking a tile is worth; neutral land far from the enemy counts 1.
    fn gain(&self, place: Place, docks: &[Bits<N>; 2]) -> f64 {
        let ground = &self.crew.ground;
        let land = if ground.enemy.has(place) { 2.0 * SWING } else { 1.0 };
        let dock = docks.iter().filter(|deposits| deposits.square(place) != 0).count() as f64;
        let border = 1.0 - self.distance_to_enemy(place) as f64 / BORDER_WIDTH as f64;
        let danger = if ground.enemies.square(place) != 0 { DANGER } else { 0.0 };
        // Holes in own land make ways longer later.
        let compact = 0.05 * f64::from(ground.own.count_round(place));
        land + DOCK * dock + BORDER * border + compact - danger
    }

    /// A terraformer without land to take goes to the border and raises own land there.
    fn guard(&mut self, turn: &mut Turn<'_, Mars>, i: usize) -> Result<(), Stopped> {
        let at = place_of(&self.crew.robot(i));
        if self.distance_to_enemy(at) > 3 {
            let close = self.near_enemy.iter().take(4).fold(Bits::EMPTY, |all, ring| all | *ring);
            let border = close & self.crew.ground.own;
            let ground = &mut self.crew.ground;
            // The border grows while own land does, so a search of its own is always worthwhile.
            let way = ground.near_way(at, &border, NEAR).map(|(step, _)| step).or_else(|| {
                self.compass.step(at, ground.exits(at), &border, &ground.open, &ground.own)
            });
            if let Some(step) = way {
                ground.step(turn, i, step)?;
            }
        }
        let robot = self.crew.robot(i);
        let here = place_of(&robot);
        let ground = &mut self.crew.ground;
        if robot.battery >= BATTERY_MAX / 2 && ground.land.has(here) && ground.value(here) < RAISED
        {
            ground.act(turn, i)?;
        }
        Ok(())
    }

    /// Spends the metal: miners as long as they pay, explorers, terraformers for the land in sight, and
    /// then terraformers against enemy land.
    fn build(&mut self, turn: &mut Turn<'_, Mars>) -> Result<(), Stopped> {
        while self.crew.ground.view.metal >= SPAWN_COST {
            let mine = self.paying_mine();
            let Some((kind, goals)) = self.next_robot(mine) else {
                break;
            };
            let Some(place) = self.crew.ground.spawn_place(&goals) else {
                break;
            };
            if !self.crew.ground.spawn(turn, kind, place)? {
                break;
            }
            match (kind, mine) {
                (RobotType::Miner, Some(mine)) => {
                    let name = self.crew.ground.view.robots.last().map(|robot| robot.name);
                    if let Some(name) = name {
                        self.crew.assign(name, mine);
                    }
                }
                // The next robot gets other work.
                _ => {
                    let jobs = self.crew.ground.neutral - self.crew.claimed;
                    if let Some(job) = jobs.round(place).next() {
                        self.crew.claimed.add(job);
                    }
                }
            }
        }
        Ok(())
    }

    /// The deposit that the next miner would work on, if it earns enough before the end.
    fn paying_mine(&mut self) -> Option<Place> {
        let own = self.crew.ground.own;
        let mine = self.crew.best_mine(&own)?;
        let rounds = f64::from(self.crew.ground.rounds_left()) - mine.distance as f64 - 1.0;
        (mine.income * rounds > MINER_RETURN * f64::from(SPAWN_COST)).then_some(mine.place)
    }

    /// The type of the next robot and the tiles near which it is needed; `None` to save the metal.
    fn next_robot(&self, mine: Option<Place>) -> Option<(RobotType, Bits<N>)> {
        let ground = &self.crew.ground;
        let left = ground.rounds_left();
        let [explorers, miners, terraformers] = ground.counts();
        let robots = explorers + miners + terraformers;
        let frontier = ground.frontier;
        let wanted = match frontier.is_empty() || left < EXPLORE_UNTIL {
            true => 0,
            false => {
                let rich = ground.view.metal >= RICH;
                let tiles = if rich { HIDDEN_PER_EXPLORER_RICH } else { HIDDEN_PER_EXPLORER };
                (ground.hidden.count() / tiles).min(FIRST_EXPLORERS + robots / 5).max(1)
            }
        };
        let land = ground.neutral - self.crew.claimed;
        // Without terraformers, miners have no own land beside their deposits.
        let room = miners < 2 + 2 * terraformers;
        match mine {
            _ if explorers == 0 && wanted > 0 => Some((RobotType::Explorer, frontier)),
            _ if terraformers == 0 && robots >= 2 => Some((RobotType::Terraformer, land)),
            Some(mine) if room => Some((RobotType::Miner, Bits::of(mine))),
            _ if explorers < wanted => Some((RobotType::Explorer, frontier)),
            _ if !land.is_empty() && (land.count() > 2 * terraformers || left < 10) => {
                Some((RobotType::Terraformer, land))
            }
            // Robots on more than four tenths of the own land stand in each other's way.
            _ if left > 8 && 5 * terraformers < 50 + 2 * ground.own.count() => {
                (!ground.enemy.is_empty()).then_some((RobotType::Terraformer, ground.enemy))
            }
            // Living robots decide if both teams own the same number of tiles.
            _ if left == 0 => Some((RobotType::Terraformer, ground.own)),
            _ => None,
        }
    }
}
