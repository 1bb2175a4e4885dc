//! Tells on standard error which bot a match has been waiting for, so that a long turn is not silent.

use agon_core::{Contest, safe_line};
use agon_runner::{Player, Wait, Waiting};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// A wait is told after this many seconds, then after twice as many, and so on.
const FIRST_SECONDS: u64 = 5;
const POLL: Duration = Duration::from_millis(200);

/// Tells about long waits until it is dropped.
pub struct PatienceTeller {
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl PatienceTeller {
    /// Watches `waiting`; `names` are the bots by seat, and `say` prints a sentence.
    pub fn start<G: Contest>(
        waiting: &Waiting,
        names: Vec<String>,
        say: impl Fn(&str) + Send + 'static,
    ) -> PatienceTeller {
        let (stop, stopped) = channel();
        let waiting = waiting.clone();
        let mut told = Told { names, seat_names: G::INFO.seat_names, waits: Vec::new() };
        let thread = thread::spawn(move || {
            while stopped.recv_timeout(POLL) == Err(RecvTimeoutError::Timeout) {
                for sentence in told.due(&waiting.now(), Instant::now()) {
                    say(&safe_line(&sentence));
                }
            }
        });
        PatienceTeller { stop: Some(stop), thread: Some(thread) }
    }
}

impl Drop for PatienceTeller {
    fn drop(&mut self) {
        self.stop.take();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Puts the players on one list of waits.
pub fn listed<G: Contest>(players: Vec<Player<G>>, waiting: &Waiting) -> Vec<Player<G>> {
    players.into_iter().map(|player| player.listed_in(waiting)).collect()
}

/// What has been told so far.
struct Told {
    names: Vec<String>,
    seat_names: &'static [&'static str],
    /// The current waits, and after how many seconds each is told next.
    waits: Vec<(Wait, u64)>,
}

impl Told {
    /// The sentences that are due now.
    fn due(&mut self, waits: &[Wait], now: Instant) -> Vec<String> {
        let before = std::mem::take(&mut self.waits);
        let mut sentences = Vec::new();
        for &wait in waits {
            let known = before.iter().find(|(other, _)| *other == wait);
            let mut next = known.map_or(FIRST_SECONDS, |&(_, next)| next);
            if now.saturating_duration_since(wait.since) >= Duration::from_secs(next) {
                let (seat, bot) =
                    (self.seat_names[wait.seat.index()], &self.names[wait.seat.index()]);
                sentences.push(match wait.round {
                    Some(round) => {
                        format!("{seat} ({bot}) has been thinking for {next} s in round {round}.")
                    }
                    None => format!("{seat} ({bot}) has been starting for {next} s."),
                });
                next *= 2;
            }
            self.waits.push((wait, next));
        }
        sentences
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::Seat;

    #[test]
    fn a_long_wait_is_told_after_5_10_and_20_seconds() {
        let names = vec!["a".to_owned(), "b".to_owned()];
        let mut told = Told { names, seat_names: &["blue", "red"], waits: Vec::new() };
        let since = Instant::now();
        let thinks = Wait { seat: Seat(1), round: Some(3), since };
        let mut at =
            |waits: &[Wait], seconds: u64| told.due(waits, since + Duration::from_secs(seconds));
        assert!(at(&[thinks], 4).is_empty());
        assert_eq!(at(&[thinks], 5), ["red (b) has been thinking for 5 s in round 3."]);
        assert!(at(&[thinks], 9).is_empty());
        assert_eq!(at(&[thinks], 11), ["red (b) has been thinking for 10 s in round 3."]);
        assert!(at(&[], 12).is_empty());
        let starts = Wait { seat: Seat(0), round: None, since };
        assert_eq!(at(&[starts, thinks], 6).len(), 2, "the wait is a new one");
    }
}
