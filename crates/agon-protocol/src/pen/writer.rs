//! What `serde` says of a value, as pieces of text.

use super::{Done, Kind, Pen};
use serde::ser::{self, Serialize};
use std::mem::replace;

/// Takes one value.
pub(super) struct Writer<'p>(pub(super) &'p mut Pen);

impl<'p> Writer<'p> {
    #[inline(always)]
    fn open(self, list: bool) -> Result<Inside<'p>, serde_json::Error> {
        self.0.bracket(Kind::Open, if list { b'[' } else { b'{' })?;
        let close = if list { b']' } else { b'}' };
        Ok(Inside { pen: self.0, is_first: true, close, is_tagged: false })
    }

    /// An object with one field, whose value is a list or an object.
    fn open_tagged(self, tag: &'static str, list: bool) -> Result<Inside<'p>, serde_json::Error> {
        self.0.bracket(Kind::Open, b'{')?;
        self.0.name(tag)?;
        Ok(Inside { is_tagged: true, ..self.open(list)? })
    }
}

/// The inside of a list or an object, after its opening bracket.
pub(super) struct Inside<'p> {
    pen: &'p mut Pen,
    is_first: bool,
    close: u8,
    /// Whether an object around it is closed with it.
    is_tagged: bool,
}

impl Inside<'_> {
    #[inline(always)]
    fn separate(&mut self) {
        self.pen.needs_comma = !replace(&mut self.is_first, false);
    }

    #[inline(always)]
    fn item<T: ?Sized + Serialize>(&mut self, value: &T) -> Done {
        self.separate();
        value.serialize(Writer(self.pen))
    }

    #[inline(always)]
    fn field<T: ?Sized + Serialize>(&mut self, name: &'static str, value: &T) -> Done {
        self.separate();
        self.pen.name(name)?;
        value.serialize(Writer(self.pen))
    }

    /// A key of a map is text, whatever it is in Rust.
    fn key<T: ?Sized + Serialize>(&mut self, key: &T) -> Done {
        self.separate();
        let mut text = serde_json::to_vec(key)?;
        if text.first() != Some(&b'"') {
            text.insert(0, b'"');
            text.push(b'"');
        }
        self.pen.change(self.pen.expected(), Kind::Key, 0, |out| {
            out.append(&mut text);
            out.push(b':');
            Ok(())
        })
    }

    #[inline(always)]
    fn close(self) -> Done {
        self.pen.bracket(Kind::Close, self.close)?;
        if self.is_tagged {
            self.pen.bracket(Kind::Close, b'}')?;
        }
        Ok(())
    }
}

impl<'p> ser::Serializer for Writer<'p> {
    type Ok = ();
    type Error = serde_json::Error;
    type SerializeSeq = Inside<'p>;
    type SerializeTuple = Inside<'p>;
    type SerializeTupleStruct = Inside<'p>;
    type SerializeTupleVariant = Inside<'p>;
    type SerializeMap = Inside<'p>;
    type SerializeStruct = Inside<'p>;
    type SerializeStructVariant = Inside<'p>;

