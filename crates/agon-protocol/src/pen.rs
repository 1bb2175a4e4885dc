//! Writing the same message again and again, a little different every time.
//!
//! Most of an exchange with a bot would be writing its view, and most of a view is what it was the turn
//! before: the same names, the same rocks in the same places. A [`Pen`] remembers what it wrote last,
//! piece by piece. As long as the new message has the same shape it writes only the values that have
//! changed and copies everything between them at once. Where the shape changes, it writes on as anybody
//! else would. What comes out is to the byte what `serde_json` writes.

mod writer;

use serde::Serialize;
use std::mem::{swap, take};
use writer::Writer;

/// Writes messages of one kind as lines of JSON.
#[derive(Clone, Debug, Default)]
pub struct Pen {
    /// What is being written.
    text: Vec<u8>,
    /// What was written last, and its pieces. Those before `at` belong to the new message.
    old: Vec<u8>,
    pieces: Vec<Piece>,
    at: usize,
    /// Where the piece `known.0` begins in the old text: found out only when it is needed.
    known: (usize, usize),
    /// From where on nothing of the old text was copied yet.
    copied: usize,
    /// Whether the new text has had the shape of the old one so far.
    is_alike: bool,
    /// Whether the next piece follows another one in its list or object.
    needs_comma: bool,
}

/// A piece of the text: a value, a name, a bracket, each with the comma before it.
#[derive(Copy, Clone, Debug)]
struct Piece {
    kind: Kind,
    length: u32,
    /// What tells it from others of its kind.
    word: u64,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Kind {
    /// A name of a field; the word is its address, which with its length makes it the same name.
    Name,
    /// The key of a map.
    Key,
    Open,
    Close,
    Null,
    Bool,
    Positive,
    Negative,
    Float32,
    Float64,
    /// Text that is part of the program; the word is its address, as with names.
    Word,
    /// Text that fits into the word.
    Short,
    /// Longer text; the word is its length.
    Long,
    /// Longer text with something to escape, which is written anew every time.
    Escaped,
}

type Done = Result<(), serde_json::Error>;

impl Kind {
    /// Whether such pieces may take each other's place without changing the shape.
    fn is_value(self) -> bool {
        !matches!(self, Kind::Name | Kind::Open | Kind::Close)
    }
}

/// Text of up to seven bytes as one number.
struct Short(u64);

impl Short {
    #[inline(always)]
    fn of(text: &str) -> Option<Short> {
        let mut bytes = [0; 8];
        bytes.get_mut(1..=text.len())?.copy_from_slice(text.as_bytes());
        bytes[0] = text.len() as u8;
        Some(Short(u64::from_le_bytes(bytes)))
    }
}

fn must_escape(text: &str) -> bool {
    text.bytes().any(|byte| byte < b' ' || byte == b'"' || byte == b'\\')
}

fn quote(text: &str, out: &mut Vec<u8>) -> Done {
    if must_escape(text) {
        return serde_json::to_writer(out, text);
    }
    out.push(b'"');
    out.extend_from_slice(text.as_bytes());
    out.push(b'"');
    Ok(())
}

impl Pen {
    /// Writes a message with the end of its line.
    pub fn write(&mut self, message: &impl Serialize) -> &[u8] {
        swap(&mut self.text, &mut self.old);
        self.text.clear();
        (self.at, self.known, self.copied, self.needs_comma) = (0, (0, 0), 0, false);
        self.is_alike = !self.pieces.is_empty();
        message.serialize(Writer(self)).expect("messages are plain data");
        if self.is_alike {
            self.part();
        }
        self.text.push(b'\n');
        &self.text
    }

    /// Where the next piece begins in the old text.
    fn next_start(&mut self) -> usize {
        let (from, start) = self.known;
        let lengths = self.pieces[from..self.at].iter().map(|piece| piece.length as usize);
        self.known = (self.at, start + lengths.sum::<usize>());
        self.known.1
    }

    /// Copies what has not changed since the last change.
    fn copy(&mut self) {
        let end = self.next_start();
        self.text.extend_from_slice(&self.old[self.copied..end]);
    }

    /// From here on the new text has a shape of its own.
    #[cold]
    fn part(&mut self) {
        self.copy();
        self.pieces.truncate(self.at);
        self.is_alike = false;
    }

    /// The next piece, if it is there already.
    #[inline(always)]
    fn expected(&self) -> Option<Piece> {
        if self.is_alike { self.pieces.get(self.at).copied() } else { None }
    }

