//! The settings of an event.

use crate::app::App;
use crate::problem::{Problem, invalid};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Rules and maps of an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// Rule profile: `handbook` or `original`.
    pub rules: String,
    /// Maps that are played; empty for the game's first map.
    pub maps: Vec<String>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { rules: "handbook".into(), maps: Vec::new() }
    }
}

/// Refuses an unknown game, profile or map.
pub(crate) fn check_settings(app: &App, game: &str, settings: &Settings) -> Result<(), Problem> {
    let Some(info) = app.game(game) else {
        let games: Vec<&str> = app.games.iter().map(|game| game.id.as_str()).collect();
        return Err(invalid(format!("unknown game `{game}`; choose one of {}", games.join(", "))));
    };
    if !["handbook", "original"].contains(&settings.rules.as_str()) {
        let rules = &settings.rules;
        return Err(invalid(format!("unknown rules `{rules}`; choose handbook or original")));
    }
    for map in &settings.maps {
        if !info.maps.contains(map) {
            let maps = info.maps.join(", ");
            return Err(invalid(format!("{game} has no map `{map}`; its maps are {maps}")));
        }
    }
    Ok(())
}
