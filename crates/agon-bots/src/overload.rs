//! Tells a slow bot from an overloaded machine.
//!
//! A loss on time is void if other programs held the processors for at least 1/4 of the bot's time. Time in
//! which the bot sleeps, computes, or waits for threads and processes of its own is the bot's, and so is
//! processor time that the kernel attributes to no other program.

use agon_runner::Trouble;
use agon_sandbox::Waits;
use std::time::{Duration, Instant};

/// A loss is void if other programs held the processors for 1/4 of the bot's time or more.
const OVERLOAD_SHARE_DIVISOR: u32 = 4;
/// Waiting times are read again at the start of a turn if the last reading is older than 1/20 of the turn's
/// time. A reading costs more than a whole exchange with a quick bot.
const STALE_SHARE_DIVISOR: u32 = 20;
/// A reading is not repeated before this many times its own duration: without control groups it looks at all
/// processes of the machine.
const READING_INTERVAL: u32 = 40;
/// Rounding error that is allowed when a time bank is recognised.
const BANK_TOLERANCE: Duration = Duration::from_millis(1);

/// The time over which a bot's waiting is summed up.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Span {
    /// Since its program was started, or was given this match.
    Life,
    /// Since its first turn on the clock began.
    Match,
    /// Since its last turn on the clock began.
    Turn,
}

/// Readings of how long a bot's threads waited for a processor.
#[derive(Debug)]
pub(crate) struct Waiting {
    birth: Waits,
    first: Option<Waits>,
    last: Option<Waits>,
    /// How long the last reading took.
    cost: Duration,
    /// When the last turn began.
    turn: Option<Instant>,
}

impl Waiting {
    /// Readings of a program whose first one is this.
    pub fn since(birth: Waits) -> Waiting {
        Waiting { birth, first: None, last: None, cost: Duration::ZERO, turn: None }
    }

    /// A turn with this much time begins. Takes a reading only if the last one is stale.
    pub fn begin_turn(&mut self, allowed: Duration, look: impl FnOnce() -> Waits) {
        let now = Instant::now();
        self.turn = Some(now);
        let fresh_for = (allowed / STALE_SHARE_DIVISOR).max(self.cost * READING_INTERVAL);
        let is_fresh = |last: &Waits| now.duration_since(last.at) < fresh_for;
        if !self.last.as_ref().is_some_and(is_fresh) {
            let waits = look();
            self.cost = now.elapsed();
            self.first.get_or_insert_with(|| waits.clone());
            self.last = Some(waits);
        }
    }

    /// The share of the last turn in which the program computed, or would have if it had had a processor;
    /// `None` where threads are not counted.
    pub fn busy_share(&self, now: &Waits) -> Option<f64> {
        let last = self.last.as_ref()?;
        let elapsed = now.at.saturating_duration_since(last.at).as_secs_f64();
        let is_counted = !now.threads.is_empty() && elapsed > 0.0;
        is_counted.then(|| now.ready_since(last).as_secs_f64() / elapsed)
    }

    /// How long other programs kept the bot waiting.
    pub fn in_span(&self, span: Span, now: &Waits) -> Duration {
        match (span, &self.first, &self.last) {
            (Span::Match, Some(first), _) => now.for_others_since(first),
            (Span::Turn, _, Some(last)) => {
                // Between the reading and the start of the turn the bot may have waited too; leave that out.
                let before = self.turn.map(|turn| turn.saturating_duration_since(last.at));
                now.for_others_since(last).saturating_sub(before.unwrap_or_default())
            }
            _ => now.for_others_since(&self.birth),
        }
    }
}

/// The time limit that a bot has exceeded.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Lateness {
    /// The limit of its first turn.
    pub first: Duration,
    /// What it used in all earlier turns.
    pub before: Duration,
    /// The limit of this turn.
    pub allowed: Duration,
}

