//! Relative links in Markdown files lead to files and folders that exist.

use super::Tree;
use std::path::{Component, Path};

/// Every link that leads nowhere.
pub fn check(tree: &Tree) -> anyhow::Result<Vec<String>> {
    let mut faults = Vec::new();
    for file in tree.with_ending(".md") {
        let text = tree.read(file)?;
        for (number, link) in links(&text) {
            let (path, _) = link.split_once('#').unwrap_or((link, ""));
            if path.is_empty() || has_scheme(path) {
                continue;
            }
            let found = target(file, path).is_some_and(|target| tree.has(&target));
            if !found {
                faults.push(format!("{file}:{number}: the link to {link} leads nowhere"));
            }
        }
    }
    Ok(faults)
}

/// `https:`, `mailto:` and the like.
fn has_scheme(link: &str) -> bool {
    link.split_once(':').is_some_and(|(scheme, _)| scheme.chars().all(char::is_alphanumeric))
}

/// The linked path from the root; `None` if it leaves the tree. An empty one is the root itself.
fn target(file: &str, link: &str) -> Option<String> {
    let folder = Path::new(file).parent().unwrap_or(Path::new(""));
    let mut parts: Vec<String> = Vec::new();
    for part in folder.join(link).components() {
        match part {
            Component::Normal(name) => parts.push(name.to_string_lossy().into_owned()),
            Component::ParentDir => drop(parts.pop()?),
            Component::CurDir => {}
            Component::RootDir | Component::Prefix(_) => return None,
        }
    }
    Some(parts.join("/"))
}

/// Links with the numbers of their lines: `[text](link)` and `[text]: link`, outside of code.
fn links(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut in_code = false;
    for (number, line) in (1..).zip(text.lines()) {
        let fence = line.trim_start().starts_with("```");
        in_code ^= fence;
        if in_code || fence {
            continue;
        }
        if line.starts_with('[')
            && let Some((_, link)) = line.split_once("]: ")
        {
            found.extend(link.split_whitespace().next().map(|link| (number, link)));
        }
        // Every second part between backticks is code; a link's text may be code, its address is not.
        for part in line.split('`').step_by(2) {
            for (_, rest) in part.match_indices("](").map(|(at, _)| part.split_at(at + 2)) {
                let link = rest.split_once(')').map(|(link, _)| link);
                found.extend(
                    link.and_then(|link| link.split_whitespace().next()).map(|link| (number, link)),
                );
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::trees::tree;
    use super::*;

    #[test]
    fn broken_links_are_found_and_good_ones_are_not() {
        let page = "\
[a](../README.md), [folder](howto), [`code`](howto/a.md#part) and ![picture](images/a.png \"title\")
[here](#heading), [far](https://example.org/a.md), [mail](mailto:a@example.org)
`[no link](nowhere.md)`
```
[no link](nowhere.md)
```
[one](howto/b.md) and [two](../../outside.md)
[named]: howto/c.md
[absolute](/README.md)
";
        let (_folder, tree) = tree(&[
            ("README.md", "[docs](docs/a.md) [the root](.)"),
            ("docs/a.md", page),
            ("docs/howto/a.md", "[up](../../README.md)"),
            ("docs/images/a.png", ""),
        ]);
        let expected = [
            "docs/a.md:7: the link to howto/b.md leads nowhere",
            "docs/a.md:7: the link to ../../outside.md leads nowhere",
            "docs/a.md:8: the link to howto/c.md leads nowhere",
            "docs/a.md:9: the link to /README.md leads nowhere",
        ];
        assert_eq!(check(&tree).unwrap(), expected);
    }
}
