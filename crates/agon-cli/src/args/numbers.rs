//! Errors about numbers, in words that say what to write.

use agon_core::safe_line;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::error::Error;
use std::num::{IntErrorKind, ParseFloatError, ParseIntError};

/// Games at the same time. Each takes a thread, and bots of their own.
const MAX_JOBS: usize = 4096;

/// Reads a number of games that are played at the same time.
pub fn jobs(text: &str) -> Result<usize, String> {
    let jobs = text.parse().ok().filter(|jobs| (1..=MAX_JOBS).contains(jobs));
    jobs.ok_or_else(|| format!("write a whole number from 1 to {MAX_JOBS}"))
}

/// How all errors about arguments end.
const MORE: &str = "For more information, try '--help'.";

/// Whether an argument that no option takes is a negative number. Clap takes it for a group of options.
fn is_negative_number(argument: &str) -> bool {
    argument.strip_prefix('-').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// Replaces what Rust's parsers say about a number ("invalid digit found in string"). Other errors stay.
pub fn in_our_words(error: clap::Error) -> clap::Error {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.as_str(),
        _ => "",
    };
    let unknown = text(ContextKind::InvalidArg);
    if error.kind() == ErrorKind::UnknownArgument && is_negative_number(unknown) {
        let sentence = format!("'{}' is negative: write a number from 0 on", safe_line(unknown));
        return clap::Error::raw(ErrorKind::UnknownArgument, format!("{sentence}\n\n{MORE}\n"));
    }
    let (value, argument) = (text(ContextKind::InvalidValue), text(ContextKind::InvalidArg));
    let Some(advice) = error.source().and_then(|source| advice(source, value)) else {
        return error;
    };
    let sentence = format!("invalid value '{}' for '{argument}': {advice}", safe_line(value));
    clap::Error::raw(ErrorKind::ValueValidation, format!("{sentence}\n\n{MORE}\n"))
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
