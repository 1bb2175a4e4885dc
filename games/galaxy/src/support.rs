//! What tests, benchmarks and recorded games need of the game.

use crate::command::{Call, Hop};
use crate::constants::MIN_CAPTURE_COST;
use crate::map::{Galaxy, random_galaxy};
use crate::state::GalaxyCommander;
use crate::types::Side;
use crate::{bots, trace};
use agon_core::trace::{Recording, TraceFault};
use agon_core::{Actor, Profile, Rng, TestSupport};
use serde_json::Value;

impl TestSupport for GalaxyCommander {
    fn wild_call(&self, actor: Actor, rng: &mut Rng) -> Call {
        bots::wild_call(self, actor, rng)
    }

    fn invariants(&self) -> Result<(), String> {
        let galaxy = &self.galaxy;
        let planes = self.planes();
        for system in galaxy.systems() {
            let (generators, store) = (planes.generators(system), planes.store(system));
            let i = system.index();
            let most = galaxy.max_generators()[i].max(galaxy.generators()[i]);
            if !(0..=most).contains(&generators) || store < 0 {
                let name = galaxy.name(system);
                return Err(format!("{name} has {generators} generators and {store} energy"));
            }
            if planes.capture_cost(system) < MIN_CAPTURE_COST {
                return Err(format!("capturing {} is free", galaxy.name(system)));
            }
        }
        if planes.travel().iter().any(|&cost| cost < i32::from(self.action > 0)) {
            return Err("a wormhole is free after the first fluctuation".into());
        }
        for (side, agent) in Side::BOTH.iter().zip(&self.agents) {
            let is_sane = agent.system.index() < galaxy.len()
                && agent.energy >= 0
                && agent.scan_energy >= 0
                && agent.capture_left.is_none_or(|left| left > 0);
            if !is_sane {
                return Err(format!("{side} is in an impossible state: {agent:?}"));
            }
        }
        let last = self.trail.moments().last();
        if let Some(moment) = last.filter(|_| self.is_over())
            && moment.agents != self.agents
        {
            return Err("the trail of a finished game does not end where the game ended".into());
        }
        if self.is_over() && Side::BOTH.iter().any(|&side| self.has_ended(side)) {
            return Err("an agent has ended a turn of a finished game".into());
        }
        Ok(())
    }

    fn footprint(&self) -> usize {
        let lists = self.commands.iter().chain(&self.previous);
        let hops = self.trail.hops().len() + lists.map(|c| c.hops().len()).sum::<usize>();
        size_of::<GalaxyCommander>() + self.planes.heap_bytes() + hops * size_of::<Hop>()
    }

    fn bench_maps() -> Vec<(&'static str, Galaxy)> {
        let galaxy = |n| random_galaxy(n, &mut Rng::new(1));
        vec![("20 systems", galaxy(20)), ("100 systems", galaxy(100))]
    }

    fn trace_profiles(header: &Value) -> Result<Vec<Profile>, TraceFault> {
        trace::profiles(header)
    }

    fn open_trace(header: &Value, profile: Profile) -> Result<Box<dyn Recording>, TraceFault> {
        trace::open(header, profile)
    }
}
