//! R9 Ionic torpedoes.

use crate::command::{Hops, Invalid, Order};
use crate::constants::{TORPEDO_DAMAGE, TORPEDO_PARTS};
use crate::map::SystemId;
use crate::profile::{DryTorpedo, StrandedTorpedo};
use crate::state::{GalaxyCommander, Report};
use crate::types::Side;

impl GalaxyCommander {
    /// R9 Both shots of an action: both are paid, then both fly (Blue's first), then both go off.
    pub(super) fn shots(&mut self, reports: &mut [Report; 2]) {
        if !reports.iter().any(|report| matches!(report.order, Order::Shoot { .. })) {
            return;
        }
        let mut is_fired = [false; 2];
        for side in Side::BOTH {
            let report = &mut reports[side.index()];
            if let Order::Shoot { energy, hops } = report.order {
                let wanted = hops.of(self.commands[side.index()].hops());
                let hops = self.trail.keep_hops(wanted);
                report.order = Order::Shoot { energy, hops };
                match self.pay_shot(side, energy) {
                    Ok(()) => is_fired[side.index()] = true,
                    Err(why) => report.lost = Some(why),
                }
            }
        }
        for side in Side::BOTH.into_iter().filter(|side| is_fired[side.index()]) {
            if let Err(why) = self.fly(side, &mut reports[side.index()]) {
                reports[side.index()].lost = Some(why);
            }
        }
        for report in reports {
            if let Some((system, damage)) = report.blast {
                self.detonate(system, damage);
            }
        }
    }

    fn check_shot(&self, side: Side, energy: i32) -> Result<(), Invalid> {
        let has = self.agent(side).energy;
        if energy > has {
            return Err(Invalid::NotEnoughEnergy { has, needs: energy });
        }
        Ok(())
    }

    fn pay_shot(&mut self, side: Side, energy: i32) -> Result<(), Invalid> {
        self.check_shot(side, energy)?;
        self.agents[side.index()].energy -= energy;
        Ok(())
    }

    /// R9 Follows the path hop by hop, as far as the energy goes, and notes where the torpedo goes
    /// off. The first hop without a wormhole turns the rest of the path into a random walk.
    fn fly(&mut self, side: Side, report: &mut Report) -> Result<(), Invalid> {
        let Order::Shoot { energy, hops } = report.order else {
            return Ok(());
        };
        let mut torpedo = TORPEDO_PARTS * i64::from(energy);
        let mut at = self.agent(side).system;
        let mut is_walking = false;
        for i in 0..hops.of(self.trail.hops()).len() {
            let mut wormhole = self.wormhole_of_hop(at, hops, i);
            if wormhole.is_none() && !is_walking {
                if self.galaxy.neighbours(at).is_empty() {
                    match self.rules.stranded_torpedo {
                        StrandedTorpedo::Detonates => break,
                        StrandedTorpedo::Vanishes => {
                            let system = *self.galaxy.name(at);
                            return Err(Invalid::Stranded { system });
                        }
                    }
                }
                self.draw_walk(at, hops, i);
                is_walking = true;
                wormhole = self.wormhole_of_hop(at, hops, i);
            }
            // Only a recorded walk can lack a wormhole: the recording has no data beyond this point.
            let Some(wormhole) = wormhole else { break };
            let cost = i64::from(self.planes.now().travel()[wormhole]);
            let next = self.galaxy.ends()[wormhole];
            if cost > torpedo {
                if self.rules.dry_torpedo == DryTorpedo::NextSystem {
                    at = next;
                }
                break;
            }
            torpedo -= cost;
            at = next;
            report.flown += 1;
        }
        let damage = TORPEDO_DAMAGE * torpedo / TORPEDO_PARTS;
        report.blast = Some((at, i32::try_from(damage).unwrap_or(i32::MAX)));
        Ok(())
    }

    fn wormhole_of_hop(&self, at: SystemId, hops: Hops, i: usize) -> Option<usize> {
        let next = hops.of(self.trail.hops())[i]?;
        self.galaxy.wormhole(at, next)
    }

    /// R9 Replaces the path from its `i`-th hop on by a random walk of the same length, all of it
    /// drawn at once.
    fn draw_walk(&mut self, from: SystemId, hops: Hops, i: usize) {
        let mut at = from;
        for hop in &mut self.trail.hops_mut(hops)[i..] {
            let neighbours = self.galaxy.neighbours(at);
            let next = self.chance.outcome(|rng| rng.pick(neighbours).0.into());
            // After the point where the torpedo stops, a recording may hold any number.
            *hop = u16::try_from(next)
                .ok()
                .filter(|&next| usize::from(next) < self.galaxy.len())
                .map(SystemId);
            at = hop.unwrap_or(at);
        }
    }

    /// R9 Drains the store of the system and every agent there, the shooter included.
    fn detonate(&mut self, system: SystemId, damage: i32) {
        let store = self.planes.store_mut(system);
        *store = (*store - damage).max(0);
        for agent in self.agents.iter_mut().filter(|a| a.system == system) {
            agent.energy = (agent.energy - damage).max(0);
        }
    }
}
