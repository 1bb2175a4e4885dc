//! JSON for a series of similar messages: only the values that changed are written again.
//!
//! *What it saves.* Serializing the view was the largest part of an exchange with a bot, and most of a view
//! equals the view of the turn before. `agon bench bots` measures the exchange; the goal is at most 2.0
//! times a bare pipe that carries the same bytes (docs/bench.md). The writer becomes unnecessary if that goal
//! is reached with plain `serde_json`, or if the protocol sends differences instead of whole views.
//!
//! *How.* [`IncrementalJsonWriter`] keeps the last text and its tokens (values, names, brackets). While the
//! new message has the same structure, a changed value overwrites the old text if both have the same
//! length; otherwise the text between two changes is copied in one piece. From the first token that
//! changes the structure, the rest is written normally. A part of the message with a number
//! (`agon_core::Lasting`) or a summary (`agon_core::serialize_summarised`) is compared as a whole. The output
//! equals that of `serde_json` byte for byte; `tests/all/writers.rs` compares the two.

mod serializer;

use crate::never::Never;
use serde::Serialize;
use serializer::JsonSerializer;
use std::mem::swap;

/// Writes messages of one kind as lines of JSON, reusing the text of the message before.
#[derive(Clone, Debug, Default)]
pub struct IncrementalJsonWriter {
    /// The new text; empty while the old text can be edited in place.
    text: Vec<u8>,
    /// The text written last.
    old: Vec<u8>,
    /// The tokens of the old text; those before the current position already belong to the new text.
    tokens: Vec<Token>,
    /// The length of each token in bytes.
    lengths: Vec<u32>,
    /// Whether the new text has had the structure of the old one so far. If not, `tokens` belongs
    /// entirely to the new text.
    same_structure: bool,
    /// A token index and its start in the old text, computed only when needed.
    known_start: (usize, usize),
    /// The end of the part of the old text that was copied or replaced.
    copied: usize,
    /// The parts of the tokens whose summaries are known.
    parts: Vec<Part>,
}

/// Tokens that belong together, from `at` to before `end`.
#[derive(Clone, Debug)]
struct Part {
    at: usize,
    /// `at` if the part is forgotten; `None` while it is being written.
    end: Option<usize>,
    /// Parts with equal summaries have equal text.
    summary: Vec<u8>,
}

impl Part {
    /// Its tokens change. A part that is being written changes anyway.
    fn forget_if(&mut self, is_changed: impl FnOnce(usize, usize) -> bool) {
        if self.end.is_some_and(|end| is_changed(self.at, end)) {
            self.end = Some(self.at);
        }
    }
}

/// The position of the next token.
#[derive(Copy, Clone, Debug)]
struct Next {
    /// Its index. It is passed from token to token instead of being a field of the writer, so that it
    /// stays in a register.
    at: usize,
    /// Whether a comma precedes it.
    comma: bool,
}

/// A token of the text: a value, a name or a bracket, each with the comma before it. Equal tokens have
/// equal text. A token is one number, so that a comparison is one instruction: the kind in the lowest
/// byte, the content above it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
struct Token(u64);

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[repr(u8)]
enum Kind {
    /// A field name: the address of the static string and its length.
    Name,
    /// A map key. Always rewritten; never compared.
    Key,
    Open,
    Close,
    Null,
    Bool,
    Positive,
    Negative,
    Float32,
    Float64,
    /// A static string, stored like a name.
    Word,
    /// A string of more than seven bytes: its length. The text itself is compared with the old text.
    Long,
    /// A part of the message that stays the same for long, with all that is in it: its number.
    Lasting,
    /// A value that does not fit into a token. Always rewritten; never compared.
    Anew,
    /// A string of at most seven bytes. Its length is added to this number, so this is the last kind.
    Short,
}

/// Bits of a token that hold its content.
const CONTENT_BITS: u32 = 56;

/// Longer names and words are always rewritten.
const NAME_MAX_BYTES: usize = 255;

impl Token {
    /// Always rewritten; never compared.
    const ANEW: Token = Token::new(Kind::Anew, 0);

    #[inline(always)]
    const fn new(kind: Kind, rest: u64) -> Token {
        Token(kind as u64 | rest << 8)
    }

    /// A static string: the same address and length mean the same text. An address has at most 48 bits.
    #[inline(always)]
    fn fixed(kind: Kind, text: &'static str) -> Token {
        Token::new(kind, text.len() as u64 | (text.as_ptr().addr() as u64) << 8)
    }

    /// A string of at most seven bytes; `None` if it is longer.
    #[inline(always)]
    fn short(text: &str) -> Option<Token> {
        let mut bytes = [0; 8];
        bytes.get_mut(1..=text.len())?.copy_from_slice(text.as_bytes());
        bytes[0] = Kind::Short as u8 + text.len() as u8;
        Some(Token(u64::from_le_bytes(bytes)))
    }

    fn is(self, kind: Kind) -> bool {
        self.0 as u8 == kind as u8
    }

