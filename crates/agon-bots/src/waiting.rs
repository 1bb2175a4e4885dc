//! Programs that have played a match and wait for another one of the same bot.

use agon_sandbox::Jailed;
use std::sync::{Arc, Mutex, PoisonError};

/// So many may wait: more matches of one bot than that are rarely played at once.
const MOST: usize = 8;

/// The waiting programs of one player. They end with it.
#[derive(Clone, Default)]
pub(crate) struct Waiting(Arc<Mutex<Vec<Jailed>>>);

impl Waiting {
    /// One that can play, if there is one.
    pub fn take(&self) -> Option<Jailed> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).pop()
    }

    /// Lets one wait.
    pub fn put(&self, jailed: Jailed) {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if waiting.len() < MOST {
            waiting.push(jailed);
        }
    }
}
