//! The position: what grows, where the farmers are, what they have reaped and planned.

use crate::map::Map;
use crate::profile::Rules;
use crate::types::{Direction, Farmer, Place};
use agon_core::{Grid, Simultaneous, StateHash, StateHasher, clone_in_place};
use std::sync::Arc;

/// A position of the game.
#[derive(Debug)]
pub struct Harvest {
    pub(crate) map: Arc<Map>,
    pub(crate) rules: Rules,
    pub(crate) crops: Grid<u8>,
    pub(crate) places: [Place; 2],
    pub(crate) reaped: [u32; 2],
    pub(crate) steps: [Option<Direction>; 2],
    pub(crate) turn: Simultaneous,
    pub(crate) round: u32,
}

clone_in_place! {
    Harvest { shared: map; cloned: rules, crops, places, reaped, steps, turn, round; scratch: ; }
}

impl Harvest {
    pub(crate) fn start(map: Arc<Map>, rules: Rules) -> Harvest {
        let mut game = Harvest {
            rules,
            crops: map.crops.clone(),
            places: map.starts,
            reaped: [0; 2],
            steps: [None; 2],
            turn: Simultaneous::default(),
            round: 1,
            map,
        };
        game.turn.begin(Farmer::BOTH.map(Farmer::actor));
        game
    }

    /// Whether all rounds have been played.
    pub fn is_over(&self) -> bool {
        self.round > self.rules.rounds
    }

    /// What a farmer has reaped.
    pub fn reaped(&self, farmer: Farmer) -> u32 {
        self.reaped[farmer.index()]
    }

    /// Where a farmer is.
    pub fn place(&self, farmer: Farmer) -> Place {
        self.places[farmer.index()]
    }

    pub(crate) fn fingerprint(&self) -> StateHash {
        let mut hasher = StateHasher::new();
        hasher.word(self.round.into());
        for seat in 0..2 {
            let (row, column) = self.places[seat];
            let step = self.steps[seat].map_or(0, |step| step as u64 + 1);
            hasher.word(u64::from(row) << 16 | u64::from(column) << 8 | step);
            hasher.word(self.reaped[seat].into());
        }
        for &grown in self.crops.cells() {
            hasher.word(grown.into());
        }
        self.turn.hash_into(&mut hasher);
        hasher.finish()
    }
}
