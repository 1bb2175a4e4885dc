//! The `serde` serializer behind [`IncrementalJsonWriter`]: turns values into tokens.

use super::{IncrementalJsonWriter, Kind, Next, Token};
use crate::compound::impl_compound_serializers;
use crate::never::{Never, Written};
use agon_core::{LASTING, SUMMARISED, lasting_number, with_summary};
use serde::ser::{self, Serialize};
use std::mem::replace;

/// The index of the token after the value.
type NextIndex = Result<usize, Never>;

/// Serializes one value.
pub(super) struct JsonSerializer<'p> {
    writer: &'p mut IncrementalJsonWriter,
    next: Next,
}

impl<'p> JsonSerializer<'p> {
    pub(super) fn new(writer: &'p mut IncrementalJsonWriter) -> JsonSerializer<'p> {
        JsonSerializer { writer, next: Next { at: 0, comma: false } }
    }

    #[inline(always)]
    fn open(self, list: bool) -> JsonCompound<'p> {
        let (open, close) = if list { (b'[', b']') } else { (b'{', b'}') };
        let at = self.writer.bracket(self.next, Kind::Open, open);
        JsonCompound { writer: self.writer, at, is_first: true, close, is_tagged: false }
    }

    /// A part with a summary. If the old text has the same part here, none of its tokens are compared.
    fn summarised(self, value: &(impl ?Sized + Serialize)) -> NextIndex {
        let Self { writer, next } = self;
        if let Some(end) = with_summary(|summary| writer.end_of_part(next.at, summary)) {
            return Ok(end);
        }
        let number = with_summary(|summary| writer.begin_part(next.at, summary));
        let end = value.serialize(JsonSerializer { writer, next })?;
        writer.end_part(number, end);
        Ok(end)
    }

    /// An object with one field, whose value is a list or an object.
    fn open_tagged(self, tag: &'static str, list: bool) -> JsonCompound<'p> {
        let mut outside = self.open(false);
        let next = outside.next();
        let at = outside.writer.name(next, tag);
        let value = JsonSerializer { writer: outside.writer, next: Next { at, comma: false } };
        JsonCompound { is_tagged: true, ..value.open(list) }
    }
}

/// A list or an object whose opening bracket has been written.
pub(super) struct JsonCompound<'p> {
    writer: &'p mut IncrementalJsonWriter,
    at: usize,
    is_first: bool,
    close: u8,
    /// Whether `close` also closes the one-field object around it.
    is_tagged: bool,
}

impl JsonCompound<'_> {
    /// The position of the next item, name or key.
    #[inline(always)]
    fn next(&mut self) -> Next {
        Next { at: self.at, comma: !replace(&mut self.is_first, false) }
    }

    /// The position of a token without a comma: a value after its name, or a closing bracket.
    #[inline(always)]
    fn here(&self) -> Next {
        Next { at: self.at, comma: false }
    }

    #[inline(always)]
    fn put<T: ?Sized + Serialize>(&mut self, next: Next, value: &T) -> Written {
        self.at = value.serialize(JsonSerializer { writer: self.writer, next })?;
        Ok(())
    }

    #[inline(always)]
    fn item<T: ?Sized + Serialize>(&mut self, value: &T) -> Written {
        let next = self.next();
        self.put(next, value)
    }

    #[inline(always)]
    fn field<T: ?Sized + Serialize>(&mut self, name: &'static str, value: &T) -> Written {
        let next = self.next();
        self.at = self.writer.name(next, name);
        self.put(self.here(), value)
    }

    /// JSON keys are strings: other key types are quoted.
    fn key<T: ?Sized + Serialize>(&mut self, key: &T) {
        let mut text = serde_json::to_vec(key).expect("keys are plain data");
        if text.first() != Some(&b'"') {
            text.insert(0, b'"');
            text.push(b'"');
        }
        let next = self.next();
        self.at = self.writer.write_token(next, Token::new(Kind::Key, 0), |out| {
            out.append(&mut text);
            out.push(b':');
        });
    }

    #[inline(always)]
    fn close(mut self) -> NextIndex {
        self.at = self.writer.bracket(self.here(), Kind::Close, self.close);
        if self.is_tagged {
            self.at = self.writer.bracket(self.here(), Kind::Close, b'}');
        }
        Ok(self.at)
    }
}

impl<'p> ser::Serializer for JsonSerializer<'p> {
    type Ok = usize;
    type Error = Never;
    type SerializeSeq = JsonCompound<'p>;
    type SerializeTuple = JsonCompound<'p>;
    type SerializeTupleStruct = JsonCompound<'p>;
    type SerializeTupleVariant = JsonCompound<'p>;
    type SerializeMap = JsonCompound<'p>;
    type SerializeStruct = JsonCompound<'p>;
    type SerializeStructVariant = JsonCompound<'p>;

