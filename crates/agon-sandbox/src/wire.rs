//! Talking to a program through its pipes without ever waiting for it longer than one wants to.
//!
//! Everything happens on the caller's thread: one `poll` over the pipes, one `read` or `write`. While the
//! engine waits for an answer it also empties the program's error output, and while it writes it also takes
//! in what the program says, so that neither side can block the other.

use crate::log::Log;
use rustix::buffer::spare_capacity;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fd::OwnedFd;
use rustix::io::Errno;
use std::time::{Duration, Instant};

/// What is read at once.
const CHUNK: usize = 64 << 10;
/// How much of an answer is taken in while we are still writing the question.
const AHEAD: usize = 1 << 20;
/// How much of a line that is too long is read to find its end.
pub const SKIP_MAX: usize = 16 << 20;
/// How much a program may write to its error output in its life.
pub const LOG_MAX: u64 = 64 << 20;

/// Why a message did not get through.
#[derive(Copy, Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WireFault {
    /// The deadline passed first.
    #[error("the program did not answer in time")]
    Late,
    /// The program closed its end, or is gone.
    #[error("the program closed its input or output, or ended")]
    Closed,
    /// What it wrote is longer than the caller accepts.
    #[error("the program wrote more than {cap} bytes where a message should have ended")]
    TooLong {
        /// The most that was accepted.
        cap: usize,
    },
    /// A line that was refused for its length goes on for more than [`SKIP_MAX`] bytes.
    #[error("the program wrote more than {} MiB without an end of line", SKIP_MAX >> 20)]
    Endless,
    /// It wrote more than [`LOG_MAX`] to its error output.
    #[error("the program wrote more than {} MiB to its error output", LOG_MAX >> 20)]
    Flood,
    /// The operating system failed us.
    #[error("a pipe to the program failed: {0}")]
    Broken(Errno),
}

