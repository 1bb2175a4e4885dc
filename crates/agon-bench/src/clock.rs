//! CPU time of the measuring thread, and how to repeat something until it can be measured.

use crate::{Effort, median};
use rustix::time::{ClockId, clock_gettime};

/// CPU seconds this thread has used.
pub(crate) fn cpu_seconds() -> f64 {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    now.tv_sec as f64 + now.tv_nsec as f64 * 1e-9
}

/// How often per CPU second `work` can be done: it is repeated for the effort's time, several times
/// over, and the median counts. Work counts its own units (games, copies).
pub(crate) fn rate(effort: Effort, mut work: impl FnMut() -> u64) -> f64 {
    work(); // once to warm up
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
