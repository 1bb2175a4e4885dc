//! Writing the same message again and again, a little different every time.
//!
//! Most of an exchange with a bot would be writing its view, and most of a view is what it was the turn
//! before: the same names, the same rocks in the same places. A [`Pen`] remembers what it wrote last,
//! piece by piece. As long as the new message has the same shape it writes only the values that have
//! changed: over the old ones if they are as long, otherwise it copies everything between them at once.
//! Where the shape changes, it writes on as anybody else would. What comes out is to the byte what
//! `serde_json` writes.

mod writer;

use crate::never::Never;
use serde::Serialize;
use std::mem::swap;
use writer::Writer;

/// Writes messages of one kind as lines of JSON.
#[derive(Clone, Debug, Default)]
pub struct Pen {
    /// What is being written; nothing as long as the old text can be changed into the new one.
    text: Vec<u8>,
    /// What was written last, and its pieces. Those already passed belong to the new text.
    old: Vec<u8>,
    pieces: Vec<Piece>,
    /// How many bytes each piece takes.
    lengths: Vec<u32>,
    /// Whether the new text has had the shape of the old one so far. If not, all pieces are its own.
    is_alike: bool,
    /// Where the piece `known.0` begins in the old text: found out only when it is needed.
    known: (usize, usize),
    /// From where on nothing of the old text was copied yet.
    copied: usize,
}

/// Where the next piece comes.
#[derive(Copy, Clone, Debug)]
struct Next {
    /// After how many others. It is handed on from piece to piece instead of being kept in the pen,
    /// because then it never leaves the processor's registers.
    at: usize,
    /// Whether it follows another one in its list or object.
    comma: bool,
}

/// A piece of the text: a value, a name, a bracket, each with the comma before it. Equal pieces are
/// written alike, so a piece is one number, which is compared at once: its kind in the lowest byte, and
/// above it what tells it from others of its kind.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
struct Piece(u64);

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[repr(u8)]
enum Kind {
    /// A name of a field: where it lies in the program, and its length.
    Name,
    /// The key of a map, which is written anew every time.
    Key,
    Open,
    Close,
    Null,
    Bool,
    Positive,
    Negative,
    Float32,
    Float64,
    /// Text that is part of the program, as with names.
    Word,
    /// Longer text: its length.
    Long,
    /// What is written anew every time, because a piece has no room for all of it.
    Anew,
    /// Text that a piece has room for. Its length is added to this number, which is the last.
    Short,
}

/// Bits of a piece that are not its kind.
const ROOM: u32 = 56;

/// Names that are longer are written anew every time.
const NAME_MAX: usize = 255;

impl Piece {
    /// A piece that no other one equals, because none of them is ever compared.
    const ANEW: Piece = Piece::new(Kind::Anew, 0);

    #[inline(always)]
    const fn new(kind: Kind, rest: u64) -> Piece {
        Piece(kind as u64 | rest << 8)
    }

    /// Text that is part of the program: the same place and the same length make the same text. A
    /// place is a number of at most 48 bits.
    #[inline(always)]
    fn fixed(kind: Kind, text: &'static str) -> Piece {
        Piece::new(kind, text.len() as u64 | (text.as_ptr().addr() as u64) << 8)
    }

    /// Text, if it is short.
    #[inline(always)]
    fn short(text: &str) -> Option<Piece> {
        let mut bytes = [0; 8];
        bytes.get_mut(1..=text.len())?.copy_from_slice(text.as_bytes());
        bytes[0] = Kind::Short as u8 + text.len() as u8;
        Some(Piece(u64::from_le_bytes(bytes)))
    }

    fn is(self, kind: Kind) -> bool {
        self.0 as u8 == kind as u8
    }

    /// Whether one may stand in the other's place without changing the shape.
    fn is_like(self, other: Piece) -> bool {
        let is_shape =
            |piece: Piece| piece.is(Kind::Name) || piece.is(Kind::Open) || piece.is(Kind::Close);
        !is_shape(self) && !is_shape(other) && self.is(Kind::Key) == other.is(Kind::Key)
    }
}

