//! The platform names no game: what it knows of one comes through the contract and the registry.

use super::Tree;
use super::games::Folder;

/// Lines that may name games.
struct Exception {
    /// How the path of the file begins.
    files: &'static str,
    /// How the line begins, after blanks; empty if every line may name games.
    lines: &'static [&'static str],
}

const EXCEPTIONS: &[Exception] = &[
    // The registry: the only crate that lists games.
    Exception { files: "crates/agon-games/", lines: &[] },
    // Examples in help texts, which a reader can copy and run.
    Exception {
        files: "crates/agon-cli/src/args",
        lines: &["agon ", "game = ", "#[command(after_help = \"Try it: agon "],
    },
];

impl Exception {
    fn allows(&self, file: &str, line: &str) -> bool {
        let begins = |start: &&str| line.trim_start().starts_with(start);
        let is_meant = self.lines.is_empty() || self.lines.iter().any(begins);
        file.starts_with(self.files) && is_meant
    }
}

/// Every line of the platform that names a game.
pub fn check(tree: &Tree, games: &[Folder]) -> anyhow::Result<Vec<String>> {
    let names: Vec<(&str, Vec<String>)> = games
        .iter()
        .flat_map(|game| [Some(game.id.as_str()), game.title.as_deref()])
        .flatten()
        .map(|name| (name, words(name)))
        .collect();
    let mut faults = Vec::new();
    for file in tree.files.iter().filter(|file| is_platform(file)) {
        let text = tree.read(file)?;
        for (number, line) in (1..).zip(without_tests(file, &text)) {
            if EXCEPTIONS.iter().any(|exception| exception.allows(file, line)) {
                continue;
            }
            let line = words(line);
            let named =
                names.iter().find(|(_, name)| line.windows(name.len()).any(|part| part == name));
            if let Some((name, _)) = named {
                faults.push(format!("{file}:{number}: the platform names the game {name}"));
            }
        }
    }
    Ok(faults)
}

/// Sources of the platform, without tests, examples and starters.
fn is_platform(file: &str) -> bool {
    const SOURCES: &[&str] =
        &[".rs", ".ts", ".svelte", ".mjs", ".js", ".py", ".hpp", ".java", ".go", ".html", ".css"];
    let parts: Vec<&str> = file.split('/').collect();
    let name = parts[parts.len() - 1];
    let in_sources = match parts[0] {
        "crates" | "sdk" => true,
        "web" | "xtask" => parts.get(1) == Some(&"src"),
        _ => false,
    };
    let is_aside =
        parts.iter().any(|part| ["test", "tests", "examples", "starters"].contains(part))
            || name == "tests.rs"
            || name.contains(".test.");
    in_sources && !is_aside && SOURCES.iter().any(|ending| name.ends_with(ending))
}

/// The lines before a Rust file's own tests, which come last.
fn without_tests<'a>(file: &str, text: &'a str) -> impl Iterator<Item = &'a str> {
    let rust = file.ends_with(".rs");
    text.lines().take_while(move |line| !(rust && line.trim() == "#[cfg(test)]"))
}

/// Lower-case words; `camelCase`, `snake_case` and `kebab-case` are taken apart.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut before = ' ';
    for letter in line.chars() {
        let starts = before.is_lowercase() && letter.is_uppercase() || !letter.is_alphabetic();
        if starts && words.last().is_some_and(|word| !word.is_empty()) {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut().filter(|_| letter.is_alphabetic()) {
            word.extend(letter.to_lowercase());
        }
        before = letter;
    }
    words.retain(|word| !word.is_empty());
    words
}

#[cfg(test)]
mod tests {
    use super::super::trees::tree;
    use super::*;

    fn faults(file: &str, text: &str) -> Vec<String> {
        let (_folder, tree) =
            tree(&[(file, text), ("crates/agon-games/src/lib.rs", "agon_chess::Chess")]);
        let game = |id: &str, title: &str| Folder {
            id: id.to_owned(),
            package: None,
            title: Some(title.to_owned()),
            more_packages: Vec::new(),
        };
        check(&tree, &[game("chess", "Royal Chess"), game("longjump", "Long Jump")]).unwrap()
    }

    #[test]
    fn a_name_is_found_in_every_spelling() {
        for text in [
            "chess",
            "Chess",
            "\"chess\"",
            "agon_chess::play()",
            "agon-chess",
            "AGON_CHESS",
            "ChessBoard",
            "newChess()",
            "longjump",
            "the Long Jump",
            "LongJump",
            "long_jump",
            "LONG_JUMP",
        ] {
            assert_eq!(faults("crates/agon-bots/src/a.rs", text).len(), 1, "{text}");
        }
        for text in ["chessboard", "chest", "a long, high jumper", "long", "jump", "a royal view"] {
            assert_eq!(faults("crates/agon-bots/src/a.rs", text), [""; 0], "{text}");
        }
    }

    #[test]
    fn only_sources_of_the_platform_are_searched() {
        for file in [
            "crates/agon-bots/src/a.rs",
            "crates/agon-bots/build.rs",
            "web/src/App.svelte",
            "web/src/a.ts",
            "sdk/python/src/agon/a.py",
            "sdk/cpp/agon.hpp",
            "sdk/java/src/main/java/A.java",
            "xtask/src/main.rs",
        ] {
            assert_eq!(
                faults(file, "fine\nchess"),
                [format!("{file}:2: the platform names the game chess")]
            );
        }
        for file in [
            "games/chess/src/lib.rs",
            "crates/agon-bots/tests/all/a.rs",
            "crates/agon-bots/README.md",
            "sdk/python/examples/a.py",
            "sdk/java/src/test/java/A.java",
            "web/src/a.test.ts",
            "web/tests/a.ts",
            "docs/a.md",
            "crates/agon-bots/src/a/tests.rs",
        ] {
            assert_eq!(faults(file, "chess"), [""; 0], "{file}");
        }
        let help = "    agon play chess\n/// Whether agon plays chess.\n";
        assert_eq!(faults("crates/agon-cli/src/args.rs", help).len(), 1);
        let tested = "fn a() {}\n#[cfg(test)]\nmod tests {\n    // chess\n}\n";
        assert_eq!(faults("crates/agon-bots/src/a.rs", tested), [""; 0]);
    }
}
