//! One processor core for a match whose programs compute by turns.
//!
//! Programs that talk to each other all the time and never compute at the same time are quickest on one
//! core: nobody has to be woken on another one, and what one has written the other finds in the cache.
//! Several such matches at once take a core each.

use rustix::process::Pid;
use rustix::thread::{CpuSet, gettid, sched_getaffinity, sched_getcpu, sched_setaffinity};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};

/// How many matches have been given each core.
static GIVEN: Mutex<BTreeMap<usize, usize>> = Mutex::new(BTreeMap::new());

/// Where the kernel had put this process when it first asked: another process begins elsewhere.
static FIRST: OnceLock<usize> = OnceLock::new();

thread_local! {
    /// The core of the match that this thread plays.
    static HERE: RefCell<Weak<Place>> = const { RefCell::new(Weak::new()) };
}

/// The core of a match. All that the thread of the match asks for are the same until the last is dropped.
#[derive(Clone, Debug)]
pub struct Core(Arc<Place>);

#[derive(Debug)]
struct Place {
    number: usize,
    /// The thread that stays there now, and where it was free to go before.
    settled: Mutex<Option<(Pid, CpuSet)>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn only(number: usize) -> CpuSet {
    let mut set = CpuSet::new();
    set.set(number);
    set
}

impl Core {
    /// A core for the match that this thread is going to play: of those with the fewest matches always the
    /// same, so that programs which stay for the next match are at home there. None if there is no choice.
    pub fn of_this_match() -> Option<Core> {
        if let Some(place) = HERE.with_borrow(Weak::upgrade) {
            return Some(Core(place));
        }
        let free = sched_getaffinity(None).ok()?;
        if free.count() < 2 {
            return None;
        }
        let mut given = lock(&GIVEN);
        let first = *FIRST.get_or_init(sched_getcpu);
        let distance = |number: usize| (number + CpuSet::MAX_CPU - first) % CpuSet::MAX_CPU;
        let burden = |number: &usize| (given.get(number).copied().unwrap_or(0), distance(*number));
        let number = (0..CpuSet::MAX_CPU).filter(|&n| free.is_set(n)).min_by_key(burden)?;
        *given.entry(number).or_default() += 1;
        let place = Arc::new(Place { number, settled: Mutex::new(None) });
        HERE.set(Arc::downgrade(&place));
        Some(Core(place))
    }

    /// The number of the core.
    pub fn number(&self) -> usize {
        self.0.number
    }

    /// This thread stays on the core until the match is over. It should start no other threads from now
    /// on: they would stay there, too.
    pub fn settle(&self) {
        let mut settled = lock(&self.0.settled);
        if settled.is_none()
            && let Ok(free) = sched_getaffinity(None)
            && sched_setaffinity(None, &only(self.0.number)).is_ok()
        {
            *settled = Some((gettid(), free));
        }
    }

    /// What the started program does to itself.
    pub(crate) fn confine_self(&self) {
        // Where that is not allowed it runs wherever it likes.
        let _ = sched_setaffinity(None, &only(self.0.number));
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        if let Some((thread, free)) = lock(&self.settled).take() {
            // It fails if the thread has ended, and then nobody minds.
            let _ = sched_setaffinity(Some(thread), &free);
        }
        if let Some(count) = lock(&GIVEN).get_mut(&self.number) {
            *count -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Barrier;

    fn cores() -> u32 {
        sched_getaffinity(None).unwrap().count()
    }

    #[test]
    fn a_match_has_one_core_and_goes_back_where_it_came_from() {
        std::thread::spawn(|| {
            let before = cores();
            let Some(core) = Core::of_this_match() else {
                assert_eq!(before, 1, "there was a choice");
                return;
            };
            let other = Core::of_this_match().unwrap();
            assert_eq!(core.number(), other.number(), "both bots of a match sit in one place");
            assert_eq!(cores(), before, "nobody is settled before the first turn");
            core.settle();
            other.settle();
            assert_eq!((cores(), sched_getcpu()), (1, core.number()));
            drop(core);
            assert_eq!(cores(), 1, "the match goes on");
            drop(other);
            assert_eq!(cores(), before);
        })
        .join()
        .unwrap();
    }

    #[test]
    fn matches_at_once_spread() {
        let together = Barrier::new(2);
        let number = || {
            let core = Core::of_this_match();
            together.wait();
            core.map(|core| core.number())
        };
        let (one, other) = std::thread::scope(|scope| {
            let (one, other) = (scope.spawn(number), scope.spawn(number));
            (one.join().unwrap(), other.join().unwrap())
        });
        assert!(one.is_none() || one != other, "{one:?} {other:?}");
    }
}
