//! A MessagePack writer that costs a third of `rmp_serde`'s per view.
//!
//! *What it saves.* A large view has tens of thousands of values, most of them one byte long, and the bot
//! waits while they are written. `agon bench java` measures the result: 0.83 to 0.93 ms per turn besides
//! the bot's own time, with a goal of 1 ms (docs/bench.md); runs before this and other changes gave 1.16 and
//! 1.67 ms. It becomes unnecessary if `agon bench java` meets the goal with `rmp_serde`.
//!
//! *How.* Every value is appended directly to the buffer, without a writer trait and without error
//! handling. The output equals that of `rmp_serde` with named fields byte for byte; `tests/all/writers.rs`
//! compares the two.

use crate::compound::impl_compound_serializers;
use crate::never::{Never, Written};
use serde::ser::{self, Serialize};

/// Appends a value.
pub(crate) fn pack(value: &impl Serialize, out: &mut Vec<u8>) {
    let Ok::<_, Never>(()) = value.serialize(MsgpackSerializer(out));
}

/// The tags that open a list or a map: by whether the length is in the tag (less than 16), in two bytes or
/// in four.
struct CompoundTags {
    short: u8,
    two_bytes: u8,
    four_bytes: u8,
}

const LIST: CompoundTags = CompoundTags { short: 0x90, two_bytes: 0xdc, four_bytes: 0xdd };
const MAP: CompoundTags = CompoundTags { short: 0x80, two_bytes: 0xde, four_bytes: 0xdf };

impl CompoundTags {
    #[inline(always)]
    fn write(&self, length: usize, out: &mut Vec<u8>) {
        match length {
            0..16 => out.push(self.short | length as u8),
            16..0x1_0000 => tagged(self.two_bytes, (length as u16).to_be_bytes(), out),
            _ => tagged(self.four_bytes, (length as u32).to_be_bytes(), out),
        }
    }
}

#[inline(always)]
fn tagged<const N: usize>(tag: u8, bytes: [u8; N], out: &mut Vec<u8>) {
    out.push(tag);
    out.extend_from_slice(&bytes);
}

#[inline(always)]
fn text(text: &str, out: &mut Vec<u8>) {
    match text.len() {
        length @ 0..32 => out.push(0xa0 | length as u8),
        length @ 32..0x100 => tagged(0xd9, [length as u8], out),
        length @ 0x100..0x1_0000 => tagged(0xda, (length as u16).to_be_bytes(), out),
        length => tagged(0xdb, (length as u32).to_be_bytes(), out),
    }
    out.extend_from_slice(text.as_bytes());
}

#[inline(always)]
fn unsigned(number: u64, out: &mut Vec<u8>) {
    match number {
        0..0x80 => out.push(number as u8),
        0x80..0x100 => tagged(0xcc, [number as u8], out),
        0x100..0x1_0000 => tagged(0xcd, (number as u16).to_be_bytes(), out),
        0x1_0000..0x1_0000_0000 => tagged(0xce, (number as u32).to_be_bytes(), out),
        _ => tagged(0xcf, number.to_be_bytes(), out),
    }
}

#[inline(always)]
fn signed(number: i64, out: &mut Vec<u8>) {
    match number {
        0.. => unsigned(number as u64, out),
        -0x20..0 => out.push(number as u8),
        -0x80..-0x20 => tagged(0xd0, [number as u8], out),
        -0x8000..-0x80 => tagged(0xd1, (number as i16).to_be_bytes(), out),
        -0x8000_0000..-0x8000 => tagged(0xd2, (number as i32).to_be_bytes(), out),
        _ => tagged(0xd3, number.to_be_bytes(), out),
    }
}

/// Serializes one value.
struct MsgpackSerializer<'o>(&'o mut Vec<u8>);

impl<'o> MsgpackSerializer<'o> {
    #[inline(always)]
    fn compound(self, tags: CompoundTags, length: Option<usize>) -> MsgpackCompound<'o> {
        let counted = match length {
            Some(length) => {
                tags.write(length, self.0);
                None
            }
            None => Some(Counted { start: self.0.len(), tags, count: 0 }),
        };
        MsgpackCompound { out: self.0, counted }
    }

    /// Opens a map with one key.
    fn tag(&mut self, tag: &'static str) {
        MAP.write(1, self.0);
        text(tag, self.0);
    }
}

/// A list or a map whose items are being written.
struct MsgpackCompound<'o> {
    out: &'o mut Vec<u8>,
    /// Set if the length is known only at the end.
    counted: Option<Counted>,
}

/// Counts the items of a list or a map, whose header is inserted at `start` when it is closed.
struct Counted {
    start: usize,
    tags: CompoundTags,
    count: usize,
}

impl MsgpackCompound<'_> {
    /// A list item or a map key.
    #[inline(always)]
    fn item<T: ?Sized + Serialize>(&mut self, value: &T) -> Written {
        if let Some(counted) = &mut self.counted {
            counted.count += 1;
        }
        value.serialize(MsgpackSerializer(self.out))
    }

    #[inline(always)]
    fn field<T: ?Sized + Serialize>(&mut self, name: &'static str, value: &T) -> Written {
        text(name, self.out);
        value.serialize(MsgpackSerializer(self.out))
    }

    #[inline(always)]
    fn close(self) -> Written {
        if let Some(Counted { start, tags, count }) = self.counted {
            let mut bytes = Vec::new();
            tags.write(count, &mut bytes);
            self.out.splice(start..start, bytes);
        }
        Ok(())
    }
}

