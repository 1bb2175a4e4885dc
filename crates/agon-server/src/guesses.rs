//! Failed log-ins with names that no account has. They are counted like those of accounts, so that the answer
//! does not tell which names exist. They are kept in memory: nothing is stored about names that were guessed.

use agon_store::Millis;
use agon_store::accounts::lock_ms;
use std::collections::HashMap;
use std::sync::Mutex;

/// Names that are counted at the same time; beyond that the oldest are forgotten.
const MAX_NAMES: usize = 20_000;

/// The unknown names of failed log-ins.
#[derive(Default)]
pub(crate) struct Guesses(Mutex<HashMap<String, Guess>>);

#[derive(Copy, Clone, Default)]
struct Guess {
    failures: i64,
    locked_until_ms: Millis,
    last_ms: Millis,
}

impl Guesses {
    /// Log-ins with this name are refused until then.
    pub fn locked_until(&self, login: &str) -> Millis {
        let names = self.0.lock().expect("no thread panics while holding the lock");
        names.get(&key(login)).map_or(0, |guess| guess.locked_until_ms)
    }

    /// Counts a failed log-in.
    pub fn failed(&self, login: &str, now: Millis) {
        let mut names = self.0.lock().expect("no thread panics while holding the lock");
        if names.len() >= MAX_NAMES {
            let mut times: Vec<Millis> = names.values().map(|guess| guess.last_ms).collect();
            let (_, middle, _) = times.select_nth_unstable(MAX_NAMES / 2);
            let middle = *middle;
            names.retain(|_, guess| guess.last_ms > middle);
        }
        let guess = names.entry(key(login)).or_default();
        guess.failures += 1;
        guess.last_ms = now;
        if let Some(lock) = lock_ms(guess.failures) {
            guess.locked_until_ms = now + lock;
        }
    }
}

/// Names are compared in lower case; a long one is cut, because no account has it.
fn key(login: &str) -> String {
    login.chars().take(60).collect::<String>().to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_store::accounts::MAX_LOGIN_FAILURES;

    #[test]
    fn an_unknown_name_is_locked_after_as_many_failures_as_a_known_one() {
        let guesses = Guesses::default();
        for _ in 1..MAX_LOGIN_FAILURES {
            guesses.failed("Eve", 1000);
        }
        assert_eq!(guesses.locked_until("eve"), 0);
        guesses.failed("eve", 1000);
        assert!(guesses.locked_until("EVE") > 1000);
        assert_eq!(guesses.locked_until("bob"), 0);
    }

    #[test]
    fn the_oldest_names_are_forgotten() {
        let guesses = Guesses::default();
        for number in 0..=MAX_NAMES {
            guesses.failed(&format!("name{number}"), number as i64);
        }
        let names = guesses.0.lock().unwrap();
        assert!(names.len() <= MAX_NAMES / 2 + 1, "{}", names.len());
        assert!(names.contains_key(&format!("name{MAX_NAMES}")));
    }
}
