//! Text names its actors: `nobody`, `somebody`, `whoever` and their like are refused.

use super::Tree;

/// Endings of the files that people read or write.
const ENDINGS: &[&str] = &[
    ".c", ".cpp", ".go", ".hpp", ".html", ".java", ".js", ".md", ".mjs", ".py", ".rs", ".sh",
    ".svelte", ".toml", ".ts", ".txt", ".yml",
];

/// The refused words, in parts, so that this file does not find itself.
const REFUSED: &[&str] = &[
    concat!("no", "body"),
    concat!("some", "body"),
    concat!("any", "body"),
    concat!("every", "body"),
    concat!("some", "one"),
    concat!("any", "one"),
    concat!("every", "one"),
    concat!("who", "ever"),
    concat!("whom", "ever"),
];

/// Every refused word. A word in quotes or backticks is a name, such as that of the user with few rights.
pub fn check(tree: &Tree) -> anyhow::Result<Vec<String>> {
    let mut faults = Vec::new();
    let is_text = |file: &&String| ENDINGS.iter().any(|ending| file.ends_with(ending));
    for file in tree.files.iter().filter(is_text) {
        for (number, line) in (1..).zip(tree.read(file)?.lines()) {
            if let Some(word) = refused(line) {
                faults.push(format!(
                    "{file}:{number}: `{word}`: name the actor (the bot, the runner, the player, the caller)"
                ));
            }
        }
    }
    Ok(faults)
}

/// The first refused word of a line.
fn refused(line: &str) -> Option<&str> {
    let is_letter = |letter: char| letter.is_alphanumeric() || letter == '_';
    let mut start = 0;
    for word in line.split(|letter| !is_letter(letter)) {
        let (before, after) = (&line[..start], &line[start + word.len()..]);
        let is_name = ['"', '`'].iter().any(|q| before.ends_with(*q) && after.starts_with(*q));
        if !is_name && REFUSED.contains(&word.to_lowercase().as_str()) {
            return Some(word);
        }
        start += word.len() + after.chars().next().map_or(0, char::len_utf8);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::super::trees::tree;
    use super::*;

    #[test]
    fn refused_words_are_found_with_their_line() {
        let word = REFUSED[0];
        let text = format!("Größe\nHere {word}'s bot waits.\n");
        let (_folder, tree) = tree(&[("a.md", &text), ("b.rs", &text), ("c.png", &text)]);
        let faults = check(&tree).unwrap();
        assert_eq!(faults.len(), 2, "{faults:?}");
        assert!(faults[0].starts_with(&format!("a.md:2: `{word}`")), "{faults:?}");
    }

    #[test]
    fn every_word_is_refused_and_names_are_not() {
        for word in REFUSED {
            assert_eq!(
                refused(&format!("{} waits", word.to_uppercase())),
                Some(&*word.to_uppercase())
            );
            assert_eq!(
                refused(&format!("the user `{word}`, \"{word}\", {word}_uid, {word}s")),
                None
            );
        }
    }
}
