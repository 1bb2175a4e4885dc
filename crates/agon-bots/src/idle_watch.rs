//! Notices bots that compute while others play. They are frozen outside of their turns from then on.

use crate::host::Host;
use std::time::{Duration, Instant};

/// A bot may use this much processor time between two of its turns. The shortest turn limit is one second, so
/// 20 ms do not help a bot.
const MAX_IDLE_CPU: Duration = Duration::from_millis(20);
/// The processor time of a program is not checked if the others' turns were shorter than this: reading it
/// costs more than the rest of an exchange.
const MIN_CHECKED_REST: Duration = Duration::from_millis(1);
/// How often the processor time of a metered host is compared with the length of its turns. Its turns are so
/// short that checking each rest would cost more than playing.
const METERED_CHECK_INTERVAL: Duration = Duration::from_millis(100);

/// Watches one bot during one match.
#[derive(Debug)]
pub(crate) struct IdleWatch {
    is_metered: bool,
    /// Processor time that the bot may still use between turns without being frozen.
    housekeeping: Duration,
    is_restless: bool,
    rest: Rest,
    meter: Meter,
}

/// The last rest of a program that is not metered.
#[derive(Debug)]
struct Rest {
    since: Option<Instant>,
    /// Processor time when it began, if it was read.
    cpu: Option<Duration>,
    /// Whether the rest before was long enough to compute in.
    is_long: bool,
}

/// What a metered host has used since the last check.
#[derive(Debug, Default)]
struct Meter {
    /// When the last check was, and the processor time then.
    checked: Option<(Instant, Duration)>,
    turn_began: Option<Instant>,
    /// The time of its turns since then. It has one thread at a time, so more processor time than this was
    /// used outside of them.
    in_turns: Duration,
}

impl IdleWatch {
    pub fn new(host: &Host) -> IdleWatch {
        IdleWatch {
            is_metered: host.counts_energy,
            housekeeping: host.housekeeping,
            is_restless: false,
            rest: Rest { since: None, cpu: None, is_long: true },
            meter: Meter::default(),
        }
    }

    /// Whether the bot computed while others played.
    pub fn is_restless(&self) -> bool {
        self.is_restless
    }

    /// The bot did not answer in time. A metered host that is late computes: energy did not end its turn.
    pub fn was_late(&mut self) {
        self.is_restless |= self.is_metered;
    }

    /// The bot's turn begins at `now`. `cpu` reads its processor time.
    pub fn wake(&mut self, now: Instant, cpu: impl FnOnce() -> Duration) {
        if self.is_restless {
            return;
        }
        let outside =
            if self.is_metered { self.meter.wake(now, cpu) } else { self.rest.end(now, cpu) };
        if outside > MAX_IDLE_CPU {
            self.is_restless = outside > self.housekeeping;
            self.housekeeping = self.housekeeping.saturating_sub(outside);
        }
    }

    /// The bot's turn ends at `now`. `cpu` reads its processor time.
    pub fn rest(&mut self, now: Instant, cpu: impl FnOnce() -> Duration) {
        if self.is_metered {
            self.meter.in_turns +=
                self.meter.turn_began.map_or(Duration::ZERO, |began| now - began);
        } else {
            self.rest.since = Some(now);
            self.rest.cpu = self.rest.is_long.then(cpu);
        }
    }
}

impl Rest {
    /// The processor time that was used during the rest, if it was measured.
    fn end(&mut self, now: Instant, cpu: impl FnOnce() -> Duration) -> Duration {
        // The first rest begins after the first turn.
        let Some(since) = self.since else { return Duration::ZERO };
        self.is_long = now - since >= MIN_CHECKED_REST;
        let before = self.cpu.take().filter(|_| self.is_long);
        before.map_or(Duration::ZERO, |before| cpu().saturating_sub(before))
    }
}

impl Meter {
    /// The processor time that was used outside of turns since the last check, if a check is due.
    fn wake(&mut self, now: Instant, cpu: impl FnOnce() -> Duration) -> Duration {
        self.turn_began = Some(now);
        let last = self.checked;
        if last.is_some_and(|(at, _)| now - at < METERED_CHECK_INTERVAL) {
            return Duration::ZERO;
        }
        let used = cpu();
        self.checked = Some((now, used));
        let in_turns = std::mem::take(&mut self.in_turns);
        last.map_or(Duration::ZERO, |(_, before)| used.saturating_sub(before + in_turns))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(number: u64) -> Duration {
        Duration::from_millis(number)
    }

    /// Plays turns of 1 ms and rests of 1 ms. The host computes in its turns, and in its rests for `idle` of
    /// each.
    fn is_restless_after(turns: u32, idle: Duration, housekeeping: Duration) -> bool {
        let host = Host { counts_energy: true, housekeeping, ..Host::default() };
        let (mut watch, mut now, mut cpu) = (IdleWatch::new(&host), Instant::now(), ms(700));
        for _ in 0..turns {
            watch.wake(now, || cpu);
            (now, cpu) = (now + ms(1), cpu + ms(1));
            watch.rest(now, || cpu);
            (now, cpu) = (now + ms(1), cpu + idle);
        }
        watch.is_restless()
    }

    #[test]
    fn a_metered_host_that_computes_in_many_short_rests_is_noticed() {
        assert!(!is_restless_after(10_000, Duration::ZERO, Duration::ZERO));
        assert!(!is_restless_after(10_000, ms(1) / 3, Duration::ZERO), "less than 20 of 100 ms");
        assert!(is_restless_after(200, ms(1), Duration::ZERO));
        assert!(!is_restless_after(2_000, ms(1), ms(3_000)), "2 s of compiling");
        assert!(is_restless_after(4_000, ms(1), ms(3_000)));
    }

    #[test]
    fn short_rests_of_other_programs_are_not_checked() {
        let (mut watch, now) = (IdleWatch::new(&Host::default()), Instant::now());
        watch.wake(now, || panic!("there was no rest yet"));
        watch.rest(now, || ms(5));
        watch.wake(now + ms(1) / 2, || panic!("half a millisecond is short"));
        watch.rest(now + ms(1), || panic!("the rest before was short"));
        watch.wake(now + ms(101), || panic!("there is nothing to compare with"));
        watch.rest(now + ms(102), || ms(10));
        watch.wake(now + ms(202), || ms(31));
        assert!(watch.is_restless(), "21 ms in one rest");
    }
}