    #[inline(always)]
    fn serialize_bool(self, value: bool) -> Done {
        self.0.piece(Kind::Bool, value.into(), |out| serde_json::to_writer(out, &value))
    }
    #[inline(always)]
    fn serialize_i8(self, value: i8) -> Done {
        self.0.signed(value.into())
    }
    #[inline(always)]
    fn serialize_i16(self, value: i16) -> Done {
        self.0.signed(value.into())
    }
    #[inline(always)]
    fn serialize_i32(self, value: i32) -> Done {
        self.0.signed(value.into())
    }
    #[inline(always)]
    fn serialize_i64(self, value: i64) -> Done {
        self.0.signed(value)
    }
    #[inline(always)]
    fn serialize_u8(self, value: u8) -> Done {
        self.0.unsigned(value.into())
    }
    #[inline(always)]
    fn serialize_u16(self, value: u16) -> Done {
        self.0.unsigned(value.into())
    }
    #[inline(always)]
    fn serialize_u32(self, value: u32) -> Done {
        self.0.unsigned(value.into())
    }
    #[inline(always)]
    fn serialize_u64(self, value: u64) -> Done {
        self.0.unsigned(value)
    }
    fn serialize_f32(self, value: f32) -> Done {
        let bits = value.to_bits().into();
        self.0.piece(Kind::Float32, bits, |out| serde_json::to_writer(out, &value))
    }
    fn serialize_f64(self, value: f64) -> Done {
        self.0.piece(Kind::Float64, value.to_bits(), |out| serde_json::to_writer(out, &value))
    }
    fn serialize_char(self, value: char) -> Done {
        self.0.string(value.encode_utf8(&mut [0; 4]))
    }
    #[inline(always)]
    fn serialize_str(self, value: &str) -> Done {
        self.0.string(value)
    }
    fn serialize_bytes(self, value: &[u8]) -> Done {
        value.serialize(self)
    }
    #[inline(always)]
    fn serialize_none(self) -> Done {
        self.serialize_unit()
    }
    fn serialize_some<T: ?Sized + Serialize>(self, value: &T) -> Done {
        value.serialize(self)
    }
    #[inline(always)]
    fn serialize_unit(self) -> Done {
        self.0.piece(Kind::Null, 0, |out| serde_json::to_writer(out, &()))
    }
    fn serialize_unit_struct(self, _: &'static str) -> Done {
        self.serialize_unit()
    }
    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Done {
        self.0.word(variant)
    }
    fn serialize_newtype_struct<T: ?Sized + Serialize>(self, _: &'static str, value: &T) -> Done {
        value.serialize(self)
    }
    fn serialize_newtype_variant<T: ?Sized + Serialize>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Done {
        let mut inside = self.open(false)?;
        inside.field(variant, value)?;
        inside.close()
    }
    #[inline(always)]
    fn serialize_seq(self, _: Option<usize>) -> Result<Inside<'p>, serde_json::Error> {
        self.open(true)
    }
    #[inline(always)]
    fn serialize_tuple(self, _: usize) -> Result<Inside<'p>, serde_json::Error> {
        self.open(true)
    }
    fn serialize_tuple_struct(
        self,
        _: &'static str,
        _: usize,
    ) -> Result<Inside<'p>, serde_json::Error> {
        self.open(true)
    }
    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Inside<'p>, serde_json::Error> {
        self.open_tagged(variant, true)
    }
    fn serialize_map(self, _: Option<usize>) -> Result<Inside<'p>, serde_json::Error> {
        self.open(false)
    }
    #[inline(always)]
    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Inside<'p>, serde_json::Error> {
        self.open(false)
    }
    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Inside<'p>, serde_json::Error> {
        self.open_tagged(variant, false)
    }
}

/// What goes into lists of any kind, and what into structs.
macro_rules! inside {
    ($($list:ident $item:ident),*; $($object:ident),*) => {
        $(impl ser::$list for Inside<'_> {
            type Ok = ();
            type Error = serde_json::Error;
            #[inline(always)]
            fn $item<T: ?Sized + Serialize>(&mut self, value: &T) -> Done {
                self.item(value)
            }
            fn end(self) -> Done {
                self.close()
            }
        })*
        $(impl ser::$object for Inside<'_> {
            type Ok = ();
            type Error = serde_json::Error;
            #[inline(always)]
            fn serialize_field<T: ?Sized + Serialize>(
                &mut self,
                name: &'static str,
                value: &T,
            ) -> Done {
                self.field(name, value)
            }
            fn end(self) -> Done {
                self.close()
            }
        })*
    };
}

inside!(
    SerializeSeq serialize_element, SerializeTuple serialize_element,
    SerializeTupleStruct serialize_field, SerializeTupleVariant serialize_field;
    SerializeStruct, SerializeStructVariant
);

impl ser::SerializeMap for Inside<'_> {
    type Ok = ();
    type Error = serde_json::Error;
    fn serialize_key<T: ?Sized + Serialize>(&mut self, key: &T) -> Done {
        self.key(key)
    }
    fn serialize_value<T: ?Sized + Serialize>(&mut self, value: &T) -> Done {
        value.serialize(Writer(self.pen))
    }
    fn end(self) -> Done {
        self.close()
    }
}
