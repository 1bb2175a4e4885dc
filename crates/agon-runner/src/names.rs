//! How a bot is named on a command line, and who it then is.

use crate::Player;
use agon_core::Contest;
use thiserror::Error;

/// Why a bot could not be found. Each reads as a full sentence.
#[derive(Debug, Error, PartialEq)]
#[allow(missing_docs, reason = "the sentences say it")]
pub enum BotFault {
    #[error("{game} has no built-in bot `{name}`: choose one of {known}")]
    NoSuchBuiltIn { game: &'static str, name: String, known: String },
    #[error(
        "`{name}` is not a bot this version can play: it plays the built-in ones of {game}, {known}"
    )]
    Unknown { game: &'static str, name: String, known: String },
}

/// The player that a word like `builtin:greedy` names.
pub fn player<G: Contest>(word: &str) -> Result<Player<G>, BotFault> {
    let known = || {
        let names: Vec<String> = G::bots().iter().map(|b| format!("builtin:{}", b.name)).collect();
        names.join(", ")
    };
    let Some(name) = word.strip_prefix("builtin:") else {
        return Err(BotFault::Unknown { game: G::INFO.title, name: word.into(), known: known() });
    };
    let bot = G::bots().iter().find(|bot| bot.name == name).ok_or_else(|| {
        BotFault::NoSuchBuiltIn { game: G::INFO.title, name: name.into(), known: known() }
    })?;
    Ok(Player { name: word.into(), make: Box::new(bot.make) })
}
