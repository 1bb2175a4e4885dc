//! Plays matches at the same time, and plays a match again that failed on Agon's side.

use crate::Trouble;
use std::sync::{PoisonError, RwLock};

/// How often a match is tried if something on Agon's side fails.
pub const ATTEMPTS: u32 = 3;

/// Where many matches are played at once; a match can also be played with no other beside it.
#[derive(Debug, Default)]
pub struct Room(RwLock<()>);

impl Room {
    /// An empty room.
    pub const fn new() -> Room {
        Room(RwLock::new(()))
    }

    /// Runs `act` while no match is played here.
    pub fn alone<T>(&self, act: impl FnOnce() -> T) -> T {
        let _alone = self.0.write().unwrap_or_else(PoisonError::into_inner);
        act()
    }

    /// Plays a match. If something on Agon's side fails it is played again, up to [`ATTEMPTS`] times in
    /// all, and then alone: other matches may have overloaded the machine. `hear` is told of every failure.
    pub fn play<T>(
        &self,
        play: impl Fn() -> Result<T, Trouble>,
        mut hear: impl FnMut(&Trouble, u32),
    ) -> Result<T, Trouble> {
        let mut attempt = 1;
        loop {
            let played = if attempt == 1 {
                let _with_others = self.0.read().unwrap_or_else(PoisonError::into_inner);
                play()
            } else {
                self.alone(&play)
            };
            if let Err(trouble) = &played {
                hear(trouble, attempt);
            }
            if played.is_ok() || attempt == ATTEMPTS {
                return played;
            }
            attempt += 1;
        }
    }
}
