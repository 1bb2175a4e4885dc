//! Rust files open with a paragraph, lines have a limit, nothing is left unfinished.

use super::Tree;

/// Characters in a line of Rust.
const MAX_LINE_CHARS: usize = 110;

/// Every fault in Rust and Markdown files.
pub fn check(tree: &Tree) -> anyhow::Result<Vec<String>> {
    let mut faults = Vec::new();
    for file in tree.with_ending(".rs").chain(tree.with_ending(".md")) {
        let text = tree.read(file)?;
        let rust = file.ends_with(".rs");
        if rust && !text.starts_with("//!") {
            faults.push(format!(
                "{file}: does not open with a paragraph (//!) saying what it is for"
            ));
        }
        for (number, line) in (1..).zip(text.lines()) {
            if rust && line.chars().count() > MAX_LINE_CHARS {
                faults.push(format!("{file}:{number}: longer than {MAX_LINE_CHARS} characters"));
            }
            if rust && line.ends_with(' ') {
                faults.push(format!("{file}:{number}: trailing blank"));
            }
            // Split words, so that this file does not find itself.
            let unfinished = [concat!("TO", "DO"), concat!("FIX", "ME"), concat!("X", "XX:")];
            if let Some(word) = unfinished.iter().find(|word| line.contains(**word)) {
                faults.push(format!("{file}:{number}: {word}: do it or say why not"));
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
    fn finds_each_fault_with_its_line() {
        let long = format!("//! A.\n// {}\n", "x".repeat(MAX_LINE_CHARS));
        let (_folder, tree) = tree(&[
            ("a.rs", "fn main() {} \n"),
            ("b.rs", &long),
            ("c.md", concat!("fine\nTO", "DO: later \n")),
            ("d.txt", concat!("TO", "DO\n")),
        ]);
        let faults = check(&tree).unwrap().join("\n");
        assert!(faults.contains("a.rs: does not open with a paragraph"), "{faults}");
        assert!(faults.contains("a.rs:1: trailing blank"), "{faults}");
        assert!(faults.contains("b.rs:2: longer than 110"), "{faults}");
        assert!(faults.contains("c.md:2:"), "{faults}");
        assert_eq!(faults.lines().count(), 4, "{faults}");
    }
}
