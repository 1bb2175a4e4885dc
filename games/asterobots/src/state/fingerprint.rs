//! The fingerprint of a position, and what must always hold in it.

use super::Asterobots;
use crate::constants::{COMMANDS_PER_TURN, RANK_MAX, RANK_MIN};
use crate::types::{Owner, Phase, Point};
use agon_core::{StateHash, StateHasher};

impl Asterobots {
    pub(crate) fn fingerprint(&self) -> StateHash {
        let mut hasher = StateHasher::new();
        let flags = u8::from(self.finish.is_some()) | u8::from(self.pick.is_some()) << 1;
        let bytes = [self.current, self.selections, self.listed, flags];
        hasher
            .word(u64::from(self.round) << 32 | u64::from(u32::from_le_bytes(bytes)))
            .word(u64::from(self.next_serial));
        if let Some(Point { x, y }) = self.pick {
            hasher.word(pack(x, y));
        }
        for player in &self.players {
            let [gas, stone, metal] = player.materials;
            hasher
                .word(pack(player.money, gas))
                .word(pack(stone, metal))
                .word(u64::from(player.time_to_live));
        }
        for vein in &self.veins {
            let small = [vein.owner.number() as u8, vein.material_rank, vein.robot_rank, 0];
            hasher.word(pack(vein.robots, i32::from_le_bytes(small)));
        }
        for squad in &self.squads {
            let small = u32::from(squad.owner) << 16 | u32::from(squad.steps_left);
            hasher.word(pack(squad.robots, small as i32));
            hasher.word(pack(squad.at.x, squad.at.y));
            self.ways.hash_way(squad, &mut hasher);
        }
        for (player, material, trade) in self.trades() {
            let small = [player, material as u8, trade.kind as u8, u8::from(trade.is_fresh)];
            hasher
                .word(pack(trade.amount, trade.price))
                .word(pack(trade.serial as i32, i32::from_le_bytes(small)));
        }
        for price in self.buy_prices {
            hasher.signed(price.into());
        }
        hasher.finish()
    }

    pub(crate) fn check(&self) -> Result<(), String> {
        self.check_players()?;
        self.check_veins()?;
        self.check_squads()?;
        if self
            .trades()
            .any(|(_, _, t)| t.amount < 1 || t.price < 1 || t.serial >= self.next_serial)
        {
            return Err("a trade has no amount, no price or no place in line".into());
        }
        if self.finish.is_some() && self.trades().next().is_some() {
            return Err("a trade stands after the end".into());
        }
        if self.buy_prices.iter().any(|p| *p < 1) {
            return Err(format!("a price is not positive: {:?}", self.buy_prices));
        }
        Ok(())
    }

    fn check_players(&self) -> Result<(), String> {
        for (id, player) in self.players.iter().enumerate() {
            let veins = self.veins.iter().filter(|v| v.owner.id() == Some(id)).count();
            if veins != usize::from(player.veins) {
                return Err(format!("player {id} has {veins} veins, not {}", player.veins));
            }
            if player.money < 0 || player.materials.iter().any(|m| *m < 0) {
                return Err(format!("player {id} has less than nothing: {player:?}"));
            }
            if player.time_to_live > self.round {
                return Err(format!("player {id} has lived in the future"));
            }
        }
        if usize::from(self.current) >= self.players.len() || self.listed > COMMANDS_PER_TURN {
            return Err("nobody's turn, or too long a list".into());
        }
        let is_over =
            self.round > self.rules.max_round || (self.phase() == Phase::Main && self.alive() <= 1);
        if is_over != self.finish.is_some() {
            return Err(format!("over: {is_over}, but finish is {:?}", self.finish));
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
            if self.path(squad).last() != Some(to) {
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

    pub(crate) fn bytes(&self) -> usize {
        size_of::<Asterobots>()
            + size_of_val(&self.veins[..])
            + size_of_val(&self.squads[..])
            + self.ways.bytes()
    }
}

/// Two numbers in one word of a fingerprint.
fn pack(high: i32, low: i32) -> u64 {
    u64::from(high as u32) << 32 | u64::from(low as u32)
}
