//! One Markdown file: its headings, links and HTML, as GitHub would show them.

use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};

/// A link as it is written.
#[derive(Clone)]
pub struct Link {
    /// From 1.
    pub line: usize,
    pub to: String,
    pub is_image: bool,
}

/// A heading of a page and the text below it, up to the next one.
pub struct Section {
    pub level: u8,
    pub title: String,
    pub anchor: String,
    pub text: String,
}

/// A parsed file.
pub struct Document {
    source: String,
    pub title: String,
    pub anchors: Vec<String>,
    pub links: Vec<Link>,
    pub sections: Vec<Section>,
}

impl Document {
    pub fn parse(source: &str) -> Document {
        let mut document = Document {
            source: source.to_owned(),
            title: String::new(),
            anchors: Vec::new(),
            links: Vec::new(),
            sections: vec![Section {
                level: 0,
                title: String::new(),
                anchor: String::new(),
                text: String::new(),
            }],
        };
        let mut heading: Option<String> = None;
        for (event, range) in Parser::new_ext(source, options()).into_offset_iter() {
            match event {
                Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
                Event::End(TagEnd::Heading(level)) => {
                    let title = heading.take().unwrap_or_default();
                    let anchor = free_anchor(&document.anchors, &slug(&title));
                    document.anchors.push(anchor.clone());
                    if level == HeadingLevel::H1 && document.title.is_empty() {
                        document.title.clone_from(&title);
                    }
                    let level = level as u8;
                    document.sections.push(Section { level, title, anchor, text: String::new() });
                }
                Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. })
                    if !dest_url.is_empty() =>
                {
                    let line = source[..range.start].matches('\n').count() + 1;
                    let is_image = source[range.start..].starts_with('!');
                    document.links.push(Link { line, to: dest_url.into_string(), is_image });
                }
                Event::Text(text) | Event::Code(text) => match &mut heading {
                    Some(heading) => heading.push_str(&text),
                    None => document.last_text().push_str(&text),
                },
                Event::SoftBreak | Event::HardBreak | Event::End(_) => {
                    document.last_text().push(' ')
                }
                _ => {}
            }
        }
        document
    }

    fn last_text(&mut self) -> &mut String {
        &mut self.sections.last_mut().expect("there is always a section").text
    }

    /// The file as HTML, with every link given to `href`.
    pub fn html(&self, href: impl Fn(&str) -> String) -> String {
        let mut anchors = self.anchors.iter();
        let events = Parser::new_ext(&self.source, options()).map(|event| match event {
            Event::Start(Tag::Heading { level, classes, attrs, .. }) => {
                let id = anchors.next().map(|anchor| CowStr::from(anchor.clone()));
                Event::Start(Tag::Heading { level, id, classes, attrs })
            }
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                Event::Start(Tag::Link { link_type, dest_url: href(&dest_url).into(), title, id })
            }
            Event::Start(Tag::Image { link_type, dest_url, title, id }) => {
                Event::Start(Tag::Image { link_type, dest_url: href(&dest_url).into(), title, id })
            }
            other => other,
        });
        let mut out = String::new();
        html::push_html(&mut out, events);
        out
    }
}

fn options() -> Options {
    Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_TASKLISTS
}

/// The anchor that GitHub gives to a heading.
fn slug(heading: &str) -> String {
    let kept = heading.trim().chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.flat_map(char::to_lowercase).map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// A second heading of the same name gets `-1`, a third one `-2`.
fn free_anchor(taken: &[String], slug: &str) -> String {
    let numbered = (1..).map(|number| format!("{slug}-{number}"));
    let mut names = std::iter::once(slug.to_owned()).chain(numbered);
    names.find(|name| !taken.contains(name)).expect("numbers do not end")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn anchors_are_those_of_github() {
        let text = "# A `b.rs`: c, d!\n\n## R12 Maps\n\n## R12 Maps\n\n## What `Game` promises\n";
        let document = Document::parse(text);
        assert_eq!(document.title, "A b.rs: c, d!");
        assert_eq!(document.anchors, ["a-brs-c-d", "r12-maps", "r12-maps-1", "what-game-promises"]);
    }

    #[test]
    fn code_is_searched_for_text_and_not_for_links() {
        let document = Document::parse("# A\n\n```\n[x](y.md)\n```\n\n[b](c.md)\n");
        let links: Vec<(usize, &str)> =
            document.links.iter().map(|link| (link.line, link.to.as_str())).collect();
        assert_eq!(links, [(7, "c.md")]);
        assert!(document.sections[1].text.contains("[x](y.md)"));
    }
}
