//! How much a bot may say to its author: notes are kept in the replay, so there is an end to them.

use agon_core::Note;

/// The most bytes of notes that are kept of one bot in one match.
pub const NOTES_BYTES: usize = 1 << 20;
/// The longest text of one note; longer ones are cut.
pub const NOTE_BYTES: usize = 4 << 10;

/// Counts the notes of one bot, and puts its log together line by line.
#[derive(Default)]
pub(crate) struct Notebook {
    bytes: usize,
    is_full: bool,
    /// The beginning of a line whose end has not come yet.
    begun: String,
}

impl Notebook {
    /// The note as it is kept; `None` when there is no room left. The last one says so.
    pub fn admit(&mut self, mut note: Note) -> Option<Note> {
        if self.is_full {
            return None;
        }
        if let Note::Log(text) | Note::Text { text, .. } = &mut note {
            cut(text, NOTE_BYTES);
            self.bytes += text.len();
        }
        self.bytes += 16;
        if self.bytes > NOTES_BYTES {
            self.is_full = true;
            return Some(Note::Log("(there is no room for more notes of this bot)".into()));
        }
        Some(note)
    }

    /// The complete lines, with `text` added to what has come before.
    pub fn lines(&mut self, text: &str) -> Vec<String> {
        if text.is_empty() {
            return Vec::new();
        }
        self.begun.push_str(text);
        let Some(end) = self.begun.rfind('\n') else {
            cut(&mut self.begun, NOTE_BYTES);
            return Vec::new();
        };
        let rest = self.begun.split_off(end + 1);
        let lines = std::mem::replace(&mut self.begun, rest);
        lines.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect()
    }
}

/// Cuts a text to a length, between two characters.
fn cut(text: &mut String, length: usize) {
    if text.len() > length {
        let mut end = length;
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        text.truncate(end);
    }
}