    /// Whether one token may replace the other without changing the structure.
    fn can_replace(self, other: Token) -> bool {
        let is_structure =
            |token: Token| token.is(Kind::Name) || token.is(Kind::Open) || token.is(Kind::Close);
        !is_structure(self) && !is_structure(other) && self.is(Kind::Key) == other.is(Kind::Key)
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
    serde_json::to_writer(out, value).expect("scalars are plain data");
}

impl IncrementalJsonWriter {
    /// Writes a message and a line break.
    pub fn write(&mut self, message: &impl Serialize) -> &[u8] {
        self.text.clear();
        (self.known_start, self.copied, self.same_structure) = ((0, 0), 0, true);
        let Ok::<_, Never>(end) = message.serialize(JsonSerializer::new(self));
        if self.text.is_empty() && end == self.tokens.len() {
            return &self.old;
        }
        if self.same_structure {
            self.leave_old_text(end);
        }
        self.text.push(b'\n');
        swap(&mut self.text, &mut self.old);
        &self.old
    }

    /// The start of a token in the old text. `at` must not be before the last index asked for.
    fn start(&mut self, at: usize) -> usize {
        let (from, start) = self.known_start;
        let passed: u32 = self.lengths[from..at].iter().sum();
        self.known_start = (at, start + passed as usize);
        self.known_start.1
    }

    /// Copies the unchanged text between the last change and this token.
    fn copy_unchanged(&mut self, at: usize) {
        let end = self.start(at);
        self.text.extend_from_slice(&self.old[self.copied..end]);
    }

    /// Ends the reuse of the old text: from this token on the structure differs.
    fn leave_old_text(&mut self, at: usize) {
        self.copy_unchanged(at);
        self.tokens.truncate(at);
        self.lengths.truncate(at);
        self.parts.iter_mut().for_each(|part| part.forget_if(|_, end| end > at));
        self.same_structure = false;
    }

    /// The token after the part that begins at this one, if it has this summary.
    fn end_of_part(&self, at: usize, summary: &[u8]) -> Option<usize> {
        let is_same = |part: &&Part| part.at == at && part.summary == summary;
        self.parts.iter().filter(is_same).find_map(|part| part.end.filter(|end| *end > at))
    }

    /// A part with this summary is written from this token on. Returns its number.
    fn begin_part(&mut self, at: usize, summary: &[u8]) -> usize {
        let is_free = |part: &Part| part.end.is_some_and(|end| part.at == at || part.at == end);
        let number = self.parts.iter().position(is_free).unwrap_or(self.parts.len());
        if number == self.parts.len() {
            self.parts.push(Part { at, end: None, summary: Vec::new() });
        }
        let part = &mut self.parts[number];
        (part.at, part.end) = (at, None);
        part.summary.clear();
        part.summary.extend_from_slice(summary);
        number
    }

    fn end_part(&mut self, number: usize, end: usize) {
        self.parts[number].end = Some(end);
    }

    /// Whether the old text has this token at this index.
    #[inline(always)]
    fn has(&self, at: usize, token: Token) -> bool {
        self.tokens.get(at) == Some(&token)
    }

    /// Writes a token that differs from the old one, replacing the old one where the structure allows it.
    /// Returns the index of the next token. (The callers below return early if nothing changed.)
    fn write_token(&mut self, next: Next, token: Token, write: impl FnOnce(&mut Vec<u8>)) -> usize {
        let Next { at, comma } = next;
        let replaces = self.tokens.get(at).is_some_and(|old| old.can_replace(token));
        let is_untouched = self.text.is_empty();
        if replaces && !is_untouched {
            self.copy_unchanged(at);
        } else if !replaces && self.same_structure {
            self.leave_old_text(at);
        }
        let start = self.text.len();
        if comma {
            self.text.push(b',');
        }
        write(&mut self.text);
        let length = self.text.len() - start;
        if !replaces {
            self.tokens.push(token);
            self.lengths.push(length as u32);
            return at + 1;
        }
        self.parts
            .iter_mut()
            .for_each(|part| part.forget_if(|begin, end| (begin..end).contains(&at)));
        let begin = self.start(at);
        let end = begin + self.lengths[at] as usize;
        if is_untouched && end - begin == length {
            self.old[begin..end].copy_from_slice(&self.text);
            self.text.clear();
        } else {
            if is_untouched {
                self.text.extend_from_slice(&self.old[..begin]);
                self.text.rotate_right(begin);
            }
            self.copied = end;
        }
        self.known_start = (at + 1, end);
        (self.tokens[at], self.lengths[at]) = (token, length as u32);
        at + 1
    }

    #[inline(always)]
    fn unsigned(&mut self, next: Next, number: u64) -> usize {
        let token = Token::new(Kind::Positive, number);
        if number >> CONTENT_BITS == 0 && self.has(next.at, token) {
            return next.at + 1;
        }
        self.write_unsigned(next, number)
    }

