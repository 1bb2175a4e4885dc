//! What `serde` wants to be told once for every kind of list and struct.

/// Lets a type be the inside of lists and structs of any kind: it has `item`, `field` and `close`, which
/// gives back `$end`.
macro_rules! inside {
    ($inside:ident gives $end:ty) => {
        inside!(@lists $inside, $end: SerializeSeq serialize_element,
            SerializeTuple serialize_element, SerializeTupleStruct serialize_field,
            SerializeTupleVariant serialize_field);
        inside!(@structs $inside, $end: SerializeStruct, SerializeStructVariant);
    };
    (@lists $inside:ident, $end:ty: $($list:ident $item:ident),*) => {
        $(impl ser::$list for $inside<'_> {
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
    (@structs $inside:ident, $end:ty: $($object:ident),*) => {
        $(impl ser::$object for $inside<'_> {
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

pub(crate) use inside;