/// Implements the methods for integers: each is widened to 64 bits and written as short as possible.
macro_rules! numbers {
    ($($method:ident $type:ty as $wide:ty: $write:ident),*) => {
        $(#[inline(always)]
        fn $method(self, value: $type) -> Written {
            $write(<$wide>::from(value), self.0);
            Ok(())
        })*
    };
}

impl<'o> ser::Serializer for MsgpackSerializer<'o> {
    type Ok = ();
    type Error = Never;
    type SerializeSeq = MsgpackCompound<'o>;
    type SerializeTuple = MsgpackCompound<'o>;
    type SerializeTupleStruct = MsgpackCompound<'o>;
    type SerializeTupleVariant = MsgpackCompound<'o>;
    type SerializeMap = MsgpackCompound<'o>;
    type SerializeStruct = MsgpackCompound<'o>;
    type SerializeStructVariant = MsgpackCompound<'o>;

    numbers!(
        serialize_i8 i8 as i64: signed, serialize_i16 i16 as i64: signed,
        serialize_i32 i32 as i64: signed, serialize_i64 i64 as i64: signed,
        serialize_u8 u8 as u64: unsigned, serialize_u16 u16 as u64: unsigned,
        serialize_u32 u32 as u64: unsigned, serialize_u64 u64 as u64: unsigned
    );

    #[inline(always)]
    fn serialize_bool(self, value: bool) -> Written {
        self.0.push(0xc2 | u8::from(value));
        Ok(())
    }
    fn serialize_f32(self, value: f32) -> Written {
        tagged(0xca, value.to_be_bytes(), self.0);
        Ok(())
    }
    fn serialize_f64(self, value: f64) -> Written {
        tagged(0xcb, value.to_be_bytes(), self.0);
        Ok(())
    }
    fn serialize_char(self, value: char) -> Written {
        text(value.encode_utf8(&mut [0; 4]), self.0);
        Ok(())
    }
    #[inline(always)]
    fn serialize_str(self, value: &str) -> Written {
        text(value, self.0);
        Ok(())
    }
    fn serialize_bytes(self, value: &[u8]) -> Written {
        match value.len() {
            length @ 0..0x100 => tagged(0xc4, [length as u8], self.0),
            length @ 0x100..0x1_0000 => tagged(0xc5, (length as u16).to_be_bytes(), self.0),
            length => tagged(0xc6, (length as u32).to_be_bytes(), self.0),
        }
        self.0.extend_from_slice(value);
        Ok(())
    }
    fn serialize_none(self) -> Written {
        self.serialize_unit()
    }
    fn serialize_some<T: ?Sized + Serialize>(self, value: &T) -> Written {
        value.serialize(self)
    }
    fn serialize_unit(self) -> Written {
        self.0.push(0xc0);
        Ok(())
    }
    fn serialize_unit_struct(self, _: &'static str) -> Written {
        LIST.write(0, self.0);
        Ok(())
    }
    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Written {
        text(variant, self.0);
        Ok(())
    }
    fn serialize_newtype_struct<T: ?Sized + Serialize>(
        self,
        _: &'static str,
        value: &T,
    ) -> Written {
        value.serialize(self)
    }
    fn serialize_newtype_variant<T: ?Sized + Serialize>(
        mut self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Written {
        self.tag(variant);
        value.serialize(self)
    }
    #[inline(always)]
    fn serialize_seq(self, length: Option<usize>) -> Result<MsgpackCompound<'o>, Never> {
        Ok(self.compound(LIST, length))
    }
    #[inline(always)]
    fn serialize_tuple(self, length: usize) -> Result<MsgpackCompound<'o>, Never> {
        Ok(self.compound(LIST, Some(length)))
    }
    fn serialize_tuple_struct(
        self,
        _: &'static str,
        length: usize,
    ) -> Result<MsgpackCompound<'o>, Never> {
        Ok(self.compound(LIST, Some(length)))
    }
    fn serialize_tuple_variant(
        mut self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        length: usize,
    ) -> Result<MsgpackCompound<'o>, Never> {
        self.tag(variant);
        Ok(self.compound(LIST, Some(length)))
    }
    fn serialize_map(self, length: Option<usize>) -> Result<MsgpackCompound<'o>, Never> {
        Ok(self.compound(MAP, length))
    }
    #[inline(always)]
    fn serialize_struct(
        self,
        _: &'static str,
        length: usize,
    ) -> Result<MsgpackCompound<'o>, Never> {
        Ok(self.compound(MAP, Some(length)))
    }
    fn serialize_struct_variant(
        mut self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        length: usize,
    ) -> Result<MsgpackCompound<'o>, Never> {
        self.tag(variant);
        Ok(self.compound(MAP, Some(length)))
    }
}

impl_compound_serializers!(MsgpackCompound -> ());

impl ser::SerializeMap for MsgpackCompound<'_> {
    type Ok = ();
    type Error = Never;
    fn serialize_key<T: ?Sized + Serialize>(&mut self, key: &T) -> Written {
        self.item(key)
    }
    fn serialize_value<T: ?Sized + Serialize>(&mut self, value: &T) -> Written {
        value.serialize(MsgpackSerializer(self.out))
    }
    fn end(self) -> Written {
        self.close()
    }
}
