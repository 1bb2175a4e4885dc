//! Maps that need no file: those that come with a game, and random ones.

use crate::NamedMap;
use agon_core::{Contest, GameMap, Wishes};

/// Source of the maps of matches.
pub enum MapSource<G: Contest> {
    /// One map for all matches.
    Fixed(NamedMap<G::Map>),
    /// A new random map for every seed.
    Random(Wishes),
}

impl<G: Contest> MapSource<G> {
    /// The map named by a specifier: one that comes with the game, or `random[:key=value,...]`; `None` for
    /// any other word. The error is a sentence.
    pub fn of_game(word: &str) -> Result<Option<MapSource<G>>, String> {
        if let Some(wishes) = word.strip_prefix("random")
            && (wishes.is_empty() || wishes.starts_with(':'))
        {
            let words = wishes.trim_start_matches(':').split(',').filter(|w| !w.is_empty());
            let wishes = Wishes::parse(words, G::INFO.map_wishes);
            return Ok(Some(MapSource::Random(wishes.map_err(|fault| fault.to_string())?)));
        }
        let Some(own) = G::own_maps().iter().find(|own| own.name == word) else { return Ok(None) };
        let map = G::Map::parse(own.text)
            .map_err(|fault| format!("built-in map {}: {fault}", own.name))?;
        Ok(Some(MapSource::Fixed(NamedMap { name: word.to_owned(), map })))
    }

    /// The map of the match with this seed.
    pub fn map(&self, seed: u64) -> Result<NamedMap<G::Map>, String> {
        match self {
            MapSource::Fixed(NamedMap { name, map }) => {
                Ok(NamedMap { name: name.clone(), map: map.clone() })
            }
            MapSource::Random(wishes) => {
                let map = G::Map::generate(wishes, seed).map_err(|fault| fault.to_string())?;
                Ok(NamedMap { name: format!("random-{seed}"), map })
            }
        }
    }
}
