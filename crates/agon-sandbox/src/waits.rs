//! How long a program was ready to run but other programs used the processors.
//!
//! The kernel counts for every thread the time it ran and the time it waited in a run queue. Threads of one
//! program also make each other wait; that time must not count.

use std::thread::{self, ThreadId};
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
    /// The engine's thread that asked.
    pub engine: EngineTime,
}

/// Processor time of the engine's thread that plays the match. It may run on the program's processor, and a
/// program can make it run: each byte that it writes wakes the engine.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct EngineTime {
    /// The thread.
    pub thread: ThreadId,
    /// How long it has run.
    pub ran: Duration,
}

impl EngineTime {
    /// That of the calling thread; zero where the system does not count it.
    pub fn now() -> EngineTime {
        EngineTime { thread: thread::current().id(), ran: thread_time() }
    }

    /// How long the thread ran since `earlier`; zero if that was another one.
    fn since(&self, earlier: &EngineTime) -> Duration {
        match self.thread == earlier.thread {
            true => self.ran.saturating_sub(earlier.ran),
            false => Duration::ZERO,
        }
    }
}

#[cfg(target_os = "linux")]
fn thread_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::try_from(time).unwrap_or_default()
}

/// Only Linux counts for how long a program waited.
#[cfg(not(target_os = "linux"))]
fn thread_time() -> Duration {
    Duration::ZERO
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
    /// How long its threads ran since `earlier`, all together. Ended threads are left out.
    fn ran_since(&self, earlier: &Waits) -> Duration {
        self.threads.iter().map(|now| earlier.until(now).ran).sum()
    }

    /// How long its threads ran or waited for a processor since `earlier`, all together. Ended threads are
    /// left out. Other programs on the machine hardly change it: they turn running into waiting.
    pub fn ready_since(&self, earlier: &Waits) -> Duration {
        let ready = |now| {
            let ThreadTimes { ran, waited, .. } = earlier.until(now);
            ran + waited
        };
        self.threads.iter().map(ready).sum()
    }

    /// What a thread did between this moment and `now`.
    fn until(&self, now: &ThreadTimes) -> ThreadTimes {
        let then = self.threads.iter().find(|then| then.id == now.id);
        // Smaller times than before mean that the thread id was reused.
        let then = then.filter(|then| then.ran <= now.ran && then.waited <= now.waited);
        let then = then.copied().unwrap_or_default();
        let (ran, waited) = (now.ran - then.ran, now.waited - then.waited);
        ThreadTimes { id: now.id, ran, waited }
    }

    /// How long other programs kept this one from running since `earlier`. A lower bound.
    ///
    /// While a thread waits for another thread of its program, that other thread runs. So the part of a
    /// thread's wait that exceeds the run time of the program's other threads was caused by other programs.
    /// The engine is none of them: what it does meanwhile, it does for this program.
    pub fn for_others_since(&self, earlier: &Waits) -> Duration {
        let cpu = self.cpu.saturating_sub(earlier.cpu);
        // Without control groups the total may be older than the times of the threads.
        let cpu = cpu.max(self.ran_since(earlier));
        let for_others = |now: &ThreadTimes| {
            let ThreadTimes { ran, waited, .. } = earlier.until(now);
            waited.saturating_sub(cpu.saturating_sub(ran))
        };
        let longest = self.threads.iter().map(for_others).max().unwrap_or_default();
        longest.saturating_sub(self.engine.since(&earlier.engine))
    }
}
