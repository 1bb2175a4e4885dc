//! Parts of views that a writer compares as a whole with those of the turn before.

use serde::{Serialize, Serializer};
use std::cell::RefCell;

/// The name of the newtype struct as which a part with a summary is serialized.
pub const SUMMARISED: &str = "agon::Summarised";

thread_local! {
    static SUMMARY: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Serializes a part of a view as its content is, inside a newtype struct with the name [`SUMMARISED`].
///
/// `summarise` writes bytes that determine the content: parts with equal summaries must be equal. Writing and
/// comparing these bytes must be cheaper than comparing the values one by one.
pub fn serialize_summarised<S: Serializer>(
    serializer: S,
    content: &impl Serialize,
    summarise: impl FnOnce(&mut Vec<u8>),
) -> Result<S::Ok, S::Error> {
    SUMMARY.with_borrow_mut(|summary| {
        summary.clear();
        summarise(summary);
    });
    serializer.serialize_newtype_struct(SUMMARISED, content)
}

/// Shows the summary of the part that this thread serializes. A serializer that is given a newtype struct
/// called [`SUMMARISED`] may ask for it, before it reads the content.
pub fn with_summary<R>(look: impl FnOnce(&[u8]) -> R) -> R {
    SUMMARY.with_borrow(|summary| look(summary))
}
