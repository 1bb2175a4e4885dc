//! Idle processes: they have played a match and wait for another one of the same bot.

use agon_sandbox::Jailed;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The most idle processes of one bot. More matches of one bot are rarely played at once.
const MAX_IDLE_PROCESSES: usize = 8;

/// The idle processes of one player. They end with it.
#[derive(Clone, Default)]
pub(crate) struct Reserve(Arc<Mutex<Vec<IdleProcess>>>);

/// A process that waits for its next match.
struct IdleProcess {
    jailed: Jailed,
    /// The number of the core that it was started on.
    home: Option<usize>,
}

impl Reserve {
    fn idle(&self) -> MutexGuard<'_, Vec<IdleProcess>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes an idle process, preferably one of this core.
    pub fn take(&self, core: Option<usize>) -> Option<Jailed> {
        let mut idle = self.idle();
        let at = idle.iter().position(|process| process.home == core);
        let at = at.or(idle.len().checked_sub(1))?;
        Some(idle.swap_remove(at).jailed)
    }

    /// Keeps a process, unless there are enough.
    pub fn put(&self, jailed: Jailed, home: Option<usize>) {
        let mut idle = self.idle();
        if idle.len() < MAX_IDLE_PROCESSES {
            idle.push(IdleProcess { jailed, home });
        }
    }
}