    #[inline(always)]
    fn serialize_bool(self, value: bool) -> NextIndex {
        Ok(self.writer.small(self.next, Kind::Bool, value.into(), value))
    }
    #[inline(always)]
    fn serialize_i8(self, value: i8) -> NextIndex {
        Ok(self.writer.signed(self.next, value.into()))
    }
    #[inline(always)]
    fn serialize_i16(self, value: i16) -> NextIndex {
        Ok(self.writer.signed(self.next, value.into()))
    }
    #[inline(always)]
    fn serialize_i32(self, value: i32) -> NextIndex {
        Ok(self.writer.signed(self.next, value.into()))
    }
    #[inline(always)]
    fn serialize_i64(self, value: i64) -> NextIndex {
        Ok(self.writer.signed(self.next, value))
    }
    #[inline(always)]
    fn serialize_u8(self, value: u8) -> NextIndex {
        Ok(self.writer.unsigned(self.next, value.into()))
    }
    #[inline(always)]
    fn serialize_u16(self, value: u16) -> NextIndex {
        Ok(self.writer.unsigned(self.next, value.into()))
    }
    #[inline(always)]
    fn serialize_u32(self, value: u32) -> NextIndex {
        Ok(self.writer.unsigned(self.next, value.into()))
    }
    #[inline(always)]
    fn serialize_u64(self, value: u64) -> NextIndex {
        Ok(self.writer.unsigned(self.next, value))
    }
    fn serialize_f32(self, value: f32) -> NextIndex {
        Ok(self.writer.small(self.next, Kind::Float32, value.to_bits(), value))
    }
    fn serialize_f64(self, value: f64) -> NextIndex {
        Ok(self.writer.float(self.next, value))
    }
    fn serialize_char(self, value: char) -> NextIndex {
        Ok(self.writer.string(self.next, value.encode_utf8(&mut [0; 4])))
    }
    #[inline(always)]
    fn serialize_str(self, value: &str) -> NextIndex {
        Ok(self.writer.string(self.next, value))
    }
    fn serialize_bytes(self, value: &[u8]) -> NextIndex {
        value.serialize(self)
    }
    #[inline(always)]
    fn serialize_none(self) -> NextIndex {
        self.serialize_unit()
    }
    fn serialize_some<T: ?Sized + Serialize>(self, value: &T) -> NextIndex {
        value.serialize(self)
    }
    #[inline(always)]
    fn serialize_unit(self) -> NextIndex {
        Ok(self.writer.small(self.next, Kind::Null, 0, ()))
    }
    fn serialize_unit_struct(self, _: &'static str) -> NextIndex {
        self.serialize_unit()
    }
    #[inline(always)]
    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> NextIndex {
        Ok(self.writer.word(self.next, variant))
    }
    fn serialize_newtype_struct<T: ?Sized + Serialize>(
        self,
        name: &'static str,
        value: &T,
    ) -> NextIndex {
        match name {
            LASTING => Ok(self.writer.lasting(self.next, lasting_number(), value)),
            SUMMARISED => self.summarised(value),
            _ => value.serialize(self),
        }
    }
    fn serialize_newtype_variant<T: ?Sized + Serialize>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> NextIndex {
        let mut object = self.open(false);
        object.field(variant, value)?;
        object.close()
    }
    #[inline(always)]
    fn serialize_seq(self, _: Option<usize>) -> Result<JsonCompound<'p>, Never> {
        Ok(self.open(true))
    }
    #[inline(always)]
    fn serialize_tuple(self, _: usize) -> Result<JsonCompound<'p>, Never> {
        Ok(self.open(true))
    }
    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<JsonCompound<'p>, Never> {
        Ok(self.open(true))
    }
    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<JsonCompound<'p>, Never> {
        Ok(self.open_tagged(variant, true))
    }
    fn serialize_map(self, _: Option<usize>) -> Result<JsonCompound<'p>, Never> {
        Ok(self.open(false))
    }
    #[inline(always)]
    fn serialize_struct(self, _: &'static str, _: usize) -> Result<JsonCompound<'p>, Never> {
        Ok(self.open(false))
    }
    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<JsonCompound<'p>, Never> {
        Ok(self.open_tagged(variant, false))
    }
}

impl_compound_serializers!(JsonCompound -> usize);

impl ser::SerializeMap for JsonCompound<'_> {
    type Ok = usize;
    type Error = Never;
    fn serialize_key<T: ?Sized + Serialize>(&mut self, key: &T) -> Written {
        self.key(key);
        Ok(())
    }
    fn serialize_value<T: ?Sized + Serialize>(&mut self, value: &T) -> Written {
        self.put(self.here(), value)
    }
    #[inline(always)]
    fn end(self) -> NextIndex {
        self.close()
    }
}