    /// Nothing to write: the piece is the old one.
    #[inline(always)]
    fn keep(&mut self) {
        self.needs_comma = false;
        self.at += 1;
    }

    /// A piece: kept if it is what it was, written if not.
    #[inline(always)]
    fn piece(&mut self, kind: Kind, word: u64, write: impl FnOnce(&mut Vec<u8>) -> Done) -> Done {
        match self.expected() {
            Some(old) if old.kind == kind && old.word == word => {
                self.keep();
                Ok(())
            }
            old => self.change(old, kind, word, write),
        }
    }

    /// Writes a piece, in the place of the old one if it has one.
    #[inline(never)]
    fn change(
        &mut self,
        old: Option<Piece>,
        kind: Kind,
        word: u64,
        write: impl FnOnce(&mut Vec<u8>) -> Done,
    ) -> Done {
        let fits = |old: &Piece| {
            kind.is_value() && old.kind.is_value() && (kind == Kind::Key) == (old.kind == Kind::Key)
        };
        let old = old.filter(fits);
        match old {
            Some(_) => self.copy(),
            None if self.is_alike => self.part(),
            None => {}
        }
        let start = self.text.len();
        if take(&mut self.needs_comma) {
            self.text.push(b',');
        }
        write(&mut self.text)?;
        let piece = Piece { kind, length: (self.text.len() - start) as u32, word };
        match old {
            Some(old) => {
                self.copied = self.known.1 + old.length as usize;
                self.pieces[self.at] = piece;
                self.at += 1;
                self.known = (self.at, self.copied);
            }
            None => self.pieces.push(piece),
        }
        Ok(())
    }

    #[inline(always)]
    fn unsigned(&mut self, number: u64) -> Done {
        self.piece(Kind::Positive, number, |out| {
            out.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
            Ok(())
        })
    }

    #[inline(always)]
    fn signed(&mut self, number: i64) -> Done {
        match u64::try_from(number) {
            Ok(number) => self.unsigned(number),
            Err(_) => self.piece(Kind::Negative, number as u64, |out| {
                out.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
                Ok(())
            }),
        }
    }

    #[inline(always)]
    fn string(&mut self, text: &str) -> Done {
        let short = Short::of(text);
        let is_same = match (self.expected(), &short) {
            (Some(old), Some(Short(word))) => old.kind == Kind::Short && old.word == *word,
            (Some(old), None) => self.is_next_text(text, old),
            (None, _) => false,
        };
        if is_same {
            self.keep();
            return Ok(());
        }
        let (kind, word) = match short {
            Some(Short(word)) => (Kind::Short, word),
            None if must_escape(text) => (Kind::Escaped, 0),
            None => (Kind::Long, text.len() as u64),
        };
        self.change(self.expected(), kind, word, |out| quote(text, out))
    }

    /// Text that is part of the program, such as the name of a kind.
    #[inline(always)]
    fn word(&mut self, text: &'static str) -> Done {
        let word = text.as_ptr().addr() as u64;
        let length = text.len() + 2 + usize::from(self.needs_comma);
        if let Some(old) = self.expected()
            && (old.kind, old.word, old.length as usize) == (Kind::Word, word, length)
        {
            self.keep();
            return Ok(());
        }
        self.change(self.expected(), Kind::Word, word, |out| quote(text, out))
    }

    /// Whether the next piece of the old text is this one.
    fn is_next_text(&mut self, text: &str, old: Piece) -> bool {
        if old.kind != Kind::Long || old.word != text.len() as u64 {
            return false;
        }
        let end = self.next_start() + old.length as usize - 1;
        self.old[end - text.len()..end] == *text.as_bytes()
    }

    #[inline(always)]
    fn name(&mut self, name: &'static str) -> Done {
        let word = name.as_ptr().addr() as u64;
        let length = name.len() + 3 + usize::from(self.needs_comma);
        if let Some(old) = self.expected()
            && (old.kind, old.word, old.length as usize) == (Kind::Name, word, length)
        {
            self.keep();
            return Ok(());
        }
        self.change(self.expected(), Kind::Name, word, |out| {
            serde_json::to_writer(&mut *out, name)?;
            out.push(b':');
            Ok(())
        })
    }

    #[inline(always)]
    fn bracket(&mut self, kind: Kind, bracket: u8) -> Done {
        self.piece(kind, bracket.into(), |out| {
            out.push(bracket);
            Ok(())
        })
    }
}
