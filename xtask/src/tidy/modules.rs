//! The files of a game's `src/`: only those in the table of ARCHITECTURE.md, and each uses only files above
//! it in that table.

use super::Tree;
use super::games::Folder;
use anyhow::bail;
use std::collections::BTreeMap;

/// The page with the table.
const PAGE: &str = "ARCHITECTURE.md";
/// The heading above the table.
const HEADING: &str = "## One game, always the same files";
/// The file that may use all others.
const LIB: &str = "lib";

/// Files that the table does not have, and uses against its order.
pub fn check(tree: &Tree, games: &[Folder]) -> anyhow::Result<Vec<String>> {
    let order = order(&tree.read(PAGE)?)?;
    let mut faults = Vec::new();
    for game in games {
        let sources = format!("games/{}/src/", game.id);
        let exports = match tree.has(&format!("{sources}lib.rs")) {
            true => exports(&tree.read(&format!("{sources}lib.rs"))?),
            false => BTreeMap::new(),
        };
        for file in tree.with_ending(".rs").filter(|file| file.starts_with(&sources)) {
            let module = module_of(&file[sources.len()..]);
            let Some(place) = order.iter().position(|known| known == module) else {
                faults.push(format!(
                    "{file}: the table of {PAGE} has no `{module}.rs`: move it into a folder such as rules/"
                ));
                continue;
            };
            if module == LIB {
                continue;
            }
            for (line, name) in uses(&tree.read(file)?) {
                let used = exports.get(&name).unwrap_or(&name);
                if order.iter().position(|known| known == used).is_some_and(|other| other > place) {
                    faults.push(format!(
                        "{file}:{line}: uses `{used}`, which is below `{module}` in the table of {PAGE}"
                    ));
                }
            }
        }
    }
    Ok(faults)
}

/// The modules in the order of the table.
fn order(page: &str) -> anyhow::Result<Vec<String>> {
    let section = page.lines().skip_while(|line| *line != HEADING).skip(1);
    let rows = section.take_while(|line| !line.starts_with('#'));
    let names = rows.filter_map(|row| row.strip_prefix("| `")?.split_once(".rs`"));
    let order: Vec<String> = names.map(|(name, _)| name.to_owned()).collect();
    if order.is_empty() {
        bail!("{PAGE} has no table under `{HEADING}`");
    }
    Ok(order)
}

/// `rules` of `rules.rs` and of `rules/trade.rs`.
fn module_of(path: &str) -> &str {
    let first = path.split('/').next().unwrap_or_default();
    first.strip_suffix(".rs").unwrap_or(first)
}

/// Names that `lib.rs` exports, with their modules: `pub use state::{Robot, Team};`.
fn exports(lib: &str) -> BTreeMap<String, String> {
    let statements = lib.split("pub use ").skip(1).filter_map(|rest| rest.split_once(';'));
    let modules = statements.filter_map(|(path, _)| path.split_once("::"));
    modules.flat_map(|(module, names)| words(names).map(|name| (name, module.to_owned()))).collect()
}

/// Names after `crate::`, with the numbers of their lines; comments and tests are left out.
fn uses(text: &str) -> Vec<(usize, String)> {
    let code: Vec<&str> = text
        .lines()
        .take_while(|line| line.trim() != "#[cfg(test)]")
        .map(|line| if line.trim_start().starts_with("//") { "" } else { line })
        .collect();
    let code = code.join("\n");
    let mut found = Vec::new();
    for (at, _) in code.match_indices("crate::") {
        let line = code[..at].matches('\n').count() + 1;
        let path = &code[at + "crate::".len()..];
        let names: Vec<String> = match path.strip_prefix('{') {
            Some(group) => words(&outermost(group)).collect(),
            None => words(path).take(1).collect(),
        };
        found.extend(names.into_iter().map(|name| (line, name)));
    }
    found
}

/// `a, c` of `a::{b}, c::D};`: what a group of a `use` names first.
fn outermost(group: &str) -> String {
    let mut depth = 1;
    let mut kept = String::new();
    for part in group.split_inclusive(['{', '}', ',']) {
        let (name, end) = part.split_at(part.len() - 1);
        if depth == 1 {
            kept += name.split("::").next().unwrap_or_default();
            kept.push(',');
        }
        depth += match end {
            "{" => 1,
            "}" => -1,
            _ => 0,
        };
        if depth == 0 {
            break;
        }
    }
    kept
}

fn words(text: &str) -> impl Iterator<Item = String> {
    let is_name = |letter: char| letter.is_alphanumeric() || letter == '_';
    let words = text.split(move |letter| !is_name(letter)).filter(|word| !word.is_empty());
    words.map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::super::games;
    use super::super::trees::tree;
    use super::*;

    const TABLE: &str = "# A\n\n## One game, always the same files\n\n| file | what |\n|---|---|\n\
        | `lib.rs` | |\n| `map.rs` or `map/` | |\n| `state.rs` | |\n| `rules.rs` | |\n\n## B\n\
        | `bots.rs` |\n";

    fn faults(file: &str, text: &str) -> Vec<String> {
        let lib = "pub use state::{Board, Piece};\npub use rules::play;\nuse bots::ALL;\n";
        let file = format!("games/chess/src/{file}");
        let (_folder, tree) =
            tree(&[(PAGE, TABLE), ("games/chess/src/lib.rs", lib), (file.as_str(), text)]);
        check(&tree, &games::find(&tree).unwrap()).unwrap()
    }

    #[test]
    fn a_file_uses_only_files_above_it() {
        for text in [
            "use crate::map::Map;\n",
            "use crate::{map, state};\n",
            "// crate::rules\n#[cfg(test)]\nuse crate::rules::play;\n",
            "use crate::{Board, Piece};\n",
        ] {
            assert_eq!(faults("state.rs", text), [""; 0], "{text}");
        }
        for text in [
            "use crate::rules::play;\n",
            "use crate::play;\n",
            "use crate::map::Map;\nuse crate::{\n    map::{A, B}, rules,\n};\n",
        ] {
            let found = faults("state/board.rs", text);
            assert_eq!(found.len(), 1, "{text}: {found:?}");
            assert!(found[0].contains("uses `rules`, which is below `state`"), "{found:?}");
        }
        assert!(
            faults("map.rs", "\nuse crate::Board;\n")[0].starts_with("games/chess/src/map.rs:2:")
        );
    }

    #[test]
    fn a_file_that_the_table_lacks_is_refused() {
        let found = faults("extras.rs", "");
        assert!(found[0].contains("has no `extras.rs`"), "{found:?}");
        assert_eq!(faults("rules/extras.rs", ""), [""; 0]);
    }

    #[test]
    fn a_page_without_the_table_is_refused() {
        let (_folder, tree) = tree(&[(PAGE, "# A\n")]);
        assert!(check(&tree, &[]).unwrap_err().to_string().contains("has no table"));
    }
}
