//! A library without unit tests builds no empty test program (`test = false`); one with them must.

use super::Tree;
use anyhow::Context;
use toml::{Table, Value};

/// Unit tests that would never run.
pub fn check(tree: &Tree) -> anyhow::Result<Vec<String>> {
    let mut faults = Vec::new();
    for manifest in tree.with_ending("/Cargo.toml") {
        let table: Table =
            tree.read(manifest)?.parse().with_context(|| format!("cannot read {manifest}"))?;
        let test = table.get("lib").and_then(|lib| lib.get("test"));
        if test != Some(&Value::Boolean(false)) {
            continue;
        }
        let sources = manifest.replace("Cargo.toml", "src/");
        for file in tree.with_ending(".rs").filter(|file| file.starts_with(&sources)) {
            if tree.read(file)?.lines().any(|line| line.trim() == "#[test]") {
                faults.push(format!(
                    "{file}: its tests never run: remove `test = false` in {manifest}"
                ));
            }
        }
    }
    Ok(faults)
}

#[cfg(test)]
mod tests {
    use super::super::trees::tree;
    use super::*;

    #[test]
    fn tests_of_a_library_without_a_test_program_are_found() {
        let off = "[package]\nname = \"a\"\n[lib]\ntest = false\n";
        let tested = "#[cfg(test)]\nmod tests {\n    #[test]\n    fn a() {}\n}\n";
        let (_folder, tree) = tree(&[
            ("crates/a/Cargo.toml", off),
            ("crates/a/src/lib.rs", ""),
            ("crates/a/src/deep/a.rs", tested),
            ("crates/a/tests/all/main.rs", tested),
            ("crates/b/Cargo.toml", "[package]\nname = \"b\"\n"),
            ("crates/b/src/lib.rs", tested),
        ]);
        let faults = check(&tree).unwrap();
        assert_eq!(faults.len(), 1, "{faults:?}");
        assert!(faults[0].starts_with("crates/a/src/deep/a.rs: its tests never run"), "{faults:?}");
    }
}
