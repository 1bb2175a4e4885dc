//! What `serde` says of a value, as pieces of text.

use super::{Kind, Next, Pen, Piece};
use crate::inside::inside;
use crate::never::Never;
use serde::ser::{self, Serialize};
use std::mem::replace;

type Done = Result<(), Never>;
/// The place after what was written.
type Step = Result<usize, Never>;

/// Takes one value.
pub(super) struct Writer<'p> {
    pen: &'p mut Pen,
    next: Next,
}

impl<'p> Writer<'p> {
    pub(super) fn new(pen: &'p mut Pen) -> Writer<'p> {
        Writer { pen, next: Next { at: 0, comma: false } }
    }

    #[inline(always)]
    fn open(self, list: bool) -> Inside<'p> {
        let (open, close) = if list { (b'[', b']') } else { (b'{', b'}') };
        let at = self.pen.bracket(self.next, Kind::Open, open);
        Inside { pen: self.pen, at, is_first: true, close, is_tagged: false }
    }

    /// An object with one field, whose value is a list or an object.
    fn open_tagged(self, tag: &'static str, list: bool) -> Inside<'p> {
        let mut outside = self.open(false);
        let next = outside.next();
        let at = outside.pen.name(next, tag);
        let value = Writer { pen: outside.pen, next: Next { at, comma: false } };
        Inside { is_tagged: true, ..value.open(list) }
    }
}

/// The inside of a list or an object, after its opening bracket.
pub(super) struct Inside<'p> {
    pen: &'p mut Pen,
    at: usize,
    is_first: bool,
    close: u8,
    /// Whether an object around it is closed with it.
    is_tagged: bool,
}

impl Inside<'_> {
    /// The place of the next item, name or key.
    #[inline(always)]
    fn next(&mut self) -> Next {
        Next { at: self.at, comma: !replace(&mut self.is_first, false) }
    }

    /// The place of what comes without a comma: a value after its name, a closing bracket.
    #[inline(always)]
    fn here(&self) -> Next {
        Next { at: self.at, comma: false }
    }

    #[inline(always)]
    fn put<T: ?Sized + Serialize>(&mut self, next: Next, value: &T) -> Done {
        self.at = value.serialize(Writer { pen: self.pen, next })?;
        Ok(())
    }

    #[inline(always)]
    fn item<T: ?Sized + Serialize>(&mut self, value: &T) -> Done {
        let next = self.next();
        self.put(next, value)
    }

    #[inline(always)]
    fn field<T: ?Sized + Serialize>(&mut self, name: &'static str, value: &T) -> Done {
        let next = self.next();
        self.at = self.pen.name(next, name);
        self.put(self.here(), value)
    }

    /// A key of a map is text, whatever it is in Rust.
    fn key<T: ?Sized + Serialize>(&mut self, key: &T) {
        let mut text = serde_json::to_vec(key).expect("keys are plain data");
        if text.first() != Some(&b'"') {
            text.insert(0, b'"');
            text.push(b'"');
        }
        let next = self.next();
        self.at = self.pen.write_piece(next, Piece::new(Kind::Key, 0), |out| {
            out.append(&mut text);
            out.push(b':');
        });
    }

    #[inline(always)]
    fn close(mut self) -> Step {
        self.at = self.pen.bracket(self.here(), Kind::Close, self.close);
        if self.is_tagged {
            self.at = self.pen.bracket(self.here(), Kind::Close, b'}');
        }
        Ok(self.at)
    }
}

impl<'p> ser::Serializer for Writer<'p> {
    type Ok = usize;
    type Error = Never;
    type SerializeSeq = Inside<'p>;
    type SerializeTuple = Inside<'p>;
    type SerializeTupleStruct = Inside<'p>;
    type SerializeTupleVariant = Inside<'p>;
    type SerializeMap = Inside<'p>;
    type SerializeStruct = Inside<'p>;
    type SerializeStructVariant = Inside<'p>;

