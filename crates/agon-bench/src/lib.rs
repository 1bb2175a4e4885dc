//! Measures the machine and the games: speed, allocations, sizes, and the behaviour signature.
//!
//! Times are CPU time of the measuring thread, so that a busy machine disturbs them little; each is
//! the median of several repeats. Only the pipe and the scaling over cores are wall time. What must
//! be compared across machines is a ratio to the calibration made in the same run.

mod allocations;
mod calibrate;
mod clock;
mod exchange;
mod games;
mod java;

pub use allocations::{CountingAllocator, allocations};
pub use calibrate::{Calibration, calibrate};
pub use exchange::{CrowdFigures, ExchangeFigures, PONG, measure_crowd, measure_exchange, pong};
pub use games::{GameFigures, MapFigures, measure, play_idle_games, signature};
pub use java::{JavaBench, JavaFigures, OverheadFigures, ThroughputFigures, java_benches};

/// How long to measure.
#[derive(Copy, Clone, Debug)]
pub struct Effort {
    /// CPU seconds of one repeat.
    pub seconds: f64,
    /// Number of repeats, of which the median counts.
    pub repeats: usize,
    /// Games that make up the signature.
    pub signature_games: u64,
}

impl Effort {
    /// The figures that are published.
    pub const FULL: Effort = Effort { seconds: 0.2, repeats: 7, signature_games: 1000 };
    /// A first impression.
    pub const QUICK: Effort = Effort { seconds: 0.02, repeats: 3, signature_games: 50 };
}

/// The middle value.
pub(crate) fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// The example of the crate's README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
