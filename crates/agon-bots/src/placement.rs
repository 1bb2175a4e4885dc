//! Decides which bots share the core of their match.
//!
//! A bot that answers at once and the match's thread take turns, so that one core serves both, and a message
//! on one core costs a third of what it costs between two. A bot that computes needs every core it can get:
//! it may have threads, and other programs may use the core of the match. So a bot is pinned when it has
//! answered quickly for some turns, and released in the middle of the first turn that takes longer.

use agon_sandbox::{Jailed, MatchCore};
use std::time::{Duration, Instant};

/// A turn that takes no longer than this is quick.
const QUICK: Duration = Duration::from_micros(200);
/// A pinned bot that has not answered after this long is released.
const PATIENCE: Duration = Duration::from_millis(1);
/// The quick turns in a row before a bot is pinned for the first time. Each release doubles the number, so
/// that a bot that is quick for a while and then computes is not pinned over and over.
const FIRST_QUICK_TURNS: u32 = 8;
const MAX_QUICK_TURNS: u32 = 1 << 20;

/// Where one bot runs in one match.
#[derive(Debug)]
pub(crate) struct Placement {
    /// The core that the match shares; `None` if there is only one core.
    core: Option<MatchCore>,
    pace: Pace,
    turn_began: Option<Instant>,
}

/// Whether a bot is quick enough to be pinned.
#[derive(Debug)]
enum Pace {
    /// It was started on the core and stays there, because it computes in one thread at a time.
    Fixed,
    /// It is not pinned and needs this many quick turns in a row; `so_far` of them were played.
    Free { so_far: u32, needed: u32 },
    /// It is pinned. After a release it needs this many quick turns.
    Pinned { needed_next: u32 },
}

impl Placement {
    /// `is_fixed`: the bot is started on the core and stays there.
    pub fn new(core: Option<MatchCore>, is_fixed: bool) -> Placement {
        let free = Pace::Free { so_far: 0, needed: FIRST_QUICK_TURNS };
        let pace = if is_fixed { Pace::Fixed } else { free };
        Placement { core, pace, turn_began: None }
    }

    /// The number of the core that the bot was started on.
    pub fn home(&self) -> Option<usize> {
        self.core.as_ref().filter(|_| matches!(self.pace, Pace::Fixed)).map(MatchCore::number)
    }

    /// The bot's turn begins.
    pub fn wake(&mut self, now: Instant, jailed: &Jailed) {
        self.turn_began = Some(now);
        let Some(core) = &self.core else { return };
        if matches!(self.pace, Pace::Fixed) {
            return core.pin_this_thread();
        }
        if !core.is_of_this_thread() {
            // It thinks at the same time as others, each on a core of its own.
            self.release(jailed);
            self.core = None;
        } else if matches!(self.pace, Pace::Pinned { .. }) {
            core.pin_this_thread();
        } else {
            core.unpin_this_thread();
        }
    }

    /// The bot's turn is over. It waits, so this is the time to pin it.
    pub fn rest(&mut self, now: Instant, jailed: &Jailed) {
        let took = self.turn_began.take().map_or(Duration::MAX, |began| now - began);
        if let (Some(core), true) = (&self.core, self.pace.turn_took(took)) {
            jailed.pin(core);
        }
    }

    /// How long the bot may take for a message until [`Placement::release`].
    pub fn patience(&self) -> Option<Duration> {
        matches!(self.pace, Pace::Pinned { .. }).then_some(PATIENCE)
    }

    /// Lets the bot and this thread use all cores.
    pub fn release(&mut self, jailed: &Jailed) {
        if let (Some(core), true) = (&self.core, self.pace.release()) {
            jailed.unpin(core);
            core.unpin_this_thread();
        }
    }
}

impl Pace {
    /// A turn took this long; whether the bot is to be pinned now.
    fn turn_took(&mut self, took: Duration) -> bool {
        let Pace::Free { so_far, needed } = self else { return false };
        *so_far = if took <= QUICK { *so_far + 1 } else { 0 };
        let is_quick = *so_far >= *needed;
        if is_quick {
            *self = Pace::Pinned { needed_next: needed.saturating_mul(2).min(MAX_QUICK_TURNS) };
        }
        is_quick
    }

    /// Whether the bot was pinned.
    fn release(&mut self) -> bool {
        let Pace::Pinned { needed_next } = *self else { return false };
        *self = Pace::Free { so_far: 0, needed: needed_next };
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays turns of this length; the number of turns until the bot is pinned, if it is.
    fn turns_until_pinned(pace: &mut Pace, took: Duration, turns: u32) -> Option<u32> {
        (1..=turns).find(|_| pace.turn_took(took))
    }

    #[test]
    fn a_quick_bot_is_pinned_and_later_each_time() {
        let mut pace = Placement::new(None, false).pace;
        for expected in [8, 16, 32] {
            assert_eq!(turns_until_pinned(&mut pace, QUICK, 1000), Some(expected));
            assert_eq!(turns_until_pinned(&mut pace, QUICK, 1000), None, "it is pinned already");
            assert!(pace.release());
            assert!(!pace.release());
        }
    }

    #[test]
    fn a_bot_that_computes_stays_free() {
        let mut pace = Placement::new(None, false).pace;
        for _ in 0..1000 {
            assert_eq!(turns_until_pinned(&mut pace, QUICK, 7), None);
            assert!(!pace.turn_took(PATIENCE));
        }
    }

    #[test]
    fn a_metered_host_stays_where_it_was_started() {
        let mut pace = Placement::new(None, true).pace;
        assert!(!pace.release() && !pace.turn_took(QUICK));
        assert_eq!(turns_until_pinned(&mut pace, QUICK, 1000), None);
    }
}
