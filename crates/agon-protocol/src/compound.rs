//! Implements the `serde` traits for lists and structs once for both formats.

/// Implements the six compound traits (`SerializeSeq` to `SerializeStructVariant`) for a type with the
/// methods `item`, `field` and `close`; `close` returns `$end`.
macro_rules! impl_compound_serializers {
    ($compound:ident -> $end:ty) => {
        impl_compound_serializers!(@lists $compound, $end: SerializeSeq serialize_element,
            SerializeTuple serialize_element, SerializeTupleStruct serialize_field,
            SerializeTupleVariant serialize_field);
        impl_compound_serializers!(@structs $compound, $end: SerializeStruct, SerializeStructVariant);
    };
    (@lists $compound:ident, $end:ty: $($list:ident $item:ident),*) => {
        $(impl ser::$list for $compound<'_> {
            type Ok = $end;
            type Error = Never;
            #[inline(always)]
            fn $item<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), Never> {
                self.item(value)
            }
            #[inline(always)]
            fn end(self) -> Result<$end, Never> {
                self.close()
            }
        })*
    };
    (@structs $compound:ident, $end:ty: $($object:ident),*) => {
        $(impl ser::$object for $compound<'_> {
            type Ok = $end;
            type Error = Never;
            #[inline(always)]
            fn serialize_field<T: ?Sized + Serialize>(
                &mut self,
                name: &'static str,
                value: &T,
            ) -> Result<(), Never> {
                self.field(name, value)
            }
            #[inline(always)]
            fn end(self) -> Result<$end, Never> {
                self.close()
            }
        })*
    };
}

pub(crate) use impl_compound_serializers;
