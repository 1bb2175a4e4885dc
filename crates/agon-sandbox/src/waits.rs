//! How long a program was ready to run but other programs used the processors.
//!
//! The kernel counts for every thread the time it ran and the time it waited in a run queue. Threads of one
//! program also make each other wait; that time must not count.

use std::time::{Duration, Instant};

/// The run and wait times of a program's threads up to one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waits {
    /// The moment.
    pub at: Instant,
    /// Processor time of the whole program, including ended threads and processes, or an upper bound of it.
    /// Only its differences have a meaning.
    pub cpu: Duration,
    /// Its running threads.
    pub threads: Vec<ThreadTimes>,
}

/// The run and wait times of one thread since it started.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct ThreadTimes {
    /// The thread id.
    pub id: i32,
    /// How long it ran.
    pub ran: Duration,
    /// How long it waited in run queues, up to the last time it ran.
    pub waited: Duration,
}

impl Waits {
    /// How long other programs kept this one from running since `earlier`. A lower bound.
    ///
    /// While a thread waits for another thread of its program, that other thread runs. So the part of a
    /// thread's wait that exceeds the run time of the program's other threads was caused by other programs.
    pub fn for_others_since(&self, earlier: &Waits) -> Duration {
        let cpu = self.cpu.saturating_sub(earlier.cpu);
        let since = |now: &ThreadTimes| {
            let then = earlier.threads.iter().find(|then| then.id == now.id);
            // Smaller times than before mean that the thread id was reused.
            let then = then.filter(|then| then.ran <= now.ran && then.waited <= now.waited);
            let then = then.copied().unwrap_or_default();
            (now.ran.saturating_sub(then.ran), now.waited.saturating_sub(then.waited))
        };
        let spans: Vec<(Duration, Duration)> = self.threads.iter().map(since).collect();
        // Without control groups the total may be older than the times of the threads.
        let cpu = cpu.max(spans.iter().map(|(ran, _)| *ran).sum());
        let for_others =
            |(ran, waited): &(Duration, Duration)| waited.saturating_sub(cpu.saturating_sub(*ran));
        spans.iter().map(for_others).max().unwrap_or_default()
    }
}
