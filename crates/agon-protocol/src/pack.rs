//! Writing MessagePack, to the byte as `rmp_serde` does: names and not numbers, everything as short as
//! it can be. A full view has tens of thousands of values, most of them of one byte; what a library
//! spends on each of those is what bots would wait for.

use crate::inside::inside;
use crate::never::Never;
use serde::ser::{self, Serialize};

/// Appends a value.
pub(crate) fn pack(value: &impl Serialize, out: &mut Vec<u8>) {
    let Ok::<_, Never>(()) = value.serialize(Packer(out));
}

type Done = Result<(), Never>;

/// How a list or a map begins: the tag of a short one, of one whose length takes two bytes, and four.
struct Head {
    short: u8,
    two: u8,
    four: u8,
}

const LIST: Head = Head { short: 0x90, two: 0xdc, four: 0xdd };
const MAP: Head = Head { short: 0x80, two: 0xde, four: 0xdf };

impl Head {
    #[inline(always)]
    fn write(&self, length: usize, out: &mut Vec<u8>) {
        match length {
            0..16 => out.push(self.short | length as u8),
            16..0x1_0000 => tagged(self.two, (length as u16).to_be_bytes(), out),
            _ => tagged(self.four, (length as u32).to_be_bytes(), out),
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

/// Takes one value.
struct Packer<'o>(&'o mut Vec<u8>);

impl<'o> Packer<'o> {
    #[inline(always)]
    fn inside(self, head: Head, length: Option<usize>) -> Inside<'o> {
        let unknown = match length {
            Some(length) => {
                head.write(length, self.0);
                None
            }
            None => Some(Unknown { start: self.0.len(), head, count: 0 }),
        };
        Inside { out: self.0, unknown }
    }

    /// A map with one key.
    fn tag(&mut self, tag: &'static str) {
        MAP.write(1, self.0);
        text(tag, self.0);
    }
}

/// The inside of a list or a map.
struct Inside<'o> {
    out: &'o mut Vec<u8>,
    unknown: Option<Unknown>,
}

/// A list or a map whose length is known only at its end.
struct Unknown {
    start: usize,
    head: Head,
    count: usize,
}

impl Inside<'_> {
    /// A value of a list, or a key of a map.
    #[inline(always)]
    fn item<T: ?Sized + Serialize>(&mut self, value: &T) -> Done {
        if let Some(unknown) = &mut self.unknown {
            unknown.count += 1;
        }
        value.serialize(Packer(self.out))
    }

    #[inline(always)]
    fn field<T: ?Sized + Serialize>(&mut self, name: &'static str, value: &T) -> Done {
        text(name, self.out);
        value.serialize(Packer(self.out))
    }

    #[inline(always)]
    fn close(self) -> Done {
        if let Some(Unknown { start, head, count }) = self.unknown {
            let mut bytes = Vec::new();
            head.write(count, &mut bytes);
            self.out.splice(start..start, bytes);
        }
        Ok(())
    }
}

/// Numbers by the width that they have in Rust.
macro_rules! numbers {
    ($($method:ident $type:ty as $wide:ty: $write:ident),*) => {
        $(#[inline(always)]
        fn $method(self, value: $type) -> Done {
            $write(<$wide>::from(value), self.0);
            Ok(())
        })*
    };
}

impl<'o> ser::Serializer for Packer<'o> {
    type Ok = ();
    type Error = Never;
    type SerializeSeq = Inside<'o>;
    type SerializeTuple = Inside<'o>;
    type SerializeTupleStruct = Inside<'o>;
    type SerializeTupleVariant = Inside<'o>;
    type SerializeMap = Inside<'o>;
    type SerializeStruct = Inside<'o>;
    type SerializeStructVariant = Inside<'o>;

