//! Examples in help texts. Game, bots and map come from the registry, so no help text names a game.

use agon_core::Contest;
use agon_games::{GAMES, Visitor};
use std::fmt::Write;

/// Width of the column of commands.
const COMMAND_WIDTH: usize = 42;

/// Placeholders of example texts and their values for one game.
struct Placeholders;

impl Visitor for Placeholders {
    type Out = [(&'static str, String); 5];
    fn visit<G: Contest>(self) -> Self::Out {
        // Built-in bots are listed from weakest to strongest.
        let mut bots = G::bots().iter().rev().map(|bot| format!("builtin:{}", bot.name));
        let strong = bots.next().unwrap_or_default();
        let weak = bots.next().unwrap_or_else(|| strong.clone());
        let map = G::own_maps().last().map_or(String::new(), |own| own.name.to_owned());
        [
            ("{game}", G::INFO.id.to_owned()),
            ("{strong}", strong),
            ("{weak}", weak),
            ("{map}", map),
            ("{ext}", G::INFO.map_extension.to_owned()),
        ]
    }
}

/// Replaces `{game}`, `{strong}`, `{weak}`, `{map}` and `{ext}` by words of the first registered game.
pub fn fill(text: &str) -> String {
    let values = agon_games::visit(GAMES[0].id, Placeholders).expect("the registry lists the game");
    values.into_iter().fold(text.to_owned(), |text, (key, value)| text.replace(key, &value))
}

/// A section of example commands with comments.
pub fn examples(rows: &[(&str, &str)]) -> String {
    let mut text = String::from("Examples:");
    for (command, comment) in rows {
        let line = format!("  agon {:COMMAND_WIDTH$}  {comment}", fill(command));
        let _ = write!(text, "\n{}", line.trim_end());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_become_words_of_a_registered_game() {
        let text = examples(&[
            ("play {game} {strong} {weak} --map {map}", ""),
            ("maps {game}", "its maps"),
        ]);
        assert!(!text.contains(['{', '}']), "{text}");
        assert!(text.contains(&format!("agon play {} builtin:", GAMES[0].id)), "{text}");
        assert!(text.lines().last().unwrap().ends_with("  its maps"), "{text}");
    }
}
