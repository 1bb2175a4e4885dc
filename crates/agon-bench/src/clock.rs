//! CPU time of the measuring thread, and repetition of work until it can be measured.

use crate::{Effort, median};
use agon_sandbox::{process_cpu_time, thread_cpu_time};

/// CPU seconds used by this thread.
pub(crate) fn cpu_seconds() -> f64 {
    thread_cpu_time().as_secs_f64()
}

/// CPU seconds used by this process.
pub(crate) fn process_cpu_seconds() -> f64 {
    process_cpu_time().as_secs_f64()
}

/// Units of work per CPU second. `work` returns its units (games, copies) and runs for `effort.seconds`;
/// the result is the median of `effort.repeats` such runs.
pub(crate) fn rate(effort: Effort, mut work: impl FnMut() -> u64) -> f64 {
    work(); // warm-up
    let repeat = |_| {
        let start = cpu_seconds();
        let mut done = 0;
        loop {
            done += work();
            let spent = cpu_seconds() - start;
            if spent >= effort.seconds {
                return done as f64 / spent;
            }
        }
    };
    median((0..effort.repeats).map(repeat).collect())
}
