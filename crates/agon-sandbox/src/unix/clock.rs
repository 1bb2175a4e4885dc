//! The processor time of the engine itself.

use rustix::time::{ClockId, Timespec, clock_gettime};
use std::time::Duration;

/// The processor time that this thread has used.
pub fn thread_cpu_time() -> Duration {
    since_zero(clock_gettime(ClockId::ThreadCPUTime))
}

/// The processor time that this process has used.
pub fn process_cpu_time() -> Duration {
    since_zero(clock_gettime(ClockId::ProcessCPUTime))
}

fn since_zero(time: Timespec) -> Duration {
    Duration::new(time.tv_sec.try_into().unwrap_or(0), time.tv_nsec.try_into().unwrap_or(0))
}
