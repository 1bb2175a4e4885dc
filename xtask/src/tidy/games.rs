//! Which games there are: the folders in `games/`. A new game needs no edit in xtask.

use super::Tree;
use anyhow::Context;
use std::collections::BTreeSet;
use toml::Table;

/// One folder in `games/`.
#[derive(Debug)]
pub struct Folder {
    /// The folder's name, which is the game's id.
    pub id: String,
    /// The crate of the rules.
    pub package: Option<String>,
    /// What people call the game: the crate's description up to its colon.
    pub title: Option<String>,
    /// Further crates inside the folder, such as a server for the contest's own protocol.
    pub more_packages: Vec<String>,
}

/// All games, sorted by id.
pub fn find(tree: &Tree) -> anyhow::Result<Vec<Folder>> {
    let ids: BTreeSet<&str> = tree
        .files
        .iter()
        .filter_map(|file| Some(file.strip_prefix("games/")?.split_once('/')?.0))
        .collect();
    ids.into_iter().map(|id| folder(tree, id)).collect()
}

fn folder(tree: &Tree, id: &str) -> anyhow::Result<Folder> {
    let (own, inside) = (format!("games/{id}/Cargo.toml"), format!("games/{id}/"));
    let (mut package, mut title, mut more_packages) = (None, None, Vec::new());
    for file in tree.with_ending("/Cargo.toml").filter(|file| file.starts_with(&inside)) {
        let (name, description) = manifest(tree, file)?;
        if *file == own {
            title = description.split_once(':').map(|(title, _)| title.to_owned());
            package = Some(name);
        } else {
            more_packages.push(name);
        }
    }
    Ok(Folder { id: id.to_owned(), package, title, more_packages })
}

/// The name and the description of a crate.
pub fn manifest(tree: &Tree, file: &str) -> anyhow::Result<(String, String)> {
    let table: Table = tree.read(file)?.parse().with_context(|| format!("cannot read {file}"))?;
    let text = |key: &str| {
        let value = table.get("package").and_then(|package| package.get(key));
        value.and_then(|value| value.as_str()).unwrap_or_default().to_owned()
    };
    Ok((text("name"), text("description")))
}
