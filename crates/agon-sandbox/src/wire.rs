//! Communication with a program through its pipes; no call blocks longer than its deadline.
//!
//! All work is done on the caller's thread: one `poll` over the pipes, then one `read` or `write`. While the
//! engine waits for an answer it also reads the program's standard error, and while it writes it also reads
//! the program's output, so that full pipes cannot cause a deadlock.

use crate::log::Log;
use rustix::buffer::spare_capacity;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fd::OwnedFd;
use rustix::io::Errno;
use std::time::{Duration, Instant};

/// Bytes per read.
const READ_BYTES: usize = 64 << 10;
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
    #[error("a pipe to the program failed: {0}")]
    Broken(Errno),
}

/// The engine's ends of a program's three pipes, all non-blocking.
#[derive(Debug)]
pub struct Wire {
    stdin: Option<OwnedFd>,
    stdout: Option<OwnedFd>,
    stderr: Option<OwnedFd>,
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
}

impl Wire {
    /// Takes over three pipe ends and makes them non-blocking.
    pub(crate) fn new(stdin: OwnedFd, stdout: OwnedFd, stderr: OwnedFd) -> Result<Self, Errno> {
        for end in [&stdin, &stdout, &stderr] {
            rustix::io::ioctl_fionbio(end, true)?;
        }
        Ok(Self {
            stdin: Some(stdin),
            stdout: Some(stdout),
            stderr: Some(stderr),
            inbox: Vec::with_capacity(READ_BYTES),
            taken: 0,
            late: false,
            is_skipping: false,
            log: Log::default(),
            log_buffer: Vec::with_capacity(READ_BYTES),
        })
    }

    /// Sends all of `bytes`; fails at the deadline if the program does not read them.
    pub fn send(&mut self, bytes: &[u8], deadline: Option<Instant>) -> Result<(), WireFault> {
        self.late = false;
        let mut rest = bytes;
        while !rest.is_empty() {
            let stdin = self.stdin.as_ref().ok_or(WireFault::Closed)?;
            match rustix::io::write(stdin, rest) {
                Ok(written) => rest = &rest[written..],
                Err(Errno::AGAIN) => self.wait(true, deadline)?,
                Err(Errno::INTR) => {}
                Err(Errno::PIPE) => return Err(WireFault::Closed),
                Err(error) => return Err(WireFault::Broken(error)),
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
        self.stdin = None;
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

    /// The standard error since the last call, at most [`HEAD_BYTES`](crate::log::HEAD_BYTES).
    pub fn take_log(&mut self) -> String {
        self.catch_up();
        self.log.take_fresh()
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
        if self.stdout.is_none() {
            return Err(WireFault::Closed);
        }
        while self.waiting().len() == before {
            self.wait(false, deadline)?;
            if self.stdout.is_none() {
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
        let (has_output, has_log) = self.poll(sending, reads_output, left)?;
        if has_log {
            self.read_log()?;
        }
        if has_output {
            self.read_output()?;
        }
        Ok(())
    }

    /// Whether standard output and standard error have data. Writable input also ends the wait.
    fn poll(
        &self,
        sending: bool,
        reads_output: bool,
        left: Option<Duration>,
    ) -> Result<(bool, bool), WireFault> {
        let stdout = self.stdout.as_ref().filter(|_| reads_output);
        let stdin = self.stdin.as_ref().filter(|_| sending);
        let mut ends: arrayvec::ArrayVec<PollFd<'_>, 3> = arrayvec::ArrayVec::new();
        ends.extend(stdout.map(|end| PollFd::new(end, PollFlags::IN)));
        ends.extend(self.stderr.as_ref().map(|end| PollFd::new(end, PollFlags::IN)));
        ends.extend(stdin.map(|end| PollFd::new(end, PollFlags::OUT)));
        // A timeout that exceeds the kernel's range counts as no timeout.
        let left = left.and_then(|left| Timespec::try_from(left).ok());
        match poll(&mut ends, left.as_ref()) {
            Ok(_) | Err(Errno::INTR) => {}
            Err(error) => return Err(WireFault::Broken(error)),
        }
        let mut ready = ends.iter().map(|end| !end.revents().is_empty());
        let has_output = stdout.is_some() && ready.next() == Some(true);
        let has_log = self.stderr.is_some() && ready.next() == Some(true);
        Ok((has_output, has_log))
    }

    fn read_output(&mut self) -> Result<(), WireFault> {
        let Some(stdout) = &self.stdout else { return Ok(()) };
        if self.taken == self.inbox.len() {
            self.inbox.clear();
            self.taken = 0;
        } else if self.taken >= READ_BYTES {
            self.inbox.drain(..self.taken);
            self.taken = 0;
        }
        self.inbox.reserve(READ_BYTES / 2);
        match rustix::io::read(stdout, spare_capacity(&mut self.inbox)) {
            Ok(0) => self.stdout = None,
            Ok(_) | Err(Errno::AGAIN | Errno::INTR) => {}
            Err(error) => return Err(WireFault::Broken(error)),
        }
        Ok(())
    }

    /// Reads one chunk of standard error; whether there may be more.
    fn read_log(&mut self) -> Result<bool, WireFault> {
        let Some(stderr) = &self.stderr else { return Ok(false) };
        self.log_buffer.clear();
        match rustix::io::read(stderr, spare_capacity(&mut self.log_buffer)) {
            Ok(0) => self.stderr = None,
            Ok(_) => {}
            Err(Errno::AGAIN | Errno::INTR) => return Ok(false),
            Err(error) => return Err(WireFault::Broken(error)),
        }
        self.log.add(&self.log_buffer);
        if self.log.total() > LOG_MAX_BYTES {
            self.stderr = None;
            return Err(WireFault::Flood);
        }
        Ok(self.stderr.is_some())
    }
}
