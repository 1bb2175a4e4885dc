//! The reference speed of this machine: how fast one core makes random numbers, as in `agon bench`.

use agon_core::Rng;
use std::hint::black_box;
use std::time::Instant;

/// Measurements; the median counts, since other programs disturb some of them.
const MEASUREMENTS: usize = 5;
/// Random numbers of one measurement.
const STEPS: u32 = 2_000_000;

/// Millions of random numbers per second on one core.
pub fn reference_speed() -> f64 {
    let mut rng = Rng::new(1);
    let mut measure = || {
        let start = Instant::now();
        for _ in 0..STEPS {
            black_box(rng.next_u64());
        }
        f64::from(STEPS) / 1e6 / start.elapsed().as_secs_f64().max(1e-9)
    };
    let mut speeds: Vec<f64> = (0..MEASUREMENTS).map(|_| measure()).collect();
    speeds.sort_by(f64::total_cmp);
    speeds[MEASUREMENTS / 2]
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_speed_of_a_machine_is_a_number() {
        let speed = super::reference_speed();
        assert!(speed.is_finite() && speed > 0.1, "{speed}");
    }
}