fn must_escape(text: &str) -> bool {
    text.bytes().any(|byte| byte < b' ' || byte == b'"' || byte == b'\\')
}

fn quote(text: &str, out: &mut Vec<u8>) {
    if must_escape(text) {
        return json(&text, out);
    }
    out.push(b'"');
    out.extend_from_slice(text.as_bytes());
    out.push(b'"');
}

fn json(value: &impl Serialize, out: &mut Vec<u8>) {
    serde_json::to_writer(out, value).expect("values without parts are plain data");
}

impl Pen {
    /// Writes a message with the end of its line.
    pub fn write(&mut self, message: &impl Serialize) -> &[u8] {
        self.text.clear();
        (self.known, self.copied, self.is_alike) = ((0, 0), 0, true);
        let Ok::<_, Never>(end) = message.serialize(Writer::new(self));
        if self.text.is_empty() && end == self.pieces.len() {
            return &self.old;
        }
        if self.is_alike {
            self.part(end);
        }
        self.text.push(b'\n');
        swap(&mut self.text, &mut self.old);
        &self.old
    }

    /// Where a piece begins in the old text. All before it have been passed.
    fn start(&mut self, at: usize) -> usize {
        let (from, start) = self.known;
        let passed: u32 = self.lengths[from..at].iter().sum();
        self.known = (at, start + passed as usize);
        self.known.1
    }

    /// Copies what has not changed since the last change.
    fn copy(&mut self, at: usize) {
        let end = self.start(at);
        self.text.extend_from_slice(&self.old[self.copied..end]);
    }

    /// From here on the new text has a shape of its own.
    fn part(&mut self, at: usize) {
        self.copy(at);
        self.pieces.truncate(at);
        self.lengths.truncate(at);
        self.is_alike = false;
    }

    /// Whether the old text has this piece at this place.
    #[inline(always)]
    fn has(&self, at: usize, piece: Piece) -> bool {
        self.pieces.get(at) == Some(&piece)
    }

    /// Writes a piece, in the place of the old one if it has one. What follows is the same for all
    /// pieces: this is called for those that are not what they were. Gives back the place after it.
    fn write_piece(&mut self, next: Next, piece: Piece, write: impl FnOnce(&mut Vec<u8>)) -> usize {
        let Next { at, comma } = next;
        let replaces = self.pieces.get(at).is_some_and(|old| old.is_like(piece));
        let is_untouched = self.text.is_empty();
        if replaces && !is_untouched {
            self.copy(at);
        } else if !replaces && self.is_alike {
            self.part(at);
        }
        let start = self.text.len();
        if comma {
            self.text.push(b',');
        }
        write(&mut self.text);
        let length = self.text.len() - start;
        if !replaces {
            self.pieces.push(piece);
            self.lengths.push(length as u32);
            return at + 1;
        }
        let begin = self.start(at);
        let end = begin + self.lengths[at] as usize;
        if is_untouched && end - begin == length {
            self.old[begin..end].copy_from_slice(&self.text);
            self.text.clear();
        } else {
            if is_untouched {
                self.text.splice(..0, self.old[..begin].iter().copied());
            }
            self.copied = end;
        }
        self.known = (at + 1, end);
        (self.pieces[at], self.lengths[at]) = (piece, length as u32);
        at + 1
    }

    #[inline(always)]
    fn unsigned(&mut self, next: Next, number: u64) -> usize {
        let piece = Piece::new(Kind::Positive, number);
        if number >> ROOM == 0 && self.has(next.at, piece) {
            return next.at + 1;
        }
        self.write_unsigned(next, number)
    }

    #[inline(never)]
    fn write_unsigned(&mut self, next: Next, number: u64) -> usize {
        let piece =
            if number >> ROOM == 0 { Piece::new(Kind::Positive, number) } else { Piece::ANEW };
        self.write_piece(next, piece, |out| {
            out.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
        })
    }

