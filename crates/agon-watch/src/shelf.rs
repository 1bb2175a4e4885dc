//! What the server has to show.

use crate::Film;
use std::path::PathBuf;
use std::sync::{Arc, PoisonError, RwLock};

/// The films that can be watched, by number, and where maps are saved.
pub(crate) struct Shelf {
    films: RwLock<Vec<Arc<Film>>>,
    /// The folder into which the map maker saves.
    pub maps: PathBuf,
}

impl Shelf {
    pub fn new(maps: PathBuf) -> Shelf {
        Shelf { films: RwLock::default(), maps }
    }

    pub fn add(&self, film: Arc<Film>) -> usize {
        let mut films = self.films.write().unwrap_or_else(PoisonError::into_inner);
        films.push(film);
        films.len() - 1
    }

    pub fn get(&self, number: usize) -> Option<Arc<Film>> {
        self.films.read().unwrap_or_else(PoisonError::into_inner).get(number).cloned()
    }

    pub fn all(&self) -> Vec<Arc<Film>> {
        self.films.read().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
