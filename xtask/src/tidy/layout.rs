//! Where the files of a game are. ARCHITECTURE.md describes the layout; here it is enforced.

use super::Tree;
use super::games::{Folder, manifest};

/// Files and folders that every game has.
const REQUIRED: &[&str] =
    &["Cargo.toml", "README.md", "manual.md", "schema.json", "maps", "tests/all/main.rs"];

/// Modules that every game has in `src/`, each a file or a folder of that name.
const MODULES: &[&str] = &[
    "lib",
    "constants",
    "types",
    "map",
    "profile",
    "command",
    "state",
    "rules",
    "observe",
    "legal",
    "view",
    "events",
    "bots",
    "support",
];

/// The prefix of our crates' names.
const PREFIX: &str = "agon-";

/// Games without one of their files, crates of games outside `games/`, and modules that ARCHITECTURE.md
/// does not name.
pub fn check(tree: &Tree, games: &[Folder]) -> anyhow::Result<Vec<String>> {
    let mut faults = Vec::new();
    for game in games {
        faults.extend(check_game(tree, game)?);
    }
    for file in tree.with_ending("Cargo.toml").filter(|file| !file.starts_with("games/")) {
        let (name, _) = manifest(tree, file)?;
        if let Some(game) = games.iter().find(|game| is_part_of(&name, game)) {
            faults.push(format!(
                "{file}: {name} is a crate of a game: move it into games/{}",
                game.id
            ));
        }
    }
    let page = tree.read("ARCHITECTURE.md")?;
    for module in MODULES {
        if ![format!("`{module}.rs`"), format!("`{module}/`")]
            .iter()
            .any(|name| page.contains(name))
        {
            faults.push(format!(
                "ARCHITECTURE.md does not describe `{module}.rs`, which every game has"
            ));
        }
    }
    Ok(faults)
}

/// `agon-NAME` or `agon-NAME-...`.
fn is_part_of(package: &str, game: &Folder) -> bool {
    package
        .strip_prefix(PREFIX)
        .and_then(|name| name.strip_prefix(&game.id))
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
}

fn check_game(tree: &Tree, game: &Folder) -> anyhow::Result<Vec<String>> {
    let folder = format!("games/{}", game.id);
    let mut faults = Vec::new();
    for path in REQUIRED {
        if !tree.has(&format!("{folder}/{path}")) {
            faults.push(format!("{folder}/{path} is missing"));
        }
    }
    for module in MODULES {
        let (file, inside) =
            (format!("{folder}/src/{module}.rs"), format!("{folder}/src/{module}"));
        if !tree.has(&file) && !tree.has(&inside) {
            faults.push(format!("{file} is missing"));
        }
    }
    let expected = format!("{PREFIX}{}", game.id);
    if game.package.as_ref().is_some_and(|package| *package != expected) {
        faults.push(format!("{folder}/Cargo.toml: the crate must be called {expected}"));
    }
    for package in game.more_packages.iter().filter(|package| !is_part_of(package, game)) {
        faults.push(format!("{folder}: the crate {package} must be called {expected}-..."));
    }
    let lib = format!("{folder}/src/lib.rs");
    if game.package.is_some() && tree.has(&lib) {
        let says = |title: &String| {
            Ok::<_, anyhow::Error>(tree.read(&lib)?.contains(&format!("\"{title}\"")))
        };
        if !game.title.as_ref().map(says).transpose()?.unwrap_or(false) {
            faults.push(format!(
                "{folder}/Cargo.toml: the description must open with the title in src/lib.rs and a colon"
            ));
        }
    }
    Ok(faults)
}

#[cfg(test)]
mod tests {
    use super::super::games;
    use super::super::trees::tree;
    use super::*;

    const MANIFEST: &str =
        "[package]\nname = \"agon-chess\"\ndescription = \"Royal Chess: a game.\"\n";

    /// A complete game; a test spoils it.
    fn chess() -> Vec<(String, String)> {
        let mut files: Vec<(String, String)> = MODULES
            .iter()
            .map(|module| {
                (format!("games/chess/src/{module}.rs"), "title: \"Royal Chess\"".to_owned())
            })
            .collect();
        for file in ["README.md", "manual.md", "schema.json", "maps/a.txt", "tests/all/main.rs"] {
            files.push((format!("games/chess/{file}"), String::new()));
        }
        files.push(("games/chess/Cargo.toml".into(), MANIFEST.into()));
        let page = MODULES.iter().map(|module| format!("| `{module}.rs` |\n")).collect();
        files.push(("ARCHITECTURE.md".into(), page));
        files
    }

    fn faults(files: &[(String, String)]) -> String {
        let files: Vec<(&str, &str)> =
            files.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
        let (_folder, tree) = tree(&files);
        check(&tree, &games::find(&tree).unwrap()).unwrap().join("\n")
    }

    #[test]
    fn a_complete_game_has_no_faults() {
        assert_eq!(faults(&chess()), "");
    }

    #[test]
    fn every_missing_file_is_named() {
        for (gone, _) in chess().iter().filter(|(file, _)| file.starts_with("games/")) {
            let rest: Vec<_> = chess().into_iter().filter(|(file, _)| file != gone).collect();
            let gone = gone.strip_suffix("/a.txt").unwrap_or(gone);
            assert!(
                faults(&rest).contains(&format!("{gone} is missing")),
                "{gone}: {}",
                faults(&rest)
            );
        }
    }

    #[test]
    fn a_module_may_be_a_folder() {
        let mut files = chess();
        for (file, _) in &mut files {
            *file = file.replace("src/rules.rs", "src/rules/mod.rs");
        }
        assert_eq!(faults(&files), "");
    }

    #[test]
    fn a_crate_of_a_game_belongs_into_its_folder_and_has_its_name() {
        let mut files = chess();
        let other = MANIFEST.replace("agon-chess", "agon-chess-wire");
        files.push(("crates/agon-chess-wire/Cargo.toml".into(), other.clone()));
        assert!(faults(&files).contains("move it into games/chess"), "{}", faults(&files));
        files.pop();
        files.push((
            "games/chess/wire/Cargo.toml".into(),
            other.replace("agon-chess-wire", "agon-wire"),
        ));
        assert!(faults(&files).contains("must be called agon-chess-..."), "{}", faults(&files));
    }

    #[test]
    fn the_description_opens_with_the_title() {
        let mut files = chess();
        for (_, text) in &mut files {
            *text = text.replace("Royal Chess:", "Chess:");
        }
        assert!(faults(&files).contains("must open with the title"), "{}", faults(&files));
    }

    #[test]
    fn the_page_describes_every_module() {
        let mut files = chess();
        for (_, text) in &mut files {
            *text = text.replace("`rules.rs`", "");
        }
        assert!(faults(&files).contains("does not describe `rules.rs`"), "{}", faults(&files));
    }
}