    numbers!(
        serialize_i8 i8 as i64: signed, serialize_i16 i16 as i64: signed,
        serialize_i32 i32 as i64: signed, serialize_i64 i64 as i64: signed,
        serialize_u8 u8 as u64: unsigned, serialize_u16 u16 as u64: unsigned,
        serialize_u32 u32 as u64: unsigned, serialize_u64 u64 as u64: unsigned
    );

    #[inline(always)]
    fn serialize_bool(self, value: bool) -> Done {
        self.0.push(0xc2 | u8::from(value));
        Ok(())
    }
    fn serialize_f32(self, value: f32) -> Done {
        tagged(0xca, value.to_be_bytes(), self.0);
        Ok(())
    }
    fn serialize_f64(self, value: f64) -> Done {
        tagged(0xcb, value.to_be_bytes(), self.0);
        Ok(())
    }
    fn serialize_char(self, value: char) -> Done {
        text(value.encode_utf8(&mut [0; 4]), self.0);
        Ok(())
    }
    #[inline(always)]
    fn serialize_str(self, value: &str) -> Done {
        text(value, self.0);
        Ok(())
    }
    fn serialize_bytes(self, value: &[u8]) -> Done {
        match value.len() {
            length @ 0..0x100 => tagged(0xc4, [length as u8], self.0),
            length @ 0x100..0x1_0000 => tagged(0xc5, (length as u16).to_be_bytes(), self.0),
            length => tagged(0xc6, (length as u32).to_be_bytes(), self.0),
        }
        self.0.extend_from_slice(value);
        Ok(())
    }
    fn serialize_none(self) -> Done {
        self.serialize_unit()
    }
    fn serialize_some<T: ?Sized + Serialize>(self, value: &T) -> Done {
        value.serialize(self)
    }
    fn serialize_unit(self) -> Done {
        self.0.push(0xc0);
        Ok(())
    }
    fn serialize_unit_struct(self, _: &'static str) -> Done {
        LIST.write(0, self.0);
        Ok(())
    }
    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Done {
        text(variant, self.0);
        Ok(())
    }
    fn serialize_newtype_struct<T: ?Sized + Serialize>(self, _: &'static str, value: &T) -> Done {
        value.serialize(self)
    }
    fn serialize_newtype_variant<T: ?Sized + Serialize>(
        mut self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Done {
        self.tag(variant);
        value.serialize(self)
    }
    #[inline(always)]
    fn serialize_seq(self, length: Option<usize>) -> Result<Inside<'o>, Never> {
        Ok(self.inside(LIST, length))
    }
    #[inline(always)]
    fn serialize_tuple(self, length: usize) -> Result<Inside<'o>, Never> {
        Ok(self.inside(LIST, Some(length)))
    }
    fn serialize_tuple_struct(self, _: &'static str, length: usize) -> Result<Inside<'o>, Never> {
        Ok(self.inside(LIST, Some(length)))
    }
    fn serialize_tuple_variant(
        mut self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        length: usize,
    ) -> Result<Inside<'o>, Never> {
        self.tag(variant);
        Ok(self.inside(LIST, Some(length)))
    }
    fn serialize_map(self, length: Option<usize>) -> Result<Inside<'o>, Never> {
        Ok(self.inside(MAP, length))
    }
    #[inline(always)]
    fn serialize_struct(self, _: &'static str, length: usize) -> Result<Inside<'o>, Never> {
        Ok(self.inside(MAP, Some(length)))
    }
    fn serialize_struct_variant(
        mut self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        length: usize,
    ) -> Result<Inside<'o>, Never> {
        self.tag(variant);
        Ok(self.inside(MAP, Some(length)))
    }
}

inside!(Inside gives ());

impl ser::SerializeMap for Inside<'_> {
    type Ok = ();
    type Error = Never;
    fn serialize_key<T: ?Sized + Serialize>(&mut self, key: &T) -> Done {
        self.item(key)
    }
    fn serialize_value<T: ?Sized + Serialize>(&mut self, value: &T) -> Done {
        value.serialize(Packer(self.out))
    }
    fn end(self) -> Done {
        self.close()
    }
}
