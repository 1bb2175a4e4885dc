//! Limits of a bot's notes and log lines, which are stored in the replay.

use agon_core::Note;

/// The most bytes of notes that are kept of one bot in one match.
pub const NOTES_BYTES: usize = 1 << 20;
/// The longest text of one note; longer ones are cut.
pub const NOTE_BYTES: usize = 4 << 10;

/// Counts the notes of one bot and splits its log into lines.
#[derive(Default)]
pub(crate) struct Notebook {
    bytes: usize,
    is_full: bool,
    /// A line that is not complete yet.
    begun: String,
}

impl Notebook {
    /// The note as it is stored; `None` if the limit is reached. The last stored note says so.
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

    /// Adds `text` to the log and returns the lines that are complete.
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
