//! What tests, benchmarks and recorded games need of the game.

use crate::command::Call;
use crate::map::{Map, WISHES};
use crate::state::HomeRun;
use crate::{bots, trace};
use agon_core::trace::{Recording, TraceFault};
use agon_core::{Actor, GameMap, Profile, Rng, TestSupport, Wishes};
use serde_json::Value;

impl TestSupport for HomeRun {
    fn wild_call(&self, actor: Actor, rng: &mut Rng) -> Call {
        bots::wild_call(self, actor, rng)
    }

    fn invariants(&self) -> Result<(), String> {
        self.check_board()?;
        self.check_units()?;
        self.check_queue()?;
        self.check_teams()
    }

    /// Pages of the shared arrays are not copied with the position, so they do not count.
    fn footprint(&self) -> usize {
        size_of::<HomeRun>()
            + self.occupants.footprint()
            + size_of_val(&self.units[..])
            + size_of_val(&self.living[..])
            + size_of_val(&self.queue[..])
    }

    fn bench_maps() -> Vec<(&'static str, Map)> {
        ["20x20", "40x40", "60x60"]
            .map(|size| {
                let words = [format!("size={size}")];
                let wishes = Wishes::parse(words.iter().map(String::as_str), WISHES)
                    .expect("the generator knows sizes");
                let map = Map::generate(&wishes, 1).expect("these sizes are within the limits");
                (size, map)
            })
            .into()
    }

    fn trace_profiles(header: &Value) -> Result<Vec<Profile>, TraceFault> {
        trace::profiles(header)
    }

    fn open_trace(header: &Value, profile: Profile) -> Result<Box<dyn Recording>, TraceFault> {
        trace::open(header, profile)
    }
}
