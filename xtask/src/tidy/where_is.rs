//! The table under `## Where is ...` of ARCHITECTURE.md: every path in it exists.

use super::Tree;

/// The page with the table.
const PAGE: &str = "ARCHITECTURE.md";
/// How its heading begins.
const HEADING: &str = "## Where is";
/// Words in a path that stand for any name.
const PLACEHOLDERS: &[&str] = &["GAME", "LANGUAGE", "LANG", "COMMAND", "CRATE", "NAME", "MAP"];

/// Every path of the table that does not exist.
pub fn check(tree: &Tree) -> anyhow::Result<Vec<String>> {
    let text = tree.read(PAGE)?;
    let rows: Vec<(usize, &str)> = (1..)
        .zip(text.lines())
        .skip_while(|(_, line)| !line.starts_with(HEADING))
        .skip(1)
        .take_while(|(_, line)| !line.starts_with("## "))
        .filter(|(_, line)| line.starts_with('|'))
        .collect();
    if rows.is_empty() {
        return Ok(vec![format!("{PAGE} has no table under `{HEADING} ...`")]);
    }
    let mut faults = Vec::new();
    for (number, row) in rows {
        for code in row.split('`').skip(1).step_by(2).filter(|code| is_path(code)) {
            for path in alternatives(code) {
                if !exists(tree, &path) {
                    faults.push(format!("{PAGE}:{number}: there is no {path}"));
                }
            }
        }
    }
    Ok(faults)
}

/// Code with a slash or a file's ending, but no blank, is a path; `--flag` and `Type::item` are not.
fn is_path(code: &str) -> bool {
    let has_ending = code.rsplit_once('.').is_some_and(|(stem, ending)| {
        !stem.is_empty()
            && (1..=5).contains(&ending.len())
            && ending.chars().all(|c| c.is_ascii_lowercase())
    });
    let is_code = code.contains(char::is_whitespace) || code.contains("::") || code.contains('(');
    !is_code && !code.starts_with('-') && (code.contains('/') || has_ending)
}

/// `a/{b,c}.rs` is two paths.
fn alternatives(path: &str) -> Vec<String> {
    let Some((before, (inside, after))) =
        path.split_once('{').and_then(|(before, rest)| Some((before, rest.split_once('}')?)))
    else {
        return vec![path.to_owned()];
    };
    inside.split(',').flat_map(|choice| alternatives(&format!("{before}{choice}{after}"))).collect()
}

/// Whether a file or folder is there; `*` and placeholders stand for any part of a name.
fn exists(tree: &Tree, path: &str) -> bool {
    let mut pattern = path.trim_end_matches('/').to_owned();
    for word in PLACEHOLDERS {
        pattern = pattern.replace(word, "*");
    }
    let wanted: Vec<&str> = pattern.split('/').collect();
    tree.files.iter().any(|file| {
        let parts: Vec<&str> = file.split('/').collect();
        parts.len() >= wanted.len()
            && wanted.iter().zip(&parts).all(|(wanted, part)| fits(wanted, part))
    })
}

/// Whether a name fits a pattern with `*`.
fn fits(pattern: &str, name: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == name,
        Some((before, after)) => name.strip_prefix(before).is_some_and(|rest| {
            (0..=rest.len()).any(|at| rest.get(at..).is_some_and(|rest| fits(after, rest)))
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::super::trees::tree;
    use super::*;

    fn faults(row: &str) -> Vec<String> {
        let before = "# A\n`gone/before.rs`\n## Where is ...\n\n| what | where |\n|---|---|\n";
        let page = format!("{before}{row}\n## B\n| `gone.rs` |\n");
        let (_folder, tree) = tree(&[
            ("ARCHITECTURE.md", &page),
            ("games/chess/src/constants.rs", ""),
            ("games/chess/starters/bot.py", ""),
            ("crates/agon-bots/src/languages/python.rs", ""),
        ]);
        check(&tree).unwrap()
    }

    #[test]
    fn paths_that_exist_are_fine() {
        for row in [
            "| a fee | `games/chess/src/constants.rs` |",
            "| a fee | `games/GAME/src/constants.rs`, `crates/agon-bots/src/languages/LANG.rs` |",
            "| a starter | `games/*/starters/bot.*` and `games/GAME/starters/` |",
            "| `ARCHITECTURE.md` | `{games/chess,crates/agon-bots}/src` |",
            "| `--memory` | `cargo xtask tidy/all`, `Contest::price`, `Limits` |",
        ] {
            assert_eq!(faults(row), [""; 0], "{row}");
        }
    }

    #[test]
    fn a_broken_path_is_named_with_its_line() {
        for path in [
            "games/chess/src/constant.rs",
            "games/GAME/src/rules.rs",
            "games/*/starters/bot.c*",
            "README.md",
            "crates/agon-bots/src/languages/python.rs/x",
        ] {
            let expected = format!("ARCHITECTURE.md:7: there is no {path}");
            assert_eq!(faults(&format!("| a | `{path}` |")), [expected]);
        }
        assert_eq!(faults("| a | `games/{chess,go}/src` |").len(), 1);
    }

    #[test]
    fn a_page_without_the_table_is_refused() {
        let (_folder, tree) = tree(&[("ARCHITECTURE.md", "# A\n")]);
        assert_eq!(check(&tree).unwrap().len(), 1);
    }
}
