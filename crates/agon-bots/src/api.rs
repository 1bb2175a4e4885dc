//! Which interface a bot is written for.

use crate::languages::Language;
use agon_core::OriginalApi;
use serde::Deserialize;

/// Which interface a bot is written for.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Api {
    /// The protocol, by hand or with one of Agon's kits.
    Agon,
    /// The interface of the original contest.
    Original,
}

/// What finding a bot must know about a game.
#[derive(Copy, Clone, Debug)]
pub struct GameApis {
    /// The game's id.
    pub id: &'static str,
    /// The interfaces of its original contest.
    pub originals: &'static [OriginalApi],
}

impl GameApis {
    /// Those of a game.
    pub fn of<G: agon_core::Contest>() -> GameApis {
        GameApis { id: G::INFO.id, originals: G::ORIGINAL_APIS }
    }

    /// The original interface in this language.
    pub(crate) fn original(&self, language: Language) -> Option<&'static OriginalApi> {
        self.originals.iter().find(|api| api.language == language.word())
    }

    /// Whether a source text is written for the original contest.
    pub(crate) fn is_original(&self, language: Language, source: &str) -> bool {
        self.original(language).is_some_and(|api| (api.is_written_for)(source))
    }
}