    #[inline(always)]
    fn serialize_bool(self, value: bool) -> Step {
        Ok(self.pen.small(self.next, Kind::Bool, value.into(), value))
    }
    #[inline(always)]
    fn serialize_i8(self, value: i8) -> Step {
        Ok(self.pen.signed(self.next, value.into()))
    }
    #[inline(always)]
    fn serialize_i16(self, value: i16) -> Step {
        Ok(self.pen.signed(self.next, value.into()))
    }
    #[inline(always)]
    fn serialize_i32(self, value: i32) -> Step {
        Ok(self.pen.signed(self.next, value.into()))
    }
    #[inline(always)]
    fn serialize_i64(self, value: i64) -> Step {
        Ok(self.pen.signed(self.next, value))
    }
    #[inline(always)]
    fn serialize_u8(self, value: u8) -> Step {
        Ok(self.pen.unsigned(self.next, value.into()))
    }
    #[inline(always)]
    fn serialize_u16(self, value: u16) -> Step {
        Ok(self.pen.unsigned(self.next, value.into()))
    }
    #[inline(always)]
    fn serialize_u32(self, value: u32) -> Step {
        Ok(self.pen.unsigned(self.next, value.into()))
    }
    #[inline(always)]
    fn serialize_u64(self, value: u64) -> Step {
        Ok(self.pen.unsigned(self.next, value))
    }
    fn serialize_f32(self, value: f32) -> Step {
        Ok(self.pen.small(self.next, Kind::Float32, value.to_bits(), value))
    }
    fn serialize_f64(self, value: f64) -> Step {
        Ok(self.pen.float(self.next, value))
    }
    fn serialize_char(self, value: char) -> Step {
        Ok(self.pen.string(self.next, value.encode_utf8(&mut [0; 4])))
    }
    #[inline(always)]
    fn serialize_str(self, value: &str) -> Step {
        Ok(self.pen.string(self.next, value))
    }
    fn serialize_bytes(self, value: &[u8]) -> Step {
        value.serialize(self)
    }
    #[inline(always)]
    fn serialize_none(self) -> Step {
        self.serialize_unit()
    }
    fn serialize_some<T: ?Sized + Serialize>(self, value: &T) -> Step {
        value.serialize(self)
    }
    #[inline(always)]
    fn serialize_unit(self) -> Step {
        Ok(self.pen.small(self.next, Kind::Null, 0, ()))
    }
    fn serialize_unit_struct(self, _: &'static str) -> Step {
        self.serialize_unit()
    }
    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Step {
        Ok(self.pen.word(self.next, variant))
    }
    fn serialize_newtype_struct<T: ?Sized + Serialize>(self, _: &'static str, value: &T) -> Step {
        value.serialize(self)
    }
    fn serialize_newtype_variant<T: ?Sized + Serialize>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Step {
        let mut inside = self.open(false);
        inside.field(variant, value)?;
        inside.close()
    }
    #[inline(always)]
    fn serialize_seq(self, _: Option<usize>) -> Result<Inside<'p>, Never> {
        Ok(self.open(true))
    }
    #[inline(always)]
    fn serialize_tuple(self, _: usize) -> Result<Inside<'p>, Never> {
        Ok(self.open(true))
    }
    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Inside<'p>, Never> {
        Ok(self.open(true))
    }
    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Inside<'p>, Never> {
        Ok(self.open_tagged(variant, true))
    }
    fn serialize_map(self, _: Option<usize>) -> Result<Inside<'p>, Never> {
        Ok(self.open(false))
    }
    #[inline(always)]
    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Inside<'p>, Never> {
        Ok(self.open(false))
    }
    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Inside<'p>, Never> {
        Ok(self.open_tagged(variant, false))
    }
}

inside!(Inside gives usize);

impl ser::SerializeMap for Inside<'_> {
    type Ok = usize;
    type Error = Never;
    fn serialize_key<T: ?Sized + Serialize>(&mut self, key: &T) -> Done {
        self.key(key);
        Ok(())
    }
    fn serialize_value<T: ?Sized + Serialize>(&mut self, value: &T) -> Done {
        self.put(self.here(), value)
    }
    #[inline(always)]
    fn end(self) -> Step {
        self.close()
    }
}
