//! What tests and benchmarks need of the game.

use crate::command::Call;
use crate::map::Map;
use crate::state::Harvest;
use crate::types::Direction;
use agon_core::{Actor, GameMap, Rng, TestSupport, Wishes};

impl TestSupport for Harvest {
    fn wild_call(&self, _actor: Actor, rng: &mut Rng) -> Call {
        Call::Step(*rng.pick(&Direction::ALL))
    }

    fn invariants(&self) -> Result<(), String> {
        let left: u32 = self.crops.cells().iter().map(|&grown| u32::from(grown)).sum();
        let planted: u32 = self.map.crops.cells().iter().map(|&grown| u32::from(grown)).sum();
        let reaped: u32 = self.reaped.iter().sum();
        // A shared tile is rounded down, so up to one crop per round is lost.
        let lost = planted.checked_sub(left + reaped).ok_or("more was reaped than had grown")?;
        if lost > self.round {
            return Err(format!("{lost} crops were lost in {} rounds", self.round));
        }
        Ok(())
    }

    fn footprint(&self) -> usize {
        size_of::<Harvest>() + self.crops.cells().len()
    }

    fn bench_maps() -> Vec<(&'static str, Map)> {
        vec![("9x9", Map::generate(&Wishes::default(), 1).expect("the default size is allowed"))]
    }
}
