//! Names of entrants.

use agon_core::StateHasher;
use std::collections::BTreeMap;

/// Display name for a bot specifier: without folders, `builtin:` and file extension. One bot of
/// several (`FILE.jar#CLASS`, `FOLDER#CLASS`) is called by its class, without the package.
pub fn short_name(word: &str) -> String {
    let word = word.strip_prefix("builtin:").unwrap_or(word);
    if let Some((file, class)) = word.rsplit_once('#') {
        let class = class.rsplit('.').next().unwrap_or(class);
        if file.ends_with(".jar") || class.starts_with(char::is_uppercase) {
            return class.to_owned();
        }
    }
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

/// The name without the version that [`versioned`] added.
pub fn base_name(name: &str) -> &str {
    name.rsplit_once('@').map_or(name, |(base, _)| base)
}

/// Names for a list of bots: given, or derived from the specifiers; repeated names get a number.
pub fn unique_names(bots: &[(Option<String>, String)]) -> Vec<String> {
    let mut taken: BTreeMap<String, usize> = BTreeMap::new();
    let mut all = Vec::new();
    for (name, word) in bots {
        let name = name.clone().unwrap_or_else(|| short_name(word));
        let count = taken.entry(name.clone()).or_default();
        *count += 1;
        all.push(if *count == 1 { name } else { format!("{name}-{count}") });
    }
    all
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
            ("jars/two.jar#cs228hw4.game.Busy", "Busy"),
            ("two.jar#busy", "busy"),
            ("agents#cs228hw4.game.Busy", "Busy"),
            ("a#b.py", "a#b"),
            (".hidden", ".hidden"),
            ("", ""),
        ] {
            assert_eq!(short_name(word), name, "{word}");
        }
    }
}
