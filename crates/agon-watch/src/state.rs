//! What the server shares between requests.

use crate::Film;
use std::path::PathBuf;
use std::sync::{Arc, PoisonError, RwLock};

/// The films that can be watched, numbered in the order they were added, and where maps are saved.
pub(crate) struct ServerState {
    films: RwLock<Vec<Arc<Film>>>,
    /// The folder into which the map maker saves.
    pub maps: PathBuf,
}

impl ServerState {
    /// No films yet.
    pub fn new(maps: PathBuf) -> ServerState {
        ServerState { films: RwLock::default(), maps }
    }

    /// Adds a film and returns its number.
    pub fn add(&self, film: Arc<Film>) -> usize {
        let mut films = self.films.write().unwrap_or_else(PoisonError::into_inner);
        films.push(film);
        films.len() - 1
    }

    /// The film of this number.
    pub fn get(&self, number: usize) -> Option<Arc<Film>> {
        self.films.read().unwrap_or_else(PoisonError::into_inner).get(number).cloned()
    }

    /// All films, by number.
    pub fn all(&self) -> Vec<Arc<Film>> {
        self.films.read().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
