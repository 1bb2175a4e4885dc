//! Pins a match whose programs never compute at the same time to one processor core.
//!
//! *What it saves.* When two processes alternate, a message between two cores costs a wake-up and cache
//! misses that it does not cost on one core: over a bare pipe an exchange is several times faster there
//! (`agon bench bots`, docs/bench.md). `agon bench java` measures the result: 20,000 turns of Java units per
//! second are the goal, and four runs gave 19,944 to 25,673. Pinning becomes unnecessary if bots run inside
//! the engine's process, or if the kernel's scheduler keeps alternating processes on one core by itself.
//!
//! *How.* The first bot of a match reserves the core with the fewest matches. The match's thread and those of
//! its bots that answer at once are pinned to it (`Placement` in `agon-bots` decides which). Concurrent
//! matches use different cores as long as there are any.

use rustix::process::Pid;
use rustix::thread::{CpuSet, gettid, sched_getaffinity, sched_getcpu, sched_setaffinity};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};

/// The number of running matches per core.
static MATCHES_PER_CORE: Mutex<BTreeMap<usize, usize>> = Mutex::new(BTreeMap::new());

/// The core on which this process first asked. Processes start counting at different cores, so that
/// several engines on one machine spread.
static FIRST_CORE: OnceLock<usize> = OnceLock::new();

thread_local! {
    /// The core of the match that this thread plays.
    static CURRENT: RefCell<Weak<Reservation>> = const { RefCell::new(Weak::new()) };
}

/// The core of a match. All cores requested by one match thread are the same core until the last is dropped.
#[derive(Clone, Debug)]
pub struct MatchCore(Arc<Reservation>);

#[derive(Debug)]
struct Reservation {
    number: usize,
    /// The cores that a program may use that is not pinned.
    allowed: CpuSet,
    /// The pinned thread and its affinity before.
    pinned: Mutex<Option<(Pid, CpuSet)>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn only(number: usize) -> CpuSet {
    let mut set = CpuSet::new();
    set.set(number);
    set
}

/// Sets the cores of threads. A thread that has ended meanwhile needs none.
fn set_all(threads: &[Pid], cores: &CpuSet) {
    for thread in threads {
        let _ = sched_setaffinity(Some(*thread), cores);
    }
}

impl MatchCore {
    /// The core for the match that this thread plays. Of the cores with the fewest matches it is always the
    /// same one, so that a process that is reused for the next match keeps its core. `None` if this process
    /// may use only one core.
    pub fn of_this_match() -> Option<MatchCore> {
        if let Some(reservation) = CURRENT.with_borrow(Weak::upgrade) {
            return Some(MatchCore(reservation));
        }
        let allowed = sched_getaffinity(None).ok()?;
        if allowed.count() < 2 {
            return None;
        }
        let mut matches = lock(&MATCHES_PER_CORE);
        let first = *FIRST_CORE.get_or_init(sched_getcpu);
        let distance = |number: usize| (number + CpuSet::MAX_CPU - first) % CpuSet::MAX_CPU;
        let cost = |number: &usize| (matches.get(number).copied().unwrap_or(0), distance(*number));
        let number = (0..CpuSet::MAX_CPU).filter(|&n| allowed.is_set(n)).min_by_key(cost)?;
        *matches.entry(number).or_default() += 1;
        let reservation = Arc::new(Reservation { number, allowed, pinned: Mutex::new(None) });
        CURRENT.set(Arc::downgrade(&reservation));
        Some(MatchCore(reservation))
    }

    /// This core, for measurements that choose where programs run.
    pub fn on(number: usize) -> MatchCore {
        *lock(&MATCHES_PER_CORE).entry(number).or_default() += 1;
        let allowed = sched_getaffinity(None).unwrap_or_else(|_| only(number));
        MatchCore(Arc::new(Reservation { number, allowed, pinned: Mutex::new(None) }))
    }

    /// The numbers of the cores that this thread may use.
    pub fn usable() -> Vec<usize> {
        let allowed = sched_getaffinity(None).unwrap_or_else(|_| CpuSet::new());
        (0..CpuSet::MAX_CPU).filter(|&number| allowed.is_set(number)).collect()
    }

    /// The number of the core.
    pub fn number(&self) -> usize {
        self.0.number
    }

    /// Pins this thread to the core until the match is over. Threads that it starts meanwhile inherit
    /// the pinning.
    pub fn pin_this_thread(&self) {
        let mut pinned = lock(&self.0.pinned);
        if pinned.is_none()
            && let Ok(allowed) = sched_getaffinity(None)
            && sched_setaffinity(None, &only(self.0.number)).is_ok()
        {
            *pinned = Some((gettid(), allowed));
        }
    }

    /// Whether this thread plays the match. Bots that are asked at the same time are asked by other threads.
    pub fn is_of_this_thread(&self) -> bool {
        CURRENT.with_borrow(|current| current.as_ptr() == Arc::as_ptr(&self.0))
    }

    /// Lets this thread use all cores again.
    pub fn unpin_this_thread(&self) {
        let mut pinned = lock(&self.0.pinned);
        if let Some((_, allowed)) = pinned.take_if(|(thread, _)| *thread == gettid()) {
            // The same cores as before, so it cannot fail.
            let _ = sched_setaffinity(None, &allowed);
        }
    }

    /// Pins threads to the core.
    pub(crate) fn pin(&self, threads: &[Pid]) {
        set_all(threads, &only(self.0.number));
    }

