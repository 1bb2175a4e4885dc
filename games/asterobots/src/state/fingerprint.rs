//! The fingerprint of a position: replays hold it, so it must not change.

use super::Asterobots;
use crate::types::Point;
use agon_core::{StateHash, StateHasher};

impl Asterobots {
    pub(crate) fn fingerprint(&self) -> StateHash {
        let mut hasher = StateHasher::new();
        let flags = u8::from(self.ending.is_some()) | u8::from(self.pick.is_some()) << 1;
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
}

/// Two numbers in one word of a fingerprint.
fn pack(high: i32, low: i32) -> u64 {
    u64::from(high as u32) << 32 | u64::from(low as u32)
}
