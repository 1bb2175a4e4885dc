//! The level `solid`, formerly `greedy`: explores, mines what it finds and terraforms outwards from its
//! base.

use super::bits::Bits;
use super::ground::{FAR, Ground, place_of};
use super::search::Compass;
use crate::constants::*;
use crate::observe::View;
use crate::state::Mars;
use crate::types::RobotType;
use agon_core::{Bot, Rng, Stopped, Turn};

/// Explores, mines what it finds and terraforms outwards from its base.
pub struct Solid {
    ground: Ground,
    /// Work for explorers, miners and terraformers.
    jobs: [Jobs; 3],
    rng: Rng,
}

/// Tiles with work for one type of robot. A tile is the target of at most one robot.
#[derive(Default)]
struct Jobs {
    open: Bits,
    compass: Compass,
}

impl Jobs {
    fn begin(&mut self, open: Bits) {
        self.open = open;
        self.compass.reset();
    }
}

impl Solid {
    /// A bot whose random choices follow from the seed.
    pub fn new(seed: u64) -> Solid {
        Solid { ground: Ground::default(), jobs: Default::default(), rng: Rng::new(seed) }
    }
}

impl Bot<Mars> for Solid {
    fn turn(&mut self, view: &View, turn: &mut Turn<'_, Mars>) -> Result<(), Stopped> {
        self.ground.begin(view);
        let land = self.ground.neutral() | self.weak_enemy_land();
        let jobs = [self.ground.frontier(), self.ground.deposits, land];
        for (job, open) in self.jobs.iter_mut().zip(jobs) {
            job.begin(open);
        }
        for robot in 0..view.robots.len() {
            self.work(robot, turn)?;
        }
        self.build(turn)
    }
}

impl Solid {
    /// Enemy land takes several actions, so it is work only if its value is -1 or -2.
    fn weak_enemy_land(&self) -> Bits {
        let mut weak = Bits::EMPTY;
        for place in self.ground.enemy.places().filter(|&place| self.ground.value(place) >= -2) {
            weak.add(place);
        }
        weak
    }

    /// One robot's turn: moves towards work, or towards own land to recharge; then acts.
    fn work(&mut self, robot: usize, turn: &mut Turn<'_, Mars>) -> Result<(), Stopped> {
        let ground = &mut self.ground;
        let info = ground.view.robots[robot];
        let mut at = place_of(&info);
        if info.battery < info.action_cost {
            let own = ground.own;
            if !own.has(at)
                && let Some((step, _)) = ground.way(at, &own, FAR)
            {
                ground.step(turn, robot, step)?;
            }
            return Ok(());
        }
        let jobs = &mut self.jobs[info.kind as usize];
        if !jobs.open.has(at)
            && let Some((step, target)) = ground.way_by(&mut jobs.compass, at, &jobs.open)
        {
            if ground.step(turn, robot, step)? {
                at = step;
            }
            if at != target {
                jobs.open.remove(target);
            }
        }
        if jobs.open.has(at) {
            ground.act(turn, robot)?;
        }
        jobs.open.remove(at);
        Ok(())
    }

    /// Builds a few explorers while tiles are hidden, miners for the visible deposits, and terraformers
    /// with the rest. In the last 30 rounds only terraformers, because the others no longer pay off.
    fn build(&mut self, turn: &mut Turn<'_, Mars>) -> Result<(), Stopped> {
        let ground = &mut self.ground;
        if ground.view.metal < SPAWN_COST || ground.rounds_left() == 0 {
            return Ok(());
        }
        let (mut explorers, mut miners) =
            (ground.count(RobotType::Explorer), ground.count(RobotType::Miner));
        let (deposits, hidden) = (ground.deposits.count(), ground.hidden.count());
        let early = ground.rounds_left() > 30;
        let robots = ground.view.robots.len();
        let mut homes: Vec<_> = (ground.own & ground.free).places().collect();
        self.rng.shuffle(&mut homes);
        for place in homes {
            if ground.view.metal < SPAWN_COST {
                break;
            }
            let kind = if early && hidden > 0 && explorers < 1 + hidden / 400 {
                explorers += 1;
                RobotType::Explorer
            } else if early && miners < deposits.min(12) && miners * 2 < robots + 2 {
                miners += 1;
                RobotType::Miner
            } else {
                RobotType::Terraformer
            };
            ground.spawn(turn, kind, place)?;
        }
        Ok(())
    }
}
