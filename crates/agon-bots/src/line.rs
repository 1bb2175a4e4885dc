//! The line between a session and whatever answers at the other end: a process, or a script in tests.

use crate::overload::Span;
use agon_protocol::Format;
use agon_runner::Trouble;
use std::time::{Duration, Instant};

/// A line to a bot: bytes both ways, each with a deadline, and what the bot says on the side.
pub trait Line: Send {
    /// Writes all of `bytes`, or fails at the deadline.
    fn send(&mut self, bytes: &[u8], deadline: Option<Instant>) -> Result<(), Break>;

    /// Waits for the next message, written in this format, or fails at the deadline.
    fn receive(&mut self, format: Format, deadline: Option<Instant>) -> Result<&[u8], Break>;

    /// Whether [`Line::receive`] would find something without waiting.
    fn has_heard(&self, _format: Format) -> bool {
        false
    }

    /// What the bot has written to its log since this was last asked.
    fn take_log(&mut self) -> String {
        String::new()
    }

    /// Whether the program at the other end is one of ours that counts the bot's energy. Nobody else
    /// is believed.
    fn counts_energy(&self) -> bool {
        false
    }

    /// The bot's turn is over: it has nothing to think about until [`Line::wake`].
    fn rest(&mut self) {}

    /// The bot's turn begins.
    fn wake(&mut self) {}

    /// A turn begins in which the bot has so much time.
    fn begin_turn(&mut self, _allowed: Duration) {}

    /// How long other programs kept the bot from running.
    fn kept_waiting(&mut self, _span: Span) -> Duration {
        Duration::ZERO
    }

    /// Hangs up and says how the other end has ended. After this nothing is sent or received.
    fn hang_up(&mut self, manner: HangUp) -> Farewell;

    /// Nobody needs the line any more. Who hung up [`HangUp::ForNow`] may be called again from here on.
    fn put_away(self)
    where
        Self: Sized,
    {
    }
}

/// Why a line gave no more.
#[derive(Clone, Debug, PartialEq)]
pub enum Break {
    /// The deadline has passed.
    Late,
    /// The other end has closed its pipes.
    Closed,
    /// A message is longer than [`MESSAGE_LIMIT`](agon_protocol::MESSAGE_LIMIT). The next call of
    /// [`Line::receive`] goes on behind it, if that can be found.
    TooLong,
    /// The line that was too long has no end.
    Endless,
    /// It wrote more to its log than anybody can read.
    Flood,
    /// Something on our side failed.
    Trouble(Trouble),
}

/// How to hang up.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum HangUp {
    /// The match is over and the bot has done nothing wrong: if it is one that can play another match,
    /// it may wait for that; otherwise as [`HangUp::Politely`].
    ForNow,
    /// The match is over: the bot may end by itself.
    Politely,
    /// At once.
    AtOnce,
}

/// What is known of a bot that has ended.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Farewell {
    /// Something on our side failed: it never ran.
    pub trouble: Option<Trouble>,
    /// How it ended, to follow "it": "ended with exit code 1", "was killed by signal 9".
    pub ending: String,
    /// Whether it was stopped for taking too much memory.
    pub out_of_memory: bool,
    /// The most memory it had at once, in bytes.
    pub memory: Option<u64>,
    /// The last lines of its log.
    pub last_words: String,
}
