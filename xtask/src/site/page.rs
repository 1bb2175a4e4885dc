//! Draws the pages: navigation, table of contents, search index.

use super::{Site, relative};
use std::fmt::Write;

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");

/// The parts of the navigation, in order.
const PARTS: [&str; 8] =
    ["Start", "Games", "Bots", "Using Agon", "How to", "Decisions", "Project", "API"];

/// All text files of the site.
pub fn pages(site: &Site, with_api: bool) -> Vec<(String, String)> {
    let menu = Menu::new(site);
    let mut pages = vec![
        ("style.css".to_owned(), STYLE.to_owned()),
        ("script.js".to_owned(), SCRIPT.to_owned()),
        ("search-index.js".to_owned(), search_index(site)),
    ];
    for (file, document) in &site.documents {
        let mut body = document.html(|to| site.href(file, to));
        if let Some(name) = crate_of(file).filter(|_| with_api) {
            let to = relative(&site.page_of(file), &format!("api/{name}/index.html"));
            let _ = write!(body, "<p><a href=\"{to}\">API reference of this crate</a></p>");
        }
        let contents = contents(document);
        pages.push((site.page_of(file), menu.page(site, file, &document.title, &body, &contents)));
    }
    for (file, text) in &site.sources {
        let body = format!("<h1>{}</h1><pre><code>{}</code></pre>", escape(file), escape(text));
        pages.push((site.page_of(file), menu.page(site, file, file, &body, "")));
    }
    for (folder, files) in &site.folders {
        let mut body = format!("<h1>{}</h1><ul>", escape(folder));
        for file in files {
            let to = relative(&site.page_of(folder), &site.page_of(file));
            let name = &file[folder.len() + 1..];
            let _ = write!(body, "<li><a href=\"{}\">{}</a></li>", escape(&to), escape(name));
        }
        body.push_str("</ul>");
        pages.push((site.page_of(folder), menu.page(site, folder, folder, &body, "")));
    }
    pages
}

/// The name of a crate's API reference, for its README.
fn crate_of(file: &str) -> Option<String> {
    let name = file.strip_prefix("crates/")?.strip_suffix("/README.md")?;
    (!name.contains('/')).then(|| name.replace('-', "_"))
}

/// Which part of the navigation a page belongs to, and its place there: by the folder it is in.
fn place(file: &str) -> (usize, usize) {
    let first = ["README.md", "docs/index.md", "docs/tutorial.md", "docs/faq.md"];
    if let Some(at) = first.iter().position(|name| *name == file) {
        return (0, at);
    }
    let project = ["docs/versioning.md", "docs/release-checklist.md", "docs/dependencies.md"];
    let bots = ["docs/protocol.md", "docs/kits.md", "docs/agon-toml.md"];
    let name = file.rsplit('/').next().unwrap_or(file);
    match file.split('/').next().unwrap_or_default() {
        "games" => (1, usize::from(name != "manual.md")),
        "sdk" => (2, 2),
        "crates" => (7, 1),
        "docs" if file == "docs/api.md" => (7, 0),
        "docs" if bots.contains(&file) => (2, 0),
        "docs" if file.starts_with("docs/kits/") => (2, 1),
        "docs" if file.starts_with("docs/howto/") => (4, 0),
        "docs" if file.starts_with("docs/decisions/") => (5, usize::from(name != "README.md")),
        "docs" if project.contains(&file) => (6, 1),
        "docs" | "examples" => (3, 0),
        _ => (6, 0),
    }
}

struct Menu {
    /// Part, place in it, file, title.
    entries: Vec<(usize, usize, String, String)>,
}

impl Menu {
    fn new(site: &Site) -> Menu {
        let mut entries: Vec<(usize, usize, String, String)> = site
            .documents
            .iter()
            .map(|(file, document)| {
                let (part, at) = place(file);
                let title = if file == "README.md" { "Overview" } else { &document.title };
                (part, at, file.clone(), title.to_owned())
            })
            .collect();
        entries.sort();
        Menu { entries }
    }

    fn page(&self, site: &Site, file: &str, title: &str, body: &str, contents: &str) -> String {
        let here = site.page_of(file);
        let to = |page: &str| escape(&relative(&here, page));
        let mut menu = String::new();
        for (number, part) in PARTS.iter().enumerate() {
            let entries = || self.entries.iter().filter(move |entry| entry.0 == number);
            let open = if entries().any(|entry| entry.2 == file) { " open" } else { "" };
            let _ = write!(menu, "<details{open}><summary>{part}</summary><ul>");
            for (_, _, page, title) in entries() {
                let current = if page == file { " aria-current=\"page\"" } else { "" };
                let href = to(&site.page_of(page));
                let _ = write!(menu, "<li><a href=\"{href}\"{current}>{}</a></li>", escape(title));
            }
            menu.push_str("</ul></details>");
        }
        let pieces = [
            ("{{title}}", escape(title)),
            ("{{root}}", "../".repeat(here.matches('/').count())),
            ("{{menu}}", menu),
            ("{{contents}}", contents.to_owned()),
            ("{{source}}", escape(file)),
            ("{{body}}", body.to_owned()),
        ];
        let template = include_str!("page.html").to_owned();
        pieces.into_iter().fold(template, |page, (name, text)| page.replace(name, &text))
    }
}

/// Links to the headings of the second and third level, where there are at least three.
fn contents(document: &super::Document) -> String {
    let listed = || document.sections.iter().filter(|section| (2..=3).contains(&section.level));
    if listed().count() < 3 {
        return String::new();
    }
    let mut out = "<p>On this page</p><ul>".to_owned();
    for section in listed() {
        let (level, anchor, title) = (section.level, &section.anchor, escape(&section.title));
        let _ = write!(out, "<li class=\"level{level}\"><a href=\"#{anchor}\">{title}</a></li>");
    }
    out + "</ul>"
}

/// Every section of every page as an entry `[page, anchor, page title, section title, text]`.
fn search_index(site: &Site) -> String {
    let mut entries = Vec::new();
    for (file, document) in &site.documents {
        for section in &document.sections {
            let text = section.text.split_whitespace().collect::<Vec<_>>().join(" ");
            if section.level > 0 || !text.is_empty() {
                let page = site.page_of(file);
                entries.push(serde_json::json!([
                    page,
                    section.anchor,
                    document.title,
                    section.title,
                    text
                ]));
            }
        }
    }
    // A script, not a JSON file: browsers do not let a page on disk read other files.
    format!("window.searchIndex = {};\n", serde_json::Value::from(entries))
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_finds_its_part_by_its_folder() {
        let part = |file| PARTS[place(file).0];
        assert_eq!(part("games/chess/manual.md"), "Games");
        assert_eq!(part("sdk/lua/README.md"), "Bots");
        assert_eq!(part("docs/howto/new-thing.md"), "How to");
        assert_eq!(part("docs/decisions/some.md"), "Decisions");
        assert_eq!(part("docs/new-page.md"), "Using Agon");
        assert_eq!(part("SECURITY.md"), "Project");
        assert_eq!(part("crates/agon-core/README.md"), "API");
    }
}
