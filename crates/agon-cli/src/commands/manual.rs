//! `agon manual`: the manual of a game from the program itself, in the terminal or in the browser.

use super::watch::open_browser;
use crate::Done;
use crate::args::ManualArgs;
use crate::files::with_game;
use agon_bots::Cache;
use agon_core::Contest;
use agon_games::Visitor;
use anyhow::Context;
use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd, html};
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::path::PathBuf;

pub fn run(args: &ManualArgs, out: &mut dyn Write) -> anyhow::Result<Done> {
    let (game, title) = with_game(&args.game, Id)?;
    let manual = agon_bots::manual(game);
    let manual = manual.with_context(|| format!("this program has no manual of {game}"))?;
    if !args.browser {
        out.write_all(manual.as_bytes())?;
        return Ok(Done::Well);
    }
    let path = keep(&format!("{game}.html"), &page(title, &manual))?;
    let url = url(&path.to_string_lossy());
    writeln!(out, "Manual: {url}")?;
    out.flush()?;
    open_browser(&url);
    Ok(Done::Well)
}

/// The manual of a game as a page that needs no other file; `None` for an unknown game.
pub fn manual_page(game: &str) -> Option<String> {
    let (game, title) = with_game(game, Id).ok()?;
    Some(page(title, &agon_bots::manual(game)?))
}

/// The id and the title of a game.
struct Id;

impl Visitor for Id {
    type Out = (&'static str, &'static str);
    fn visit<G: Contest>(self) -> Self::Out {
        (G::INFO.id, G::INFO.title)
    }
}

/// Writes a page into the cache, unless it is there.
fn keep(file: &str, page: &str) -> anyhow::Result<PathBuf> {
    let mut hasher = DefaultHasher::new();
    page.hash(&mut hasher);
    let name = format!("{:016x}", hasher.finish());
    let folder = Cache::usual().keep("manuals", &name, |dir| fs::write(dir.join(file), page))?;
    Ok(folder.join(file))
}

/// The address of a file.
fn url(path: &str) -> String {
    let mut url = "file://".to_owned();
    for byte in path.bytes() {
        match byte {
            b'/' | b'-' | b'_' | b'.' | b'~' => url.push(byte.into()),
            byte if byte.is_ascii_alphanumeric() => url.push(byte.into()),
            byte => url.push_str(&format!("%{byte:02X}")),
        }
    }
    url
}

/// A page that needs no other file.
fn page(title: &str, markdown: &str) -> String {
    const STYLE: &str = "body { max-width: 52rem; margin: 2rem auto; padding: 0 1rem; line-height: 1.5; \
         font-family: system-ui, sans-serif; color-scheme: light dark } \
         table { border-collapse: collapse } th, td { border: 1px solid #8888; padding: 0.2rem 0.6rem; \
         text-align: left } pre { overflow-x: auto; padding: 0.8rem; background: #8882 } \
         code { font-size: 0.9em }";
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n\
         <style>{STYLE}</style>\n{}</html>\n",
        body(markdown)
    )
}

/// Markdown as HTML, with GitHub's anchors. Links to other files of the sources become text, because the
/// page has no such files beside it.
fn body(markdown: &str) -> String {
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
    let mut events: Vec<Event<'_>> = Vec::new();
    let mut links = Vec::new();
    let mut heading = None;
    for event in Parser::new_ext(markdown, options) {
        match &event {
            Event::Start(Tag::Heading { .. }) => heading = Some((events.len(), String::new())),
            Event::Text(text) | Event::Code(text) => {
                if let Some((_, title)) = &mut heading {
                    title.push_str(text);
                }
            }
            Event::End(TagEnd::Heading(_)) => {
                let (at, title) = heading.take().unwrap_or_default();
                if let Some(Event::Start(Tag::Heading { id, .. })) = events.get_mut(at) {
                    *id = Some(CowStr::from(anchor(&title)));
                }
            }
            Event::Start(Tag::Link { dest_url, .. }) => {
                let is_kept = dest_url.starts_with('#') || dest_url.contains("://");
                links.push(is_kept);
                if !is_kept {
                    continue;
                }
            }
            Event::End(TagEnd::Link) if links.pop() == Some(false) => continue,
            _ => {}
        }
        events.push(event);
    }
    let mut out = String::new();
    html::push_html(&mut out, events.into_iter());
    out
}

/// The anchor that GitHub gives to a heading.
fn anchor(heading: &str) -> String {
    let kept = heading.trim().chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.flat_map(char::to_lowercase).map(|c| if c == ' ' { '-' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn anchors_lead_to_headings_and_links_to_other_files_are_text() {
        let text =
            "# A\n\n[down](#r1-the-map) [kits](../../docs/kits.md)\n\n## R1 The `map`\n\n<b>\n";
        let html = body(text);
        assert!(html.contains("<a href=\"#r1-the-map\">down</a> kits"), "{html}");
        assert!(html.contains("<h2 id=\"r1-the-map\">R1 The <code>map</code></h2>"), "{html}");
    }

    #[test]
    fn the_address_of_a_file_has_no_blanks() {
        assert_eq!(url("/home/a b/x#1.html"), "file:///home/a%20b/x%231.html");
    }
}
