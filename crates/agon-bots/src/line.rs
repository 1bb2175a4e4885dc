//! The connection between a session and a bot: a process, or a script in tests.

use crate::cause::cause;
use crate::overload::Span;
use agon_protocol::Format;
use agon_runner::Trouble;
use std::time::{Duration, Instant};

/// A connection to a bot: bytes in both directions, each with a deadline, and the bot's log.
pub trait Line: Send {
    /// Writes all of `bytes`, or fails at the deadline.
    fn send(&mut self, bytes: &[u8], deadline: Option<Instant>) -> Result<(), Break>;

    /// Waits for the next message, written in this format, or fails at the deadline.
    fn receive(&mut self, format: Format, deadline: Option<Instant>) -> Result<&[u8], Break>;

    /// Whether [`Line::receive`] would find something without waiting.
    fn has_heard(&self, _format: Format) -> bool {
        false
    }

    /// What the bot has written and [`Line::receive`] has not returned, such as half a line.
    fn unread(&self) -> &[u8] {
        &[]
    }

    /// The function of the bot's kit that it must call to play, such as `agon.run`; empty without a kit.
    fn run_call(&self) -> &'static str {
        ""
    }

    /// What the bot has written to its log since the last call.
    fn take_log(&mut self) -> String {
        String::new()
    }

    /// Whether the other end is a host of Agon's own that counts the bot's energy. Other programs' counts are
    /// ignored.
    fn counts_energy(&self) -> bool {
        false
    }

    /// The bot's turn is over: it should not compute until [`Line::wake`].
    fn rest(&mut self) {}

    /// The bot's turn begins.
    fn wake(&mut self) {}

    /// A turn with this time limit begins.
    fn begin_turn(&mut self, _allowed: Duration) {}

    /// How long other programs kept the bot from running.
    fn kept_waiting(&mut self, _span: Span) -> Duration {
        Duration::ZERO
    }

    /// The share of its turn in which the bot computed or waited for a processor, if the system can tell;
    /// above 1 with several threads.
    fn busy_share(&mut self) -> Option<f64> {
        None
    }

    /// The place in the bot's files where its turn was stopped, if its kit logs it by the deadline.
    fn stopped_at(&mut self, _deadline: Instant) -> Option<String> {
        None
    }

    /// Closes the connection and returns how the other end has ended. Nothing is sent or received afterwards.
    fn hang_up(&mut self, manner: HangUp) -> Farewell;

    /// Gives the line back. A process that was closed with [`HangUp::ForNow`] can be reused from here on.
    fn put_away(self)
    where
        Self: Sized,
    {
    }
}

/// Why sending or receiving failed.
#[derive(Clone, Debug, PartialEq)]
pub enum Break {
    /// The deadline has passed.
    Late,
    /// The other end has closed its pipes.
    Closed,
    /// A message is longer than [`MESSAGE_LIMIT`](agon_protocol::MESSAGE_LIMIT). The next call of
    /// [`Line::receive`] continues behind it, if its end can be found.
    TooLong,
    /// The line that was too long has no end.
    Endless,
    /// The bot wrote too much to its log.
    Flood,
    /// Something on Agon's side failed.
    Trouble(Trouble),
}

/// How to close a connection.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum HangUp {
    /// The match is over and the bot had no incident: a process that can play another match is kept for it,
    /// any other is closed as with [`HangUp::Politely`].
    ForNow,
    /// The match is over: the bot may exit by itself.
    Politely,
    /// At once.
    AtOnce,
}

/// What is known about a bot that has ended.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Farewell {
    /// Something on Agon's side failed: the bot never ran.
    pub trouble: Option<Trouble>,
    /// How it ended, to follow "it": "ended with exit code 1", "was killed by signal 9".
    pub ending: String,
    /// Its exit code, if it ended by itself.
    pub exit_code: Option<i32>,
    /// Whether it was stopped for taking too much memory.
    pub out_of_memory: bool,
    /// The most memory it had at once, in bytes.
    pub memory: Option<u64>,
    /// The memory it was allowed, in bytes.
    pub memory_limit: Option<u64>,
    /// Processor time of its processes.
    pub cpu: Duration,
    /// The last lines of its log.
    pub last_words: String,
    /// Why files of it are still on the machine's disk; without a full stop.
    pub left_behind: Option<String>,
}

impl Farewell {
    /// How it ended and why, to follow "it". `when` follows the ending: "in its turn of round 3".
    pub(crate) fn sentence(&self, when: &str) -> String {
        if self.out_of_memory {
            return format!("was stopped {when}: {}", self.memory_sentence());
        }
        match cause(&self.last_words) {
            Some(cause) => format!("{} {when}: {cause}", self.ending),
            None => format!("{} {when}", self.ending),
        }
    }

    fn memory_sentence(&self) -> String {
        let mebibytes = |bytes: u64| format!("{} MiB", bytes.div_ceil(1 << 20));
        let limit = self
            .memory_limit
            .map_or("its limit".to_owned(), |limit| format!("the limit of {}", mebibytes(limit)));
        match self.memory {
            Some(peak) => format!("it took more memory than {limit} (peak {})", mebibytes(peak)),
            None => format!("it took more memory than {limit}"),
        }
    }
}
