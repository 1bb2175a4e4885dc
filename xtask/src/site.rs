//! The documentation site: every Markdown file of the repository becomes a page, with all links checked.
//!
//! Files that pages link to (examples, licences, headers) become pages too, so that every link works
//! without a network and without the repository. Navigation follows from where a file is; the site needs no
//! list of games, kits or howtos. What GitHub shows and what the site shows come from the same text.

mod markdown;
mod page;

use crate::{cargo, root, target};
use anyhow::{Context, bail};
use markdown::Document;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Builds the site with the API reference into `target/site`.
pub fn build() -> anyhow::Result<()> {
    cargo(&["doc", "--workspace", "--no-deps", "--quiet"], &[])?;
    let count = write(true)?;
    println!("{count} pages: {}", folder().join("index.html").display());
    Ok(())
}

/// Builds the site without the API reference; fails on a broken link.
pub fn check() -> anyhow::Result<()> {
    write(false).map(drop)
}

fn folder() -> PathBuf {
    target().join("site")
}

fn write(with_api: bool) -> anyhow::Result<usize> {
    let site = Site::read(&tracked_files()?, |file| {
        fs::read_to_string(root().join(file)).with_context(|| format!("cannot read {file}"))
    })?;
    let faults = site.faults();
    if !faults.is_empty() {
        bail!("{} broken links\n  {}", faults.len(), faults.join("\n  "));
    }
    let out = folder();
    if out.exists() {
        fs::remove_dir_all(&out).with_context(|| format!("cannot empty {}", out.display()))?;
    }
    for (path, text) in page::pages(&site, with_api) {
        put(&out.join(path), text.as_bytes())?;
    }
    for asset in &site.assets {
        put(&out.join(asset), &fs::read(root().join(asset)).with_context(|| asset.clone())?)?;
    }
    if with_api {
        copy_folder(&target().join("doc"), &out.join("api"))?;
    }
    Ok(site.documents.len() + site.sources.len() + site.folders.len())
}

/// Tracked files and new files that git does not ignore, so that a new page is part of the site before it is
/// committed.
fn tracked_files() -> anyhow::Result<Vec<String>> {
    let list = Command::new("git")
        .args(["ls-files", "--cached", "--others", "--exclude-standard"])
        .current_dir(root())
        .output()
        .context("cannot start git")?;
    let text = String::from_utf8_lossy(&list.stdout).into_owned();
    Ok(text.lines().filter(|file| root().join(file).is_file()).map(str::to_owned).collect())
}

fn put(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let parent = path.parent().expect("a page is in a folder");
    fs::create_dir_all(parent)
        .and_then(|()| fs::write(path, bytes))
        .context(path.display().to_string())
}

fn copy_folder(from: &Path, to: &Path) -> anyhow::Result<()> {
    for entry in fs::read_dir(from).with_context(|| format!("cannot read {}", from.display()))? {
        let entry = entry?;
        let there = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_folder(&entry.path(), &there)?;
        } else {
            put(&there, &fs::read(entry.path())?)?;
        }
    }
    Ok(())
}

/// All pages before they are drawn.
struct Site {
    /// Markdown files by their path in the repository.
    documents: BTreeMap<String, Document>,
    /// Other text files that pages link to, with their text.
    sources: BTreeMap<String, String>,
    /// Folders without a README.md that pages link to, with their files.
    folders: BTreeMap<String, Vec<String>>,
    /// Images, copied as they are.
    assets: BTreeSet<String>,
    /// Links that lead nowhere: file, line, what is wrong.
    missing: Vec<String>,
}

/// What a link leads to.
enum Goal {
    /// Another server, left alone.
    Elsewhere,
    /// A file of the site and an anchor in it, which may be empty.
    Here { file: String, anchor: String },
}

impl Site {
    fn read(
        files: &[String],
        text_of: impl Fn(&str) -> anyhow::Result<String>,
    ) -> anyhow::Result<Site> {
        let mut documents = BTreeMap::new();
        for file in files.iter().filter(|file| is_page(file)) {
            documents.insert(file.clone(), Document::parse(&text_of(file)?));
        }
        let mut site = Site {
            documents,
            sources: BTreeMap::new(),
            folders: BTreeMap::new(),
            assets: BTreeSet::new(),
            missing: Vec::new(),
        };
        let links: Vec<(String, markdown::Link)> = site
            .documents
            .iter()
            .flat_map(|(file, document)| {
                document.links.iter().map(|link| (file.clone(), link.clone()))
            })
            .collect();
        for (file, link) in links {
            site.follow(files, &file, &link, &text_of)?;
        }
        // The pages of folders link to their files.
        for file in site.folders.values().flatten() {
            if !is_page(file) && !site.assets.contains(file) && !site.sources.contains_key(file) {
                let text = text_of(file).unwrap_or_else(|_| "(not a text file)".to_owned());
                site.sources.insert(file.clone(), text);
            }
        }
        Ok(site)
    }

    /// Notes what has to be in the site for a link to work.
    fn follow(
        &mut self,
        files: &[String],
        from: &str,
        link: &markdown::Link,
        text_of: impl Fn(&str) -> anyhow::Result<String>,
    ) -> anyhow::Result<()> {
        let fault = |what: &str| format!("{from}:{}: `{}` {what}", link.line, link.to);
        let Goal::Here { file, anchor } = goal(from, &link.to) else {
            if link.is_image {
                self.missing
                    .push(fault("is an image of another server: copy it into the repository"));
            }
            return Ok(());
        };
        if file.starts_with("..") {
            self.missing.push(fault("leads out of the repository"));
        } else if let Some(document) = self.documents.get(&file).or_else(|| self.readme_of(&file)) {
            if !anchor.is_empty() && !document.anchors.contains(&anchor) {
                self.missing.push(fault("names a heading that the page does not have"));
            }
        } else if files.contains(&file) {
            if link.is_image {
                self.assets.insert(file);
            } else {
                let text = text_of(&file)?;
                self.sources.insert(file, text);
            }
        } else {
            let inside: Vec<String> =
                files.iter().filter(|f| f.starts_with(&format!("{file}/"))).cloned().collect();
            if inside.is_empty() {
                self.missing.push(fault("leads to a file that does not exist"));
            } else {
                self.folders.insert(file, inside);
            }
        }
        Ok(())
    }

