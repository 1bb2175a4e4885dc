//! The error type of the writers in this crate.

use serde::ser;
use std::fmt::{self, Display, Formatter};

/// Uninhabited error type: writing to memory cannot fail.
#[derive(Debug)]
pub(crate) enum Never {}

/// The result of a write that returns no value.
pub(crate) type Written = Result<(), Never>;

impl Display for Never {
    fn fmt(&self, _: &mut Formatter<'_>) -> fmt::Result {
        match *self {}
    }
}

impl std::error::Error for Never {}

impl ser::Error for Never {
    fn custom<T: Display>(fault: T) -> Never {
        panic!("a message must be plain data: {fault}")
    }
}