impl Lateness {
    /// The span that ran out and its length: one turn, or a bank for the whole match. In a bank,
    /// remaining + used = initial bank.
    pub fn span(&self) -> (Span, Duration) {
        let total = self.allowed + self.before;
        let is_bank = total.abs_diff(self.first) <= BANK_TOLERANCE;
        if is_bank { (Span::Match, self.first) } else { (Span::Turn, self.allowed) }
    }
}

/// How the sentence of an overload begins.
const OVERLOADED: &str = "the machine is overloaded";

/// Whether a match is void because other programs held the processors.
pub fn is_overload(trouble: &Trouble) -> bool {
    trouble.0.starts_with(OVERLOADED)
}

/// The message if other programs held the processors for too large a share of the bot's time.
pub(crate) fn overload(waited: Duration, had: Duration, when: &str) -> Option<Trouble> {
    let (waits, has) = (waited.as_secs_f64(), had.as_secs_f64());
    (waited * OVERLOAD_SHARE_DIVISOR >= had && !waited.is_zero()).then(|| {
        Trouble(format!(
            "{OVERLOADED}: {when} a bot's program had to wait {waits:.3} of its {has:.3} s \
             for a processor that others were using; let fewer games run at the same time (-j), or end \
             what else is running"
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_sandbox::{EngineTime, ThreadTimes};

    fn ms(number: u64) -> Duration {
        Duration::from_millis(number)
    }

    fn waits(at: Instant, cpu: u64, threads: &[(i32, u64, u64)]) -> Waits {
        let times = |&(id, ran, waited)| ThreadTimes { id, ran: ms(ran), waited: ms(waited) };
        let threads = threads.iter().map(times).collect();
        let engine = EngineTime { thread: std::thread::current().id(), ran: Duration::ZERO };
        Waits { at, cpu: ms(cpu), threads, engine }
    }

    #[test]
    fn quick_turns_share_a_reading_and_earlier_waiting_is_left_out() {
        let start = Instant::now();
        let mut waiting = Waiting::since(waits(start, 0, &[]));
        let mut readings = 0;
        for _ in 0..100 {
            waiting.begin_turn(Duration::from_secs(1000), || {
                readings += 1;
                waits(start, 0, &[(7, 0, 0)])
            });
        }
        assert_eq!(readings, 1, "quick turns share a reading");
        let turn = waiting.turn.unwrap();
        let late = waits(turn + ms(2000), 500, &[(7, 500, 1500)]);
        let before = turn.duration_since(start);
        assert_eq!(waiting.in_span(Span::Turn, &late), ms(1500) - before);
        assert_eq!(waiting.in_span(Span::Match, &late), ms(1500));
        let share = |threads| waiting.busy_share(&waits(start + ms(2000), 1500, threads));
        assert_eq!(share(&[(7, 1500, 0)]), Some(0.75));
        assert_eq!(share(&[(7, 1100, 400)]), Some(0.75), "an endless loop on a busy machine");
        assert_eq!(share(&[]), None);
    }

    #[test]
    fn the_time_of_a_turn_and_a_bank_are_told_apart() {
        let late = |first, before, allowed| {
            Lateness { first: ms(first), before: ms(before), allowed: ms(allowed) }.span()
        };
        assert_eq!(late(5000, 0, 5000), (Span::Match, ms(5000)), "the first turn is both");
        assert_eq!(late(5000, 1234, 5000), (Span::Turn, ms(5000)));
        assert_eq!(late(10_000, 2000, 1000), (Span::Turn, ms(1000)), "a longer first turn");
        assert_eq!(late(210_000, 209_990, 10), (Span::Match, ms(210_000)), "the rest of a bank");
    }

    #[test]
    fn a_quarter_of_the_time_is_an_overload() {
        assert_eq!(overload(ms(0), ms(0), "now"), None);
        assert_eq!(overload(ms(1249), ms(5000), "now"), None);
        let Trouble(sentence) = overload(ms(1250), ms(5000), "in round 3").unwrap();
        assert!(sentence.contains("overloaded: in round 3 a bot's program had to wait 1.250"));
    }
}
