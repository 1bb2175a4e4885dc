//! CPU time of the measuring thread, and repetition of work until it can be measured.

use crate::{Effort, median};
use rustix::time::{ClockId, clock_gettime};

/// CPU seconds used by this thread.
pub(crate) fn cpu_seconds() -> f64 {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    now.tv_sec as f64 + now.tv_nsec as f64 * 1e-9
}

/// CPU seconds used by this process.
pub(crate) fn process_cpu_seconds() -> f64 {
    let now = clock_gettime(ClockId::ProcessCPUTime);
    now.tv_sec as f64 + now.tv_nsec as f64 * 1e-9
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
