//! House rules that no other tool checks: one file per rule. Every check reads a [`Tree`], so that its
//! tests can give it a small tree with a fault in it.

mod crates;
mod games;
mod layout;
mod links;
mod modules;
mod names;
mod text;
#[cfg(test)]
mod trees;
mod unit_tests;
mod where_is;
mod words;

use crate::root;
use anyhow::{Context, bail};
use std::path::PathBuf;
use std::process::Command;

/// Runs all checks and reports every fault at once.
pub fn run() -> anyhow::Result<()> {
    let tree = Tree::of_git(root())?;
    let games = games::find(&tree)?;
    let mut faults = Vec::new();
    faults.extend(text::check(&tree)?);
    faults.extend(layout::check(&tree, &games)?);
    faults.extend(modules::check(&tree, &games)?);
    faults.extend(names::check(&tree, &games)?);
    faults.extend(links::check(&tree)?);
    faults.extend(where_is::check(&tree)?);
    faults.extend(crates::check(&tree, &games)?);
    faults.extend(unit_tests::check(&tree)?);
    faults.extend(words::check(&tree)?);
    if faults.is_empty() {
        return Ok(());
    }
    bail!("{} faults\n  {}", faults.len(), faults.join("\n  "));
}

/// The crates of all games' rules.
pub fn game_packages() -> anyhow::Result<Vec<String>> {
    let games = games::find(&Tree::of_git(root())?)?;
    Ok(games.into_iter().filter_map(|game| game.package).collect())
}

/// The files of a checkout.
pub struct Tree {
    root: PathBuf,
    /// Paths relative to the root, with `/`, sorted: tracked files and new ones that git does not ignore.
    files: Vec<String>,
}

impl Tree {
    fn of_git(root: PathBuf) -> anyhow::Result<Self> {
        let list = Command::new("git")
            .args(["ls-files", "--cached", "--others", "--exclude-standard"])
            .current_dir(&root)
            .output()
            .context("cannot start git")?;
        if !list.status.success() {
            bail!("git ls-files: {}", String::from_utf8_lossy(&list.stderr).trim());
        }
        let mut files: Vec<String> =
            String::from_utf8_lossy(&list.stdout).lines().map(str::to_owned).collect();
        files.retain(|file| root.join(file).is_file());
        files.sort();
        files.dedup();
        Ok(Self { root, files })
    }

    fn read(&self, file: &str) -> anyhow::Result<String> {
        std::fs::read_to_string(self.root.join(file)).with_context(|| format!("cannot read {file}"))
    }

    /// Whether a file or a folder with files in it is there; the empty path is the root.
    fn has(&self, path: &str) -> bool {
        let path = path.trim_end_matches('/');
        path.is_empty()
            || self.files.iter().any(|file| {
                file.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
            })
    }

    /// The files with this ending, such as `.md`.
    fn with_ending(&self, ending: &str) -> impl Iterator<Item = &str> {
        self.files.iter().map(String::as_str).filter(move |file| file.ends_with(ending))
    }
}
