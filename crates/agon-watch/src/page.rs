//! Writes a film into one self-contained HTML page that works from disk, without a network.

use crate::assets::{INDEX, SCRIPT, STYLE};
use crate::{Film, whole_film};
use agon_core::Seat;

/// The page of a finished film. In a game with fog it also contains what each seat sees.
pub fn standalone(film: &Film) -> String {
    let head = film.head();
    let mut data = embedded(film, "");
    if let Some(replay) = film.replay().filter(|_| head.fog && head.seen_by.is_none()) {
        for seat in (0..head.seats.len() as u8).map(Seat) {
            // A replay whose film was made has one of each seat, too; without it the page offers none.
            if let Ok(seen) = whole_film(&head.source, &replay, Some(seat)) {
                data.push_str(&embedded(&seen, &format!("-as-{}", seat.0)));
            }
        }
    }
    let title = format!("{} on {} - Agon", escape(&head.title), escape(&head.map));
    let mut page = String::with_capacity(INDEX.len() + SCRIPT.len() + STYLE.len() + data.len());
    for line in INDEX.lines() {
        if line.contains("./app.js") || line.contains("./app.css") {
            continue;
        }
        if line.contains("</body>") {
            page.push_str(&data);
            page.push_str(&format!("<script type=\"module\">{}</script>\n", inside_script(SCRIPT)));
        }
        if line.contains("</head>") {
            page.push_str(&format!("<style>{STYLE}</style>\n"));
        }
        if line.contains("<title>") {
            page.push_str(&format!("<title>{title}</title>\n"));
            continue;
        }
        page.push_str(line);
        page.push('\n');
    }
    page
}

/// A film as elements of a page, whose ids end with `suffix`.
fn embedded(film: &Film, suffix: &str) -> String {
    let mut data = format!("<script type=\"application/json\" id=\"film{suffix}\">");
    data.push_str(&inside_script(&film.summary(0).to_string()));
    data.push_str("</script>\n");
    for number in 0..film.chunks() {
        let packed = film.chunk(number).unwrap_or_default();
        data.push_str(&format!("<script type=\"text/plain\" id=\"chunk-{number}{suffix}\">"));
        data.push_str(&base64(&packed));
        data.push_str("</script>\n");
    }
    data
}

/// Escapes text so that it cannot close the script element that contains it.
fn inside_script(text: &str) -> String {
    text.replace("</", "<\\/").replace("<!--", "<\\!--")
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

/// RFC 4648, with padding.
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let number = group.iter().fold(0u32, |sum, &byte| sum << 8 | u32::from(byte))
            << (8 * (3 - group.len()));
        for place in 0..4 {
            let letter = LETTERS[(number >> (18 - 6 * place)) as usize & 63];
            text.push(if place <= group.len() { char::from(letter) } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_encodes_the_examples_of_the_rfc() {
        for (plain, coded) in [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v")] {
            assert_eq!(base64(plain.as_bytes()), coded);
        }
        assert_eq!(base64(&[0xff, 0xfe, 0xfd, 0xfc]), "//79/A==");
    }
}
