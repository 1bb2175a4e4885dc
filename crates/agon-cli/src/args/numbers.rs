//! Errors about numbers, in words that say what to write.

use agon_core::safe_line;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::error::Error;
use std::num::{IntErrorKind, ParseFloatError, ParseIntError};

/// Replaces what Rust's parsers say about a number ("invalid digit found in string"). Other errors stay.
pub fn in_our_words(error: clap::Error) -> clap::Error {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.as_str(),
        _ => "",
    };
    let (value, argument) = (text(ContextKind::InvalidValue), text(ContextKind::InvalidArg));
    let Some(advice) = error.source().and_then(|source| advice(source, value)) else {
        return error;
    };
    let sentence = format!("invalid value '{}' for '{argument}': {advice}", safe_line(value));
    let more = "For more information, try '--help'.";
    clap::Error::raw(ErrorKind::ValueValidation, format!("{sentence}\n\n{more}\n"))
}

/// What to write instead of `value`, if a number was expected.
fn advice(source: &(dyn Error + 'static), value: &str) -> Option<&'static str> {
    if let Some(fault) = source.downcast_ref::<ParseIntError>() {
        return Some(match fault.kind() {
            IntErrorKind::PosOverflow => "the number is too large",
            IntErrorKind::NegOverflow => "the number is too small",
            IntErrorKind::Zero => "write a whole number from 1 on",
            _ if value.starts_with('-') => "write a whole number from 0 on",
            _ => "write a whole number",
        });
    }
    source.is::<ParseFloatError>().then_some("write a number")
}
