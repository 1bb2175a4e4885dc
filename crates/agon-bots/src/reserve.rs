//! Programs that have played a match and stay for another one of the same bot.

use agon_sandbox::Jailed;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// So many may stay: more matches of one bot than that are rarely played at once.
const MOST: usize = 8;

/// The programs that one player has in reserve. They end with it.
#[derive(Clone, Default)]
pub(crate) struct Reserve(Arc<Mutex<Vec<Waiting>>>);

/// A program that waits, and the number of the core that it was started on.
struct Waiting {
    jailed: Jailed,
    home: Option<usize>,
}

impl Reserve {
    fn waiting(&self) -> MutexGuard<'_, Vec<Waiting>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One that can play, if there is one: best one of this core.
    pub fn take(&self, core: Option<usize>) -> Option<Jailed> {
        let mut waiting = self.waiting();
        let at = waiting.iter().position(|program| program.home == core);
        let at = at.or(waiting.len().checked_sub(1))?;
        Some(waiting.swap_remove(at).jailed)
    }

    /// Lets one stay.
    pub fn put(&self, jailed: Jailed, home: Option<usize>) {
        let mut waiting = self.waiting();
        if waiting.len() < MOST {
            waiting.push(Waiting { jailed, home });
        }
    }
}
