//! The level `novice`: one explorer, then terraformers only. Every robot takes the nearest work.

use super::ground::{FAR, Ground, place_of};
use super::search::Compass;
use crate::observe::View;
use crate::state::Mars;
use crate::types::RobotType;
use agon_core::{Bot, Stopped, Turn};

/// Terraforms outwards from its base, with one explorer to show the way.
#[derive(Default)]
pub struct Novice {
    ground: Ground,
    /// The ways of terraformers to neutral land; the other robots are few.
    compass: Compass,
}

impl Bot<Mars> for Novice {
    fn turn(&mut self, view: &View, turn: &mut Turn<'_, Mars>) -> Result<(), Stopped> {
        self.ground.begin(view);
        self.compass.reset();
        for robot in 0..view.robots.len() {
            self.work(robot, turn)?;
        }
        self.build(turn)
    }
}

impl Novice {
    /// A robot without power goes to own land, any other to the nearest tile with work for it; then it
    /// acts.
    fn work(&mut self, robot: usize, turn: &mut Turn<'_, Mars>) -> Result<(), Stopped> {
        let ground = &mut self.ground;
        let info = ground.view.robots[robot];
        let powered = info.battery >= info.action_cost;
        let goals = match info.kind {
            _ if !powered => ground.own,
            RobotType::Explorer => ground.frontier(),
            RobotType::Terraformer => ground.neutral(),
            // This level builds no miners.
            RobotType::Miner => ground.deposits,
        };
        if !goals.has(place_of(&info)) {
            let at = place_of(&info);
            let way = match info.kind {
                RobotType::Terraformer if powered => ground.way_by(&mut self.compass, at, &goals),
                _ => ground.way(at, &goals, FAR),
            };
            if let Some((step, _)) = way {
                ground.step(turn, robot, step)?;
            }
        }
        if powered && goals.has(place_of(&ground.view.robots[robot])) {
            ground.act(turn, robot)?;
        }
        Ok(())
    }

    /// Builds where neutral land is near: an explorer if there is none, otherwise terraformers.
    fn build(&mut self, turn: &mut Turn<'_, Mars>) -> Result<(), Stopped> {
        let ground = &mut self.ground;
        let mut work = ground.neutral();
        while ground.view.metal >= ground.view.spawn_cost {
            let Some(place) = ground.spawn_place(&work) else {
                break;
            };
            let first = ground.count(RobotType::Explorer) == 0;
            let kind = if first { RobotType::Explorer } else { RobotType::Terraformer };
            if !ground.spawn(turn, kind, place)? {
                break;
            }
            // The next robot gets other work.
            if let Some(job) = work.round(place).next() {
                work.remove(job);
            }
        }
        Ok(())
    }
}
