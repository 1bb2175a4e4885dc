//! Entrants of a run and their names.

use crate::{EnteredBot, EntryFault, Stage};
use agon_core::StateHasher;
use std::collections::BTreeMap;

/// An entrant: a display name and the specifier of its bot (`builtin:NAME` or a path).
#[derive(Clone, Debug, PartialEq)]
pub struct NamedBot {
    /// Display name; unique in a run.
    pub name: String,
    /// Specifier of the bot.
    pub word: String,
    /// The bot, or the reason why it cannot play.
    pub bot: Result<EnteredBot, EntryFault>,
}

/// Display name for a bot specifier: without folders, `builtin:` and file extension.
pub fn short_name(word: &str) -> String {
    let word = word.strip_prefix("builtin:").unwrap_or(word);
    let last = word.trim_end_matches('/').rsplit('/').next().unwrap_or(word);
    let stem = match last.rsplit_once('.') {
        Some((stem, _)) if !stem.is_empty() => stem,
        _ => last,
    };
    if stem.is_empty() { word.to_owned() } else { stem.to_owned() }
}

/// Name with the start of the hash of the bot's files, if it has any; distinguishes versions.
pub fn versioned(name: &str, hash: Option<&str>) -> String {
    match hash {
        Some(hash) => {
            let digits = hash.rsplit(':').next().unwrap_or(hash);
            format!("{name}@{}", digits.chars().take(7).collect::<String>())
        }
        None => name.to_owned(),
    }
}

/// A name as part of a file name: other characters become `_`, and a hash is added so that different
/// names stay different.
pub fn file_name_part(name: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_' || c == '@';
    let word: String = name.chars().map(|c| if plain(c) { c } else { '_' }).collect();
    if word == name {
        return word;
    }
    let number = StateHasher::new().bytes(name.as_bytes()).finish().0 as u16;
    format!("{word}-{number:04x}")
}

impl NamedBot {
    /// Loads all bots. Missing names are derived from the specifiers; repeated names get a number.
    pub fn enter_all(stage: &mut dyn Stage, bots: &[(Option<String>, String)]) -> Vec<NamedBot> {
        let mut taken: BTreeMap<String, usize> = BTreeMap::new();
        let mut entered: BTreeMap<String, Result<EnteredBot, EntryFault>> = BTreeMap::new();
        let mut all = Vec::new();
        for (name, word) in bots {
            let name = name.clone().unwrap_or_else(|| short_name(word));
            let count = taken.entry(name.clone()).or_default();
            *count += 1;
            let name = if *count == 1 { name } else { format!("{name}-{count}") };
            // Equal specifiers mean the same bot: it is built once.
            let bot = entered.entry(word.clone()).or_insert_with(|| stage.enter(word)).clone();
            all.push(NamedBot { name, word: word.clone(), bot });
        }
        all
    }

    /// The player's number; `None` if the bot cannot play.
    pub fn player(&self) -> Option<usize> {
        self.bot.as_ref().ok().map(|entered| entered.player)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn different_names_give_different_file_names() {
        assert_eq!(file_name_part("alpha-1"), "alpha-1");
        assert_ne!(file_name_part("a b"), file_name_part("a_b"));
        assert_ne!(file_name_part("a b"), file_name_part("a/b"));
        assert!(!file_name_part("../../etc").contains(['/', '.']));
    }

    #[test]
    fn short_names_drop_folder_kind_and_extension() {
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
