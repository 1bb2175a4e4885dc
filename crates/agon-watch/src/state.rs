//! What the server shares between requests.

use crate::Film;
use crate::library::Library;
use crate::limits::{MAX_FILMS, Work};
use crate::people::Link;
use std::any::Any;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

/// Loads the bot of a game that a word names: a boxed `agon_runner::Player` of that game, or a sentence.
pub(crate) type LoadBot = dyn Fn(&str, &str) -> Result<Box<dyn Any + Send>, String> + Send + Sync;

/// The manual of a game as a page; `None` for an unknown game.
pub(crate) type Manual = fn(&str) -> Option<String>;

/// The films that can be watched, numbered in the order they were added, and where maps are saved.
pub(crate) struct ServerState {
    films: RwLock<Vec<Option<Arc<Film>>>>,
    links: RwLock<Vec<Arc<Link>>>,
    /// The replays and runs that the program was started with, if any.
    pub library: OnceLock<Arc<Library>>,
    /// How bots that are not built in are loaded; without it the page plays built-in bots only.
    pub load_bot: OnceLock<Arc<LoadBot>>,
    /// Where the manuals of the games come from; without it there are none.
    pub manual: OnceLock<Manual>,
    /// What the server does at once.
    pub work: Work,
    /// The folder into which the map maker saves.
    pub maps: PathBuf,
}

impl ServerState {
    /// No films yet.
    pub fn new(maps: PathBuf) -> ServerState {
        let (films, links, library) = (RwLock::default(), RwLock::default(), OnceLock::new());
        let (load_bot, manual, work) = (OnceLock::new(), OnceLock::new(), Work::default());
        ServerState { films, links, library, load_bot, manual, work, maps }
    }

    /// Adds a film and returns its number; a film of the same replay is not added again. If there are too
    /// many, the oldest but the first is forgotten.
    pub fn add(&self, film: Arc<Film>) -> usize {
        let mut films = self.films.write().unwrap_or_else(PoisonError::into_inner);
        let is_same = |other: &Option<Arc<Film>>| {
            other
                .as_ref()
                .is_some_and(|other| film.address().is_some() && other.address() == film.address())
        };
        if let Some(number) = films.iter().position(is_same) {
            return number;
        }
        films.push(Some(film));
        if films.iter().flatten().count() > MAX_FILMS
            && let Some(oldest) = films.iter_mut().skip(1).find(|film| film.is_some())
        {
            *oldest = None;
        }
        films.len() - 1
    }

    /// Adds a link for people who play.
    pub fn add_link(&self, link: Link) {
        self.links.write().unwrap_or_else(PoisonError::into_inner).push(Arc::new(link));
    }

    /// The links of people who play.
    pub fn links(&self) -> Vec<Arc<Link>> {
        self.links.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The film of this number.
    pub fn get(&self, number: usize) -> Option<Arc<Film>> {
        self.films.read().unwrap_or_else(PoisonError::into_inner).get(number).cloned().flatten()
    }

    /// The film of the replay with this content address.
    pub fn with_address(&self, address: &str) -> Option<Arc<Film>> {
        let films = self.films.read().unwrap_or_else(PoisonError::into_inner);
        films.iter().flatten().find(|film| film.address() == Some(address)).cloned()
    }

    /// All films by number; `None` for those that were forgotten.
    pub fn all(&self) -> Vec<Option<Arc<Film>>> {
        self.films.read().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Head;

    #[test]
    fn old_films_are_forgotten_and_the_first_stays() {
        let state = ServerState::new(PathBuf::new());
        let head = Head {
            game: String::new(),
            title: String::new(),
            score: String::new(),
            seats: Vec::new(),
            map: String::new(),
            seed: None,
            rules: String::new(),
            source: String::new(),
            gauges: Vec::new(),
            fog: false,
            seen_by: None,
            take: None,
        };
        for number in 0..MAX_FILMS + 6 {
            assert_eq!(state.add(Film::new(head.clone())), number);
        }
        let kept = |number: &usize| state.get(*number).is_some();
        let forgotten: Vec<usize> = (0..MAX_FILMS + 6).filter(|number| !kept(number)).collect();
        assert_eq!(forgotten, [1, 2, 3, 4, 5, 6]);
        assert_eq!(state.all().len(), MAX_FILMS + 6);
    }
}
