//! Converts the colour codes that games write (`ESC[38;5;N;48;5;Mm`, `ESC[0m`) into styled spans.

use ratatui::style::{Color, Style};
use ratatui::text::{Line, Span, Text};

/// The styled text.
pub fn text(coded: &str) -> Text<'static> {
    let mut style = Style::new();
    let lines = coded.lines().map(|line| {
        let mut spans = Vec::new();
        for (i, part) in line.split("\x1b[").enumerate() {
            // Every part except the first begins with a code that ends with `m`.
            let (code, plain) = match part.split_once('m') {
                Some((code, plain)) if i > 0 => (Some(code), plain),
                _ => (None, part),
            };
            if let Some(code) = code {
                style = apply(style, code);
            }
            if !plain.is_empty() {
                spans.push(Span::styled(plain.to_owned(), style));
            }
        }
        Line::from(spans)
    });
    Text::from(lines.collect::<Vec<_>>())
}

fn apply(style: Style, code: &str) -> Style {
    let numbers: Vec<u8> = code.split(';').filter_map(|number| number.parse().ok()).collect();
    match numbers.as_slice() {
        [38, 5, ink, 48, 5, paper] => style.fg(Color::Indexed(*ink)).bg(Color::Indexed(*paper)),
        [38, 5, ink] => style.fg(Color::Indexed(*ink)),
        [0] | [] => Style::new(),
        _ => style,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_become_spans() {
        let text = text("a\x1b[38;5;33;48;5;17m +\x1b[0mb\n\x1b[38;5;9mc\x1b[0m");
        let first = &text.lines[0].spans;
        assert_eq!(first.iter().map(|s| s.content.as_ref()).collect::<Vec<_>>(), ["a", " +", "b"]);
        assert_eq!(first[1].style.bg, Some(Color::Indexed(17)));
        assert_eq!(first[2].style, Style::new());
        assert_eq!(text.lines[1].spans[0].style.fg, Some(Color::Indexed(9)));
    }
}
