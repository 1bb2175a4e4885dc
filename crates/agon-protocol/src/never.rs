//! What can go wrong when plain data is written.

use serde::ser;
use std::fmt::{self, Display, Formatter};

/// Nothing. Said as a type, so that nobody has to look after every value whether it has.
#[derive(Debug)]
pub(crate) enum Never {}

impl Display for Never {
    fn fmt(&self, _: &mut Formatter<'_>) -> fmt::Result {
        match *self {}
    }
}

impl std::error::Error for Never {}

impl ser::Error for Never {
    fn custom<T: Display>(fault: T) -> Never {
        panic!("a message is not plain data: {fault}")
    }
}
