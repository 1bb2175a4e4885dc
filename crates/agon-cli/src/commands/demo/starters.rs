//! The starter bots of the demo as uploads: what `agon new` writes, packed as `agon submit` packs it.

use crate::files::with_game;
use agon_bots::{Api, Language, NewFile, missing_for_new_bot, new_bot};
use agon_core::Contest;
use agon_games::Visitor;
use anyhow::{Context, anyhow};

/// A program with a mistake that the interpreter finds.
const UNREADABLE: &str = "import agon\n\n\ndef play(turn:\n    pass\n\n\nagon.run(play)\n";
/// A program that fails when it starts.
const FAILING: &str = "throw new Error(\"the plan for the first turn is missing\");\n";

/// A starter bot of a game.
pub struct Starter {
    files: Vec<NewFile>,
    /// The name of the bot's own source.
    main: &'static str,
}

/// A starter, or what this machine lacks for it.
pub type Found = Result<Starter, String>;

/// The starters of a game.
pub struct Starters {
    pub python: Found,
    pub javascript: Found,
    /// The game's title.
    pub title: &'static str,
}

/// Finds the starters of a game that can run here.
pub fn starters(game: &str) -> anyhow::Result<Starters> {
    with_game(game, Find)?
}

struct Find;

impl Visitor for Find {
    type Out = anyhow::Result<Starters>;
    fn visit<G: Contest>(self) -> anyhow::Result<Starters> {
        Ok(Starters {
            python: find::<G>("python", "bot.py")?,
            javascript: find::<G>("js", "bot.js")?,
            title: G::INFO.title,
        })
    }
}

fn find<G: Contest>(word: &str, main: &'static str) -> anyhow::Result<Found> {
    let language =
        Language::from_word(word).ok_or_else(|| anyhow!("there is no language {word}"))?;
    if let Some(missing) = missing_for_new_bot::<G>(language, Some(Api::Agon)).first() {
        return Ok(Err(missing.to_string()));
    }
    let files = new_bot::<G>(language, Some(Api::Agon), "starter");
    let files =
        files.ok_or_else(|| anyhow!("{} has no starter in {}", G::INFO.title, language.title()))?;
    Ok(Ok(Starter { files, main }))
}

impl Starter {
    /// The starter as it is, with a last line of its own so that versions and teams differ.
    pub fn archive(&self, note: &str) -> anyhow::Result<Vec<u8>> {
        let comment = if self.main.ends_with(".py") { "#" } else { "//" };
        let end = format!("\n{comment} {note}\n");
        self.pack(|source| [source, end.as_bytes()].concat())
    }

    /// A version that is rejected: it cannot be read, or fails when it starts.
    pub fn broken(&self) -> anyhow::Result<Vec<u8>> {
        let source = if self.main.ends_with(".py") { UNREADABLE } else { FAILING };
        self.pack(|_| source.as_bytes().to_vec())
    }

    fn pack(&self, change: impl Fn(&[u8]) -> Vec<u8>) -> anyhow::Result<Vec<u8>> {
        let mut archive = tar::Builder::new(Vec::new());
        for (name, bytes) in &self.files {
            let is_main = name.as_os_str() == self.main;
            let bytes = if is_main { change(bytes) } else { bytes.clone() };
            let mut header = tar::Header::new_gnu();
            header.set_size(bytes.len() as u64);
            header.set_mode(0o644);
            let packed = archive.append_data(&mut header, name, bytes.as_slice());
            packed.with_context(|| format!("cannot pack {}", name.display()))?;
        }
        archive.into_inner().context("cannot pack a starter")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn starters_of_all_games_have_a_source_that_versions_change() {
        for info in agon_games::GAMES {
            let found = starters(info.id).unwrap();
            for starter in [found.python, found.javascript].into_iter().flatten() {
                let main = starter.files.iter().any(|(name, _)| name.as_os_str() == starter.main);
                assert!(main, "{} has no {}", info.id, starter.main);
                assert_ne!(starter.archive("one").unwrap(), starter.archive("two").unwrap());
                assert_ne!(starter.archive("one").unwrap(), starter.broken().unwrap());
            }
        }
    }
}