    /// Lets threads use all cores again.
    pub(crate) fn unpin(&self, threads: &[Pid]) {
        set_all(threads, &self.0.allowed);
    }

    /// Pins the calling process; runs between `fork` and `exec`.
    pub(crate) fn pin_this_process(&self) {
        // Pinning is an optimization: without permission the program runs unpinned.
        let _ = sched_setaffinity(None, &only(self.0.number));
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        if let Some((thread, allowed)) = lock(&self.pinned).take() {
            // Fails only if the thread has ended.
            let _ = sched_setaffinity(Some(thread), &allowed);
        }
        if let Some(count) = lock(&MATCHES_PER_CORE).get_mut(&self.number) {
            *count -= 1;
        }
    }
}

/// Whole cores of a match: its thread and the programs that it starts use no others. Dropped by the same
/// thread, which may then use all cores again.
#[derive(Debug)]
pub struct MatchCores {
    numbers: Vec<usize>,
    before: CpuSet,
}

impl MatchCores {
    /// Takes this many cores for the match that this thread plays: those with the fewest matches. `None` if
    /// this thread may not use more than that.
    pub fn reserve(count: usize) -> Option<MatchCores> {
        let before = sched_getaffinity(None).ok()?;
        if before.count() as usize <= count {
            return None;
        }
        let mut matches = lock(&MATCHES_PER_CORE);
        let mut numbers: Vec<usize> =
            (0..CpuSet::MAX_CPU).filter(|&number| before.is_set(number)).collect();
        numbers.sort_by_key(|number| matches.get(number).copied().unwrap_or(0));
        numbers.truncate(count);
        let mut set = CpuSet::new();
        numbers.iter().for_each(|&number| set.set(number));
        sched_setaffinity(None, &set).ok()?;
        numbers.iter().for_each(|&number| *matches.entry(number).or_default() += 1);
        Some(MatchCores { numbers, before })
    }
}

impl Drop for MatchCores {
    fn drop(&mut self) {
        let mut matches = lock(&MATCHES_PER_CORE);
        for number in &self.numbers {
            if let Some(count) = matches.get_mut(number) {
                *count -= 1;
            }
        }
        // The same cores as before, so it cannot fail.
        let _ = sched_setaffinity(None, &self.before);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Barrier;

    /// Held by each test that reserves cores: a match of another test would change which core is free.
    static ALONE: Mutex<()> = Mutex::new(());

    fn cores() -> u32 {
        sched_getaffinity(None).unwrap().count()
    }

    #[test]
    fn a_match_thread_is_pinned_to_one_core_until_the_match_is_over() {
        let _alone = lock(&ALONE);
        std::thread::spawn(|| {
            let before = cores();
            let Some(core) = MatchCore::of_this_match() else {
                assert_eq!(before, 1, "several cores are available");
                return;
            };
            let other = MatchCore::of_this_match().unwrap();
            assert_eq!(core.number(), other.number(), "both bots of a match have one core");
            let is_of_thread = |core: &MatchCore| core.is_of_this_thread();
            assert!(is_of_thread(&core) && is_of_thread(&other));
            std::thread::scope(|scope| {
                let elsewhere = scope.spawn(|| is_of_thread(&core)).join().unwrap();
                assert!(!elsewhere, "another thread asks a bot that thinks beside others");
            });
            assert_eq!(cores(), before, "reserving a core does not pin the thread");
            core.pin_this_thread();
            other.pin_this_thread();
            assert_eq!((cores(), sched_getcpu()), (1, core.number()));
            core.unpin_this_thread();
            assert_eq!(cores(), before);
            other.pin_this_thread();
            assert_eq!((cores(), sched_getcpu()), (1, core.number()));
            drop(core);
            assert_eq!(cores(), 1, "one reservation is left");
            drop(other);
            assert_eq!(cores(), before);
        })
        .join()
        .unwrap();
    }

    #[test]
    fn a_match_has_whole_cores_of_its_own_until_it_is_over() {
        let _alone = lock(&ALONE);
        std::thread::spawn(|| {
            let before = cores();
            if before < 2 {
                return;
            }
            let mine = MatchCores::reserve(1).unwrap();
            assert_eq!(cores(), 1);
            let started = std::thread::spawn(cores).join().unwrap();
            assert_eq!(started, 1, "what this thread starts has the same cores");
            assert!(MatchCores::reserve(1).is_none() && MatchCore::of_this_match().is_none());
            drop(mine);
            assert_eq!(cores(), before);
            assert!(MatchCores::reserve(before as usize).is_none());
        })
        .join()
        .unwrap();
    }

    #[test]
    fn matches_with_cores_of_their_own_share_none() {
        let _alone = lock(&ALONE);
        let together = Barrier::new(2);
        let number = || {
            let mine = MatchCores::reserve(1);
            together.wait();
            mine.map(|mine| mine.numbers.clone())
        };
        let (one, other) = std::thread::scope(|scope| {
            let (one, other) = (scope.spawn(number), scope.spawn(number));
            (one.join().unwrap(), other.join().unwrap())
        });
        assert!(one.is_none() || one != other, "{one:?} {other:?}");
    }

    #[test]
    fn concurrent_matches_get_different_cores() {
        let _alone = lock(&ALONE);
        let together = Barrier::new(2);
        let number = || {
            let core = MatchCore::of_this_match();
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
