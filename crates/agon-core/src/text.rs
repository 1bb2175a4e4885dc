//! Makes text of others safe to print: names, logs and messages of bots, maps and replays.
//!
//! A terminal obeys control characters in what it prints: they can move the cursor, rename the window, or
//! fill the clipboard. Characters that change the direction of writing, or that are invisible, make a name
//! look like another. Both are printed as JSON would escape them, so that a line of JSON stays JSON.

use std::borrow::Cow;
use std::fmt::Write;

/// One line that is safe to print. Line breaks and tabs are escaped too, so that a name cannot pretend to be
/// another line of the output.
pub fn safe_line(text: &str) -> Cow<'_, str> {
    escape(text, is_unsafe)
}

/// Text of several lines that is safe to print: as [`safe_line`], but line breaks and tabs stay.
pub fn safe_text(text: &str) -> Cow<'_, str> {
    escape(text, |c| !matches!(c, '\n' | '\t') && is_unsafe(c))
}

fn escape(text: &str, is_escaped: impl Fn(char) -> bool) -> Cow<'_, str> {
    let Some(first) = text.find(&is_escaped) else { return Cow::Borrowed(text) };
    let mut safe = String::with_capacity(text.len() + 8);
    safe.push_str(&text[..first]);
    for c in text[first..].chars() {
        if is_escaped(c) {
            for unit in c.encode_utf16(&mut [0; 2]) {
                write!(safe, "\\u{unit:04x}").expect("writing to a string cannot fail");
            }
        } else {
            safe.push(c);
        }
    }
    Cow::Owned(safe)
}

/// Control characters (C0, DEL, C1) and the invisible ones of Unicode: directions, joiners without width,
/// separators of lines, tags.
fn is_unsafe(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200c}' | '\u{200e}' | '\u{200f}'
            | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
            | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_and_invisible_characters_are_escaped() {
        assert_eq!(
            safe_line("\u{1b}]0;x\u{7}\n\t\u{7f}\u{9b}2J"),
            "\\u001b]0;x\\u0007\\u000a\\u0009\\u007f\\u009b2J"
        );
        assert_eq!(
            safe_line("a\u{202e}b\u{2066}\u{200b}\u{feff}"),
            "a\\u202eb\\u2066\\u200b\\ufeff"
        );
        assert_eq!(safe_line("\u{e0041}"), "\\udb40\\udc41", "as JSON escapes it");
        assert_eq!(safe_text("a\n\tb\r\u{1b}"), "a\n\tb\\u000d\\u001b");
    }

    #[test]
    fn other_text_is_not_copied() {
        for text in ["", "Grün 机器人 \"q\" \\n", "e\u{301} \u{1f468}\u{200d}\u{1f469}"] {
            assert!(matches!(safe_line(text), Cow::Borrowed(same) if same == text), "{text}");
        }
    }
}
