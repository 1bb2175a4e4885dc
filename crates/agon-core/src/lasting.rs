//! Parts of views that stay the same for many turns.

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use std::cell::Cell;
use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A part of a view that stays the same for many turns, as the terrain of a map: copies share it, and a
/// writer that repeats the view can recognise it by its number without reading it.
///
/// It is serialized as its content is, inside a newtype struct with the name [`LASTING`].
#[derive(Debug)]
pub struct Lasting<T> {
    content: Arc<T>,
    /// Equal numbers mean equal content.
    number: u64,
}

/// The name of the newtype struct as which a [`Lasting`] is serialized.
pub const LASTING: &str = "agon::Lasting";

thread_local! {
    static BEING_SERIALIZED: Cell<u64> = const { Cell::new(0) };
}

/// The number of the [`Lasting`] that this thread serializes. A serializer that is given a newtype struct
/// called [`LASTING`] may ask for it, before it reads the content.
pub fn lasting_number() -> u64 {
    BEING_SERIALIZED.get()
}

impl<T> Lasting<T> {
    /// Changes the content, which has another number from now on.
    pub fn edit(&mut self) -> &mut T
    where
        T: Clone,
    {
        self.number = next_number();
        Arc::make_mut(&mut self.content)
    }
}

fn next_number() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

impl<T> From<T> for Lasting<T> {
    fn from(content: T) -> Lasting<T> {
        Lasting { content: Arc::new(content), number: next_number() }
    }
}

impl<T> Deref for Lasting<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.content
    }
}

impl<T> Clone for Lasting<T> {
    fn clone(&self) -> Lasting<T> {
        Lasting { content: Arc::clone(&self.content), number: self.number }
    }

    fn clone_from(&mut self, other: &Lasting<T>) {
        if self.number != other.number {
            *self = other.clone();
        }
    }
}

impl<T: Default> Default for Lasting<T> {
    fn default() -> Lasting<T> {
        T::default().into()
    }
}

impl<T: PartialEq> PartialEq for Lasting<T> {
    fn eq(&self, other: &Lasting<T>) -> bool {
        self.number == other.number || self.content == other.content
    }
}

impl<T: Eq> Eq for Lasting<T> {}

impl<T: Serialize> Serialize for Lasting<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        BEING_SERIALIZED.set(self.number);
        serializer.serialize_newtype_struct(LASTING, &*self.content)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Lasting<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Lasting<T>, D::Error> {
        T::deserialize(deserializer).map(Lasting::from)
    }
}

impl<T: JsonSchema> JsonSchema for Lasting<T> {
    fn inline_schema() -> bool {
        T::inline_schema()
    }

    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }

    fn schema_id() -> Cow<'static, str> {
        T::schema_id()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        T::json_schema(generator)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_are_one_value_until_one_is_edited() {
        let first = Lasting::from(vec![1, 2]);
        let mut copy = first.clone();
        assert!(Arc::ptr_eq(&first.content, &copy.content));
        copy.edit().push(3);
        assert_ne!(first.number, copy.number);
        assert_eq!((&*first, &*copy), (&vec![1, 2], &vec![1, 2, 3]));
        copy.edit().pop();
        assert_eq!(first, copy, "equal content under another number");
    }

    #[test]
    fn it_is_written_and_read_as_its_content() {
        let list = Lasting::from(vec![4, 5]);
        let text = serde_json::to_string(&list).unwrap();
        assert_eq!(text, "[4,5]");
        assert_eq!(lasting_number(), list.number);
        assert_eq!(serde_json::from_str::<Lasting<Vec<i32>>>(&text).unwrap(), list);
    }
}
