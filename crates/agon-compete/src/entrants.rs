//! The names of those who take part.

use crate::{Entered, Stage, Unable};
use agon_core::StateHasher;
use std::collections::BTreeMap;

/// Somebody who takes part: a name people read, and the word that names the bot.
#[derive(Clone, Debug, PartialEq)]
pub struct Named {
    /// The name; no two are the same.
    pub name: String,
    /// The bot.
    pub word: String,
    /// What is known of the bot; `Err` says why it cannot play.
    pub bot: Result<Entered, Unable>,
}

/// A short name for a bot: what remains of the word without folders, kinds and endings.
pub fn short_name(word: &str) -> String {
    let word = word.strip_prefix("builtin:").unwrap_or(word);
    let last = word.trim_end_matches('/').rsplit('/').next().unwrap_or(word);
    let stem = match last.rsplit_once('.') {
        Some((stem, _)) if !stem.is_empty() => stem,
        _ => last,
    };
    if stem.is_empty() { word.to_owned() } else { stem.to_owned() }
}

/// A name that tells versions of a bot apart: with a piece of the fingerprint of its files, if it has
/// any.
pub fn versioned(name: &str, hash: Option<&str>) -> String {
    match hash {
        Some(hash) => {
            let digits = hash.rsplit(':').next().unwrap_or(hash);
            format!("{name}@{}", digits.chars().take(7).collect::<String>())
        }
        None => name.to_owned(),
    }
}

/// A name as part of a file name: what files cannot be called is replaced, and a number keeps names
/// apart that would then be the same.
pub fn file_word(name: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_' || c == '@';
    let word: String = name.chars().map(|c| if plain(c) { c } else { '_' }).collect();
    if word == name {
        return word;
    }
    let number = StateHasher::new().bytes(name.as_bytes()).finish().0 as u16;
    format!("{word}-{number:04x}")
}

impl Named {
    /// Finds all bots. Names that are not given are made from the words; names that occur twice get
    /// a number.
    pub fn enter_all(stage: &mut dyn Stage, bots: &[(Option<String>, String)]) -> Vec<Named> {
        let mut taken: BTreeMap<String, usize> = BTreeMap::new();
        let mut entered: BTreeMap<String, Result<Entered, Unable>> = BTreeMap::new();
        let mut all = Vec::new();
        for (name, word) in bots {
            let name = name.clone().unwrap_or_else(|| short_name(word));
            let count = taken.entry(name.clone()).or_default();
            *count += 1;
            let name = if *count == 1 { name } else { format!("{name}-{count}") };
            // The same word is the same bot, however often it enters: it is built once.
            let bot = entered.entry(word.clone()).or_insert_with(|| stage.enter(word)).clone();
            all.push(Named { name, word: word.clone(), bot });
        }
        all
    }

    /// The player's number; none if the bot cannot play.
    pub fn player(&self) -> Option<usize> {
        self.bot.as_ref().ok().map(|entered| entered.player)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_words_stay_apart() {
        assert_eq!(file_word("alpha-1"), "alpha-1");
        assert_ne!(file_word("a b"), file_word("a_b"));
        assert_ne!(file_word("a b"), file_word("a/b"));
        assert!(!file_word("../../etc").contains(['/', '.']));
    }

    #[test]
    fn names_are_short() {
        for (word, name) in [
            ("builtin:greedy", "greedy"),
            ("bots/alpha.py", "alpha"),
            ("bots/beta/", "beta"),
            ("./gamma", "gamma"),
            (".hidden", ".hidden"),
            ("", ""),
        ] {
            assert_eq!(short_name(word), name, "{word}");
        }
    }
}