/// Our ends of a program's three pipes. None of them ever blocks.
#[derive(Debug)]
pub struct Wire {
    stdin: Option<OwnedFd>,
    stdout: Option<OwnedFd>,
    stderr: Option<OwnedFd>,
    /// What the program said and nobody has asked for yet: `inbox[taken..]`.
    inbox: Vec<u8>,
    taken: usize,
    /// The deadline of what we are doing now has passed.
    late: bool,
    /// The rest of a line that was too long is still to come.
    skips: bool,
    log: Log,
    scrap: Vec<u8>,
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
            inbox: Vec::with_capacity(CHUNK),
            taken: 0,
            late: false,
            skips: false,
            log: Log::default(),
            scrap: Vec::with_capacity(CHUNK),
        })
    }

    /// Sends all of `bytes`. A program that does not read costs at most the time until the deadline.
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

    /// The next line, without its end. A line of more than `cap` bytes is refused as soon as it is longer;
    /// the next call goes on behind it.
    pub fn line(&mut self, cap: usize, deadline: Option<Instant>) -> Result<&[u8], WireFault> {
        self.late = false;
        let (mut looked, mut skipped) = (0, 0);
        loop {
            let fresh = &self.inbox[self.taken + looked..];
            let end = fresh.iter().position(|byte| *byte == b'\n');
            looked += end.unwrap_or(fresh.len());
            match end {
                Some(_) if std::mem::take(&mut self.skips) => {
                    self.take(looked, 1);
                    looked = 0;
                    continue;
                }
                Some(_) if looked <= cap => return Ok(self.take(looked, 1)),
                None if self.skips => {
                    self.take(looked, 0);
                    skipped += looked;
                    looked = 0;
                    if skipped > SKIP_MAX {
                        return Err(WireFault::Endless);
                    }
                }
                None if looked <= cap => {}
                _ => {
                    self.take(looked, end.map_or(0, |_| 1));
                    self.skips = end.is_none();
                    return Err(WireFault::TooLong { cap });
                }
            }
            self.receive(deadline)?;
        }
    }

    /// The next `count` bytes exactly.
    pub fn exactly(&mut self, count: usize, deadline: Option<Instant>) -> Result<&[u8], WireFault> {
        self.late = false;
        while self.waiting().len() < count {
            self.receive(deadline)?;
        }
        Ok(self.take(count, 0))
    }

    /// Everything until the program closes its output, `cap` bytes at most: for compilers.
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

    /// What has come that nobody has asked for yet: after an answer, a sign of a second one.
    pub fn waiting(&self) -> &[u8] {
        &self.inbox[self.taken..]
    }

    /// Closes the program's input: it reads the end of file.
    pub fn close_input(&mut self) {
        self.stdin = None;
    }

    /// What it wrote to its error output, as far as we have read it: call [`catch_up`](Self::catch_up) first
    /// to have all.
    pub fn log(&self) -> &Log {
        &self.log
    }

    /// Begins a new log: what was written before belongs to something that is over.
    pub fn forget_log(&mut self) {
        self.catch_up();
        self.log = Log::default();
    }

    /// Takes in what lies in the error pipe now, without waiting.
    pub fn catch_up(&mut self) {
        while self.read_log() == Ok(true) {}
    }

    /// What it wrote to its error output since this was last asked; at most [`HEAD`](crate::log::HEAD)
    /// bytes of it.
    pub fn take_log(&mut self) -> String {
        self.catch_up();
        self.log.take_fresh()
    }

    /// Hands out `count` bytes of the inbox and drops `after` more.
    fn take(&mut self, count: usize, after: usize) -> &[u8] {
        let start = self.taken;
        self.taken += count + after;
        &self.inbox[start..start + count]
    }

    /// Waits until there is more in the inbox.
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

    /// Waits until something happens on the pipes and takes in what came: one round. After the deadline
    /// there is one last round that does not wait: an answer that was there in time is in time.
    fn wait(&mut self, sending: bool, deadline: Option<Instant>) -> Result<(), WireFault> {
        let left = deadline.map(|end| end.saturating_duration_since(Instant::now()));
        if left == Some(Duration::ZERO) && std::mem::replace(&mut self.late, true) {
            return Err(WireFault::Late);
        }
        let hears = !sending || self.waiting().len() < AHEAD;
        let (said, logged) = self.poll(sending, hears, left)?;
        if logged {
            self.read_log()?;
        }
        if said {
            self.read_answer()?;
        }
        Ok(())
    }

    /// Which of output and error output have something for us. Input that can be written ends the wait, too.
    fn poll(
        &self,
        sending: bool,
        hears: bool,
        left: Option<Duration>,
    ) -> Result<(bool, bool), WireFault> {
        let stdout = self.stdout.as_ref().filter(|_| hears);
        let stdin = self.stdin.as_ref().filter(|_| sending);
        let mut ends: arrayvec::ArrayVec<PollFd<'_>, 3> = arrayvec::ArrayVec::new();
        ends.extend(stdout.map(|end| PollFd::new(end, PollFlags::IN)));
        ends.extend(self.stderr.as_ref().map(|end| PollFd::new(end, PollFlags::IN)));
        ends.extend(stdin.map(|end| PollFd::new(end, PollFlags::OUT)));
        // A time too long for the kernel's clock is as good as none.
        let left = left.and_then(|left| Timespec::try_from(left).ok());
        match poll(&mut ends, left.as_ref()) {
            Ok(_) | Err(Errno::INTR) => {}
            Err(error) => return Err(WireFault::Broken(error)),
        }
        let mut ready = ends.iter().map(|end| !end.revents().is_empty());
        let said = stdout.is_some() && ready.next() == Some(true);
        let logged = self.stderr.is_some() && ready.next() == Some(true);
        Ok((said, logged))
    }

    fn read_answer(&mut self) -> Result<(), WireFault> {
        let Some(stdout) = &self.stdout else { return Ok(()) };
        if self.taken == self.inbox.len() {
            self.inbox.clear();
            self.taken = 0;
        } else if self.taken >= CHUNK {
            self.inbox.drain(..self.taken);
            self.taken = 0;
        }
        self.inbox.reserve(CHUNK / 2);
        match rustix::io::read(stdout, spare_capacity(&mut self.inbox)) {
            Ok(0) => self.stdout = None,
            Ok(_) | Err(Errno::AGAIN | Errno::INTR) => {}
            Err(error) => return Err(WireFault::Broken(error)),
        }
        Ok(())
    }

    /// One piece of the error output; whether there was one.
    fn read_log(&mut self) -> Result<bool, WireFault> {
        let Some(stderr) = &self.stderr else { return Ok(false) };
        self.scrap.clear();
        match rustix::io::read(stderr, spare_capacity(&mut self.scrap)) {
            Ok(0) => self.stderr = None,
            Ok(_) => {}
            Err(Errno::AGAIN | Errno::INTR) => return Ok(false),
            Err(error) => return Err(WireFault::Broken(error)),
        }
        self.log.add(&self.scrap);
        if self.log.total() > LOG_MAX {
            self.stderr = None;
            return Err(WireFault::Flood);
        }
        Ok(self.stderr.is_some())
    }
}
