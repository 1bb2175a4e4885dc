//! Standard output, made safe for a terminal.
//!
//! Everything that a command prints goes through this writer, so that text of bots, maps and replays cannot
//! reach a terminal as control characters, even where a command forgets about it. Names and log lines are
//! made safe before, with [`agon_core::safe_line`]: only there a line break can be told from one of Agon's
//! own.

use agon_core::safe_text;
use std::io::{self, Write};

/// Escapes control characters but line breaks and tabs. In a terminal, Agon's own colours pass.
pub struct SafeWriter<W> {
    to: W,
    has_colours: bool,
    /// Bytes of a character whose rest has not been written yet.
    begun: Vec<u8>,
}

impl<W: Write> SafeWriter<W> {
    /// Writes to `to`; `has_colours` says whether it is a terminal.
    pub fn new(to: W, has_colours: bool) -> SafeWriter<W> {
        SafeWriter { to, has_colours, begun: Vec::new() }
    }

    fn print(&mut self, text: &str) -> io::Result<()> {
        let mut rest = text;
        while let Some(at) = rest.find('\x1b') {
            let (before, colour) = rest.split_at(at);
            let length = if self.has_colours { colour_length(colour) } else { None };
            let length = length.unwrap_or(1);
            self.to.write_all(safe_text(before).as_bytes())?;
            match length {
                1 => self.to.write_all(safe_text("\x1b").as_bytes())?,
                length => self.to.write_all(&colour.as_bytes()[..length])?,
            }
            rest = &colour[length..];
        }
        self.to.write_all(safe_text(rest).as_bytes())
    }
}

/// The length of the sequence at the start of a text, if it sets a colour: `ESC [ 38;5;9 m`, `ESC [ 0 m`.
fn colour_length(text: &str) -> Option<usize> {
    let numbers = text.strip_prefix("\x1b[")?;
    let end = numbers.find(|c: char| !c.is_ascii_digit() && c != ';')?;
    let is_ours =
        numbers[..end] == *"0" || ["38;5;", "48;5;"].iter().any(|s| numbers.starts_with(s));
    (is_ours && numbers[end..].starts_with('m')).then_some(2 + end + 1)
}

impl<W: Write> Write for SafeWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut all = std::mem::take(&mut self.begun);
        all.extend_from_slice(bytes);
        for chunk in all.utf8_chunks() {
            self.print(chunk.valid())?;
            let is_begun = all.ends_with(chunk.invalid()) && chunk.invalid().len() < 4;
            match std::str::from_utf8(chunk.invalid()) {
                Ok(_) => {}
                // The end of the text can be the first bytes of a character.
                Err(fault) if is_begun && fault.error_len().is_none() => {
                    self.begun = chunk.invalid().to_vec();
                }
                Err(_) => self.print("\u{fffd}")?,
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(pieces: &[&[u8]], has_colours: bool) -> String {
        let mut out = SafeWriter::new(Vec::new(), has_colours);
        pieces.iter().for_each(|piece| out.write_all(piece).unwrap());
        String::from_utf8(out.to).unwrap()
    }

    #[test]
    fn only_colours_of_our_own_reach_a_terminal() {
        let text = "\x1b[38;5;9mred\x1b[0m\n\x1b]0;title\x07\x1b[2J\x1b[8mhidden\x1b";
        let safe = "\n\\u001b]0;title\\u0007\\u001b[2J\\u001b[8mhidden\\u001b";
        assert_eq!(printed(&[text.as_bytes()], true), format!("\x1b[38;5;9mred\x1b[0m{safe}"));
        let plain = format!("\\u001b[38;5;9mred\\u001b[0m{safe}");
        assert_eq!(printed(&[text.as_bytes()], false), plain);
    }

    #[test]
    fn characters_can_be_written_in_pieces() {
        let bytes = "aé\u{9b}\u{1f600}".as_bytes();
        let pieces: Vec<&[u8]> = bytes.chunks(1).collect();
        assert_eq!(printed(&pieces, true), "aé\\u009b\u{1f600}");
        assert_eq!(printed(&[b"a\x9b\xffb"], true), "a\u{fffd}\u{fffd}b", "not UTF-8");
    }
}
