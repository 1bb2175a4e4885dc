//! What tests, benchmarks and recorded games need of the game.

use crate::bots;
use crate::command::Call;
use crate::constants::{COMMANDS_PER_TURN, MAP_SIZE, RANK_MAX, RANK_MIN, VEIN_COUNT};
use crate::map::{self, Map};
use crate::state::Asterobots;
use crate::trace;
use crate::types::{Owner, Phase, productivity};
use agon_core::trace::{Recording, TraceFault};
use agon_core::{Actor, Profile, Rng, TestSupport};
use serde_json::Value;

impl TestSupport for Asterobots {
    fn wild_call(&self, _actor: Actor, rng: &mut Rng) -> Call {
        bots::wild_call(self, rng)
    }

    fn invariants(&self) -> Result<(), String> {
        self.check_players()?;
        self.check_veins()?;
        self.check_squads()?;
        if self
            .trades()
            .any(|(_, _, t)| t.amount < 1 || t.price < 1 || t.serial >= self.next_serial)
        {
            return Err("a trade has no amount, no price or no serial number".into());
        }
        if self.trades().count() != usize::from(self.standing) {
            return Err(format!("there are not {} trades", self.standing));
        }
        if self.ending.is_some() && self.trades().next().is_some() {
            return Err("a trade stands after the end".into());
        }
        if self.buy_prices.iter().any(|p| *p < 1) {
            return Err(format!("a price is not positive: {:?}", self.buy_prices));
        }
        Ok(())
    }

    fn footprint(&self) -> usize {
        size_of::<Asterobots>()
            + size_of_val(&self.veins[..])
            + size_of_val(&self.squads[..])
            + self.ways.bytes()
    }

    fn bench_maps() -> Vec<(&'static str, Map)> {
        let contest = map::random_map("", MAP_SIZE, VEIN_COUNT, 1).expect("forty veins fit");
        vec![("contest", contest)]
    }

    fn trace_profiles(header: &Value) -> Result<Vec<Profile>, TraceFault> {
        trace::profiles(header)
    }

    fn open_trace(header: &Value, profile: Profile) -> Result<Box<dyn Recording>, TraceFault> {
        trace::open(header, profile)
    }
}

impl Asterobots {
    fn check_players(&self) -> Result<(), String> {
        for (id, player) in self.players.iter().enumerate() {
            let veins = self.veins.iter().filter(|v| v.owner.id() == Some(id)).count();
            if veins != usize::from(player.veins) {
                return Err(format!("player {id} has {veins} veins, not {}", player.veins));
            }
            if player.money < 0 || player.materials.iter().any(|m| *m < 0) {
                return Err(format!("player {id} has negative possessions: {player:?}"));
            }
            if player.time_to_live > self.round {
                return Err(format!("player {id} has a time to live after the current round"));
            }
        }
        if usize::from(self.current) >= self.players.len() || self.listed > COMMANDS_PER_TURN {
            return Err("the current player does not exist, or its list is too long".into());
        }
        let is_over =
            self.round > self.rules.max_round || (self.phase() == Phase::Main && self.alive() <= 1);
        if is_over != self.ending.is_some() {
            return Err(format!("over: {is_over}, but ending is {:?}", self.ending));
        }
        Ok(())
    }

    fn check_veins(&self) -> Result<(), String> {
        let ranks = RANK_MIN..=RANK_MAX;
        for (deposit, vein) in self.deposits() {
            let known = vein.owner == Owner::ALIENS
                || vein.owner.id().is_some_and(|id| id < self.players.len());
            if vein.robots < 0
                || !known
                || !ranks.contains(&vein.material_rank)
                || !ranks.contains(&vein.robot_rank)
                || vein.material_productivity
                    != productivity(deposit.material_productivity, vein.material_rank)
                || vein.robot_productivity
                    != productivity(deposit.robot_productivity, vein.robot_rank)
            {
                return Err(format!("the vein at {} is impossible: {vein:?}", deposit.location));
            }
        }
        Ok(())
    }

    fn check_squads(&self) -> Result<(), String> {
        for squad in &self.squads {
            if squad.robots < 1 || squad.steps_left < 1 || !self.ways.holds(squad) {
                return Err(format!("a squad is impossible: {squad:?}"));
            }
            let to = self.map.veins()[squad.to.index()].location;
            if squad.goal != to || self.path(squad).last() != Some(to) {
                return Err(format!("a squad's way does not end at {to}: {squad:?}"));
            }
        }
        // R8.3 Between turns all squads on one vertex belong to one owner.
        if self.listed == 0 {
            let mut places: Vec<_> = self.squads.iter().map(|s| (s.at, s.owner)).collect();
            places.sort();
            if let Some(w) = places.windows(2).find(|w| w[0].0 == w[1].0 && w[0].1 != w[1].1) {
                return Err(format!("enemies stand together at {}", w[0].0));
            }
        }
        Ok(())
    }
}
