//! Whether a bot was late by itself, or because the machine was overloaded.
//!
//! A bot that wanted to run and could not for a good part of its time, because other programs were using
//! the processors, did not lose: we failed. A bot that sleeps, or computes for too long, or keeps itself
//! waiting with threads of its own, did.

use agon_runner::Trouble;
use agon_sandbox::Waits;
use std::time::{Duration, Instant};

/// How large a part of a bot's time others must have taken for a loss to be theirs: one in so many.
const PART: u32 = 4;
/// How old the last look may be when a turn begins, as a part of the turn's time: one in so many. To
/// look costs more than a whole exchange with a quick bot.
const STALE: u32 = 20;
/// By how much sums of times may differ that are the same.
const ROUNDING: Duration = Duration::from_millis(1);

/// A time in which a bot may have been kept waiting.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Span {
    /// Since its program was started.
    Life,
    /// Since its first turn on the clock began.
    Match,
    /// Since its last turn on the clock began.
    Turn,
}

/// What is remembered of a bot's waiting.
#[derive(Debug, Default)]
pub(crate) struct Waiting {
    first: Option<Waits>,
    last: Option<Waits>,
    turn: Option<Instant>,
}

impl Waiting {
    /// A turn with so much time begins. Looks only now and then.
    pub fn begin_turn(&mut self, allowed: Duration, look: impl FnOnce() -> Waits) {
        let now = Instant::now();
        self.turn = Some(now);
        let is_fresh = |last: &Waits| now.duration_since(last.at) < allowed / STALE;
        if !self.last.as_ref().is_some_and(is_fresh) {
            let waits = look();
            self.first.get_or_insert_with(|| waits.clone());
            self.last = Some(waits);
        }
    }

    /// How long others kept the bot waiting.
    pub fn in_span(&self, span: Span, now: &Waits) -> Duration {
        let nothing = Waits { at: now.at, cpu: Duration::ZERO, threads: Vec::new() };
        match (span, &self.first, &self.last) {
            (Span::Match, Some(first), _) => now.for_others_since(first),
            (Span::Turn, _, Some(last)) => {
                // What it may have waited between our look and the turn's beginning is not of the turn.
                let before = self.turn.map(|turn| turn.saturating_duration_since(last.at));
                now.for_others_since(last).saturating_sub(before.unwrap_or_default())
            }
            _ => now.for_others_since(&nothing),
        }
    }
}

/// The time that a bot had and was late with.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Lateness {
    /// What it had in its first turn.
    pub first: Duration,
    /// What it used in all turns before this one.
    pub before: Duration,
    /// What it had in this turn.
    pub allowed: Duration,
}

impl Lateness {
    /// The time that ran out and how long it was: the turn's, or a bank's for the whole match. In a bank,
    /// what is there and what is gone make up what there was in the beginning.
    pub fn span(&self) -> (Span, Duration) {
        let total = self.allowed + self.before;
        let is_bank = total.abs_diff(self.first) <= ROUNDING;
        if is_bank { (Span::Match, self.first) } else { (Span::Turn, self.allowed) }
    }
}

/// What there is to say if others kept a bot waiting for a good part of the time that it had.
pub(crate) fn overload(waited: Duration, had: Duration, when: &str) -> Option<Trouble> {
    let (waits, has) = (waited.as_secs_f64(), had.as_secs_f64());
    (waited * PART >= had && !waited.is_zero()).then(|| {
        Trouble(format!(
            "the machine is overloaded: {when} a bot's program had to wait {waits:.3} of its {has:.3} s \
             for a processor that others were using; let fewer games run at the same time (-j), or end \
             what else is running"
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_sandbox::ThreadTimes;

    fn ms(number: u64) -> Duration {
        Duration::from_millis(number)
    }

    fn waits(at: Instant, cpu: u64, threads: &[(i32, u64, u64)]) -> Waits {
        let times = |&(id, ran, waited)| ThreadTimes { id, ran: ms(ran), waited: ms(waited) };
        Waits { at, cpu: ms(cpu), threads: threads.iter().map(times).collect() }
    }

    #[test]
    fn a_turn_is_looked_at_now_and_then_and_never_charged_with_what_was_before() {
        let mut waiting = Waiting::default();
        let mut looks = 0;
        let start = Instant::now();
        for _ in 0..100 {
            waiting.begin_turn(Duration::from_secs(1000), || {
                looks += 1;
                waits(start, 0, &[(7, 0, 0)])
            });
        }
        assert_eq!(looks, 1, "quick turns share a look");
        let turn = waiting.turn.unwrap();
        let late = waits(turn + ms(2000), 500, &[(7, 500, 1500)]);
        let before = turn.duration_since(start);
        assert_eq!(waiting.in_span(Span::Turn, &late), ms(1500) - before);
        assert_eq!(waiting.in_span(Span::Match, &late), ms(1500));
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
    fn only_a_good_part_of_the_time_counts() {
        assert_eq!(overload(ms(0), ms(0), "now"), None);
        assert_eq!(overload(ms(1249), ms(5000), "now"), None);
        let Trouble(sentence) = overload(ms(1250), ms(5000), "in round 3").unwrap();
        assert!(sentence.contains("overloaded: in round 3 a bot's program had to wait 1.250"));
    }
}
