//! Communication with a program through its pipes; no call blocks longer than its deadline.
//!
//! On Linux and macOS all work is done on the caller's thread: one `poll` over the pipes, then one `read` or
//! `write`. While the engine waits for an answer it also reads the program's standard error, and while it
//! writes it also reads the program's output, so that full pipes cannot cause a deadlock.

use crate::back_end::Pipes;
use crate::log::Log;
use crate::system::{PipeEnds, PipeFault, Stream};
use std::io;
use std::time::{Duration, Instant};

/// Bytes per read.
pub(crate) const READ_BYTES: usize = 64 << 10;
/// Maximum bytes of output that are buffered while a message is being written.
const READ_AHEAD_BYTES: usize = 1 << 20;
/// Bytes of an overlong line that are read to find its end.
pub const SKIP_MAX_BYTES: usize = 16 << 20;
/// Bytes that a program may write to its standard error in total.
pub const LOG_MAX_BYTES: u64 = 64 << 20;

/// Why a message was not sent or received.
#[derive(Copy, Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WireFault {
    /// The deadline passed first.
    #[error("the program did not answer in time")]
    Late,
    /// The program closed its end of the pipe, or ended.
    #[error("the program closed its input or output, or ended")]
    Closed,
    /// The message is longer than the caller accepts.
    #[error("the program wrote a message of more than {cap} bytes")]
    TooLong {
        /// The maximum length in bytes.
        cap: usize,
    },
    /// An overlong line continues for more than [`SKIP_MAX_BYTES`] bytes.
    #[error("the program wrote more than {} MiB without a line break", SKIP_MAX_BYTES >> 20)]
    Endless,
    /// The program wrote more than [`LOG_MAX_BYTES`] to its standard error.
    #[error("the program wrote more than {} MiB to its standard error", LOG_MAX_BYTES >> 20)]
    Flood,
    /// The operating system reported an error.
    #[error("a pipe to the program failed: {}", io::Error::from_raw_os_error(*.0))]
    Broken(i32),
}

impl From<PipeFault> for WireFault {
    fn from(fault: PipeFault) -> Self {
        match fault {
            PipeFault::NotNow => Self::Late,
            PipeFault::Closed => Self::Closed,
            PipeFault::System(error) => Self::Broken(error),
        }
    }
}

/// The engine's ends of a program's three pipes.
#[derive(Debug)]
pub struct Wire {
    pipes: Pipes,
    has_input: bool,
    has_output: bool,
    has_log: bool,
    /// Received bytes; `inbox[taken..]` has not been handed out yet.
    inbox: Vec<u8>,
    taken: usize,
    /// The deadline of the current call has passed.
    late: bool,
    /// The rest of an overlong line must be skipped.
    is_skipping: bool,
    log: Log,
    /// Read buffer for standard error.
    log_buffer: Vec<u8>,
    /// What waiting has shown about standard error since the log was taken.
    log_state: LogState,
}

/// What is known about a program's standard error.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum LogState {
    /// The program was not waited for.
    Unknown,
    /// The program was waited for once, and there was output but nothing on standard error.
    Empty,
    /// There was something, or the output came in several pieces, between which more can have been written.
    Mixed,
}

impl Wire {
    pub(crate) fn new(pipes: Pipes) -> Self {
        Self {
            pipes,
            has_input: true,
            has_output: true,
            has_log: true,
            inbox: Vec::with_capacity(READ_BYTES),
            taken: 0,
            late: false,
            is_skipping: false,
            log: Log::default(),
            log_buffer: Vec::with_capacity(READ_BYTES),
            log_state: LogState::Unknown,
        }
    }

    /// Sends all of `bytes`; fails at the deadline if the program does not read them.
    pub fn send(&mut self, bytes: &[u8], deadline: Option<Instant>) -> Result<(), WireFault> {
        self.late = false;
        let mut rest = bytes;
        while !rest.is_empty() {
            if !self.has_input {
                return Err(WireFault::Closed);
            }
            match self.pipes.write(rest) {
                Ok(written) => rest = &rest[written..],
                Err(PipeFault::NotNow) => self.wait(true, deadline)?,
                Err(fault) => return Err(fault.into()),
            }
        }
        Ok(())
    }

    /// The next line, without its line break. A line is refused as soon as it exceeds `cap` bytes; the next
    /// call continues after it.
    pub fn line(&mut self, cap: usize, deadline: Option<Instant>) -> Result<&[u8], WireFault> {
        self.late = false;
        let (mut searched, mut skipped) = (0, 0);
        loop {
            let fresh = &self.inbox[self.taken + searched..];
            let end = fresh.iter().position(|byte| *byte == b'\n');
            searched += end.unwrap_or(fresh.len());
            match end {
                Some(_) if std::mem::take(&mut self.is_skipping) => {
                    self.take(searched, 1);
                    searched = 0;
                    continue;
                }
                Some(_) if searched <= cap => return Ok(self.take(searched, 1)),
                None if self.is_skipping => {
                    self.take(searched, 0);
                    skipped += searched;
                    searched = 0;
                    if skipped > SKIP_MAX_BYTES {
                        return Err(WireFault::Endless);
                    }
                }
                None if searched <= cap => {}
                _ => {
                    self.take(searched, end.map_or(0, |_| 1));
                    self.is_skipping = end.is_none();
                    return Err(WireFault::TooLong { cap });
                }
            }
            self.receive(deadline)?;
        }
    }