    #[inline(never)]
    fn write_unsigned(&mut self, next: Next, number: u64) -> usize {
        let token = if number >> CONTENT_BITS == 0 {
            Token::new(Kind::Positive, number)
        } else {
            Token::ANEW
        };
        self.write_token(next, token, |out| {
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

    #[inline(always)]
    fn negative(&mut self, next: Next, number: i64) -> usize {
        let size = number.unsigned_abs();
        let token = Token::new(Kind::Negative, size);
        if size >> CONTENT_BITS == 0 && self.has(next.at, token) {
            return next.at + 1;
        }
        self.write_negative(next, number)
    }

    #[inline(never)]
    fn write_negative(&mut self, next: Next, number: i64) -> usize {
        let size = number.unsigned_abs();
        let fits = size >> CONTENT_BITS == 0;
        let token = if fits { Token::new(Kind::Negative, size) } else { Token::ANEW };
        self.write_token(next, token, |out| {
            out.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
        })
    }

    fn float(&mut self, next: Next, number: f64) -> usize {
        // The low byte of most floats in messages is zero, so the rest fits into a token.
        let bits = number.to_bits();
        let fits = bits & 0xff == 0;
        let token = if fits { Token::new(Kind::Float64, bits >> 8) } else { Token::ANEW };
        if fits && self.has(next.at, token) {
            return next.at + 1;
        }
        self.write_token(next, token, |out| json(&number, out))
    }

    /// A value that fits into a token.
    #[inline(always)]
    fn small(&mut self, next: Next, kind: Kind, bits: u32, value: impl Serialize) -> usize {
        let token = Token::new(kind, bits.into());
        if self.has(next.at, token) {
            return next.at + 1;
        }
        self.write_small(next, token, value)
    }

    #[inline(never)]
    fn write_small(&mut self, next: Next, token: Token, value: impl Serialize) -> usize {
        self.write_token(next, token, |out| json(&value, out))
    }

    /// A part that is known by its number (`agon_core::Lasting`). All of it is one token.
    #[inline(always)]
    fn lasting(&mut self, next: Next, number: u64, value: &(impl ?Sized + Serialize)) -> usize {
        let token = Token::new(Kind::Lasting, number);
        if self.has(next.at, token) {
            return next.at + 1;
        }
        self.write_lasting(next, token, value)
    }

    #[inline(never)]
    fn write_lasting(
        &mut self,
        next: Next,
        token: Token,
        value: &(impl ?Sized + Serialize),
    ) -> usize {
        self.write_token(next, token, |out| json(&value, out))
    }

    fn string(&mut self, next: Next, text: &str) -> usize {
        let (token, is_same) = match Token::short(text) {
            Some(token) => (token, self.has(next.at, token)),
            None => {
                let token = Token::new(Kind::Long, text.len() as u64);
                (token, self.has(next.at, token) && self.is_text(next.at, text))
            }
        };
        if is_same {
            return next.at + 1;
        }
        // `is_text` compares unescaped text with the old bytes, so escaped long text cannot be reused.
        let is_escaped = token.is(Kind::Long) && must_escape(text);
        let token = if is_escaped { Token::ANEW } else { token };
        self.write_token(next, token, |out| quote(text, out))
    }

    /// Whether the old string at this index, which has the same length, is this one.
    fn is_text(&mut self, at: usize, text: &str) -> bool {
        let end = self.start(at) + self.lengths[at] as usize - 1;
        self.old[end - text.len()..end] == *text.as_bytes()
    }

    /// The name of an enum variant.
    #[inline(always)]
    fn word(&mut self, next: Next, text: &'static str) -> usize {
        self.fixed(next, Kind::Word, text)
    }

    /// A field name.
    #[inline(always)]
    fn name(&mut self, next: Next, name: &'static str) -> usize {
        self.fixed(next, Kind::Name, name)
    }

    #[inline(always)]
    fn fixed(&mut self, next: Next, kind: Kind, text: &'static str) -> usize {
        if text.len() <= NAME_MAX_BYTES && self.has(next.at, Token::fixed(kind, text)) {
            return next.at + 1;
        }
        self.write_fixed(next, kind, text)
    }

    #[inline(never)]
    fn write_fixed(&mut self, next: Next, kind: Kind, text: &'static str) -> usize {
        let fits = text.len() <= NAME_MAX_BYTES;
        let token = if fits { Token::fixed(kind, text) } else { Token::new(kind, 0) };
        self.write_token(next, token, |out| {
            quote(text, out);
            if kind == Kind::Name {
                out.push(b':');
            }
        })
    }

    #[inline(always)]
    fn bracket(&mut self, next: Next, kind: Kind, bracket: u8) -> usize {
        let token = Token::new(kind, bracket.into());
        if self.has(next.at, token) {
            return next.at + 1;
        }
        self.write_bracket(next, token, bracket)
    }

    #[inline(never)]
    fn write_bracket(&mut self, next: Next, token: Token, bracket: u8) -> usize {
        self.write_token(next, token, |out| out.push(bracket))
    }
}
