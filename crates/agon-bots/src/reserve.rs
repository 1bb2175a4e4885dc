//! Programs that have played a match and stay for another one of the same bot.

use agon_sandbox::Jailed;
use std::sync::{Arc, Mutex, PoisonError};

/// So many may stay: more matches of one bot than that are rarely played at once.
const MOST: usize = 8;

/// The programs that one player has in reserve. They end with it.
#[derive(Clone, Default)]
pub(crate) struct Reserve(Arc<Mutex<Vec<Jailed>>>);

impl Reserve {
    /// One that can play, if there is one.
    pub fn take(&self) -> Option<Jailed> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).pop()
    }

    /// Lets one stay.
    pub fn put(&self, jailed: Jailed) {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if waiting.len() < MOST {
            waiting.push(jailed);
        }
    }
}
