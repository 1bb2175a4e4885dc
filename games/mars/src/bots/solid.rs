//! The level `solid`, formerly `greedy`: explores, mines what it finds and terraforms outwards from its
//! base. A robot is built only if work is left for it, and where that work is near.

use super::bits::Bits;
use super::ground::{Ground, place_of};
use super::search::Compass;
use crate::constants::*;
use crate::observe::View;
use crate::state::Mars;
use crate::types::RobotType;
use agon_core::{Bot, Stopped, Turn};

/// A robot that rests on own land leaves with this charge.
const SETS_OUT: u8 = BATTERY_MAX / 2;
/// Hidden tiles for which one more explorer is built.
const HIDDEN_PER_EXPLORER: usize = 200;
/// Miners beyond the number of terraformers.
const SPARE_MINERS: usize = 2;
/// Terraformers beyond the number of tiles to take. More would only stand in the way.
const SPARE_TERRAFORMERS: usize = 10;
/// Explorers and miners are built until this many rounds before the end.
const PAYS_UNTIL: u16 = 30;

/// Explores, mines what it finds and terraforms outwards from its base.
#[derive(Default)]
pub struct Solid<const N: usize> {
    ground: Ground<N>,
    /// Work for explorers, miners and terraformers.
    jobs: [Jobs<N>; 3],
}

/// Tiles with work for one type of robot. A tile is the target of at most one robot.
#[derive(Default)]
struct Jobs<const N: usize> {
    open: Bits<N>,
    compass: Compass<N>,
}

impl<const N: usize> Jobs<N> {
    fn begin(&mut self, open: Bits<N>) {
        self.open = open;
        self.compass.reset();
    }
}

impl<const N: usize> Bot<Mars> for Solid<N> {
    fn turn(&mut self, view: &View, turn: &mut Turn<'_, Mars>) -> Result<(), Stopped> {
        self.ground.begin(view);
        // Enemy land takes several actions, so it is work only if it is weak.
        let land = self.ground.neutral | self.ground.weak;
        let jobs = [self.ground.frontier, self.ground.deposits, land];
        for (job, open) in self.jobs.iter_mut().zip(jobs) {
            job.begin(open);
        }
        for robot in 0..view.robots.len() {
            self.work(robot, turn)?;
        }
        self.build(turn)
    }
}

impl<const N: usize> Solid<N> {
    /// One robot's turn: moves towards work, or towards own land to be charged; then acts.
    fn work(&mut self, robot: usize, turn: &mut Turn<'_, Mars>) -> Result<(), Stopped> {
        let ground = &mut self.ground;
        let info = ground.view.robots[robot];
        let at = place_of(&info);
        let is_home = ground.own.has(at);
        if info.battery < if is_home { SETS_OUT } else { info.action_cost } {
            if !is_home && let Some(step) = ground.way_home(at) {
                ground.step(turn, robot, step)?;
            }
            return Ok(());
        }
        let jobs = &mut self.jobs[info.kind as usize];
        let mut target = at;
        if !jobs.open.has(at) {
            let Some((step, goal)) = ground.way_by(&mut jobs.compass, at, &jobs.open) else {
                return Ok(());
            };
            ground.step(turn, robot, step)?;
            target = goal;
        }
        if jobs.open.has(place_of(&ground.view.robots[robot])) {
            ground.act(turn, robot)?;
        }
        jobs.open.remove(target);
        Ok(())
    }

    /// Builds robots as long as there is metal, each where the work that is left for it is near.
    fn build(&mut self, turn: &mut Turn<'_, Mars>) -> Result<(), Stopped> {
        while self.ground.view.metal >= SPAWN_COST {
            let Some(kind) = self.next_robot() else {
                break;
            };
            let jobs = &mut self.jobs[kind as usize];
            let Some(place) = self.ground.spawn_place(&jobs.open) else {
                break;
            };
            if !self.ground.spawn(turn, kind, place)? {
                break;
            }
            // The next robot gets other work.
            if let Some(job) = jobs.open.round(place).next() {
                jobs.open.remove(job);
            }
        }
        Ok(())
    }

    /// Explorers while tiles are hidden, then miners for the deposits in sight, then terraformers for the
    /// land in sight. In the last 30 rounds only terraformers, because the others no longer pay off.
    fn next_robot(&self) -> Option<RobotType> {
        let ground = &self.ground;
        let [explorers, miners, terraformers] = ground.counts();
        let [views, mines, land] = self.jobs.each_ref().map(|jobs| !jobs.open.is_empty());
        let pays = ground.rounds_left() > PAYS_UNTIL;
        let most_miners = || ground.deposits.count().min(terraformers + SPARE_MINERS);
        if pays && views && explorers <= ground.hidden.count() / HIDDEN_PER_EXPLORER {
            Some(RobotType::Explorer)
        } else if pays && mines && miners < most_miners() {
            Some(RobotType::Miner)
        } else if land
            && ground.rounds_left() > 0
            && terraformers < (ground.land - ground.own).count() + SPARE_TERRAFORMERS
        {
            Some(RobotType::Terraformer)
        } else {
            None
        }
    }
}