    #[inline(always)]
    fn signed(&mut self, next: Next, number: i64) -> usize {
        match u64::try_from(number) {
            Ok(number) => self.unsigned(next, number),
            Err(_) => self.negative(next, number),
        }
    }

    #[inline(never)]
    fn negative(&mut self, next: Next, number: i64) -> usize {
        let size = number.unsigned_abs();
        let fits = size >> ROOM == 0;
        let piece = if fits { Piece::new(Kind::Negative, size) } else { Piece::ANEW };
        if fits && self.has(next.at, piece) {
            return next.at + 1;
        }
        self.write_piece(next, piece, |out| {
            out.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
        })
    }

    fn float(&mut self, next: Next, number: f64) -> usize {
        // Most numbers in messages have few binary places.
        let bits = number.to_bits();
        let fits = bits & 0xff == 0;
        let piece = if fits { Piece::new(Kind::Float64, bits >> 8) } else { Piece::ANEW };
        if fits && self.has(next.at, piece) {
            return next.at + 1;
        }
        self.write_piece(next, piece, |out| json(&number, out))
    }

    /// A value that its piece has room for.
    #[inline(always)]
    fn small(&mut self, next: Next, kind: Kind, bits: u32, value: impl Serialize) -> usize {
        let piece = Piece::new(kind, bits.into());
        if self.has(next.at, piece) {
            return next.at + 1;
        }
        self.write_small(next, piece, value)
    }

    #[inline(never)]
    fn write_small(&mut self, next: Next, piece: Piece, value: impl Serialize) -> usize {
        self.write_piece(next, piece, |out| json(&value, out))
    }

    fn string(&mut self, next: Next, text: &str) -> usize {
        let (piece, is_same) = match Piece::short(text) {
            Some(piece) => (piece, self.has(next.at, piece)),
            None => {
                let piece = Piece::new(Kind::Long, text.len() as u64);
                (piece, self.has(next.at, piece) && self.is_text(next.at, text))
            }
        };
        if is_same {
            return next.at + 1;
        }
        // Long text that was escaped would not be found again.
        let is_lost = piece.is(Kind::Long) && must_escape(text);
        let piece = if is_lost { Piece::ANEW } else { piece };
        self.write_piece(next, piece, |out| quote(text, out))
    }

    /// Whether the old text has this one at this place, where it has one as long.
    fn is_text(&mut self, at: usize, text: &str) -> bool {
        let end = self.start(at) + self.lengths[at] as usize - 1;
        self.old[end - text.len()..end] == *text.as_bytes()
    }

    /// The name of a kind of something.
    #[inline(always)]
    fn word(&mut self, next: Next, text: &'static str) -> usize {
        self.fixed(next, Kind::Word, text)
    }

    /// The name of a field.
    #[inline(always)]
    fn name(&mut self, next: Next, name: &'static str) -> usize {
        self.fixed(next, Kind::Name, name)
    }

    #[inline(always)]
    fn fixed(&mut self, next: Next, kind: Kind, text: &'static str) -> usize {
        if text.len() <= NAME_MAX && self.has(next.at, Piece::fixed(kind, text)) {
            return next.at + 1;
        }
        self.write_fixed(next, kind, text)
    }

    #[inline(never)]
    fn write_fixed(&mut self, next: Next, kind: Kind, text: &'static str) -> usize {
        let fits = text.len() <= NAME_MAX;
        let piece = if fits { Piece::fixed(kind, text) } else { Piece::new(kind, 0) };
        self.write_piece(next, piece, |out| {
            quote(text, out);
            if kind == Kind::Name {
                out.push(b':');
            }
        })
    }

    #[inline(always)]
    fn bracket(&mut self, next: Next, kind: Kind, bracket: u8) -> usize {
        let piece = Piece::new(kind, bracket.into());
        if self.has(next.at, piece) {
            return next.at + 1;
        }
        self.write_bracket(next, piece, bracket)
    }

    #[inline(never)]
    fn write_bracket(&mut self, next: Next, piece: Piece, bracket: u8) -> usize {
        self.write_piece(next, piece, |out| out.push(bracket))
    }
}
