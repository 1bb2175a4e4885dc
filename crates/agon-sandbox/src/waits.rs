//! How long a program wanted to run and could not, because others were using the processors.
//!
//! The kernel counts for every thread how long it ran and how long it stood in a queue for a processor. A
//! program of many threads makes its own threads wait; that is its own affair and must not count.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

/// What the threads of a program have been doing until some moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waits {
    /// The moment.
    pub at: Instant,
    /// Processor time of the whole program, with everybody who is gone.
    pub cpu: Duration,
    /// Its living threads.
    pub threads: Vec<ThreadTimes>,
}

/// What one thread has been doing in its life.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct ThreadTimes {
    /// Its number.
    pub id: i32,
    /// How long it ran.
    pub ran: Duration,
    /// How long it stood in the queue. The time since it last ran is not in it yet.
    pub waited: Duration,
}

impl Waits {
    /// How long others kept the program from running between `earlier` and now: never more than was so.
    ///
    /// Whenever a thread waits for another of the same program, that other one runs meanwhile. So what
    /// a thread waited beyond all that the others of its program ran, it waited for strangers.
    pub fn for_others_since(&self, earlier: &Waits) -> Duration {
        let cpu = self.cpu.saturating_sub(earlier.cpu);
        let since = |now: &ThreadTimes| {
            let then = earlier.threads.iter().find(|then| then.id == now.id);
            // Less than before: another thread that got the same number.
            let then = then.filter(|then| then.ran <= now.ran && then.waited <= now.waited);
            let then = then.copied().unwrap_or_default();
            (now.ran.saturating_sub(then.ran), now.waited.saturating_sub(then.waited))
        };
        let lapses: Vec<(Duration, Duration)> = self.threads.iter().map(since).collect();
        // Where nobody counts exactly, the processor time of the whole is older than that of the parts.
        let cpu = cpu.max(lapses.iter().map(|(ran, _)| *ran).sum());
        let for_others =
            |(ran, waited): &(Duration, Duration)| waited.saturating_sub(cpu.saturating_sub(*ran));
        lapses.iter().map(for_others).max().unwrap_or_default()
    }
}

/// The threads of one process, if this kernel counts.
pub(crate) fn threads(process: &Path) -> impl Iterator<Item = ThreadTimes> + use<> {
    let tasks = fs::read_dir(process.join("task")).into_iter().flatten().flatten();
    tasks.filter_map(|task| {
        let id = task.file_name().to_str()?.parse().ok()?;
        let text = fs::read_to_string(task.path().join("schedstat")).ok()?;
        let mut fields = text.split_ascii_whitespace().map(str::parse::<u64>);
        let mut next = || fields.next()?.ok().map(Duration::from_nanos);
        Some(ThreadTimes { id, ran: next()?, waited: next()? })
    })
}
