//! What tests, benchmarks and recorded games need of a game, besides what the product needs.

use crate::trace::{Recording, TraceFault};
use crate::{Actor, Contest, Profile, Rng};
use serde_json::Value;

/// A game that can be fuzzed, measured and compared with recorded games.
pub trait TestSupport: Contest {
    /// A call drawn at random: often sensible, sometimes absurd. For fuzzing and benchmarks.
    fn wild_call(&self, actor: Actor, rng: &mut Rng) -> Self::Call;

    /// Recomputes redundant fields and checks the invariants; the error is a sentence.
    fn invariants(&self) -> Result<(), String>;

    /// The bytes that a copy of this position has to copy.
    fn footprint(&self) -> usize;

    /// Maps for measuring, with the labels of the benchmark table.
    fn bench_maps() -> Vec<(&'static str, Self::Map)>;

    /// The profiles in which a recorded game must hold, judged by its header.
    fn trace_profiles(_header: &Value) -> Result<Vec<Profile>, TraceFault> {
        Err(no_recordings::<Self>())
    }

    /// Starts to replay a recorded game.
    fn open_trace(_header: &Value, _profile: Profile) -> Result<Box<dyn Recording>, TraceFault> {
        Err(no_recordings::<Self>())
    }
}

fn no_recordings<G: Contest>() -> TraceFault {
    crate::trace::broken(format!("{} has no reader for recorded games", G::INFO.title))
}
