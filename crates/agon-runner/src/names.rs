//! The bots that come with Agon, by name.

use crate::Player;
use agon_core::{BuiltIn, Contest};
use thiserror::Error;

/// There is no such bot: a full sentence.
#[derive(Debug, Error, PartialEq)]
#[error("{game} has no built-in bot `{name}`: choose one of {known}")]
pub struct NoSuchBuiltIn {
    /// The game's title.
    pub game: &'static str,
    /// The name that was given.
    pub name: String,
    /// The names there are.
    pub known: String,
}

/// The built-in bots of a game as they are named on a command line.
pub fn built_in_names<G: Contest>() -> String {
    let names: Vec<String> = G::bots().iter().map(|b| format!("builtin:{}", b.name)).collect();
    names.join(", ")
}

/// The built-in bot that has this name, or had it in an earlier version.
pub fn find_built_in<G: Contest>(name: &str) -> Option<&'static BuiltIn<G>> {
    G::bots().iter().find(|bot| bot.name == name || bot.aliases.contains(&name))
}

/// The player that a word like `builtin:solid` names.
pub fn built_in<G: Contest>(word: &str) -> Result<Player<G>, NoSuchBuiltIn> {
    let name = word.strip_prefix("builtin:").unwrap_or(word);
    match find_built_in::<G>(name) {
        Some(bot) => Ok(Player::of_bots(format!("builtin:{name}"), bot.make)),
        None => Err(NoSuchBuiltIn {
            game: G::INFO.title,
            name: name.into(),
            known: built_in_names::<G>(),
        }),
    }
}
