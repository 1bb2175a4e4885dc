//! The level `novice`: one explorer, then terraformers only. Every robot takes the nearest work.

use super::bits::Bits;
use super::ground::{Ground, place_of};
use super::search::Compass;
use crate::observe::View;
use crate::state::Mars;
use crate::types::RobotType;
use agon_core::{Bot, Stopped, Turn};

/// Terraforms outwards from its base, with one explorer to show the way.
#[derive(Default)]
pub struct Novice<const N: usize> {
    ground: Ground<N>,
    /// Neutral land.
    land: Bits<N>,
    /// The ways of terraformers to neutral land; the other robots are few.
    compass: Compass<N>,
}

impl<const N: usize> Bot<Mars> for Novice<N> {
    fn turn(&mut self, view: &View, turn: &mut Turn<'_, Mars>) -> Result<(), Stopped> {
        self.ground.begin(view);
        self.land = self.ground.neutral;
        self.compass.reset();
        for robot in 0..view.robots.len() {
            self.work(robot, turn)?;
        }
        self.build(turn)
    }
}

impl<const N: usize> Novice<N> {
    /// A robot without power goes to own land, any other to the nearest tile with work for it; then it
    /// acts.
    fn work(&mut self, robot: usize, turn: &mut Turn<'_, Mars>) -> Result<(), Stopped> {
        let ground = &mut self.ground;
        let info = &ground.view.robots[robot];
        let at = place_of(info);
        // Late in the game most terraformers stand on own land, cut off from work.
        if info.kind == RobotType::Terraformer && self.compass.is_cut_off(at) && ground.own.has(at)
        {
            return Ok(());
        }
        let info = *info;
        if info.battery < info.action_cost {
            if !ground.own.has(at)
                && let Some(step) = ground.way_home(at)
            {
                ground.step(turn, robot, step)?;
            }
            return Ok(());
        }
        let few;
        let goals = match info.kind {
            RobotType::Terraformer => &self.land,
            RobotType::Explorer => {
                few = ground.frontier;
                &few
            }
            // This level builds no miners.
            RobotType::Miner => {
                few = ground.deposits;
                &few
            }
        };
        if !goals.has(at) {
            let way = match info.kind {
                RobotType::Terraformer => ground.way_by(&mut self.compass, at, goals),
                _ if goals.is_empty() => None,
                _ => ground.way(at, goals),
            };
            if let Some((step, _)) = way {
                ground.step(turn, robot, step)?;
            }
        }
        let here = place_of(&ground.view.robots[robot]);
        if goals.has(here) {
            ground.act(turn, robot)?;
            if ground.own.has(here) {
                self.land.remove(here);
            }
        }
        Ok(())
    }

    /// Builds where neutral land is near: an explorer if there is none, otherwise terraformers.
    fn build(&mut self, turn: &mut Turn<'_, Mars>) -> Result<(), Stopped> {
        let ground = &mut self.ground;
        let mut work = self.land;
        while ground.view.metal >= ground.view.spawn_cost {
            let Some(place) = ground.spawn_place(&work) else {
                break;
            };
            let first = ground.counts()[RobotType::Explorer as usize] == 0;
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
