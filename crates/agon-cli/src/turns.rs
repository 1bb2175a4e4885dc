//! Prints turns as text: `--log` of `agon play` and `agon replay show`.

use crate::usage;
use agon_core::{Contest, Seat};
use agon_replay::TurnLog;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::io::{self, Write};

/// The seat of a name such as `blue`.
pub fn seat_named<G: Contest>(name: &str, seats: usize) -> anyhow::Result<Seat> {
    let names = &G::INFO.seat_names[..seats];
    match names.iter().position(|seat| seat.eq_ignore_ascii_case(name)) {
        Some(seat) => Ok(Seat(seat as u8)),
        None => {
            let known = names.join(", ");
            Err(usage(format!("there is no seat `{name}`: choose one of {known}")))
        }
    }
}

/// Which turns to print: those of all seats, or of one.
pub struct TurnFilter(Option<Seat>);

impl TurnFilter {
    /// The filter that the value of `--log` asks for.
    pub fn new<G: Contest>(seat: Option<&str>, seats: usize) -> anyhow::Result<TurnFilter> {
        Ok(TurnFilter(seat.map(|name| seat_named::<G>(name, seats)).transpose()?))
    }

    /// The turns of one seat.
    pub fn of(seat: Seat) -> TurnFilter {
        TurnFilter(Some(seat))
    }

    /// Whether this turn is printed.
    pub fn admits(&self, turn: &TurnLog) -> bool {
        self.admits_seat(turn.seat)
    }

    /// Whether the turns of this seat are printed.
    pub fn admits_seat(&self, seat: Seat) -> bool {
        self.0.is_none_or(|only| only == seat)
    }
}

/// An output that several scribes print to while a match is played. It keeps the first failure, because a
/// scribe cannot return one.
pub struct SharedOut<'a> {
    out: RefCell<&'a mut dyn Write>,
    failed: RefCell<Option<io::Error>>,
}

impl<'a> SharedOut<'a> {
    pub fn new(out: &'a mut dyn Write) -> SharedOut<'a> {
        SharedOut { out: RefCell::new(out), failed: RefCell::new(None) }
    }

    /// Prints at once, so that the output can be read while the match goes on.
    pub fn print(&self, text: &str) {
        let mut failed = self.failed.borrow_mut();
        if failed.is_none() {
            let mut out = self.out.borrow_mut();
            *failed = out.write_all(text.as_bytes()).and_then(|()| out.flush()).err();
        }
    }

    /// The first failure, if there was one.
    pub fn finish(&self) -> io::Result<()> {
        self.failed.take().map_or(Ok(()), Err)
    }
}

/// Prints the turns that the filter admits. Of a dead program only the first turn is printed.
pub fn print_turns<'a>(
    filter: Option<&'a TurnFilter>,
    out: &'a SharedOut<'a>,
) -> impl FnMut(TurnLog) + 'a {
    let mut dead = BTreeSet::new();
    move |turn| {
        let is_known = turn.is_gone && !dead.insert(turn.seat);
        if !is_known && filter.is_some_and(|filter| filter.admits(&turn)) {
            out.print(&turn.to_string());
        }
    }
}