    /// Waits for more output; `false` if there is none at the deadline.
    pub fn hears_by(&mut self, deadline: Instant) -> Result<bool, WireFault> {
        self.late = false;
        match self.receive(Some(deadline)) {
            Ok(()) => Ok(true),
            Err(WireFault::Late) => Ok(false),
            Err(fault) => Err(fault),
        }
    }

    /// The next `count` bytes.
    pub fn exactly(&mut self, count: usize, deadline: Option<Instant>) -> Result<&[u8], WireFault> {
        self.late = false;
        while self.waiting().len() < count {
            self.receive(deadline)?;
        }
        Ok(self.take(count, 0))
    }

    /// All output until the program closes it, at most `cap` bytes; for compilers.
    pub fn rest(&mut self, cap: usize, deadline: Option<Instant>) -> Result<&[u8], WireFault> {
        self.late = false;
        loop {
            let has = self.waiting().len();
            if has > cap {
                return Err(WireFault::TooLong { cap });
            }
            match self.receive(deadline) {
                Ok(()) => {}
                Err(WireFault::Closed) => return Ok(self.take(has, 0)),
                Err(fault) => return Err(fault),
            }
        }
    }

    /// Received bytes that were not handed out yet, such as a second answer.
    pub fn waiting(&self) -> &[u8] {
        &self.inbox[self.taken..]
    }

    /// Closes the program's input, so that it reads the end of file.
    pub fn close_input(&mut self) {
        self.has_input = false;
        self.pipes.close_input();
    }

    /// The program's standard error as far as it has been read; call [`catch_up`](Self::catch_up) first for
    /// all of it.
    pub fn log(&self) -> &Log {
        &self.log
    }

    /// Starts an empty log, when the program is reused for the next match.
    pub fn forget_log(&mut self) {
        self.catch_up();
        self.log = Log::default();
    }

    /// Reads all bytes that are in the error pipe now, without waiting.
    pub fn catch_up(&mut self) {
        while self.read_log() == Ok(true) {}
    }

    /// The standard error since the last call, at most [`HEAD_BYTES`](crate::log::HEAD_BYTES). The pipe is
    /// not read again if it was empty when the program's only output since then arrived: most bots write
    /// nothing, and that saves one of the four system calls of an exchange.
    pub fn take_log(&mut self) -> String {
        if std::mem::replace(&mut self.log_state, LogState::Unknown) != LogState::Empty {
            self.catch_up();
        }
        self.log.take_fresh()
    }

    /// What [`take_log`](Self::take_log) would return, without taking it.
    pub fn peek_log(&mut self) -> &[u8] {
        self.catch_up();
        self.log.fresh()
    }

    /// The program has ended: waits until everything that it wrote can be read.
    pub(crate) fn settle(&mut self) {
        self.pipes.settle();
    }

    /// Hands out `count` bytes of the inbox and discards `after` more.
    fn take(&mut self, count: usize, after: usize) -> &[u8] {
        let start = self.taken;
        self.taken += count + after;
        &self.inbox[start..start + count]
    }

    /// Waits until more bytes are in the inbox.
    fn receive(&mut self, deadline: Option<Instant>) -> Result<(), WireFault> {
        let before = self.waiting().len();
        if !self.has_output {
            return Err(WireFault::Closed);
        }
        while self.waiting().len() == before {
            self.wait(false, deadline)?;
            if !self.has_output {
                return Err(WireFault::Closed);
            }
        }
        Ok(())
    }

    /// Waits for one event on the pipes and reads what arrived. After the deadline it polls once more
    /// without waiting, so that an answer that arrived in time is accepted.
    fn wait(&mut self, sending: bool, deadline: Option<Instant>) -> Result<(), WireFault> {
        let left = deadline.map(|end| end.saturating_duration_since(Instant::now()));
        if left == Some(Duration::ZERO) && std::mem::replace(&mut self.late, true) {
            return Err(WireFault::Late);
        }
        let reads_output = !sending || self.waiting().len() < READ_AHEAD_BYTES;
        let (has_output, has_log) = self.pipes.wait(sending, reads_output, left)?;
        self.log_state = match self.log_state {
            LogState::Unknown if has_output && !has_log => LogState::Empty,
            _ => LogState::Mixed,
        };
        if has_log {
            self.read_log()?;
        }
        if has_output {
            self.read_output()?;
        }
        Ok(())
    }

    fn read_output(&mut self) -> Result<(), WireFault> {
        if !self.has_output {
            return Ok(());
        }
        if self.taken == self.inbox.len() {
            self.inbox.clear();
            self.taken = 0;
        } else if self.taken >= READ_BYTES {
            self.inbox.drain(..self.taken);
            self.taken = 0;
        }
        self.inbox.reserve(READ_BYTES / 2);
        match self.pipes.read(Stream::Output, &mut self.inbox) {
            Ok(has_more) => self.has_output = has_more,
            Err(PipeFault::NotNow) => {}
            Err(fault) => return Err(fault.into()),
        }
        Ok(())
    }

    /// Reads one chunk of standard error; whether there may be more.
    fn read_log(&mut self) -> Result<bool, WireFault> {
        if !self.has_log {
            return Ok(false);
        }
        self.log_buffer.clear();
        match self.pipes.read(Stream::Error, &mut self.log_buffer) {
            Ok(has_more) => self.has_log = has_more,
            Err(PipeFault::NotNow) => return Ok(false),
            Err(fault) => return Err(fault.into()),
        }
        self.log.add(&self.log_buffer);
        if self.log.total() > LOG_MAX_BYTES {
            self.has_log = false;
            self.pipes.close(Stream::Error);
            return Err(WireFault::Flood);
        }
        Ok(self.has_log)
    }
}