    fn readme_of(&self, folder: &str) -> Option<&Document> {
        self.documents.get(&format!("{folder}/README.md"))
    }

    fn faults(&self) -> Vec<String> {
        self.missing.clone()
    }

    /// The page that shows a file or folder of the repository.
    fn page_of(&self, file: &str) -> String {
        if self.assets.contains(file) {
            file.to_owned()
        } else if self.folders.contains_key(file) || self.readme_of(file).is_some() {
            format!("{file}/index.html")
        } else if let Some(folder) = file.strip_suffix("README.md") {
            format!("{folder}index.html")
        } else if let Some(name) = file.strip_suffix(".md") {
            format!("{name}.html")
        } else {
            format!("{file}.html")
        }
    }

    /// A link of one page as it is written into that page.
    fn href(&self, from: &str, to: &str) -> String {
        match goal(from, to) {
            Goal::Elsewhere => to.to_owned(),
            Goal::Here { file, anchor } => {
                let hash = if anchor.is_empty() { "" } else { "#" };
                let page = relative(&self.page_of(from), &self.page_of(&file));
                format!("{page}{hash}{anchor}")
            }
        }
    }
}

/// Templates become documents only when they are filled in; GitHub's forms are shown by GitHub.
fn is_page(file: &str) -> bool {
    let folders = ["template/", "templates/"];
    file.ends_with(".md")
        && !file.starts_with(".github/")
        && !folders.iter().any(|name| file.starts_with(name) || file.contains(&format!("/{name}")))
}

fn goal(from: &str, to: &str) -> Goal {
    if to.contains("://") || to.starts_with("mailto:") {
        return Goal::Elsewhere;
    }
    let (path, anchor) = to.split_once('#').unwrap_or((to, ""));
    let anchor = anchor.to_owned();
    if path.is_empty() {
        return Goal::Here { file: from.to_owned(), anchor };
    }
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => drop(parts.pop()),
            _ => parts.push(part),
        }
    }
    Goal::Here { file: parts.join("/"), anchor }
}

/// The way from one page to another.
fn relative(from: &str, to: &str) -> String {
    let (from, to): (Vec<&str>, Vec<&str>) = (from.split('/').collect(), to.split('/').collect());
    let shared = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
    let shared = shared.min(from.len() - 1).min(to.len() - 1);
    let up = std::iter::repeat_n("..", from.len() - 1 - shared);
    up.chain(to[shared..].iter().copied()).collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn site(files: &[(&str, &str)]) -> Site {
        let names: Vec<String> = files.iter().map(|(name, _)| (*name).to_owned()).collect();
        let text_of = |file: &str| -> anyhow::Result<String> {
            let found = files.iter().find(|(name, _)| *name == file).context("no such file")?;
            Ok(found.1.to_owned())
        };
        Site::read(&names, text_of).expect("all files can be read")
    }

    #[test]
    fn broken_links_are_named_with_file_and_line() {
        let site = site(&[
            ("README.md", "# A\n\n[x](docs/none.md)\n[y](docs/b.md#nothing)\n[z](../out.md)\n"),
            ("docs/b.md", "# B\n\n## Some heading\n\n![p](https://example.org/p.png)\n"),
        ]);
        assert_eq!(
            site.faults(),
            [
                "README.md:3: `docs/none.md` leads to a file that does not exist",
                "README.md:4: `docs/b.md#nothing` names a heading that the page does not have",
                "README.md:5: `../out.md` leads out of the repository",
                "docs/b.md:5: `https://example.org/p.png` is an image of another server: \
                 copy it into the repository",
            ]
        );
    }

    #[test]
    fn links_lead_to_pages_of_documents_sources_and_folders() {
        let site = site(&[
            ("README.md", "[a](docs/b.md#some-heading) [c](LICENSE) [d](examples) [e](sdk)\n"),
            ("docs/b.md", "# B\n\n## Some heading\n\n[up](../README.md) `[no](link.md)`\n"),
            ("LICENSE", "free"),
            ("examples/one.toml", "a = 1\n"),
            ("sdk/README.md", "# Kits\n"),
        ]);
        assert_eq!(site.faults(), Vec::<String>::new());
        assert_eq!(site.href("README.md", "docs/b.md#some-heading"), "docs/b.html#some-heading");
        assert_eq!(site.href("README.md", "LICENSE"), "LICENSE.html");
        assert_eq!(site.href("README.md", "examples"), "examples/index.html");
        assert_eq!(site.href("README.md", "sdk"), "sdk/index.html");
        assert_eq!(site.href("docs/b.md", "../README.md"), "../index.html");
        assert_eq!(site.href("docs/b.md", "https://example.org"), "https://example.org");
        assert!(
            site.sources.contains_key("examples/one.toml"),
            "the page of a folder links to its files"
        );
    }

    #[test]
    fn pages_load_nothing_from_other_servers() {
        let site = site(&[("README.md", "# A\n\n[x](https://example.org)\n")]);
        for (name, text) in page::pages(&site, false) {
            for loading in
                ["src=\"http", "src=\"//", "stylesheet\" href=\"http", "url(http", "@import"]
            {
                assert!(!text.contains(loading), "{name} contains {loading}");
            }
        }
    }
}
