//! Measures the machine and the games: speed, allocations, sizes, and the behaviour signature.
//!
//! Times are CPU time of the measuring thread, which a busy machine disturbs little; each figure is the
//! median of several repeats. Exchanges with other processes and the scaling over cores are wall time. To
//! compare machines, use the ratios to the calibration of the same run.

mod allocations;
mod calibrate;
mod clock;
mod exchange;
mod games;
mod java;

pub use agon_figures::signature;
pub use allocations::{CountingAllocator, allocations};
pub use calibrate::{Calibration, calibrate};
pub use exchange::{
    CrowdFigures, EXCHANGE_GOAL, ExchangeFigures, PONG, measure_crowd, measure_exchange, pong,
};
pub use games::{GameFigures, MapFigures, measure};
pub use java::{
    JavaBench, JavaFigures, LoadFigures, OverheadFigures, ThroughputFigures, java_benches,
};

use agon_figures::SIGNATURE_GAMES;

/// The amount of measuring.
#[derive(Copy, Clone, Debug)]
pub struct Effort {
    /// CPU seconds per repeat.
    pub seconds: f64,
    /// Number of repeats; the median is reported.
    pub repeats: usize,
    /// Number of games in the signature.
    pub signature_games: u64,
    /// Whether whole games of the champion are measured, which take long.
    pub with_slowest_level: bool,
}

impl Effort {
    /// For published figures.
    pub const FULL: Effort =
        Effort { seconds: 0.2, repeats: 7, signature_games: 1000, with_slowest_level: true };
    /// For a quick estimate.
    pub const QUICK: Effort = Effort {
        seconds: 0.02,
        repeats: 3,
        signature_games: SIGNATURE_GAMES,
        with_slowest_level: false,
    };
}

/// The median; the upper one of an even number of values.
pub(crate) fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Runs the example in the README as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
