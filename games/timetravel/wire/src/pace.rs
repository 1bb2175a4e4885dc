//! How fast the messages of one connection are handled: a flood waits, and only on its own connection.

use std::thread;
use std::time::{Duration, Instant};

/// Messages that may come at once.
const BURST: u32 = 2_000;
/// The time that each message after a burst takes.
const INTERVAL: Duration = Duration::from_millis(1);

/// The pace of one connection.
pub struct Pace {
    /// When all messages so far would have come at the steady pace.
    paid_until: Instant,
}

impl Pace {
    pub fn new() -> Pace {
        Pace { paid_until: Instant::now() }
    }

    /// Waits until the next message may be handled.
    pub fn wait(&mut self) {
        let now = Instant::now();
        self.paid_until = self.paid_until.max(now) + INTERVAL;
        let ahead = self.paid_until - now;
        if let Some(wait) = ahead.checked_sub(INTERVAL * BURST) {
            thread::sleep(wait);
        }
    }
}
